/** One scalar of YAML text with another value. */

import type { ScalarRest } from "../../wasm/yaml.ts";
import { isBlock, type ScalarNode, type ScalarStyle } from "../../yaml/node.ts";
import { type ScalarSource, scalarText as valueOf } from "../../yaml/scalar-text.ts";
import { scalarText } from "../../yaml/write/scalar.ts";

const STYLES: Readonly<Record<string, ScalarStyle>> = { '"': "double", "'": "single", "|": "literal", ">": "folded" };
const HEADER = /^[|>]([-+0-9]*)(?:[^-+0-9\n][^\n]*)?\n/;

/** A scalar that has been read; the node's offsets are into the text. */
export interface YamlScalar {
  readonly text: string;
  readonly node: ScalarNode & { readonly value: string };
}

/** An escape sequence of YAML, or a backslash that does not start one. */
const ESCAPE = /\\(x[\dA-Fa-f]{2}|u[\dA-Fa-f]{4}|U00(?:0[\dA-Fa-f]|10)[\dA-Fa-f]{4}|[0abt\tnvfre "/\\N_LP\r\n]|)/g;

/**
 * Reads a scalar's text (quotes or `|` and `>` included; one of lines without its last line break); undefined if it has an
 * escape that YAML does not have.
 */
export function readScalar(source: string, { entryColumn, inFlow }: ScalarRest): YamlScalar | undefined {
  const style = STYLES[source[0]!] ?? "plain";
  if (style === "double") for (const [, escape] of source.matchAll(ESCAPE)) if (escape === "") return undefined;
  const text = isBlock(style) ? `${source}\n` : source;
  const { contentStart, end, indent } = isBlock(style) ? blockRange(text, entryColumn) : flowRange(text, style);
  const place: ScalarSource = {
    start: contentStart,
    end,
    style,
    chomping: chompingOf(text),
    indent,
    isVerbatim: false,
  };
  const value = valueOf(text, place, "1.1");
  return {
    text,
    node: { kind: "scalar", value, start: 0, end, size: 1, style, inFlow, tag: "", tagStart: -1, contentStart, indent },
  };
}

/** The scalar's text with another value: in the same style where that can hold it. */
export function writtenScalar({ text, node }: YamlScalar, value: string): string {
  const written = scalarText(text, node, value);
  if (!isBlock(node.style)) return written;
  // `readScalar` added a line feed, which a CR precedes only where one ended the text.
  return text.endsWith("\r\n") ? written.slice(0, -1) : written.replace(/\r?\n$/, "");
}

export function chompingOf(text: string): ScalarSource["chomping"] {
  return (/^[|>][0-9]*([-+])/.exec(text)?.[1] ?? "") as ScalarSource["chomping"];
}

interface Range {
  readonly contentStart: number;
  readonly end: number;
  /** Of a block scalar: the spaces before each line. */
  readonly indent: number;
}

function flowRange(text: string, style: ScalarStyle): Range {
  const quote = style === "plain" ? 0 : 1;
  return { contentStart: quote, end: text.length - quote, indent: -1 };
}

function blockRange(text: string, entryColumn: number): Range {
  const [header, indicators] = HEADER.exec(text)!;
  const contentStart = header!.length;
  const digit = /[0-9]/.exec(indicators!);
  if (digit !== null) return { contentStart, end: text.length, indent: entryColumn + Number(digit[0]) };
  const first = /^ *(?=[^ \r\n])/m.exec(text.slice(contentStart));
  return { contentStart, end: text.length, indent: first === null ? -1 : first[0].length };
}
