/** Random values in Node: from the kernel's device where it can be read, else from `crypto`. */
import * as fs from "node:fs";
import { afterEach, expect, test, vi } from "vitest";
import { crypto } from "../../src/wasm/random-node.ts";

afterEach(() => vi.restoreAllMocks());

const drawn = () => {
  const bytes = new Uint8Array(64);
  crypto.getRandomValues(bytes);
  return bytes;
};
/** How many different bytes two draws of 64 hold: 100 are expected, 2 if nothing is drawn. */
const different = () => new Set([...drawn(), ...drawn()]).size;

/** Replaces functions of `node:fs` for the code under test. */
const withFs = (replaced: Partial<Record<"openSync" | "fstatSync" | "readSync" | "closeSync", unknown>>) =>
  vi.spyOn(process, "getBuiltinModule").mockImplementation(() => ({ ...fs, ...replaced }) as never);

const isDevice = fs.existsSync("/dev/urandom");

test.runIf(isDevice)("bytes of the device, and nothing of `crypto`, which takes milliseconds to load", () => {
  const asked = vi.spyOn(globalThis.crypto, "getRandomValues");
  const closed = vi.fn(fs.closeSync);
  withFs({ closeSync: closed });
  expect(different()).toBeGreaterThan(64);
  expect(asked).not.toHaveBeenCalled();
  expect(closed).toHaveBeenCalledTimes(2);
});

test.each<[string, Parameters<typeof withFs>[0]]>([
  ["there is no device", { openSync: () => fs.openSync("/dev/urandom-not-there", "r") }],
  [
    "the device must not be read",
    {
      openSync: () => {
        throw Object.assign(new Error("Access to this API has been restricted"), { code: "ERR_ACCESS_DENIED" });
      },
    },
  ],
  ["it is a file", { openSync: () => fs.openSync(import.meta.filename, "r") }],
  ["it gives fewer bytes", { readSync: () => 3 }],
  [
    "reading fails",
    {
      readSync: () => {
        throw new Error("EIO");
      },
    },
  ],
])("`crypto` where %s", (_, replaced) => {
  const asked = vi.spyOn(globalThis.crypto, "getRandomValues");
  withFs(replaced);
  expect(different()).toBeGreaterThan(64);
  expect(asked).toHaveBeenCalledTimes(2);
});

test.runIf(isDevice)("a device that is not used is closed", () => {
  const closed = vi.fn(fs.closeSync);
  withFs({ closeSync: closed, readSync: () => 0 });
  drawn();
  expect(closed).toHaveBeenCalledOnce();
});

test("`crypto` where a module of Node cannot be asked for", () => {
  const { getBuiltinModule } = process;
  const asked = vi.spyOn(globalThis.crypto, "getRandomValues");
  process.getBuiltinModule = undefined as never;
  try {
    expect(different()).toBeGreaterThan(64);
  } finally {
    process.getBuiltinModule = getBuiltinModule;
  }
  expect(asked).toHaveBeenCalledTimes(2);
});

test("`crypto` in Deno, which would ask the user whether the device may be read", () => {
  vi.stubGlobal("Deno", {});
  const asked = vi.spyOn(process, "getBuiltinModule");
  expect(different()).toBeGreaterThan(64);
  expect(asked).not.toHaveBeenCalled();
  vi.unstubAllGlobals();
});
