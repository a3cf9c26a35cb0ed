import { transformSync } from "esbuild";
import { expect, test } from "vitest";
import { mutantsOf } from "./enumerate.ts";
import { mutated } from "./mutant.ts";
import { OFF, STATE, type Switches, switched } from "./switches.ts";

/** What code prints: with no mutant, and with each of them, numbered from 100. */
function printed(source: string) {
  const mutants = new Map(mutantsOf("src/a.ts", source).map((mutant, i) => [100 + i, mutant]));
  const print = (text: string): unknown => {
    const lines: unknown[] = [];
    try {
      new Function("print", transformSync(text, { loader: "ts" }).code)((line: unknown) => lines.push(line));
    } catch (error) {
      lines.push(`${error}`);
    }
    return lines;
  };
  const text = switched(source, mutants);
  const original = print(text);
  const state = (globalThis as unknown as Record<string, Switches>)[STATE]!;
  const reached = new Set(state.reached);
  state.reached.clear();
  const others = Array.from(mutants, ([number, mutant]) => {
    state.on = number;
    const found = print(text);
    state.on = OFF;
    return { reached: reached.has(number), found, expected: print(mutated(source, mutant)) };
  });
  return { original, expected: print(source), others };
}

test.each([
  "const f = (a: number): number => (a > 1 ? a * 2 : a - 1);\nfor (const n of [0, 1, 2, 3]) print(f(n));",
  'const s = "abc";\nif (s.startsWith("a") && s.length === 3) print(s.slice(1, 2)); else print("no");',
  "let n = 0;\nfor (const i of [0, 1, 2]) { if (i === 1) continue; n += i; }\nprint(n);",
  "const o: { a?: { b: string } } = { a: { b: ' x ' } };\nprint(o.a?.b?.trimStart());\nprint(o?.a?.b.trimEnd() ?? 'none');",
  "function f(a: string[]): string[] { if (a.length > 1) return a; throw new Error(`few: ${a[0]}`); }\nprint(f(['x', 'y']));",
  "print(Math.min(1, 2, ...[3].map((x) => -x)));\nprint(/^a+$/.test('aa'), !true, ~1, 8 >>> 1);",
  "print(`a${1 + 1}`);\nlet x = [1]; x[0] += 2; print(x[x.length - 1]!);",
  "switch (1 + 1) { case 2: print('two'); break; default: print('other'); }",
])("each mutant does what its source does alone: %s", (source) => {
  const { original, expected, others } = printed(source);
  expect(original).toEqual(expected);
  expect(others.length).toBeGreaterThan(3);
  for (const { found, expected: alone } of others) expect(found).toEqual(alone);
});

test("reached mutants are recorded, and a loop that a mutant keeps running ends", () => {
  const source = "if (f) { print(1 + 1); }\nfor (let i = 0; i < 2; i++) print(i);";
  const mutants = new Map(mutantsOf("src/a.ts", source).map((mutant, i) => [i, mutant]));
  const { code } = transformSync(switched(source, mutants), { loader: "ts" });
  const lines: number[] = [];
  const run = (f: boolean) => new Function("f", "print", code)(f, (line: number) => lines.push(line));
  run(false);
  const state = (globalThis as unknown as Record<string, Switches>)[STATE]!;
  const numberOf = (replacement: string) => [...mutants].find(([, mutant]) => mutant.replacement === replacement)![0];
  expect(state.reached.has(numberOf("i--"))).toBe(true);
  expect(state.reached.has(numberOf("1 - 1"))).toBe(false);
  Object.assign(state, { on: numberOf("i--"), deadline: Date.now() - 1 });
  expect(() => run(false)).toThrow("the mutant does not end");
  Object.assign(state, { on: OFF, deadline: Number.POSITIVE_INFINITY });
});
