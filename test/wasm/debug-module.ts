import { readFileSync } from "node:fs";

/** Replaces the modules of the scanners in the tests of the debug build. */
export default readFileSync(new URL("../../build/debug.wasm", import.meta.url), "hex");
