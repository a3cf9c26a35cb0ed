/** The scanner, the byte API, and plain JavaScript give the same output and the same messages for a string. */
import { describe, expect, test } from "vitest";
import { Environment, expand } from "../../src/index.ts";

const VALUES: Record<string, string> = { A: "1", LONG_NAME_OF_THIRTY_UNITS_OR_S: "", é: "\u{1f600}" };
const environment = new Environment(VALUES);

interface Result {
  readonly output: string;
  /** The names that are not set, each with its offset. */
  readonly unset: readonly string[];
}

function observed(text: string): Result {
  const unset: string[] = [];
  const output = environment.expand(text, ({ name, offset }) => unset.push(`${offset} ${name}`));
  return { output, unset };
}

function expected(text: string): Result {
  const unset: string[] = [];
  const output = text.replace(/\$(?:\$|\(([^)]*)\))/g, (all, name: string | undefined, offset: number) => {
    if (name === undefined) return "$";
    const value = VALUES[name];
    if (value === undefined) unset.push(`${offset} ${name}`);
    return value ?? all;
  });
  return { output, unset };
}

/** Around the lengths at which another way is taken: 8 and 256 units for the scanner, 512 for bytes. */
const LENGTHS = [8, 256, 512].flatMap((length) => Array.from({ length: 9 }, (_, i) => length - 4 + i));
/** From here on, a string is expanded as bytes in any case. */
const VERY_LONG = 1 << 17;

const UNITS = ["$$", "$(A)", "$(NONE)", "$(é)$", "$(LONG_NAME_OF_THIRTY_UNITS_OR_S)-", "$(\0)", "\ud800$()"];

describe.each(UNITS)("%j, as often as fits", (unit) => {
  test.each(["", "$(A)", "$(A", "$", "é"])("and %j at the end", (end) => {
    for (const length of LENGTHS) {
      const count = Math.floor((length - end.length) / unit.length);
      const text = unit.repeat(count).padEnd(length - end.length, "-") + end;
      for (const whole of [text, `before ${text}`]) {
        const { output, unset } = expected(whole);
        expect(environment.expand(whole), `${length} units`).toBe(output);
        expect(observed(whole), `${length} units`).toEqual({ output, unset });
        expect(
          expand(whole, (name) => VALUES[name] ?? `$(${name})`),
          `${length} units`,
        ).toBe(output);
      }
    }
  });
});

test.each([...LENGTHS, VERY_LONG - 8, VERY_LONG])("few references in %i units", (length) => {
  const text = `$(A)${"-".repeat(length)}$(NONE)$$`;
  expect(observed(text)).toEqual(expected(text));
});

test("a value that is set is seen in every length", () => {
  const changing = new Environment({ A: "1" });
  for (const [i, length] of LENGTHS.entries()) {
    const text = "$(A)".padEnd(length, "$(A)");
    changing.set("A", `${i}`);
    expect(changing.expand(text)).toBe(text.replaceAll("$(A)", `${i}`));
  }
});
