/** Duplicate keys of a mapping, and the nodes at paths. */
import { describe, expect, test } from "vitest";
import { KUBERNETES } from "../../src/yaml/dialect.ts";
import {
  type DuplicateKey,
  type Entry,
  hideDuplicates,
  nearestNodeAt,
  nodeAt,
  type Path,
} from "../../src/yaml/node.ts";
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

describe("nodeAt follows merges and aliases, in small and in large mappings", () => {
  const others = (count: number) => Array.from({ length: count }, (_, i) => `o${i}: 0\n`).join("");

  test.each([0, 26, 27, 28, 40])("with %i other keys", (count) => {
    const text = `m: 1\nd: 2\nd: 3\n'<<': 4\n<<: {m: 5, p: 6}\n${others(count)}`;
    const [root] = parseManifest(text);
    const found = ["m", "d", "p", "<<", "o0", "x", "toString"].map((key) => nodeAt(root!, [key])?.value);
    expect(found).toEqual([5, 3, 6, 4, count > 0 ? 0 : undefined, undefined, undefined]);
    // A second look-up has the same result.
    expect(nodeAt(root!, ["d"])?.start).toBe(text.indexOf("3"));
  });

  test("a mapping that only merges does not have the key `<<`", () => {
    for (const rest of ["", others(40)]) {
      const [root] = parseManifest(`<<: {m: 5}\n${rest}`);
      expect(nodeAt(root!, ["<<"])).toBeUndefined();
      expect(nodeAt(root!, ["m"])?.value).toBe(5);
    }
  });

  test.each<[string, Path, unknown, unknown]>([
    ["1: a", ["1"], "a", "a"],
    ["1: a", [1], undefined, { 1: "a" }],
    ["[a, b]", [1], "b", "b"],
    ["[a, b]", ["1"], undefined, ["a", "b"]],
    ["[a, b]", [2], undefined, ["a", "b"]],
    ["[a, b]", [2, "c"], undefined, ["a", "b"]],
    ["a", ["length"], undefined, "a"],
    ["a", [0], undefined, "a"],
    ["a: [b]", ["a", 0, 0], undefined, "b"],
    ["a: &x {b: c}\nd: *x", ["d", "b"], "c", "c"],
    ["a: &x {b: c}\nd: *x", ["d", "e"], undefined, { b: "c" }],
    ["a: {b: null}", ["a", "b"], null, null],
    ["a: {b: c}", [], { a: { b: "c" } }, { a: { b: "c" } }],
  ])("%j at %j: %j, and the nearest is %j", (text, path, value, nearest) => {
    const [root] = parseManifest(text);
    expect(nodeAt(root!, path)?.value).toEqual(value);
    expect(nearestNodeAt(root!, path).value).toEqual(nearest);
  });
});
