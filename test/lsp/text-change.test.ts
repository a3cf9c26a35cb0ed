import { expect, test } from "vitest";
import { TextChange } from "../../src/lsp/text-change.ts";

/** Where each character of the text before is now, and where each of the text after was before. */
function moved(before: string, after: string) {
  const change = new TextChange(before, after);
  const now = Array.from(before, (_, start) => change.after({ start, end: start + 1 })?.start);
  const then = Array.from({ length: after.length + 1 }, (_, offset) => change.before(offset));
  return { now, then };
}

const gone = undefined;

test.each<[before: string, after: string, now: (number | undefined)[], then: number[]]>([
  ["abc", "abc", [0, 1, 2], [0, 1, 2, 3]],
  // Something is inserted.
  ["abc", "axbc", [0, 2, 3], [0, 1, 1, 2, 3]],
  ["abc", "xyabc", [2, 3, 4], [0, 0, 0, 1, 2, 3]],
  ["abc", "abcx", [0, 1, 2], [0, 1, 2, 3, 3]],
  // Something is taken away.
  ["abc", "ac", [0, gone, 1], [0, 1, 3]],
  ["abc", "c", [gone, gone, 0], [0, 3]],
  ["abc", "a", [0, gone, gone], [0, 1]],
  // Something is replaced.
  ["abcd", "axyd", [0, gone, gone, 3], [0, 1, 2, 3, 4]],
  ["abcd", "axd", [0, gone, gone, 2], [0, 1, 3, 4]],
  ["abc", "xyz", [gone, gone, gone], [0, 1, 2, 3]],
  // One of many that are the same.
  ["aa", "aaa", [0, 1], [0, 1, 2, 2]],
  ["aaa", "aa", [0, 1, gone], [0, 1, 2]],
  ["", "a", [], [0, 0]],
  ["a", "", [gone], [0]],
])("%j becomes %j", (before, after, now, then) => {
  expect(moved(before, after)).toEqual({ now, then });
});

test("a range that the change is in is nowhere; one that ends where it begins, or begins where it ends, is", () => {
  const change = new TextChange("abcdef", "abxef");
  expect(change.after({ start: 0, end: 2 })).toEqual({ start: 0, end: 2 });
  expect(change.after({ start: 4, end: 6 })).toEqual({ start: 3, end: 5 });
  expect(change.after({ start: 1, end: 5 })).toBeUndefined();
  expect(change.after({ start: 0, end: 3 })).toBeUndefined();
  expect(change.after({ start: 3, end: 6 })).toBeUndefined();
});
