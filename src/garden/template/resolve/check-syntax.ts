/** Strict syntax: rejects what Garden rejects before it resolves anything, even in parts that are not used. */

import { Run } from "../context/run.ts";
import { type DocumentPath, TemplateError } from "../error.ts";
import type { Language } from "../syntax/language.ts";
import { isMap } from "../values.ts";
import { checkForEach, checkIf, checkSplice, findTemplate, wrongValue } from "./document.ts";

/**
 * Reports templates that cannot be parsed, and operators with wrong keys or values. Does nothing unless the language is
 * strict.
 *
 * @param path the keys that lead to the document
 * @param report called for each error
 */
export function checkSyntax(
  document: unknown,
  path: DocumentPath,
  language: Language,
  report: (error: TemplateError) => void,
): void {
  if (!language.strict) return;
  const run = new Run({}, false, 0, undefined, language);
  run.path = [...path];
  visit(document, false);

  function visit(node: unknown, isItem: boolean): void {
    try {
      checkNode(node, isItem);
    } catch (error) {
      if (!(error instanceof TemplateError) || error.code === "limit") throw error;
      report(error);
    }
    if (typeof node !== "object" || node === null) return;
    run.enter(1);
    for (const [key, member] of Object.entries(node)) {
      run.path.push(Array.isArray(node) ? Number(key) : key);
      visit(member, Array.isArray(node));
      run.path.pop();
    }
    run.leave(1);
  }

  function checkNode(node: unknown, isItem: boolean): void {
    if (typeof node === "string" && node.includes("${")) {
      run.source = node;
      findTemplate(node, run);
    }
    if (!isMap(node)) return;
    if (isItem && Object.hasOwn(node, "$concat")) {
      checkSplice(node, run);
      checkValue(node, "$concat", "a list", Array.isArray);
    } else if (Object.hasOwn(node, "$forEach")) {
      checkForEach(node, run);
      checkValue(node, "$forEach", "a list or a map", (value) => Array.isArray(value) || isMap(value));
      checkValue(node, "$filter", "true or false", (value) => value === undefined || typeof value === "boolean");
      checkElements(node.$forEach);
    } else if (Object.hasOwn(node, "$if")) {
      checkIf(node, run);
      checkValue(node, "$if", "true or false", (value) => typeof value === "boolean");
    } else if (Object.hasOwn(node, "$merge")) {
      checkValue(node, "$merge", "a map", isMap);
    }
  }

  /** Checks an operator's value, unless it is a template or another operator. */
  function checkValue(
    map: Readonly<Record<string, unknown>>,
    operator: string,
    wanted: string,
    isRight: (value: unknown) => boolean,
  ): void {
    const value = map[operator];
    const isComputed = typeof value === "string" ? value.includes("${") : isMap(value);
    if (!isComputed && !isRight(value)) throw wrongValue(operator, wanted, value, run);
  }

  /** Garden resolves the elements of an inline collection in a context that has only `item`. */
  function checkElements(collection: unknown): void {
    if (typeof collection !== "object" || collection === null) return;
    const open = Object.values(collection);
    for (const node of open) {
      if (typeof node === "object" && node !== null) for (const value of Object.values(node)) open.push(value);
      if (typeof node !== "string" || !node.includes("${")) continue;
      run.source = node;
      const [lookup] = findTemplate(node, run).lookups;
      if (lookup === undefined) continue;
      const reason =
        "elements of an inline list or map in $forEach cannot look up keys (strict syntax); use a variable";
      throw run.error("structure", reason);
    }
  }
}

/** Throws the first error of `checkSyntax`. */
export function throwSyntaxError(document: unknown, path: DocumentPath, language: Language): void {
  checkSyntax(document, path, language, (error) => {
    throw error;
  });
}
