/**
 * The values of scalars in manifests, as the API server reads them: with a Go library that is older than YAML 1.2
 * (sigs.k8s.io/yaml on go-yaml v2). `yes`, `on` and `n` are booleans, `0o17`, `017` and `0x1f` are numbers, `1_000` is
 * 1000, and dates and `1:30` are strings.
 */
import { isLetter } from "./cursor.ts";
import { DocumentError } from "./error.ts";
import type { Scalar } from "./node.ts";
import { YAML_TAG } from "./tags.ts";

const TRUE = /^(?:y|Y|yes|Yes|YES|true|True|TRUE|on|On|ON)$/;
const FALSE = /^(?:n|N|no|No|NO|false|False|FALSE|off|Off|OFF)$/;
const NULL = /^(?:~|null|Null|NULL|)$/;
const NOT_A_NUMBER = /^\.(?:nan|NaN|NAN)$/;
const INFINITE = /^[-+]?\.(?:inf|Inf|INF)$/;
/** A plain scalar that starts with any other character is a string. */
const MAY_BE_MORE = /^[-+.0-9yYnNtTfFoO~]/;
const INTEGER = /^([-+]?)(?:0[xX]([0-9a-fA-F]+)|0[bB]([01]+)|0[oO]?([0-7]+)|(0|[1-9][0-9]*))$/;
const FLOAT = /^[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?$/;

/** An underscore that is not between digits. */
const UNGROUPED = /(?<![0-9])_|_(?![0-9])/;
const DATE = "([0-9]{4})-([0-9]{1,2})-([0-9]{1,2})";
const TIME = "([0-9]{1,2}):([0-9]{1,2}):([0-9]{1,2})(?:[.,][0-9]+)?";
const TIMESTAMP = /* @__PURE__ */ new RegExp(`^${DATE}(?:[Tt]${TIME}(?:Z|[-+][0-9]{2}:[0-9]{2})| ${TIME})?$`);

/** Null, a boolean, or the text. */
function wordOf(text: string): Scalar {
  // `false` is the longest.
  if (text.length > 5) return text;
  if (NULL.test(text)) return null;
  return TRUE.test(text) || (FALSE.test(text) ? false : text);
}

/** The value of a plain scalar without a tag. */
export function resolvePlain(text: string): Scalar {
  if (text !== "" && !MAY_BE_MORE.test(text)) return text;
  if (text === "" || isLetter(text.charCodeAt(0)) || text === "~") return wordOf(text);
  return numberOf(text) ?? text;
}

/** Whether a text with a value has a type. */
const FITS: ReadonlyMap<string, (value: Scalar, text: string) => boolean> = /* @__PURE__ */ new Map([
  ["null", (value) => value === null],
  ["bool", (value) => typeof value === "boolean"],
  ["int", (_, text) => integerOf(text.replaceAll("_", "")) !== undefined],
  ["float", (value) => typeof value === "number" || typeof value === "bigint"],
  ["timestamp", (_, text) => isTimestamp(text)],
]);

/** The number in any base, without its underscores; undefined for other text. */
function numberOf(text: string): number | bigint | undefined {
  const special = specialNumber(text);
  if (special !== undefined) return special;
  if (text.startsWith(".") && UNGROUPED.test(text)) return undefined;
  const plain = text.replaceAll("_", "");
  const integer = integerOf(plain);
  if (integer !== undefined) return integer;
  const value = FLOAT.test(plain) ? Number(plain) : Number.NaN;
  // A number that is too large for a float remains a string.
  return Number.isFinite(value) ? value : undefined;
}

/** Infinity or NaN. */
export function specialNumber(text: string): number | undefined {
  if (NOT_A_NUMBER.test(text)) return Number.NaN;
  if (!INFINITE.test(text)) return undefined;
  return text[0] === "-" ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
}

/** An int64 or a uint64. */
function integerOf(plain: string): number | bigint | undefined {
  const integer = INTEGER.exec(plain);
  if (integer === null) return undefined;
  const [, sign, hexadecimal, binary, octal, decimal] = integer;
  const digits = hexadecimal ? `0x${hexadecimal}` : binary ? `0b${binary}` : octal ? `0o${octal}` : decimal!;
  const value = Number(digits);
  if (!Number.isSafeInteger(value)) return largeInteger(sign!, digits);
  return sign === "-" && value !== 0 ? -value : value;
}

function isTimestamp(text: string): boolean {
  const found = TIMESTAMP.exec(text);
  if (found === null) return false;
  const [year, month, day, hour = "0", minute = "0", second = "0"] = found.slice(1).filter((it) => it !== undefined);
  const date = new Date(0);
  date.setUTCFullYear(Number(year), Number(month) - 1, Number(day));
  const isDay = date.getUTCMonth() === Number(month) - 1 && date.getUTCDate() === Number(day);
  return isDay && Number(hour) < 24 && Number(minute) < 60 && Number(second) < 60;
}

/**
 * The name of a number as a key of a mapping: the digits of an integer; any other number as Go's `%g` prints it with 32
 * bits.
 */
export function numberKey(value: number): string {
  if (Number.isInteger(value) && Math.abs(value) < 2 ** 64) return BigInt(value).toString();
  const single = Math.fround(value);
  if (Number.isNaN(single)) return ".nan";
  if (!Number.isFinite(single)) return single > 0 ? ".inf" : "-.inf";
  let precision = 1;
  while (Math.fround(Number(single.toExponential(precision - 1))) !== single) precision++;
  const [digits, exponent] = single.toExponential(precision - 1).split("e") as [string, string];
  if (Number(exponent) < -4 || Number(exponent) >= 6) return `${digits}e${exponent.replace(/^(.)(.)$/, "$10$2")}`;
  return String(Number(`${digits}e${exponent}`));
}

/** Go's YAML library reads numbers that fit an int64, or a uint64 without a sign, as integers. */
function largeInteger(sign: string, digits: string): bigint | undefined {
  // More digits than a uint64 has in binary.
  if (digits.length > 2 + 64) return undefined;
  const value = BigInt(digits);
  const largest = sign === "" ? 2n ** 64n - 1n : sign === "-" ? 2n ** 63n : 2n ** 63n - 1n;
  if (value > largest) return undefined;
  return sign === "-" ? -value : value;
}

/**
 * The value of a scalar with a tag in its long form. With a tag that YAML does not define, the text is a string.
 *
 * @throws DocumentError if the text does not match the tag
 */
export function resolveTagged(text: string, tag: string, offset: number): Scalar {
  const type = tag.startsWith(YAML_TAG) ? tag.slice(YAML_TAG.length) : "";
  if (type === "binary") return decodeBinary(text, offset);
  const fits = FITS.get(type);
  if (fits === undefined) return text;
  const value = type === "timestamp" ? text : resolvePlain(text);
  if (!fits(value, text)) throw new DocumentError("bad-tag", `the value does not match its tag !!${type}`, offset);
  return value;
}

const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

function decodeBinary(text: string, offset: number): string {
  try {
    if (!BASE64.test(text.replace(/[\r\n]/g, ""))) throw new RangeError();
    const bytes = Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
    return new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
  } catch {
    throw new DocumentError("bad-tag", "this !!binary value is not base64", offset);
  }
}
