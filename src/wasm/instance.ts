import { instantiateSync } from "@assemblyscript/loader";
import type { ExpansionScanners, Scanners } from "./scanners.ts";

export interface Instance {
  readonly scanners: ExpansionScanners;
}

/** Makes an instance without WebAssembly. */
export type MakeScanners = () => Scanners;
export type Compiled = WebAssembly.Module | MakeScanners;

let module: Compiled | undefined;
let instance: Instance | undefined;

/**
 * The current instance, which can differ from call to call: see `replaceInstance`. Before the first use, a call gets
 * its scanners from expansion-scanners.ts or all-scanners.ts, which make the instance.
 */
export function wasmInstance(): Instance {
  return instance!;
}

/** Takes an instance of another module, which has the scanners of expansion, too. */
export function changeModule(other: Compiled): void {
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

export function instantiate(module: Compiled): Instance {
  if (typeof module === "function") return { scanners: module() };
  // The loader instantiates a module from bytes or from a compiled module, and supplies the imports of AssemblyScript's
  // runtime. It wraps each export in a closure that counts arguments, so the plain exports are called directly.
  const { instance } = explained(() => instantiateSync(module));
  return { scanners: instance.exports as unknown as ExpansionScanners };
}

/** Compiles a module from the hexadecimal text that this package carries. */
export function compile(hex: string): WebAssembly.Module {
  return explained(() => new WebAssembly.Module(decode(hex)));
}

/** Newer runtimes have `fromHex`, Node and Bun have `Buffer`; the loop takes 1.5 ms, a fifth of a cold start. */
function decode(hex: string): Uint8Array<ArrayBuffer> {
  const { fromHex } = Uint8Array as { fromHex?: (hex: string) => Uint8Array<ArrayBuffer> };
  if (fromHex !== undefined) return fromHex.call(Uint8Array, hex);
  if (typeof Buffer === "function") return Buffer.from(hex, "hex");
  const bytes = new Uint8Array(hex.length / 2);
  for (let i = 0; i < bytes.length; i++) bytes[i] = Number.parseInt(hex.substring(2 * i, 2 * i + 2), 16);
  return bytes;
}

/** `WebAssembly` cannot be used here. The message says why, and what to do. */
export class WebAssemblyError extends Error {
  override readonly name = "WebAssemblyError";
}

/** Returns what an action returns. */
export function explained<T>(action: () => T): T {
  try {
    return action();
  } catch (cause) {
    throw new WebAssemblyError(reasonOf(cause), { cause });
  }
}

/** The words of V8 (also in Workers), SpiderMonkey, and JavaScriptCore. */
const FORBIDDEN = /disallowed by embedder|content security policy|\bCSP\b|unsafe-eval/i;

function reasonOf(cause: unknown): string {
  const message = String((cause as Partial<Error> | undefined)?.message);
  if (typeof WebAssembly === "undefined") return "this runtime has no WebAssembly: import varexpand/portable";
  if (FORBIDDEN.test(message)) {
    return (
      "WebAssembly must not be compiled here: allow 'wasm-unsafe-eval' in the Content-Security-Policy's script-src, or " +
      "use initialize(module)"
    );
  }
  if (/out of memory/i.test(message)) {
    return "there is not enough memory for WebAssembly: raise the limit (ulimit -v)";
  }
  if (!WebAssembly.validate(SIMD)) return "WebAssembly has no SIMD here: import varexpand/portable";
  return `WebAssembly cannot be used here: ${message}`;
}

/** A module with one function, which returns a vector. */
const SIMD = /* @__PURE__ */ Uint8Array.from([
  0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 8, 1, 6, 0, 65, 0, 253, 15, 11,
]);
