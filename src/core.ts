/** varexpand/core: the same names, for runtimes where the caller passes the compiled WebAssembly module. */

export * from "./index.ts";
export { initialize } from "./wasm/module-core.ts";
