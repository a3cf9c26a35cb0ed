/** Manifests: YAML (one document or many) or JSON (one object or many, one after the other). */

import { KUBERNETES } from "./dialect.ts";
import { readJsonObjects } from "./json.ts";
import type { Node, OnDuplicate } from "./node.ts";
import { Composer } from "./node-composer.ts";
import { type IsOutlined, NotOutlined, OutlineComposer } from "./outline.ts";
import { readYaml } from "./reader.ts";

/**
 * Reads every document of a text.
 *
 * @param onDuplicate is called for each key that a mapping has more than once, where the dialect allows it: Kubernetes'
 *   tools take the last value, and only their strict decoding refuses it
 * @throws DocumentError for text that is neither YAML nor JSON, and for an alias without an anchor, to itself, or to a
 *   million values
 * @example parseManifest("a: 1\n---\nb: [on]\n").map((root) => root.value) // [{ a: 1 }, { b: [true] }]
 */
export function parseManifest(
  text: string,
  dialect = KUBERNETES,
  onDuplicate: OnDuplicate = () => {},
  isOutlined?: IsOutlined,
): Node[] {
  return readJsonObjects(text, dialect, onDuplicate) ?? parseYaml(text, dialect, onDuplicate, isOutlined);
}

/** Reads every document of a text that is YAML, which can contain JSON. */
export function parseYaml(
  text: string,
  dialect = KUBERNETES,
  onDuplicate: OnDuplicate = () => {},
  isOutlined?: IsOutlined,
): Node[] {
  try {
    if (isOutlined !== undefined) {
      return readYaml(
        text,
        dialect.maxDepth,
        dialect.version,
        new OutlineComposer(text, dialect, isOutlined, onDuplicate),
      );
    }
  } catch (error) {
    if (!(error instanceof NotOutlined)) throw error;
  }
  return readYaml(text, dialect.maxDepth, dialect.version, new Composer(text, dialect, onDuplicate));
}
