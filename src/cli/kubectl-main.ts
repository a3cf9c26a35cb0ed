#!/usr/bin/env node
import { start } from "./start.ts";

start(async () => ({ main: (await import("./on-demand.ts")).kubectlMain }));
