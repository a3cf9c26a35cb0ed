/** Where the scanner's records are full, the scan goes on: nothing is lost there, and nothing is told twice. */
import { expect, test } from "vitest";
import { Environment, expand, type ObjectEventRecorder } from "../../src/index.ts";
import { LINES, MORE, REFERENCE_WORDS } from "../../src/wasm/codes.ts";
import { scanReferences } from "../../src/wasm/string-references.ts";

const LIMIT = 512;

/** References of a text, as the mapping function hears of them, and the result. */
function observed(text: string): { names: string[]; output: string } {
  const names: string[] = [];
  const output = expand(text, (name) => {
    names.push(name);
    return `<${name}>`;
  });
  return { names, output };
}

test("a reference behind as many `$$` as there are records", () => {
  for (let count = LIMIT - 6; count <= LIMIT + 2; count++) {
    for (const name of ["X", "A_NAME_THAT_IS_LONGER_THAN_TWO_BLOCKS"]) {
      for (let round = 0; round < 3; round++) {
        const { output } = observed(`$(${name})${"$$".repeat(count)}$(${name})`);
        expect(output, `${count} times $$, round ${round}`).toBe(`<${name}>${"$".repeat(count)}<${name}>`);
      }
    }
  }
});

test("a name is learned at every place of the records; the next caller hears its own names", () => {
  for (let count = 1; count <= LIMIT + 8; count += count < 12 || count > LIMIT - 12 ? 1 : 50) {
    const mine = `MINE_${count}`;
    const theirs = `THEIRS_${count}`;
    observed(`$(${mine})`);
    expect(observed(`${"$$".repeat(count)}$(${mine})`).names).toEqual([mine]);
    expect(observed(`$(${theirs})${"$$".repeat(count)}$(${theirs})`).names).toEqual([theirs, theirs]);
    expect(observed(`$(${mine})$(${theirs})$(${mine})`).names).toEqual([mine, theirs, mine]);
  }
});

test.each([
  ["$(A)", 1],
  ["$(A", 0],
])("a scan that goes on behind %j knows whether to look for a `)`: %i", (reference, closerAhead) => {
  const text = `${reference}${"$$".repeat(LIMIT)}${reference}`;
  const records = scanReferences(undefined, text, 0, LINES);
  let more = 0;
  while (records[more + 2] !== MORE) more += REFERENCE_WORDS;
  expect(records[more + 1]).toBe(closerAhead);
});

test("references without a value, kept or reported, at every place of the records", () => {
  const environment = new Environment({ A: "1" });
  for (let count = LIMIT - 4; count <= LIMIT + 4; count++) {
    const input = `${"$(A)".repeat(count)}$(NONE)$$$(A)`;
    const reported: string[] = [];
    const recorder: ObjectEventRecorder = {
      event: (_reason, message) => void reported.push(message),
      eventf() {},
      pastEventf() {},
    };
    const short = input.slice(input.length - 500);
    for (const text of [input, short]) {
      const expected = text.replaceAll("$(A)", "1").replaceAll("$$", "$");
      expect(environment.expand(text)).toBe(expected);
      expect(environment.expand(text, recorder)).toBe(expected);
    }
    expect(reported).toEqual(Array(2).fill("$(NONE) cannot be expanded: the variable is not defined"));
  }
});
