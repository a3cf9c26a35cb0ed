import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { InputError, inputError, internalErrorText, systemWords } from "../../../src/cli/frame/errors.ts";

function systemError(code: string, message: string): Error {
  return Object.assign(new Error(message), { code });
}

function errorOf(action: () => unknown): unknown {
  try {
    action();
  } catch (error) {
    return error;
  }
  throw new Error("nothing was thrown");
}

test.each([
  ["EACCES", "EACCES: permission denied, open 'a, b'", "permission denied"],
  ["EISDIR", "EISDIR: illegal operation on a directory, read", "is a directory"],
  ["EIO", "EIO: i/o error, read", "i/o error"],
  ["EMFILE", "EMFILE: too many open files, open 'a'", "too many open files"],
  ["E2BIG", "something else", "something else"],
  ["E2BIG", "E2BIG: argument list too long, spawn", "argument list too long"],
  ["EIO", "an EIO: i/o error, read", "an EIO: i/o error, read"],
  ["ERR_FS_FILE_TOO_LARGE", "File size (3) is greater than 2", "File size (3) is greater than 2"],
])("%s: %s", (code, message, words) => {
  const error = systemError(code, message);
  expect(systemWords(error)).toBe(words);
  expect(inputError("a, b", error)).toEqual(new InputError(`a, b: ${words}`));
});

test("a name that contains NUL", () => {
  expect(systemWords(errorOf(() => readFileSync("a\0b")))).toBe("a file's name cannot contain NUL");
});

test.each([
  new TypeError("a mistake"),
  errorOf(() => readFileSync(["no name"] as never)),
  errorOf(() => new TextDecoder("none")),
  systemError("ERR_INVALID_ARG_VALUE", "The argument 'flags' is invalid"),
  ...["E", "XENOENT", "ENOENT_", "Enoent", "ENOENT\n"].map((code) => systemError(code, `${code}: x, y`)),
  new InputError("x: already reported"),
  "no error",
  undefined,
  null,
])("%s is not the system's, and stays as it is", (error) => {
  expect(systemWords(error)).toBeUndefined();
  expect(inputError("x", error)).toBe(error);
});

test("a mistake of ours is one line: what, and where", () => {
  expect(internalErrorText(errorOf(() => (undefined as never as string).length))).toMatch(
    /^TypeError: Cannot read properties of undefined \(reading 'length'\) \(errors\.test\.ts:\d+:\d+\)$/,
  );
  const stackless = Object.assign(new RangeError("Maximum call stack size exceeded"), { stack: undefined });
  expect(internalErrorText(stackless)).toBe("RangeError: Maximum call stack size exceeded");
  expect(internalErrorText("thrown")).toBe("thrown");
});
