/** A config file of a project that is edited: while it cannot be read, what it was counts. */

import type { ProjectDocument } from "../../lint/rules/project/project-document.ts";
import { SourceText } from "../../lint/source-text.ts";
import { VariablesError } from "../../variables/error.ts";
import { placesIn } from "../../variables/places.ts";
import { parseYamlDocuments } from "../../variables/yaml.ts";

export class ConfigText {
  readonly file: string;
  readonly text: string;
  /** Why it cannot be read. */
  readonly error: VariablesError | undefined;
  /** The text itself, or the last one that could be read. */
  readonly source: SourceText;
  /** Those of the source. */
  readonly documents: readonly ProjectDocument[];

  constructor(file: string, text: string, before: ConfigText | undefined) {
    this.file = file;
    this.text = text;
    let source = new SourceText(text);
    let documents: readonly ProjectDocument[] = [];
    try {
      documents = parseYamlDocuments(text, file).map((root) => ({
        file,
        root,
        source,
        value: root.value,
        placeOf: placesIn(text, () => root),
      }));
    } catch (error) {
      if (!(error instanceof VariablesError)) throw error;
      this.error = error;
      source = before?.source ?? source;
      documents = before?.documents ?? [];
    }
    this.source = source;
    this.documents = documents;
  }
}
