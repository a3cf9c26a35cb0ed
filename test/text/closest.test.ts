import { expect, test } from "vitest";
import { closest, closestOf, listOfClosest } from "../../src/text/closest.ts";
import { Random } from "../reference/random.ts";

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
  expect(closestOf("hosts", ["HOST", "hxxxs", "HOSTS"], 2)).toEqual(["HOSTS", "HOST"]);
});

test("the first 64 characters are compared", () => {
  const start = "a".repeat(63);
  const [key, same, other] = [`${start}ab`, `${start}acccc`, `${start}bb`];
  expect(closestOf(key, [other, same], 1)).toEqual([same]);
  expect(closestOf(key, [`${start}ac`, `${start}ab`], 1)).toEqual([`${start}ac`]);
});

test("the first thousand keys are compared", () => {
  const others = (count: number) => Array.from({ length: count }, (_, i) => `other-${i}`);
  expect(closest("wanted", [...others(999), "wantef"])).toBe("wantef");
  expect(closest("wanted", [...others(1000), "wantef"])).toBeUndefined();
  expect(closestOf("wanted", [...others(999), "wantef", "wanted"], 1)).toEqual(["wantef"]);
});

test("the order of random keys is that of the recursive definition of the distance", () => {
  const distance = (a: string, b: string): number => {
    if (a === "" || b === "") return a.length + b.length;
    const [restA, restB] = [a.slice(1), b.slice(1)];
    const isSwapped = a.length > 1 && b.length > 1 && a[0] === b[1] && a[1] === b[0];
    return Math.min(
      distance(restA, b) + 1,
      distance(a, restB) + 1,
      distance(restA, restB) + (a[0] === b[0] ? 0 : 1),
      isSwapped ? distance(a.slice(2), b.slice(2)) + 1 : Number.POSITIVE_INFINITY,
    );
  };
  const random = new Random(5);
  const text = () => Array.from({ length: random.below(6) }, () => "abc"[random.below(3)]).join("");
  for (let i = 0; i < 200; i++) {
    const [key, keys] = [text(), Array.from({ length: 6 }, text)];
    const expected = keys.toSorted((a, b) => distance(key, a) - distance(key, b));
    expect(closestOf(key, keys, 6), `${key} ${keys}`).toEqual(expected);
  }
});

test("a list of at most five keys", () => {
  expect(listOfClosest("d", ["e", "a", "b", "c", "d"])).toBe("e, a, b, c, d");
  expect(listOfClosest("d", [])).toBe("");
  expect(listOfClosest("d", ["ee", "aa", "bb", "cc", "d", "ff"])).toBe("d, ee, aa, bb, cc and 1 more");
});
