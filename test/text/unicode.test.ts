import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { unicodeTest } from "../../src/text/unicode.ts";

test("gives the result of the pattern", () => {
  const name = unicodeTest(/^\w+$/, "^[\\p{L}\\p{Nd}_]+$");
  expect(
    ["a1_", "", "a b", "\u00e9", "a\u00e9\u0661", "\u00d7", "\u{1d49c}"].filter((text) => name.test(text)),
  ).toEqual(["a1_", "\u00e9", "a\u00e9\u0661", "\u{1d49c}"]);
});

test("ASCII does not compile the pattern, which this engine may not know", () => {
  const strange = unicodeTest(/^[a-z]$/, "\\p{Strange}");
  expect([strange.test("a"), strange.test("1")]).toEqual([true, false]);
  expect(() => strange.test("\u00e9")).toThrow(SyntaxError);
});

test("no file of the library contains a Unicode property, which an engine without its tables rejects", () => {
  const [{ files }] = JSON.parse(
    execFileSync("npm", ["pack", "--dry-run", "--json", "--ignore-scripts", "--offline"], {
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
    }),
  ) as [{ files: { path: string }[] }];
  const scripts = files.map(({ path }) => path).filter((path) => /^dist\/(?!cli\/).*\.js$/.test(path));
  expect(scripts.length).toBeGreaterThan(10);
  expect(scripts.filter((path) => /(?<!\\)\\p\{/.test(readFileSync(path, "utf8")))).toEqual([]);
});
