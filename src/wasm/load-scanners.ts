/**
 * The scanners come in two modules: `$(NAME)` in bytes, and everything. A bundle contains only the modules that its code
 * calls, because each is imported by a file of its own: expansion-scanners.ts and all-scanners.ts. The first call that
 * needs everything replaces the module of expansion, and with it every table, so a call that uses tables selects one
 * afterward.
 */
import { useModule } from "./arena.ts";
import { type Compiled, compile, type MakeScanners } from "./instance.ts";

declare global {
  namespace WebAssembly {
    // For compilers whose libraries do not declare it; otherwise it merges with that declaration and adds nothing.
    interface Module {}
  }
}

/** A module in hexadecimal. Where the runtime does not compile bytes, package.json makes the import the compiled module. */
export type Embedded = string | Compiled;

export const EXPANSION = 1;
export const ALL = 2;

let loaded = 0;
let provided: Compiled | undefined;

/**
 * Provides the compiled scanners, `varexpand/varexpand.wasm`, where the runtime must not compile the bytes in the package.
 * Call it once, before anything is expanded or parsed.
 */
export function initialize(module: WebAssembly.Module): void {
  if (!(module instanceof WebAssembly.Module)) {
    throw new TypeError("initialize takes a WebAssembly.Module: compile the bytes of varexpand/varexpand.wasm first");
  }
  provided = module;
}

/** Provides all scanners for a host without WebAssembly. */
export function provideScanners(make: MakeScanners): void {
  provided = make;
}

/** Loads a module with `EXPANSION` or `ALL` of the scanners, unless one with as many is loaded. */
export function load(scanners: number, module: Embedded): void {
  if (loaded >= scanners) return;
  useModule(provided ?? compiled(module));
  loaded = provided === undefined ? scanners : ALL;
}

function compiled(module: Embedded): Compiled {
  return typeof module === "string" ? compile(module) : module;
}
