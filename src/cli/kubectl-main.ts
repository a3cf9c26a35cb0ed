#!/usr/bin/env node
import { provideBuiltinModules } from "./builtin-modules.ts";

await provideBuiltinModules();
const { main } = await import("./kubectl-program.ts");
await main();
