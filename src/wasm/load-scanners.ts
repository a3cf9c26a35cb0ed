/**
 * The scanners come in three modules: `$(NAME)` in bytes and strings, env files, and everything. A bundle contains only the
 * modules that its code calls. The first call that needs everything replaces the module of expansion, and with it every
 * table, so a call that uses tables selects one afterward. The module of env files needs no tables: it has an instance of
 * its own next to that of expansion.
 */
import all from "#wasm/all";
import envFiles from "#wasm/env-files";
import expansion from "#wasm/expansion";
import { isFarTooLarge, runAside, useModule } from "./arena.ts";
import { compile } from "./compile.ts";
import { type Instance, instantiate, wasmInstance } from "./instance.ts";
import type { EnvFileScanners, ExpansionScanners, Scanners } from "./scanners.ts";

declare global {
  namespace WebAssembly {
    // For compilers whose libraries do not declare it; otherwise it merges with that declaration and adds nothing.
    interface Module {}
  }
}

/** A module in hexadecimal. Where the runtime does not compile bytes, package.json makes the import the compiled module. */
type Embedded = string | WebAssembly.Module;

let hasExpansion = false;
let hasAll = false;
let envFileInstance: Instance | undefined;
let provided: WebAssembly.Module | undefined;

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

export function expansionScanners(): ExpansionScanners {
  if (!hasExpansion) use(expansion);
  return wasmInstance().scanners;
}

export function allScanners(): Scanners {
  if (!hasAll) use(all);
  hasAll = true;
  return wasmInstance().scanners as Scanners;
}

/** Runs a function with the scanners of env files. It must not call other scanners. */
export function withEnvFileScanners<T>(run: (scanners: EnvFileScanners) => T): T {
  if (!hasAll && provided !== undefined) use(provided);
  if (hasAll) return run(wasmInstance().scanners as Scanners);
  envFileInstance ??= instantiate(compiled(envFiles));
  return runAside(envFileInstance, () => {
    try {
      return run(wasmInstance().scanners as unknown as EnvFileScanners);
    } finally {
      if (isFarTooLarge()) envFileInstance = undefined;
    }
  });
}

function use(module: Embedded): void {
  useModule(provided ?? compiled(module));
  hasExpansion = true;
  hasAll ||= provided !== undefined;
}

function compiled(module: Embedded): WebAssembly.Module {
  return typeof module === "string" ? compile(module) : module;
}
