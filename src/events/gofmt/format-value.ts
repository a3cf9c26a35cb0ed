/** Prints one value by one directive, as Go prints the Go value nearest to it. */

import { type Directive, pad } from "./directive.ts";
import { formatFloat, formatInteger } from "./format-number.ts";
import { compareStrings } from "./go-order.ts";
import { canBackquote, quote } from "./quote.ts";

/** Deeper than this, a value is not printed: a JavaScript object may contain itself. */
const DEEPEST = 100;

/** `%v`. */
const UNADORNED: Directive = {
  verb: "v",
  minus: false,
  plus: false,
  sharp: false,
  space: false,
  zero: false,
  goSyntax: false,
  width: undefined,
  precision: undefined,
};

/** The name of the Go type that a value prints as. */
export function goTypeOf(value: unknown): string {
  switch (typeof value) {
    case "string":
      return "string";
    case "boolean":
      return "bool";
    case "bigint":
      return "int";
    case "number":
      return isInt(value) ? "int" : "float64";
    case "undefined":
      return "<nil>";
    case "object":
      if (value === null) return "<nil>";
      if (value instanceof Error) return "*errors.errorString";
      if (value instanceof Date) return "time.Time";
      if (value instanceof Uint8Array) return "[]uint8";
      if (Array.isArray(value)) return "[]interface {}";
      if (describe(value) !== undefined) return value.constructor?.name || "string";
      if (value instanceof Map && Array.from(value.keys()).some((key) => typeof key !== "string")) {
        return "map[interface {}]interface {}";
      }
      return "map[string]interface {}";
    default:
      return typeof value === "function" ? "func()" : typeof value;
  }
}

/** Prints a value by a directive. */
export function formatValue(value: unknown, directive: Directive): string {
  if (value === null || value === undefined) {
    return /^[vT]$/.test(directive.verb) ? pad("<nil>", directive) : `%!${directive.verb}(<nil>)`;
  }
  if (directive.verb === "T") return pad(truncate(goTypeOf(value), directive), directive);
  if (directive.verb === "w") return badVerb(value, directive);
  return format(value, directive, { depth: 0, plain: false });
}

interface Nesting {
  readonly depth: number;
  /** Errors print as the structures that they are: the value stands in a message about a wrong verb. */
  readonly plain: boolean;
}

function format(value: unknown, directive: Directive, nesting: Nesting): string {
  if (nesting.depth > DEEPEST) return "...";
  return formatScalar(value, directive) ?? formatObject(value, directive, nesting) ?? badVerb(value, directive);
}

function badVerb(value: unknown, directive: Directive): string {
  const shown = format(value, { ...directive, verb: "v" }, { depth: 0, plain: true });
  return `%!${directive.verb}(${goTypeOf(value)}=${shown})`;
}

/** @returns undefined if the value is no scalar, or the verb none for it */
function formatScalar(value: unknown, directive: Directive): string | undefined {
  switch (typeof value) {
    case "string":
      return formatString(value, directive);
    case "boolean":
      return directive.verb === "t" || directive.verb === "v" ? pad(String(value), directive) : undefined;
    case "bigint":
      return formatInteger(value, directive);
    case "number":
      return isInt(value) && !/^[eEfFgG]$/.test(directive.verb)
        ? formatInteger(BigInt(value), directive)
        : formatFloat(value, directive);
    default:
      return undefined;
  }
}

function isInt(value: number): boolean {
  return Number.isInteger(value) && value >= -(2 ** 63) && value < 2 ** 63;
}

/** @returns undefined if the value is no object, or the verb none for it */
function formatObject(value: unknown, directive: Directive, nesting: Nesting): string | undefined {
  const { verb, goSyntax } = directive;
  if (value instanceof Uint8Array) return formatBytes(value, directive, nesting);
  if (Array.isArray(value) || value instanceof Set) {
    const elements = Array.from(value, (element) => formatInner(element, directive, nesting));
    return goSyntax ? `[]interface {}{${elements.join(", ")}}` : `[${elements.join(" ")}]`;
  }
  const description = describe(value);
  if (description !== undefined) {
    if (value instanceof Error && (nesting.plain || goSyntax || !/^[vsxXq]$/.test(verb))) {
      if (nesting.depth > 0 && verb !== "v") return undefined;
      const message = formatInner(value.message, directive, nesting);
      return goSyntax ? `&errors.errorString{s:${message}}` : `&{${message}}`;
    }
    let text: string;
    try {
      text = description.text();
    } catch (thrown) {
      const reason = formatInner(thrown, UNADORNED, nesting);
      return `%!${verb}(PANIC=${description.method} method: ${reason})`;
    }
    return formatString(text, directive);
  }
  if (typeof value !== "object" || value === null) return undefined;
  const entries = Array.from(value instanceof Map ? value : Object.entries(value))
    .sort(([a], [b]) => compareKeys(a, b))
    .map(([key, inner]) => `${formatInner(key, directive, nesting)}:${formatInner(inner, directive, nesting)}`);
  return goSyntax ? `${goTypeOf(value)}{${entries.join(", ")}}` : `map[${entries.join(" ")}]`;
}

/** A value within another: a nil there is of no type, and takes any verb. */
function formatInner(value: unknown, directive: Directive, { depth, plain }: Nesting): string {
  if (value === null || value === undefined) return directive.goSyntax ? "interface {}(nil)" : "<nil>";
  return format(value, directive, { depth: depth + 1, plain });
}

/** Values whose own text is their Go form: errors, and what Go calls a Stringer. */
function describe(value: unknown): { method: "Error" | "String"; text: () => string } | undefined {
  if (value instanceof Error) return { method: "Error", text: () => String(value.message) };
  if (value instanceof Date) {
    const time = () =>
      value
        .toISOString()
        .replace("T", " ")
        .replace(/(\.\d*[1-9])?\.?0*Z$/, "$1 +0000 UTC");
    return { method: "String", text: time };
  }
  if (typeof value === "function") return { method: "String", text: () => `func ${value.name}` };
  if (typeof value === "symbol") return { method: "String", text: () => String(value) };
  if (typeof value !== "object" || value === null || value instanceof Map) return undefined;
  const { toString } = value;
  if (typeof toString !== "function" || toString === Object.prototype.toString) return undefined;
  return { method: "String", text: () => String(value) };
}

/** Keys in Go's order, kinds apart. */
function compareKeys(a: unknown, b: unknown): number {
  const kinds = ["undefined", "boolean", "bigint", "number", "string"];
  const kind = (key: unknown) => kinds.indexOf(typeof key === "bigint" ? "number" : typeof key);
  if (typeof a === "string" && typeof b === "string") return compareStrings(a, b);
  return kind(a) - kind(b) || Number((a as number) > (b as number)) - Number((a as number) < (b as number));
}

/** @returns undefined if the verb is none for strings */
function formatString(text: string, directive: Directive): string | undefined {
  switch (directive.verb) {
    case "s":
      return pad(truncate(text, directive), directive);
    case "v":
      return pad(directive.goSyntax ? quote(truncate(text, directive)) : truncate(text, directive), directive);
    case "q":
      return formatQuoted(truncate(text, directive), directive);
    case "x":
    case "X":
      return formatHex(new TextEncoder().encode(text), directive);
    default:
      return undefined;
  }
}

function formatQuoted(text: string, directive: Directive): string {
  const raw = directive.sharp && canBackquote(text);
  return pad(raw ? `\`${text}\`` : quote(text, directive.plus), directive);
}

/** The first so many characters as the precision says. */
function truncate(text: string, { precision }: Directive): string {
  return precision === undefined ? text : Array.from(text).slice(0, precision).join("");
}

function formatBytes(bytes: Uint8Array, directive: Directive, nesting: Nesting): string | undefined {
  switch (directive.verb) {
    case "s":
    case "q":
      return formatString(new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes), directive);
    case "x":
    case "X":
      return formatHex(bytes, directive);
    default: {
      const bad = (byte: number) =>
        `%!${directive.verb}(uint8=${formatInteger(BigInt(byte), { ...directive, verb: "v" })})`;
      const element = directive.goSyntax ? { ...directive, verb: "x", sharp: true } : directive;
      const elements = Array.from(bytes, (byte) => formatInteger(BigInt(byte), element) ?? bad(byte));
      if (!directive.goSyntax) return `[${elements.join(" ")}]`;
      return `${nesting.depth === 0 ? "[]byte" : "[]uint8"}{${elements.join(", ")}}`;
    }
  }
}

/** `%x` of a string or bytes; with a space between the bytes if asked for, and `0x` before each or the whole. */
function formatHex(bytes: Uint8Array, directive: Directive): string {
  const { verb, sharp, space, precision } = directive;
  const hex = Array.from(bytes.subarray(0, precision), (byte) => byte.toString(16).padStart(2, "0"));
  const prefix = sharp && hex.length > 0 ? "0x" : "";
  const text = space ? hex.map((byte) => prefix + byte).join(" ") : prefix + hex.join("");
  return pad(verb === "X" ? text.toUpperCase() : text, directive);
}
