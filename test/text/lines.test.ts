import { expect, test } from "vitest";
import { nearestNodeAt, nodeAt } from "../../src/document/node.ts";
import { parseManifest } from "../../src/document/parse.ts";
import { Lines } from "../../src/text/lines.ts";
import { growsLinearly } from "../reference/linearity.ts";
import { fuzzCases, Random } from "../reference/random.ts";

/** By going through all characters. */
function placeOf(text: string, offset: number): { line: number; column: number } {
  const before = text.slice(0, offset).split(/\r\n?|\n/);
  // A CR LF that the offset is in the middle of has not ended its line yet.
  const isInside = text[offset - 1] === "\r" && text[offset] === "\n";
  const last = isInside ? `${before.at(-2)}\r` : before.at(-1)!;
  return { line: before.length - (isInside ? 1 : 0), column: [...last].length + 1 };
}

test("places are counted in characters, on lines of any length", () => {
  const random = new Random(11);
  const characters = ["a", "é", "😀", "\n", "\r\n", "\r", "\ud83d", "\ude00", " "];
  for (let i = 0; i < fuzzCases(300); i++) {
    const common = random.below(2) === 0 ? ["b", "😀"] : characters;
    const length = random.pick([3, 30, 1500]);
    const text = Array.from({ length }, () => random.pick(random.below(50) === 0 ? characters : common)).join("");
    const lines = new Lines(text);
    for (let asked = 0; asked < 20; asked++) {
      const offset = random.below(text.length + 1);
      expect(lines.at(offset), JSON.stringify([text, offset])).toEqual(placeOf(text, offset));
    }
  }
});

test("literally", () => {
  const text = `${"😀".repeat(600)}x\n${"y".repeat(600)}😀z`;
  const lines = new Lines(text, { line: 5, column: 10 });
  expect(lines.at(1200)).toEqual({ line: 5, column: 610 });
  expect(lines.at(1201)).toEqual({ line: 5, column: 611 });
  expect(lines.at(1202)).toEqual({ line: 6, column: 1 });
  expect(lines.at(1804)).toEqual({ line: 6, column: 602 });
});

test.each(["x", "😀"])("many places on one line of %s take linear time", (character) => {
  const run = (size: number) => {
    const lines = new Lines(character.repeat(size * 10));
    for (let i = size; i > 0; i--) lines.at(i * 10);
  };
  for (let round = 0; round < 3; round++) run(2000);
  expect(growsLinearly(run, 2000)).toBe(true);
});

test("many keys of one mapping are found in linear time", () => {
  const documents = new Map<number, ReturnType<typeof parseManifest>[0]>();
  const run = (size: number) => {
    let document = documents.get(size);
    if (document === undefined) {
      [document] = parseManifest(
        JSON.stringify(Object.fromEntries(Array.from({ length: size }, (_, i) => [`k${i}`, i]))),
      );
      documents.set(size, document!);
    }
    for (let i = 0; i < size; i++) nodeAt(document!, [`k${i}`]);
  };
  run(1000);
  expect(growsLinearly(run, 1000)).toBe(true);
});

test("the node a path leads to, or the last on the way, in small mappings and large ones", () => {
  const keys = Array.from({ length: 100 }, (_, i) => `k${i}: {x: [1, ${i}]}\n`).join("");
  const [document] = parseManifest(`a: &a {m: {p: 1}}\n<<: *a\n${keys}`);
  expect(nodeAt(document!, ["k99", "x", 1])?.value).toBe(99);
  expect(nodeAt(document!, ["m", "p"])?.value).toBe(1);
  expect(nodeAt(document!, ["k99", "x", 2])).toBeUndefined();
  expect(nodeAt(document!, ["k99", 0])).toBeUndefined();
  expect(nodeAt(document!, ["<<"])).toBeUndefined();
  expect(nearestNodeAt(document!, ["k7", "x", 5, "y"]).value).toEqual([1, 7]);
  expect(nearestNodeAt(document!, ["none", "x"])).toBe(document);
  expect(nearestNodeAt(document!, ["m", "p"]).value).toBe(1);
});
