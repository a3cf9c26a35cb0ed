/**
 * The library for hosts without WebAssembly: the same names, with the scanners translated to JavaScript. It is slower; the
 * README says how much.
 */
import makeScanners from "#wasm/portable";
import { provideScanners } from "./wasm/load-scanners.ts";

provideScanners(makeScanners);

export * from "./index.ts";
