/** Stands in for AssemblyScript's loader, which wraps every export: the engine calls them as they are. */
export function instantiateSync(module: WebAssembly.Module, imports: WebAssembly.Imports) {
  return { instance: new WebAssembly.Instance(module, imports) };
}
