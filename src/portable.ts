/**
 * The library for hosts without WebAssembly: the same names, with the scanners translated to JavaScript. The
 * README says how much slower it is.
 */
import makeScanners from "#wasm/portable";
import { provideScanners } from "./wasm/load-scanners.ts";

provideScanners(makeScanners);

export * from "./index.ts";
