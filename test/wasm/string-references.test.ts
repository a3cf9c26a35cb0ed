/**
 * Short strings, whose references the scanner finds where the runtime has js-string builtins. Here it has them: where it
 * has none, an import stands in.
 */
import { readFileSync } from "node:fs";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { loadModule } from "#wasm-module";
import { Environment, type ObjectEventRecorder } from "../../src/index.ts";
import { useModule } from "../../src/wasm/arena.ts";
import { scannedUnits } from "../../src/wasm/string-references.ts";
import { referenceExpand } from "../reference/expand.ts";
import { fuzzCases, Random } from "../reference/random.ts";

beforeAll(() => {
  vi.spyOn(WebAssembly.Module, "imports").mockReturnValue([]);
  useModule(loadModule());
});
afterAll(() => {
  vi.restoreAllMocks();
  useModule(loadModule());
});

const encoder = new TextEncoder();
const decoder = new TextDecoder("utf-8", { ignoreBOM: true });

/** What an environment makes of a string, and the names that it tells of; by the reference, too. */
function check(text: string, variables: Readonly<Record<string, string>>, environment = new Environment(variables)) {
  const names: string[] = [];
  const output = referenceExpand(encoder.encode(text), (bytes) => {
    const name = decoder.decode(bytes);
    if (Object.hasOwn(variables, name)) return encoder.encode(variables[name]);
    names.push(name);
    return undefined;
  });
  const told: string[] = [];
  const recorder: ObjectEventRecorder = {
    event: (_reason, message) => void told.push(message),
    eventf() {},
    pastEventf() {},
  };
  const expected = decoder.decode(output);
  expect(environment.expand(text), JSON.stringify(text)).toBe(expected);
  expect(environment.expand(text, recorder), JSON.stringify(text)).toBe(expected);
  expect(told).toEqual(names.map((name) => `$(${name}) cannot be expanded: the variable is not defined`));
}

test("the scanner reads strings, up to a length", () => {
  expect([8, 256]).toContain(scannedUnits());
});

const UNITS = ["$$", "$(A)", "$(NONE)", "$()", "$(é)", "$(A", "$x", "-"];

test.each(UNITS)("%j, in every length and at every place of a window", (unit) => {
  const variables = { A: "1", é: "\u{1f600}", LONG_NAME_OF_THIRTY_UNITS_OR_SO: "" };
  const environment = new Environment(variables);
  for (let length = 0; length <= scannedUnits() + 4; length++) {
    const filled = unit.repeat(Math.ceil(length / unit.length)).slice(0, length);
    check(filled, variables, environment);
    const end = "$(LONG_NAME_OF_THIRTY_UNITS_OR_SO)$(A)$";
    check(`before $${"-".repeat(length)}${unit}${end}`, variables, environment);
  }
});

test("the recorded cases", () => {
  const lines = readFileSync(new URL("../vectors/kubernetes/expand-public.jsonl", import.meta.url), "utf8").trimEnd();
  const cases = lines.split("\n").map((line) => JSON.parse(line) as { input?: string; vars?: Record<string, string> });
  const texts = cases.filter(({ input, vars }) => input !== undefined && vars !== undefined);
  expect(texts.length).toBeGreaterThan(500);
  for (const { input, vars } of texts) check(input!, vars!);
});

test("seeded: texts of pieces, a variable set in between", () => {
  const random = new Random(31);
  const pieces = ["$", "$$", "$(", ")", "$(A)", "$(B)", "$(A_LONG_NAME)", "$()", "x", "é", "日本", "\u{1f600}"];
  for (let i = 0; i < fuzzCases(3000); i++) {
    const variables: Record<string, string> = { A: random.pick(["", "1", "$(B)"]), A_LONG_NAME: "value" };
    const environment = new Environment(variables);
    for (let round = 0; round < 2; round++) {
      const text = Array.from({ length: random.below(40) }, () => random.pick(pieces)).join("");
      check(text, variables, environment);
      variables.B = "2";
      environment.set("B", "2");
    }
  }
});
