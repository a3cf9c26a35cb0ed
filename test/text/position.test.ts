import { expect, test } from "vitest";
import {
  charactersIn,
  endOfLineBefore,
  offsetConverter,
  PieceCounter,
  Positions,
  placeFinder,
  positionAfter,
  positionAfterAscii,
  startOfLine,
} from "../../src/text/position.ts";
import { nearestNodeAt, nodeAt } from "../../src/yaml/node.ts";
import { parseManifest } from "../../src/yaml/parse.ts";
import { growthExponent, LINEAR } from "../reference/linearity.ts";
import { fuzzCases, Random } from "../reference/random.ts";

/** The position, by counting all characters. */
function placeOf(text: string, offset: number): { line: number; column: number } {
  const before = text.slice(0, offset).split(/\r\n?|\n/);
  // Inside a CR LF, the line has not ended yet.
  const isInside = text[offset - 1] === "\r" && text[offset] === "\n";
  const last = isInside ? `${before.at(-2)}\r` : before.at(-1)!;
  return { line: before.length - (isInside ? 1 : 0), column: [...last].length + 1 };
}

test("a line break at the offset has not ended its line yet", () => {
  for (const lineEnds of ["YAML", "LF"] as const) {
    for (const text of ["a\nb", new TextEncoder().encode("a\nb")]) {
      expect(positionAfter(text, 0, 1, lineEnds)).toEqual({ line: 1, column: 2 });
      expect(positionAfter(text, 0, 2, lineEnds)).toEqual({ line: 2, column: 1 });
    }
  }
});

test("positions count characters, on lines of any length", () => {
  const random = new Random(11);
  const characters = ["a", "é", "😀", "\n", "\r\n", "\r", "\ud83d", "\ude00", " "];
  for (let i = 0; i < fuzzCases(300); i++) {
    const common = random.below(2) === 0 ? ["b", "😀"] : characters;
    const length = random.pick([3, 30, 1500]);
    const text = Array.from({ length }, () => random.pick(random.below(50) === 0 ? characters : common)).join("");
    const positions = new Positions(text);
    for (let asked = 0; asked < 20; asked++) {
      const offset = random.below(text.length + 1);
      expect(positions.at(offset), JSON.stringify([text, offset])).toEqual(placeOf(text, offset));
    }
  }
});

test("written out", () => {
  const text = `${"😀".repeat(600)}x\n${"y".repeat(600)}😀z`;
  const positions = new Positions(text, { line: 5, column: 10 });
  expect(positions.at(1200)).toEqual({ line: 5, column: 610 });
  expect(positions.at(1201)).toEqual({ line: 5, column: 611 });
  expect(positions.at(1202)).toEqual({ line: 6, column: 1 });
  expect(positions.at(1804)).toEqual({ line: 6, column: 602 });
});

test.each(["x", "😀"])("many positions on one line of %s take linear time", (character) => {
  const run = (size: number) => {
    const positions = new Positions(character.repeat(size * 10));
    for (let i = size; i > 0; i--) positions.at(i * 10);
  };
  for (let round = 0; round < 3; round++) run(2000);
  expect(growthExponent(run, 2000)).toBeLessThan(LINEAR);
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
  expect(growthExponent(run, 1000)).toBeLessThan(LINEAR);
});

test("the node at a path, or the nearest parent, in small and large mappings", () => {
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

test.each([
  ["a\u{1f600}b", 3],
  ["\u{1f600}\u{1f601}", 2],
  ["\ud83da", 2],
  ["\ude00a", 2],
  ["a\ude00", 2],
  ["\ude00\ud83d", 2],
  ["\ud83d\ud83d\ude00\ude00", 3],
  ["\ud7ff\udc00\ud800\ue000", 4],
  ["\udbff\udfff\ud800\udc00", 2],
])("%j has %i characters", (text, count) => expect(charactersIn(text, 0, text.length)).toBe(count));

test("a character counts where it starts", () => {
  expect(charactersIn("\u{1f600}a", 0, 1)).toBe(1);
  expect(charactersIn("\u{1f600}a", 1, 3)).toBe(1);
  expect(charactersIn(Uint8Array.of(0x61, 0xbf, 0xc0, 0x80, 0x7f, 0xff), 0, 6)).toBe(4);
  expect(charactersIn(Uint8Array.of(0x61, 0xc3, 0xa9), 2, 3)).toBe(0);
});

const TEXT = "one\n\ntwo é𝄞 three\r\nfo\rur";

/** Line and column, as simply as possible. */
function expected(bytes: Uint8Array, offset: number): { line: number; column: number } {
  const lines = Buffer.from(bytes.subarray(0, offset)).toString().split("\n");
  return { line: lines.length, column: [...lines.at(-1)!].length + 1 };
}

test.each([1, 2, 3, 7, 100])("the position of every character, in pieces of %i", (length) => {
  const bytes = Buffer.from(TEXT);
  const counter = new PieceCounter();
  for (let start = 0; start < bytes.length; start += length) {
    const piece = bytes.subarray(start, start + length);
    counter.beginPiece(piece);
    for (let i = 0; i < piece.length; i++) {
      if ((piece[i]! & 0xc0) === 0x80) continue;
      expect(counter.at(start + i), `offset ${start + i}`).toEqual(expected(bytes, start + i));
    }
    counter.endPiece(start + piece.length);
  }
});

test("the position where the consumer stopped is kept while more pieces follow", () => {
  const counter = new PieceCounter();
  counter.beginPiece(Buffer.from("a\nb$("));
  counter.endPiece(3);
  for (const piece of ["x\n", "y"]) {
    counter.beginPiece(Buffer.from(piece));
    counter.endPiece(3);
  }
  counter.beginPiece(Buffer.from(")z"));
  expect(counter.at(3)).toEqual({ line: 2, column: 2 });
  expect(counter.at(9)).toEqual({ line: 3, column: 3 });
});

test.each([1, 3, 10])(
  "bytes that the consumer holds are counted when it releases them, pieces of %i later",
  (length) => {
    const bytes = Buffer.from(TEXT.repeat(20));
    const counter = new PieceCounter();
    const held = 37;
    for (let start = 0; start < bytes.length; start += length) {
      const piece = Buffer.from(bytes.subarray(start, start + length));
      counter.beginPiece(piece);
      counter.endPiece(Math.min(held, start + length));
      // The caller can reuse its bytes.
      piece.fill(10);
    }
    for (let offset = held; offset < bytes.length; offset += 5) {
      if ((bytes[offset]! & 0xc0) !== 0x80) expect(counter.at(offset)).toEqual(expected(bytes, offset));
    }
  },
);

test("a piece is counted in linear time, also on one long line", () => {
  const exponent = growthExponent((size) => {
    const counter = new PieceCounter();
    counter.beginPiece(new Uint8Array(size));
    for (let offset = 0; offset < size; offset += 4) counter.at(offset);
  }, 20_000);
  expect(exponent).toBeLessThan(LINEAR);
});

test("text and its UTF-8 give the same positions", () => {
  const random = new Random(12);
  for (let i = 0; i < fuzzCases(300); i++) {
    const text = Array.from({ length: 40 }, () => random.pick(["a", "é", "😀", "\n", "\r\n", "\r", "漢"])).join("");
    const bytes = Buffer.from(text);
    const characters = [...text];
    const at = random.below(characters.length + 1);
    const before = characters.slice(0, at).join("");
    const middle = characters.slice(0, random.below(at + 1)).join("");
    const inBytes = [middle, before].map((part) => Buffer.byteLength(part)) as [number, number];
    for (const lineEnds of ["LF", "YAML"] as const) {
      const whole = positionAfter(text, 0, before.length, lineEnds);
      expect(positionAfter(bytes, 0, inBytes[1], lineEnds)).toEqual(whole);
      const half = positionAfter(bytes, 0, inBytes[0], lineEnds);
      expect(positionAfter(bytes, ...inBytes, lineEnds, half)).toEqual(whole);
      if (lineEnds === "YAML") expect(whole).toEqual(placeOf(text, before.length));
      else expect(whole).toEqual(expected(bytes, inBytes[1]));
    }
    expect(charactersIn(bytes, ...inBytes)).toBe(charactersIn(text, middle.length, before.length));
  }
});

test.each(["é\n😀b\r\n\rc\nd", Buffer.from("é\n😀b\r\n\rc\nd")])(
  "places: columns in characters, offsets in the source's own units",
  (source) => {
    const placeAt = placeFinder(source);
    const characters = [..."é\n😀b\r\n\rc\nd"];
    for (let count = 0; count <= characters.length; count++) {
      const before = characters.slice(0, count).join("");
      const lines = before.split("\n");
      const offset = typeof source === "string" ? before.length : Buffer.byteLength(before);
      expect(placeAt(offset), before).toEqual({ line: lines.length, column: [...lines.at(-1)!].length + 1, offset });
    }
  },
);

test("offsets are converted in any order", () => {
  const text = "é😀a\nb";
  const toBytes = offsetConverter((from, to) => Buffer.byteLength(text.slice(from, to)));
  expect([0, 1, 3, 3, 6, 1, 0, 4].map(toBytes)).toEqual([0, 2, 6, 6, 9, 2, 0, 7]);
});

test.each(["", "a", "a\nb", "a\r\nb", "a\rb", "\r", "\n", "a\r\n", "\r\r\n\nab", "a\nb\rcd"])("%j in ASCII", (text) => {
  const start = { line: 3, column: 5 };
  expect(positionAfterAscii(text, start)).toEqual(positionAfter(text, 0, text.length, "YAML", start));
});

test.each([
  ["ab\ncd", [0, 0, 0, 3, 3, 3]],
  ["a\r\nb", [0, 0, 2, 3, 3]],
  ["\r\r", [0, 1, 2]],
  ["", [0]],
])("the line at each offset of %j starts at %j", (text, starts) => {
  expect(starts.map((_, offset) => startOfLine(text, offset))).toEqual(starts);
});

test.each([
  ["ab", 2, 2],
  ["ab\n", 3, 2],
  ["ab\r\ncd", 4, 2],
  ["ab\rcd", 3, 2],
  ["a\n\n", 3, 2],
  ["a\r\r", 3, 2],
  ["a\n\r", 3, 2],
  ["\n", 1, 0],
  ["\r\n", 2, 0],
  ["", 0, 0],
])("the line of %j that ends at %i, without its line break, ends at %i", (text, offset, end) => {
  expect(endOfLineBefore(text, offset)).toBe(end);
});
