/** `expandAll` expands strings in groups, as one text; what comes out is what one by one gives. */
import { describe, expect, test } from "vitest";
import { Environment, type UnexpandedReference } from "../../src/index.ts";
import { fuzzCases, Random } from "../reference/random.ts";

function check(environment: Environment, inputs: readonly string[], context?: string): void {
  const together: UnexpandedReference[] = [];
  const apart: UnexpandedReference[] = [];
  const expected = inputs.map((input) => environment.expand(input, (reference) => apart.push(reference)));
  expect(environment.expandAll(inputs), context).toEqual(expected);
  expect(
    environment.expandAll(inputs, (reference) => together.push(reference)),
    context,
  ).toEqual(expected);
  expect(together, context).toEqual(apart);
}

const environment = new Environment({ A: "1", B: "two", é: "日本", EMPTY: "", LONG: "x".repeat(500) });
const filler = Array.from({ length: 40 }, (_, i) => `text ${i} $(A) and $(NONE_${i})`);

describe("strings that cannot be joined", () => {
  test.each([
    ["an open reference, closed in the next one", ["$(A", "B)"]],
    ["an open reference, closed nowhere", ["$(A", "B", "$("]],
    ["a dollar at the end", ["a$", "(A)", "$", "$(A)"]],
    ["the separator", ["a\0b", "\0", "$(\0)", "$\0(A)"]],
    ["the separator, outside of references", ["a\0b"]],
    ["the separator, at both ends", ["\0$(A)\0"]],
    ["the separator, in text that is not ASCII", ["é\0$(é)"]],
    ["a lone surrogate", ["\ud800$(A)", "\udc00", "$\ud83d"]],
    ["not ASCII", ["é$(é)", "🌍", "$é$(A)"]],
    ["nothing", ["", "", ""]],
    ["values that are long", Array.from({ length: 300 }, () => "$(LONG)$(LONG)")],
  ])("%s, in every place of a group", (_, strings) => {
    for (const at of [0, 1, 20, 39, 40]) {
      check(environment, [...filler.slice(0, at), ...strings, ...filler.slice(at)]);
    }
  });

  test.each([
    ["a name with the separator", { "A\0B": "v", A: "1" }],
    ["a value with the separator", { A: "1\x002" }],
    ["a name and its value with the separator", { "A\0B": "1\x002" }],
    ["a name with a lone surrogate", { "\ud800": "v", A: "1" }],
    ["a value with a lone surrogate", { A: "\udc00" }],
  ])("%s in the environment, also if it is set later", (_, variables) => {
    const later = new Environment({ A: "first" });
    const changes = [...Object.entries({ B: "second", ...variables })];
    for (const [name, value] of [["A", "first"], ...changes] as const) {
      later.set(name, value);
      // Each by itself: one string that cannot be joined is the end of its group.
      for (const strings of [["$(A)"], ["$(A", "B)"], ["$(A\0B)"], ["$(\ufffd)"], ["$(\ud800)"]]) {
        const inputs = [...filler, ...strings];
        check(new Environment(variables), inputs);
        check(later, inputs);
      }
    }
  });
});

test("a byte order mark stays", () => {
  const inputs = ["\ufeff$(A)", ...filler, "\ufeff"];
  expect(environment.expandAll(inputs)[0]).toBe("\ufeff1");
  check(environment, inputs);
});

test("no strings, and as many as fill several groups", () => {
  expect(environment.expandAll([])).toEqual([]);
  for (const count of [1, 15, 16, 17, 511, 512, 513, 1500]) {
    check(
      environment,
      Array.from({ length: count }, (_, i) => `${i}$(B)`),
    );
  }
});

test.each([0, 1, 2, 3, 5, 7, 100])("every %d. string has references, and the others have none", (share) => {
  const inputs = Array.from({ length: 1500 }, (_, i) => (i % share === 0 ? `$(A) $(NONE_${i}) $$` : `text ${i}`));
  check(environment, inputs);
});

test("one very long string among short ones", () => {
  const inputs = [...filler, "$(A)".repeat(100_000), ...filler];
  check(environment, inputs);
  expect(environment.expandAll(inputs)[40]).toBe("1".repeat(100_000));
});

test("a long string with what UTF-8 cannot say", () => {
  const text = `${"-".repeat(600)}$(A)\ud800$(NONE)\0$(B)`;
  expect(environment.expand(text)).toBe(`${"-".repeat(600)}1\ud800$(NONE)\0two`);
  expect(environment.expand(`$(A)${"-".repeat(600)}\ud800$(B)`)).toBe(`1${"-".repeat(600)}\ud800two`);
  expect(environment.expand(`$(A)${"\0".repeat(600)}$(B)`)).toBe(`1${"\0".repeat(600)}two`);
});

test("random strings", () => {
  const seed = 20_260_111;
  const random = new Random(seed);
  const pieces = ["$(A)", "$(B)", "$(é)", "$(NONE)", "$$", "$", "(", ")", "-", "text", "é", "🌍"];
  const rare = ["\0", "\ud800", "$(", "$(A"];
  for (let i = 0; i < fuzzCases(300); i++) {
    const hasRare = random.below(4) === 0;
    const inputs = Array.from({ length: 16 + random.below(60) }, () => {
      let text = "";
      for (let n = random.below(8); n > 0; n--) text += random.pick(pieces);
      return hasRare && random.below(20) === 0 ? text + random.pick(rare) : text;
    });
    check(environment, inputs, `seed ${seed}, case ${i}`);
  }
});
