/** Numbers in expressions. */
import { expect, test } from "vitest";
import { resolveTemplateString, TemplateError } from "../../../../src/index.ts";

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
