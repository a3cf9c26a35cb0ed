/** The expansion of a text that consists of whole YAML documents. */

import { bytePlaces } from "../../text/utf8.ts";
import { findByte } from "../../wasm/find-byte.ts";
import { checkResult } from "../../wasm/result-limit.ts";
import { expandYaml, type ScalarRest } from "../../wasm/yaml.ts";
import { offsetsInString } from "../../yaml/places.ts";
import type { Environment } from "../environment.ts";
import { expand } from "../expand.ts";
import { referencesIn } from "../references.ts";
import { documentEnd, documentStart, Oddities } from "./yaml-documents.ts";
import { escapesDoubled, firstSuspect, type Reference } from "./yaml-references.ts";
import { readScalar, writtenScalar, type YamlScalar } from "./yaml-scalar.ts";

/** No reader takes a longer key without `?`. */
const LONGEST_KEY = 1024;
const LONG_KEY = `a key of more than ${LONGEST_KEY} characters needs "? " before it`;
/** A line feed and the characters `,[]{}`. */
const BEFORE_KEY = [0x0a, 0x2c, 0x5b, 0x5d, 0x7b, 0x7d];
const TAB = 0x09;
const NUMBER_SIGN = 0x23;
const LINE_FEED = 0x0a;
const SPACE = 0x20;
const COLON = 0x3a;
const DOLLAR = 0x24;
const BACKSLASH = 0x5c;
const LINE_BREAK = /* @__PURE__ */ new Uint8Array([0x0a]);
/** The first line of a block scalar with `+`. */
const KEEPS_BREAKS = /^[|>][1-9]?\+/;

const encoder = /* @__PURE__ */ new TextEncoder();
const decoder = /* @__PURE__ */ new TextDecoder("utf-8", { ignoreBOM: true });

/** Offsets are in bytes of the text. */
export interface ExpandedYaml {
  readonly pieces: Uint8Array[];
  /** Bytes of rewritten scalars. */
  rewritten: number;
  /** References without a value; undefined if nobody asks for them. */
  readonly unresolved: Reference[] | undefined;
  /** The first possible reference in each text whose structure is unknown. */
  readonly refused: Refused[];
}

/** What is refused: a reference, or whatever else is wrong. */
export type Refused = Reference & { readonly problem?: string };

/** Expands the documents of a text that begin at an offset, and adds what comes out. */
export function expandDocuments(environment: Environment, text: Uint8Array, start: number, result: ExpandedYaml): void {
  // A `$` may be written with an escape.
  if (findByte(text, DOLLAR, start) === -1 && findByte(text, BACKSLASH, start) === -1) {
    result.pieces.push(text.subarray(start));
    return;
  }
  const oddities = new Oddities(text, start);
  let at = start;
  while (at < text.length) {
    const odd = oddities.first(at);
    const clearEnd = odd === text.length ? odd : at + documentStart(text.subarray(at), odd - at);
    expandClear(environment, text, at, clearEnd, result);
    if (clearEnd === text.length) break;
    at = documentEnd(text, odd);
    refuse(text, clearEnd, at, result);
  }
}

function expandClear(environment: Environment, text: Uint8Array, from: number, to: number, result: ExpandedYaml): void {
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
    else refuse(text, start, end, result, from + rest.unclear);
  }
}

/** @param isLast whether the scalar ends where the documents end that were scanned together */
function rewrite(
  environment: Environment,
  text: Uint8Array,
  scalar: ScalarRest,
  isLast: boolean,
  result: ExpandedYaml,
): void {
  const { pieces, unresolved } = result;
  const { start, end } = scalar;
  const bytes = text.subarray(start, end);
  const whole = decoder.decode(bytes);
  // The last line break of a scalar of lines is none of it, and so are blanks behind it at the very end.
  let blanks = isLast ? (/\n *$/.exec(whole)?.[0] ?? "") : "";
  let read = readScalar(whole.slice(0, whole.length - blanks.length), scalar);
  if (blanks.length - 1 > (read?.node.indent ?? 0)) {
    // More of them than the lines are indented by are a line themselves.
    blanks = "";
    read = readScalar(whole, scalar);
  }
  if (read === undefined) {
    refuse(text, start, end, result);
    return;
  }
  const { value } = read.node;
  let isWhole = true;
  const expanded = expand(environment.keepsEscapes ? escapesDoubled(value) : value, (name) => {
    const found = environment.get(name);
    if (found === undefined) isWhole = false;
    return found ?? `$(${name})`;
  });
  if (!isWhole && unresolved !== undefined) addUnresolved(environment, read, bytes, start, unresolved);
  if (expanded === value) {
    pieces.push(bytes);
    return;
  }
  const written = writtenScalar(read, expanded);
  if (isLongKey(text, start, end, written)) {
    pieces.push(bytes);
    result.refused.push({ name: "", offset: start, problem: LONG_KEY });
    return;
  }
  const isQuoted = read.node.style === "plain" && /^["']/.test(written);
  // go-yaml reads a colon before `}` or `,` as part of the plain scalar, but not after quotes.
  const endsWithColon = scalar.inFlow && text[end] === COLON && BEFORE_KEY.indexOf(text[end + 1]!, 1) > 0;
  if ((isQuoted && (endsWithColon || hasTabBehind(text, end))) || (blanks.length > 1 && KEEPS_BREAKS.test(whole))) {
    refuse(text, start, end, result);
    return;
  }
  result.rewritten += written.length;
  checkResult(result.rewritten);
  pieces.push(encoder.encode(written + blanks));
  // Lines of which every break counts need the last one, too, where nothing follows that brings it.
  if (isLast && blanks === "" && KEEPS_BREAKS.test(written)) pieces.push(LINE_BREAK);
}

/** Whether a tab starts a line of white space or a comment line that follows a plain scalar. Readers refuse that after quotes. */
function hasTabBehind(text: Uint8Array, end: number): boolean {
  let at = end;
  let isNewLine = false;
  let hasTab = false;
  for (; text[at]! <= SPACE; at++) {
    if (text[at] === LINE_FEED && hasTab) return true;
    if (text[at] === LINE_FEED) isNewLine = true;
    else if (isNewLine && text[at] === TAB) hasTab = true;
  }
  return hasTab && (at >= text.length || text[at] === NUMBER_SIGN);
}

/** Whether a scalar is a key that is too long with a new text, together with its anchor and its tag. */
function isLongKey(text: Uint8Array, start: number, end: number, written: string): boolean {
  if (written.length <= end - start) return false;
  let colon = end;
  while (text[colon] === SPACE || text[colon] === TAB) colon++;
  if (text[colon] !== COLON) return false;
  let line = start;
  while (line > 0 && !BEFORE_KEY.includes(text[line - 1]!)) line--;
  const before = decoder.decode(text.subarray(line, start)).replace(/^(?:\s*[-?:](?=\s))*\s*/, "");
  return before.length + written.length + colon - end > LONGEST_KEY;
}

/** Adds a scalar's references without a value, each with its offset in the text, whose bytes from `start` on are given. */
function addUnresolved(
  environment: Environment,
  { text, node }: YamlScalar,
  bytes: Uint8Array,
  start: number,
  into: Reference[],
): void {
  const missing = referencesIn(node.value).filter(({ name }) => environment.get(name) === undefined);
  const offsets = missing.map((reference) => reference.start);
  for (const [i, place] of bytePlaces(bytes, text, offsetsInString(text, node, offsets)).entries()) {
    into.push({ name: missing[i]!.name, offset: start + place });
  }
}

/** Copies text whose structure is unknown; a possible reference in it, or behind `unclear`, is refused. */
function refuse(
  text: Uint8Array,
  from: number,
  to: number,
  { pieces, refused }: ExpandedYaml,
  unclear: number = from,
): void {
  pieces.push(text.subarray(from, to));
  const bytes = text.subarray(unclear, to);
  const source = decoder.decode(bytes);
  const found = firstSuspect(source);
  if (found === undefined) return;
  refused.push({ name: found.name, offset: unclear + bytePlaces(bytes, source, [found.offset])[0]! });
}
