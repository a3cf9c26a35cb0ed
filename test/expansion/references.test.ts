import { expect, test } from "vitest";
import { expand, referencesIn } from "../../src/expansion/expand.ts";
import { fuzzCases, Random } from "../reference/random.ts";

test.each<[string, [name: string, start: number, end: number][]]>([
  ["", []],
  ["a$", []],
  ["$(A)", [["A", 0, 4]]],
  [
    "x $(A)-$(B)",
    [
      ["A", 2, 6],
      ["B", 7, 11],
    ],
  ],
  ["$$(A)$(A)", [["A", 5, 9]]],
  ["$$$(A)", [["A", 2, 6]]],
  ["$($(A)", [["$(A", 0, 6]]],
  ["$() $(", [["", 0, 3]]],
  ["é\u{1f600}$(é\u{1f600})$x", [["é\u{1f600}", 3, 9]]],
])("%j", (text, expected) => {
  expect(referencesIn(text).map(({ name, start, end }) => [name, start, end])).toEqual(expected);
});

test("they are what expand asks for, in random texts", () => {
  const random = new Random(20_261_122);
  const pieces = ["$", "$$", "(", ")", "$(", "x", "é", "\u{1f600}", "$(A)", "$(B_1)", "$()", "\n"];
  for (let i = 0; i < fuzzCases(2000); i++) {
    const text = Array.from({ length: random.below(12) }, () => random.pick(pieces)).join("");
    const asked: string[] = [];
    expand(text, (name) => {
      asked.push(name);
      return "";
    });
    const references = referencesIn(text);
    expect(
      references.map(({ name }) => name),
      text,
    ).toEqual(asked);
    for (const { name, start, end } of references) expect(text.slice(start, end), text).toBe(`$(${name})`);
  }
});

test.each<[text: string, references: [name: string, start: number][]]>([
  ["", []],
  ["text)", []],
  ["$(A)", [["A", 0]]],
  [
    "é$(A) $(B.c-d)",
    [
      ["A", 1],
      ["B.c-d", 6],
    ],
  ],
  ["$()", [["", 0]]],
  ["$$(A)$(B)", [["B", 5]]],
  ["$$$(A)", [["A", 2]]],
  ["$(A$(B)", [["A$(B", 0]]],
  ["$(A$$)", [["A$$", 0]]],
  ["$(A\nB)", [["A\nB", 0]]],
  ["$(A) $(B", [["A", 0]]],
  ["$ (A) $A) $", []],
])("the references in %j", (text, references) => {
  expect(referencesIn(text).map(({ name, start }) => [name, start])).toEqual(references);
});
