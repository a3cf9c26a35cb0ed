import { dump, loadAll, YAMLException } from "js-yaml";
import { any, boolean, text } from "./arguments.ts";
import { define, optional, required } from "./define.ts";
import { checkSize } from "./limits.ts";
import { yamlSchema } from "./yaml-schema.ts";

/** Spaces a level, in what `dump` writes. */
const INDENT = 2;

/** The value of a YAML document; with `multiDocument`, the list of the values of all. */
export const yamlDecode = /* @__PURE__ */ define(
  [/* @__PURE__ */ required("string", text), /* @__PURE__ */ optional("multiDocument", boolean)],
  (limit, string, multiDocument) => {
    let documents: unknown[];
    try {
      documents = loadAll(string, { schema: yamlSchema() });
    } catch (error) {
      if (!(error instanceof YAMLException)) throw error;
      // The library's own message would quote the text, which may be a secret.
      const place = error.mark === undefined ? "" : ` (line ${error.mark.line + 1}, column ${error.mark.column + 1})`;
      throw new SyntaxError(`the text is not valid YAML: ${error.reason}${place}`);
    }
    checkSize(documents, limit);
    if (multiDocument) return documents;
    if (documents.length > 1) {
      throw new Error(`the text holds ${documents.length} documents: pass true as second argument to read them all`);
    }
    return documents.length === 0 ? null : documents[0];
  },
);

/** The value as a YAML document; with `multiDocument`, each value of a list as one, after a line `---`. */
export const yamlEncode = /* @__PURE__ */ define(
  [/* @__PURE__ */ required("value", any), /* @__PURE__ */ optional("multiDocument", boolean)],
  (limit, value, multiDocument) => {
    checkSize(value, limit, INDENT);
    if (!multiDocument) return dumpDocument(value);
    if (!Array.isArray(value)) throw new Error("the value must be a list to be written as several documents");
    return value.map((document) => `---\n${dumpDocument(document)}`).join("");
  },
);

function dumpDocument(value: unknown): string {
  return dump(value, { noRefs: true, indent: INDENT });
}
