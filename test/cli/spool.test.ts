import { readdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { afterEach, describe, expect, test, vi } from "vitest";
import { InputError } from "../../src/cli/errors.ts";
import { Spool } from "../../src/cli/spool.ts";

afterEach(() => vi.unstubAllEnvs());

const ours = () => readdirSync(tmpdir()).filter((name) => name.startsWith("varexpand-") && name.length > 40);

describe.each([0, 100, 100_000, 1 << 20])("%i bytes in memory", (inMemory) => {
  const pieces = ["one\n", "é".repeat(40_000), "", "\n", "x".repeat(300_000), "\nlast\n", "y".repeat(64), "\n"];
  const whole = Buffer.from(pieces.join(""));

  test("what is written is read, from any position, and while there is more to come", () => {
    const spool = new Spool(inMemory);
    let length = 0;
    for (const piece of pieces) {
      spool.write(piece);
      length += Buffer.byteLength(piece);
      expect(spool.length).toBe(length);
      for (const position of [0, 1, 64 * 1024, 80_005, length - 1, length]) {
        const into = Buffer.alloc(50);
        const count = spool.read(into, position);
        expect(count > 0).toBe(position < length);
        expect(into.subarray(0, count).equals(whole.subarray(position, position + count))).toBe(true);
      }
    }
    expect(Buffer.concat(Array.from(spool.pieces(), (piece) => Buffer.from(piece))).equals(whole)).toBe(true);
    expect([...spool.lines()]).toEqual(pieces.join("").split("\n").slice(0, -1));
    spool.close();
  });

  test("no file has a name", () => {
    const before = ours();
    const spool = new Spool(inMemory);
    spool.write(whole);
    spool.write(whole);
    expect(ours()).toEqual(before);
    spool.close();
  });
});

test("where no file can be made, an error says so", () => {
  vi.stubEnv("TMPDIR", "/no/such");
  const spool = new Spool(10);
  expect(() => spool.write(new Uint8Array(100_000))).toThrow(
    new InputError("a temporary file in /no/such: no such file or directory"),
  );
});
