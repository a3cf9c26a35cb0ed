import { SCALAR_STYLE } from "js-yaml";
import { expect, test } from "vitest";
import { codeOf, styleOf } from "../../src/yaml/scalar-style.ts";

test.each([
  ["plain", SCALAR_STYLE.PLAIN],
  ["single", SCALAR_STYLE.SINGLE_QUOTED],
  ["double", SCALAR_STYLE.DOUBLE_QUOTED],
  ["literal", SCALAR_STYLE.LITERAL_BLOCK],
  ["folded", SCALAR_STYLE.FOLDED_BLOCK],
] as const)("%s is the parser's style %i", (style, code) => {
  expect(codeOf(style)).toBe(code);
  expect(styleOf(code)).toBe(style);
});
