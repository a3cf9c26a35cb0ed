import { dump } from "js-yaml";
import { positionAfter } from "../../../text/position.ts";
import { DocumentError } from "../../../yaml/error.ts";
import { parseYaml } from "../../../yaml/parse.ts";
import { tooDeep, YAML_TEXT_LIMIT } from "../limits.ts";
import { any, boolean, text } from "./arguments.ts";
import { define } from "./define.ts";
import { FUNCTIONS, yamlSchema } from "./yaml-dialect.ts";
import { chooseStyle } from "./yaml-style.ts";

/** The number of steps that each call takes. */
const CALL_STEPS = 100;

/** Spaces for each level of indentation. */
const INDENT = 2;

/** The size of each level of indentation while it is written: the library indents lines once for each level. */
const MARGIN_SIZE = 16;

/** The size of each value while it is written: the library builds its own tree. */
const NODE_SIZE = 32;

/** The value of a YAML document or, with `multiDocument`, the list of the values of all documents. */
export const yamlDecode = /* @__PURE__ */ define(
  ["string", "multiDocument?"],
  [text, boolean],
  (budget, string, multiDocument) => {
    // Parsing needs the time of a step for each character.
    budget.countSteps(CALL_STEPS + string.length);
    let documents: unknown[];
    try {
      documents = parseYaml(string, FUNCTIONS).map(({ value }) => value);
    } catch (error) {
      if (!(error instanceof DocumentError)) throw error;
      const { line, column } = positionAfter(string, 0, error.offset, "YAML");
      if (error.code === "circular-alias") throw tooDeep();
      // The text, and a part of it that is read as a key, can be secret.
      const reason = error.code === "duplicate-key" ? "duplicate key" : error.message;
      throw new SyntaxError(`the text is not valid YAML: ${reason} (line ${line}, column ${column})`);
    }
    budget.countWritten(documents);
    if (multiDocument) return documents;
    if (documents.length > 1) {
      throw new Error(`the text has ${documents.length} documents; pass true as the second argument to read them all`);
    }
    return documents.length === 0 ? null : documents[0];
  },
);

/** The value as a YAML document or, with `multiDocument`, each value of a list as a document after a line `---`. */
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
  // The library ends a document with trailing empty lines with a marker, which cannot be part of an indented text.
  return text.endsWith("\n...\n") ? text.slice(0, -4) : text;
}
