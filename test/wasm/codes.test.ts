/** The boundary: one table of codes, and no function that the host does not call. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ENV_FILE_ERROR_CODES } from "../../src/envfile/error.ts";
import * as codes from "../../src/wasm/codes.ts";

const root = join(import.meta.dirname, "..", "..");
const read = (...path: string[]) => readFileSync(join(root, ...path), "utf8");
const numbers: Readonly<Record<string, number>> = codes;

test("the host's codes are those of assembly/codes.ts", () => {
  const constants = [...read("assembly", "codes.ts").matchAll(/^export const (\w+): [iu]\w+ = ([-\d_]+);$/gm)];
  const expected = constants.map(([, name, number]) => [name, Number(number!.replaceAll("_", ""))]);
  expect(expected.length).toBeGreaterThan(40);
  expect({ ...numbers }).toEqual(Object.fromEntries(expected));
});

test("an env file's error codes are in the scanner's order", () => {
  const scanned = ENV_FILE_ERROR_CODES.map((code) => numbers[code.toUpperCase().replaceAll("-", "_")]);
  expect(scanned).toEqual(ENV_FILE_ERROR_CODES.map((_, i) => codes.MISSING_EQUALS_SIGN + i));
});

test("status codes differ", () => {
  const { DONE, RECORDS_FULL, INPUT_NEEDED, OUTPUT_FULL, REWRITE, UNCLEAR, MISSING_EQUALS_SIGN } = codes;
  const all = [DONE, RECORDS_FULL, INPUT_NEEDED, OUTPUT_FULL, REWRITE, UNCLEAR, MISSING_EQUALS_SIGN];
  expect(all).toEqual(all.map((_, i) => i));
});

test("the host calls every export of the module, with the name that asc declares", () => {
  const module = new WebAssembly.Module(readFileSync(join(root, "build", "release.wasm")));
  const exports = WebAssembly.Module.exports(module).map(({ name }) => name);
  const declared = [...read("src", "wasm", "scanners.ts").matchAll(/^ {2}(?:readonly )?(\w+)[(:]/gm)];
  expect(declared.map(([, name]) => name).sort()).toEqual([...exports].sort());

  const host = readdirSync(join(root, "src", "wasm")).filter((name) => name.endsWith(".ts") && name !== "scanners.ts");
  const text = host.map((name) => read("src", "wasm", name)).join("");
  // `expandChunk` takes one of two by its name.
  const isCalled = (name: string) => new RegExp(`(?:\\.${name}\\b|\\{ ${name} \\}|"${name}")`).test(text);
  expect(exports.filter((name) => !isCalled(name))).toEqual([]);
});
