import { loadAll, YAML11_SCHEMA } from "js-yaml";
import { expect, test } from "vitest";
import { documentOf } from "../../../src/yaml/write/value.ts";

test.each([
  ["a word", "text", "text\n"],
  ["an address", "http://h:80/?a=b", "http://h:80/?a=b\n"],
  ["a long line", { a: `${"word ".repeat(40)}end` }, `a: ${"word ".repeat(40)}end\n`],
  ["nothing", "", "''\n"],
  ["a word of YAML 1.1", "yes", "'yes'\n"],
  ["a number", "8080", "'8080'\n"],
  ["octal, to Go alone", "0O7", "'0O7'\n"],
  ["hexadecimal, to Go alone", "0X1F", "'0X1F'\n"],
  ["a date, to Go alone", "2001-1-1", "'2001-1-1'\n"],
  ["grouped digits", "1_e3", "'1_e3'\n"],
  ["a key", { "12:30": "12:30" }, "'12:30': '12:30'\n"],
  ["lines", { a: "x\ny\n" }, "a: |\n  x\n  y\n"],
  ["lines that begin indented", { a: " x\ny" }, "a: |2-\n   x\n  y\n"],
  ["such lines at the root", " x\ny", '" x\\ny"\n'],
  ["half of a character", ["\ud800x"], '- "\ufffdx"\n'],
  ["control characters", ["\u001b\u0085\u2028\ufeff"], '- "\\e\\N\\L\\uFEFF"\n'],
  ["a number's beginning with a control character", ["0x1\u007f "], '- "0x1\\x7F "\n'],
  ["a date with a line end of YAML 1.1", { a: "2001-01-01\u0085x" }, 'a: "2001-01-01\\Nx"\n'],
  ["a number's beginning with lines", ["0x\ny"], "- '0x\n\n  y'\n"],
  ["values that are not strings", [1, true, null, 0.5, {}, []], "- 1\n- true\n- null\n- 0.5\n- {}\n- []\n"],
  [
    "integers that a number would round",
    [2n ** 64n - 1n, -(2n ** 63n)],
    "- 18446744073709551615\n- -9223372036854775808\n",
  ],
  ["a value that comes twice", [["a"], ["a"]], "- - a\n- - a\n"],
])("%s", (_, value, text) => {
  expect(documentOf(value)).toBe(text);
});

test("an object in two places is written twice", () => {
  const shared = ["a"];
  expect(documentOf({ one: shared, two: shared })).toBe("one:\n  - a\ntwo:\n  - a\n");
});

test("a string is also a string for a reader of YAML 1.1", () => {
  for (const text of ["y", "NO", "0o7", "1_000", "1:30", "=", "<<", ".inf", "2001-01-01", "0b1"]) {
    for (const value of [text, [text], { [text]: text }]) {
      expect(loadAll(documentOf(value), { schema: YAML11_SCHEMA })).toEqual([value]);
    }
  }
});
