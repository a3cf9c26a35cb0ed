import { expect, test } from "vitest";
import { SimilarNames } from "../../src/text/similar-names.ts";
import { growthExponent, LINEAR } from "../reference/linearity.ts";

test.each<[name: string, names: string[], similar: string | undefined]>([
  ["DB_HSOT", ["DB_HOST", "DB_PORT"], "DB_HOST"],
  ["DB_HOS", ["DB_HOST"], "DB_HOST"],
  ["DB_HOSTT", ["DB_HOST"], "DB_HOST"],
  ["DB_HOSX", ["DB_HOST"], "DB_HOST"],
  ["db_host", ["DB_HOST"], "DB_HOST"],
  ["DB_HOXX", ["DB_HOST"], undefined],
  ["XDB_HOST", ["DB_HOSTY"], undefined],
  // The name itself is no other one.
  ["DB_HOST", ["DB_HOST"], undefined],
  ["HOST_1", ["HOST_2"], undefined],
  ["HOST_1", ["HOST_"], undefined],
  ["ABC", ["ABD"], undefined],
  ["ABCD", ["ABCE", "NOT_ACCEPTED"], "ABCE"],
  ["NOT_ACCEPTEDX", ["NOT_ACCEPTED"], undefined],
  ["a".repeat(64), ["a".repeat(63)], "a".repeat(63)],
  ["a".repeat(65), ["a".repeat(64)], undefined],
])("%j among %j: %j", (name, names, similar) => {
  expect(new SimilarNames(names).to(name, (other) => other !== "NOT_ACCEPTED")).toBe(similar);
});

test("many names take linear time", () => {
  const find = (count: number) => {
    const names = Array.from(
      { length: count },
      (_, i) => `name-${i.toString(36).replace(/\d/g, (digit) => "ghijklmnop"[+digit]!)}`,
    );
    const similar = new SimilarNames(names);
    for (const name of names) similar.to(`${name}x`, () => true);
  };
  expect(growthExponent(find, 200)).toBeLessThan(LINEAR);
});
