/** The scanners, for `initialize` of `varexpand`; what the import gives is the runtime's or the bundler's choice. */
declare global {
  namespace WebAssembly {
    // For compilers whose libraries do not declare it; otherwise it merges with that declaration and adds nothing.
    interface Module {}
  }
}

declare const module: WebAssembly.Module;
export default module;
