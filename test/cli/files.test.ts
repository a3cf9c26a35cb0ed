import { expect, test } from "vitest";
import { InputError, inputError } from "../../src/cli/errors.ts";
import { checkReadable, readBytes, readText } from "../../src/cli/files.ts";
import type { CommandIo } from "../../src/cli/io.ts";
import { TemporaryFolder } from "./temporary.ts";

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

test("the system's words are taken from its message, and anything else is no input error", () => {
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
