/** What Kubernetes' YAML library (sigs.k8s.io/yaml on go-yaml v2) accepts and refuses. The expectations are its own. */
import { describe, expect, test } from "vitest";
import { Positions } from "../../src/text/position.ts";
import { GARDEN, KUBERNETES } from "../../src/yaml/dialect.ts";
import { DocumentError } from "../../src/yaml/error.ts";
import { nodeAt, type Path } from "../../src/yaml/node.ts";
import { parseManifest, parseYaml } from "../../src/yaml/parse.ts";
import { growthExponent, LINEAR } from "../reference/linearity.ts";

const values = (text: string) => parseYaml(text).map(({ value }) => value);

describe("brackets and quotes need no indentation", () => {
  test.each<[string, unknown]>([
    ['a:\n  - args: [\n  "--a",\n    "--b"\n  ]\n    b: 1\n', { a: [{ args: ["--a", "--b"], b: 1 }] }],
    ["a:\n  b: {\nc: 1\n}\n", { a: { b: { c: 1 } } }],
    ["- command: ['sh', '-c', '\necho 1;\n  echo 2\n']\n", [{ command: ["sh", "-c", " echo 1; echo 2 "] }]],
    ['a:\n  b: "x\ny\n\n z"\nc: 1\n', { a: { b: "x y\nz" }, c: 1 }],
    ["a: [1,\n\t2]\n", { a: [1, 2] }],
    ["a: [b\nc, d # e\n, f]\n", { a: ["b c", "d", "f"] }],
  ])("%j", (text, expected) => expect(values(text)).toEqual([expected]));
});

describe("differences between go-yaml and YAML 1.2", () => {
  test.each<[string, unknown]>([
    ["[a?b]", undefined],
    ["[? a, b]", [{ a: null }, "b"]],
    ["{a:b, c:}", { "a:b": null, "c:": null }],
    ['{"a":1,b: 2}', { a: 1, b: 2 }],
    ['"\\\'"', "'"],
    ["a: b\u0085c: d", { a: "b", c: "d" }],
    ["a\n...\u0085\n", "a"],
    ["a\n... \u2029# c\n", "a"],
    ["'a\u2028b'", "a\u2028b"],
    ["'a\u0085b'", "a b"],
    ['"é\u0085 \u0085b"', "é\nb"],
    ['{"a"\n: b}', undefined],
    ["a:\tb", { a: "b" }],
    ["a: >\n  b\n   c\n\n  d\n", { a: "b\n c\n\nd\n" }],
    ["|\nb", undefined],
    [">-\n b\n c", "b c"],
    ["a: |\n   \n  b\n", undefined],
    ["a: |\n \tb\n", undefined],
    ["a: |1\n \tb\n", { a: "\tb\n" }],
    ["a: b\n \tc", { a: "b c" }],
    ["a: 1\n - b", { a: "1 - b" }],
    ["a: |+\n  b\n\n\nc: d", { a: "b\n\n\n", c: "d" }],
    ["- a\n  b\n- - c\n  - d", ["a b", ["c", "d"]]],
    ["a:\n- b\n-\nc:\n", { a: ["b", null], c: null }],
    ["? a\n? b\n: c", { a: null, b: "c" }],
    ["[!!str , a]", ["", "a"]],
    ["[!!str, a]", undefined],
    ["%YAML 1.1\n--- a", "a"],
    ["%YAML 1.1 #comment\n--- a", "a"],
    ["%TAG ! tag:yaml.org,2002:\n--- !int '7'", 7],
    ["[?]", undefined],
    ["[? : a]", undefined],
    ["[a: b, ? c : d, ? e]", [{ a: "b" }, { c: "d" }, { e: null }]],
    ["{? a : b, c: , d}", { a: "b", c: null, d: null }],
    ['"\\ud7ff\\ue000\\U0010ffff"', "\ud7ff\ue000\u{10ffff}"],
    ['"\\ud800"', undefined],
    ['"\\udfff"', undefined],
    ['"\\U00110000"', undefined],
    ["a: 3\n<<: {a: 1}\n<<: {b: 2}", { a: 1, b: 2 }],
    [
      "0.0001: a\n0.00001: b\n100000.5: c\n1234567.5: d",
      { "0.0001": "a", "1e-05": "b", "100000.5": "c", "1.2345675e+06": "d" },
    ],
    [
      "1e20: a\n1e40: b\n-1e40: c\n1e-50: d\n.nan: e",
      { "1e+20": "a", ".inf": "b", "-.inf": "c", "0": "d", ".nan": "e" },
    ],
    ["1.5: a\n1.5e-7: b\n.inf: c", { "1.5": "a", "1.5e-07": "b", ".inf": "c" }],
    [".5_0", 0.5],
    ["1e400", "1e400"],
    ["0x1FFFFFFFFFFFFFFFF", "0x1FFFFFFFFFFFFFFFF"],
    ["!!timestamp 2001-2-3", "2001-2-3"],
  ])("%j", (text, expected) => {
    // The tag includes the comma, so the list has one item.
    if (text === "[!!str, a]") expect(values(text)).toEqual([["a"]]);
    else if (expected === undefined) expect(() => values(text)).toThrow(DocumentError);
    else expect(values(text)).toEqual([expected]);
  });
});

test.each<[string, unknown[]]>([
  ["|\r", [""]],
  ["a: |\r", [{ a: "" }]],
  ["a: |\r\r", [{ a: "" }]],
  ["- |\r- b", [["", "b"]]],
  ["a: |\r  x\rb: 1\r", [{ a: "x\n", b: 1 }]],
  ["a: 'x\ry'\rb: z\r  w", [{ a: "x y", b: "z w" }]],
])("lines that end in a carriage return alone: %j", (text, expected) => expect(values(text)).toEqual(expected));

describe("errors and their positions", () => {
  test.each<[string, string, string]>([
    ["a: .inf", "1:4", "JSON has neither infinity nor NaN; for a string, put the value in quotes"],
    ["- 1\n- .nan", "2:3", "JSON has neither infinity nor NaN; for a string, put the value in quotes"],
    ["-.Inf", "1:1", "JSON has neither infinity nor NaN; for a string, put the value in quotes"],
    ["%YAML 1.2\n--- a", "1:1", "this version of YAML is not supported"],
    ["%YAML 1.1\n---\na: 1", "1:1", "Kubernetes does not support directives: it ends a document at each line `---`"],
    [
      `%YAML 1.1\n---${" ".repeat(2000)}\na: 1`,
      "1:1",
      "Kubernetes does not support directives: it ends a document at each line `---`",
    ],
    ["%FOO\n--- a", "1:1", "unknown directive; YAML has %YAML and %TAG"],
    ["a: |\n\tb", "2:1", "tab characters must not be used in indentation"],
    ["a:\n  b: |\n \t c", "3:2", "tab characters must not be used in indentation"],
    ["a: b\n\tc", "2:1", "tab characters must not be used in indentation"],
    ["a: [b\n\tc]", "2:1", "tab characters must not be used in indentation"],
    ["a:\n  b: c\n \td: e", "3:2", "tab characters must not be used in indentation"],
    ["a:\n\t- b", "2:1", "tab characters must not be used in indentation"],
    ["a: b: c", "1:5", "wrong indentation, or text that contains ': ' and needs quotes"],
    ["a: 1\nb\nc: 2", "2:1", "a key without ':', or wrong indentation"],
    ["a: 1\n'b'", "2:1", "a key without ':', or wrong indentation"],
    ["a: 1\n[b], c: d", "2:1", "a key without ':', or wrong indentation"],
    ["a: 1\n'b' |\n c", "2:1", "a key without ':', or wrong indentation"],
    ["[a, : b]", "1:5", "expected the node content, but found ':'"],
    ["a:\n  b: 1\n c: 2", "3:2", "wrong indentation: expected a key"],
    ["- a\nb: c", "2:1", "wrong indentation: expected an item of the list"],
    ["a: [1,\nb: 2\nc: 3", "3:1", "a comma is missing, or a [ or { before this is not closed"],
    ["a: [1\n", "2:1", "the text ends before a [ or { is closed"],
    ["a: [1, {b: ]", "1:12", "expected the node content, but found ']'"],
    ["a: [b] - c", "1:8", "wrong indentation: no list can start here"],
    ["a: [- b]", "1:5", "expected the node content, but found '-'"],
    ["a: [b, - c]", "1:8", "expected the node content, but found '-'"],
    ["a: {b: - c}", "1:8", "expected the node content, but found '-'"],
    ["a: [b: - c]", "1:8", "expected the node content, but found '-'"],
    ["a: [? - c]", "1:7", "expected the node content, but found '-'"],
    ["a: {- c: d}", "1:5", "expected the node content, but found '-'"],
    ["a: @b", "1:4", 'no value can start with "@"; put it in quotes'],
    ["a: `b`", "1:4", 'no value can start with "`"; put it in quotes'],
    ["a: 'b\n---\nc'", "2:1", "unexpected end of the document within a single quoted scalar"],
    ['a: "b', "1:6", "unexpected end of the stream within a double quoted scalar"],
    ['a: "\\/"', "1:5", "unknown escape sequence"],
    ['a: "\\x4g"', "1:8", "expected hexadecimal character"],
    ['a: "\\ud83d\\ude00"', "1:5", "invalid Unicode escape"],
    ['a: "\\ud800"', "1:5", "invalid Unicode escape"],
    ['a: "\\udfff"', "1:5", "invalid Unicode escape"],
    ['a: "\\U00110000"', "1:5", "invalid Unicode escape"],
    ["a: |0\n", "1:5", "bad explicit indentation width of a block scalar; it cannot be less than one"],
    ["a: | b\n", "1:6", "expected a line break"],
    ["a: |:\n b", "1:5", "expected a line break"],
    ["a: |/\n b", "1:5", "expected a line break"],
    ["a: |12\n b", "1:6", "expected a line break"],
    ["a: |+-\n b", "1:6", "expected a line break"],
    ["a: &b.c d", "1:6", "the name of an anchor consists of letters, digits, - and _"],
    ["a: *b.c", "1:6", "the name of an alias consists of letters, digits, - and _"],
    ["a: !x!y z", "1:4", "no %TAG line has the tag's handle"],
    ["a: !<x z", "1:7", "the tag has no closing `>`"],
    ["a: !!{ z", "1:6", "the tag has no name"],
    ["a: !x^y b", "1:6", "this character is not allowed in a tag; expected white space"],
    ["a: !%zz b", "1:5", "`%` in a tag needs two hexadecimal digits"],
    ["a: !%ff b", "1:4", "the escapes in the tag are not UTF-8"],
    ["a: !%c3%a9 b: c", "1:13", "wrong indentation, or text that contains ': ' and needs quotes"],
    ["a: \u0007", "1:4", "control characters are not allowed"],
    ["...\na", "1:1", "expected the node content, but found '.'"],
    ["a: b\n... c", "2:4", "start a new line after `...`"],
    ["a: b\n... ---", "2:4", "start a new line after `...`"],
    ["a: *b", "1:4", "the alias has no anchor before it"],
    ["a: &b [*b ]", "1:8", "the alias is inside the value of its anchor"],
    ["[a]: b", "1:1", "a key must be a string"],
    ["<<: a", "1:5", "`<<` must name a mapping or a list of mappings"],
    [": a", "1:1", "wrong indentation: expected a key"],
    ["a: b\n...\nc\nd: e", "4:2", "wrong indentation, or text that contains ': ' and needs quotes"],
  ])("%j at %s: %s", (text, place, message) => {
    let error: unknown;
    try {
      parseYaml(text);
    } catch (thrown) {
      error = thrown;
    }
    expect(error).toBeInstanceOf(DocumentError);
    const { line, column } = new Positions(text).at((error as DocumentError).offset);
    expect({ place: `${line}:${column}`, message: (error as Error).message }).toEqual({ place, message });
  });
});

describe("duplicate keys: the last value counts, and both positions are reported", () => {
  const duplicatesOf = (text: string) => {
    const found: unknown[] = [];
    const [document] = parseManifest(text, undefined, (duplicate) => found.push(duplicate));
    return { value: document!.value, found, document: document! };
  };

  test.each<[string, unknown, unknown[]]>([
    ["a: 1\nb: 2\na: 3", { a: 3, b: 2 }, [{ key: "a", first: 0, last: 10 }]],
    ["a: 1\n'a': 2\n\"a\": 3", { a: 3 }, [{ key: "a", first: 0, last: 12 }]],
    ["__proto__: 1\n__proto__: 2", JSON.parse('{"__proto__": 2}'), [{ key: "__proto__", first: 0, last: 13 }]],
    [
      "{a: 1, b: 2, b: 3, a: 4}",
      { a: 4, b: 3 },
      [
        { key: "b", first: 7, last: 13 },
        { key: "a", first: 1, last: 19 },
      ],
    ],
    ['{"a":{"b":1,"b":{"c":2}}}', { a: { b: { c: 2 } } }, [{ key: "b", first: 6, last: 12 }]],
    ["a: {b: 1}\na: {c: 1}", { a: { c: 1 } }, [{ key: "a", first: 0, last: 10 }]],
    ["a: .inf\na: 1", { a: 1 }, [{ key: "a", first: 0, last: 8 }]],
    ["- &x {k: 1}\n- {<<: *x, <<: {l: 2}}", [{ k: 1 }, { k: 1, l: 2 }], []],
  ])("%j", (text, value, expected) => {
    const { value: read, found } = duplicatesOf(text);
    expect(read).toEqual(value);
    expect(found).toEqual(expected);
  });

  test.each<[string, Path, number]>([
    ["a: 1\na: 2", ["a"], 8],
    ['{"a":{"b":1,"b":2}}', ["a", "b"], 16],
    [Array.from({ length: 40 }, (_, i) => `a: ${i % 10}\n`).join(""), ["a"], 198],
  ])("a path leads to the last value: %j", (text, path, start) => {
    expect(nodeAt(duplicatesOf(text).document, path)!.start).toBe(start);
  });
});

describe("linear", () => {
  test.each<[string, (n: number) => string]>([
    ["open brackets in a line", (n) => `a: [${"b, ".repeat(n)}`],
    ["keys in brackets", (n) => `[${"a: b, ".repeat(n)}]`],
    ["lines of a plain scalar", (n) => `a: ${"b\n  ".repeat(n)}`],
    ["spaces in quotes", (n) => `a: "${" ".repeat(n)}x${" ".repeat(n)}"`],
    ["blank lines in quotes", (n) => `a: "x${"\n \t".repeat(n)}"`],
    ["escapes", (n) => `a: "${"\\x41".repeat(n)}"`],
    ["blank lines of a block scalar", (n) => `a: >+\n  b\n${" \n".repeat(n)}`],
    ["spaces before a comment of a directive", (n) => `%YAML${" ".repeat(n)}x${" ".repeat(n)}1`],
    ["duplicate keys", (n) => `${Array.from({ length: n }, (_, i) => `k${i}: 1\n`).join("")}`.repeat(2)],
    ["an unclosed quote", (n) => `a: "${"b\n  ".repeat(n)}`],
    ["tabs on a line after a plain scalar", (n) => `${" ".repeat(8 * n)}a: b\n${"\t".repeat(8 * n)}\n`],
  ])("%s", (_, make) => {
    const read = (n: number) => {
      for (const dialect of [KUBERNETES, GARDEN]) {
        try {
          parseYaml(make(n), dialect);
        } catch (error) {
          if (!(error instanceof DocumentError)) throw error;
        }
      }
    };
    expect(growthExponent(read, 500)).toBeLessThan(LINEAR);
  });
});
