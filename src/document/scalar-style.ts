/**
 * The styles of scalars, and the parser's codes for them. These are no tables: a bundler could not leave the parser out
 * where nothing else uses it.
 */
import { SCALAR_STYLE } from "js-yaml";
import type { ScalarStyle } from "./node.ts";

export function codeOf(style: ScalarStyle) {
  switch (style) {
    case "plain":
      return SCALAR_STYLE.PLAIN;
    case "single":
      return SCALAR_STYLE.SINGLE_QUOTED;
    case "double":
      return SCALAR_STYLE.DOUBLE_QUOTED;
    case "literal":
      return SCALAR_STYLE.LITERAL_BLOCK;
    case "folded":
      return SCALAR_STYLE.FOLDED_BLOCK;
  }
}

export function styleOf(code: number): ScalarStyle {
  switch (code) {
    case SCALAR_STYLE.SINGLE_QUOTED:
      return "single";
    case SCALAR_STYLE.DOUBLE_QUOTED:
      return "double";
    case SCALAR_STYLE.LITERAL_BLOCK:
      return "literal";
    case SCALAR_STYLE.FOLDED_BLOCK:
      return "folded";
    default:
      return "plain";
  }
}
