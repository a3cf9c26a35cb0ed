import { DEFAULT_SCALAR_STYLE_RULES, SCALAR_STYLE, type ScalarLayout } from "js-yaml";
import { isYamlString, makeWellFormed } from "../../../yaml/write/string.ts";

const NOT_PRINTABLE = /[^\n\x20-\x7E\xA1-\u2027\u202A-\uD7FF\uE000-\uFEFE\uFF00-\uFFFD\u{10000}-\u{10FFFF}]/u;

/** An indicator at the start, a space at either end, a colon at the end or before a space, a comment. */
const NOT_PLAIN = /^[-?:,[\]{}#&*!|=>'"%@` ]|[ :]$|: | #/;

/**
 * Chooses how a string is written: like the reference's release of js-yaml, which quotes more than later ones. Strings that
 * another reader would take for a number or a date are quoted, too.
 */
export function chooseStyle(layout: ScalarLayout): void {
  if (layout.node.tag === "tag:yaml.org,2002:str") {
    Object.assign(layout.node, { value: makeWellFormed(layout.node.value) });
    layout.style = styleOf(layout);
  }
  DEFAULT_SCALAR_STYLE_RULES.fallbackToDoubleQuoted(layout);
}

function styleOf(layout: ScalarLayout): ScalarLayout["style"] {
  const text = layout.node.value;
  const isMultiline = text.includes("\n");
  if (NOT_PRINTABLE.test(text) || (layout.isKey && isMultiline)) return SCALAR_STYLE.DOUBLE_QUOTED;
  const isFolded = !layout.isKey && hasLineToFold(text, layout);
  if (isFolded || isMultiline) {
    // The indentation of the first line would need an indicator, which readers interpret differently at the root.
    if (layout.level === 0 && /^\n* /.test(text)) return SCALAR_STYLE.DOUBLE_QUOTED;
    return isFolded ? SCALAR_STYLE.FOLDED_BLOCK : SCALAR_STYLE.LITERAL_BLOCK;
  }
  const readsAsText = (layout.allowedStylesMask & (1 << SCALAR_STYLE.PLAIN)) !== 0;
  if (text === "" || !readsAsText || !isYamlString(text) || NOT_PLAIN.test(text)) return SCALAR_STYLE.SINGLE_QUOTED;
  return SCALAR_STYLE.PLAIN;
}

/** Whether a line is too long. Lines that start with a space cannot be folded. */
function hasLineToFold(text: string, layout: ScalarLayout): boolean {
  const { lineWidth } = layout.presenterOptions;
  const width = Math.max(Math.min(lineWidth, 40), lineWidth - layout.shiftOfContent);
  for (let start = 0, end = 0; end !== text.length; start = end + 1) {
    end = text.indexOf("\n", start);
    if (end < 0) end = text.length;
    if (end - start > width && text[start] !== " ") return true;
  }
  return false;
}
