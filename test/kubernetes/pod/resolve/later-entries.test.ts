import { expect, test } from "vitest";
import { LaterEntries } from "../../../../src/kubernetes/pod/resolve/unresolved.ts";
import { fuzzCases, Random } from "../../../reference/random.ts";

const entries = ["A", "B", "A", undefined, "C"].map((name) => (name === undefined ? {} : { name }));

test("the first entry of a name that is not set yet, the current one included", () => {
  const later = new LaterEntries(entries as { name: string }[]);
  const found = (current: number) => ["A", "B", "C", "", "D"].map((name) => later.indexOf(name, current));
  expect(found(0)).toEqual([0, 1, 4, 3, undefined]);
  expect(found(1)).toEqual([2, 1, 4, 3, undefined]);
  expect(found(3)).toEqual([undefined, undefined, 4, 3, undefined]);
  expect(found(5)).toEqual([undefined, undefined, undefined, undefined, undefined]);
});

test("asked for the first time when all are set, it knows none", () => {
  const later = new LaterEntries(entries as { name: string }[]);
  expect(later.indexOf("A", 5)).toBeUndefined();
});

test.each([3, 16, 17, 40])("the first entry of a name that is not set yet, among %j entries", (count) => {
  const random = new Random(count);
  const name = () => random.pick(["", "A", "B", "C", "D", `N${random.below(count)}`]);
  for (let run = 0; run < fuzzCases(400); run++) {
    const entries = Array.from({ length: count }, () => ({ name: name() }));
    const later = new LaterEntries(entries);
    for (let current = 0; current <= count; current += 1 + random.below(3)) {
      for (let asked = random.below(4); asked > 0; asked--) {
        const wanted = name();
        const expected = entries.findIndex((entry, i) => i >= current && entry.name === wanted);
        expect(later.indexOf(wanted, current)).toBe(expected === -1 ? undefined : expected);
      }
    }
  }
});
