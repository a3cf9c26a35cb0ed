/** Texts of many MiB, with the buffers as large as they are shipped. */
import { expect, test } from "vitest";
import { TextStream } from "../../src/expansion/streams/reference-stream.ts";
import { Environment } from "../../src/index.ts";

const encode = (text: string) => new TextEncoder().encode(text);
const decode = (bytes: Uint8Array) => new TextDecoder().decode(bytes);

test("64 MiB: dense, sparse and without a reference", () => {
  const size = 64 * 1024 * 1024;
  const environment = new Environment({ NAME: "value of the variable" });
  const dense = "some text $(NAME)\n";
  const repeated = encode(dense.repeat(Math.floor(size / dense.length)));
  const expanded = environment.expandBytes(repeated);
  expect(expanded.length).toBe(Math.floor(size / dense.length) * "some text value of the variable\n".length);
  expect(decode(expanded.subarray(-32))).toBe("some text value of the variable\n");

  const plain = new Uint8Array(size).fill(0x61);
  plain.set(encode("$(NAME)"), size - 7);
  const sparse = environment.expandBytes(plain);
  expect(sparse.length).toBe(size - 7 + 21);
  expect(sparse.findIndex((byte) => byte !== 0x61)).toBe(size - 7);

  const text = `${"b".repeat(size / 4)}$(NAME)$$ end`;
  expect(environment.expand(text).slice(-28)).toBe("bbvalue of the variable$ end");
});

test("64 MiB in pieces of 64 KiB, in the memory of one piece", () => {
  const environment = new Environment({ HOST: "database.example" });
  const piece = Buffer.from("http://$(HOST):80/$(PATH) $$ ".repeat(2260)).subarray(0, 65_536);
  let length = 0;
  let longest = 0;
  const stream = new TextStream(environment, {
    output(bytes) {
      length += bytes.length;
      longest = Math.max(longest, bytes.length);
    },
  });
  for (let i = 0; i < 1024; i++) stream.push(piece);
  stream.end();
  expect(length).toBe(environment.expandBytes(piece).length * 1024);
  expect(longest).toBeLessThan(1 << 20);
});
