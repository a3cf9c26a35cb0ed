/** Formats one value by one directive, as Go formats the nearest Go value. */

import { type Directive, pad } from "./directive.ts";
import { formatFloat, formatInteger } from "./format-number.ts";
import { compareStrings } from "./go-order.ts";
import { canBackquote, quote } from "./quote.ts";

/** A value nested deeper is printed as `...`: a JavaScript object may contain itself. */
const MAX_DEPTH = 100;

/** `%v` without flags. */
const PLAIN_V: Directive = { verb: "v" };

/** The name of the Go type that a value is formatted as. */
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

/** Formats a value; a verb that does not take it gives Go's `%!verb(type=value)`. */
export function formatValue(value: unknown, directive: Directive): string {
  if (value === null || value === undefined) {
    return /^[vT]$/.test(directive.verb) ? pad("<nil>", directive) : `%!${directive.verb}(<nil>)`;
  }
  if (directive.verb === "T") return formatString(goTypeOf(value), { ...directive, verb: "s" })!;
  if (directive.verb === "w") return badVerb(value, directive);
  return format(value, directive, { depth: 0, plain: false });
}

interface Nesting {
  readonly depth: number;
  /** In a message about a wrong verb, Go prints an error's fields instead of its message. */
  readonly plain: boolean;
}

function format(value: unknown, directive: Directive, nesting: Nesting): string {
  if (nesting.depth > MAX_DEPTH) return "...";
  return formatScalar(value, directive) ?? formatObject(value, directive, nesting) ?? badVerb(value, directive);
}

function badVerb(value: unknown, directive: Directive): string {
  const shown = format(value, { ...directive, verb: "v" }, { depth: 0, plain: true });
  return `%!${directive.verb}(${goTypeOf(value)}=${shown})`;
}

/** @returns undefined if the value is not a scalar, or the verb does not take it */
function formatScalar(value: unknown, directive: Directive): string | undefined {
  switch (typeof value) {
    case "string":
      return formatString(value, directive);
    case "boolean":
      return directive.verb === "t" || directive.verb === "v" ? pad(String(value), directive) : undefined;
    case "bigint":
      return formatInteger(value, directive);
    case "number":
      return isInt(value) && !"eEfFgG".includes(directive.verb)
        ? formatInteger(BigInt(value), directive)
        : formatFloat(value, directive);
    default:
      return undefined;
  }
}

function isInt(value: number): boolean {
  return Number.isInteger(value) && value >= -(2 ** 63) && value < 2 ** 63;
}

/** @returns undefined if the value is not an object, or the verb does not take it */
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
      const reason = formatInner(thrown, PLAIN_V, nesting);
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

/** Formats a value inside another one. There, nil has no type and takes any verb. */
function formatInner(value: unknown, directive: Directive, { depth, plain }: Nesting): string {
  if (value === null || value === undefined) return directive.goSyntax ? "interface {}(nil)" : "<nil>";
  return format(value, directive, { depth: depth + 1, plain });
}

/** The method that gives a value's text, for errors and for what Go calls a Stringer. */
function describe(value: unknown): { method: "Error" | "String"; text: () => string } | undefined {
  if (value instanceof Error) return { method: "Error", text: () => String(value.message) };
  if (value instanceof Date) return { method: "String", text: () => goTime(value) };
  if (typeof value === "function") return { method: "String", text: () => `func ${value.name}` };
  if (typeof value === "symbol") return { method: "String", text: () => String(value) };
  if (typeof value !== "object" || value === null || value instanceof Map) return undefined;
  const { toString } = value;
  if (typeof toString !== "function" || toString === Object.prototype.toString) return undefined;
  return { method: "String", text: () => String(value) };
}

/** As `time.Time` prints a time in UTC: `2024-05-01 10:00:00.5 +0000 UTC`. */
function goTime(date: Date): string {
  const [day, time] = date.toISOString().split("T") as [string, string];
  return `${day} ${time.replace(/(\.\d*[1-9])?\.?0*Z$/, "$1 +0000 UTC")}`;
}

/** Go's order of a map's keys: by type, then by value. */
function compareKeys(a: unknown, b: unknown): number {
  const kinds = ["undefined", "boolean", "bigint", "number", "string"];
  const kind = (key: unknown) => kinds.indexOf(typeof key === "bigint" ? "number" : typeof key);
  if (typeof a === "string" && typeof b === "string") return compareStrings(a, b);
  return kind(a) - kind(b) || Number((a as number) > (b as number)) - Number((a as number) < (b as number));
}

/** @returns undefined if the verb does not take strings */
function formatString(text: string, directive: Directive): string | undefined {
  const { precision, sharp, plus, goSyntax } = directive;
  const truncated = precision === undefined ? text : Array.from(text).slice(0, precision).join("");
  switch (directive.verb) {
    case "s":
      return pad(truncated, directive);
    case "v":
      return pad(goSyntax ? quote(truncated) : truncated, directive);
    case "q":
      return pad(sharp && canBackquote(truncated) ? `\`${truncated}\`` : quote(truncated, plus), directive);
    case "x":
    case "X":
      return formatHex(new TextEncoder().encode(text), directive);
    default:
      return undefined;
  }
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

/** `%x` of a string or bytes. ` ` separates the bytes; `#` puts `0x` before the text, or before each separated byte. */
function formatHex(bytes: Uint8Array, directive: Directive): string {
  const { verb, sharp, space, precision } = directive;
  const hex = Array.from(bytes.subarray(0, precision), (byte) => byte.toString(16).padStart(2, "0"));
  const prefix = sharp && hex.length > 0 ? "0x" : "";
  const text = space ? hex.map((byte) => prefix + byte).join(" ") : prefix + hex.join("");
  return pad(verb === "X" ? text.toUpperCase() : text, directive);
}
