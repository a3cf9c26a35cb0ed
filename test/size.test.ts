/** What `import { expand } from "varexpand"` brings along and does. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { type BuildOptions, build } from "esbuild";
import { expect, test, vi } from "vitest";

const root = join(import.meta.dirname, "..");

const module = (name: string) => join(root, `src/wasm/${name}.ts`);
const gzipped = (bytes: Uint8Array) => gzipSync(bytes, { level: 9 }).length;

const OPTIONS = {
  bundle: true,
  minify: true,
  write: false as const,
  format: "esm",
  platform: "neutral",
  mainFields: ["module", "main"],
} satisfies BuildOptions;

test("expand alone, with its module in it, stays within 8 KB, gzipped", async () => {
  const { outputFiles } = await build({
    ...OPTIONS,
    stdin: { contents: 'export { expand } from "./src/index.ts";', resolveDir: root, loader: "ts" },
    alias: { "#wasm-module": module("module"), "#expansion-module": module("expansion-module") },
  });
  const bundle = outputFiles[0]!.contents;
  // The module is in there: were it not, the size would say nothing.
  const wasm = readFileSync(join(root, "build/expansion.wasm"));
  expect(Buffer.from(bundle).toString()).toContain(wasm.toString("hex"));
  expect(gzipped(bundle)).toBeLessThanOrEqual(8 * 1024);
});

test("a Worker with expand alone stays within 7 KB, gzipped, its module included", async () => {
  const { outputFiles } = await build({
    ...OPTIONS,
    stdin: { contents: 'export { expand } from "./dist/expansion/index.js";', resolveDir: root, loader: "js" },
    conditions: ["workerd", "worker", "browser"],
    loader: { ".wasm": "copy" },
    outdir: "out",
    logLevel: "error",
  });
  const suffixes = outputFiles.map(({ path }) => path.split(".").at(-1)).sort();
  expect(suffixes).toEqual(["js", "wasm"]);
  expect(outputFiles.reduce((sum, { contents }) => sum + gzipped(contents), 0)).toBeLessThanOrEqual(7 * 1024);
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
