/** varexpand/core: the same names for runtimes where the caller hands over the compiled module. */

export * from "./index.ts";
export { initialize } from "./wasm/module-core.ts";
