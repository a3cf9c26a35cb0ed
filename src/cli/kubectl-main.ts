#!/usr/bin/env node
import { start } from "./frame/start.ts";

start(async () => ({ main: (await import("./kubectl-program.ts")).kubectlMain }));
