/** The lookups in the templates of a text, with their places. */

import { TemplateError } from "../../garden/template/error.ts";
import { cachedTemplate } from "../../garden/template/resolve/cache.ts";
import { eachLookup, type Part } from "../../garden/template/syntax/tree.ts";
import type { TextRange } from "../../lint/finding.ts";
import { tryOrUndefined } from "../../text/try-or-undefined.ts";
import type { Node, Path, ScalarNode } from "../../yaml/node.ts";
import { rangesInText } from "../../yaml/places.ts";

export type LookupKeys = readonly (string | number)[];

/** A lookup in a template. */
export interface TemplateUse {
  /** The path of the template string. */
  readonly path: Path;
  /** The keys up to the first computed one. */
  readonly keys: LookupKeys;
  /** The places of the keys in the text. */
  readonly ranges: readonly TextRange[];
}

/** A whole expression: `${…}`. */
export interface TemplateExpression extends TextRange {
  readonly path: Path;
  readonly source: string;
}

export interface FoundTemplates {
  readonly uses: readonly TemplateUse[];
  readonly expressions: readonly TemplateExpression[];
}

/** All templates in a document. */
export function templatesIn(text: string, root: Node): FoundTemplates {
  const uses: TemplateUse[] = [];
  const expressions: TemplateExpression[] = [];
  for (const { node, path } of stringsIn(root)) {
    const value = String(node.value);
    const parts = tryOrUndefined(() => cachedTemplate(value).tree.parts, TemplateError);
    if (parts === undefined) continue;
    const wholes = parts.flatMap((part) => (part.kind === "expression" ? [{ start: part.start, end: part.end }] : []));
    const places = rangesInText(text, root, path, wholes);
    for (const [i, { start, end }] of wholes.entries()) {
      expressions.push({ ...places[i]!, path, source: value.slice(start, end).replace(/\?$/, "") });
    }
    uses.push(...usesIn(text, root, path, parts));
  }
  return { uses, expressions };
}

function usesIn(text: string, root: Node, path: Path, parts: readonly Part[]): TemplateUse[] {
  const found: { keys: LookupKeys; starts: readonly number[] }[] = [];
  const ranges = new Map<number, { start: number; end: number }>();
  eachLookup(parts, ({ keys }) => {
    const computed = keys.findIndex(({ key }) => typeof key === "object");
    const written = keys.slice(0, computed === -1 ? keys.length : computed);
    found.push({ keys: written.map(({ key }) => key as string | number), starts: written.map(({ at }) => at) });
    for (const { at, key, span } of written) {
      // In brackets, `at` is the offset after the opening bracket.
      const length = span === undefined ? `${key}`.length : span.end - span.start - 1;
      ranges.set(at, { start: at, end: at + length });
    }
  });
  const inOrder = [...ranges.values()].sort((a, b) => a.start - b.start);
  const places = new Map(rangesInText(text, root, path, inOrder).map((place, i) => [inOrder[i]!.start, place]));
  return found.map(({ keys, starts }) => ({ path, keys, ranges: starts.map((start) => places.get(start)!) }));
}

function* stringsIn(root: Node): Generator<{ readonly node: ScalarNode; readonly path: Path }> {
  const open: { readonly node: Node; readonly path: Path }[] = [{ node: root, path: [] }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { node, path } = next;
    if (node.kind === "scalar") {
      if (typeof node.value === "string" && node.value.includes("${")) yield { node, path };
    } else if (node.kind === "sequence") {
      for (const [i, item] of [...node.items.entries()].reverse()) open.push({ node: item, path: [...path, i] });
    } else if (node.kind === "mapping") {
      for (const { isHidden, isMerge, key, node: value } of node.entries.toReversed()) {
        if (!isHidden && !isMerge) open.push({ node: value, path: [...path, key] });
      }
    }
  }
}
