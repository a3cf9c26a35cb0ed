/** Completion inside `${`. */

import { shallowValue } from "../../garden/template/context/lookup.ts";
import { functionNames } from "../../garden/template/functions/index.ts";
import { keyPath, type TemplateContext, TemplateError, Unresolved } from "../../garden/template/internal.ts";
import { tryOrUndefined } from "../../text/try-or-undefined.ts";
import { pathAt } from "../../yaml/places.ts";
import type { Completion, CompletionName } from "../view.ts";
import type { ProjectSnapshot, SnapshotDocument } from "./project-snapshot.ts";
import { LATE_TEXT, valueText } from "./template-values.ts";

/** A lookup, or another word. */
const LOOKUP =
  /([\p{L}_$][\p{L}\p{N}_$-]*(?:\.[\p{L}\p{N}_$-]+|\[(?:\d+|"[^"\\$]*"|'[^'\\$]*')\])*)|[\p{L}\p{N}_$-]+/gu;
const KEY = /\.?([\p{L}\p{N}_$-]+)|\[(\d+)\]|\["([^"]*)"\]|\['([^']*)'\]/gu;

/**
 * @param text the current text, with the cursor at `offset`
 * @param document the document of the snapshot at the cursor, with the offset `at` in the snapshot's text
 */
export function templateCompletion(
  text: string,
  offset: number,
  snapshot: ProjectSnapshot,
  document: SnapshotDocument | undefined,
  at: number,
): Completion | undefined {
  const open = text.slice(0, offset).lastIndexOf("${");
  const written = text.slice(open + 2, offset);
  if (open === -1 || document === undefined || isClosed(written) || isEscaped(text, open)) return undefined;
  const begun = begunIn(written);
  if (begun === undefined) return undefined;
  const { path } = pathAt(snapshot.textOf(document.file)!, document.root, at);
  const names = new Map<string, CompletionName>();
  for (const scan of snapshot.scans) {
    for (const { context } of scan.contextsAt(document.where, path)) {
      for (const name of namesIn(context, begun.keys)) if (!names.has(name.label)) names.set(name.label, name);
    }
  }
  if (begun.keys.length === 0) {
    for (const name of functionNames()) names.set(name, { label: name, detail: "function", text: `${name}(` });
  }
  const rest = /^[\p{L}\p{N}_$-]*/u.exec(text.slice(offset))![0];
  return { start: offset - begun.partial.length, end: offset + rest.length, names: [...names.values()] };
}

/** Whether the text after `${` is an expression that has ended, or is not an expression. */
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

/** Whether the `${` belongs to `$${`, which is text. */
function isEscaped(text: string, open: number): boolean {
  return text[open - 1] === "$";
}

function begunIn(
  written: string,
): { readonly keys: readonly (string | number)[]; readonly partial: string } | undefined {
  const expression = written.replace(/^\s*if\s+/, "");
  const found = [...expression.matchAll(LOOKUP)].at(-1);
  const [word = "", lookup] = found ?? [];
  const start = found?.index ?? 0;
  const rest = expression.slice(start + word.length);
  if (rest === "." && lookup !== undefined) return { keys: keysOf(lookup), partial: "" };
  if (rest !== "") return rest.endsWith(".") ? undefined : { keys: [], partial: "" };
  if (word.endsWith("]") || expression[start - 1] === ".") return undefined;
  // The cursor is at the end of a whole name: a key of the root, or of the keys before the last dot.
  const last = word.lastIndexOf(".");
  return { keys: last === -1 ? [] : keysOf(word.slice(0, last)), partial: word.slice(last + 1) };
}

function keysOf(path: string): (string | number)[] {
  return Array.from(path.matchAll(KEY), ([, name, index, double, single]) => {
    return index === undefined ? (name ?? double ?? single ?? "") : Number(index);
  });
}

function namesIn(context: TemplateContext, keys: readonly (string | number)[]): CompletionName[] {
  const found = tryOrUndefined(() => shallowValue(context, [...keys]), TemplateError);
  if (typeof found !== "object" || found === null || Array.isArray(found) || found instanceof Unresolved) return [];
  return Object.keys(found).flatMap((label): CompletionName[] => {
    const path = keyPath(["x", label]);
    // Names that need brackets replace the dot.
    const isName = path.startsWith("x.");
    if (!isName && keys.length === 0) return [];
    const value = tryOrUndefined(() => shallowValue(context, [...keys, label]), TemplateError);
    return [{ label, detail: detailOf(value), text: isName ? label : path.slice(1), takesDot: !isName }];
  });
}

function detailOf(value: unknown): string {
  if (value instanceof Unresolved) return LATE_TEXT;
  if (value === undefined) return "";
  if (Array.isArray(value)) return "list";
  return typeof value === "object" && value !== null ? "map" : valueText({ value, isSecret: false });
}
