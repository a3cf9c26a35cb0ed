/** The names that may be written inside `${`. */

import { shallowValue } from "../../template/context/shallow-value.ts";
import { functionNames } from "../../template/functions/index.ts";
import { keyPath, type TemplateContext, TemplateError, Unresolved } from "../../template/internal.ts";
import { pathAt } from "../../yaml/path-at.ts";
import type { Completion, CompletionName } from "../view.ts";
import type { PicturedDocument, ProjectPicture } from "./project-picture.ts";
import { LATE_TEXT, valueText } from "./template-values.ts";

/** What is written of a lookup, up to where it goes on: the keys in front, a dot, the beginning of a key. */
const BEGUN =
  /([\p{L}_$][\p{L}\p{N}_$-]*(?:\.[\p{L}\p{N}_$-]+|\[(?:\d+|"[^"\\$]*"|'[^'\\$]*')\])*)?(\.)?([\p{L}\p{N}_$-]*)$/u;
const KEY = /\.?([\p{L}\p{N}_$-]+)|\[(\d+)\]|\["([^"]*)"\]|\['([^']*)'\]/gu;

/**
 * @param text as it is now, and `offset` in it
 * @param document the document of the picture that the place is in, and `at` the offset in the picture's text
 */
export function templateCompletion(
  text: string,
  offset: number,
  picture: ProjectPicture,
  document: PicturedDocument | undefined,
  at: number,
): Completion | undefined {
  const open = text.lastIndexOf("${", offset - 1);
  const written = text.slice(open + 2, offset);
  if (open === -1 || document === undefined || isClosed(written) || isEscaped(text, open)) return undefined;
  const begun = begunIn(written);
  if (begun === undefined) return undefined;
  const { path } = pathAt(picture.textOf(document.file)!, document.root, at);
  const names = new Map<string, CompletionName>();
  for (const look of picture.looks) {
    for (const { context } of look.contextsAt(document.where, path)) {
      for (const name of namesIn(context, begun.keys)) if (!names.has(name.label)) names.set(name.label, name);
    }
  }
  if (begun.keys.length === 0) {
    for (const name of functionNames()) names.set(name, { label: name, detail: "function", text: `${name}(` });
  }
  const rest = /^[\p{L}\p{N}_$-]*/u.exec(text.slice(offset))![0];
  return { start: offset - begun.partial.length, end: offset + rest.length, names: [...names.values()] };
}

/** Whether what stands behind `${` is an expression that has ended, or can be none. */
function isClosed(written: string): boolean {
  let quote = "";
  for (const character of written) {
    if (quote !== "") {
      if (character === quote) quote = "";
    } else if (character === "'" || character === '"') quote = character;
    else if (character === "}" || character === "\n" || character === "\r") return true;
  }
  return quote !== "";
}

/** `$${` is text. */
function isEscaped(text: string, open: number): boolean {
  return text[open - 1] === "$";
}

function begunIn(
  written: string,
): { readonly keys: readonly (string | number)[]; readonly partial: string } | undefined {
  const expression = written.replace(/^\s*if\s+/, "");
  const [, front = "", dot = "", partial = ""] = BEGUN.exec(expression)!;
  if (dot === "" && partial === "") {
    // Behind a whole name the cursor is at its end: a key of the root, or of what stands in front of the last dot.
    const last = front.lastIndexOf(".");
    if (front.endsWith("]")) return undefined;
    const keys = last === -1 ? [] : keysOf(front.slice(0, last));
    return { keys, partial: front.slice(last + 1) };
  }
  if (dot === "") return { keys: [], partial: front + partial };
  return front === "" ? undefined : { keys: keysOf(front), partial };
}

function keysOf(path: string): (string | number)[] {
  return Array.from(path.matchAll(KEY), ([, name, index, double, single]) => {
    return index === undefined ? (name ?? double ?? single ?? "") : Number(index);
  });
}

function namesIn(context: TemplateContext, keys: readonly (string | number)[]): CompletionName[] {
  const found = attempt(() => shallowValue(context, [...keys]));
  if (typeof found !== "object" || found === null || Array.isArray(found) || found instanceof Unresolved) return [];
  return Object.keys(found).flatMap((label): CompletionName[] => {
    const path = keyPath(["x", label]);
    // Names that need brackets take the place of the dot.
    const isName = path.startsWith("x.");
    if (!isName && keys.length === 0) return [];
    const value = attempt(() => shallowValue(context, [...keys, label]));
    return [{ label, detail: detailOf(value), text: isName ? label : path.slice(1), takesDot: !isName }];
  });
}

function detailOf(value: unknown): string {
  if (value instanceof Unresolved) return LATE_TEXT;
  if (value === undefined) return "";
  if (Array.isArray(value)) return "list";
  return typeof value === "object" && value !== null ? "map" : valueText({ value, isSecret: false });
}

function attempt<T>(action: () => T): T | undefined {
  try {
    return action();
  } catch (error) {
    if (error instanceof TemplateError) return undefined;
    throw error;
  }
}
