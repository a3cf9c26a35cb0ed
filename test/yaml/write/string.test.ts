import { describe, expect, test } from "vitest";
import { doubleQuoted, isPrintable, isYamlString, makeWellFormed } from "../../../src/yaml/write/string.ts";

describe("texts that some reader of YAML does not read as a string without quotes", () => {
  test.each([
    ["null", ["", "~", "null", "Null", "NULL"]],
    ["a boolean of YAML 1.2", ["true", "True", "TRUE", "false", "False", "FALSE"]],
    ["a boolean of YAML 1.1", ["y", "Y", "yes", "Yes", "YES", "n", "N", "no", "No", "NO"]],
    ["a switch of YAML 1.1", ["on", "On", "ON", "off", "Off", "OFF"]],
    ["a key that merges, a default value", ["<<", "="]],
    ["a whole number", ["0", "-0", "+0", "7", "08", "017", "-17", "+17"]],
    [
      "a number of another base",
      ["0x1f", "0X1F", "-0x1f", "0o7", "0O7", "+0o7", "0b1", "0B1", "-0b1", "0x_1f", "0b1_1"],
    ],
    ["digits in groups", ["1_000", "_1", "-1_000", "+_1", "-_1", "1_", "0_7", "1_0.5", "1_e3", ".5_"]],
    ["a fraction", ["0.5", ".5", "5.", "-.5", "+.5", "1.e3", "1.5e-3", "1e3", "1E+3", "-1e-3"]],
    ["no number", [".inf", ".Inf", ".INF", "-.inf", "+.inf", ".nan", ".NaN", ".NAN"]],
    ["a number of base 60", ["1:30", "12:30:45", "-1:30", "+1:30", "190:20:30.15", "0:0", "1_2:3_0"]],
    ["a date", ["2001-01-01", "2001-1-1"]],
    [
      "a time",
      ["2001-12-14t21:59:43.10-05:00", "2001-12-14 21:59:43.10 -5", "2001-12-14\t1:2:3Z", "2001-1-1T1:2:3,5Z"],
    ],
  ])("%s", (_, texts) => {
    for (const text of texts) expect(isYamlString(text), text).toBe(false);
  });
});

test.each([
  "text",
  "nul",
  "nulls",
  "tRUE",
  "truE",
  "yES",
  "oFF",
  "yesno",
  "nn",
  "~~",
  "==",
  "<<<",
  "1.2.3",
  "10.0.0.1",
  "1:",
  ":1",
  "1::1",
  "_",
  "-",
  "+",
  "--1",
  "1-",
  "1a",
  "e1",
  "1e",
  "1e+",
  ".",
  "..",
  "-.",
  ".infx",
  "+.nan",
  ".Nan",
  "x.inf",
  "x0x1f",
  "100m",
  "1Gi",
  "v1",
  "201-01-01",
  "2001-01",
  "2001-x-1",
  "x2001-01-01",
  "2001-01-01x",
  "2001-01-01-x",
  "2001-01-001",
  "2001-01-01t",
  "2001-01-01 x",
  "2001-01-01t01:02:03z",
  "2001-01-01 01:02:03 UTC",
  "1 000",
  "é",
])("%j is a string for every reader", (text) => {
  expect(isYamlString(text)).toBe(true);
});

test("a lone surrogate becomes the replacement character", () => {
  expect(makeWellFormed("a\ud800b\udc00\ud83d\ude00")).toBe("a\ufffdb\ufffd\ud83d\ude00");
  expect(makeWellFormed("é\u0000")).toBe("é\u0000");
});

describe("characters that YAML only allows as escapes, or that some readers take for a line break", () => {
  test.each([
    ["\0", '"\\u0000"'],
    ["\b", '"\\b"'],
    ["\v", '"\\u000b"'],
    ["\r", '"\\r"'],
    ["\u001f", '"\\u001f"'],
    ["\u007f", '"\\u007f"'],
    ["\u0085", '"\\u0085"'],
    ["\u009f", '"\\u009f"'],
    ["\u2028", '"\\u2028"'],
    ["\u2029", '"\\u2029"'],
    ["\ufeff", '"\\ufeff"'],
    ["\ufffe", '"\\ufffe"'],
    ["\uffff", '"\\uffff"'],
    ["\ud800", '"\ufffd"'],
    ["\udfff", '"\ufffd"'],
  ])("%j is %s in double quotes", (character, quoted) => {
    expect(doubleQuoted(character)).toBe(quoted);
    expect(isPrintable(`a${character}b`)).toBe(false);
  });

  test.each([
    "\u00a0",
    "\u2027",
    "\u202a",
    "\ud7ff",
    "\ue000",
    "\ufefe",
    "\uff00",
    "\ufffd",
    "\u{10000}",
    "\u{10ffff}",
  ])("%j needs no escape", (character) => {
    expect(doubleQuoted(`é${character} ~`)).toBe(`"é${character} ~"`);
    expect(isPrintable(character)).toBe(true);
  });

  test("tabs and line feeds are escaped in double quotes only", () => {
    expect(doubleQuoted('\t\n"\\é')).toBe('"\\t\\n\\"\\\\é"');
    expect(isPrintable('\t\n"\\ ~é')).toBe(true);
  });
});
