/** Writes the results of a partial resolution as documents that resolve to the same value. */

import { getOrAdd } from "../../../text/grouped.ts";
import { setKey } from "../../../text/own-keys.ts";
import type { Run } from "../context/run.ts";
import { hasOperator, type Piece, type Rest, Unresolved } from "../context/unresolved.ts";
import type { Language } from "../syntax/language.ts";
import { isMap } from "../values.ts";

type Mapping = Record<string, unknown>;

/**
 * The document that resolves to the value. Unresolved parts are kept, and data that looks like a template is quoted.
 *
 * @example toDocument({ a: "${b}" }, run) // { a: "${'$'}{b}" }
 */
export function toDocument(value: unknown, run: Run): unknown {
  const known = new Map<object, unknown>();
  return visit(value, false);

  function visit(node: unknown, isItem: boolean): unknown {
    if (typeof node === "string") {
      if (!node.includes("${")) return node;
      run.countText(2 * node.length);
      return quoteText(node);
    }
    if (node instanceof Unresolved) return visitRest(node.rest);
    if (!Array.isArray(node) && !isMap(node)) return node;
    const result = getOrAdd(known, node, () => (Array.isArray(node) ? visitList(node) : visitMap(node)));
    // The keys of a map can make it an operator; `$concat` does so only in a list.
    if (isMap(node) && (hasOperator(node) || (isItem && Object.hasOwn(node, "$concat")))) {
      run.countWritten(node);
      return quoteMap(node);
    }
    return result;
  }

  function visitRest(rest: Rest): unknown {
    switch (rest.kind) {
      case "text":
        return joinPieces(rest.pieces, run.language);
      case "list":
        return visitList(rest.items);
      case "map":
        return visitMap(rest.entries);
      case "splice":
        return { $concat: visit(rest.value, false) };
      case "document":
        return rest.document;
      case "elsewhere":
        throw new Error("a value of another context cannot be written in this document");
    }
  }

  function visitList(items: readonly unknown[]): unknown[] {
    run.enter(1);
    run.countValues(items.length);
    const result = items.map((item) => visit(item, true));
    run.leave(1);
    return result;
  }

  function visitMap(entries: Readonly<Mapping>): Mapping {
    run.enter(1);
    const result: Mapping = {};
    const keys = Object.keys(entries);
    for (const key of keys) setKey(result, key, visit(entries[key], false));
    run.countValues(keys.length);
    run.leave(1);
    return result;
  }
}

/** A template string for a map whose keys would be read as operators. */
function quoteMap(map: Readonly<Mapping>): string {
  const json = JSON.stringify(map)
    .replaceAll("$", "\\u0024")
    .replaceAll("\u2028", "\\u2028")
    .replaceAll("\u2029", "\\u2029");
  return `\${jsonDecode('${json.replace(/[\\']/g, "\\$&")}')}`;
}

/** The template string that consists of the pieces. Known text that would be read as a part of a template is quoted. */
function joinPieces(pieces: readonly Piece[], { optionalSuffix }: Language): string {
  let template = "";
  let known = "";
  let afterExpression = false;
  for (const { text, isTemplate } of pieces) {
    if (!isTemplate) {
      known += text;
      continue;
    }
    const isExpression = text.startsWith("${");
    template += quoteText(known, afterExpression, isExpression) + text;
    known = "";
    afterExpression = optionalSuffix && isExpression && !text.endsWith("?");
  }
  return template + quoteText(known, afterExpression);
}

/**
 * A template string that resolves to the text. Dollar signs that would start an expression are quoted: `${'$'}{`.
 *
 * @param afterExpression whether a `?` at the start would belong to the expression before it
 * @param beforeExpression whether a `$` at the end would escape the expression after it
 */
function quoteText(text: string, afterExpression = false, beforeExpression = false): string {
  let quoted = text.includes("${") ? text.replace(/(?<!\$)\$+(?=\{)/g, "${'$&'}") : text;
  if (beforeExpression && quoted.endsWith("$")) quoted = quoted.replace(/(?<!\$)\$+$/, "${'$&'}");
  if (afterExpression && quoted.startsWith("?")) quoted = `\${'?'}${quoted.slice(1)}`;
  return quoted;
}
