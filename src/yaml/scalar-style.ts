/** The styles of scalars, and the parser's codes for them. */
import type { ScalarStyle as StyleCode } from "js-yaml";
import type { ScalarStyle } from "./node.ts";

/** In the order of the parser's codes, which begin with 1. */
const STYLES: readonly ScalarStyle[] = ["plain", "single", "double", "literal", "folded"];

export function codeOf(style: ScalarStyle): StyleCode {
  return (STYLES.indexOf(style) + 1) as StyleCode;
}

export function styleOf(code: StyleCode): ScalarStyle {
  return STYLES[code - 1]!;
}

export function isBlock(style: ScalarStyle): boolean {
  return style === "literal" || style === "folded";
}
