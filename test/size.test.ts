/** Tests the size and the side effects of importing a single name. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { type BuildOptions, build } from "esbuild";
import { expect, test, vi } from "vitest";

const root = join(import.meta.dirname, "..");

const OPTIONS = {
  bundle: true,
  minify: true,
  write: false as const,
  format: "esm",
  platform: "neutral",
  loader: { ".wasm": "copy" },
  outdir: "out",
  logLevel: "error",
} satisfies BuildOptions;

/** The kinds of files of a bundle with one name of an entry, and their compressed size in bytes. */
async function bundle(entry: string, name: string, conditions: string[] = []) {
  const contents = `export { ${name} } from "varexpand${entry}";`;
  const { outputFiles } = await build({ ...OPTIONS, stdin: { contents, resolveDir: root, loader: "js" }, conditions });
  return {
    suffixes: outputFiles.map(({ path }) => path.split(".").at(-1)).sort(),
    size: outputFiles.reduce((sum, { contents }) => sum + gzipSync(contents, { level: 9 }).length, 0),
  };
}

const WORKER = ["workerd", "worker", "browser"];

test.each(["", "/expand"])(
  "varexpand%s: a Worker with expand alone has no scanners, and at most 1.5 KB",
  async (entry) => {
    const { suffixes, size } = await bundle(entry, "expand", WORKER);
    expect(suffixes).toEqual(["js"]);
    expect(size).toBeLessThanOrEqual(1536);
  },
);

test("a Worker with Environment alone has at most 12 KB, its scanners included", async () => {
  const { suffixes, size } = await bundle("/expand", "Environment", WORKER);
  expect(suffixes).toEqual(["js", "wasm"]);
  expect(size).toBeLessThanOrEqual(12 * 1024);
});

test("a Worker with Substitution alone has at most 17 KB, its scanners included", async () => {
  const { suffixes, size } = await bundle("/expand", "Substitution", WORKER);
  expect(suffixes).toEqual(["js", "wasm"]);
  expect(size).toBeLessThanOrEqual(17 * 1024);
});

test.each(["", "/envfile"])("varexpand%s: a bundle with parseDotenv alone has less than 16 KB", async (entry) => {
  expect((await bundle(entry, "parseDotenv")).size).toBeLessThan(16_000);
});

test.each(["export *", "import"])("varexpand/dotenv: %s has at most 10 kB", async (statement) => {
  const contents = statement === "import" ? 'import "varexpand/dotenv/config";' : 'export * from "varexpand/dotenv";';
  const { outputFiles } = await build({ ...OPTIONS, stdin: { contents, resolveDir: root, loader: "js" } });
  expect(outputFiles).toHaveLength(1);
  const size = gzipSync(outputFiles[0]!.contents, { level: 9 }).length;
  expect(size).toBeGreaterThan(5_000);
  expect(size).toBeLessThanOrEqual(10_000);
});

test("nothing is compiled at import time; the first call compiles", async () => {
  vi.resetModules();
  const compiled = vi.spyOn(WebAssembly, "Module");
  const { Environment, expand, parseDotenv, resolveTemplateString } = await import("../src/index.ts");
  const environment = new Environment({ A: "1" });
  const bytes = new TextEncoder().encode("$(A)");
  expect(expand("$(A)", () => "1")).toBe("1");
  expect(environment.expand("$(A)")).toBe("1");
  expect(compiled).not.toHaveBeenCalled();
  expect(resolveTemplateString("${1}")).toBe(1);
  expect(compiled).not.toHaveBeenCalled();
  for (let i = 0; i < 2; i++) {
    expect(String.fromCharCode(...environment.expandBytes(bytes))).toBe("1");
    if (i === 0) expect(compiled).toHaveBeenCalledTimes(1);
    expect(parseDotenv("A=2")).toEqual({ A: "2" });
    expect(compiled).toHaveBeenCalledTimes(2);
  }
  compiled.mockRestore();
});

test("scanners that the caller provides serve every call", async () => {
  vi.resetModules();
  const compiled = vi.spyOn(WebAssembly, "Module");
  const { Environment, initialize, parseDotenv } = await import("../src/index.ts");
  initialize(new WebAssembly.Module(readFileSync(join(root, "build/release.wasm"))));
  expect(parseDotenv("A=2")).toEqual({ A: "2" });
  expect(new Environment({ A: "1" }).expand("$(A)")).toBe("1");
  expect(compiled).toHaveBeenCalledTimes(1);
  compiled.mockRestore();
});
