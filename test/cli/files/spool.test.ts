import * as fs from "node:fs";
import { readdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { afterEach, describe, expect, test, vi } from "vitest";
import { Spool } from "../../../src/cli/files/spool.ts";
import { InputError } from "../../../src/cli/frame/errors.ts";

const faults = vi.hoisted((): { openSync?: typeof fs.openSync; writeSync?: (...args: never[]) => number } => ({}));

vi.mock("node:fs", async (original) => {
  const real = await original<typeof fs>();
  return {
    ...real,
    openSync: (...args: Parameters<typeof real.openSync>) => (faults.openSync ?? real.openSync)(...args),
    writeSync: (...args: never[]) => (faults.writeSync ?? (real.writeSync as (...args: never[]) => number))(...args),
  };
});

afterEach(() => {
  vi.unstubAllEnvs();
  delete faults.openSync;
  delete faults.writeSync;
});

const ours = () => readdirSync(tmpdir()).filter((name) => name.startsWith("varexpand-") && name.length > 40);

describe.each([0, 100, 100_000, 1 << 20])("%i bytes in memory", (inMemory) => {
  const pieces = ["one\n", "é".repeat(40_000), "", "\n", "x".repeat(300_000), "\nlast\n", "y".repeat(64), "\n"];
  const whole = Buffer.from(pieces.join(""));

  test("reads from any position, even before all is written", () => {
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

test("a few megabytes need no file", () => {
  faults.openSync = () => {
    throw new Error("a file is opened");
  };
  const spool = new Spool();
  for (let i = 0; i < 8; i++) spool.write(new Uint8Array(1 << 19));
  expect(spool.length).toBe(4 << 20);
  spool.close();
});

test("an error if no file can be created", () => {
  vi.stubEnv("TMPDIR", "/no/such");
  const spool = new Spool(10);
  expect(() => spool.write(new Uint8Array(100_000))).toThrow(
    new InputError("a temporary file in /no/such: no such file or directory"),
  );
});

test("other users cannot read the file, which has no name", async () => {
  const { openSync } = await vi.importActual<typeof fs>("node:fs");
  let descriptor = -1;
  faults.openSync = (path, flags, mode) => {
    descriptor = openSync(path, flags, mode);
    return descriptor;
  };
  const before = ours();
  const spool = new Spool(0);
  spool.write(new Uint8Array(100_000));
  expect(fs.fstatSync(descriptor)).toMatchObject({ mode: 0o100600, nlink: 0, size: 100_000 });
  expect(ours()).toEqual(before);
  spool.close();
  expect(() => fs.fstatSync(descriptor)).toThrow("EBADF");
});

test("many small writes are complete", async () => {
  const { writeSync } = await vi.importActual<typeof fs>("node:fs");
  faults.writeSync = ((descriptor: number, bytes: Uint8Array, at: number) =>
    writeSync(descriptor, bytes, at, Math.min(bytes.length - at, 999))) as never;
  const spool = new Spool(0);
  const text = "0123456789".repeat(20_000);
  spool.write(text);
  expect(Buffer.concat(Array.from(spool.pieces(), (piece) => Buffer.from(piece))).toString()).toBe(text);
  spool.close();
});
