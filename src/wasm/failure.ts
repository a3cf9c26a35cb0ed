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
  if (typeof WebAssembly === "undefined") return "this runtime has no WebAssembly: use one that has, or enable it";
  if (FORBIDDEN.test(message)) {
    return (
      "WebAssembly must not be compiled here: allow 'wasm-unsafe-eval' in the Content-Security-Policy's script-src, or " +
      "use varexpand/core and initialize(module)"
    );
  }
  if (/out of memory/i.test(message)) {
    return "there is not enough memory for WebAssembly: raise the limit (such as that of ulimit -v), or free memory";
  }
  if (!WebAssembly.validate(SIMD)) return "WebAssembly has no SIMD here: use a runtime and a processor that support it";
  return `WebAssembly cannot be used here: ${message}`;
}

/** A module with one function, which returns a vector. */
const SIMD = /* @__PURE__ */ Uint8Array.from([
  0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 8, 1, 6, 0, 65, 0, 253, 15, 11,
]);
