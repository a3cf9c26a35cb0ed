import { describe, expect, test } from "vitest";
import { nodeAt, type ScalarNode } from "../../src/yaml/node.ts";
import { parseManifest } from "../../src/yaml/parse.ts";
import { offsetsInString, rangesInText } from "../../src/yaml/places.ts";
import { fuzzCases, Random } from "../reference/random.ts";

/** The text from the character of the string at which `part` starts. */
function textAt(text: string, part: string): string {
  const node = nodeAt(parseManifest(text)[0]!, ["a"]) as ScalarNode;
  const offset = String(node.value).indexOf(part);
  expect(offset, `${JSON.stringify(part)} in ${JSON.stringify(node.value)}`).toBeGreaterThanOrEqual(0);
  return text.slice(offsetsInString(text, node, [offset])[0]);
}

describe("offsetsInString", () => {
  test.each([
    ["plain", "a: x ${b}\n", "${b}", "${b}\n"],
    ["plain on two lines", "a: x\n   y ${b}\n", "${b}", "${b}\n"],
    ["single quotes", "a: '${b == ''c''} ${d}'", "${d}", "${d}'"],
    ["double quotes", 'a: "${b}"', "${b}", '${b}"'],
    ["escapes", 'a: "\\t\\"\\x41\\u00e9\\U0001F600\\\\ ${b}"', "${b}", '${b}"'],
    ["after the last escape of one unit", 'a: "\\uffff${b}"', "${b}", '${b}"'],
    ["an escape", 'a: "x\\u00e9y"', "é", '\\u00e9y"'],
    ["half of an escape", 'a: "x\\U0001F600y"', "\ude00", '\\U0001F600y"'],
    ["an escaped line break", 'a: "x\\\n   y${b}"', "${b}", '${b}"'],
    ["a literal block", "a: |\n  x\n    y\n\n  ${b}\nc: 1\n", "${b}", "${b}\nc: 1\n"],
    ["a folded block", "a: >-\n  x\n  y\n\n  ${b}\n", "${b}", "${b}\n"],
    ["an empty line: at the end of the text before it", "a: |\n  x\n\n  y\n", "\n\ny", "\n\n  y\n"],
    ["a leading space", "a: '  x'", "  x", "  x'"],
    ["skips the header of a block", "a: |2- # x\n    x\n", "x", "x\n"],
  ])("%s", (_, text, part, rest) => expect(textAt(text, part)).toBe(rest));

  test("the end", () => {
    for (const text of ["a: x", "a: 'x'", 'a: "x"', "a: |-\n  x\n"]) {
      const node = nodeAt(parseManifest(text)[0]!, ["a"]) as ScalarNode;
      expect(offsetsInString(text, node, [1])[0]).toBe(text.indexOf("x") + 1);
    }
    const empty = nodeAt(parseManifest("a: ''")[0]!, ["a"]) as ScalarNode;
    expect(offsetsInString("a: ''", empty, [0])[0]).toBe(4);
  });

  test.each<[string, number[], number[]]>([
    ["a: x  y", [0, 1, 2, 3, 4], [3, 4, 4, 6, 7]],
    ["a: '  x  y '", [0, 1, 2, 3, 5, 6, 7], [4, 4, 6, 7, 9, 10, 10]],
    ["a: 'x''''y'", [1, 2, 3, 4], [5, 7, 9, 10]],
    ['a: "x\\ty\\rz\\n"', [0, 1, 2, 3, 4, 5, 6], [4, 5, 7, 8, 10, 11, 11]],
    ['a: "\\ \\\\x"', [0, 1, 2, 3], [4, 6, 8, 9]],
    ['a: "\\x20\\u000a\\U00000009x"', [0, 1, 2, 3, 4], [4, 4, 4, 24, 25]],
    ['a: "\\U0000ffff\\U00010000x"', [0, 1, 2, 3], [4, 14, 14, 24]],
    ["a: |+\n  x\n\n  y\n\n", [0, 1, 2, 3, 4, 5, 6], [8, 9, 9, 13, 14, 14, 14]],
    ["a: 12", [0, 1, 2], [3, 4, 5]],
    ["a: ''", [0], [4]],
  ])("%j: the characters %j are at %j", (text, offsets, expected) => {
    const node = nodeAt(parseManifest(text)[0]!, ["a"]) as ScalarNode;
    expect(offsetsInString(text, node, offsets)).toEqual(expected);
    // The result for one offset does not depend on the ones before it.
    expect(offsets.map((offset) => offsetsInString(text, node, [offset])[0])).toEqual(expected);
  });

  test("characters without an escape have the offset where they are", () => {
    const seed = 8;
    const random = new Random(seed);
    const writers: ((value: string) => string)[] = [
      (value) => `'${value.replaceAll("'", "''")}'`,
      (value) => JSON.stringify(value),
      (value) => `|2-\n${value.replace(/^/gm, "  ")}\n`,
    ];
    for (let i = 0; i < fuzzCases(3000); i++) {
      let value = "";
      for (let length = random.below(12); length > 0; length--) value += random.pick([..."ab'\" \\é😀$", " x"]);
      const index = random.below(writers.length);
      // Single quotes fold line breaks, and block scalars here do not end with a line break.
      if (index > 0) value = `${value}\n\n${value}x`;
      const text = `a: ${writers[index]!(value)}`;
      const node = nodeAt(parseManifest(text)[0]!, ["a"]) as ScalarNode;
      expect(node.value).toBe(value);
      for (let offset = 0; offset < value.length; offset++) {
        if (!/[a-z$é]/.test(value[offset]!)) continue;
        const context = `seed ${seed}, case ${i}: ${JSON.stringify(text)} at ${offset}`;
        expect(text[offsetsInString(text, node, [offset])[0]!], context).toBe(value[offset]);
      }
    }
  });
});

describe("rangesInText", () => {
  test.each<[text: string, ranges: readonly [start: number, end: number][], parts: readonly string[]]>([
    [
      "a: xyz",
      [
        [0, 1],
        [1, 3],
        [3, 3],
      ],
      ["3 x", "4 yz", "6 "],
    ],
    [
      "a: 'xyz'",
      [
        [0, 0],
        [1, 1],
        [2, 3],
        [3, 3],
      ],
      ["4 ", "5 ", "6 z", "7 "],
    ],
    ["a: &s xy\nb: *s", [[0, 2]], ["6 xy"]],
    [
      "a: 'it''s'",
      [
        [0, 2],
        [2, 3],
        [3, 4],
      ],
      ["4 it", "6 ''", "8 s"],
    ],
    [
      'a: "x\\u00e9y"',
      [
        [0, 2],
        [1, 3],
      ],
      ["4 x\\u00e9", "5 \\u00e9y"],
    ],
    [
      'a: "x\\U0001F600y"',
      [
        [1, 3],
        [3, 4],
      ],
      ["5 \\U0001F600", "15 y"],
    ],
    [
      'a: "\\x20\\u0009\\n\\u2000x"',
      [
        [3, 4],
        [4, 5],
      ],
      ["16 \\u2000", "22 x"],
    ],
    [
      "a: '😀x'",
      [
        [0, 2],
        [2, 3],
      ],
      ["4 😀", "6 x"],
    ],
    [
      "a: |\n  xy\n  z\n",
      [
        [0, 2],
        [1, 4],
        [3, 4],
      ],
      ["7 xy", "8 y\n  z", "12 z"],
    ],
    [
      "a: >-\n  x\n  y\n",
      [
        [0, 3],
        [2, 3],
      ],
      ["8 x\n  y", "12 y"],
    ],
    // Without a string at the path, a range is empty, and at the nearest parent.
    [
      "a: [x]",
      [
        [0, 1],
        [1, 2],
      ],
      ["3 ", "3 "],
    ],
    ["b: x", [[0, 1]], ["0 "]],
  ])("%j", (text, ranges, parts) => {
    const given = ranges.map(([start, end]) => ({ start, end }));
    const found = rangesInText(text, parseManifest(text)[0]!, [text.includes("*s") ? "b" : "a"], given);
    expect(found.map(({ start, end }) => `${start} ${text.slice(start, end)}`)).toEqual(parts);
  });
});
