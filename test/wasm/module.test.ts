import { createContext, runInContext } from "node:vm";
import { afterEach, expect, test, vi } from "vitest";
import { expansion } from "#wasm/expansion";
import { compile } from "../../src/wasm/instance.ts";

const { Module } = WebAssembly;

afterEach(() => {
  vi.unstubAllGlobals();
  WebAssembly.Module = Module;
});

class Plain extends Uint8Array {
  static fromHex: unknown = undefined;
}
class WithHex extends Uint8Array {
  static fromHex = (hex: string) => new Uint8Array(Array.from(hex.matchAll(/../g), ([byte]) => Number(`0x${byte}`)));
}

test.each([
  ["with Uint8Array.fromHex", { Uint8Array: WithHex, Buffer: undefined }],
  ["with Buffer", { Uint8Array: Plain, Buffer }],
  ["without either", { Uint8Array: Plain, Buffer: undefined }],
])("the module is decoded %s", (_, globals) => {
  let decoded = new Uint8Array();
  WebAssembly.Module = class {
    constructor(bytes: Uint8Array<ArrayBuffer>) {
      decoded = bytes;
    }
  } as unknown as typeof Module;
  for (const [name, value] of Object.entries(globals)) vi.stubGlobal(name, value);
  compile(expansion);
  vi.unstubAllGlobals();
  expect(Buffer.from(decoded).toString("hex")).toBe(expansion);
  expect(Module.exports(new Module(decoded)).length).toBeGreaterThan(0);
});

const CSP =
  "WebAssembly must not be compiled here: allow 'wasm-unsafe-eval' in the Content-Security-Policy's script-src, or " +
  "use initialize(module)";
const MEMORY = "there is not enough memory for WebAssembly: raise the limit (ulimit -v)";

/** What V8 throws in a context in which code must not be generated. */
function forbidden(): unknown {
  const context = createContext({ bytes: new Uint8Array(8) }, { codeGeneration: { wasm: false } });
  return runInContext("try { new WebAssembly.Module(bytes) } catch (error) { error }", context);
}

test.each([
  ["V8's words", forbidden(), CSP],
  ["JavaScriptCore's words", new EvalError("Refused to create a WebAssembly object because 'unsafe-eval' is not"), CSP],
  ["SpiderMonkey's words", new WebAssembly.CompileError("call to WebAssembly.Module() blocked by CSP"), CSP],
  ["the policy's full name", new EvalError("violates the document's Content Security Policy"), CSP],
  ["no memory", new RangeError("WebAssembly.Module(): Out of memory: wasm code"), MEMORY],
  ["anything else", new RangeError("size"), "WebAssembly cannot be used here: size"],
])("an error where the module does not compile: %s", (_, cause, message) => {
  WebAssembly.Module = class {
    constructor() {
      throw cause;
    }
  } as unknown as typeof Module;
  expect(errorOf(() => compile(expansion))).toMatchObject({ name: "WebAssemblyError", message, cause });
});

test("an error where the runtime has no WebAssembly", () => {
  vi.stubGlobal("WebAssembly", undefined);
  const message = "this runtime has no WebAssembly: import varexpand/portable";
  expect(errorOf(() => compile(expansion))).toMatchObject({ message });
});

test("an error where the runtime has no SIMD", () => {
  WebAssembly.Module = class {
    constructor() {
      throw new WebAssembly.CompileError("Wasm SIMD unsupported");
    }
  } as unknown as typeof Module;
  const { validate } = WebAssembly;
  WebAssembly.validate = (bytes) => {
    expect(validate(bytes)).toBe(true);
    return false;
  };
  try {
    const message = "WebAssembly has no SIMD here: import varexpand/portable";
    expect(errorOf(() => compile(expansion))).toMatchObject({ name: "WebAssemblyError", message });
  } finally {
    WebAssembly.validate = validate;
  }
});

function errorOf(action: () => unknown): unknown {
  try {
    return action();
  } catch (error) {
    return error;
  }
}
