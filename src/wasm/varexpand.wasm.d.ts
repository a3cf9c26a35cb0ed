/** The scanners, for `initialize` of `varexpand/core`; what the import gives is the runtime's or the bundler's choice. */
declare const module: WebAssembly.Module;
export default module;
