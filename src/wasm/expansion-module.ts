import { compile } from "./compile.ts";
import { hex } from "./embedded-expansion.ts";

/** The scanners of `$(NAME)` in bytes and strings. */
export function loadModule(): WebAssembly.Module {
  return compile(hex);
}
