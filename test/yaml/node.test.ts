/** Duplicate keys of a mapping. */
import { expect, test } from "vitest";
import { KUBERNETES } from "../../src/yaml/dialect.ts";
import { type DuplicateKey, type Entry, hideDuplicates } from "../../src/yaml/node.ts";
import { parseManifest } from "../../src/yaml/parse.ts";

/** Entries of a mapping with keys at the offsets 0, 1, 2, and so on. */
const entriesOf = (keys: string) => Array.from(keys, (key, start) => ({ key, keyNode: { start } }) as unknown as Entry);

test.each<[keys: string, hidden: number[], duplicates: [key: string, first: number, last: number][]]>([
  ["abc", [], []],
  ["aba", [0], [["a", 0, 2]]],
  [
    "abba",
    [0, 1],
    [
      ["b", 1, 2],
      ["a", 0, 3],
    ],
  ],
  [
    "abab",
    [0, 1],
    [
      ["a", 0, 2],
      ["b", 1, 3],
    ],
  ],
  ["aaab", [0, 1], [["a", 0, 2]]],
])("%s: the last one counts, and duplicates are reported in the order of the last ones", (keys, hidden, duplicates) => {
  const entries = entriesOf(keys);
  expect(hideDuplicates(entries).map(({ key, first, last }) => [key, first, last])).toEqual(duplicates);
  expect(entries.flatMap(({ isHidden }, i) => (isHidden ? [i] : []))).toEqual(hidden);
});

test("keys that merge are not duplicates", () => {
  const found: DuplicateKey[] = [];
  parseManifest("<<: {x: 1}\na: 1\n<<: {a: 2}\na: 3\n", KUBERNETES, (duplicate) => void found.push(duplicate));
  expect(found).toEqual([{ key: "a", first: 11, last: 27 }]);
});
