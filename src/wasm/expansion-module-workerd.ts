// Cloudflare's runtime forbids compiling bytes; an imported .wasm file is the compiled module.
import module from "../expansion.wasm";

export function loadModule(): WebAssembly.Module {
  return module;
}
