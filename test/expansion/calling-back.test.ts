/** Mapping functions that use this package while a string of theirs is being expanded. */
import { describe, expect, test } from "vitest";
import { Environment, expand, parseEnvFile } from "../../src/index.ts";
import { fuzzCases, Random } from "../reference/random.ts";

const environment = new Environment({ A: "a", B: "b" });

/** Few references: the debug build takes long for each. */
const MUCH = Buffer.alloc(3 << 20, `${"x".repeat(4096)}$(A)$$`);

const CALLS: [string, () => unknown][] = [
  ["expand", () => expand("$(X)$(Y)$$", (name) => `<${name}>`)],
  ["expand without a reference", () => expand("x", () => "")],
  ["expand that throws", () => expect(() => expand("$(X)", fail)).toThrow("fails")],
  ["a compiled environment", () => environment.expand("$(A)$(B)$(NONE)")],
  ["a new environment", () => new Environment({ C: "c" }).expand("$(C)")],
  ["bytes", () => environment.expandBytes(new TextEncoder().encode("$(A)"))],
  ["so many bytes that memory grows", () => environment.expandBytes(MUCH)],
  ["an env file", () => parseEnvFile("A='1'\n")],
  ["nothing", () => {}],
];

function fail(): never {
  throw new Error("fails");
}

const TEXT = "0$(A)1$(LONG_NAME_THAT_IS_NOT_SHORT_AT_ALL_NO)2$$3$(B)4$(A)5$(B)$(A)6$(C";
const EXPECTED = "0[A]1[LONG_NAME_THAT_IS_NOT_SHORT_AT_ALL_NO]2$3[B]4[A]5[B][A]6$(C";

describe.each(CALLS)("%s", (what, call) => {
  // After memory has grown, the next call replaces the instance, which takes long in the debug build.
  const rounds = what.includes("memory") ? 2 : 4;

  test.each([0, 1, 2, 3, 4, 5])("at reference %i", (when) => {
    for (let round = 0; round < rounds; round++) {
      let count = 0;
      const result = expand(TEXT, (name) => {
        if (count++ === when) call();
        return `[${name}]`;
      });
      expect(result).toBe(EXPECTED);
      expect(count).toBe(6);
    }
  });
});

test("an error in the mapping function does not affect later calls", () => {
  for (let when = 0; when < 6; when++) {
    let count = 0;
    const failing = (name: string) => (count++ === when ? fail() : `[${name}]`);
    expect(() => expand(TEXT, failing)).toThrow("fails");
    expect(expand(TEXT, (name) => `[${name}]`)).toBe(EXPECTED);
  }
});

test("seeded: texts in texts, at any depth, with repeated names", () => {
  const random = new Random(41);
  const names = ["A", "B", "CC", "D_D", "long".repeat(10), "é", ""];
  const text = () =>
    Array.from({ length: random.below(9) }, () =>
      random.pick(["x", "$$", "$", "$(", ")", `$(${random.pick(names)})`]),
    ).join("");
  for (let i = 0; i < fuzzCases(2000); i++) {
    const texts = Array.from({ length: 4 }, text);
    const asked: string[] = [];
    const inner = (depth: number): string =>
      expand(texts[depth]!, (name) => {
        asked.push(`${depth}${name}`);
        return depth < 3 && asked.length % 3 === 0 ? `<${inner(depth + 1)}>` : `[${name}]`;
      });
    const plainly: string[] = [];
    const expected = (depth: number): string =>
      plainExpand(texts[depth]!, (name) => {
        plainly.push(`${depth}${name}`);
        return depth < 3 && plainly.length % 3 === 0 ? `<${expected(depth + 1)}>` : `[${name}]`;
      });
    expect(inner(0), JSON.stringify(texts)).toBe(expected(0));
    expect(asked).toEqual(plainly);
  }
});

function plainExpand(text: string, mapping: (name: string) => string): string {
  return text.replace(/\$(?:\$|\(([^)]*)\))/g, (_, name: string | undefined) =>
    name === undefined ? "$" : mapping(name),
  );
}
