import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import type { Finding } from "../../../src/lint/finding.ts";
import { baselineText, fingerprints, newFindings, readBaseline } from "../../../src/lint/report/fingerprint.ts";

const finding = (rule: string, same: string) => ({ file: "a.yaml", rule, object: "Pod/p", same }) as Finding;
const digest = (text: string) => createHash("sha256").update(text).digest("hex").slice(0, 32);

test("a fingerprint is that of the file, the rule, the object and the message; of several, with a number", () => {
  const of = fingerprints((file) => `k/${file}`);
  const text = '["k/a.yaml","lost-dollar","Pod/p","x"]';
  expect([1, 2, 3].map(() => of(finding("lost-dollar", "x")))).toEqual([
    digest(text),
    digest(`${text}1`),
    digest(`${text}2`),
  ]);
  expect(of(finding("lost-dollar", "y"))).toBe(digest('["k/a.yaml","lost-dollar","Pod/p","y"]'));
});

test("a finding without an object", () => {
  const { object: _, ...rest } = finding("lost-dollar", "x");
  expect(fingerprints((file) => file)(rest as Finding)).toBe(digest('["a.yaml","lost-dollar","","x"]'));
});

const path = (file: string) => `k/${file}`;

test("a baseline: a sorted line for each finding", () => {
  const [a, b] = [finding("self-reference", "x"), finding("lost-dollar", "x")];
  const line = (rule: string, number: string) =>
    `{"file":"k/a.yaml","rule":"${rule}","fingerprint":"${digest(`["k/a.yaml","${rule}","Pod/p","x"]${number}`)}"}`;
  const dollars = [line("lost-dollar", ""), line("lost-dollar", "1")].sort();
  expect(baselineText([a, b, b], path)).toBe(
    `{"version": 1, "findings": [\n${[...dollars, line("self-reference", "")].join(",\n")}\n]}\n`,
  );
  expect(baselineText([], path)).toBe('{"version": 1, "findings": [\n\n]}\n');
});

test("findings that are not in a baseline: new ones, and more equal ones", () => {
  const [a, b] = [finding("self-reference", "x"), finding("lost-dollar", "x")];
  const known = readBaseline(baselineText([a, b], path))!;
  expect(known.size).toBe(2);
  expect(newFindings([b, a, b], known, path)).toEqual([b]);
  expect(newFindings([a], readBaseline('{"version": 1, "findings": []}')!, path)).toEqual([a]);
});

test.each([
  "",
  "null",
  "1",
  '"version"',
  "[]",
  "{}",
  '{"version": 1}',
  '{"version": 1, "findings": {}}',
  '{"version": 2, "findings": []}',
  '{"version": "1", "findings": []}',
  '{"version": 1, "findings": [null]}',
  '{"version": 1, "findings": [{}]}',
  '{"version": 1, "findings": [{"fingerprint": 1}]}',
  '{"version": 1, "findings": [{"fingerprint": "a"}, "b"]}',
])("%j is not a baseline", (text) => {
  expect(readBaseline(text)).toBeUndefined();
});
