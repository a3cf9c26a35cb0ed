import { expect, test } from "vitest";
import { type Language, LineColors } from "../../docs/playground/colors.ts";

/** The highlighted parts of each line: `key:name string:"x"`. */
function colors(language: Language, ...lines: string[]): string[] {
  const state = new LineColors(language);
  return lines.map((line) =>
    state
      .next(line)
      .map(({ color, from, to }) => `${color}:${line.slice(from, to)}`)
      .join(" "),
  );
}

test("keys, strings, and comments", () => {
  expect(
    colors(
      "yaml",
      "name: x",
      '  - "a b": "c # d" # e',
      "{a: 1, 'b': 'it''s'}",
      "url: http://x#y",
      "- a:b",
      "# x: y",
      "key:",
    ),
  ).toEqual([
    "key:name",
    'key:"a b" string:"c # d" comment:# e',
    "key:a key:'b' string:'it''s'",
    "key:url",
    "",
    "comment:# x: y",
    "key:key",
  ]);
});

test("block scalars have no keys", () => {
  expect(
    colors("yaml", "- script: |", "    a: b", "", "    # c", "  next: x", "- run: >-", "    a: b", "- c: d"),
  ).toEqual(["key:script", "", "", "", "key:next", "key:run", "", "key:c"]);
});

test("env files", () => {
  expect(colors("env", "# x", "A='b # c' # d", "export B=1")).toEqual([
    "comment:# x",
    "key:A string:'b # c'",
    "key:export B",
  ]);
});

test("takes time linear in the line", () => {
  for (const line of ['"'.repeat(2000), "'".repeat(2000), ": ".repeat(1000), "- ".repeat(1000), "a".repeat(2000)]) {
    expect(colors("yaml", line)).toHaveLength(1);
    expect(colors("env", line)).toHaveLength(1);
  }
});
