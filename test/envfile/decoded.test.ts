/** Names and values of a source of bytes as strings. */
import { expect, test } from "vitest";
import { parseDotenv, parseEnvFile } from "../../src/index.ts";

const encoder = new TextEncoder();

/** `A='…'` and `B='b'` as bytes. */
function withA(...bytes: number[]): Uint8Array {
  return new Uint8Array([...encoder.encode("A='"), ...bytes, ...encoder.encode("'\nB='b'\n")]);
}

/** The text that each way of reading gives for the same bytes. */
function readings(source: Uint8Array) {
  return [
    parseEnvFile(source, { profile: "design" }).toObject(),
    parseEnvFile(source, { profile: "kubelet" }).toObject(),
    Object.fromEntries(parseEnvFile(source).assignments.map(({ name, value }) => [name, value])),
    parseDotenv(source),
  ];
}

test.each<[what: string, bytes: number[], value: string]>([
  ["ASCII", [0x61], "a"],
  ["two bytes", [0xc3, 0xa9], "é"],
  ["four bytes", [0xf0, 0x9f, 0x98, 0x80, 0x61], "😀a"],
  ["U+FFFD itself", [0xef, 0xbf, 0xbd], "\ufffd"],
  ["a byte order mark", [0xef, 0xbb, 0xbf], "\ufeff"],
  ["no character", [0xff, 0x61], "\ufffda"],
  ["the beginning of a character", [0xe2, 0x82], "\ufffd"],
  ["two of them, and a character", [0xf0, 0xe2, 0x82, 0xc3, 0xa9], "\ufffd\ufffdé"],
])("a value of %s", (_, bytes, value) => {
  expect(readings(withA(...bytes))).toEqual(Array(4).fill({ A: value, B: "b" }));
});

test("bytes that are not characters count as bytes, whatever their length as text", () => {
  const length = 30_000;
  expect(readings(withA(0xc3, 0xa9, ...Array<number>(length).fill(0xff)))).toEqual(
    Array(4).fill({ A: `é${"\ufffd".repeat(length)}`, B: "b" }),
  );
});
