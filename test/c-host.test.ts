/** The example host in C, built with the module that the package contains. */
import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { root } from "./docs/documents.ts";
import { bytesOf, VECTOR_FILES, vectorsIn } from "./expansion/kubernetes-vectors.ts";
import { hasTool } from "./tools.ts";

const vectors = VECTOR_FILES.flatMap(vectorsIn);

/** Buffers of the usual size, and buffers that every input fills: all vectors are for these. Each starts a process. */
const BUILDS = {
  usual: { options: [], vectors: vectors.filter((_, i) => i % 3 === 0) },
  tiny: { options: ["-DCHUNK=3", "-DVALUES=1", "-DRECORDS=1"], vectors },
};

const folder = mkdtempSync(join(tmpdir(), "varexpand-c-"));
// It has thousands of files.
afterAll(() => rmSync(folder, { recursive: true }), 120_000);

interface Run {
  readonly input: Uint8Array | string;
  readonly variables: Record<string, string>;
}

const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;

/** Runs a build for each input, all from one shell, which starts processes faster than Node.js. */
function runAll(build: string, runs: readonly Run[]) {
  const commands = runs.map(({ input, variables }, i) => {
    writeFileSync(join(folder, `${i}.in`), input);
    const args = Object.entries(variables).map((pair) => quoted(pair.join("=")));
    return `./${build} ${args.join(" ")} <${i}.in >${i}.out 2>${i}.err || exit\n`;
  });
  writeFileSync(join(folder, "run.sh"), commands.join(""));
  execFileSync("sh", ["run.sh"], { cwd: folder });
  return runs.map((_, i) => ({
    output: readFileSync(join(folder, `${i}.out`)),
    unresolved: readFileSync(join(folder, `${i}.err`)),
  }));
}

test("the module has no imports, and docs/abi.md describes its exports", () => {
  const module = new WebAssembly.Module(readFileSync(join(root, "dist/scalar.wasm")));
  const page = readFileSync(join(root, "docs/abi.md"), "utf8");
  expect(WebAssembly.Module.imports(module)).toEqual([]);
  const names = WebAssembly.Module.exports(module).map(({ name }) => name);
  expect(names.filter((name) => !new RegExp(`\\b${name}\\b`).test(page))).toEqual([]);
});

/** Calls each export with addresses and lengths that do not belong together. */
const CALLS = `
const { readFileSync } = require("node:fs");
const module = new WebAssembly.Module(readFileSync(process.argv[1]));
let state = 7;
const below = (limit) => ((state = (Math.imul(state, 1664525) + 1013904223) | 0) >>> 8) % limit;
const TEXT = "$(A)$$ '\\"\\\\\\n=:#[]{}-a$(";
for (const { name, kind } of WebAssembly.Module.exports(module)) {
  for (let round = 0; kind === "function" && round < 30; round++) {
    const exports = new WebAssembly.Instance(module).exports;
    exports.memory.grow(4);
    const bytes = new Uint8Array(exports.memory.buffer);
    const start = exports.arenaStart();
    for (let i = start + 4096; i < bytes.length; i++) bytes[i] = TEXT.charCodeAt((i * 7 + below(3)) % TEXT.length);
    exports.environmentReset(start, 10, 0x292801);
    const argument = () => {
      const kinds = [start + 4096 + below(bytes.length - start - 4096), below(4), bytes.length - below(200), below(65536), start, -1 - below(9)];
      return kinds[below(10) > 7 ? 5 : below(5)];
    };
    for (let call = 0; call < 4; call++) {
      try {
        exports[name](...Array.from({ length: exports[name].length }, argument));
      } catch (error) {
        if (!(error instanceof WebAssembly.RuntimeError)) throw error;
      }
    }
  }
}`;

test("every call returns or is a trap, whatever its arguments are", { timeout: 120_000 }, () => {
  const args = ["-e", CALLS, join(root, "dist/scalar.wasm")];
  const { signal, status, stderr } = spawnSync(process.execPath, args, { encoding: "utf8", timeout: 100_000 });
  expect({ signal, status, stderr }).toEqual({ signal: null, status: 0, stderr: "" });
});

describe.runIf(hasTool("wasm2c", "--version") && hasTool("gcc", "--version"))("examples/c/host.c", () => {
  beforeAll(() => {
    const inFolder = { cwd: folder };
    execFileSync("wasm2c", [join(root, "dist/scalar.wasm"), "-o", "scalar.c"], inFolder);
    execFileSync("gcc", ["-w", "-c", "scalar.c"], inFolder);
    for (const [name, { options }] of Object.entries(BUILDS)) {
      const files = [join(root, "examples/c/host.c"), "scalar.o", "-lwasm-rt-impl", "-lm", "-o", name];
      // A program that is linked statically starts faster.
      execFileSync("gcc", ["-static", "-O2", "-Wall", "-Wextra", "-Werror", "-I.", ...options, ...files], inFolder);
    }
  }, 120_000);

  test("has at most 140 lines", () => {
    expect(readFileSync(join(root, "examples/c/host.c"), "utf8").split("\n").length - 1).toBeLessThanOrEqual(140);
  });

  test.each(Object.entries(BUILDS))(
    "%s: gives the result and the names of the vectors",
    { timeout: 120_000 },
    (build, { vectors }) => {
      const results = runAll(
        build,
        vectors.map(({ input, inputBase64, vars, contexts }) => ({
          input: bytesOf(input, inputBase64),
          variables: Object.assign({}, ...(contexts ?? [vars!]).toReversed()),
        })),
      );
      for (const [i, { output, unresolved }] of results.entries()) {
        const vector = vectors[i]!;
        expect(output, JSON.stringify(vector)).toEqual(Buffer.from(bytesOf(vector.output, vector.outputBase64)));
        const names = vector.unresolved ?? vector.unresolvedBase64?.map((name) => Buffer.from(name, "base64"));
        if (names === undefined) continue;
        const lines = names.flatMap((name) => [Buffer.from("unresolved: "), Buffer.from(name), Buffer.from("\n")]);
        expect(unresolved, JSON.stringify(vector)).toEqual(Buffer.concat(lines));
      }
    },
  );

  test.each(Object.keys(BUILDS))("%s: memory grows for long values, long names, and many names", (build) => {
    const value = "v".repeat(100_000);
    const name = "n".repeat(300_000);
    const input = `${"$(LONG)".repeat(50)}$(${name})${"$(A)$$(B)".repeat(3000)}$(${name}`;
    const [result] = runAll(build, [{ input, variables: { LONG: value } }]);
    expect(result!.output.toString() === `${value.repeat(50)}$(${name})${"$(A)$(B)".repeat(3000)}$(${name}`).toBe(true);
    expect(result!.unresolved.toString() === `unresolved: ${name}\n${"unresolved: A\n".repeat(3000)}`).toBe(true);
  });

  test("an argument that is not a variable is an error", () => {
    const { status, stderr } = spawnSync(join(folder, "usual"), ["A"], { input: "", encoding: "utf8" });
    expect({ status, stderr }).toEqual({ status: 2, stderr: "expand: usage: expand NAME=VALUE... <input >output\n" });
  });
});
