/** A string as the text of a YAML scalar: in the style that it had, where the new value allows it. */

import { encodeBase64 } from "../text/base64.ts";
import { isBlank, isBreak } from "./cursor.ts";
import { doubleQuoted, isPrintable } from "./double-quoted.ts";
import { isBlock, type ScalarNode } from "./node.ts";
import { YAML_TAG } from "./tag.ts";
import { blockText } from "./write-block.ts";
import { isYamlString } from "./yaml-string.ts";

const BINARY = `${YAML_TAG}binary`;

/** What stands between a node's `start` and `end`, for the node to have this value. */
export function scalarText(text: string, node: ScalarNode, value: string): string {
  const written = inItsStyle(text, node, node.tag === BINARY ? encodeBase64(value) : value);
  return node.start === node.end || needsBlank(text, node) ? ` ${written}` : written;
}

/**
 * Whether the scalar begins right behind its tag or its anchor, as one without text does, and `?` behind `&a`; or is a
 * block in the column of its key, where nothing but a block may stand.
 */
function needsBlank(text: string, node: ScalarNode): boolean {
  if (isBlock(node.style)) {
    let lineStart = node.start;
    while (isBlank(text.charCodeAt(lineStart - 1))) lineStart--;
    return isBreak(text.charCodeAt(lineStart - 1), "1.1");
  }
  return node.style === "plain" && /[^\s,[\]{}:?]/.test(text[node.start - 1] ?? " ");
}

function inItsStyle(text: string, node: ScalarNode, value: string): string {
  switch (node.style) {
    case "plain":
      if (isPlain(value, node.inFlow)) return value;
      return /["\\]/.test(value) && isSingleQuotable(value) ? singleQuoted(value) : doubleQuoted(value);
    case "single":
      return isSingleQuotable(value) ? singleQuoted(value) : doubleQuoted(value);
    case "double":
      return doubleQuoted(value);
    default:
      return blockText(text, node, value);
  }
}

function singleQuoted(value: string): string {
  return `'${value.replaceAll("'", "''")}'`;
}

function isSingleQuotable(value: string): boolean {
  return isPrintable(value) && !value.includes("\n");
}

/** Begins like a scalar: a letter, a digit, or a sign that means nothing at this place. */
const PLAIN_START = /^(?:[^-?:,[\]{}#&*!|>'"%@`=~<\s]|-[^\s,[\]{}])/;
/** A comment, a key, an end that would be cut off; and in `[]` or `{}` what ends an item, to YAML or to go-yaml: `?`. */
const PLAIN_BREAK = /[\n\t]|\s#|:(?:\s|$)|\s$|^(?:---|\.\.\.)/;
const FLOW_BREAK = /[,[\]{}:?]/;
/** Whether the value is the same string when it is read without quotes. */
function isPlain(value: string, inFlow: boolean): boolean {
  return (
    PLAIN_START.test(value) &&
    !PLAIN_BREAK.test(value) &&
    !(inFlow && FLOW_BREAK.test(value)) &&
    isPrintable(value) &&
    isYamlString(value)
  );
}
