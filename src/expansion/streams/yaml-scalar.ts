/** One scalar of YAML text with another value. */
import { CHOMPING_MODE, EVENT_ID } from "js-yaml";
import type { ScalarRest } from "../../wasm/yaml.ts";
import type { ScalarNode, ScalarStyle } from "../../yaml/node.ts";
import { codeOf, isBlock } from "../../yaml/scalar-style.ts";
import { scalarValue } from "../../yaml/scalar-value.ts";
import { scalarText } from "../../yaml/write-scalar.ts";

const STYLES: Readonly<Record<string, ScalarStyle>> = { '"': "double", "'": "single", "|": "literal", ">": "folded" };
const HEADER = /^[|>]([-+0-9]*)[^\n]*\n/;

/** A scalar that has been read; the node's offsets are into the text. */
export interface YamlScalar {
  readonly text: string;
  readonly node: ScalarNode & { readonly value: string };
}

/** Every escape of YAML, or nothing behind the backslash. */
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
  const value = scalarValue(text, {
    type: EVENT_ID.SCALAR,
    style: codeOf(style),
    valueStart: contentStart,
    valueEnd: end,
    anchorStart: -1,
    anchorEnd: -1,
    tagStart: -1,
    tagEnd: -1,
    chomping: chompingOf(text),
    indent,
    fast: false,
  });
  return {
    text,
    node: { kind: "scalar", value, start: 0, end, size: 1, style, inFlow, tag: "", tagStart: -1, contentStart, indent },
  };
}

/** The scalar's text with another value: in the same style where that can hold it. */
export function writtenScalar({ text, node }: YamlScalar, value: string): string {
  const written = scalarText(text, node, value);
  return isBlock(node.style) ? written.slice(0, -1) : written;
}

function chompingOf(text: string) {
  const indicator = /^[|>][0-9]*([-+])/.exec(text)?.[1];
  if (indicator === undefined) return CHOMPING_MODE.CLIP;
  return indicator === "-" ? CHOMPING_MODE.STRIP : CHOMPING_MODE.KEEP;
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
