/** A string as the text of a YAML scalar: in the style that it had, where the new value allows it. */
import type { ScalarNode } from "./node.ts";
import { doubleQuoted, isPrintable } from "./quote.ts";
import { resolvePlain, typeOf } from "./scalar.ts";
import { blockText } from "./write-block.ts";

/** What stands between a node's `start` and `end`, for the node to have this value. */
export function scalarText(text: string, node: ScalarNode, value: string): string {
  if (typeOf(node.tag) === "binary") return doubleQuoted(base64(value));
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
/** A comment, a key, an end that would be cut off; and in `[]` or `{}` what ends an item. */
const PLAIN_BREAK = /[\n\t]|\s#|:(?:\s|$)|\s$|^(?:---|\.\.\.)/;
const FLOW_BREAK = /[,[\]{}:]/;
/** What other versions of YAML read as a number or a date: then it is quoted, though Kubernetes would not need it. */
const AMBIGUOUS =
  /^[-+]?(?:\.[0-9_]+|[0-9][0-9_]*(?::[0-9_]+)*(?:\.[0-9_]*)?)(?:[eE][-+]?[0-9]+)?$|^[0-9]{4}-[0-9][0-9]?-[0-9][0-9]?|^[-+]?0[xXbBoO]/;

/** Whether the value is the same string when it is read without quotes. */
function isPlain(value: string, inFlow: boolean): boolean {
  return (
    PLAIN_START.test(value) &&
    !PLAIN_BREAK.test(value) &&
    !(inFlow && FLOW_BREAK.test(value)) &&
    isPrintable(value) &&
    !AMBIGUOUS.test(value) &&
    typeof resolvePlain(value) === "string"
  );
}

function base64(value: string): string {
  const bytes = new TextEncoder().encode(value);
  let binary = "";
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary);
}
