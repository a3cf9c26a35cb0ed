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
