import { expect, test } from "vitest";
import { escapesDoubled, firstSuspect } from "../../../src/expansion/streams/yaml-expansion.ts";

test.each([
  ["", ""],
  ["$ $A", "$ $A"],
  ["$$", "$$$$"],
  ["$$$", "$$$$$"],
  ["$$(A)", "$$$$(A)"],
  ["$(A)", "$(A)"],
  ["$(A$$B) $$", "$(A$$B) $$$$"],
  ["$(A$$\nB)$$", "$(A$$\nB)$$$$"],
  ["$()$$()", "$()$$$$()"],
  ["$(A$$", "$(A$$$$"],
  ["$(A) $(B$$", "$(A) $(B$$$$"],
])("%j with its escapes doubled is %j", (text, doubled) => {
  expect(escapesDoubled(text)).toBe(doubled);
});

test.each<[text: string, name: string | undefined, offset: number | undefined]>([
  ["", undefined, undefined],
  ["a: b)", undefined, undefined],
  ["a: $b", undefined, undefined],
  ["a: $(A", undefined, undefined],
  ["a) $(A", undefined, undefined],
  ["a: $(A)", "A", 3],
  ["a: $(A $(B)", "A $(B", 3],
  ["a: $$(A)", "", 3],
  ["a: $$", "", 3],
  ['"$\\u0028"', "", 1],
  ['"\\x24(A)"', "", 1],
  ['"\\u0024(A)"', "", 1],
  ['"\\U00000028A)"', "", 1],
  ['"\\x29"', undefined, undefined],
  ['"\\n"', undefined, undefined],
  ["b: $(B a\nc: $$", "", 12],
])("in %j, the first that expansion might change is %j at %j", (text, name, offset) => {
  expect(firstSuspect(text)).toEqual(name === undefined ? undefined : { name, offset });
});
