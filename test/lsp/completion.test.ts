/** The names that are offered after `$(`. */
import { expect, test } from "vitest";
import { completionAt } from "../../src/lsp/answers.ts";
import type { TextView } from "../../src/lsp/view.ts";
import { marked } from "./marked.ts";

const names = [
  { name: "HOST", value: "db", from: "configMapKeyRef shop/web host" },
  { name: "PORT", value: undefined, from: "the Service db" },
];
const view = { visibleAt: () => names } as Partial<TextView> as TextView;

/** What a name takes the place of; undefined where none is offered. */
function replaced(written: string): string | undefined {
  const { at, text } = marked(written);
  const found = completionAt(text, view, at);
  return found && text.slice(found.start, found.end);
}

test.each<[written: string, replaced: string | undefined]>([
  ["$(‸", ""],
  ["$(HO‸", "HO"],
  ["a: [$(‸", ""],
  ['a: ["$(HO‸", b]', "HO"],
  ["a: b\nc: $(HO‸\nd: e", "HO"],
  // A name that is there already, up to its parenthesis; without one, what follows is another word.
  ["$(HO‸ST)", "HOST)"],
  ["$(‸)", ")"],
  ["$(‸a-b.c_1)", "a-b.c_1)"],
  ["$(HO‸ST $(PORT)", "HO"],
  ["$(‸HOST", ""],
  ["$(‸azAZ09-._)", "azAZ09-._)"],
  ["$(‸é)", ""],
  ["$(é.‸", "é."],
  // Each `$$` is an escaped dollar sign.
  ["$$(‸", undefined],
  ["$$$(‸", ""],
  ["$$$$(‸", undefined],
  ["a$(‸", ""],
  // No reference is begun.
  ["‸", undefined],
  ["$‸", undefined],
  ["$‸(", undefined],
  ["$(HOST)‸", undefined],
  ["$(A B‸", undefined],
  ["$(\n‸", undefined],
  ["$(\r‸", undefined],
  ["$(A\nB‸", undefined],
  ...[..."\"'`$(){}\t"].map((character): [string, undefined] => [`$(A${character}‸`, undefined]),
  ["${‸", undefined],
])("%j: %j", (written, expected) => {
  expect(replaced(written)).toBe(expected);
});

test("a completed name includes its parenthesis; its value and source are shown next to it", () => {
  expect(completionAt("$(", view, 2)).toEqual({
    start: 2,
    end: 2,
    names: [
      { label: "HOST", detail: "db  configMapKeyRef shop/web host", text: "HOST)" },
      { label: "PORT", detail: "the Service db", text: "PORT)" },
    ],
  });
});

test("a view without names for references replaces the same text", () => {
  const { at, text } = marked("$(HO‸ST)");
  expect(completionAt(text, {} as TextView, at)).toEqual({ start: 2, end: 7, names: [] });
});

test("a view that has something else to offer is asked for that", () => {
  const own = { start: 1, end: 2, names: [] };
  expect(completionAt("$(", { ...view, completionAt: (offset) => ({ ...own, end: offset }) }, 2)).toEqual(own);
  expect(completionAt("$(", { ...view, completionAt: () => undefined }, 2)).toBeUndefined();
});
