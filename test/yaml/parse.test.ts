import { describe, expect, test } from "vitest";
import { Positions } from "../../src/text/position.ts";
import { GARDEN, KUBERNETES } from "../../src/yaml/dialect.ts";
import { DocumentError } from "../../src/yaml/error.ts";
import { nodeAt, type Path } from "../../src/yaml/node.ts";
import { parseManifest } from "../../src/yaml/parse.ts";
import { growthExponent, LINEAR } from "../reference/linearity.ts";

const rootOf = (text: string) => parseManifest(text)[0]!;
const values = (text: string) => parseManifest(text).map((document) => document.value);

describe("documents", () => {
  test.each<[string, unknown[]]>([
    ["", []],
    ["# nothing\n", []],
    ["---\n", [null]],
    ["a: 1", [{ a: 1 }]],
    ["a: 1\n---\n- b\n---\n---\nc\n...\n", [{ a: 1 }, ["b"], null, "c"]],
    ["\ufeffa: 1\r\nb:\r\n  - yes\r\n", [{ a: 1, b: [true] }]],
    ["{a: 1, b: [x, 'y']} # c\n---\n{c: d}", [{ a: 1, b: ["x", "y"] }, { c: "d" }]],
    ["{a: '} {'}", [{ a: "} {" }]],
    ['{"a": "\\u00e9\\ud83d\\ude00\\/"}', [{ a: "é😀/" }]],
    ['{"a":1}{"b":"}"}\n\t{"c":{"d":"\\"}"}} ', [{ a: 1 }, { b: "}" }, { c: { d: '"}' } }]],
    ["1: a\ntrue: b\n0x10: c", [{ 1: "a", true: "b", 16: "c" }]],
    ["a: |\n  x\n\nb: >-\n  y\n  z\n", [{ a: "x\n", b: "y z" }]],
    // The API machinery's reader adds a line break to the last line.
    ["a: |\n  x", [{ a: "x\n" }]],
    ["a: |\n  x\n", [{ a: "x\n" }]],
    [
      "a: &x [1]\nb: *x\n---\na: &x 2\nb: *x",
      [
        { a: [1], b: [1] },
        { a: 2, b: 2 },
      ],
    ],
    ["a: &x 1\nb: &x 2\nc: *x", [{ a: 1, b: 2, c: 2 }]],
    ["a: &x {k: 1, l: 2}\nb: {<<: *x, k: 3}", [{ a: { k: 1, l: 2 }, b: { k: 3, l: 2 } }]],
    [
      "a: &x {k: 1}\nb: &y {k: 2, l: 3}\nc: {<<: [*x, *y], m: 4}",
      [{ a: { k: 1 }, b: { k: 2, l: 3 }, c: { k: 1, l: 3, m: 4 } }],
    ],
    ["a: &x {k: 1}\nb: {k: 2, <<: *x}", [{ a: { k: 1 }, b: { k: 1 } }]],
    ["a: &x {k: 1}\nb: &y {l: 2, <<: *x}\nc: {<<: *y}", [{ a: { k: 1 }, b: { k: 1, l: 2 }, c: { k: 1, l: 2 } }]],
    ["'<<': text", [{ "<<": "text" }]],
  ])("%j", (text, expected) => {
    expect(values(text)).toEqual(expected);
  });

  test("__proto__ and constructor are ordinary keys", () => {
    const [value] = values("__proto__: {a: 1}\nconstructor: b\n");
    expect(Object.keys(value as object)).toEqual(["__proto__", "constructor"]);
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
    expect(Object.hasOwn({}, "a")).toBe(false);
    const [merged] = values("a: &x {__proto__: 1}\nb: {<<: *x }") as [{ b: object }];
    expect(Object.keys(merged.b)).toEqual(["__proto__"]);
  });
});

describe("errors and their positions", () => {
  test.each([
    ["syntax", "a: [1\nb: 2", "2:1"],
    ["syntax", "a: 1\n b: 2", "2:3"],
    ["syntax", 'a: "x', "1:6"],
    ["syntax", "é: x\n\tb: y", "2:1"],
    ["syntax", "a: \u0000", "1:4"],
    ["syntax", '{"a": 1}\n{"b": }', "2:1"],
    ["key-not-scalar", "[a]: b", "1:1"],
    ["key-not-scalar", "~: b", "1:1"],
    ["bad-alias", "a: *x", "1:4"],
    ["circular-alias", "a: &x [*x ]", "1:8"],
    ["bad-alias", "a: &x 1\n---\nb: *x", "3:4"],
    ["bad-merge", "<<: 1", "1:5"],
    ["bad-merge", "a: &x 1\nb: {<<: [*x ]}", "2:10"],
    ["bad-merge", "a: &x [{k: 1}]\nb: {<<: *x }", "2:9"],
    ["bad-tag", "a: !!int x", "1:4"],
    ["bad-tag", "a: !!int 1.", "1:4"],
    ["bad-tag", "a: !!timestamp 2001-02-29", "1:4"],
    ["bad-tag", "a: !!binary aGk", "1:4"],
  ])("%s: %j", (code, text, place) => {
    let error: unknown;
    try {
      parseManifest(text);
    } catch (thrown) {
      error = thrown;
    }
    expect(error).toBeInstanceOf(DocumentError);
    const { line, column } = new Positions(text).at((error as DocumentError).offset);
    expect({ code: (error as DocumentError).code, place: `${line}:${column}` }).toEqual({ code, place });
  });

  test("aliases to aliases cannot create billions of values", () => {
    const lines = ["a0: &a0 [x, x, x, x, x, x, x, x, x, x]"];
    for (let i = 1; i < 10; i++)
      lines.push(
        `a${i}: &a${i} [${Array(10)
          .fill(`*a${i - 1}`)
          .join(" , ")} ]`,
      );
    expect(() => parseManifest(lines.join("\n"))).toThrow("aliases make more than 1000000 values");
  });

  test("the limit of aliases applies to each document", () => {
    const document = `a: &a [${"x, ".repeat(999)}x]\nb: [${"*a , ".repeat(600)}]\n`;
    expect(parseManifest(`---\n${document}---\n${document}`)).toHaveLength(2);
  });

  test("nested collections have a limit", () => {
    expect(values(`${"[".repeat(200)}${"]".repeat(200)}`)).toHaveLength(1);
    expect(values(`${"[".repeat(256)}${"]".repeat(256)}`)).toHaveLength(1);
    expect(() => parseManifest(`${"[".repeat(257)}${"]".repeat(257)}`)).toThrow("nesting exceeded maxDepth (256)");
    expect(() => parseManifest("[".repeat(100_000))).toThrow(DocumentError);
    expect(() => parseManifest("- ".repeat(100_000))).toThrow(DocumentError);
  });
});

describe("places", () => {
  const text = "a:\n  - &x {b: 'c'}\n  - *x\n  - <<: *x\n    d: # why | not\n      |-\n      text\ne: \n\"f\" : g\n";
  const [root] = parseManifest(text);
  const lines = new Positions(text);

  test.each<[Path, string, string]>([
    [[], "1:1", "a:"],
    [["a"], "2:3", "- &x"],
    [["a", 0, "b"], "2:12", "'c'"],
    [["a", 1], "3:5", "*x"],
    [["a", 1, "b"], "2:12", "'c'"],
    [["a", 2], "4:5", "<<:"],
    [["a", 2, "b"], "2:12", "'c'"],
    [["a", 2, "d"], "6:7", "|-"],
    [["f"], "9:7", "g\n"],
  ])("%j", (path, place, begins) => {
    const node = nodeAt(root!, path)!;
    const { line, column } = lines.at(node.start);
    expect(`${line}:${column}`).toBe(place);
    expect(text.startsWith(begins, node.start)).toBe(true);
  });

  test("an empty value is after its key", () => {
    expect(nodeAt(root!, ["e"])).toMatchObject({ value: null, start: text.indexOf("e: ") + 1 });
    const aliased = "a: &x k\n? *x\n";
    expect(nodeAt(parseManifest(aliased)[0]!, ["k"])).toMatchObject({ value: null, start: aliased.indexOf("*x") + 2 });
  });

  test.each<[string, Path, string]>([
    ["a: [1, [2], {b: 3}] # ]\n", ["a"], "[1, [2], {b: 3}]"],
    ["a: [1, [2], {b: 3}] # ]\n", ["a", 1], "[2]"],
    ["a: [1, [2], {b: 3}] # ]\n", ["a", 2], "{b: 3}"],
    ["a: [ ] \nb: c", ["a"], "[ ]"],
    ["a: {b: c, # }\n  # }\n }\nd: e", ["a"], "{b: c, # }\n  # }\n }"],
    ["a: {b: c, # }\n  # }\n }\nd: e", ["d"], "e"],
    ["a: [b: c, [d]]", ["a", 0], "b: c"],
    ["a: [b: c, d: {f: g}]", ["a", 1], "d: {f: g}"],
    ["a:\n- x: {y: z}\n- [w]\nb: c", ["a", 0], "x: {y: z}"],
    ["a:\n- x: {y: z}\n- [w]\nb: c", ["a"], "- x: {y: z}\n- [w]"],
    ["{a: [b]}", [], "{a: [b]}"],
    ['{"a": ["b"] }\n', [], '{"a": ["b"] }'],
    ["a: &x [b] \nc: *x", ["a"], "[b]"],
    ["a: [b, c: ,]\nd: e", ["a"], "[b, c: ,]"],
    ["a: {b: ,c: !!str }\nd: e", ["a"], "{b: ,c: !!str }"],
    ["a: {b: {c: d},\r\n e: [] # ]\r\n ,}\r\n", ["a"], "{b: {c: d},\r\n e: [] # ]\r\n ,}"],
    ["a: {b: {c: d},\r\n e: [] # ]\r\n ,}\r\n", ["a", "e"], "[]"],
  ])("%j, %j: from start to end, including brackets", (text, path, written) => {
    for (const dialect of [KUBERNETES, GARDEN]) {
      const node = nodeAt(parseManifest(text, dialect)[0]!, path)!;
      expect(text.slice(node.start, node.end)).toBe(written);
    }
  });

  test("an empty value after brackets is after them", () => {
    expect(nodeAt(rootOf("a: [b]\nc:\n"), ["c"])).toMatchObject({ value: null, start: 8 });
  });

  test.each<[Path]>([[["b"]], [["a", 3]], [["a", "0"]], [["e", "x"]], [["a", 0, 0]], [["toString"]]])(
    "%j is nowhere",
    (path) => {
      expect(nodeAt(root!, path)).toBeUndefined();
    },
  );
});

test("columns count characters, lines end as in YAML", () => {
  const lines = new Positions("é𝄞x\r\ny\rz\n");
  expect([0, 1, 3, 4, 6, 7, 8, 9, 10].map((offset) => Object.values(lines.at(offset)).join(":"))).toEqual([
    "1:1",
    "1:2",
    "1:3",
    "1:4",
    "2:1",
    "2:2",
    "3:1",
    "3:2",
    "4:1",
  ]);
});

describe("linear", () => {
  test.each<[string, (n: number) => string]>([
    ["entries", (n) => Array.from({ length: n }, (_, i) => `k${i}: $(A)\n`).join("")],
    ["documents", (n) => "---\na: b\n".repeat(n)],
    ["JSON objects", (n) => '{"a":"b"}\n'.repeat(n)],
    ["block scalars", (n) => "- |\n  text\n".repeat(n)],
    ["empty values", (n) => "-\n".repeat(n)],
  ])("%s", (_, make) => {
    expect(growthExponent((n) => void parseManifest(make(n)), 500)).toBeLessThan(LINEAR);
  });
});
