import { expect, test } from "vitest";
import { GARDEN } from "../../src/yaml/dialect.ts";
import type { Path } from "../../src/yaml/node.ts";
import { parseManifest } from "../../src/yaml/parse.ts";
import { offsetInText, pathAt } from "../../src/yaml/places.ts";

const TEXT = `a: &text "x\\t\${b}"
alias: *text
map: &map { k: v }
mapAlias: *map
list: [1, two]
`;

/** The rest of the line at the offset of a path. */
function at(path: Path, inString?: number): string {
  const offset = offsetInText(TEXT, parseManifest(TEXT, GARDEN)[0]!, path, inString);
  return TEXT.slice(offset, TEXT.indexOf("\n", offset));
}

test.each<[Path, number | undefined, string]>([
  [[], undefined, 'a: &text "x\\t${b}"'],
  [["a"], undefined, '"x\\t${b}"'],
  [["a"], 2, '${b}"'],
  [["alias"], undefined, '"x\\t${b}"'],
  [["alias"], 2, '${b}"'],
  [["map"], undefined, "{ k: v }"],
  [["mapAlias"], undefined, "*map"],
  [["mapAlias", "k"], undefined, "v }"],
  [["list", 1], 1, "wo]"],
  // A missing value is at the nearest parent, and the offset in the string is ignored.
  [["list", 7], 1, "[1, two]"],
  [["a", "b", "c"], 2, '"x\\t${b}"'],
  [["nope"], 1, 'a: &text "x\\t${b}"'],
  // A number is not a string.
  [["list", 0], undefined, "1, two]"],
])("%j, offset %j: %s", (path, inString, text) => expect(at(path, inString)).toBe(text));

/** The mark `¦` is at the offset. Aliases are not followed, and a `<<` is not a member. */
test.each<[string, Path, string]>([
  ["¦a: b\n", ["a"], "key of b"],
  ["a¦: b\n", ["a"], "key of b"],
  ["a: ¦b\n", ["a"], "b"],
  ["a: b¦\n", ["a"], "b"],
  ["a: b # ¦c\n", ["a"], "b"],
  ["a: b\n¦", [], "a: b"],
  ["a: b\r\n¦\r\n", [], "a: b"],
  ["a: b\n¦c: d\n", ["c"], "key of d"],
  ["  ¦a: b\n", ["a"], "key of b"],
  ["¦ a: b\n", [], "a: b"],
  ["a¦:\nb: c\n", ["a"], "key of "],
  ["a:  ¦\nb: c\n", ["a"], ""],
  ["? ¦a\n: b\n", ["a"], "key of b"],
  ["¦- a\n", [], "- a"],
  ["- a¦\n- b\n", [0], "a"],
  ["- a\n- ¦b\n", [1], "b"],
  ["[a, b] ¦\n", [1], "b"],
  ["a: [b,\n¦ c]\n", ["a"], "[b,\n c]"],
  ["{a: {b: [c, ¦d]}, e: f}\n", ["a", "b", 1], "d"],
  ["{a: {b: [c, d]}, ¦e: f}\n", ["e"], "key of f"],
  ["a: |\n  b\n  ¦c\nd: e\n", ["a"], "|\n  b\n  c\n"],
  ["a: b\r¦\n", [], "a: b"],
  ["a: b\r\n¦c: d\n", ["c"], "key of d"],
  ["a:¦ b\n", ["a"], "b"],
  ["a:\n  ¦b: c\n", ["a", "b"], "key of c"],
  ["a:\n  b: c¦\n", ["a", "b"], "c"],
  ["a: [b, ¦]\n", ["a", 0], "b"],
  ["a: [b,\n¦]\n", ["a"], "[b,\n]"],
  ["a: [¦b]\n", ["a", 0], "b"],
  ["a: ¦[b]\n", ["a"], "[b]"],
  ["¦[b]\n", [], "[b]"],
  ["¦b\n", [], "b"],
  ["a: 1\n¦a: 2\n", ["a"], "key of 2"],
  ["x: &x {k: v}\na: *¦x\n", ["a"], "*x"],
  ["x: &x {k: v}\na:\n  <¦<: *x\n  k: w\n", ["a"], "<<: *x\n  k: w"],
  ["x: &x {k: v}\na:\n  k: w\n  <<: *¦x\n", ["a"], "k: w\n  <<: *x"],
  ["x: &x {k: v}\na:\n  <<: *x\n  k: ¦w\n", ["a", "k"], "w"],
  ["x: &x {k: v}\na:\n  <<: *¦x\n  k: w\n", ["a"], "<<: *x\n  k: w"],
])("%j is in %j: %j", (marked, path, shown) => {
  const text = marked.replace("¦", "");
  const found = pathAt(text, parseManifest(text)[0]!, marked.indexOf("¦"));
  const { start, end } = found.node;
  expect([found.path, `${found.isInKey ? "key of " : ""}${text.slice(start, end)}`]).toEqual([path, shown]);
});
