/** Comments and annotations that suppress findings: `# varexpand-ignore RULE: reason`. */

import { fileAt, type SourceFile } from "../kubernetes/kustomize/index.ts";
import { getOrAdd } from "../text/grouped.ts";
import { memberOf } from "../text/own-keys.ts";
import { tryOrUndefined } from "../text/try-or-undefined.ts";
import { KUBERNETES } from "../yaml/dialect.ts";
import { DocumentError } from "../yaml/error.ts";
import { dereferenced, type Node, nodeAt, type Path } from "../yaml/node.ts";
import { parseManifest } from "../yaml/parse.ts";
import { pathAt } from "../yaml/places.ts";
import type { RawFix } from "./finding.ts";
import { isRule, unknownRule } from "./rules/rules.ts";
import { SourceText } from "./source-text.ts";

/** A suppression of one rule in a range of a text. */
export interface Suppression {
  readonly rule: string;
  /** Offsets into the text. Findings that begin in this range are suppressed. */
  readonly start: number;
  readonly end: number;
  /** The offset of the comment or annotation. */
  readonly at: number;
  /** Of an object that a kustomization put together: the file that the annotation is in. */
  readonly inFile?: SourceFile;
  isUsed: boolean;
}

/** An invalid suppression. */
export interface WrongSuppression {
  readonly at: number;
  readonly message: string;
}

export interface Suppressions {
  readonly list: readonly Suppression[];
  readonly wrong: readonly WrongSuppression[];
}

const ANNOTATION = "varexpand.dev/ignore";
/** What each comment that suppresses findings contains. */
export const SUPPRESSION = "varexpand-ignore";
const COMMENT = /(?<![^ \t\r\n])#[ \t]*varexpand-ignore(?![\w-])([^\r\n]*)/g;
const RULES = /^[ \t]+([\w-]+(?:[ \t]*,[ \t]*[\w-]+)*)[ \t]*(?::.*)?$/;

/** The suppressions in a text's comments. */
export function commentSuppressions(source: SourceText, documents: readonly Node[] = []): Suppressions {
  const list: Suppression[] = [];
  const wrong: WrongSuppression[] = [];
  const { text } = source;
  if (!text.includes(SUPPRESSION)) return { list, wrong };
  const parts = new Parts(documents);
  let next = 0;
  for (const { index: at, 1: rest } of text.matchAll(COMMENT)) {
    if (parts.isInScalar(at)) continue;
    const rules = rulesOf(rest!.trimEnd(), at, wrong);
    const isAlone = source.text.slice(source.lineStart(at), at).trim() === "";
    // Consecutive comments apply to the same line.
    if (isAlone && at >= next) next = nextContent(source, at);
    const ranges = isAlone ? [rangeFrom(source, next, parts)] : rangesInLine(source, at, parts);
    for (const rule of rules) for (const range of ranges) list.push({ rule, ...range, at, isUsed: false });
  }
  return { list, wrong };
}

/** A fix that suppresses a finding with a comment on the line before; undefined if the comment cannot be placed there. */
export function ignoringFix(
  text: string,
  documents: readonly Node[],
  rule: string,
  offset: number,
): RawFix | undefined {
  const source = new SourceText(text);
  const root = documents.findLast(({ start }) => start <= offset);
  const value = root && pathAt(text, root, offset).node;
  for (const at of [offset, value?.start ?? offset].map((each) => source.lineStart(each))) {
    // Node.js 20 reads an indented comment of an env file as a part of the next name.
    const indentation = documents.length === 0 ? "" : /^[ \t]*/.exec(text.slice(at))![0];
    const line = `${indentation}# ${SUPPRESSION} ${rule}${/\r?\n|$/.exec(text)![0] || "\n"}`;
    const changed = text.slice(0, at) + line + text.slice(at);
    if (isIgnored(changed, documents, rule, offset + line.length)) {
      return { description: "ignore this here", edits: [{ start: at, end: at, text: line }] };
    }
  }
  return undefined;
}

/** Whether a text has the documents' values, and a comment that suppresses a rule at an offset. */
function isIgnored(text: string, documents: readonly Node[], rule: string, offset: number): boolean {
  const now = documents.length === 0 ? [] : tryOrUndefined(() => parseManifest(text, KUBERNETES), DocumentError);
  const values = (nodes: readonly Node[]) => JSON.stringify(nodes.map(({ value }) => value));
  if (now === undefined || values(now) !== values(documents)) return false;
  const { list } = commentSuppressions(new SourceText(text), now);
  return list.some((each) => each.rule === rule && each.start <= offset && offset <= each.end);
}

/** The suppressions in the annotation of the object or pod at a path, which apply to all of it. */
export function annotationSuppressions(document: Node, path: Path): Suppressions {
  const at = [...path, "metadata", "annotations", ANNOTATION];
  const value = at.reduce<unknown>(memberOf, document.value);
  const wrong: WrongSuppression[] = [];
  if (typeof value !== "string") return { list: [], wrong };
  const annotation = nodeAt(document, at)!;
  const inFile = fileAt(document, at);
  const rules = rulesOf(` ${value.trim()}`, annotation.start, wrong);
  // For an alias, it is the range of its anchor, which has the findings. A patch is in another file than the object.
  const { start, end } = inFile === fileAt(document, path) ? dereferenced(nodeAt(document, path)!) : annotation;
  const range = { start, end, at: annotation.start, ...(inFile && { inFile }) };
  return { list: rules.map((rule) => ({ rule, ...range, isUsed: false })), wrong };
}

/** The findings in an object that none of these suppressions is about, wherever they are. Marks those that are used. */
export function unignored<F extends { readonly rule: string }>(
  findings: readonly F[],
  list: readonly Suppression[],
): F[] {
  return findings.filter(({ rule }) => {
    const used = list.filter((each) => each.rule === rule);
    for (const suppression of used) suppression.isUsed = true;
    return used.length === 0;
  });
}

function rulesOf(text: string, at: number, wrong: WrongSuppression[]): string[] {
  const names = RULES.exec(text)?.[1]
    ?.split(",")
    .map((name) => name.trim());
  if (names === undefined) {
    wrong.push({ at, message: `${SUPPRESSION} must name a rule: # ${SUPPRESSION} RULE: reason` });
    return [];
  }
  for (const name of names) if (!isRule(name)) wrong.push({ at, message: `${SUPPRESSION}: ${unknownRule(name)}` });
  return names.filter(isRule);
}

/** The ranges that a comment at the end of a line covers: the line, and scalars that begin on it. */
function rangesInLine(source: SourceText, at: number, parts: Parts): { start: number; end: number }[] {
  const line = { start: source.lineStart(at), end: source.lineEnd(at) };
  return [line, ...parts.scalarsFrom(line.start, line.end)];
}

/** The range that a comment on its own line covers: the next line, and the value that begins on it. */
function rangeFrom(source: SourceText, next: number, parts: Parts): { start: number; end: number } {
  const end = source.lineEnd(next);
  return { start: next, end: Math.max(end, parts.endOfWhatBegins(source.text, next, end)) };
}

/** The start of the next line that is not empty or a comment. */
function nextContent(source: SourceText, at: number): number {
  let next = source.nextLine(at);
  while (next < source.text.length && /^[ \t]*(?:#.*)?$/.test(source.text.slice(next, source.lineEnd(next)))) {
    next = source.nextLine(next);
  }
  return next;
}

/** The nodes of documents by position. */
class Parts {
  private readonly scalars: { readonly start: number; readonly textStart: number; readonly end: number }[] = [];
  /** The ends of values by the start of their keys, and of nodes by their own start. */
  private readonly ofKeys = new Map<number, number>();
  private readonly ofNodes = new Map<number, number>();

  constructor(documents: readonly Node[]) {
    const open: Node[] = [...documents];
    for (let node = open.pop(); node !== undefined; node = open.pop()) {
      keepLargest(this.ofNodes, node.start, node.end);
      if (node.kind === "scalar") {
        const { start, end, contentStart, style } = node;
        const isBlock = style === "literal" || style === "folded";
        this.scalars.push({ start, textStart: isBlock && contentStart !== -1 ? contentStart : start, end });
      } else if (node.kind === "sequence") open.push(...node.items);
      else if (node.kind === "mapping") {
        for (const { keyNode, node: member } of node.entries) {
          keepLargest(this.ofKeys, keyNode.start, member.end);
          open.push(keyNode, member);
        }
      }
    }
    this.scalars.sort((a, b) => a.start - b.start);
  }

  isInScalar(at: number): boolean {
    const scalar = this.scalars[this.firstBehind(at) - 1];
    return scalar !== undefined && at >= scalar.textStart && at < scalar.end;
  }

  /** The scalars that begin in a range. */
  scalarsFrom(start: number, end: number): { start: number; end: number }[] {
    const found: { start: number; end: number }[] = [];
    for (let i = this.firstBehind(start - 1); (this.scalars[i]?.start ?? end) < end; i++) found.push(this.scalars[i]!);
    return found.map(({ start, end }) => ({ start, end }));
  }

  /** The end of the entry, item or value that a line begins with. */
  endOfWhatBegins(text: string, lineStart: number, lineEnd: number): number {
    const [before, dashes] = /^((?:[ \t]*-(?=[ \t]))*)[ \t]*/.exec(text.slice(lineStart, lineEnd))!;
    const at = lineStart + before.length;
    const ends = dashes === "" && this.ofKeys.has(at) ? this.ofKeys : this.ofNodes;
    return ends.get(at) ?? lineEnd;
  }

  /** The index of the first scalar that begins after an offset. */
  private firstBehind(at: number): number {
    let low = 0;
    let high = this.scalars.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.scalars[middle]!.start <= at) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

function keepLargest(ends: Map<number, number>, start: number, end: number): void {
  ends.set(start, Math.max(end, ends.get(start) ?? 0));
}

/** The findings that are not suppressed. Marks suppressions that are used. */
export function unsuppressed<F extends { readonly rule: string; readonly start: number }>(
  findings: readonly F[],
  suppressions: readonly Suppression[],
): F[] {
  const sorted = [...findings].sort((a, b) => a.start - b.start);
  if (suppressions.length === 0) return sorted;
  const waiting = [...suppressions].sort((a, b) => a.start - b.start);
  /** By rule: the furthest end of suppressions that have begun, and those that have not met a finding yet. */
  const begun = new Map<string, { end: number; fresh: Suppression[] }>();
  let next = 0;
  const isSuppressed = ({ rule, start }: F) => {
    while (next < waiting.length && waiting[next]!.start <= start) {
      const suppression = waiting[next++]!;
      const ofRule = getOrAdd(begun, suppression.rule, () => ({ end: 0, fresh: [] }));
      ofRule.end = Math.max(ofRule.end, suppression.end);
      ofRule.fresh.push(suppression);
    }
    const ofRule = begun.get(rule);
    if (ofRule === undefined) return false;
    // Suppressions that end before this finding cannot cover a later one.
    for (const suppression of ofRule.fresh) suppression.isUsed ||= suppression.end >= start;
    ofRule.fresh = [];
    return ofRule.end >= start;
  };
  return sorted.filter((finding) => !isSuppressed(finding));
}
