/**
 * Go's `fmt.Sprintf` for JavaScript values, which `eventf` uses for its message. It supports the verbs that messages use;
 * for other verbs, it prints the same error text as Go.
 */

import { compareStrings, quote } from "../text/go-string.ts";

/** The largest width or precision that Go accepts. */
const MAX_NUMBER = 1_000_000;

/** The maximum number of decimal places of `toFixed`. */
const MAX_PLACES = 100;

/** Values nested deeper are printed as `...`, because a JavaScript object can contain itself. */
const MAX_DEPTH = 100;

/** Flags, width, precision and verb. A dot at the very end is the verb. */
const DIRECTIVE = /%([-+0]*)(\d*)(?:\.(?=.)(\d*))?(.?)/gsu;

interface Directive {
  readonly verb: string;
  /** Pad on the right. */
  readonly minus: boolean;
  /** A sign before every number; in `%+q`, ASCII only. */
  readonly plus: boolean;
  /** Pad with zeros. */
  readonly zero: boolean;
  /** In code points. */
  readonly width: number;
  readonly precision: number | undefined;
}

/** `%v` without flags. */
const PLAIN: Directive = { verb: "v", minus: false, plus: false, zero: false, width: 0, precision: undefined };

/**
 * Formats like Go's `fmt.Sprintf`, with the verbs `%s`, `%d`, `%v`, `%q`, `%t`, `%x`, `%f`, and `%%`, the flags `-`, `+`,
 * and `0`, width and precision, and Go's error texts: `%!d(string=hi)`, `%!s(MISSING)`, `%!(EXTRA int=1)`.
 *
 * A JavaScript value is formatted as the most similar Go value: a string as a string; a bigint, or an integer that fits
 * in 64 bits, as an int (a number as a float64 for `%f`); any other number as a float64; a boolean as a bool; null and
 * undefined as nil; an Array as a []interface{}; bytes as a []byte; an object or a Map as a map with sorted keys; an
 * Error as an error; a Date as a time.Time in UTC; an object with its own `toString` as a Stringer.
 *
 * @example
 * sprintf("container %q restarted %d times", ["app", 3]) // 'container "app" restarted 3 times'
 */
export function sprintf(format: string, args: readonly unknown[]): string {
  let next = 0;
  const text = format.replace(DIRECTIVE, (_, flags: string, width: string, precision: string | undefined, verb) => {
    if (verb === "") return "%!(NOVERB)";
    if (verb === "%") return "%";
    if (next >= args.length) return `%!${verb}(MISSING)`;
    const badWidth = Number(width) > MAX_NUMBER;
    const badPrecision = Number(precision) > (verb === "f" ? MAX_PLACES : MAX_NUMBER);
    const minus = flags.includes("-");
    const shown = formatted(args[next++], {
      verb,
      minus,
      // In Go, `%+v` selects another form of the whole value, without signs before numbers.
      plus: flags.includes("+") && verb !== "v",
      zero: flags.includes("0") && !minus,
      width: badWidth ? 0 : Number(width),
      precision: precision === undefined || badPrecision ? undefined : Number(precision),
    });
    return `${badWidth ? "%!(BADWIDTH)" : ""}${badPrecision ? "%!(BADPREC)" : ""}${shown}`;
  });
  const extra = args
    .slice(next)
    .map((value) => (isNil(value) ? "<nil>" : `${typeOf(value)}=${formatted(value, PLAIN)}`));
  return extra.length === 0 ? text : `${text}%!(EXTRA ${extra.join(", ")})`;
}

function isNil(value: unknown): boolean {
  return value === null || value === undefined;
}

/** Formats one value. A nil inside another value accepts any verb. */
function formatted(value: unknown, directive: Directive, depth = 0): string {
  const { verb } = directive;
  if (isNil(value)) {
    if (depth > 0) return "<nil>";
    return verb === "v" ? pad("<nil>", directive) : `%!${verb}(<nil>)`;
  }
  if (depth > MAX_DEPTH) return "...";
  try {
    return formatScalar(value, directive) ?? formatObject(value, directive, depth) ?? badVerb(value, directive);
  } catch (error) {
    return `%!${verb}(PANIC=String method: ${error instanceof Error ? error.message : typeof error})`;
  }
}

function badVerb(value: unknown, directive: Directive): string {
  const precision = typeof value === "number" ? undefined : directive.precision;
  return `%!${directive.verb}(${typeOf(value)}=${formatted(value, { ...directive, verb: "v", precision })})`;
}

/** The Go type of a value. */
function typeOf(value: unknown): string {
  if (typeof value === "boolean") return "bool";
  if (typeof value === "bigint") return "int";
  if (typeof value === "number") return isInt(value) ? "int" : "float64";
  if (typeof value !== "object") return typeof value;
  if (value instanceof Error) return "*errors.errorString";
  if (value instanceof Date) return "time.Time";
  if (value instanceof Uint8Array) return "[]uint8";
  if (Array.isArray(value) || value instanceof Set) return "[]interface {}";
  return hasText(value!) ? value!.constructor.name : "map[string]interface {}";
}

function isInt(value: number): boolean {
  return Number.isInteger(value) && value >= -(2 ** 63) && value < 2 ** 63;
}

/** @returns undefined if the value is not a scalar, or does not support the verb */
function formatScalar(value: unknown, directive: Directive): string | undefined {
  switch (typeof value) {
    case "string":
      return formatString(value, directive);
    case "boolean":
      return directive.verb === "t" || directive.verb === "v" ? pad(String(value), directive) : undefined;
    case "bigint":
      return formatInteger(value, directive);
    case "number":
      return isInt(value) && directive.verb !== "f"
        ? formatInteger(BigInt(value), directive)
        : formatFloat(value, directive);
    case "function":
      return formatString(`func ${value.name}`, directive);
    case "symbol":
      return formatString(String(value), directive);
    default:
      return undefined;
  }
}

/** @returns undefined if the object does not support the verb */
function formatObject(value: unknown, directive: Directive, depth: number): string | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  const inner = (each: unknown) => formatted(each, directive, depth + 1);
  if (value instanceof Uint8Array && /[sqx]/.test(directive.verb)) {
    if (directive.verb === "x") return formatHex(value, directive);
    return formatString(new TextDecoder("utf-8", { ignoreBOM: true }).decode(value), directive);
  }
  if (Array.isArray(value) || value instanceof Set || value instanceof Uint8Array) {
    return `[${Array.from<unknown, string>(value, inner).join(" ")}]`;
  }
  if (value instanceof Error) return formatString(String(value.message), directive);
  if (value instanceof Date) return formatString(goTime(value), directive);
  if (hasText(value)) return formatString(String(value), directive);
  const entries = Array.from<[unknown, unknown]>(value instanceof Map ? value : Object.entries(value));
  return `map[${entries
    .sort(([a], [b]) => compareKeys(a, b))
    .map((entry) => entry.map(inner).join(":"))
    .join(" ")}]`;
}

/** Whether an object is a Stringer in Go's terms. */
function hasText(value: object): boolean {
  const { toString } = value;
  return typeof toString === "function" && toString !== Object.prototype.toString && !(value instanceof Map);
}

/** Formats a time in UTC like `time.Time`: `2024-05-01 10:00:00.5 +0000 UTC`. */
function goTime(date: Date): string {
  const [day, time] = date.toISOString().split("T") as [string, string];
  return `${day} ${time.replace(/(?:\.000|0{1,2})?Z$/, "")} +0000 UTC`;
}

function compareKeys(a: unknown, b: unknown): number {
  return typeof a === "number" && typeof b === "number" ? a - b : compareStrings(String(a), String(b));
}

/** @returns undefined if strings do not support the verb */
function formatString(text: string, directive: Directive): string | undefined {
  const { precision, plus, verb } = directive;
  if (verb === "x") return formatHex(new TextEncoder().encode(text), directive);
  const truncated = precision === undefined ? text : Array.from(text).slice(0, precision).join("");
  if (verb === "q") return pad(quote(truncated, plus), directive);
  return verb === "s" || verb === "v" ? pad(truncated, directive) : undefined;
}

function formatHex(bytes: Uint8Array, directive: Directive): string {
  const digits = Array.from(bytes.subarray(0, directive.precision), (byte) => byte.toString(16).padStart(2, "0"));
  return pad(digits.join(""), directive);
}

/** @returns undefined if integers do not support the verb */
function formatInteger(value: bigint, directive: Directive): string | undefined {
  const { precision, verb } = directive;
  if (!/[dvx]/.test(verb)) return undefined;
  const magnitude = (value < 0n ? -value : value).toString(verb === "x" ? 16 : 10);
  if (precision === undefined) return padNumber(value < 0n, magnitude, directive);
  if (precision === 0 && value === 0n) return pad("", { ...directive, zero: false });
  return padNumber(value < 0n, magnitude.padStart(precision, "0"), { ...directive, zero: false });
}

/** @returns undefined if floating-point numbers do not support the verb, or for `%v` with a precision */
function formatFloat(value: number, directive: Directive): string | undefined {
  const { precision, verb } = directive;
  if (verb !== "f" && (verb !== "v" || precision !== undefined)) return undefined;
  const isNegative = value < 0 || Object.is(value, -0);
  const magnitude = Math.abs(value);
  if (Number.isNaN(value)) return padNumber(false, "NaN", { ...directive, zero: false });
  if (magnitude === Number.POSITIVE_INFINITY) {
    return padNumber(isNegative, "Inf", { ...directive, plus: true, zero: false });
  }
  return padNumber(isNegative, verb === "f" ? fixed(magnitude, precision ?? 6) : shortest(magnitude), directive);
}

/** Formats with a number of decimal places, rounded half to even. */
function fixed(magnitude: number, places: number): string {
  if (magnitude >= 1e21) return `${BigInt(magnitude)}${places > 0 ? `.${"0".repeat(places)}` : ""}`;
  const text = magnitude.toFixed(places);
  const last = Number(text.at(-1));
  // `toFixed` rounds a tie up. In a tie, the number's last bit follows the last decimal place.
  const isTie = (magnitude * 2 ** (places + 1)) % 2 === 1;
  return isTie && last % 2 === 1 ? `${text.slice(0, -1)}${last - 1}` : text;
}

/** The shortest digits that parse to the same number; `1e+06` for small and large exponents. */
function shortest(magnitude: number): string {
  const [mantissa, exponent] = magnitude.toExponential().split("e") as [string, string];
  const size = Math.abs(Number(exponent));
  if (Number(exponent) >= -4 && Number(exponent) < 6) return String(magnitude);
  return `${mantissa}e${exponent[0]}${String(size).padStart(2, "0")}`;
}

/** Pads a number. The sign precedes the zeros that fill the width. */
function padNumber(isNegative: boolean, digits: string, directive: Directive): string {
  const sign = isNegative ? "-" : directive.plus ? "+" : "";
  if (!directive.zero) return pad(sign + digits, directive);
  return sign + digits.padStart(directive.width - sign.length, "0");
}

/** Pads a text to the width with spaces or zeros. */
function pad(text: string, { width, minus, zero }: Directive): string {
  const padding = (zero ? "0" : " ").repeat(Math.max(0, width - Array.from(text).length));
  return minus ? text + padding : padding + text;
}
