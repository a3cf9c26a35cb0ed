import { compile } from "./compile.ts";
import { hex } from "./embedded.ts";

/** All scanners. */
export function loadModule(): WebAssembly.Module {
  return compile(hex);
}
