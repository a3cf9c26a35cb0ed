/**
 * Replaces strings in YAML text, and keeps everything else: comments, layout, the order of keys. An alias, or a `<<`, is
 * replaced by its value if the edits make that differ from the value of its anchor.
 */

import { type Changes, type ChangesInside, changed, copyOf, equal, setMember } from "../../text/own-keys.ts";
import { startOfLine } from "../../text/position.ts";
import { DocumentError } from "../error.ts";
import {
  type AliasNode,
  dereferenced,
  type Entry,
  isBlock,
  type MappingNode,
  type Node,
  type Path,
  type ScalarNode,
  type SequenceNode,
} from "../node.ts";
import { YAML_TAG } from "../tags.ts";
import { scalarText } from "./scalar.ts";
import { doubleQuoted, isYamlString, makeWellFormed } from "./string.ts";

export interface Edit {
  /** The root of the document. */
  readonly document: Node;
  /** Leads to a string. */
  readonly path: Path;
  /** A lone surrogate in it becomes U+FFFD. */
  readonly value: Exclude<Changes, ChangesInside>;
}

/**
 * The text with the edits made. Its documents have the values of `editedValues`.
 *
 * @throws RangeError for a path that does not lead to a string
 * @throws DocumentError if readers differ about where a line ends, and so about what the edits replace
 */
export function splice(text: string, edits: readonly Edit[]): string {
  const unclear = edits.length === 0 ? -1 : text.search(UNCLEAR_BREAK);
  if (unclear !== -1) {
    throw new DocumentError(
      "syntax",
      "readers of YAML differ about this CR, U+0085, U+2028, or U+2029; remove it",
      unclear,
    );
  }
  const replacements: Replacement[] = [];
  for (const [document, changes] of changesByDocument(edits)) spliceDocument(text, document, changes, replacements);
  return replaceAll(text, replacements);
}

/** Returns the text with other text in some ranges, which do not overlap. */
export function replaceAll(text: string, replacements: readonly Replacement[]): string {
  let output = "";
  let at = 0;
  for (const { start, end, text: replacement } of replacements.toSorted((a, b) => a.start - b.start)) {
    output += text.slice(at, start) + replacement;
    at = end;
  }
  return output + text.slice(at);
}

/** A line break that some readers of YAML take for a character. */
const UNCLEAR_BREAK = /\r(?!\n)|[\x85\u2028\u2029]/;

/** The values of documents with the edits made, in new objects. */
export function editedValues(documents: readonly Node[], edits: readonly Edit[]): unknown[] {
  const changes = changesByDocument(edits);
  return documents.map((document) => changed(document.value, changes.get(document)));
}

function changesByDocument(edits: readonly Edit[]): Map<Node, Changes> {
  const documents = new Map<Node | string | number, Changes>();
  for (const { document, path, value } of edits) {
    let changes = documents;
    let step: Node | string | number = document;
    for (const next of path) {
      let inner = changes.get(step);
      if (!(inner instanceof Map)) {
        inner = new Map();
        changes.set(step, inner);
      }
      changes = inner as Map<Node | string | number, Changes>;
      step = next;
    }
    changes.set(step, typeof value === "string" ? makeWellFormed(value) : value);
  }
  return documents as Map<Node, Changes>;
}

/** The new text for a range of the old one. */
export interface Replacement {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** The tag `!` in its long form. */
const NO_TAG = "!<!>";
/** The tag `!!str` in its long form, which directives do not change. */
const STRING_TAG = `!<${YAML_TAG}str>`;
/** The longest key that readers accept without `?`. */
const MAX_KEY_LENGTH = 1024;
const EMPTY_LINES = /[ \t\r\n]*/y;

/**
 * Adds the replacements for one document. Visits it in the order of its text, so that an anchor is complete before its
 * aliases.
 */
function spliceDocument(text: string, document: Node, changesInside: Changes, replacements: Replacement[]): void {
  /** Without aliases, an edit changes one value only. */
  const mayHaveAliases = text.includes("*");
  let flowDepth = 0;
  /** The nodes whose values change, with the new values. */
  const values = new Map<Node, unknown>();
  visit(document, changesInside);

  /** Returns the new value of the node. */
  function visit(node: Node, changes: Changes | undefined): unknown {
    // Before the first change, no alias can be affected.
    if (changes === undefined && (values.size === 0 || !mayHaveAliases)) return node.value;
    const value = visitOne(node, changes);
    if (!Object.is(value, node.value)) values.set(node, value);
    return value;
  }

  function visitOne(node: Node, changes: Changes | undefined): unknown {
    if (node.kind === "alias") return visitAlias(node, changes);
    if (node.kind === "scalar") {
      if (changes === undefined) return node.value;
      if (changes instanceof Map || typeof node.value !== "string") throw notAString();
      if (typeof changes !== "string") {
        if (node.tagStart !== -1) {
          // An anchor that follows the tag is kept.
          const [tag] = /^\S+[ \t]*/.exec(text.slice(node.tagStart, node.start))!;
          replace({ start: node.tagStart, end: node.tagStart + tag.length }, "");
        }
        replace(node, `${changes}${isBlock(node.style) ? "\n" : ""}`);
        return changes;
      }
      replacements.push(...replaceString(text, node, changes));
      return changes;
    }
    if (changes !== undefined && !(changes instanceof Map)) throw notAString();
    const isFlow = /[[{]/.test(text[node.start]!);
    if (isFlow) flowDepth++;
    const value = visitMembers(node, changes);
    if (isFlow) flowDepth--;
    return value;
  }

  function visitAlias(node: AliasNode, changes: Changes | undefined): unknown {
    const wanted = changed(node.value, changes);
    if (!equal(wanted, valueOf(node.target))) replace(node, flow(wanted));
    return wanted;
  }

  function visitMembers(node: SequenceNode | MappingNode, changes: ChangesInside | undefined): unknown {
    let value: unknown = node.value;
    let changesMade = 0;
    const become = (step: string | number, before: unknown, now: unknown): void => {
      if (changes?.has(step)) changesMade++;
      if (Object.is(before, now)) return;
      if (value === node.value) value = copyOf(value);
      setMember(value, step, now);
    };
    if (node.kind === "sequence") {
      for (const [i, item] of node.items.entries()) become(i, item.value, visit(item, changes?.get(i)));
    } else {
      const inFlow = flowDepth > 0;
      for (const entry of node.entries) {
        const { key, node: member } = entry;
        visitKey(entry, inFlow);
        if (entry.isMerge) visitMerge(node, member, changes);
        else if (entry.isHidden || node.merged.has(key)) visit(member, undefined);
        else become(key, member.value, visit(member, changes?.get(key)));
      }
      for (const [key, { node: member }] of node.merged) {
        become(key, member.value, changed(member.value, changes?.get(key)));
      }
    }
    if (changes !== undefined && changesMade < changes.size) throw notAString();
    return value;
  }

  function visitKey({ keyNode, key }: Entry, inFlow: boolean): void {
    if (keyNode.kind !== "alias" || Object.is(valueOf(keyNode.target), keyNode.value)) return;
    const { start, end } = keyNode;
    const quoted = doubleQuoted(key);
    const spaces = /^[ \t]*(?=:)/.exec(text.slice(end, end + MAX_KEY_LENGTH))?.[0].length;
    const hasMark = inFlow && /\?[ \t]+$/.test(text.slice(Math.max(0, start - MAX_KEY_LENGTH), start));
    if (spaces === undefined || hasMark || quoted.length + spaces <= MAX_KEY_LENGTH) {
      replace(keyNode, quoted);
      return;
    }
    const margin = inFlow ? " " : `\n${" ".repeat(start - startOfLine(text, start))}`;
    replace({ start, end: end + spaces }, `? ${quoted}${margin}`);
  }

  /** Visits the mappings that a mapping merges. Each gets the changes of its keys. */
  function visitMerge(mapping: MappingNode, source: Node, changes: ChangesInside | undefined): void {
    if (source.kind === "sequence") {
      for (const item of source.items) visitMerge(mapping, item, changes);
      return;
    }
    const from = dereferenced(source);
    const ofSource = new Map(changes && [...changes].filter(([key]) => mapping.merged.get(`${key}`)?.from === from));
    visit(source, ofSource.size > 0 ? ofSource : undefined);
  }

  function valueOf(node: Node): unknown {
    return values.has(node) ? values.get(node) : node.value;
  }

  function replace({ start, end }: Pick<Node, "start" | "end">, text: string): void {
    replacements.push({ start, end, text });
  }
}

/** The replacements that give a scalar another string. The first one is the text of the scalar. */
export function replaceString(text: string, node: ScalarNode, value: string): Replacement[] {
  const { start, end, style, inFlow, tag, tagStart } = node;
  const written = scalarText(text, node, value);
  const replacements = [{ start, end, text: written }];
  if (tag === "!" && !isYamlString(value)) {
    // Some readers ignore quotes after `!`.
    const tagEnd = tagStart + (text.startsWith("!<", tagStart) ? NO_TAG.length : 1);
    replacements.push({ start: tagStart, end: tagEnd, text: STRING_TAG });
  }
  if (style === "plain" && !inFlow && /^ ?["']/.test(written)) replacements.push(...withoutTabs(text, end));
  return replacements;
}

/** Readers allow tabs on the lines after a plain scalar, and refuse them after a quoted scalar. */
function withoutTabs(text: string, offset: number): Replacement[] {
  EMPTY_LINES.lastIndex = offset;
  const lines = EMPTY_LINES.exec(text)![0];
  const firstBreak = lines.indexOf("\n");
  if (firstBreak < 0) return [];
  const tabs = [...lines.slice(firstBreak).matchAll(/\t/g)].map(({ index }) => offset + firstBreak + index);
  return tabs.map((start) => ({ start, end: start + 1, text: " " }));
}

function notAString(): Error {
  return new RangeError("an edit's path does not lead to a string");
}

/** A value on one line: JSON. */
export function flow(value: unknown): string {
  if (typeof value === "string") return doubleQuoted(value);
  if (Array.isArray(value)) return `[${value.map(flow).join(", ")}]`;
  if (typeof value === "object" && value !== null) {
    const entries = Object.entries(value).map(([key, member]) => `${flowKey(key)}: ${flow(member)}`);
    return `{${entries.join(", ")}}`;
  }
  return String(value);
}

function flowKey(key: string): string {
  const quoted = doubleQuoted(key);
  return quoted.length <= MAX_KEY_LENGTH ? quoted : `? ${quoted}`;
}
