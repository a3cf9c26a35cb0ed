import { dump } from "js-yaml";
import { positionAfter } from "../../text/position.ts";
import { DocumentError } from "../../yaml/error.ts";
import { parseYaml } from "../../yaml/parse.ts";
import { any, boolean, text } from "./arguments.ts";
import { define } from "./define.ts";
import { tooDeep, YAML_TEXT_LIMIT } from "./limits.ts";
import { FUNCTIONS } from "./yaml-dialect.ts";
import { yamlSchema } from "./yaml-schema.ts";
import { chooseStyle } from "./yaml-style.ts";

/** What each call takes. */
const CALL_STEPS = 100;

/** Spaces a level, in what `dump` writes. */
const INDENT = 2;

/** What each level of indentation takes while it is written: the library moves lines to the right once for each level. */
const MARGIN_SIZE = 16;

/** What each value takes while it is written, as characters: the library makes a tree of its own. */
const NODE_SIZE = 32;

/** The value of a YAML document; with `multiDocument`, the list of the values of all. */
export const yamlDecode = /* @__PURE__ */ define(
  ["string", "multiDocument?"],
  [text, boolean],
  (budget, string, multiDocument) => {
    // The library takes a step's time for each character.
    budget.countSteps(CALL_STEPS + string.length);
    let documents: unknown[];
    try {
      documents = parseYaml(string, FUNCTIONS).map(({ value }) => value);
    } catch (error) {
      if (!(error instanceof DocumentError)) throw error;
      const { line, column } = positionAfter(string, 0, error.offset, "YAML");
      if (error.code === "circular-alias") throw tooDeep();
      // The text may be secret, and so may what is read as a key.
      const reason = error.code === "duplicate-key" ? "duplicate key" : error.message;
      throw new SyntaxError(`the text is not valid YAML: ${reason} (line ${line}, column ${column})`);
    }
    budget.countWritten(documents);
    if (multiDocument) return documents;
    if (documents.length > 1) {
      throw new Error(`the text holds ${documents.length} documents: pass true as second argument to read them all`);
    }
    return documents.length === 0 ? null : documents[0];
  },
);

/** The value as a YAML document; with `multiDocument`, each value of a list as one, after a line `---`. */
export const yamlEncode = /* @__PURE__ */ define(
  ["value", "multiDocument?"],
  [any, boolean],
  (budget, value, multiDocument) => {
    const size = budget.countWritten(value, MARGIN_SIZE, NODE_SIZE, YAML_TEXT_LIMIT);
    budget.countSteps(CALL_STEPS + size);
    if (!multiDocument) return dumpDocument(value);
    if (!Array.isArray(value)) throw new Error("the value must be a list to be written as several documents");
    return `---\n${value.map(dumpDocument).join("---\n")}`;
  },
);

function dumpDocument(value: unknown): string {
  const text = dump(value, { schema: yamlSchema(), noRefs: true, indent: INDENT, scalarStyleRules: [chooseStyle] });
  // The library ends a document whose last lines are blank with a marker, which has no place in an indented text.
  return text.endsWith("\n...\n") ? text.slice(0, -4) : text;
}
