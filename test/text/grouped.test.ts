import { expect, test } from "vitest";
import { addTo, getOrAdd, grouped } from "../../src/text/grouped.ts";

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

test("the value of a key is made once, even if it is undefined", () => {
  const made: string[] = [];
  const known = new Map<string, string | undefined>([["a", "1"]]);
  const make = (key: string) => () => {
    made.push(key);
    return key === "b" ? "2" : undefined;
  };
  for (const key of ["a", "b", "c", "b", "c"]) getOrAdd(known, key, make(key));
  expect(made).toEqual(["b", "c"]);
  expect([...known]).toEqual([
    ["a", "1"],
    ["b", "2"],
    ["c", undefined],
  ]);
});
