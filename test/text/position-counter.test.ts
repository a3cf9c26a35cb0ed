import { expect, test } from "vitest";
import { PlaceCounter } from "../../src/text/position-counter.ts";
import { growsLinearly } from "../reference/linearity.ts";

const TEXT = "one\n\ntwo é𝄞 three\r\nfour";

/** Line and column, as simply as can be. */
function expected(bytes: Uint8Array, offset: number): { line: number; column: number } {
  const lines = Buffer.from(bytes.subarray(0, offset)).toString().split("\n");
  return { line: lines.length, column: [...lines.at(-1)!].length + 1 };
}

test.each([1, 2, 3, 7, 100])("every character's place, in pieces of %i", (length) => {
  const bytes = Buffer.from(TEXT);
  const counter = new PlaceCounter();
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

test("where the consumer has stopped stays known, however many pieces follow", () => {
  const counter = new PlaceCounter();
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

test.each([1, 3, 10])("what the consumer holds is counted when it lets go, pieces of %i later", (length) => {
  const bytes = Buffer.from(TEXT.repeat(20));
  const counter = new PlaceCounter();
  const held = 37;
  for (let start = 0; start < bytes.length; start += length) {
    const piece = Buffer.from(bytes.subarray(start, start + length));
    counter.beginPiece(piece);
    counter.endPiece(Math.min(held, start + length));
    // Its bytes are the caller's again.
    piece.fill(10);
  }
  for (let offset = held; offset < bytes.length; offset += 5) {
    if ((bytes[offset]! & 0xc0) !== 0x80) expect(counter.at(offset)).toEqual(expected(bytes, offset));
  }
});

test("linear, also on one long line", () => {
  const isLinear = growsLinearly((size) => {
    const counter = new PlaceCounter();
    counter.beginPiece(new Uint8Array(size));
    for (let offset = 0; offset < size; offset += 4) counter.at(offset);
  }, 20_000);
  expect(isLinear).toBe(true);
});
