/** Values as YAML text that every reader takes for the same values, Kubernetes' first of all. */
import { DEFAULT_SCALAR_STYLE_RULES, dump, SCALAR_STYLE, type ScalarLayout } from "js-yaml";
import { isYamlString, wellFormed } from "./yaml-string.ts";

/** A document, which ends with a line break. */
export function documentOf(value: unknown): string {
  return dump(value, {
    noRefs: true,
    lineWidth: -1,
    scalarStyleRules: [quoteWhatIsAmbiguous, ...Object.values(DEFAULT_SCALAR_STYLE_RULES)],
  });
}

/** Needs an escape; in single quotes there is none. */
const UNPRINTABLE = /(?!\n)[\p{C}\p{Zl}\p{Zp}]/u;

function quoteWhatIsAmbiguous(layout: ScalarLayout): void {
  const { node, level } = layout;
  if (node.tag !== "tag:yaml.org,2002:str") return;
  Object.assign(node, { value: wellFormed(node.value) });
  const isIndentedRoot = level === 0 && /^\n* /.test(node.value);
  // A number of spaces that the first line says is counted from another column at the root by some readers.
  if (isIndentedRoot && node.value.includes("\n")) layout.style = SCALAR_STYLE.DOUBLE_QUOTED;
  else if (!isYamlString(node.value)) {
    layout.style = UNPRINTABLE.test(node.value) ? SCALAR_STYLE.DOUBLE_QUOTED : SCALAR_STYLE.SINGLE_QUOTED;
  }
}
