import { describe, expect, test } from "vitest";
import { Environment } from "../../src/expansion/environment.ts";
import { bytes, scratchStart } from "../../src/wasm/arena.ts";
import { type DocumentRange, expandKnownYaml } from "../../src/wasm/yaml.ts";
import { readYaml } from "../../src/yaml/reader.ts";
import { fuzzCases, Random } from "../reference/random.ts";
import { randomYaml } from "../reference/yaml-lines.ts";

const encoder = new TextEncoder();

const table = new Environment({ A: "1" }).compiledYaml();

function doubtfulDocuments(bytes: Uint8Array): DocumentRange[] {
  return expandKnownYaml(table, bytes, false).flatMap((range) =>
    range.expanded === undefined ? { start: range.start, end: range.end } : [],
  );
}

/** The documents that somebody has to read. */
function doubtful(text: string): string[] {
  const bytes = encoder.encode(text);
  return doubtfulDocuments(bytes).map(({ start, end }) => Buffer.from(bytes.subarray(start, end)).toString());
}

describe("known to be YAML", () => {
  test.each([
    ["nothing", ""],
    ["comments and blank lines", "# a: [\n\n   \n  # b"],
    ["a mapping", "a: 1\nb: x y\n"],
    ["the last line without a line feed", "a: 1\nb: x"],
    ["a mapping in a mapping", "a:\n  b:\n    c: 1\n  d: 2\ne:\n"],
    ["a list", "- a\n- b\n-\n- c # d\n"],
    ["a list in a mapping, deeper and not deeper", "a:\n  - b\n  - c\nd:\n- e\n- f\ng: h\n"],
    ["mappings in a list", "- a: 1\n  b: 2\n-\n  c: 3\n- d:\n  - e\n  f: g\n"],
    ["lists in a list", "- - a\n  - b\n- -\n"],
    ["a whole text that is indented", "  a: 1\n  b: 2\n"],
    ["quotes", `"a": "x: y # z"\n'b' : 'it''s' # c\nd: "\\"\\\\\\n\\r\\t"\n- e: 1\n`.replace("- e: 1\n", "")],
    ["lists in brackets", `a: []\nb: [ x, "y]", 'z', -1, ./v ] # c\n- d\n`.replace("- d\n", "")],
    ["lists in lists in brackets", `a: [[], [[b], -c, [ "d" ]] ,e=f(g)]\n`],
    ["braces", `a: {}\nb: { } # c\nd: {e: f}\ng: { "h i": 'j', k: --l-m }\n`],
    ["braces and brackets in each other", `a: {b: [c, {d: {e: []}}, {}], f: {g: h}}\n`],
    ["thirty of them in each other", `a: ${"[{b: ".repeat(15)}c${"}]".repeat(15)}\n`],
    ["options of a command", "a: --b=c d\ne:\n- --f\n- -g\n- ---h\n--i: j\n"],
    ["plain text with what means nothing there", "a: x:y#z [a], {b} 'c' \"d\" -e ?f &g *h !i |j\nb: $(A)/$$\n"],
    ["block scalars", "a: |\n  x: [\n   y # z\n\n  - w\nb: >-\n\n c\nd: |+\n"],
    ["block scalars in lists", "- |\n x\n- a: >\n   y\n  b: |-\n   z\n"],
    ["documents", "---\na: 1\n--- # x\n- b\n---\n---   \nc: 2\n"],
    ["characters", "a: é — “x” 日本 😀\n# …\n"],
    ["as deep as it is long, without being deeper", `${"a:\n  b: 1\n".repeat(100)}`],
  ])("%s", (_, text) => {
    expect(doubtful(text)).toEqual([]);
    for (const version of ["1.1", "1.2"] as const) expect(() => readYaml(text, 1000, version)).not.toThrow();
  });
});

test.each([0x24, 0x2e, 0x0a, 0xff])("what is in memory before does not matter: the byte %i", (byte) => {
  for (const text of ["a: 1", "a: $(A) # b\n", "- |\n a"]) {
    bytes().fill(byte, scratchStart());
    expect(doubtful(text)).toEqual([]);
  }
});

describe("not known", () => {
  test.each([
    ["wrong indentation", "a:\n  b: 1\n c: 2\n"],
    ["one closing brace less than there are levels in 32 bits", `a: ${"{b: ".repeat(32)}c${"}".repeat(31)}\n`],
    ["a key after a value", "a: 1\n  b: 2\n"],
    ["a list after a value", "a: 1\n- b\n"],
    ["a key after a list", "- a\nb: 1\n"],
    ["a second list in a mapping", "a:\n  - b\n- c\n"],
    ["text over lines", "a: b\n  c\n"],
    ["text alone", "a\n"],
    ["a colon in a value", "a: b: c\n"],
    ["a colon at a value's end", "a: b:\n"],
    ["open quotes", "a: 'b\n"],
    ["open double quotes", 'a: "b\n'],
    ["text after a quoted scalar", "a: 'b' c\n"],
    ["an escape that not every reader knows", 'a: "\\q"\n'],
    ["an open bracket", "a: [b\n"],
    ["a list in a list with an open bracket", "a: [[b]\n"],
    ["a bracket that closes braces", "a: {b: c]\n"],
    ["a brace that closes brackets", "a: [b}\n"],
    ["an empty list with a wrong end", "a: [}\n"],
    ["a comma at the end of brackets", "a: [b, ]\n"],
    ["a comma at the end of braces", "a: {b: c, }\n"],
    ["two values without a comma", 'a: [b "c"]\n'],
    ["two lists without a comma", "a: [[b] [c]]\n"],
    ["text after brackets", "a: [b] c\n"],
    ["text after braces", "a: {b: c} d\n"],
    ["brackets as a key", "[a]: b\n"],
    ["a member without a value", "a: {b}\n"],
    ["a member with an empty value", "a: {b: }\n"],
    ["a member without a space after its colon", 'a: {"b":c}\n'],
    ["a member without a key", "a: {: b}\n"],
    ["a list as a key in braces", "a: {[b]: c}\n"],
    ["a key in brackets", "a: [b: c]\n"],
    ["a colon in a scalar in brackets", "a: [b:c]\n"],
    ["a question mark in a scalar in braces", "a: {b: c?}\n"],
    ["a long key in braces", `a: {${"k".repeat(1025)}: 1}\n`],
    ["braces over lines", "a: {b: c,\n  d: e}\n"],
    ["too many of them in each other", `a: ${"[{b: ".repeat(16)}c${"}]".repeat(16)}\n`],
    ["hyphens alone", "a: --\n"],
    ["an anchor, an alias, a tag", "a: &b c\nd: *b\ne: !f g\n"],
    ["what begins no value", "a: @b\n"],
    ["a directive", "%YAML 1.1\n"],
    ["an end of a document", "a: 1\n...\nb: 2\n"],
    ["an end of a document in the first line", "...\na: 1\n"],
    ["a marker with text after it", "--- a\n"],
    ["a block scalar with a digit", "a: |2\n   b\n"],
    ["a block scalar with text after its header", "a: | b\n  c\n"],
    ["a block scalar whose lines are indented less", "a: |\n   b\n  c\n"],
    ["a block scalar whose first blank line is deeper", "a: |\n    \n  b\n"],
    ["a block scalar of spaces", "a: |\n    \nb: 1\n"],
    ["a number sign right after a quote", "a: 'b'#c\n"],
    ["a tab", "a:\tb\n"],
    ["a control character", "a: \u0007\n"],
    ["a control character outside ASCII", "a: \u009b\n"],
    ["a carriage return before a line feed", "a: 1\r\n"],
    ["a line break of another kind", "a: \u0085\n"],
    ["a line separator", "a: \u2028\n"],
    ["a byte order mark", "\ufeffa: 1\n"],
    ["a byte order mark within", "a: \ufeff\n"],
    ["no character", "a: \uffff\n"],
    ["a delete", "a: \u007f\n"],
    ["a key of more than a thousand characters", `${"k".repeat(1025)}: 1\n`],
    ["a hundred lists in each other", `${"- ".repeat(100)}a\n`],
  ])("%s", (_, text) => {
    expect(doubtful(text)).toEqual([text]);
  });

  test.each([
    ["c3"],
    ["80"],
    ["c0 80"],
    ["e0 80 80"],
    ["ed a0 80"],
    ["f0 80 80 80"],
    ["f4 90 80 80"],
    ["e2 82"],
    ["ff"],
  ])("bytes that are not valid UTF-8: %s", (hex) => {
    const bytes = Buffer.concat([Buffer.from("a: "), Buffer.from(hex.replaceAll(" ", ""), "hex"), Buffer.from("\n")]);
    expect(doubtfulDocuments(bytes)).toEqual([{ start: 0, end: bytes.length }]);
  });
});

test("documents by themselves; those beside each other as one", () => {
  const text = "a: 1\n---\nb: &c 1\n---\nd: [\n--- # e\nf: 2\n---\ng: *h";
  expect(doubtful(text)).toEqual(["---\nb: &c 1\n---\nd: [\n", "---\ng: *h"]);
});

test("every place of what is not known, between characters of every length", () => {
  for (const odd of ["\t", "\u007f", "\u0085", "\ufeff", "\u2029"]) {
    for (let before = 0; before < 40; before++) {
      for (const filler of ["x", "é", "日", "😀"]) {
        const fine = `---\na: b${filler.repeat(before)}\n`;
        expect(doubtful(`${fine}${fine}`)).toEqual([]);
        const bad = `---\na: b${filler.repeat(before)}${odd}${filler}\n`;
        expect(doubtful(`${fine}${bad}${fine}`)).toEqual([bad]);
      }
    }
  }
});

test("what is known is YAML for both readers", () => {
  const random = new Random(31);
  let known = 0;
  for (let i = 0; i < fuzzCases(20_000); i++) {
    const text = randomYaml(random);
    if (doubtful(text).length > 0) continue;
    known++;
    for (const version of ["1.1", "1.2"] as const) {
      expect(() => readYaml(text, 1000, version), JSON.stringify(text)).not.toThrow();
    }
  }
  expect(known).toBeGreaterThan(100);
});
