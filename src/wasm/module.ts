import { base64 } from "./embedded.ts";

/** Only newer libraries' types know the second argument. */
type Compile = new (bytes: Uint8Array, options: { builtins: string[] }) => WebAssembly.Module;

/**
 * The scanners, compiled from the bytes that this package carries. Where the runtime knows the js-string builtins they
 * are compiled in; an older one ignores the option and leaves the module an import.
 */
export function loadModule(): WebAssembly.Module {
  const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  try {
    return new (WebAssembly.Module as unknown as Compile)(bytes, { builtins: ["js-string"] });
  } catch (cause) {
    throw new Error(
      "varexpand may not compile its WebAssembly here. A Content-Security-Policy has to allow 'wasm-unsafe-eval' in " +
        "script-src; a runtime that only takes compiled modules needs varexpand/core and initialize(module)",
      { cause },
    );
  }
}
