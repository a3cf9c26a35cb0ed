/** Scalars of YAML text: their values, and the text with another value in the same style. */
import { describe, expect, test } from "vitest";
import { readScalar, writtenScalar } from "../../../src/expansion/streams/yaml-scalar.ts";

const read = (source: string, entryColumn = 0) => readScalar(source, { entryColumn, inFlow: false } as never);

test.each<[source: string, value: string, oneLine: string, twoLines: string]>([
  ["plain text", "plain text", "z", '"x\\ny"'],
  ["a\n  b\n\n c", "a b\nc", "z", '"x\\ny"'],
  ["\\x41'\"", "\\x41'\"", "z", '"x\\ny"'],
  ["'it''s \\q'", "it's \\q", "'z'", '"x\\ny"'],
  ["'a\n b\n\n c'", "a b\nc", "'z'", '"x\\ny"'],
  ['"x"', "x", '"z"', '"x\\ny"'],
  ['"a\\\n  b"', "ab", '"z"', '"x\\ny"'],
  ['"a\\\r\n b"', "ab", '"z"', '"x\\ny"'],
  ["|\n  a\n  b", "a\nb\n", "|-\n  z", "|-\n  x\n  y"],
  ["|-\n  a", "a", "|-\n  z", "|-\n  x\n  y"],
  ["|+\n  a\n\n", "a\n\n\n", "|-\n  z\n\n", "|-\n  x\n  y\n\n"],
  [">\n  a\n  b\n\n  c", "a b\nc\n", ">-\n  z", ">-\n  x\n\n  y"],
  [">-\n a\n  b", "a\n b", ">-\n z", ">-\n x\n\n y"],
  [">1\n  a", " a\n", ">1-\n z", ">1-\n x\n\n y"],
  ["|2-\n   a", " a", "|2-\n  z", "|2-\n  x\n  y"],
  ["|-2\n   a", " a", "|2-\n  z", "|2-\n  x\n  y"],
  ["|+1\n  a\n", " a\n\n", "|1-\n z\n", "|1-\n x\n y\n"],
  ["| # c\n  a", "a\n", "|- # c\n  z", "|- # c\n  x\n  y"],
  ["|\n\n\n  a", "\n\na\n", "|-\n  z", "|-\n  x\n  y"],
  ["|\n   \n  a", " \na\n", "|-\n  z", "|-\n  x\n  y"],
  ["|\r\n  a\r\n  b\r", "a\nb\n", "|-\r\n  z\r", "|-\r\n  x\r\n  y\r"],
  [">2\n\n    a", "\n  a\n", ">2-\n  z", ">2-\n  x\n\n  y"],
  ["|", "", '"z"', '"x\\ny"'],
])("%j is %j", (source, value, oneLine, twoLines) => {
  const scalar = read(source)!;
  expect([scalar.node.value, writtenScalar(scalar, "z"), writtenScalar(scalar, "x\ny")]).toEqual([
    value,
    oneLine,
    twoLines,
  ]);
});

test("the indentation of a header is relative to the column of the entry", () => {
  const scalar = read("|2-\n      a", 2)!;
  expect([scalar.node.value, scalar.node.indent]).toEqual(["  a", 4]);
  expect(writtenScalar(scalar, "x\n y")).toBe("|2-\n    x\n     y");
});

describe("escape sequences", () => {
  test.each<[sequences: string, value: string]>([
    ["\\x41\\xe9\\xEF", "Aé\xef"],
    ["\\u0041\\u20ac\\u20AC", "A€€"],
    ["\\U00000041\\U0001F600\\U000fFFFF\\U0010FFFF", "A😀\u{fffff}\u{10ffff}"],
    ["\\0\\a\\b\\t\\\t\\n\\v\\f\\r\\e", "\0\x07\b\t\t\n\v\f\r\x1b"],
    ['\\ \\"\\/\\\\', ' "/\\'],
    ["\\N\\_\\L\\P", "\u0085\u00a0\u2028\u2029"],
  ])("%j is %j", (sequences, value) => {
    expect(read(`"${sequences}"`)?.node.value).toBe(value);
  });

  const INVALID = [
    ..."\\x4 \\xg0 \\x4G \\u12 \\u12G4 \\u004 \\U0000004 \\U0001F60G \\U00110000 \\U00200041 \\U01000041".split(" "),
    ..."\\q \\z \\X41 \\1 \\' \\A \\B \\E \\T \\R \\l \\p \\é \\-".split(" "),
  ];
  test.each(INVALID)("%j does not exist in YAML", (sequence) => {
    for (const source of [`"${sequence}"`, `"\\n${sequence} a"`, `"\\\\${sequence}\\n"`]) {
      expect(read(source), source).toBeUndefined();
    }
    expect(read(`"\\${sequence}"`)?.node.value).toBe(sequence);
  });
});
