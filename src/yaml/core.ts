/** What scalars mean in the core schema of YAML 1.2. */
import { isLetter } from "./cursor.ts";
import { type Scalar, YAML_TAG } from "./tag.ts";

/** A plain scalar that starts with any other character is a string. */
const MAY_BE_MORE = /^(?:$|[-+.0-9nNtTfF~])/;
const NULL = /^(?:|~|null|Null|NULL)$/;
const TRUE = /^(?:true|True|TRUE)$/;
const FALSE = /^(?:false|False|FALSE)$/;
const INTEGER = /^(?:0o[0-7]+|0x[0-9a-fA-F]+|[-+]?[0-9]+)$/;
const TAGGED_INTEGER = /^[-+]?(?:0b[01]+|0o[0-7]+|0x[0-9a-fA-F]+|[0-9]+)$/;
const FLOAT = /^[-+]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][-+]?[0-9]+)?$/;
const INFINITE = /^[-+]?\.(?:inf|Inf|INF)$/;
const NOT_A_NUMBER = /^\.(?:nan|NaN|NAN)$/;

/** What a plain scalar without a tag means. */
export function resolveCore(text: string): Scalar {
  if (!MAY_BE_MORE.test(text) || (isLetter(text.charCodeAt(0)) && text.length > 5)) return text;
  const value = nullOf(text);
  return value !== undefined ? value : (booleanOf(text) ?? integerOf(text, INTEGER) ?? floatOf(text) ?? text);
}

/** The value of a text with one of the schema's tags; undefined if it does not match the tag. */
export const CORE_TAGS: ReadonlyMap<string, (text: string) => Scalar | undefined> = /* @__PURE__ */ new Map<
  string,
  (text: string) => Scalar | undefined
>([
  [`${YAML_TAG}null`, nullOf],
  [`${YAML_TAG}bool`, booleanOf],
  [`${YAML_TAG}int`, (text: string) => integerOf(text, TAGGED_INTEGER)],
  [`${YAML_TAG}float`, floatOf],
]);

function nullOf(text: string): null | undefined {
  return NULL.test(text) ? null : undefined;
}

export function booleanOf(text: string): boolean | undefined {
  return TRUE.test(text) || (FALSE.test(text) ? false : undefined);
}

function integerOf(text: string, pattern: RegExp): number | undefined {
  // Number() reads 0b, 0o and 0x, and 017 as seventeen.
  return pattern.test(text) ? finite(signed(text, Number)) : undefined;
}

function floatOf(text: string): number | undefined {
  if (NOT_A_NUMBER.test(text)) return Number.NaN;
  if (INFINITE.test(text)) return signed(text, () => Number.POSITIVE_INFINITY);
  return FLOAT.test(text) ? finite(signed(text, Number.parseFloat)) : undefined;
}

function signed(text: string, read: (magnitude: string) => number): number {
  return text[0] === "-" ? -read(text.slice(1)) : read(text.replace("+", ""));
}

function finite(value: number): number | undefined {
  return Number.isFinite(value) ? value : undefined;
}
