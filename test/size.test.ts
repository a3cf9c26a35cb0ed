/** What `import { expand } from "varexpand"` brings along and does. */
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { type BuildOptions, build } from "esbuild";
import { expect, test, vi } from "vitest";

const root = join(import.meta.dirname, "..");

const gzipped = (bytes: Uint8Array) => gzipSync(bytes, { level: 9 }).length;

const OPTIONS = {
  bundle: true,
  minify: true,
  write: false as const,
  format: "esm",
  platform: "neutral",
  mainFields: ["module", "main"],
} satisfies BuildOptions;

async function worker(contents: string): Promise<{ suffixes: (string | undefined)[]; size: number }> {
  const { outputFiles } = await build({
    ...OPTIONS,
    stdin: { contents, resolveDir: root, loader: "js" },
    conditions: ["workerd", "worker", "browser"],
    loader: { ".wasm": "copy" },
    outdir: "out",
    logLevel: "error",
  });
  return {
    suffixes: outputFiles.map(({ path }) => path.split(".").at(-1)).sort(),
    size: outputFiles.reduce((sum, { contents }) => sum + gzipped(contents), 0),
  };
}

test("a Worker with expand alone needs no module, and stays within 1.5 KB, gzipped", async () => {
  const { suffixes, size } = await worker('export { expand } from "./dist/expansion/index.js";');
  expect(suffixes).toEqual(["js"]);
  expect(size).toBeLessThanOrEqual(1536);
});

test("a Worker with Environment alone stays within 11 KB, gzipped, its module included", async () => {
  const { suffixes, size } = await worker('export { Environment } from "./dist/expansion/index.js";');
  expect(suffixes).toEqual(["js", "wasm"]);
  expect(size).toBeLessThanOrEqual(11 * 1024);
});

test("nothing is compiled at import time; the first call compiles", async () => {
  vi.resetModules();
  const compiled = vi.spyOn(WebAssembly, "Module");
  const { Environment, expand } = await import("../src/index.ts");
  const environment = new Environment({ A: "1" });
  expect(expand("$(A)", () => "1")).toBe("1");
  expect(environment.expand("no reference")).toBe("no reference");
  expect(compiled).not.toHaveBeenCalled();
  expect(environment.expand("$(A)")).toBe("1");
  expect(compiled).toHaveBeenCalledTimes(1);
  compiled.mockRestore();
});
