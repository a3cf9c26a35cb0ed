import { expect, test } from "vitest";
import { LaterEntries } from "../../src/pod/later-entries.ts";

const entries = ["A", "B", "A", undefined, "C"].map((name) => (name === undefined ? {} : { name }));

test("the first entry of a name that is not set yet, the current one included", () => {
  const later = new LaterEntries(entries as { name: string }[]);
  const found = () => ["A", "B", "C", "", "D"].map((name) => later.indexOf(name));
  expect(found()).toEqual([0, 1, 4, 3, undefined]);
  later.advance(1);
  expect(found()).toEqual([2, 1, 4, 3, undefined]);
  later.advance(3);
  expect(found()).toEqual([undefined, undefined, 4, 3, undefined]);
  later.advance(5);
  expect(found()).toEqual([undefined, undefined, undefined, undefined, undefined]);
});

test("asked for the first time when all are set, it knows none", () => {
  const later = new LaterEntries(entries as { name: string }[]);
  later.advance(5);
  expect(later.indexOf("A")).toBeUndefined();
});
