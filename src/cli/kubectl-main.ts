#!/usr/bin/env node
if (process.getBuiltinModule === undefined) await (await import("./builtin-modules.ts")).provideBuiltinModules();
const { main } = await import("./kubectl-program.ts");
await main();

export {};
