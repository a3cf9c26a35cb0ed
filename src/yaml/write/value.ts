/** Writes values as YAML text that every reader, above all Kubernetes', reads as the same values. */
import { DEFAULT_SCALAR_STYLE_RULES, DUMP_SCHEMA, dump, SCALAR_STYLE, type ScalarLayout } from "js-yaml";
import { isYamlString, makeWellFormed } from "./string.ts";

const INTEGER = DUMP_SCHEMA.lookupScalarTag("tag:yaml.org,2002:int")!;
/** The integers that a number would round are bigints. */
const SCHEMA = DUMP_SCHEMA.withTags({
  ...INTEGER,
  identify: (value) => typeof value === "bigint" || INTEGER.identify(value),
});

/** The text of a document, with a line break at the end. */
export function documentOf(value: unknown): string {
  return dump(value, {
    schema: SCHEMA,
    noRefs: true,
    lineWidth: -1,
    scalarStyleRules: [quoteAmbiguous, ...Object.values(DEFAULT_SCALAR_STYLE_RULES)],
  });
}

/** A character that needs an escape, which single quotes do not have. */
const UNPRINTABLE = /(?!\n)[\p{C}\p{Zl}\p{Zp}]/u;

function quoteAmbiguous(layout: ScalarLayout): void {
  const { node, level } = layout;
  if (node.tag !== "tag:yaml.org,2002:str") return;
  Object.assign(node, { value: makeWellFormed(node.value) });
  const isIndentedRoot = level === 0 && /^\n* /.test(node.value);
  // At the root, readers differ about the column from which an indentation indicator counts.
  if (isIndentedRoot && node.value.includes("\n")) layout.style = SCALAR_STYLE.DOUBLE_QUOTED;
  else if (!isYamlString(node.value)) {
    layout.style = UNPRINTABLE.test(node.value) ? SCALAR_STYLE.DOUBLE_QUOTED : SCALAR_STYLE.SINGLE_QUOTED;
  }
}
