import { expect, test } from "vitest";
import { ChunkExpander, Environment, HeldInputError } from "../../../src/index.ts";

test.each([
  ["text", "z$("],
  ["json", '"$('],
  ["json", '"\\u0024(\\n'],
  ["yaml", "a: "],
] as const)("%s that begins with %j is held up to 64 MiB by default", (format, open) => {
  const piece = Buffer.alloc(1 << 20, "x");
  const stream = new ChunkExpander(new Environment({ A: "1" }), { output() {} }, { format });
  stream.push(Buffer.from(open));
  for (let i = 0; i < 63; i++) stream.push(piece);
  expect(() => {
    stream.push(piece);
    stream.push(piece);
  }).toThrow(HeldInputError);
});
