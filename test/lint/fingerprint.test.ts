import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import type { Finding } from "../../src/lint/finding.ts";
import { fingerprints } from "../../src/lint/fingerprint.ts";

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
