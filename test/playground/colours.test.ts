import { expect, test } from "vitest";
import { type Language, LineColours } from "../../docs/playground/colours.ts";

/** Each line's coloured pieces: `key:name string:"x"`. */
function colours(language: Language, ...lines: string[]): string[] {
  const state = new LineColours(language);
  return lines.map((line) =>
    state
      .next(line)
      .map(({ colour, from, to }) => `${colour}:${line.slice(from, to)}`)
      .join(" "),
  );
}

test("keys, strings and comments", () => {
  expect(
    colours(
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

test("blocks of text have no keys", () => {
  expect(
    colours("yaml", "- script: |", "    a: b", "", "    # c", "  next: x", "- run: >-", "    a: b", "- c: d"),
  ).toEqual(["key:script", "", "", "", "key:next", "key:run", "", "key:c"]);
});

test("env files", () => {
  expect(colours("env", "# x", "A='b # c' # d", "export B=1")).toEqual([
    "comment:# x",
    "key:A string:'b # c'",
    "key:export B",
  ]);
});

test("time grows with the line only", () => {
  for (const line of ['"'.repeat(2000), "'".repeat(2000), ": ".repeat(1000), "- ".repeat(1000), "a".repeat(2000)]) {
    expect(colours("yaml", line)).toHaveLength(1);
    expect(colours("env", line)).toHaveLength(1);
  }
});
