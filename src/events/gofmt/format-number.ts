/** Go's number verbs: integers in any base, and floating-point numbers rounded exactly, half to even. */

import { type Directive, pad, padWithSpaces } from "./directive.ts";
import { characterOf, isPrintable, quoteCharacter } from "./quote.ts";

const BASES: Readonly<Record<string, number>> = { v: 10, d: 10, b: 2, o: 8, O: 8, x: 16, X: 16 };

/** @returns undefined if the verb does not take integers */
export function formatInteger(value: bigint, directive: Directive): string | undefined {
  const { verb } = directive;
  if (verb === "c") return pad(characterOf(value), directive);
  if (verb === "q") return pad(quoteCharacter(value, directive.plus), directive);
  if (verb === "U") return formatCodePoint(value, directive);
  const base = BASES[verb];
  return base === undefined ? undefined : formatDigits(value, base, directive);
}

function formatDigits(value: bigint, base: number, directive: Directive): string {
  const { verb, precision, width } = directive;
  if (precision === 0 && value === 0n) return padWithSpaces("", directive);

  const sign = signOf(value < 0n, directive);
  let digits = (value < 0n ? -value : value).toString(base);
  if (verb === "X") digits = digits.toUpperCase();
  // Zeros fill the width without room for a prefix: `%#06x` of 1 is 0x000001.
  digits = digits.padStart(precision ?? (directive.zero ? (width ?? 0) - sign.length : 0), "0");
  let prefix = "";
  if (verb === "O") prefix = "0o";
  if (directive.sharp && base === 2) prefix = "0b";
  if (directive.sharp && base === 8 && !digits.startsWith("0")) prefix += "0";
  if (directive.sharp && base === 16) prefix = `0${verb}`;
  return padWithSpaces(sign + prefix + digits, directive);
}

function signOf(isNegative: boolean, { plus, space }: Directive): string {
  if (isNegative) return "-";
  return plus ? "+" : space ? " " : "";
}

function formatCodePoint(value: bigint, directive: Directive): string {
  const digits = BigInt.asUintN(64, value).toString(16).toUpperCase();
  const character = characterOf(value);
  // `characterOf` gives U+FFFD for a value that is no character: then none is shown.
  const isCharacter = character !== "\ufffd" || value === 0xfffdn;
  const shown = directive.sharp && isCharacter && isPrintable(character) ? ` '${character}'` : "";
  return padWithSpaces(`U+${digits.padStart(Math.max(4, directive.precision ?? 0), "0")}${shown}`, directive);
}

/** @returns undefined if the verb does not take floating-point numbers */
export function formatFloat(value: number, directive: Directive): string | undefined {
  const { verb, precision } = directive;
  if (!/^[vbgGxXfFeE]$/.test(verb)) return undefined;
  const sign = signOf(value < 0 || Object.is(value, -0), directive);
  if (Number.isNaN(value)) return padWithSpaces(`${sign}NaN`, directive);
  if (!Number.isFinite(value)) return padWithSpaces(`${sign || "+"}Inf`, directive);
  let digits = floatDigits(Math.abs(value), verb.toLowerCase(), precision);
  if (/[EGX]/.test(verb)) digits = digits.toUpperCase();
  if (directive.sharp && verb !== "b") digits = withPoint(digits, directive);
  if (!directive.zero || sign === "") return pad(sign + digits, directive);
  return sign + digits.padStart((directive.width ?? 0) - 1, "0");
}

function floatDigits(magnitude: number, verb: string, precision: number | undefined): string {
  switch (verb) {
    case "e":
      return exponential(rounded(magnitude, 1 + (precision ?? 6)), precision ?? 6);
    case "f": {
      const exact = exactDecimal(magnitude);
      return positional(round(exact, exact.point + (precision ?? 6)), precision ?? 6);
    }
    case "b": {
      const { mantissa, exponent } = binary(magnitude);
      return `${mantissa}p${exponent < 0 ? "" : "+"}${exponent}`;
    }
    case "x":
      return hexadecimal(magnitude, precision);
    default:
      return general(magnitude, precision);
  }
}

/** `%g` and `%v`: `%e` for small and large exponents, else `%f`; no trailing zeros. The default precision is 6. */
function general(magnitude: number, precision: number | undefined): string {
  const significant = precision === undefined ? undefined : precision || 1;
  const decimal = significant === undefined ? shortestDecimal(magnitude) : rounded(magnitude, significant);
  const { digits, point } = decimal;
  let limit = significant ?? 6;
  if (significant !== undefined && significant > digits.length && digits.length >= point) limit = digits.length;
  const exponent = point - 1;
  if (exponent < -4 || exponent >= limit) return exponential(decimal, Math.max(0, digits.length - 1));
  return positional(decimal, Math.max(0, digits.length - point));
}

/** `%#g` and the like: always a decimal point, and as many significant digits as the precision asks for. */
function withPoint(digits: string, { verb, precision }: Directive): string {
  const exponentAt = digits.search(/[pP]|(?<!0[xX].*)[eE]|$/);
  const mantissa = digits.slice(0, exponentAt);
  let missing = 0;
  if (/[vgGx]/.test(verb)) {
    const significant = mantissa.replace(".", "");
    missing = (precision ?? 6) - (significant.length - significant.search(/[^0]|$/));
  }
  if (mantissa === "0") missing--;
  const point = mantissa.includes(".") ? "" : ".";
  return mantissa + point + "0".repeat(Math.max(0, missing)) + digits.slice(exponentAt);
}

/** 0.d1d2d3… x 10^point, without trailing zeros; zero has no digits and point 0. */
interface Decimal {
  readonly digits: string;
  readonly point: number;
}

/** A finite number as mantissa x 2^exponent, as a float64 stores it; the mantissa of a subnormal number is short. */
function binary(magnitude: number): { mantissa: bigint; exponent: number } {
  const bits = new DataView(new ArrayBuffer(8));
  bits.setFloat64(0, magnitude);
  const fraction = bits.getBigUint64(0) & 0xfffffffffffffn;
  const biased = (bits.getUint16(0) >> 4) & 0x7ff;
  return biased === 0
    ? { mantissa: fraction, exponent: -1074 }
    : { mantissa: fraction | 0x10000000000000n, exponent: biased - 1075 };
}

function exactDecimal(magnitude: number): Decimal {
  if (magnitude === 0) return { digits: "", point: 0 };
  const { mantissa, exponent } = binary(magnitude);
  // m x 2^-e is m x 5^e / 10^e.
  const all = exponent >= 0 ? mantissa << BigInt(exponent) : mantissa * 5n ** BigInt(-exponent);
  const digits = all.toString();
  return { digits: withoutFinalZeros(digits), point: digits.length + Math.min(0, exponent) };
}

/** The fewest digits that read back as the same number. */
function shortestDecimal(magnitude: number): Decimal {
  if (magnitude === 0) return { digits: "", point: 0 };
  const [mantissa, exponent] = magnitude.toExponential().split("e") as [string, string];
  return { digits: mantissa.replace(".", ""), point: Number(exponent) + 1 };
}

function rounded(magnitude: number, significant: number): Decimal {
  return round(exactDecimal(magnitude), significant);
}

/** Rounded to so many digits, a tie to the even digit. */
function round({ digits, point }: Decimal, length: number): Decimal {
  if (length >= digits.length) return { digits, point };
  if (length < 0) return { digits: "", point: 0 };
  const kept = digits.slice(0, length);
  const next = digits.charCodeAt(length) - 48;
  const tie = next === 5 && digits.length === length + 1;
  const up = tie ? length > 0 && kept.charCodeAt(length - 1) % 2 === 1 : next >= 5;
  if (!up) {
    const trimmed = withoutFinalZeros(kept);
    return { digits: trimmed, point: trimmed === "" ? 0 : point };
  }
  const raised = (BigInt(kept) + 1n).toString();
  return { digits: withoutFinalZeros(raised), point: point + raised.length - length };
}

function exponential({ digits, point }: Decimal, precision: number): string {
  const exponent = digits === "" ? 0 : point - 1;
  const fraction = precision > 0 ? `.${digits.slice(1).padEnd(precision, "0")}` : "";
  return `${digits[0] ?? "0"}${fraction}e${exponent < 0 ? "-" : "+"}${String(Math.abs(exponent)).padStart(2, "0")}`;
}

function positional({ digits, point }: Decimal, precision: number): string {
  const whole = point > 0 ? digits.slice(0, point).padEnd(point, "0") : "0";
  if (precision === 0) return whole;
  return `${whole}.${("0".repeat(Math.max(0, -point)) + digits.slice(Math.max(0, point))).padEnd(precision, "0")}`;
}

/** `%x`: 0x1.8p+01, rounded half to even if a precision is given. */
function hexadecimal(magnitude: number, precision: number | undefined): string {
  let { mantissa, exponent } = binary(magnitude);
  if (mantissa === 0n) exponent = -52;
  else while (mantissa < 1n << 52n) [mantissa, exponent] = [mantissa << 1n, exponent - 1];
  if (precision !== undefined && precision < 13) {
    const dropped = BigInt(52 - 4 * precision);
    const half = 1n << (dropped - 1n);
    const rest = mantissa & ((1n << dropped) - 1n);
    mantissa >>= dropped;
    if (rest > half || (rest === half && (mantissa & 1n) === 1n)) mantissa++;
    mantissa <<= dropped;
    if (mantissa >= 1n << 53n) [mantissa, exponent] = [mantissa >> 1n, exponent + 1];
  }
  const fraction = (mantissa & ((1n << 52n) - 1n)).toString(16).padStart(13, "0");
  const shown =
    precision === undefined ? withoutFinalZeros(fraction) : fraction.slice(0, precision).padEnd(precision, "0");
  const power = exponent + 52;
  return (
    `0x${mantissa >> 52n}${shown === "" ? "" : `.${shown}`}` +
    `p${power < 0 ? "-" : "+"}${String(Math.abs(power)).padStart(2, "0")}`
  );
}

function withoutFinalZeros(digits: string): string {
  return digits.replace(/0+$/, "");
}
