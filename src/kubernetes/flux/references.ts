/** The references of Flux's substitution in the texts of an object: in its strings and keys. */

import { dialectReferences } from "../../expansion/compiled/dialect-references.ts";
import { byteTextOf, isAscii, utf8 } from "../../expansion/dialects/evaluation.ts";
import { offsetConverter } from "../../text/position.ts";
import { dereferenced, type Node, type Path, type ScalarNode } from "../../yaml/node.ts";
import { rangesInText } from "../../yaml/places.ts";
import { fileAt, itemsOf, membersOf, type SourceFile } from "../kustomize/index.ts";

/** A string of an object, or a key. */
export interface ObjectText {
  readonly text: string;
  readonly path: Path;
  readonly node: Node;
  readonly file: SourceFile;
  readonly isKey: boolean;
}

export interface FluxReference {
  readonly name: string;
  /** The range in the text, in UTF-16 code units. */
  readonly start: number;
  readonly end: number;
  /** The operator after the name: `:-`, `/`; "" without one, and for a length. */
  readonly operator: string;
  readonly hasDefault: boolean;
}

/** Text that Flux cannot parse. */
export interface MalformedText {
  readonly start: number;
  readonly end: number;
  readonly problem: string;
}

export interface FluxReferences {
  readonly references: readonly FluxReference[];
  readonly malformed: readonly MalformedText[];
}

const NONE: FluxReferences = { references: [], malformed: [] };

/** Searches a value once, and returns whether a part of it has a string or key with a `$`. */
export function dollarsIn(value: unknown): (part: unknown) => boolean {
  const found = new Set<unknown>();
  const search = (part: unknown): boolean => {
    if (typeof part === "string") return part.includes("$");
    if (typeof part !== "object" || part === null) return false;
    let has = false;
    for (const key in part) {
      if (search((part as Record<string, unknown>)[key]) || key.includes("$")) has = true;
    }
    if (has) found.add(part);
    return has;
  };
  search(value);
  return (part) => (typeof part === "string" ? part.includes("$") : found.has(part));
}

/** The strings and keys of an object that contain a `$`. */
export function textsOf(
  document: Node,
  file: SourceFile,
  path: Path = [],
  hasDollar = dollarsIn(document.value),
): ObjectText[] {
  if (!hasDollar(document.value)) return [];
  const inFile = fileAt(document, []) ?? file;
  const node = dereferenced(document);
  if (node.kind === "scalar") return [{ text: `${node.value}`, path, node, file: inFile, isKey: false }];
  if (node.kind === "sequence")
    return itemsOf(node).flatMap((item, i) => textsOf(item, inFile, [...path, i], hasDollar));
  const keyNodes = new Map(node.entries.map(({ key, keyNode }) => [key, keyNode]));
  return [...membersOf(node)].flatMap(([key, member]) => {
    const [keyNode, at] = [keyNodes.get(key) ?? member, [...path, key]];
    const own = key.includes("$") ? [{ text: key, path: at, node: keyNode, file: inFile, isKey: true }] : [];
    return [...own, ...textsOf(member, inFile, at, hasDollar)];
  });
}

/** The references in a text, and what is malformed in it. */
export function fluxReferences(text: string): FluxReferences {
  return text.includes("${") ? scan(text) : NONE;
}

function scan(text: string): FluxReferences {
  const bytes = byteTextOf(text);
  const malformed: MalformedText[] = [];
  const toUnits = isAscii(text)
    ? (offset: number) => offset
    : offsetConverter((from, to) => utf8(bytes.slice(from, to)).length);
  const found = dialectReferences("flux", bytes, ({ message, offset }) => {
    const start = toUnits(offset);
    const end = /^\$\{[^\s{}$]*\}?/.exec(text.slice(start))?.[0].length ?? 1;
    malformed.push({ start, end: start + end, problem: message });
  });
  const references = found.flatMap((outer) =>
    outer.names.map(({ hasDefault = false, name, offset }): FluxReference => {
      const start = toUnits(offset);
      const isLength = text[start + 2] === "#";
      const nameEnd = start + 2 + (isLength ? 1 : 0) + name.length;
      const operator = isLength
        ? ""
        : (/^(?::[-=?+]?|=|\^\^?|,,?|##?|%%?|\/[/#%]?)/.exec(text.slice(nameEnd))?.[0] ?? "");
      const end = offset === outer.start ? toUnits(outer.end) : nameEnd + (text[nameEnd] === "}" ? 1 : 0);
      return { name, start, end, operator, hasDefault };
    }),
  );
  return { references, malformed };
}

interface Range {
  readonly start: number;
  readonly end: number;
}

/** The range in the file of a range of a text; the first line of its node if the value is not in the file verbatim. */
export function rangeInFile(text: ObjectText, range: Range): Range {
  return rangesInFile(text, [range])[0]!;
}

/** The same for several ranges: the text is read once. */
export function rangesInFile(part: ObjectText, ranges: readonly Range[]): Range[] {
  const { file, node, text } = part;
  const isPlaced = node.kind === "scalar" && node.value === text;
  const found = isPlaced ? rangesInText(file.text, node as ScalarNode, [], ranges) : [];
  return ranges.map((range, i) => {
    const wanted = text.slice(range.start, range.end);
    const inFile = found[i];
    const isVerbatim = inFile !== undefined && file.text.slice(inFile.start, inFile.end) === wanted;
    return isVerbatim ? inFile : rangeOfPart(part, range, wanted);
  });
}

/** A value can be a part of its node, such as a literal of a generator: the text is in both equally often. */
function rangeOfPart({ file, node, text }: ObjectText, range: Range, wanted: string): Range {
  const source = file.text.slice(node.start, node.end);
  const parts = source.split(wanted);
  if (parts.length === text.split(wanted).length) {
    const before = parts.slice(0, text.slice(0, range.start).split(wanted).length);
    const start = node.start + before.join(wanted).length;
    return { start, end: start + wanted.length };
  }
  const lineEnd = source.search(/[\r\n]/);
  return { start: node.start, end: lineEnd === -1 ? node.end : node.start + lineEnd };
}
