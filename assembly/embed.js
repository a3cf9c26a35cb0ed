/**
 * The last step of the WebAssembly build: the release module, as base64, becomes `src/wasm/embedded.ts` (not
 * committed), which every runtime that may compile bytes loads it from.
 */
import { readFileSync, writeFileSync } from "node:fs";

const wasm = readFileSync(new URL("../build/release.wasm", import.meta.url));
writeFileSync(
  new URL("../src/wasm/embedded.ts", import.meta.url),
  `/** build/release.wasm, ${wasm.length} bytes; written by assembly/embed.js. */\nexport const base64 =\n  "${wasm.toString("base64")}";\n`,
);
console.log(`build/release.wasm: ${wasm.length} bytes`);
