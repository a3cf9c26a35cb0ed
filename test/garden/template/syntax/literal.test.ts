/** Numbers and strings in expressions. */
import { expect, test } from "vitest";
import { resolveTemplateString, TemplateError } from "../../../../src/index.ts";
import { failure } from "../failure.ts";

test.each(["0", "12", "1.", "0.", "1.5", ".5", "1.e3", "1e3", "1E-2", ".5e+1", "0x1F", "0Xff", "10.25e2"])(
  "%s",
  (number) => {
    expect(resolveTemplateString(`\${${number}}`, {})).toBe(Number(number));
    expect(resolveTemplateString(`\${${number} + 1}`, {})).toBe(Number(number) + 1);
  },
);

test.each(["007", "00", "1_000", "0b1", "0x", "1e", "1.5.", ".", "1px", "1.e", "0xg"])("%s is not a number", (text) => {
  expect(() => resolveTemplateString(`\${${text} + 1}`, {})).toThrow(TemplateError);
});

test.each([
  ["''", ""],
  ['"it\'s \\""', "it's \""],
  ["'\\q\\'\\\"\\\\'", "q'\"\\"],
  ["'\\b\\f\\n\\r\\t\\v'", "\b\f\n\r\t\v"],
  ["'a\\0b\\x00\\u0000'", "a\0b\0\0"],
  ["'\\xAB\\xab\\xFf\\x09'", "\xab\xab\xff\t"],
  ["'\\uABCD\\uabcd\\u00e9'", "\uabcd\uabcd\u00e9"],
  ["'a\\\nb'", "ab"],
  ["'a\\\rb'", "ab"],
  ["'a\\\r\nb'", "ab"],
  ["'a\\\u2028b\\\u2029c'", "abc"],
])("the string literal %j is %j", (literal, text) => {
  expect(resolveTemplateString(`\${${literal}}`, {})).toBe(text);
});

const ESCAPE = "invalid escape sequence in a string literal";
const LINE_BREAK = "a string literal cannot contain a line break; write \\n";

test.each([
  ["'\\00'", 1, ESCAPE],
  ["'\\08'", 1, ESCAPE],
  ["'a\\1'", 2, ESCAPE],
  ["'\\x'", 1, ESCAPE],
  ["'\\x0'", 1, ESCAPE],
  ["'\\xg0'", 1, ESCAPE],
  ["'\\x0G'", 1, ESCAPE],
  ["'\\x@0'", 1, ESCAPE],
  ["'\\u12'", 1, ESCAPE],
  ["'\\u123`'", 1, ESCAPE],
  ["'a\nb'", 2, LINE_BREAK],
  ["'a\rb'", 2, LINE_BREAK],
  ["'a\u2028b'", 2, LINE_BREAK],
  ["'a\u2029b'", 2, LINE_BREAK],
  ["'a\\\r\rb'", 4, LINE_BREAK],
  ["'a\\\n\nb'", 4, LINE_BREAK],
])("the string literal %j is refused at offset %i", (literal, offset, reason) => {
  const error = failure(() => resolveTemplateString(`\${${literal}}`, {}));
  expect(error).toMatchObject({ code: "parse", reason, offset: offset + "${".length });
});

test.each([
  "${'${nope}'}",
  "${'\\x41${nope}'}",
  "${'a\\\r\nb\\n${nope}'}",
  "${'\\u0041\\\nb${nope}\\t'}",
  "${\"\\t\\t${'x${nope}'}\"}",
  "${\"\\t${'\\\\n${nope}'}\"}",
])("an error in a template in a string literal has its offset: %j", (template) => {
  expect(failure(() => resolveTemplateString(template, {}))).toMatchObject({
    code: "missing-key",
    offset: template.indexOf("nope"),
  });
});
