import { instantiateSync } from "@assemblyscript/loader";
import { explained } from "./failure.ts";
import type { ExpansionScanners } from "./scanners.ts";

export interface Instance {
  readonly scanners: ExpansionScanners;
  /** Whether the template scanner reads JavaScript strings itself (the js-string builtins are compiled in). */
  readonly readsStrings: boolean;
}

let module: WebAssembly.Module | undefined;
let instance: Instance | undefined;

/**
 * The current instance, which can differ from call to call: see `replaceInstance`. Before the first use, a call gets
 * its scanners from expansion-scanners.ts, env-file-scanners.ts or all-scanners.ts, which make the instance.
 */
export function wasmInstance(): Instance {
  return instance!;
}

/** Takes an instance of another module, which has the scanners of expansion, too. */
export function changeModule(other: WebAssembly.Module): void {
  if (module === other) return;
  instance = instantiate(other);
  module = other;
}

/** Takes a new instance, with as little memory as there can be; returns whether there is one. */
export function replaceInstance(): boolean {
  try {
    instance = instantiate(module!);
    return true;
  } catch {
    // The runtime has no memory for another one: this one goes on, as large as it is.
    return false;
  }
}

/** Continues with another instance; returns the one before. */
export function exchangeInstance(other: Instance | undefined): Instance | undefined {
  const former = instance;
  instance = other;
  return former;
}

export function instantiate(module: WebAssembly.Module): Instance {
  const readsStrings = WebAssembly.Module.imports(module).length === 0;
  // The loader wraps each export in a closure that counts arguments; the plain exports are called directly.
  // Where there are builtins, they are this import; where there are none, only tests call it.
  const charCodeAt = (text: string, index: number) => text.charCodeAt(index);
  const { instance } = explained(() => instantiateSync(module, { "wasm:js-string": { charCodeAt } }));
  return { scanners: instance.exports as unknown as ExpansionScanners, readsStrings };
}
