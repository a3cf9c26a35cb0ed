import { readFileSync } from "node:fs";

/** Replaces the modules of the scanners in the fuzzing build; the file is next to the bundle. */
export default readFileSync(new URL("fuzz.wasm", import.meta.url), "hex");
