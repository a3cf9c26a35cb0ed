/** Expands the scalars of one YAML document in place: the document is read, and each scalar that changes is written anew. */
import { startOfLine } from "../../text/position.ts";
import { byteOffsets, decodeUtf8, validPrefix } from "../../text/utf8.ts";
import { checkResult } from "../../wasm/arena.ts";
import { PlacedError } from "../../wasm/host-references.ts";
import type { YamlVersion } from "../../yaml/cursor.ts";
import { DocumentError } from "../../yaml/error.ts";
import { isBlock, type ScalarNode } from "../../yaml/node.ts";
import { offsetsInString } from "../../yaml/places.ts";
import { type FoundScalar, scalarsWith } from "../../yaml/scalar-finder.ts";
import { type Replacement, replaceAll, replaceString } from "../../yaml/write/edit.ts";
import { isPlainScalar } from "../../yaml/write/scalar.ts";
import type { ExpandedScalar, Variables, YamlRules } from "../variables.ts";
import { readCollectorValue } from "./collector-value.ts";

/** No reader takes a longer key without `?`. */
const MAX_KEY = 1024;
const LONG_KEY = `a key of more than ${MAX_KEY} characters needs "? " before it`;
const UNCLEAR = "readers of YAML differ about this text; put double quotes around it";
const OPEN_BRACE = "in brackets or braces, put a reference in quotes";
const NOT_UTF8 = "the text is not valid UTF-8";

/** What some readers of YAML take for a line break, or skip at the beginning of a line. */
const UNCLEAR_LINE = /\r(?!\n)|[\x85\u2028\u2029]|^\ufeff/m;
const LINE_CHARACTERS = "CR, U+0085, U+2028, U+2029, or byte order mark";
const MARKER = /^(?:---|\.\.\.)(?:\s|$)/;

/** What is not a string as a plain scalar, in YAML 1.2's core schema. */
const TYPED =
  /^(?:|~|null|Null|NULL|true|True|TRUE|false|False|FALSE|0o[0-7]+|0x[0-9a-fA-F]+|[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?|[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN))$/;

/** A document follows. */
const NEXT = "---\n";

type Typing = YamlRules["typing"];

const encoder = /* @__PURE__ */ new TextEncoder();

/** A reference without a value, or a problem. */
export interface YamlReport {
  /** The name in the reference, or ""; with a problem, it can be other text. */
  readonly name: string;
  /** In bytes of the document. */
  readonly offset: number;
  /** Why the document is not expanded. */
  readonly problem: string | undefined;
}

export interface ExpandedDocument {
  /** Undefined if there is a problem. */
  readonly output: Uint8Array | undefined;
  /** In the order of the text. */
  readonly reports: readonly YamlReport[];
}

/**
 * Expands the scalars of a document.
 *
 * @param isLast whether no other document follows
 */
export function expandDocument(environment: Variables, bytes: Uint8Array, isLast: boolean): ExpandedDocument {
  const decoded = decodeUtf8(bytes);
  const source = decoded ?? validPrefix(bytes);
  const text = isLast || decoded === undefined ? source : source + NEXT;
  const { output = "", reports } = expandText(environment, text);
  const first = reports.find(({ problem }) => problem !== undefined);
  // An unexpected end can be caused by the invalid bytes that follow.
  if (decoded === undefined && (first === undefined || first.offset >= source.length - 1))
    reports.push({ name: "", offset: source.length, problem: NOT_UTF8 });
  reports.sort((a, b) => a.offset - b.offset);
  const offsets = byteOffsets(
    source,
    reports.map(({ offset }) => offset),
  );
  const isRefused = first !== undefined || decoded === undefined;
  const expanded = output === text ? bytes : encoder.encode(isLast ? output : output.slice(0, -NEXT.length));
  return {
    output: isRefused ? undefined : expanded,
    reports: reports.map((report, i) => ({ ...report, offset: offsets[i]! })),
  };
}

interface Expansion {
  /** Undefined for text that is not YAML. */
  readonly output: string | undefined;
  /** In order, except for the problems of the whole text. */
  readonly reports: YamlReport[];
}

/**
 * Expands the text as go-yaml and as readers of YAML 1.2 read it. If only one of them accepts the text, its reading counts.
 * If the outputs differ, the text is unclear.
 */
function expandText(environment: Variables, text: string): Expansion {
  const kubernetes = expandScalars(environment, text, "1.1");
  if (kubernetes.output === text && kubernetes.reports.length === 0) return kubernetes;
  const core = expandScalars(environment, text, "1.2");
  if (kubernetes.output === undefined) return core.output === undefined ? kubernetes : core;
  if (core.output !== undefined && core.output !== kubernetes.output) {
    const offset = firstDifference(kubernetes.replacements, core.replacements);
    kubernetes.reports.push({ name: "", offset, problem: UNCLEAR });
  }
  return kubernetes;
}

/** Where the first replacement starts that is not in both lists. */
function firstDifference(some: readonly Replacement[], others: readonly Replacement[]): number {
  const i = some.findIndex(({ start, end, text }, i) => {
    const other = others[i];
    return other?.start !== start || other.end !== end || other.text !== text;
  });
  return (some[i] ?? others[some.length] ?? some[0])?.start ?? 0;
}

function expandScalars(
  environment: Variables,
  text: string,
  version: YamlVersion,
): Expansion & { readonly replacements: readonly Replacement[] } {
  const reports: YamlReport[] = [];
  const replacements: Replacement[] = [];
  const { keepsKeys, typing } = environment.yamlRules;
  const refuse = (offset: number, problem: string, name = "") => reports.push({ name, offset, problem });
  try {
    for (const scalar of scalarsWith(text, "$", version)) {
      const { node, isKey } = scalar;
      if (keepsKeys && isKey) continue;
      let expanded: ExpandedScalar;
      try {
        expanded = environment.expandScalar(node.value, readCollectorValue);
      } catch (error) {
        if (!(error instanceof PlacedError)) throw error;
        refuse(offsetsInString(text, node, [error.offset])[0]!, error.message, error.variable);
        continue;
      }
      const { isYaml = false, value, unresolved } = expanded;
      const places = unresolved.map(({ offset }) => offset);
      for (const [i, offset] of offsetsInString(text, node, places).entries()) {
        reports.push({ name: unresolved[i]!.name, offset, problem: undefined });
      }
      if (value === node.value) continue;
      const { start, end } = node;
      if (isYaml) {
        // A tag would be that of a string.
        if (node.tag !== "") refuse(start, "the value is not a string, which its tag says; remove the tag");
        replacements.push({ start, end, text: `${value}${isBlock(node.style) ? "\n" : ""}` });
        continue;
      }
      const plain = isKey || node.style !== "plain" ? undefined : plainText(text, node, value, typing);
      const made = plain === undefined ? replaceString(text, node, value) : [{ start, end, text: plain }];
      if (isKey && isLongKey(text, scalar, made[0]!.text)) refuse(start, LONG_KEY);
      replacements.push(...made);
    }
  } catch (error) {
    if (!(error instanceof DocumentError)) throw error;
    return { output: undefined, reports: [problemOf(error, text)], replacements };
  }
  if (replacements.length === 0) return { output: text, reports, replacements };
  const unclear = text.search(UNCLEAR_LINE);
  if (unclear !== -1) refuse(unclear, `readers of YAML differ about this ${LINE_CHARACTERS}; remove it`);
  checkResult(replacements.reduce((sum, { start, end, text }) => sum + text.length - (end - start), text.length));
  return { output: replaceAll(text, replacements), reports, replacements };
}

/** The text of a plain scalar that stays plain in a dialect; undefined if the value has to be written as a string. */
function plainText(text: string, node: ScalarNode, value: string, typing: Typing): string | undefined {
  if (typing === "core") return TYPED.test(value) ? value || "null" : undefined;
  if (typing !== "text") return undefined;
  if (value !== "") return isPlainScalar(value, node.inFlow) ? value : undefined;
  // Nothing is null after `key:` and `-`.
  return !node.inFlow && /[:-][ \t]*$/.test(text.slice(startOfLine(text, node.start), node.start)) ? "" : undefined;
}

function problemOf({ message, offset }: DocumentError, text: string): YamlReport {
  if (text[offset] === "{" && text[offset - 1] === "$") return { name: "${", offset: offset - 1, problem: OPEN_BRACE };
  // The end of a document is at the start of the next one, and the problem is before it.
  const isAtEnd = offset > 0 && (offset === text.length || MARKER.test(text.slice(offset, offset + 4)));
  return { name: "", offset: isAtEnd ? offset - 1 : offset, problem: message };
}

/** Whether a new text makes a key too long for readers, together with its anchor and its tag. */
function isLongKey(text: string, { node, start }: FoundScalar, written: string): boolean {
  if (written.length <= node.end - node.start) return false;
  const spaces = /^[ \t]*(?=:)/.exec(text.slice(node.end, node.end + MAX_KEY))?.[0].length;
  return spaces !== undefined && node.start - start + written.length + spaces > MAX_KEY;
}
