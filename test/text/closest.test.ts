import { expect, test } from "vitest";
import { closest, closestOf } from "../../src/text/closest.ts";

test.each<[string, string[], string | undefined]>([
  ["LOG_LEVL", ["LOG_LEVEL", "LOG_FILE"], "LOG_LEVEL"],
  // One change for every three characters.
  ["abc", ["abd"], "abd"],
  ["ab", ["ac"], undefined],
  ["abc", ["add"], undefined],
  ["abcdef", ["xbcdey"], "xbcdey"],
  ["abcdef", ["xbcxey"], undefined],
  // A character inserted, deleted, replaced, or swapped: at the start, in the middle, at the end.
  ["abc", ["xabc"], "xabc"],
  ["abc", ["abxc"], "abxc"],
  ["abc", ["abcx"], "abcx"],
  ["abc", ["bc"], "bc"],
  ["abc", ["ac"], "ac"],
  ["abc", ["ab"], "ab"],
  ["abc", ["xbc"], "xbc"],
  ["abc", ["bac"], "bac"],
  ["abc", ["acb"], "acb"],
  ["abc", ["cba"], undefined],
  // Two swaps are two changes.
  ["abcd", ["badc"], undefined],
  ["abcdef", ["badcef"], "badcef"],
  // The fewest changes, and the first of equally close keys.
  ["abcdef", ["xbcdey", "xbcdef", "abcdex"], "xbcdef"],
  ["ABC", ["abc"], "abc"],
  ["abc", [], undefined],
  ["", ["a"], undefined],
  ["a".repeat(64), ["a".repeat(63)], "a".repeat(63)],
  ["a".repeat(65), ["a".repeat(65)], undefined],
])("%j among %j: %j", (key, keys, found) => expect(closest(key, keys)).toBe(found));

test("the five closest keys, closest first", () => {
  const names = ["HOST", "PORT", "PATH", "HOSTNAME", "DB_HOST", "HOME", "USER", "LANG"];
  expect(closestOf("HOSTS", names, 5)).toEqual(["HOST", "PORT", "HOME", "PATH", "HOSTNAME"]);
  expect(closestOf("HOSTS", ["b", "a"], 5)).toEqual(["b", "a"]);
});

test("the first thousand keys are compared", () => {
  const others = (count: number) => Array.from({ length: count }, (_, i) => `other-${i}`);
  expect(closest("wanted", [...others(999), "wantef"])).toBe("wantef");
  expect(closest("wanted", [...others(1000), "wantef"])).toBeUndefined();
});
