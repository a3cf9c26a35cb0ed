/** What Flux's operators do to a value. Texts have one character for each byte. */
import { byteTextOf, runeAt, runesOf } from "./evaluation.ts";
import { Glob } from "./flux-glob.ts";

const INTEGER = /^[-+]?[0-9]+$/;

/** The result of an operator; undefined if the reference implementation would crash. */
export function applyFlux(operator: string, value: string, args: readonly string[]): string | undefined {
  const [first = "", second] = args;
  switch (operator) {
    case "^^":
      return cased(value, upper);
    case ",,":
      return cased(value, lower);
    case "^":
    case ",": {
      const length = value === "" ? 0 : runeAt(value, 0).length;
      return cased(value.slice(0, length), operator === "^" ? upper : lower) + value.slice(length);
    }
    case ":":
      return part(value, first, second);
    case "#":
      return trimmedShortest(value, first);
    case "##":
      return trimmedLongest(value, first);
    case "%":
      return reversed(trimmedShortest(reversed(value), reversed(first)));
    case "%%":
      return reversed(trimmedLongest(reversed(value), reversed(first)));
    case "/":
      return replacedFirst(value, first, second ?? "");
    case "//":
      return first === ""
        ? ["", ...runesOf(value), ""].join(second ?? "")
        : value.replaceAll(first, () => second ?? "");
    case "/#":
      return second !== undefined && value.startsWith(first) ? replacedFirst(value, first, second) : value;
    case "/%":
      return second !== undefined && value.endsWith(first)
        ? value.slice(0, value.length - first.length) + second
        : value;
    default:
      return value === "" ? first : value;
  }
}

/** Converts each character; a byte that is not UTF-8 becomes U+FFFD. */
function cased(value: string, convert: (character: string) => string): string {
  return runesOf(value)
    .map((rune) => byteTextOf(convert(String.fromCodePoint(runeAt(rune, 0).code))))
    .join("");
}

/** The one character that Go's `unicode.ToUpper` returns. JavaScript returns several for some. */
function upper(character: string): string {
  const converted = character.toUpperCase();
  if ([...converted].length === 1) return converted;
  // Greek letters with an iota: a single capital letter follows at one of these distances.
  const code = character.codePointAt(0)!;
  const capitals = [8, 9].map((distance) => String.fromCodePoint(code + distance));
  return capitals.find((capital) => capital.toLowerCase() === character) ?? character;
}

/** The one character that Go's `unicode.ToLower` returns: for U+0130, the first of JavaScript's two. */
function lower(character: string): string {
  return String.fromCodePoint(character.toLowerCase().codePointAt(0)!);
}

function part(value: string, position: string, length: string | undefined): string | undefined {
  const from = integer(position);
  if (from === undefined) return value;
  const size = BigInt(value.length);
  const start = from >= 0n ? from : from > -size ? size + from : 0n;
  const count = length === undefined ? size : integer(length);
  if (count === undefined) return value;
  // Go's integers wrap around.
  const end = BigInt.asIntN(64, length === undefined ? size : start + count);
  if (end >= size) return value.slice(Number(start));
  return end < start ? undefined : value.slice(Number(start), Number(end));
}

/** @returns undefined for text that is not an integer of 64 bits */
function integer(text: string): bigint | undefined {
  if (!INTEGER.test(text) || text.replace(/^[-+]?0*/, "").length > 19) return undefined;
  const number = BigInt(text.replace("+", ""));
  return BigInt.asIntN(64, number) === number ? number : undefined;
}

function replacedFirst(value: string, searched: string, replacement: string): string {
  return value.replace(searched, () => replacement);
}

function reversed(value: string): string {
  return runesOf(value)
    .reverse()
    .map((rune) => (rune.length === 1 && rune > "\x7f" ? "\xef\xbf\xbd" : rune))
    .join("");
}

function trimmedLongest(value: string, pattern: string): string {
  return value.slice(new Glob(pattern).longest(value));
}

function trimmedShortest(value: string, pattern: string): string {
  return value.slice(new Glob(pattern).shortest(value));
}
