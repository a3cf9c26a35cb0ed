/** Documents that are cut out of a text, and where they stood. */
import { expect, test } from "vitest";
import { Excerpt } from "../../../src/expansion/streams/checked-yaml-stream.ts";

const bytes = (text: string) => new TextEncoder().encode(text);
const textOf = ({ text }: Excerpt) => new TextDecoder().decode(text);
const WHOLE = "a\nb\nc\n";

test.each<[ranges: [start: number, end: number][], excerpt: string]>([
  [[[0, 6]], WHOLE],
  [[[0, 2]], "a\n---\n"],
  [[[4, 6]], "c\n"],
  [[[0, 5]], "a\nb\nc---\n"],
  [
    [
      [0, 2],
      [4, 6],
    ],
    "a\n---\nc\n",
  ],
  [[], ""],
])("%j", (ranges, expected) => {
  const excerpt = new Excerpt(
    bytes(WHOLE),
    ranges.map(([start, end]) => ({ start, end }) as never),
  );
  expect(textOf(excerpt)).toBe(expected);
});

test("offsets in both directions; added text belongs to the end of the previous part", () => {
  const ranges = [
    { start: 0, end: 2 },
    { start: 4, end: 6 },
  ];
  const excerpt = new Excerpt(bytes(WHOLE), ranges as never);
  expect([0, 1, 2, 5, 6, 7, 8].map((offset) => excerpt.inWhole(offset))).toEqual([0, 1, 2, 2, 4, 5, 6]);
  expect([0, 1, 2, 3, 4, 5, 6].map((offset) => excerpt.from(offset))).toEqual([0, 1, 6, 6, 6, 7, 8]);
});
