import { expect, test } from "vitest";
import { ignoreRules } from "../../../src/cli/files/ignore-rules.ts";

test.each([
  ["a", ["a", "b/a", "a/b", "a/b/c/d"], ["ab", "b/ab"]],
  ["/a", ["a", "a/b", "a/b/c"], ["b/a", "b/a/c"]],
  ["a/", ["a/b", "c/a/b", "c/a/b/d/e"], ["a", "c/a"]],
  ["a/b", ["a/b", "a/b/c"], ["c/a/b"]],
  ["*.yml", ["x.yml", "a/x.yml"], ["x.yaml"]],
  ["a/*/c", ["a/b/c"], ["a/c", "a/b/b/c"]],
  ["a/**/c", ["a/c", "a/b/b/c"], ["b/c", "a/bc"]],
  ["a/**", ["a/b", "a/b/c"], ["a", "ba/b"]],
  ["**/a", ["a", "b/c/a"], ["ba"]],
  ["a?c", ["abc"], ["a/c", "ac"]],
  ["\\#a", ["#a"], ["a"]],
  ["a\\*", ["a*"], ["ab"]],
  ["a ", ["a"], ["a "]],
  ["a\\ ", ["a "], ["a"]],
  ["a\\   ", ["a "], ["a", "a  "]],
  ["a\r", ["a"], ["a\r"]],
  ["a\rb\r", ["a\rb"], ["ab", "a\rb\r"]],
  ["/*.yml", ["x.yml"], ["a/x.yml"]],
  ["/a/", ["a/b"], ["a", "c/a/b"]],
  ["a/b/", ["a/b/c"], ["a/b", "x/a/b/c"]],
  ["\\!a", ["!a"], ["a"]],
  ["", [], ["", "a"]],
  [" ", [], [" ", "a"]],
  ["[Bb]in/", ["bin/x", "a/Bin/x"], ["cin/x", "bin"]],
  ["v[0-9a-c].yml", ["v1.yml", "vb.yml"], ["vd.yml", "v.yml", "v10.yml"]],
  ["[!a-c]x", ["dx"], ["ax", "/x"]],
  ["[^a]x", ["bx"], ["ax"]],
  ["[]-]x", ["]x", "-x"], ["ax"]],
  ["[a\\]]x", ["]x", "ax"], ["\\x"]],
  ["[[:digit:]_]x", ["7x", "_x"], ["ax", ":x"]],
  ["a[b/c", [], ["a[b/c", "ab/c"]],
  ["a\\[b]", ["a[b]"], ["ab"]],
  ["# a", [], ["# a", "a"]],
])("%j leaves out", (pattern, out, kept) => {
  const isIgnored = ignoreRules([pattern]);
  expect([...out, ...kept].filter(isIgnored)).toEqual(out);
});

test("the last rule wins, but files in an excluded directory stay excluded", () => {
  expect(["a.yml", "b.yml"].filter(ignoreRules(["*.yml", "!b.yml"]))).toEqual(["a.yml"]);
  expect(["a.yml", "b.yml"].filter(ignoreRules(["!b.yml", "*.yml"]))).toEqual(["a.yml", "b.yml"]);
  expect(ignoreRules(["a/", "!a/b"])("a/b")).toBe(true);
  expect(ignoreRules(["b", "!a/b"])("a/b/c")).toBe(false);
  expect(["a/x", "b/x"].filter(ignoreRules(["*/", "!/b/"]))).toEqual(["a/x"]);
});

test("many stars take no more than their number times the path", () => {
  expect(ignoreRules([`${"*a".repeat(1000)}b`])("a".repeat(2000))).toBe(false);
});
