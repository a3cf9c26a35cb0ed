/** Every length and alignment of what the scanners look for in blocks: names, values, comments and line ends. */
import { expect, test } from "vitest";
import { type EnvFileError, parseDotenv, parseEnvFile, readDotenvKey, readEnvFileKey } from "../../src/index.ts";

/** Longer than the 64 bytes that are looked at together, and than two blocks of a name. */
const LENGTHS = Array.from({ length: 70 }, (_, i) => i);
/** Puts an assignment at every offset of a block: it follows a comment of varying length that contains an apostrophe. */
const commentOf = (length: number) => `#${"'".repeat(length)}\n`;

test("env file: names and values of every length at every alignment", () => {
  for (const before of LENGTHS) {
    for (const length of LENGTHS) {
      const name = `N${"n".repeat(length)}`;
      const value = "v".repeat(length);
      const file = `${commentOf(before)}${name}='value'\nB='${value}'\n`;
      expect(parseEnvFile(file).toObject()).toEqual({ [name]: "value", B: value });
      expect(readEnvFileKey(file, name)).toBe("value");
      expect(readEnvFileKey(file, "B")).toBe(value);
    }
  }
});

test("env file: a mistake is found at every position in a name and after a value", () => {
  const codeAt = (file: string) => {
    try {
      parseEnvFile(file);
    } catch (error) {
      const { code, offset } = error as EnvFileError;
      return `${code} ${offset}`;
    }
    return undefined;
  };
  for (const before of LENGTHS) {
    const start = commentOf(before).length;
    for (const length of LENGTHS) {
      const n = "n".repeat(length);
      const names = `${commentOf(before)}${n}`;
      expect(codeAt(`${names}\x7fn='v'`)).toBe(`invalid-name ${start + length}`);
      expect(codeAt(`${names}\x1fn='v'`)).toBe(`invalid-name ${start + length}`);
      expect(codeAt(`${names}én='v'`)).toBe(`invalid-name ${start + length}`);
      expect(codeAt(`${names}n\nB='2'`)).toBe(`missing-equals-sign ${start}`);
      expect(codeAt(`${names}n='${n}`)).toBe(`unclosed-quote ${start + length + 2}`);
      expect(codeAt(`${names}n='${n}'x`)).toBe(`content-after-quote ${start + length * 2 + 4}`);
    }
  }
});

test("env file: a CR LF at every position in a value, and after values without one", () => {
  for (const before of LENGTHS) {
    for (const length of LENGTHS) {
      const v = "v".repeat(length);
      const file = `${commentOf(before)}A='${v}'\r\nB='${v}\r\n${v}'\nC='${v}'`;
      expect(parseEnvFile(file).toObject()).toEqual({ A: v, B: `${v}\n${v}`, C: v });
    }
  }
});

test("dotenv: keys and values of every length at every alignment", () => {
  for (const before of LENGTHS) {
    for (const length of LENGTHS) {
      const name = `N${"n".repeat(length)}`;
      const value = `${"v".repeat(length)}v`;
      const file = `${commentOf(before)}${name}=value\nB="${value}"\nC=${value}#c\nD='${value}\r\n'`;
      const expected = { [name]: "value", B: value, C: value, D: `${value}\n` };
      expect(parseDotenv(file)).toEqual(expected);
      expect(readDotenvKey(file, name)).toBe("value");
    }
  }
});

test("dotenv: every ASCII character is part of a key, or is not", () => {
  for (let code = 0; code < 128; code++) {
    const character = String.fromCharCode(code);
    for (const length of [0, 1, 14, 15, 16, 17, 30, 31, 32, 33, 63, 64]) {
      const name = `${"n".repeat(length)}${character}`;
      const isKey = /[\w.-]/.test(character);
      // White space and what begins a value or a comment are left to the other tests.
      if (/[\s=:#]/.test(character)) continue;
      expect(parseDotenv(`${name}=1\n`), JSON.stringify(name)).toEqual(isKey ? { [name]: "1" } : {});
    }
  }
});
