import type * as fs from "node:fs";
import { afterEach, expect, test, vi } from "vitest";
import { ClosedPipeError, InputError } from "../../../src/cli/frame/errors.ts";
import { lineWidth, processIo, visibleIo, writeToStream } from "../../../src/cli/frame/io.ts";
import { visibleText } from "../../../src/text/printable.ts";

const calls = vi.hoisted(
  (): { write?: (descriptor: number, bytes: Uint8Array, at: number) => number; read?: () => number } => ({}),
);

vi.mock("node:fs", async (original) => ({
  ...(await original<typeof fs>()),
  writeSync: (descriptor: number, bytes: Uint8Array, at: number) => calls.write!(descriptor, bytes, at),
  readSync: () => calls.read!(),
}));

afterEach(() => {
  delete calls.write;
  delete calls.read;
});

function fail(code: string): never {
  throw Object.assign(new Error(`${code}: the words, write`), { code });
}

test("writes all, however little is taken, and waits where nothing is", () => {
  const written: string[] = [];
  let turn = 0;
  calls.write = (descriptor, bytes, at) => {
    if (turn++ % 2 === 0) fail("EAGAIN");
    written.push(`${descriptor}${String.fromCharCode(bytes[at]!)}`);
    return 1;
  };
  processIo().write("abc");
  processIo().write(Uint8Array.of(100));
  processIo().report(visibleText("e"));
  expect(written).toEqual(["1a", "1b", "1c", "1d", "2e", "2\n"]);
});

test("a reader that has gone, and other faults", () => {
  calls.write = () => fail("EPIPE");
  expect(() => processIo().write("x")).toThrow(ClosedPipeError);
  calls.write = () => fail("ENOSPC");
  expect(() => processIo().write("x")).toThrow(new InputError("<stdout>: the words"));
  expect(() => writeToStream(7, "name", "x")).toThrow(new InputError("name: the words"));
  expect(() => processIo().report(visibleText("x"))).not.toThrow();
});

test("standard input: waits, ends on Windows' EOF error, and fails", () => {
  const answers = [() => fail("EAGAIN"), () => 5, () => fail("EOF"), () => fail("EIO")];
  calls.read = () => answers.shift()!();
  const { read } = processIo();
  expect(read(new Uint8Array(9))).toBe(5);
  expect(read(new Uint8Array(9))).toBe(0);
  expect(() => read(new Uint8Array(9))).toThrow("EIO");
});

test("what streams lead to is known", () => {
  expect(processIo().statusOf!("standard output")).toMatchObject({ ino: expect.any(BigInt) });
});

test.each<[environment: Record<string, string>, columns: number | undefined, expected: number | undefined]>([
  [{}, 100, 100],
  [{}, 0, undefined],
  [{}, undefined, undefined],
  [{ COLUMNS: "80" }, 100, 80],
  [{ COLUMNS: "1" }, undefined, 1],
  [{ COLUMNS: "99999" }, 100, 99_999],
  [{ COLUMNS: "100000" }, 100, 100],
  [{ COLUMNS: "0" }, 100, 100],
  [{ COLUMNS: "080" }, 100, 100],
  [{ COLUMNS: "" }, 100, 100],
  [{ COLUMNS: " 80" }, 100, 100],
  [{ COLUMNS: "80 " }, 100, 100],
  [{ COLUMNS: "8a" }, 100, 100],
])("the width of lines: %j, terminal of %j columns", (environment, columns, expected) => {
  expect(lineWidth({ environment, columns: () => columns })).toBe(expected);
});

test("without a terminal, COLUMNS is the width of lines", () => {
  expect(lineWidth({ environment: {} })).toBeUndefined();
  expect(lineWidth({ environment: { COLUMNS: "60" } })).toBe(60);
});

test("messages and progress lines contain no control characters", () => {
  const shown: string[] = [];
  const write = (line: string) => void shown.push(line);
  const io = visibleIo({ ...processIo(), report: write, showProgress: write });
  io.report("a\u001b");
  io.showProgress!("b\r");
  expect(shown).toEqual(["a\\u001b", "b\\r"]);
  expect(visibleIo({ ...processIo(), showProgress: undefined }).showProgress).toBeUndefined();
});
