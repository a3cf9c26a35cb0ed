import { expect, test } from "vitest";
import { globMatcher, normalPath, pathMatcher, wildcardMatcher } from "../../src/text/glob.ts";

test.each([
  ["a/**/*", ["a/b", "a/b/c"], ["a", "b/a/c"]],
  ["a", ["a"], ["a/b", "b/a"]],
  ["*/x.yml", ["a/x.yml"], ["x.yml", "a/b/x.yml"]],
  ["**/x.yml", ["x.yml", "/x.yml", "a/x.yml", "a/b/x.yml"], ["a/x.yml/b", "ax.yml", "a/bx.yml", "x"]],
  ["a/**/b", ["a/b", "a/x/b", "a/x/y/b"], ["ab", "a/xb", "xa/b", "a/b/x"]],
  ["**", ["", "a", "a/b"], []],
  ["**a", ["a", "ba"], ["b/a", "b/ca"]],
  ["a**/b", ["a/b", "ax/b"], ["a/x/b"]],
  ["*", ["", "a"], ["a/", "/"]],
  ["", [""], ["a", "/"]],
  ["a/**", ["a/b", "a/b/c"], ["a", "b/a"]],
  ["a**b", ["ab", "axb"], ["a/b"]],
  ["a?c", ["abc", "a-c"], ["ac", "a/c"]],
  ["?", ["a", "?"], ["", "/", "ab"]],
  ["[a-c]", ["a", "b", "c"], ["d", "-", "ab"]],
  ["[a-]", ["a", "-"], ["b"]],
  ["[-a]", ["a", "-"], ["b"]],
  ["[!a-c]", ["d", "!"], ["a", "b", "/"]],
  ["[^a]", ["b", "^"], ["a"]],
  ["[a/b]", ["a", "b"], ["/", "a/b"]],
  ["[a-c-e]", ["a", "c", "-", "e"], ["d"]],
  ["[a^!]x", ["ax", "^x", "!x"], ["bx", "x"]],
  ["[]a]", ["]", "a"], ["b"]],
  ["[!]]", ["a"], ["]"]],
  ["[\\]-a]", ["]", "^", "a"], ["-", "\\"]],
  ["[a-\\c]", ["a", "b", "c"], ["-", "\\"]],
  ["[[:digit:]x]", ["7", "x"], ["d", ":"]],
  ["[a[:digit:]]", ["7", "a"], ["7]", ":"]],
  ["[[:none:]]", [], ["n", ":"]],
  ["[[:unknownname:]]", [], ["u", ":]"]],
  ["\\*", ["*"], ["a", "\\*"]],
  ["a\\", ["a\\"], ["a"]],
  ["[a", [], ["a", "[a"]],
  ["[a-", [], ["a", "[a-"]],
  ["[a-\\", [], ["a", "[a-\\"]],
  ["[\\", [], ["\\", "[\\"]],
])("the glob %j matches whole paths", (glob, matching, others) => {
  expect([...matching, ...others].filter(globMatcher(glob))).toEqual(matching);
});

test.each([
  ["alnum", "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"],
  ["alpha", "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"],
  ["blank", "\t "],
  ["digit", "0123456789"],
  ["lower", "abcdefghijklmnopqrstuvwxyz"],
  // A class never matches the slash.
  ["punct", "!\"#$%&'()*+,-.:;<=>?@[\\]^_`{|}~"],
  ["space", "\t\n\v\f\r "],
  ["upper", "ABCDEFGHIJKLMNOPQRSTUVWXYZ"],
  ["xdigit", "0123456789ABCDEFabcdef"],
])("of ASCII, the class %s matches %j", (name, matching) => {
  const ascii = [...Array(128).keys()].map((code) => String.fromCharCode(code));
  const negated = ascii.filter((character) => character !== "/" && !matching.includes(character));
  expect(ascii.filter(globMatcher(`[[:${name}:]]`)).join("")).toBe(matching);
  expect(ascii.filter(globMatcher(`[![:${name}:]]`))).toEqual(negated);
});

test.each([
  ["a", ["a", "a/b"], ["ab", "b/a"]],
  ["./a/", ["a", "a/b"], ["ab"]],
  [".", ["a", "a/b"], []],
  ["./*", ["a"], ["a/b"]],
  ["[ab]", ["a", "b"], ["a/b"]],
  ["a?", ["ab"], ["a?/b"]],
  ["a^b", ["a^b", "a^b/c"], ["ab"]],
  ["", ["a", "a/b", ""], []],
  ["a\\*", ["a*"], ["a\\*", "a*/b"]],
])("the entry %j names", (entry, named, others) => {
  expect([...named, ...others].filter(pathMatcher(entry))).toEqual(named);
});

test("a normal path has no empty parts", () => {
  expect([".", "./a//b/", "/a", ""].map(normalPath)).toEqual(["", "a/b", "a", ""]);
});

test.each([
  ["", [""], ["a"]],
  ["a", ["a"], ["", "aa", "ab", "ba"]],
  ["*", ["", "a", "a/b\n"], []],
  ["A*", ["A", "AB"], ["BA", "a"]],
  ["*A", ["A", "BA"], ["AB"]],
  ["A*A", ["AA", "ABA"], ["A", "AAB"]],
  ["A*BC*D", ["ABCD", "AxBCxBCxD"], ["ABD", "ABCDx", "AD"]],
  ["A*B*B", ["ABB", "AxBxB"], ["AB"]],
  ["a.?[b]**c", ["a.?[b]c", "a.?[b]/c"], ["axx[b]c"]],
  [`${"*A".repeat(30)}*B`, [`${"A".repeat(60)}B`], ["A".repeat(60)]],
])("the wildcard pattern %j matches whole texts", (pattern, matching, others) => {
  expect([...matching, ...others].filter(wildcardMatcher(pattern))).toEqual(matching);
});
