import { readFileSync } from "node:fs";

/** Replaces the modules of the scanners in the fuzzing build; the file is next to the bundle. */
const module = readFileSync(new URL("fuzz.wasm", import.meta.url), "hex");

export { module as all, module as expansion };
