/** The entry for hosts without WebAssembly, as the package contains it. */
import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";

/** Runs a program on a host without WebAssembly; returns what its last line prints. */
function withoutWebAssembly(program: string): unknown {
  return run(`delete globalThis.WebAssembly;\n${program}`);
}

function run(program: string): unknown {
  const args = ["--input-type=module", "--eval", program];
  return JSON.parse(execFileSync(process.execPath, args, { encoding: "utf8" }).trimEnd().split("\n").at(-1)!);
}

test("gives the main entry's result for every vector", () => {
  const results = (entry: string) => `
    import { conformance } from "./test/runtimes/conformance.js";
    import { sampleVectors } from "./test/runtimes/vectors.js";
    const varexpand = await import("${entry}");
    console.log(JSON.stringify(conformance(varexpand, sampleVectors(Number.POSITIVE_INFINITY))));
  `;
  const expected = run(results("varexpand")) as Record<string, { passed: number; total: number }>;
  expect(withoutWebAssembly(results("varexpand/portable"))).toEqual(expected);
  for (const { passed, total } of Object.values(expected)) expect(passed).toBeGreaterThan(0.99 * total);
});

test("has the names of the main entry", () => {
  const missing = withoutWebAssembly(`
    const [main, portable] = await Promise.all([import("varexpand"), import("varexpand/portable")]);
    console.log(JSON.stringify(Object.keys(main).filter((name) => main[name] !== portable[name])));
  `);
  expect(missing).toEqual([]);
});

test("memory grows, and text of several MiB is expanded in one piece", () => {
  const lengths = withoutWebAssembly(`
    const { Environment } = await import("varexpand/portable");
    const environment = new Environment({ A: "x".repeat(100_000) });
    const text = new TextEncoder().encode("- $(A)\\n".repeat(100) + " ".repeat(5_000_000));
    const output = new Uint8Array(20_000_000);
    console.log(JSON.stringify([environment.expandInto(text, output).written, environment.expandBytes(text).length]));
  `);
  const length = 100 * 100_003 + 5_000_000;
  expect(lengths).toEqual([length, length]);
});

test("what needs WebAssembly in the other entries says to import this one", () => {
  const messages = withoutWebAssembly(`
    const { Environment, expand, parseDotenv } = await import("varexpand");
    const messages = [() => new Environment({ A: "1" }).expandBytes(new Uint8Array([36, 40])), () => parseDotenv("A=1")];
    console.log(JSON.stringify([expand("$(A)", () => "1"), ...messages.map((run) => {
      try {
        run();
      } catch ({ message }) {
        return message;
      }
    })]));
  `);
  const message = "this runtime has no WebAssembly: import varexpand/portable";
  expect(messages).toEqual(["1", message, message]);
});
