/** The operators of Flux that take a glob or a position, and the time that they take. */
import { expect, test } from "vitest";
import { SubstitutionError } from "../../../src/expansion/dialects/evaluation.ts";
import { Substitution } from "../../../src/expansion/dialects/substitution.ts";
import { growthExponent, LINEAR } from "../../reference/linearity.ts";

const expanded = (text: string, value: string) => new Substitution("flux", { A: value }).expand(text);

// The results of Go: path.Match for each length of the value.
test.each([
  ["${A#*}", "abc", "bc"],
  ["${A##*}", "abc", ""],
  ["${A#*}", "", ""],
  ["${A#a*}", "abc", "bc"],
  ["${A##*b}", "abcbd", "d"],
  ["${A#*b}", "abcbd", "cbd"],
  ["${A%b*}", "abcbd", "abc"],
  ["${A%%b*}", "abcbd", "a"],
  ["${A#b}", "abc", "abc"],
  ["${A#[ab]?}", "abc", "c"],
  ["${A#*[}", "abc", "abc"],
  ["${A##*b[}", "abcb", "abcb"],
  ["${A#*é}", "aébé", "bé"],
  ["${A##*é}", "aébéc", "c"],
  ["${A:9223372036854775807}", "abc", ""],
  ["${A:9223372036854775808}", "abc", "abc"],
  ["${A:00000000000000000000001}", "abc", "bc"],
  ["${A:0:9223372036854775807}", "abc", "abc"],
])("%s of %j is %j", (text, value, result) => {
  expect(expanded(text, value)).toBe(result);
});

test("a position and a length whose sum is not an integer of 64 bits", () => {
  expect(() => expanded("${A:1:9223372036854775807}", "abc")).toThrow(SubstitutionError);
});

test.each([
  ["${A%*a*b}", "a"],
  ["${A#*b*c}", "a"],
  ["${A##a*a*a*b}", "a"],
  ["${A%%*a*b*c*d}", "ab"],
  ["${A#?*b}", "a"],
  ["${A%[a-c]*d}", "a"],
  ["${A#*a*b}", "é"],
  ["${A//a/bb}", "a"],
])("%s of many %s", (text, piece) => {
  const run = (size: number) => expect(expanded(text, piece.repeat(size))).not.toBe("");
  run(1000);
  expect(growthExponent(run, 1000)).toBeLessThan(LINEAR);
});

test("a pattern that would be compared for too long is an error", () => {
  expect(() => expanded("${A#*?x*y}", `é${"a".repeat(20_000)}`)).toThrow(/takes too long/);
});
