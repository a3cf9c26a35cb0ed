/**
 * The scanners come in three modules: `$(NAME)` in bytes, dotenv files, and everything. A bundle contains only the modules
 * that its code calls, because each is imported by a file of its own: expansion-scanners.ts, dotenv-scanners.ts, and
 * all-scanners.ts. A call that needs other scanners than those of the loaded module replaces it, and with it every table, so
 * a call that uses tables selects one afterward.
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

/** Sets of scanners, as bits. */
export const EXPANSION = 1;
export const DOTENV = 2;
export const ALL = 7;

let loaded = 0;
let provided: Compiled | undefined;

/**
 * Provides the compiled scanners, `varexpand/varexpand.wasm`, where the runtime must not compile the bytes in the package.
 * Call it once, before anything is expanded or parsed.
 *
 * @example
 * import module from "varexpand/varexpand.wasm";
 * initialize(module);
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

/** Loads a module with a set of scanners, unless a module that contains them is loaded. */
export function load(scanners: number, module: Embedded): void {
  if ((loaded & scanners) === scanners) return;
  useModule(provided ?? compiled(module));
  loaded = provided === undefined ? scanners : ALL;
}

function compiled(module: Embedded): Compiled {
  return typeof module === "string" ? compile(module) : module;
}
