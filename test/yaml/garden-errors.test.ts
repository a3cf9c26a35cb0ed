/** The errors in Garden's dialect, and their offsets. */
import { expect, test } from "vitest";
import { GARDEN } from "../../src/yaml/dialect.ts";
import { parseYaml } from "../../src/yaml/parse.ts";

test.each([
  ["[-]", 1, 'no value can start with "-"; put it in quotes'],
  ["a: 'b'#c", 6, 'no value can start with "#"; put it in quotes'],
  ["[a]#b", 3, 'no value can start with "#"; put it in quotes'],
  ["a: |#c\n b", 4, "expected a line break"],
  ["a:\t- b", 3, "wrong indentation: no list can start here"],
  ["a:\t? b", 3, "wrong indentation: no key can start here"],
  ["-\t- a", 2, "tab characters must not be used in indentation"],
  ["a:\n\tb", 3, "tab characters must not be used in indentation"],
  ["a:\n\n\t b", 4, "tab characters must not be used in indentation"],
  ["- a\n\t- b", 4, "tab characters must not be used in indentation"],
  ["a: b\n\tc", 5, "tab characters must not be used in indentation"],
  ["a:\n b:\n \tc", 8, "tab characters must not be used in indentation"],
  ["a: &x\n\tb", 6, "tab characters must not be used in indentation"],
  ["a:\n\t[1]", 3, "tab characters must not be used in indentation"],
  ["- \n\ta", 3, "tab characters must not be used in indentation"],
  ["%YAML 2.0\n---\na", 0, "this version of YAML is not supported"],
  ["%YAML 1.2\n%YAML 1.2\n--- a", 10, "duplicate directive"],
  ["%TAG ! a:\n%TAG ! b:\n--- a", 10, "duplicate directive"],
  ["%FOO\na", 5, "expected a line `---` after a directive"],
  ["%FOO", 4, "expected a line `---` after a directive"],
  ["a: !x{b", 7, "the text ends before a [ or { is closed"],
  ["a: !x,y", 3, "the value does not match its tag"],
  ["a: \u0001", 3, "control characters are not allowed"],
  ["? : a", 2, "a key must be a string"],
  ["[[a]:b]", 1, "a key must be a string"],
  ["[a, , b]", 4, "expected the node content, but found ','"],
  ["a: [b]]", 6, "wrong indentation: expected a key"],
  ["- 'a'\n  b", 8, "wrong indentation: expected an item of the list"],
  ["&a &b c", 3, "expected the end of the stream or a document separator"],
  ["{a: 1, b: {a: 1, a: 2}}", 17, 'duplicate key "a"'],
  ["<<: [{a: 1}, b]", 13, "`<<` must name a mapping or a list of mappings"],
])("the error of YAML 1.2 in %j: at %i, %s", (text, offset, message) => {
  expect(() => parseYaml(text, GARDEN)).toThrow(expect.objectContaining({ name: "DocumentError", offset, message }));
});
