/** A string in the YAML that Flux replaces variables in, as go-yaml v2 writes it, and what go-yaml reads afterward. */

import { utf8Length } from "../../text/utf8.ts";
import { KUBERNETES } from "../../yaml/dialect.ts";
import { DocumentError } from "../../yaml/error.ts";
import { dereferenced } from "../../yaml/node.ts";
import { parseManifest } from "../../yaml/parse.ts";
import { isPlain } from "../../yaml/write/scalar.ts";
import { doubleQuoted, isPrintable } from "../../yaml/write/string.ts";

/** What a string is: the value of a key, an item of a list, or a key. */
export type TextRole = "value" | "item" | "key";

type Style = "plain" | "single" | "double" | "literal";

/** A string in the style that go-yaml chooses. */
export interface SerializedText {
  readonly style: Style;
  readonly role: TextRole;
  /** With quotes, or with the indicators and the indentation of a block. */
  readonly source: string;
}

/** What go-yaml reads. */
export type ReadValue =
  /** `isCut`: the rest of the text is a comment. */
  | { readonly kind: "known"; readonly value: unknown; readonly isCut: boolean }
  /** The document is not YAML any more. */
  | { readonly kind: "invalid" }
  | { readonly kind: "unknown" };

export const UNKNOWN: ReadValue = { kind: "unknown" };

/** The longest key that is on the line of its value, in bytes. */
const MAX_KEY_LENGTH = 128;

/** Strings of this length can have line breaks instead of spaces, depending on where the string is in the document. */
const MIN_FOLDED_LENGTH = 40;

/** Characters that go-yaml writes as escapes. */
const ESCAPED = /[^\n\x20-\x7e\xa0-\u2027\u202a-\ud7ff\ue000-\ufefe\uff00-\ufffd]/;

/** The start, the end, or a part of a text that is not plain: an indicator, or white space at an end. */
const NOT_PLAIN = /^(?:[#,[\]{}&*!|>'"%@` ]|[-?:](?: |$)|---|\.\.\.)|:(?: |$)| #| $/;

/**
 * The string as go-yaml writes it; undefined if that depends on the rest of the document.
 *
 * @param text a string with a `$`: not a number, or another word with a meaning
 */
export function serializedText(text: string, role: TextRole): SerializedText | undefined {
  // How these break lines depends on the rest of the document.
  if (/[\u2028\u2029]/.test(text)) return undefined;
  if (text.includes("\n")) {
    if (role !== "key" && !ESCAPED.test(text) && !/ (?:\n|$)/.test(text)) return literal(text, role);
    return role === "key" ? undefined : { style: "double", role, source: doubleQuoted(text) };
  }
  if (role === "key" && utf8Length(text) > MAX_KEY_LENGTH) return undefined;
  if (ESCAPED.test(text)) return { style: "double", role, source: doubleQuoted(text) };
  if (NOT_PLAIN.test(text)) return { style: "single", role, source: `'${text.replaceAll("'", "''")}'` };
  return { style: "plain", role, source: text };
}

function literal(text: string, role: TextRole): SerializedText {
  const indentation = /^[ \n]/.test(text) ? "2" : "";
  const chomping = text.endsWith("\n\n") || text === "\n" ? "+" : text.endsWith("\n") ? "" : "-";
  const body = text.replace(/\n$/, "").replace(/^(?=.)/gm, "  ");
  return { style: "literal", role, source: `|${indentation}${chomping}\n${body}\n` };
}

/**
 * What go-yaml reads after substitution.
 *
 * @param substitute replaces the references in a source
 */
export function readText({ role, source, style }: SerializedText, substitute: (source: string) => string): ReadValue {
  const after = substitute(source);
  const simple = simpleText(style, after);
  if (simple !== undefined) return { kind: "known", value: simple, isCut: false };
  const read = readAs(role, after);
  const isFoldable = style !== "literal" && role !== "key" && source.length >= MIN_FOLDED_LENGTH;
  const folded = isFoldable ? source.replace(/(?<=\S) (?=\S)/g, "\n  ") : source;
  if (folded !== source && !isSameRead(read, readAs(role, substitute(folded)))) return UNKNOWN;
  if (read.kind !== "known") return read;
  const isCut = style === "plain" && /(?:^|\s)#/.test(after) && !`${read.value}`.includes("#");
  return { ...read, isCut };
}

/** The value of frequent sources, without a parser. */
function simpleText(style: Style, source: string): string | undefined {
  if (style === "plain") return isPlain(source, false) && !source.includes("  ") ? source : undefined;
  if (style !== "literal" || !isPrintable(source)) return undefined;
  const header = /^\|-?\n {2}(?=\S)/.exec(source)?.[0];
  if (header === undefined || !/\S\n$/.test(source)) return undefined;
  const text = source.slice(header.length).replaceAll("\n  ", "\n");
  return header.startsWith("|-") ? text.slice(0, -1) : text;
}

function readAs(role: TextRole, source: string): ReadValue {
  const text = role === "value" ? `k: ${source}` : role === "item" ? `- ${source}` : `${source}: v`;
  try {
    const [document, ...others] = parseManifest(text, KUBERNETES);
    const node = document && dereferenced(document);
    if (node === undefined || others.length > 0) return { kind: "invalid" };
    if (role === "item") {
      return node.kind === "sequence" && node.items.length === 1 ? known(node.items[0]!.value) : { kind: "invalid" };
    }
    if (node.kind !== "mapping" || node.entries.length !== 1) return { kind: "invalid" };
    const { isMerge, key, node: value } = node.entries[0]!;
    if (role === "value") return key === "k" ? known(value.value) : { kind: "invalid" };
    return isMerge || value.value !== "v" ? { kind: "invalid" } : known(key);
  } catch (error) {
    if (error instanceof DocumentError) return { kind: "invalid" };
    throw error;
  }
}

function known(value: unknown): ReadValue {
  return { kind: "known", value, isCut: false };
}

function isSameRead(a: ReadValue, b: ReadValue): boolean {
  return a.kind === "known" && b.kind === "known"
    ? JSON.stringify(a.value) === JSON.stringify(b.value)
    : a.kind === b.kind;
}
