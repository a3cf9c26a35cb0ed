/** Manifests: YAML (one document or many) or JSON (one object or many, one after the other). */
import { Composer } from "./compose.ts";
import { KUBERNETES } from "./dialect.ts";
import { DocumentError } from "./error.ts";
import { readJsonObjects } from "./json.ts";
import type { Node, OnDuplicate } from "./node.ts";
import { readYaml } from "./reader.ts";

/**
 * Reads every document of a text.
 *
 * @param onDuplicate is called for each key that a mapping has more than once, where the dialect allows it: Kubernetes'
 *   tools take the last value, and only their strict decoding refuses it
 * @throws DocumentError for text that is neither YAML nor JSON, and an alias that leads nowhere, to itself, or to a
 *   million values.
 * @example parseManifest("a: 1\n---\nb: [on]\n").map((root) => root.value) // [{ a: 1 }, { b: [true] }]
 */
export function parseManifest(text: string, dialect = KUBERNETES, onDuplicate: OnDuplicate = () => {}): Node[] {
  return readJsonObjects(text, dialect, onDuplicate) ?? parseYaml(text, dialect, onDuplicate);
}

/** Reads every document of a text that is YAML; there may be JSON in it, too. */
export function parseYaml(text: string, dialect = KUBERNETES, onDuplicate: OnDuplicate = () => {}): Node[] {
  return readYaml(text, dialect.maxDepth, dialect.version, new Composer(text, dialect, onDuplicate));
}

/** How many collections may be inside collections where a text is only checked: that takes no more memory. */
const MAX_CHECKED_DEPTH = 1000;

/**
 * Why a text, which may have several documents, is not YAML; undefined if go-yaml accepts it, or a reader of YAML 1.2.
 * Does not check aliases, tags, and keys. Takes little memory besides the text.
 */
export function yamlProblem(text: string): DocumentError | undefined {
  let problem: DocumentError | undefined;
  for (const version of ["1.1", "1.2"] as const) {
    try {
      readYaml(text, MAX_CHECKED_DEPTH, version);
      return undefined;
    } catch (error) {
      if (!(error instanceof DocumentError)) throw error;
      problem ??= error;
    }
  }
  return problem;
}
