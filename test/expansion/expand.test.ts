/** `$(NAME)` in strings: the same result as the scanner of bytes, and the right name for a mapping function in every case. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { Environment, expand, type UnexpandedReference } from "../../src/index.ts";
import { referenceExpand } from "../reference/expand.ts";
import { fuzzCases, Random } from "../reference/random.ts";

const encoder = new TextEncoder();
const decoder = new TextDecoder("utf-8", { ignoreBOM: true });

/** Checks what an environment makes of a string and of its bytes, and the names that it reports, with the reference. */
function check(text: string, variables: Readonly<Record<string, string>>, environment = new Environment(variables)) {
  const names: string[] = [];
  const output = referenceExpand(encoder.encode(text), (bytes) => {
    const name = decoder.decode(bytes);
    if (Object.hasOwn(variables, name)) return encoder.encode(variables[name]);
    names.push(name);
    return undefined;
  });
  const reported: UnexpandedReference[] = [];
  const expected = decoder.decode(output);
  expect(environment.expand(text), JSON.stringify(text)).toBe(expected);
  expect(
    environment.expand(text, (reference) => reported.push(reference)),
    JSON.stringify(text),
  ).toBe(expected);
  expect(reported.map(({ name }) => name)).toEqual(names);
  for (const [i, { name, offset, syntax, reason }] of reported.entries()) {
    expect(text.startsWith(`$(${name})`, offset), JSON.stringify(text)).toBe(true);
    expect(offset).toBeGreaterThan(reported[i - 1]?.offset ?? -1);
    expect({ syntax, reason }).toEqual({ syntax: "kubernetes", reason: "unset" });
  }
  expect(decoder.decode(environment.expandBytes(encoder.encode(text))), JSON.stringify(text)).toBe(expected);
}

const UNITS = ["$$", "$(A)", "$(NONE)", "$()", "$(é)", "$(A", "$x", "-"];

test.each(UNITS)("%j, in short strings of every length", (unit) => {
  const variables = { A: "1", é: "\u{1f600}", LONG_NAME_OF_THIRTY_UNITS_OR_SO: "" };
  const environment = new Environment(variables);
  for (let length = 0; length <= 80; length++) {
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

/** What `expand` passes to its mapping function. */
function namesIn(text: string): string[] {
  const names: string[] = [];
  expand(text, (name) => {
    names.push(name);
    return "";
  });
  return names;
}

const referencesTo = (names: readonly string[]) => names.map((name) => `$(${name})`).join("-");

test("many more names than are remembered, again and again", () => {
  const names = Array.from({ length: 2000 }, (_, i) => `NAME_${i}`);
  for (let round = 0; round < 4; round++) {
    expect(namesIn(referencesTo(names))).toEqual(names);
    for (const name of names) expect(namesIn(`<$(${name})>`)).toEqual([name]);
  }
});

test("names that differ in one unit, in length, or in the text after them", () => {
  const names = ["", "A", "A\0", "A\0\0", "AB", "\0", "\0A", "é", "ý", "\ud800", "\udc00", "a".repeat(15)];
  for (const length of [15, 16, 17, 32, 33]) {
    for (let at = 0; at < length; at++) names.push(`${"n".repeat(at)}m${"n".repeat(length - at - 1)}`);
  }
  for (let round = 0; round < 3; round++) expect(namesIn(referencesTo(names))).toEqual(names);
});

test("a name followed by NUL is another name, even directly after the first", () => {
  for (let i = 0; i < 5000; i++) {
    const names = [`N${i}`, `N${i}`, `N${i}\0`];
    expect(namesIn(referencesTo(names))).toEqual(names);
  }
});

test.each([28, 30, 31, 32, 33, 36])("names of %i units that differ at any place, in turn", (length) => {
  const names = Array.from({ length }, (_, at) => `${"n".repeat(at)}m${"n".repeat(length - at - 1)}`);
  for (let round = 0; round < 3; round++) {
    for (const name of names) expect(namesIn(`$(${name})$(${name})`)).toEqual([name, name]);
  }
});

test("a name that is the beginning of another, and one with a unit that is not Latin-1 at any place", () => {
  const names = ["A", "AB", "ABC", "ABCD", "ABCDE"];
  for (let at = 0; at < 9; at++) names.push(`${"A".repeat(at)}\u0141${"A".repeat(8 - at)}`);
  for (let at = 0; at < 9; at++) names.push(`${"A".repeat(at)}\u00ff${"A".repeat(8 - at)}`);
  for (let round = 0; round < 3; round++) expect(namesIn(referencesTo(names))).toEqual(names);
});

test("a `$(` that is not closed, wherever the text ends", () => {
  for (let length = 0; length < 40; length++) {
    for (const filler of ["A", "\u0141"]) {
      const text = `$(A)$(${filler.repeat(length)}`;
      expect(expand(text, () => "v")).toBe(`v$(${filler.repeat(length)}`);
      expect(expand(`${text})`, (name) => `${name.length}`)).toBe(`1${length}`);
    }
  }
});

test.each(["__proto__", "constructor", "0", "1", "4294967295", "toString"])("%j, three times", (name) => {
  expect(namesIn(referencesTo([name, name, name]))).toEqual([name, name, name]);
});

test("a mapping function that expands, whatever that makes of the names remembered", () => {
  const inner = Array.from({ length: 600 }, (_, i) => `INNER_${i}`);
  const outer = Array.from({ length: 300 }, (_, i) => `OUTER_${i}`);
  for (let round = 0; round < 3; round++) {
    const seen: string[] = [];
    const result = expand(referencesTo(outer), (name) => {
      seen.push(name);
      const from = (seen.length * 7) % 500;
      expect(namesIn(referencesTo(inner.slice(from, from + 20)))).toEqual(inner.slice(from, from + 20));
      return name.toLowerCase();
    });
    expect(seen).toEqual(outer);
    expect(result).toBe(outer.map((name) => name.toLowerCase()).join("-"));
  }
});

test("a mapping function that expands, for a text with many references", () => {
  for (const count of [4000, 4095, 4096, 4097, 5000, 9000]) {
    const names = Array.from({ length: count }, (_, i) => `N${i}`);
    const seen: string[] = [];
    const inner = referencesTo(["X", "Y"]);
    const result = expand(referencesTo(names), (name) => {
      seen.push(name);
      return expand(name === "N1" ? referencesTo(names.slice(0, 5)) : inner, () => "v");
    });
    expect(seen).toEqual(names);
    expect(result).toBe(names.map((name) => (name === "N1" ? "v-v-v-v-v" : "v-v")).join("-"));
  }
});

test("a mapping function that throws, at every depth: what is expanded afterwards is right", () => {
  const names = ["FIRST", "SECOND", "THIRD"];
  for (let round = 0; round < 50; round++) {
    const failing = () => {
      throw new Error("no value");
    };
    expect(() => expand(referencesTo(names), failing)).toThrow("no value");
    expect(() => expand("$(A)$(B)", () => expand("$(C)$(D)", failing))).toThrow("no value");
    expect(namesIn(referencesTo(names))).toEqual(names);
  }
});

test("endless recursion ends in an error; what is expanded afterwards is right", () => {
  let count = 0;
  const endless = (name: string): string => expand(`$(DEEP_${count++ % 1000})$(${name}) $(A)`, endless);
  for (let round = 0; round < 5; round++) {
    expect(() => expand("$(START)", endless)).toThrow();
    const names = Array.from({ length: 1000 }, (_, i) => `DEEP_${i}`);
    expect(namesIn(referencesTo(names))).toEqual(names);
  }
});

test("many references after a long text", () => {
  const names = Array.from({ length: 5000 }, (_, i) => `N${i % 300}`);
  expect(namesIn(referencesTo(names))).toEqual(names);
  expect(namesIn(`${"-".repeat(10_000)}${referencesTo(names)}$$$(LAST)`)).toEqual([...names, "LAST"]);
});
