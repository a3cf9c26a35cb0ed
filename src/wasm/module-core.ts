let provided: WebAssembly.Module | undefined;

/**
 * Hands over the compiled scanners: `varexpand/varexpand.wasm`, in the form the runtime or bundler imports it. Must be
 * called once before anything is expanded or parsed.
 */
export function initialize(module: WebAssembly.Module): void {
  if (!(module instanceof WebAssembly.Module)) {
    throw new TypeError("initialize takes a WebAssembly.Module: compile the bytes of varexpand/varexpand.wasm first");
  }
  provided = module;
}

export function loadModule(): WebAssembly.Module {
  if (provided === undefined) {
    throw new Error("varexpand/core brings no scanners along: call initialize(module) first, or import 'varexpand'");
  }
  return provided;
}
