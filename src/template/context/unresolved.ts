/** What a partial resolution leaves: templates and documents that, resolved again, give the value. */

import { isMap, setKey } from "../values.ts";
import type { Run } from "./run.ts";

/** A piece of a text: known, or a part of a template (`${…}` or `$${…}`) as it stands. */
export interface Piece {
  readonly text: string;
  readonly isTemplate: boolean;
}

type Map_ = Record<string, unknown>;

/** A value that is not known yet, or not all of it. What is known in it is data, not quoted yet. */
export type Rest =
  /** A text, of which something is known perhaps. */
  | { readonly kind: "text"; readonly pieces: readonly Piece[] }
  | { readonly kind: "list"; readonly items: readonly unknown[] }
  /** A map; `$merge` in it is the operator. */
  | { readonly kind: "map"; readonly entries: Readonly<Map_> }
  /** An element `{ $concat: value }`. */
  | { readonly kind: "splice"; readonly value: Unresolved }
  /** A part of the document as it stands. */
  | { readonly kind: "document"; readonly document: unknown }
  /** Of a value that is resolved in another context: there it means something else. */
  | { readonly kind: "elsewhere" };

export class Unresolved {
  readonly rest: Rest;

  constructor(rest: Rest) {
    this.rest = rest;
  }

  /** A part of a template string as it stands. */
  static part(text: string): Unresolved {
    return new Unresolved({ kind: "text", pieces: [{ text, isTemplate: true }] });
  }

  /** A part of a document as it stands. */
  static document(document: unknown, run: Run): Unresolved {
    if (run.loop !== undefined) run.leavesItem ||= mentionsItem(document, run);
    return new Unresolved({ kind: "document", document });
  }
}

/**
 * In a context, a value that is there but not known yet; see `TemplateOptions.partial`.
 *
 * @example
 * ```ts
 * const context = { outputs: LATE, env: {} };
 * resolveTemplateString("${env.HOST || 'local'}:${outputs.port}", context, { partial: "late" });
 * // "local:${outputs.port}"
 * ```
 */
export const LATE: object = /* @__PURE__ */ new Unresolved({ kind: "elsewhere" });

/** Whether a template in the document may look up `item`. */
function mentionsItem(document: unknown, run: Run): boolean {
  const open = [document];
  for (const node of open) {
    run.countSteps(1);
    if (typeof node === "string" && node.includes("item")) return true;
    if (typeof node !== "object" || node === null) continue;
    for (const value of Object.values(node)) open.push(value);
  }
  return false;
}

/** Whether a map has a key that makes it an operator wherever it stands. */
export function hasOperator(map: object): boolean {
  return Object.hasOwn(map, "$merge") || Object.hasOwn(map, "$if") || Object.hasOwn(map, "$forEach");
}

/**
 * The document that gives the value when it is resolved: what is unresolved as it stands, and data quoted where it looks
 * like a template.
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
    let result = known.get(node);
    if (result === undefined) {
      result = Array.isArray(node) ? visitList(node) : visitMap(node);
      known.set(node, result);
    }
    // A map is an operator by its keys; `$concat` is one where the map is an element of a list.
    if (isMap(node) && (hasOperator(node) || (isItem && Object.hasOwn(node, "$concat")))) {
      run.countWritten(node);
      return quoteMap(node);
    }
    return result;
  }

  function visitRest(rest: Rest): unknown {
    switch (rest.kind) {
      case "text":
        return joinPieces(rest.pieces);
      case "list":
        return visitList(rest.items);
      case "map":
        return visitMap(rest.entries);
      case "splice":
        return { $concat: visit(rest.value, false) };
      case "document":
        return rest.document;
      case "elsewhere":
        throw new Error("what is resolved in another context cannot be left in this one");
    }
  }

  function visitList(items: readonly unknown[]): unknown[] {
    run.enter(1);
    run.countValues(items.length);
    const result = items.map((item) => visit(item, true));
    run.leave(1);
    return result;
  }

  function visitMap(entries: Readonly<Map_>): Map_ {
    run.enter(1);
    const result: Map_ = {};
    for (const key of Object.keys(entries)) setKey(result, key, visit(entries[key], false));
    run.countValues(Object.keys(entries).length);
    run.leave(1);
    return result;
  }
}

/** A template string that gives a map whose keys would be read as operators. */
function quoteMap(map: Readonly<Map_>): string {
  const json = JSON.stringify(map)
    .replaceAll("$", "\\u0024")
    .replaceAll("\u2028", "\\u2028")
    .replaceAll("\u2029", "\\u2029");
  return `\${jsonDecode('${json.replace(/[\\']/g, "\\$&")}')}`;
}

/** The template that consists of the pieces: known text that would be read as a part of it is quoted. */
function joinPieces(pieces: readonly Piece[]): string {
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
    afterExpression = isExpression && !text.endsWith("?");
  }
  return template + quoteText(known, afterExpression);
}

/**
 * A template string that gives the text: dollars that would open an expression stand in a literal, `${'$'}{`.
 *
 * @param afterExpression whether a `?` at the beginning would belong to the expression before it
 * @param beforeExpression whether a `$` at the end would escape the expression behind it
 */
function quoteText(text: string, afterExpression = false, beforeExpression = false): string {
  let quoted = text.replace(/(?<!\$)\$+(?=\{)/g, "${'$&'}");
  if (beforeExpression) quoted = quoted.replace(/(?<!\$)\$+$/, "${'$&'}");
  if (afterExpression && quoted.startsWith("?")) quoted = `\${'?'}${quoted.slice(1)}`;
  return quoted;
}
