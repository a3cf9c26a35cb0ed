import { describe, expect, test } from "vitest";
import {
  dataKeyProblems,
  dnsLabelProblems,
  dnsSubdomainProblems,
  isStrictVariableName,
  qualifiedNameProblems,
  variableNameProblems,
} from "../../../../src/kubernetes/pod/sources/names.ts";

describe("the longest names", () => {
  test.each([
    ["label or annotation key", qualifiedNameProblems, 63, "name part must be no more than 63 characters"],
    ["name of a volume or container", dnsLabelProblems, 63, "must be no more than 63 characters"],
    ["name of an object", dnsSubdomainProblems, 253, "must be no more than 253 characters"],
  ] as const)("%s", (_, problemsOf, longest, message) => {
    expect(problemsOf("a".repeat(longest))).toEqual([]);
    expect(problemsOf("a".repeat(longest + 1))).toEqual([message]);
  });

  test("the prefix of a key is not counted", () => {
    expect(qualifiedNameProblems(`${"p".repeat(253)}/${"a".repeat(63)}`)).toEqual([]);
    expect(qualifiedNameProblems(`${"p".repeat(254)}/a`)).toEqual(["prefix part must be no more than 253 characters"]);
  });
});

test.each([
  ["a", true],
  ["a.b", true],
  ["ab.cd", true],
  ["a-b.c-d.e--f", true],
  ["0.1", true],
  ["", false],
  ["A", false],
  ["a.B", false],
  ["a_b", false],
  ["a..b", false],
  [".a", false],
  ["a.", false],
  ["-a", false],
  ["a-", false],
  ["a.-b", false],
  ["a.b-", false],
])("%j as a subdomain, and as the prefix of a key: %j", (name, isOne) => {
  expect(dnsSubdomainProblems(name).length === 0).toBe(isOne);
  expect(qualifiedNameProblems(`${name}/k`).length === 0).toBe(isOne);
  expect(dnsLabelProblems(name).length === 0).toBe(isOne && !name.includes("."));
});

const NOT_PRINTABLE =
  "a valid environment variable name must consist only of printable ASCII characters other than '='";

test.each<[name: string, isStrict: boolean, problems: string[]]>([
  ["A", true, []],
  ["_a.b-c9", true, []],
  ["-", true, []],
  [".a", true, []],
  ["a..", true, []],
  [".", false, []],
  ["..", false, []],
  ["..a", false, []],
  ["9a", false, []],
  ["a b", false, []],
  [" <>~", false, []],
  ["", false, ["environment variable name must be non-empty"]],
  ["a=b", false, [NOT_PRINTABLE]],
  ["a\tb", false, [NOT_PRINTABLE]],
  ["\x7f", false, [NOT_PRINTABLE]],
  ["\u00e9", false, [NOT_PRINTABLE]],
])("as the name of a variable, %j is strict: %s, with the problems %j", (name, isStrict, problems) => {
  expect(isStrictVariableName(name)).toBe(isStrict);
  expect(variableNameProblems(name)).toEqual(problems);
});

test.each<[key: string, problems: number]>([
  ["a.b-C_9", 0],
  [".a", 0],
  ["a..", 0],
  ["a".repeat(253), 0],
  ["a".repeat(254), 1],
  [".", 1],
  ["..", 1],
  ["..a", 1],
  ["", 1],
  ["a/b", 1],
  ["..a/b", 2],
])("as the key of a ConfigMap, %j has %i problems", (key, problems) => {
  expect(dataKeyProblems(key)).toHaveLength(problems);
});
