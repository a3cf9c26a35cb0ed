import { start } from "./frame/start.ts";

start(async () => ({ main: (await import("./kubectl-program.ts")).kubectlMain }));
