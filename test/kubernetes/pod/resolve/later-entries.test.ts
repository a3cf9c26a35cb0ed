import { expect, test } from "vitest";
import { resolvePod } from "../../../../src/index.ts";
import { fuzzCases, Random } from "../../../reference/random.ts";

/** The index of the entry that each reference is declared in later; undefined for a reference that is not. */
function declarations(names: readonly string[], texts: readonly string[]): (number | undefined)[] {
  const env = names.map((name, i) => ({ name, value: texts[i]! }));
  const [container] = resolvePod({ spec: { containers: [{ name: "app", env }] } }, {}, { world: "closed" }).containers;
  return container!.unresolved.map(({ declaration }) => declaration?.at(-1) as number | undefined);
}

test("a reference to a name that is set later reports the first later entry, its own included", () => {
  expect(declarations(["A", "B", "A", "", "C"], ["$(C)$(B)$(A)", "$(A)$(C)", "$(D)", "$(C)", "$(C)"])).toEqual([
    4,
    1,
    0,
    4,
    undefined,
    4,
    4,
  ]);
});

test.each([3, 16, 17, 40])("the first later entry of a name, among %j entries", (count) => {
  const random = new Random(count);
  const name = () => random.pick(["", "A", "B", "C", "D", `N${random.below(count)}`]);
  for (let run = 0; run < fuzzCases(200); run++) {
    const names = Array.from({ length: count }, name);
    const wanted = names.map(() => Array.from({ length: random.below(4) }, name));
    const expected = wanted.flatMap((list, current) =>
      list.flatMap((one) => {
        const first = names.indexOf(one);
        return first !== -1 && first < current ? [] : [first === -1 ? undefined : first];
      }),
    );
    const texts = wanted.map((list) => list.map((one) => `$(${one})`).join(""));
    expect(declarations(names, texts)).toEqual(expected);
  }
});
