import { statSync, truncateSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { checkReadable, openInput, readBytes, readText } from "../../../src/cli/files/files.ts";
import { readRegularFile, TooLarge } from "../../../src/cli/files/regular-file.ts";
import { InputError, inputError } from "../../../src/cli/frame/errors.ts";
import type { CommandIo } from "../../../src/cli/frame/io.ts";
import { TemporaryFolder } from "../temporary.ts";

const folder = new TemporaryFolder();
const at = (name: string) => folder.at(name);

/** Standard input that comes in pieces. */
function stdin(...pieces: string[]): CommandIo {
  const io: Partial<CommandIo> = {
    read: (into) => new TextEncoder().encodeInto(pieces.shift() ?? "", into).written,
  };
  return io as CommandIo;
}

test("a file that is not there, or is a directory, is named", () => {
  expect(() => readBytes(at("none"), stdin())).toThrow(new InputError(`${at("none")}: no such file or directory`));
  expect(() => readBytes(folder.path, stdin())).toThrow(new InputError(`${folder.path}: is a directory`));
  expect(() => checkReadable([at("none")], stdin())).toThrow(InputError);
});

test("the system's message becomes the input error; other errors are unchanged", () => {
  const denied = Object.assign(new Error("EACCES: permission denied, open 'a, b'"), { code: "EACCES" });
  expect(inputError("a, b", denied)).toEqual(new InputError("a, b: permission denied"));
  const mistake = new TypeError("a mistake");
  expect(inputError("a", mistake)).toBe(mistake);
});

test("standard input is read once", () => {
  expect(() => checkReadable(["-", "-"], stdin())).toThrow(
    new InputError("<stdin>: standard input can be read only once"),
  );
});

test.each([0, 1, 65_535, 65_536, 65_537, 200_000])("a file of %i bytes is read whole", (length) => {
  const bytes = Uint8Array.from({ length }, (_, i) => i % 251);
  folder.file("bytes", bytes);
  expect(readBytes(at("bytes"), stdin()).length).toBe(length);
  expect(Buffer.compare(readBytes(at("bytes"), stdin()), bytes)).toBe(0);
});

test.skipIf(process.platform !== "linux")("reads all of a file for which the system reports no size", () => {
  const file = "/proc/sys/kernel/ostype";
  expect(statSync(file).size).toBe(0);
  expect(Buffer.from(readRegularFile(file, 6)).toString()).toBe("Linux\n");
  expect(() => readRegularFile(file, 5)).toThrow(TooLarge);
});

test("a file that is too large, or never ends", () => {
  folder.file("large", "12345");
  expect(readBytes(at("large"), stdin(), 5)).toHaveLength(5);
  expect(() => readBytes(at("large"), stdin(), 4)).toThrow(
    new InputError(`${at("large")}: the file is larger than the limit of 4 bytes`),
  );
  expect(() => readBytes("/dev/zero", stdin(), 1 << 20)).toThrow(
    "/dev/zero: the file is larger than the limit of 1048576 bytes",
  );
});

test("a directory or unreadable file is reported before anything is opened", () => {
  expect(() => checkReadable([folder.path], stdin())).toThrow(new InputError(`${folder.path}: is a directory`));
  expect(() => checkReadable([at("a\0b")], stdin())).toThrow(
    new InputError(`${at("a")}\\u0000b: a file's name cannot contain NUL`),
  );
});

describe("a file that has become shorter", () => {
  const shorter = () => new InputError(`${at("cut")}: the file was truncated while it was read`);

  test.each([
    [100, 10, true],
    [100, 100, false],
    [100, 200, false],
  ])("%i bytes, then %i", (before, after, isShorter) => {
    const path = folder.file("cut", "x".repeat(before));
    const input = openInput(path, stdin());
    expect(input.size).toBe(before);
    const buffer = new Uint8Array(50);
    expect(input.read(buffer)).toBe(50);
    truncateSync(path, after);
    const readOn = () => {
      let rest = 0;
      for (let count = input.read(buffer); count > 0; count = input.read(buffer)) rest += count;
      return rest;
    };
    if (isShorter) expect(readOn).toThrow(shorter());
    else expect(readOn()).toBe(after - 50);
    input.close();
  });

  test("as standard input; a pipe has no length", () => {
    const path = folder.file("cut", "x");
    const status = () => statSync(path, { bigint: true });
    const input = openInput("-", { ...stdin("x"), statusOf: status });
    expect(input.size).toBeUndefined();
    expect(input.read(new Uint8Array(5))).toBe(1);
    truncateSync(path, 0);
    expect(() => input.read(new Uint8Array(5))).toThrow("<stdin>: the file was truncated while it was read");
    const pipe = openInput("-", { ...stdin("x"), statusOf: () => undefined });
    expect([pipe.read(new Uint8Array(5)), pipe.read(new Uint8Array(5))]).toEqual([1, 0]);
  });
});

test("a device has no size, and is closed", () => {
  const input = openInput("/dev/null", stdin());
  expect(input.size).toBeUndefined();
  expect(input.read(new Uint8Array(1))).toBe(0);
  input.close();
  expect(() => input.read(new Uint8Array(1))).toThrow(new InputError("/dev/null: bad file descriptor"));
});

test("text from standard input, without a byte order mark", () => {
  expect(readText("-", stdin("\ufeffa", "b", "é"))).toBe("abé");
});

test.each([
  [[0xff], "1:1"],
  [[0x61, 0x0a, 0xc3, 0xa9, 0xff, 0x61], "2:2"],
  [[0xef, 0xbf, 0xbd, 0x80], "1:2"],
  [[0x61, 0xe2, 0x82], "1:2"],
])("text that is not UTF-8 is refused with its place: %j", (bytes, place) => {
  folder.file("text", Uint8Array.from(bytes));
  expect(() => readText(at("text"), stdin())).toThrow(
    new InputError(`${at("text")}:${place}: the file is not valid UTF-8`),
  );
});
