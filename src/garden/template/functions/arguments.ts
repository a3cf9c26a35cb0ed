/**
 * Checks of arguments. As in Garden, a number can be given as text, and a boolean as "true" or "false". Most functions reject
 * empty text.
 */

import { InvalidArgument } from "./define.ts";

export function any(value: unknown): unknown {
  return value;
}

export function text(value: unknown): string {
  if (value === "") throw new InvalidArgument("must not be empty");
  return textOrEmpty(value);
}

export function textOrEmpty(value: unknown): string {
  if (typeof value !== "string") throw new InvalidArgument("must be a string");
  return value;
}

export function list(value: unknown): readonly unknown[] {
  if (!Array.isArray(value)) throw new InvalidArgument("must be a list");
  return value;
}

export function textOrList(value: unknown): string | readonly unknown[] {
  if (typeof value === "string" || Array.isArray(value)) return value;
  throw new InvalidArgument("must be a string or a list");
}

export function boolean(value: unknown): boolean {
  if (typeof value === "boolean") return value;
  if (typeof value === "string" && value.length <= 5) {
    const lower = value.toLowerCase();
    if (lower === "true") return true;
    if (lower === "false") return false;
  }
  throw new InvalidArgument("must be a boolean");
}

export function number(value: unknown): number {
  const result = typeof value === "string" ? numberFromText(value) : value;
  if (typeof result !== "number" || Number.isNaN(result)) throw new InvalidArgument("must be a number");
  if (Math.abs(result) > Number.MAX_SAFE_INTEGER) {
    throw new InvalidArgument(`must be a number between -${Number.MAX_SAFE_INTEGER} and ${Number.MAX_SAFE_INTEGER}`);
  }
  return result;
}

export function integer(value: unknown): number {
  const result = number(value);
  if (!Number.isInteger(result)) throw new InvalidArgument("must be a whole number");
  return result;
}

/** Returns a check for one of a few words. */
export function oneOf<const Word extends string>(words: readonly Word[]): (value: unknown) => Word {
  return (value) => {
    const word = words.find((candidate) => candidate === value);
    if (word === undefined) throw new InvalidArgument(`must be one of ${words.join(", ")}`);
    return word;
  };
}

/** The number in a text, in decimal: sign, digits, point, exponent, with spaces around it. NaN for other texts. */
export function numberFromText(source: string): number {
  const trimmed = source.trim();
  // Number() also accepts other forms (empty text, 0x1F, Infinity).
  return trimmed === "" || /[^-+.0-9Ee]/.test(trimmed) ? Number.NaN : Number(trimmed);
}
