/** Resource quantities: `1500m`, `7Gi`, `12e6` (apimachinery's resource.Quantity), as exact numbers. */

import { wrongArgument } from "../../text/argument.ts";

/** The kind of suffix of a quantity. */
export type QuantityFormat = "decimal" | "binary" | "exponent";

/** A quantity in billionths. Smaller fractions are rounded away from zero, like the API server does. */
export interface Quantity {
  /** The value in billionths. Values far beyond an int64 in whole units become 10^51 or the largest int64. */
  readonly nano: bigint;
  readonly format: QuantityFormat;
}

const NANO_DIGITS = 9;
/** The maximum number of decimal digits of a value in billionths. */
const MAX_DIGITS = 60;
const CEILING = 10n ** BigInt(MAX_DIGITS);

/** The largest int64. */
export const MAX_INT64: bigint = 2n ** 63n - 1n;

/** From 10^-9 to 10^18, each a thousand times the one before. */
const DECIMAL_SUFFIXES: readonly string[] = ["n", "u", "m", "", "k", "M", "G", "T", "P", "E"];
/** From 2^10 to 2^60, each 1024 times the one before. */
const BINARY_SUFFIXES: readonly string[] = ["Ki", "Mi", "Gi", "Ti", "Pi", "Ei"];

/**
 * Reads a quantity: a decimal number with a suffix (`n u m k M G T P E`, `Ki Mi Gi Ti Pi Ei`) or an exponent.
 *
 * @param source a number counts as its shortest decimal text, as in JSON; a bigint keeps its digits
 * @returns undefined if the text is not a quantity
 * @throws TypeError if the source is neither text nor a number
 * @example
 * parseQuantity("1500m") // { nano: 1_500_000_000n, format: "decimal" }
 * parseQuantity("2Gi") // { nano: 2_147_483_648_000_000_000n, format: "binary" }
 */
export function parseQuantity(source: string | number | bigint): Quantity | undefined {
  const type = typeof source;
  if (type !== "string" && type !== "number" && type !== "bigint") {
    throw wrongArgument("source", "a string or a number", source);
  }
  const text = String(source).trim();
  const [, sign, whole = "", fraction = "", suffix = ""] = /^([-+]?)([0-9]*)(?:\.([0-9]*))?(.*)$/s.exec(text)!;
  const scale = readSuffix(suffix);
  if (text === "" || scale === undefined) return undefined;
  const magnitude =
    scale.format === "binary"
      ? binaryNano(whole, fraction, BigInt(scale.exponent))
      : decimalNano(whole + fraction, scale.exponent - fraction.length);
  return { nano: sign === "-" ? -magnitude : magnitude, format: scale.format };
}

/**
 * The value in whole units, or thousandths of them, rounded away from zero.
 *
 * @example convertQuantity("milli", parseQuantity("1.5")!) // 1500n
 */
export function convertQuantity(unit: "one" | "milli", quantity: Quantity): bigint {
  const divisor = unit === "one" ? 1_000_000_000n : 1_000_000n;
  return quantity.nano < 0n ? -divideUp(-quantity.nano, divisor) : divideUp(quantity.nano, divisor);
}

/** Whether the API server accepts the quantity as a divisor. */
export function isUnit({ nano, format }: Quantity, kind: "cpu" | "bytes"): boolean {
  // Below 1024 a binary quantity is written as a decimal one.
  const isBinary = format === "binary" && nano >= 1024n * 1_000_000_000n;
  if (nano === 1_000_000_000n) return true;
  if (format === "exponent") return false;
  if (kind === "cpu") return nano === 1_000_000n;
  const base = isBinary ? 1024n : 1000n;
  return [1n, 2n, 3n, 4n, 5n, 6n].some((power) => nano === base ** power * 1_000_000_000n);
}

/** The quotient of two positive numbers, rounded up. */
export function divideUp(dividend: bigint, divisor: bigint): bigint {
  return (dividend + divisor - 1n) / divisor;
}

function readSuffix(suffix: string): { exponent: number; format: QuantityFormat } | undefined {
  const decimal = DECIMAL_SUFFIXES.indexOf(suffix);
  if (decimal !== -1) return { exponent: 3 * decimal - 9, format: "decimal" };
  const binary = BINARY_SUFFIXES.indexOf(suffix);
  if (binary !== -1) return { exponent: 10 * (binary + 1), format: "binary" };
  const exponent = /^[eE]([-+]?[0-9]+)$/.exec(suffix)?.[1];
  return exponent === undefined ? undefined : { exponent: Number(exponent), format: "exponent" };
}

/** `digits` x 10^`exponent`, in billionths. */
function decimalNano(digits: string, exponent: number): bigint {
  const significant = withoutLeadingZeros(digits);
  if (significant === "") return 0n;
  const length = significant.length + exponent + NANO_DIGITS;
  if (length > MAX_DIGITS) return CEILING;
  if (length >= significant.length) return BigInt(significant) * 10n ** BigInt(length - significant.length);
  const kept = length > 0 ? BigInt(significant.slice(0, length)) : 0n;
  return withoutLeadingZeros(significant.slice(Math.max(length, 0))) === "" ? kept : kept + 1n;
}

/** `whole.fraction` x 2^`exponent`, in billionths; at most the largest int64, like in the API server. */
function binaryNano(whole: string, fraction: string, exponent: bigint): bigint {
  const limit = MAX_INT64 * 1_000_000_000n;
  const significant = withoutLeadingZeros(whole);
  if (significant.length > MAX_DIGITS) return limit;
  // For digits so far after the point, it only matters whether one is not zero. One more digit represents them.
  const hasRest = withoutLeadingZeros(fraction.slice(MAX_DIGITS)) !== "";
  const finest = fraction.slice(0, MAX_DIGITS) + (hasRest ? "1" : "");
  const scaled = BigInt(significant + finest) * 2n ** exponent * 1_000_000_000n;
  const nano = divideUp(scaled, 10n ** BigInt(finest.length));
  return nano > limit ? limit : nano;
}

function withoutLeadingZeros(digits: string): string {
  return digits.replace(/^0+/, "");
}
