/** `expand` gives a mapping function the same string for a name that comes again; the name is right in every case. */
import { expect, test } from "vitest";
import { expand } from "../../src/index.ts";

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

test("names that differ in one unit, in length, or by what stands behind them", () => {
  const names = ["", "A", "A\0", "A\0\0", "AB", "\0", "\0A", "é", "ý", "\ud800", "\udc00", "a".repeat(15)];
  for (const length of [15, 16, 17, 32, 33]) {
    for (let at = 0; at < length; at++) names.push(`${"n".repeat(at)}m${"n".repeat(length - at - 1)}`);
  }
  for (let round = 0; round < 3; round++) expect(namesIn(referencesTo(names))).toEqual(names);
});

test("a name with NUL behind it is another one, also right after the first", () => {
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

test("many references, and a long text in front of them", () => {
  const names = Array.from({ length: 5000 }, (_, i) => `N${i % 300}`);
  expect(namesIn(referencesTo(names))).toEqual(names);
  expect(namesIn(`${"-".repeat(10_000)}${referencesTo(names)}$$$(LAST)`)).toEqual([...names, "LAST"]);
});
