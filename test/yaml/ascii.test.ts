import { expect, test } from "vitest";
import { isMarker } from "../../src/yaml/ascii.ts";

test.each([
  ["---", true],
  ["...", true],
  ["--- a", true],
  ["---\t", true],
  ["...\n", true],
  ["---\r", true],
  ["---a", false],
  ["...!", false],
  ["--", false],
  ["-- ", false],
  ["--.", false],
  ["-..", false],
  ["-.-", false],
  ["..- ", false],
  ["xxx", false],
  ["   ", false],
  ["", false],
])("%j: %j", (text, isOne) => {
  const bytes = Buffer.from(`a\n${text}`);
  expect(isMarker(bytes, 2)).toBe(isOne);
});
