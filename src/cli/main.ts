import { start } from "./frame/start.ts";

start(() => import("./run.ts"));
