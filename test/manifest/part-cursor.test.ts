/** The parts of a source, and the positions of errors in them. */
import { expect, test } from "vitest";
import { PartCursor } from "../../src/manifest/part-cursor.ts";
import { DocumentError } from "../../src/yaml/error.ts";

const cursor = () => new PartCursor({ read: () => 0 }, 100);

test("an error in a text gets its position, and any other error is rethrown unchanged", () => {
  const read = () => {
    throw new DocumentError("syntax", "wrong", 3);
  };
  expect(() => cursor().read("a\nb\n", read)).toThrow(
    expect.objectContaining({ message: "wrong", position: expect.objectContaining({ line: 2, column: 2 }) }),
  );
  const failure = new RangeError("of the program");
  const fail = () => {
    throw failure;
  };
  expect(() => cursor().read("a", fail)).toThrow(failure);
});

test("bytes that are not UTF-8 are an error with its position", () => {
  const bytes = Buffer.concat([Buffer.from("a: é\nb: "), Buffer.of(0xff), Buffer.from("\n")]);
  const read = (into: Uint8Array, position: number) => {
    const piece = bytes.subarray(position, position + into.length);
    into.set(piece);
    return piece.length;
  };
  const position = expect.objectContaining({ line: 2, column: 4 });
  const error = { code: "not-utf8", message: "the file is not valid UTF-8", offset: 8, position };
  const source = new PartCursor({ read }, 100);
  expect(source.window.has(bytes.length - 1)).toBe(true);
  expect(() => source.text(bytes.length)).toThrow(expect.objectContaining(error));
});
