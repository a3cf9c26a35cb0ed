// Vercel's edge runtime forbids compiling bytes; this suffix makes the import the compiled module.
import module from "../expansion.wasm?module";

export function loadModule(): WebAssembly.Module {
  return module;
}
