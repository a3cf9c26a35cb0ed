/**
 * What a scalar means. Kubernetes reads YAML through a Go library that is older than YAML 1.2 (sigs.k8s.io/yaml on
 * go-yaml v2), and so do we, since a manifest means what the API server takes it for: `yes`, `on` and `n` are booleans,
 * `0o17`, `017` and `0x1f` are numbers, `1_000` is 1000; a date or `1:30` is a string.
 */
import { DocumentError } from "./error.ts";
import { type Scalar, YAML_TAG } from "./tag.ts";

const TRUE = /^(?:y|Y|yes|Yes|YES|true|True|TRUE|on|On|ON)$/;
const FALSE = /^(?:n|N|no|No|NO|false|False|FALSE|off|Off|OFF)$/;
const NULL = /^(?:~|null|Null|NULL|)$/;
const NOT_A_NUMBER = /^\.(?:nan|NaN|NAN)$/;
const INFINITE = /^([-+]?)\.(?:inf|Inf|INF)$/;
/** Where the first character is none of these, a plain scalar is a string. */
const MAY_BE_MORE = /^[-+.0-9yYnNtTfFoO~]/;
const INTEGER = /^([-+]?)(?:0[xX]([0-9a-fA-F]+)|0[bB]([01]+)|0[oO]?([0-7]+)|(0|[1-9][0-9]*))$/;
const FLOAT = /^[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?$/;

/** What a plain scalar without a tag means. */
export function resolvePlain(text: string): Scalar {
  if (text !== "" && !MAY_BE_MORE.test(text)) return text;
  if (NULL.test(text)) return null;
  if (TRUE.test(text)) return true;
  if (FALSE.test(text)) return false;
  return numberOf(text) ?? text;
}

/** Whether a value is of a type. */
const FITS: ReadonlyMap<string, (value: Scalar) => boolean> = /* @__PURE__ */ new Map([
  ["null", (value) => value === null],
  ["bool", (value) => typeof value === "boolean"],
  ["int", (value) => typeof value === "bigint" || Number.isInteger(value)],
  ["float", (value) => typeof value === "number" || typeof value === "bigint"],
]);

/** A number, whatever base it is in, without its underscores; undefined if it is none. */
function numberOf(text: string): number | bigint | undefined {
  if (NOT_A_NUMBER.test(text)) return Number.NaN;
  const infinite = INFINITE.exec(text);
  if (infinite !== null) return infinite[1] === "-" ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
  const plain = text.startsWith(".") ? text : text.replaceAll("_", "");
  const integer = INTEGER.exec(plain);
  if (integer !== null) {
    const [, sign, hexadecimal, binary, octal, decimal] = integer;
    const digits = hexadecimal ? `0x${hexadecimal}` : binary ? `0b${binary}` : octal ? `0o${octal}` : decimal!;
    const value = Number(digits);
    if (!Number.isSafeInteger(value)) return largeInteger(sign === "-", digits) ?? (sign === "-" ? -value : value);
    return sign === "-" && value !== 0 ? -value : value;
  }
  return FLOAT.test(plain) ? Number(plain) : undefined;
}

/** Go's YAML library reads what fits an int64 or a uint64 as a whole number, and the rest as a float. */
function largeInteger(isNegative: boolean, digits: string): bigint | undefined {
  // More digits than a uint64 has in binary.
  if (digits.length > 2 + 64) return undefined;
  const value = isNegative ? -BigInt(digits) : BigInt(digits);
  return value >= -(2n ** 63n) && value < 2n ** 64n ? value : undefined;
}

/**
 * What a scalar with a tag (its long form) means. A tag that is none of YAML's own leaves the text a string.
 *
 * @throws DocumentError where the text is none of what the tag says.
 */
export function resolveTagged(text: string, tag: string, offset: number): Scalar {
  const type = tag.startsWith(YAML_TAG) ? tag.slice(YAML_TAG.length) : "";
  if (type === "binary") return decodeBinary(text, offset);
  const fits = FITS.get(type);
  if (fits === undefined) return text;
  const value = resolvePlain(text);
  if (!fits(value)) throw new DocumentError("bad-tag", `this is no !!${type}`, offset);
  return value;
}

function decodeBinary(text: string, offset: number): string {
  try {
    const bytes = Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
    return new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
  } catch {
    throw new DocumentError("bad-tag", "this !!binary value is not base64", offset);
  }
}
