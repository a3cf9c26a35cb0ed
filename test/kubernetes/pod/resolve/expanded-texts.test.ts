import { expect, test } from "vitest";
import { ExpandedText, ExpandedTexts } from "../../../../src/kubernetes/pod/resolve/expanded-texts.ts";

const container = ["spec", "containers", 0];

function textAt(index: number, written: string, become: (text: ExpandedText) => void): ExpandedText {
  const text = new ExpandedText(written, container, "args", index);
  become(text);
  return text;
}

const changed = (index: number) =>
  textAt(index, "$(A)", (text) => {
    text.value = "a";
    text.isChanged = true;
  });

function textsOf(...all: readonly ExpandedText[]): ExpandedTexts {
  const texts = new ExpandedTexts(container, "spec.containers{app}");
  for (const each of all) texts.add(each);
  return texts;
}

test("a few changes are settled; more are made when somebody asks for them", () => {
  expect(textsOf().isSettled).toBe(true);
  expect(textsOf(...Array.from({ length: 8 }, (_, i) => changed(i))).isSettled).toBe(true);
  expect(textsOf(...Array.from({ length: 9 }, (_, i) => changed(i))).isSettled).toBe(false);
});

test("texts that stay as they are count for nothing", () => {
  const texts = textsOf(...[0, 1, 2, 3, 4].map((index) => textAt(index, "a", () => {})));
  expect([texts.isSettled, texts.changes, texts.events, texts.unresolved]).toEqual([true, [], [], []]);
});

test("a change takes a second look at its text only where a `$` may be in it", () => {
  const texts = textsOf(
    textAt(0, "$$ $(A)", (text) => {
      text.value = "$ a";
      text.values = ["a"];
      text.isChanged = true;
    }),
  );
  expect(texts.isSettled).toBe(false);
  expect(texts.changes).toEqual([{ path: [...container, "args", 0], text: "$ a", escaped: "$$ a" }]);
});

test("references that stay are told in order, once, with what is known of each", () => {
  const texts = textsOf(
    changed(0),
    textAt(1, "$(B) $(A) $(C D)$(E)", (text) => {
      text.leave("B", undefined);
      text.leave("C D", undefined);
      text.leave("E", { needs: "a node", needsKind: "node" });
    }),
  );
  expect(texts.isSettled).toBe(false);
  const told = () => texts.unresolved.map(({ name, verdict, start, end }) => [name, verdict, start, end]);
  const expected = [
    ["B", "undefined", 0, 4],
    ["C D", "undefined", 10, 16],
    ["E", "unknown", 16, 20],
  ];
  expect(told()).toEqual(expected);
  expect(texts.events.map(({ reference }) => reference?.name)).toEqual(["B", "C D"]);
  expect(told()).toEqual(expected);
  expect(texts.changes).toEqual([{ path: [...container, "args", 0], text: "a", escaped: "a" }]);
});
