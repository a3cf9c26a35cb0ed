/** Edits of scalars directly after an anchor, or in the column of their key, are read as the new value. */
import { expect, test } from "vitest";
import type { Path } from "../../../src/yaml/node.ts";
import { parseManifest } from "../../../src/yaml/parse.ts";
import { splice } from "../../../src/yaml/write/edit.ts";

test.each<[string, Path, string, unknown]>([
  ["&x??", [], "x", "x"],
  ["&x:?", [], "x", "x"],
  ["a: &x??", ["a"], "x", { a: "x" }],
  ["s:\n>", ["s"], "x", { s: "x" }],
  ["&-?0", [], "trail ", "trail "],
  ["-\n|", [0], "x", ["x"]],
  ["s:\n|\n", ["s"], "x\r", { s: "x\r" }],
  ["4:\n|\n", ["4"], "x\r\ny", { "4": "x\r\ny" }],
  ["a:\n  s:\n  |\n  b: 1\n", ["a", "s"], "x\ty\r", { a: { s: "x\ty\r", b: 1 } }],
])("%j, %j: %j", (text, path, value, expected) => {
  const [document] = parseManifest(text);
  const written = splice(text, [{ document: document!, path, value }]);
  expect(parseManifest(written).map((root) => root.value)).toEqual([expected]);
});

test("in brackets, only values with characters of collections, : and ? need quotes", () => {
  const written = (text: string, value: string) => {
    const [document] = parseManifest(text);
    return splice(text, [{ document: document!, path: [0], value }]);
  };
  for (let code = 0x20; code < 0x7f; code++) {
    const value = `a${String.fromCharCode(code)}b`;
    expect(written("- x", value)).toBe(`- ${value}`);
    expect(written("[x]", value)).toBe(/[,[\]{}:?]/.test(value) ? `["${value}"]` : `[${value}]`);
  }
});

test.each<[text: string, value: string, result: string]>([
  // The value decides the sign after the indicator. A digit is kept.
  ["|\n  x\n", "y", "|-\n  y\n"],
  ["|-\n  x\n", "y\n", "|\n  y\n"],
  ["|-\n  x\n", "y\n\n\n", "|+\n  y\n\n\n"],
  ["|+2 # c\n  x\n\n", "y\n", "|2 # c\n  y\n\n"],
  ["|2-\n  x\n", " y\nz", "|2-\n   y\n  z\n"],
  ["|1\n x\n", "\n y\n", "|1\n\n  y\n"],
  // Without a digit, the first line with text must not start with white space, nor the lines before it.
  ["|\n  x\n", "\n\ny\n", "|\n\n\n  y\n"],
  ["|\n  x\n", "y\n \nz\n", "|\n  y\n   \n  z\n"],
  ["|\n  x\n", "y\n\tz\n", "|\n  y\n  \tz\n"],
  ["|\n  x\n", "\ty\n", '"\\ty\\n"\n'],
  ["|\n  x\n", "\n y\n", '"\\n y\\n"\n'],
  ["|\n  x\n", " \ny\n", '" \\ny\\n"\n'],
  ["|2\n  x\n", " \ny\n", '" \\ny\\n"\n'],
  ["|\n  x\n", "\n", '"\\n"\n'],
  ["|\n  x\n", " ", '" "\n'],
  ["|\n  x\n", "y\n ", '"y\\n "\n'],
  ["|\n  x\n", "y\n \n", '"y\\n \\n"\n'],
  ["| # c\n  x\n\n", "\u0007", '"\\u0007" # c\n\n'],
  // A line break between lines with text needs another one, except in lines that start with white space.
  [">\n  x\n", "a\nb\n\nc\n", ">\n  a\n\n  b\n\n\n  c\n"],
  [">\n  x\n", "\na\nb", ">-\n\n  a\n\n  b\n"],
  [">-\n  x\n", "a\n b\nc", "|-\n  a\n   b\n  c\n"],
  [">-\n  x\n", "a\n\tb", "|-\n  a\n  \tb\n"],
  [">-\n  x\n", "a \nb ", ">-\n  a \n\n  b \n"],
  // Empty lines after the text are layout, unless the value ends with several line breaks.
  ["|\n  x\n\n \n", "y", "|-\n  y\n\n \n"],
  ["|\n  x\n\n\n\n", "y\n\n", "|+\n  y\n\n"],
  ["|\r\n  x\r\n\r\n", "y\nz\n", "|\r\n  y\r\n  z\r\n\r\n"],
])("a block scalar in a mapping: %j becomes %j", (block, value, result) => {
  const [document] = parseManifest(`a: ${block}b: 1\n`);
  const written = splice(`a: ${block}b: 1\n`, [{ document: document!, path: ["a"], value }]);
  expect(written).toBe(`a: ${result}b: 1\n`);
  expect(parseManifest(written)[0]!.value).toEqual({ a: value, b: 1 });
});

test.each<[style: string, value: string, result: string]>([
  ["x", "it's", "it's"],
  ["x", "'a'", `"'a'"`],
  ["x", 'a: "b"', `'a: "b"'`],
  ["x", 'a: "b\\\n"', '"a: \\"b\\\\\\n\\""'],
  ["x", "a\\b: c", "'a\\b: c'"],
  ["x", "a: 'b", `"a: 'b"`],
  ["x", "a:", '"a:"'],
  ["x", "a #b", '"a #b"'],
  ["x", "a#b", "a#b"],
  ["x", "a\tb", '"a\\tb"'],
  ["x", " a", '" a"'],
  ["x", "-", '"-"'],
  ["x", "- a", '"- a"'],
  ["x", "-a", "-a"],
  ["x", "...", '"..."'],
  ["x", "---a", '"---a"'],
  ["x", "a---", "a---"],
  ...[..."-?:,[]{}#&*!|>'%@`=~<"].map((sign): [string, string, string] => ["x", `${sign} a`, `"${sign} a"`]),
  ["'x'", "a\tb", "'a\tb'"],
  ["'x'", "a\nb", '"a\\nb"'],
  ["'x'", "''", "''''''"],
  ["'x'", "\u0085", '"\\u0085"'],
  ['"x"', "a'b", `"a'b"`],
  ["!!binary eA==", "é\n", "!!binary w6kK"],
  ["!!binary 'eA=='", "", "!!binary ''"],
])("a scalar on a line: %s becomes %j", (scalar, value, result) => {
  const [document] = parseManifest(`a: ${scalar} # c\n`);
  const written = splice(`a: ${scalar} # c\n`, [{ document: document!, path: ["a"], value }]);
  expect(written).toBe(`a: ${result} # c\n`);
  expect(parseManifest(written)[0]!.value).toEqual({ a: value });
});
