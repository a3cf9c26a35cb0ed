/** The expansion of a text that consists of whole YAML documents. */
import { bytePlaces } from "../../text/utf8.ts";
import { checkResult } from "../../wasm/arena.ts";
import { PlacedError } from "../../wasm/host-references.ts";
import { findByte } from "../../wasm/input-bytes.ts";
import { expandYaml, type ScalarRest } from "../../wasm/yaml.ts";
import { isBlock } from "../../yaml/node.ts";
import { offsetsInString } from "../../yaml/places.ts";
import type { Environment } from "../environment.ts";
import { expand, referencesIn } from "../expand.ts";
import type { ExpandedScalar, Variables } from "../variables.ts";
import { ambiguousPlaces, documentEnd, documentStart } from "./yaml-documents.ts";
import { chompingOf, readScalar, writtenScalar } from "./yaml-scalar.ts";

/** No reader takes a longer key without `?`. */
const LONGEST_KEY = 1024;
const LONG_KEY = `a key of more than ${LONGEST_KEY} characters needs "? " before it`;
const UNCLEAR = "this may be a reference, but the YAML around it is unclear; put double quotes around the text";
/** A line feed and the characters `,[]{}`. */
const BEFORE_KEY = [0x0a, 0x2c, 0x5b, 0x5d, 0x7b, 0x7d];
const TAB = 0x09;
const NUMBER_SIGN = 0x23;
const LINE_FEED = 0x0a;
const SPACE = 0x20;
const COLON = 0x3a;
const LESS_THAN = 0x3c;
const GREATER_THAN = 0x3e;
const DOLLAR = 0x24;
const LEFT_BRACE = 0x7b;
const BACKSLASH = 0x5c;
/** The first line of a block scalar with `+`. */
const KEEPS_BREAKS = /^[|>][1-9]?\+/;

/** What is not a string as a plain scalar, in YAML 1.2's core schema. */
const TYPED =
  /^(?:|~|null|Null|NULL|true|True|TRUE|false|False|FALSE|0o[0-7]+|0x[0-9a-fA-F]+|[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?|[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN))$/;

const encoder = /* @__PURE__ */ new TextEncoder();
const decoder = /* @__PURE__ */ new TextDecoder("utf-8", { ignoreBOM: true });

/** Offsets are in bytes of the text. */
export interface ExpandedYaml {
  readonly pieces: Uint8Array[];
  /** Bytes of rewritten scalars. */
  rewritten: number;
  /** Unresolved references; undefined if the caller does not want them. */
  readonly unresolved: Reference[] | undefined;
  /** The first possible reference in each text whose structure is unknown. */
  readonly refused: Refused[];
}

/** What is refused: a reference, or whatever else is wrong. */
export type Refused = Reference & { readonly problem?: string };

/** Expands the documents of a text that begin at an offset, and adds what comes out. */
export function expandDocuments(environment: Variables, text: Uint8Array, start: number, result: ExpandedYaml): void {
  // A `$` may be written with an escape.
  if (findByte(text, DOLLAR, start) === -1 && findByte(text, BACKSLASH, start) === -1) {
    result.pieces.push(text.subarray(start));
    return;
  }
  const firstAmbiguous = ambiguousPlaces(text, start);
  let at = start;
  while (at < text.length) {
    const odd = firstAmbiguous(at);
    const clearEnd = odd === text.length ? odd : at + documentStart(text.subarray(at), odd - at);
    expandClear(environment, text, at, clearEnd, result);
    at = documentEnd(text, odd);
    refuse(environment, text, clearEnd, at, result);
  }
}

function expandClear(environment: Variables, text: Uint8Array, from: number, to: number, result: ExpandedYaml): void {
  const documents = text.subarray(from, to);
  const { pieces, unresolved } = result;
  const end = (offset: number) => documentEnd(documents, offset);
  const parts = expandYaml(environment.compiledYaml(), documents, end, unresolved !== undefined);
  for (const { expanded, unresolved: missing, rest } of parts) {
    pieces.push(expanded);
    for (const { name, offset } of missing) unresolved!.push({ name, offset: from + offset });
    if (rest === undefined) break;
    const start = from + rest.start;
    const end = from + rest.end;
    if (rest.isScalar) rewrite(environment, text, { ...rest, start, end }, end === to, result);
    else refuse(environment, text, start, end, result, from + rest.unclear);
  }
}

/** @param isLast whether the scalar ends where the documents end that were scanned together */
function rewrite(
  environment: Variables,
  text: Uint8Array,
  scalar: ScalarRest,
  isLast: boolean,
  result: ExpandedYaml,
): void {
  const { pieces, unresolved } = result;
  const { start, end } = scalar;
  const bytes = text.subarray(start, end);
  const whole = decoder.decode(bytes);
  // The last line break of a multiline scalar does not belong to it, nor do spaces after it at the end of the text.
  let trailing = isLast ? (/\n *$/.exec(whole)?.[0] ?? "") : "";
  let read = readScalar(whole.slice(0, whole.length - trailing.length), scalar);
  if (trailing.length - 1 > (read?.node.indent ?? 0)) {
    // Spaces beyond the indentation are a line of the scalar.
    trailing = "";
    read = readScalar(whole, scalar);
  }
  if (read === undefined) {
    refuse(environment, text, start, end, result);
    return;
  }
  const { value, style } = read.node;
  if (scalar.inFlow && style === "plain" && environment.yamlRules !== undefined && text[end] === LEFT_BRACE) {
    pieces.push(bytes);
    result.refused.push({ name: "${", offset: end - 1, problem: "in brackets or braces, put a reference in quotes" });
    return;
  }
  const hasTypes = environment.yamlRules?.hasTypes === true;
  if (hasTypes && isKey(text, start, end)) {
    pieces.push(bytes);
    return;
  }
  const offsets = (within: readonly number[]) =>
    bytePlaces(bytes, read.text, offsetsInString(read.text, read.node, within)).map((place) => start + place);
  let expanded: ExpandedScalar;
  try {
    expanded = environment.expandScalar?.(value) ?? expandScalar(environment as Environment, value);
  } catch (error) {
    if (!(error instanceof PlacedError)) throw error;
    pieces.push(bytes);
    result.refused.push({ name: error.variable, offset: offsets([error.offset])[0]!, problem: error.message });
    return;
  }
  if (unresolved !== undefined && expanded.unresolved.length > 0) {
    const places = offsets(expanded.unresolved.map(({ offset }) => offset));
    for (const [i, { name }] of expanded.unresolved.entries()) unresolved.push({ name, offset: places[i]! });
  }
  if (expanded.value === value) {
    pieces.push(bytes);
    return;
  }
  const isTyped = hasTypes && style === "plain" && TYPED.test(expanded.value);
  const written = isTyped ? expanded.value || "null" : writtenScalar(read, expanded.value);
  if (isLongKey(text, start, end, written)) {
    pieces.push(bytes);
    result.refused.push({ name: "", offset: start, problem: LONG_KEY });
    return;
  }
  const isQuoted = read.node.style === "plain" && /^["']/.test(written);
  if ((isQuoted && dependsOnQuotes(text, end, scalar.inFlow)) || (trailing.length > 1 && KEEPS_BREAKS.test(whole))) {
    refuse(environment, text, start, end, result);
    return;
  }
  result.rewritten += written.length;
  checkResult(result.rewritten);
  const wasBlock = isBlock(style);
  // In the column of its key, only a block scalar is allowed.
  const margin = wasBlock && written.startsWith('"') && isFirstOnLine(text, start) ? " " : "";
  pieces.push(
    encoder.encode(margin + written + (isLast && wasBlock ? endOfBlock(written, whole, trailing) : trailing)),
  );
}

/** The end of the last line of a block scalar at the end of the text, where readers differ about a missing line break. */
function endOfBlock(written: string, old: string, spaces: string): string {
  if (KEEPS_BREAKS.test(written)) return "\n";
  const needsBreak = /^[|>]/.test(written) && chompingOf(written) !== chompingOf(old) && spaces === "";
  return needsBreak ? "\n" : spaces;
}

/** Whether only spaces precede an offset on its line. */
function isFirstOnLine(text: Uint8Array, offset: number): boolean {
  let at = offset - 1;
  while (text[at] === SPACE) at--;
  return text[at] === LINE_FEED;
}

/**
 * Whether what follows a plain scalar is read differently after quotes: a tab that starts a line of white space or a comment
 * line, which readers refuse, or a colon before `}` or `,`, which go-yaml reads as part of a plain scalar.
 */
function dependsOnQuotes(text: Uint8Array, end: number, inFlow: boolean): boolean {
  let at = end;
  let isNewLine = false;
  let hasTab = false;
  for (; text[at]! <= SPACE; at++) {
    if (text[at] === LINE_FEED && hasTab) return true;
    if (text[at] === LINE_FEED) isNewLine = true;
    else if (isNewLine && text[at] === TAB) hasTab = true;
  }
  if (inFlow && text[at] === COLON) return BEFORE_KEY.indexOf(text[at + 1]!, 1) > 0;
  return hasTab && (at >= text.length || text[at] === NUMBER_SIGN);
}

/** Expands the value of a scalar, for `$(NAME)`. */
function expandScalar(environment: Environment, value: string): ExpandedScalar {
  const text = environment.keepsEscapes ? escapesDoubled(value) : value;
  const expanded = expand(text, (name) => environment.get(name) ?? `$(${name})`);
  const missing = referencesIn(value).filter(({ name }) => environment.get(name) === undefined);
  return { value: expanded, unresolved: missing.map(({ name, start }) => ({ name, offset: start })) };
}

/** Doubles each `$$` that does not belong to a reference, so that expansion keeps it. */
export function escapesDoubled(value: string): string {
  return value.replace(/\$(?:\$|\([^)]*\)?)/g, (found) => {
    return found.endsWith(")") ? found : found.replaceAll("$$", () => "$$$$");
  });
}

/** The end of a word, before a complex key. */
const QUESTION_MARK = /(?:^|[[{,])\?$/;

/** Whether a scalar is a key of a mapping. */
function isKey(text: Uint8Array, start: number, end: number): boolean {
  let colon = end;
  while (text[colon] === SPACE || text[colon] === TAB) colon++;
  if (text[colon] === COLON) return true;
  const line = decoder.decode(text.subarray(text.lastIndexOf(LINE_FEED, start - 1) + 1, start));
  const words = line.split(/\s+/);
  if (words.pop() !== "") return false;
  // `? !tag &anchor key`
  const last = words.findLast((word) => QUESTION_MARK.test(word) || !/^[!&]/.test(word));
  return last !== undefined && QUESTION_MARK.test(last);
}

/** Whether a scalar is a key that is too long with a new text, together with its anchor and its tag. */
function isLongKey(text: Uint8Array, start: number, end: number, written: string): boolean {
  if (written.length <= end - start) return false;
  let colon = end;
  while (text[colon] === SPACE || text[colon] === TAB) colon++;
  if (text[colon] !== COLON) return false;
  let line = start;
  // The commas of a tag in angle brackets do not end an item.
  let isInTag = false;
  for (; line > 0 && start - line <= 4 * LONGEST_KEY; line--) {
    const unit = text[line - 1]!;
    if (BEFORE_KEY.includes(unit) && (unit === LINE_FEED || !isInTag)) break;
    isInTag = unit === GREATER_THAN || (isInTag && unit !== LESS_THAN);
  }
  const before = decoder.decode(text.subarray(line, start)).replace(/^(?:\s*[-?:](?=\s))*\s*/, "");
  return before.length + written.length + colon - end > LONGEST_KEY;
}

/** Copies text whose structure is unknown. A possible reference in it, or after `unclear`, is rejected. */
function refuse(
  environment: Variables,
  text: Uint8Array,
  from: number,
  to: number,
  { pieces, refused }: ExpandedYaml,
  unclear: number = from,
): void {
  pieces.push(text.subarray(from, to));
  const bytes = text.subarray(unclear, to);
  const source = decoder.decode(bytes);
  const found = firstSuspect(source, environment.yamlRules?.suspect);
  if (found === undefined) return;
  const offset = unclear + bytePlaces(bytes, source, [found.offset])[0]!;
  refused.push(environment.yamlRules ? { name: "$", offset, problem: UNCLEAR } : { name: found.name, offset });
}

/** The name of a reference, and the offset of its `$`. */
export interface Reference {
  readonly name: string;
  readonly offset: number;
}

/**
 * The first place in YAML text that expansion might change, in any kind of scalar: `$$`, a reference, or an escape that
 * may be part of one.
 */
export function firstSuspect(text: string, suspect?: RegExp): Reference | undefined {
  if (suspect !== undefined) {
    const found = suspect.exec(text);
    return found === null ? undefined : { name: "", offset: found.index };
  }
  const lastCloser = text.lastIndexOf(")");
  for (const { 0: found, index: offset } of text.matchAll(/\$[$(\\]|\\[xuU]0*2[48]/g)) {
    if (found !== "$(") return { name: "", offset };
    if (offset < lastCloser) return { name: text.slice(offset + 2, text.indexOf(")", offset)), offset };
  }
  return undefined;
}
