/** The parts of a source, and where its mistakes stand. */
import { expect, test } from "vitest";
import { PartCursor } from "../../src/manifest/part-cursor.ts";
import { DocumentError } from "../../src/yaml/error.ts";

const cursor = () => new PartCursor({ read: () => 0 }, 100);

test("a mistake in a text gets its position; what is no mistake of the text stays as it is", () => {
  const read = () => {
    throw new DocumentError("syntax", "wrong", 3);
  };
  expect(() => cursor().placed("a\nb\n", read)).toThrow(
    expect.objectContaining({ message: "wrong", position: expect.objectContaining({ line: 2, column: 2 }) }),
  );
  const failure = new RangeError("of the program");
  const fail = () => {
    throw failure;
  };
  expect(() => cursor().placed("a", fail)).toThrow(failure);
});
