/** What `import { expand } from "varexpand"` brings along and does. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import { expect, test, vi } from "vitest";

const root = join(import.meta.dirname, "..");

/** Bytes, minified and gzipped, the WebAssembly in it included: all scanners, though `expand` needs but one. */
const BUDGET = 13 * 1024;

test("expand alone stays within its budget", async () => {
  const { outputFiles } = await build({
    stdin: { contents: 'export { expand } from "./src/index.ts";', resolveDir: root, loader: "ts" },
    alias: { "#wasm-module": join(root, "src/wasm/module.ts") },
    bundle: true,
    minify: true,
    write: false,
    format: "esm",
    platform: "neutral",
    mainFields: ["module", "main"],
  });
  const bundle = outputFiles[0]!.contents;
  // The module is in there: were it not, the size would say nothing.
  const wasm = readFileSync(join(root, "build/release.wasm"));
  expect(Buffer.from(bundle).toString()).toContain(wasm.toString("hex"));
  expect(gzipSync(bundle, { level: 9 }).length).toBeLessThanOrEqual(BUDGET);
});

test("nothing is compiled at import time; the first call compiles", async () => {
  vi.resetModules();
  const compiled = vi.spyOn(WebAssembly, "Module");
  const { expand } = await import("../src/index.ts");
  expect(compiled).not.toHaveBeenCalled();
  expect(expand("no reference", () => "")).toBe("no reference");
  expect(compiled).not.toHaveBeenCalled();
  expect(expand("$(A)", () => "1")).toBe("1");
  expect(compiled).toHaveBeenCalledTimes(1);
  compiled.mockRestore();
});
