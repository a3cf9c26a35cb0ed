import { Buffer } from "node:buffer";
import { afterEach, describe, expect, test, vi } from "vitest";
import { nodeModule } from "../../src/text/node-module.ts";

afterEach(() => {
  vi.unstubAllGlobals();
});

const hasModules = typeof process.getBuiltinModule === "function";

test.runIf(hasModules)("Node has them", () => {
  expect(nodeModule("node:buffer")?.Buffer).toBe(Buffer);
});

describe("there is none", () => {
  test.each([
    ["no process", undefined],
    ["a process that is null", null],
    ["an older Node's process", {}],
    ["a page's own variable", "process"],
    ["a process that knows no such module", { getBuiltinModule: () => undefined }],
  ])("with %s", (_, value) => {
    vi.stubGlobal("process", value);
    expect(nodeModule("node:crypto")).toBeUndefined();
  });

  test("where loading it fails", () => {
    vi.stubGlobal("process", {
      getBuiltinModule: () => {
        throw new Error("Node.js is not compiled with OpenSSL crypto support");
      },
    });
    expect(nodeModule("node:crypto")).toBeUndefined();
  });
});
