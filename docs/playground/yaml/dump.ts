/** A value as a YAML document in block style; strings have the style that rules choose. */
import { YAML_TAG } from "../../../src/yaml/tag.ts";
import { SCALAR_STYLE } from "./codes.ts";
import {
  binaryTag,
  CORE_SCHEMA,
  floatCoreTag,
  intCoreTag,
  isMap,
  NOT_RESOLVED,
  type ScalarTag,
  type Schema,
  timestampTag,
} from "./tags.ts";
import { YAMLException } from "./yaml-exception.ts";

const { PLAIN, SINGLE_QUOTED, DOUBLE_QUOTED, LITERAL_BLOCK, FOLDED_BLOCK } = SCALAR_STYLE;

/** Spaces a level. */
const INDENT = 2;

/** Where a scalar stands, for rules that choose its style. */
interface Layout {
  readonly node: { readonly tag: string; readonly value: string };
  readonly level: number;
  readonly isKey: boolean;
  /** The column of its lines, if it has several. */
  readonly shiftOfContent: number;
  readonly presenterOptions: { readonly lineWidth: number };
  /** A bit for each style that can hold the text. */
  readonly allowedStylesMask: number;
  style: number;
}

type Rule = (layout: Layout) => void;

interface DumpOptions {
  readonly schema?: Schema;
  /** Where text is folded; -1 if it is not. */
  readonly lineWidth?: number;
  readonly scalarStyleRules: readonly Rule[];
}

/** @throws YAMLException for what YAML does not have */
export function dump(value: unknown, options: DumpOptions): string {
  const writer = new Writer(options);
  const text = value === undefined ? "" : `${writer.node(value, 0, true)}\n`;
  return writer.isOpenEnded ? `${text}...\n` : text;
}

class Writer {
  /** Whether the last lines are blank and belong to a text. */
  isOpenEnded = false;
  private readonly tags: readonly ScalarTag[];
  private readonly rules: readonly Rule[];
  private readonly lineWidth: number;

  constructor({ schema, lineWidth = 80, scalarStyleRules }: DumpOptions) {
    const { tags } = schema ?? CORE_SCHEMA.withTags(intCoreTag, floatCoreTag, timestampTag, binaryTag);
    this.tags = tags.filter((tag) => tag.nodeKind === "scalar");
    this.rules = scalarStyleRules;
    this.lineWidth = lineWidth;
  }

  /** @param isCompact whether the first line goes on where the text ends */
  node(value: unknown, level: number, isCompact: boolean): string {
    const isList = Array.isArray(value);
    if (!isList && !isMap(value)) return this.scalar(value, level, false);
    const lineStart = `\n${" ".repeat(INDENT * level)}`;
    const parts = isList ? this.items(value, level) : this.pairs(value, level, lineStart);
    if (parts.length > 0) return (isCompact ? "" : lineStart) + parts.join(lineStart);
    this.isOpenEnded = false;
    return isList ? "[]" : "{}";
  }

  private items(list: readonly unknown[], level: number): string[] {
    return Array.from(list, (item) => `- ${this.node(item ?? null, level + 1, true)}`);
  }

  private pairs(map: Readonly<Record<string, unknown>>, level: number, lineStart: string): string[] {
    const pairs = Object.entries(map).filter(([, value]) => value !== undefined);
    return pairs.map(([key, value]) => {
      const name = this.scalar(key, level + 1, true);
      const isExplicit = key.includes("\n") || /^[\s\S]{1025}/u.test(name);
      const text = this.node(value, level + 1, isExplicit);
      return `${isExplicit ? `? ${name}${lineStart}` : name}:${text.startsWith("\n") ? "" : " "}${text}`;
    });
  }

  private scalar(data: unknown, level: number, isKey: boolean): string {
    let value = data;
    let tag = `${YAML_TAG}str`;
    let styles: number;
    if (typeof value === "string") {
      styles = stylesOf(value, level, isKey);
    } else {
      const found = this.tags.find(({ identify }) => identify(data));
      const kind = Object.prototype.toString.call(data);
      if (found === undefined) throw new YAMLException(`unacceptable kind of an object to dump ${kind}`);
      value = found.represent(data as never);
      tag = found.tagName;
      styles = found.resolve(value as string, !found.implicit) === NOT_RESOLVED ? 0 : 1 << PLAIN;
    }
    const layout: Layout = {
      node: { tag, value: value as string },
      level,
      isKey,
      shiftOfContent: INDENT * Math.max(1, level),
      presenterOptions: { lineWidth: this.lineWidth },
      allowedStylesMask: styles | (1 << DOUBLE_QUOTED),
      style: PLAIN,
    };
    for (const rule of this.rules) rule(layout);
    const isBlock = layout.style === LITERAL_BLOCK || layout.style === FOLDED_BLOCK;
    this.isOpenEnded = isBlock && /(?:^|\n)\n$/.test(layout.node.value);
    const needsTag = tag === binaryTag.tagName || (typeof data !== "string" && layout.style !== PLAIN);
    if (!needsTag) return written(layout);
    return `!!${tag.slice(YAML_TAG.length)}${value === "" ? "" : ` ${written(layout)}`}`;
  }
}

/** What no text outside of double quotes can hold, a tab apart: there is no escape. */
const UNPRINTABLE = /[^\t\n\x20-\x7e\x85\xa0-\ud7ff\ue000-\ufefe\uff00-\ufffd\u{10000}-\u{10ffff}]/u;
const NOT_PLAIN = /^$|^[-?:](?: |$)|^[,[\]{}#&*!|>'"%@` ]|[ \n]$|:(?:[ \n]|$)|[ \n]#/;
const MARKER = /^(?:---|\.\.\.)(?: |$)/;

/** A bit for each style that can hold a string. */
function stylesOf(text: string, level: number, isKey: boolean): number {
  let styles = 0;
  const isMultiline = text.includes("\n");
  const isPrintable = !UNPRINTABLE.test(text);
  if (isPrintable) styles |= (1 << LITERAL_BLOCK) | (1 << FOLDED_BLOCK);
  if (isPrintable && !isMultiline && !NOT_PLAIN.test(text) && !(level === 0 && MARKER.test(text))) {
    styles |= 1 << PLAIN;
  }
  if (!/[\0-\x08\x0b-\x1f\p{Cs}]|[ \t]\n|\n[ \t]/u.test(text) && !(isKey && isMultiline)) styles |= 1 << SINGLE_QUOTED;
  return styles;
}

const INVISIBLE = /[\t\x7f-\xa0\u2028\u2029\ufeff\ufffe\uffff]/;

/** Rules for strings whose style nothing else chooses, in their order. */
export const DEFAULT_SCALAR_STYLE_RULES = {
  chooseStyle(layout: Layout): void {
    const { allowedStylesMask: styles, isKey, node, style } = layout;
    if (style !== PLAIN) return;
    if (INVISIBLE.test(node.value) || /^\s+$/.test(node.value)) layout.style = DOUBLE_QUOTED;
    else if (!isKey && node.value.includes("\n")) layout.style = LITERAL_BLOCK;
    else if ((styles & (1 << PLAIN)) === 0) layout.style = SINGLE_QUOTED;
  },
  fallbackToDoubleQuoted(layout: Layout): void {
    if ((layout.allowedStylesMask & (1 << layout.style)) === 0) layout.style = DOUBLE_QUOTED;
  },
};

function written({ node: { value }, presenterOptions, shiftOfContent, style }: Layout): string {
  const indent = " ".repeat(shiftOfContent);
  if (style === PLAIN) return value;
  if (style === DOUBLE_QUOTED) return `"${value.replace(ESCAPED, escape)}"`;
  if (style === SINGLE_QUOTED) return `'${value.replaceAll("'", "''").replace(/\n+/g, `$&\n${indent}`)}'`;
  const { lineWidth } = presenterOptions;
  const text =
    style === LITERAL_BLOCK ? value : folded(value, Math.max(Math.min(lineWidth, 40), lineWidth - shiftOfContent));
  const digit = /^\n* /.test(value) ? INDENT : "";
  const chomping = !value.endsWith("\n") ? "-" : /(?:^|\n)\n$/.test(value) ? "+" : "";
  const lines = text.replace(/\n$/, "").replace(/(^|\n)(?=[^\n])/g, `$1${indent}`);
  return `${style === LITERAL_BLOCK ? "|" : ">"}${digit}${chomping}\n${lines}`;
}

/** The text with line breaks where readers will see blanks. */
function folded(text: string, width: number): string {
  let result = "";
  let mayFold = false;
  // Breaks and the lines between them, in turns.
  for (const part of text.split(/(\n+)/)) {
    const isBreak = part.startsWith("\n");
    const isIndented = /^[ \t]/.test(part);
    // Of breaks between lines that are not indented, the first one is read as none.
    if (!isBreak && part !== "") {
      if (mayFold && !isIndented) result += "\n";
      mayFold = !isIndented;
    }
    result += isBreak || isIndented ? part : foldedLine(part, width);
  }
  return result;
}

function foldedLine(line: string, width: number): string {
  const lines: string[] = [];
  let start = 0;
  let last = 0;
  for (const { index } of line.matchAll(/ (?=[^ \t])/g)) {
    if (index - start > width) {
      const end = last > start ? last : index;
      lines.push(line.slice(start, end));
      start = end + 1;
    }
    last = index;
  }
  if (line.length - start > width && last > start) {
    lines.push(line.slice(start, last));
    start = last + 1;
  }
  return [...lines, line.slice(start)].join("\n");
}

const ESCAPED = /["\\\0-\x1f\x7f-\xa0\u2028\u2029\ufeff\ufffe\uffff]/g;
const ESCAPES: Readonly<Record<string, string>> = {
  "\0": "0",
  "\x07": "a",
  "\b": "b",
  "\t": "t",
  "\n": "n",
  "\v": "v",
  "\f": "f",
  "\r": "r",
  "\x1b": "e",
  '"': '"',
  "\\": "\\",
  "\x85": "N",
  "\xa0": "_",
  "\u2028": "L",
  "\u2029": "P",
};

function escape(unit: string): string {
  const code = unit.charCodeAt(0).toString(16).toUpperCase();
  return `\\${ESCAPES[unit] ?? (code.length > 2 ? `u${code.padStart(4, "0")}` : `x${code.padStart(2, "0")}`)}`;
}
