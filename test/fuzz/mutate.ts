/** Mutates inputs, and reduces them. */
import type { Random } from "../reference/random.ts";
import { type FuzzInput, VALUES } from "./input.ts";

/** The most UTF-16 units of a text, and of a value. */
const LONGEST_TEXT = 2048;
const LONGEST_VALUE = 128;
const UNITS = "$(){}[]'\"\\`,:;?!#%&*|<>@=+-_.~/ \t\n\r0aAé\u0000\u0085\u2028\ufeff日🌍\ud800\udc80\udcc3\udce2\udcff";

export function mutated(random: Random, input: FuzzInput, other: FuzzInput, tokens: readonly string[]): FuzzInput {
  let { text, values, sizes } = input;
  for (let count = 1 << random.below(4); count > 0; count--) {
    const part = random.below(10);
    if (part === 0) values = otherValues(random, values, other.values, tokens);
    else if (part === 1) sizes = Array.from({ length: random.below(4) }, () => 1 + random.below(1 << random.below(7)));
    else text = otherText(random, text, other.text, tokens).slice(0, LONGEST_TEXT);
  }
  return { text, values, sizes };
}

function otherValues(
  random: Random,
  values: FuzzInput["values"],
  others: FuzzInput["values"],
  tokens: readonly string[],
): FuzzInput["values"] {
  const result = values.slice();
  const at = random.below(10);
  while (result.length <= at) result.push(random.pick(VALUES));
  const old = result[at] ?? "";
  result[at] = [
    () => random.pick(VALUES),
    () => random.pick(others.length > 0 ? others : VALUES),
    () => otherText(random, old, random.pick(VALUES) ?? "", tokens).slice(0, LONGEST_VALUE),
  ][random.below(3)]!();
  return result;
}

function otherText(random: Random, text: string, other: string, tokens: readonly string[]): string {
  const at = random.below(text.length + 1);
  const length = random.below(random.below(4) === 0 ? text.length - at + 1 : Math.min(9, text.length - at + 1));
  const before = text.slice(0, at);
  const piece = text.slice(at, at + length);
  const after = text.slice(at + length);
  switch (random.below(12)) {
    case 0:
      return before + after;
    case 1:
      return random.below(4) === 0 ? before : text.slice(at);
    case 2:
      return before + piece.repeat(2 + random.below(random.below(8) === 0 ? 60 : 4)) + after;
    case 3: {
      const from = random.below(other.length + 1);
      return before + other.slice(from, from + random.below(other.length - from + 1)) + after;
    }
    case 4:
      return before + other.slice(random.below(other.length + 1));
    case 5: {
      // Flips a bit of a unit.
      const unit = text.charCodeAt(at) ^ (1 << random.below(8));
      return Number.isNaN(text.charCodeAt(at)) ? text : before + String.fromCharCode(unit) + text.slice(at + 1);
    }
    case 6:
      return before + random.pick([...UNITS]) + text.slice(at + random.below(2));
    case 7: {
      // Moves the piece.
      const rest = before + after;
      const to = random.below(rest.length + 1);
      return rest.slice(0, to) + piece + rest.slice(to);
    }
    case 8:
      return before + String(random.below(1 << random.below(20))) + after;
    default:
      return before + random.pick(tokens) + (random.below(3) === 0 ? after : piece + after);
  }
}

/** The smallest input, after a number of tries, for which a condition still holds. */
export async function shrunk(
  input: FuzzInput,
  tries: number,
  holds: (smaller: FuzzInput) => boolean | Promise<boolean>,
): Promise<FuzzInput> {
  let best = input;
  let left = tries;
  const isTaken = async (smaller: FuzzInput): Promise<boolean> => {
    if (left-- <= 0 || !(await holds(smaller))) return false;
    best = smaller;
    return true;
  };
  if (best.sizes.length > 0) await isTaken({ ...best, sizes: [] });
  if (best.values.length > 0) await isTaken({ ...best, values: [] });
  for (let i = best.values.length - 1; i >= 0 && left > 0; i--) {
    const isLast = i === best.values.length - 1;
    if (isLast && (await isTaken({ ...best, values: best.values.slice(0, -1) }))) continue;
    if (best.values[i] !== "x") await isTaken({ ...best, values: best.values.with(i, "x") });
  }
  for (let length = best.text.length; length >= 1; length = Math.floor(length / 2)) {
    for (let at = 0; at < best.text.length && left > 0; ) {
      const smaller = { ...best, text: best.text.slice(0, at) + best.text.slice(at + length) };
      if (!(await isTaken(smaller))) at += length;
    }
  }
  return best;
}
