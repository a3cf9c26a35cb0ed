import { readFileSync } from "node:fs";

/** Replaces the modules of the scanners in the tests of the debug build. */
const module = readFileSync(new URL("../../build/debug.wasm", import.meta.url), "hex");

export { module as all, module as dotenv, module as expansion };
