import { expect, test } from "vitest";
import { addTo, grouped } from "../../src/text/grouped.ts";

test("items are grouped by key, in the order of the first item of each group", () => {
  const lengths = grouped(new Set(["bb", "a", "cc", "", "d"]), (item) => item.length);
  expect([...lengths]).toEqual([
    [2, ["bb", "cc"]],
    [1, ["a", "d"]],
    [0, [""]],
  ]);
  expect(grouped([], () => "key")).toEqual(new Map());
});

test("an item is added after those with the same key", () => {
  const groups = new Map([["a", [1]]]);
  const list = groups.get("a");
  addTo(groups, "a", 1);
  addTo(groups, "b", 2);
  expect(groups.get("a")).toBe(list);
  expect([...groups]).toEqual([
    ["a", [1, 1]],
    ["b", [2]],
  ]);
});
