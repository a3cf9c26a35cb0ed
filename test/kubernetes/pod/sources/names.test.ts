import { describe, expect, test } from "vitest";
import {
  dnsLabelProblems,
  dnsSubdomainProblems,
  qualifiedNameProblems,
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
