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
  const constants = [...read("assembly", "codes.ts").matchAll(/^export const (\w+): [iu]\w+ = ([-\dxA-Fa-f_]+);$/gm)];
  const expected = constants.map(([, name, number]) => [name, Number(number!.replaceAll("_", ""))]);
  expect(expected.length).toBeGreaterThan(40);
  expect({ ...numbers }).toEqual(Object.fromEntries(expected));
});

test("an env file's error codes are in the scanner's order", () => {
  const scanned = ENV_FILE_ERROR_CODES.map((code) => numbers[code.toUpperCase().replaceAll("-", "_")]);
  expect(scanned).toEqual(ENV_FILE_ERROR_CODES.map((_, i) => codes.MISSING_EQUALS_SIGN + i));
});

test("status codes differ", () => {
  const { DONE, RECORDS_FULL, INPUT_NEEDED, OUTPUT_FULL, UNCLEAR, MISSING_EQUALS_SIGN } = codes;
  const all = [DONE, RECORDS_FULL, INPUT_NEEDED, OUTPUT_FULL, UNCLEAR, MISSING_EQUALS_SIGN];
  expect(all).toEqual(all.map((_, i) => i));
});

test("only src/wasm reads fields of records", () => {
  const fields = Object.keys(codes).filter((name) => /^(?:STOPPED|UNRESOLVED|ASSIGNMENT|PART)_/.test(name));
  expect(fields.length).toBeGreaterThan(15);
  const files = readdirSync(join(root, "src"), { recursive: true, encoding: "utf8" });
  const others = files.filter((path) => path.endsWith(".ts") && !path.startsWith("wasm"));
  const reads = (path: string) => fields.some((field) => new RegExp(`\\b${field}\\b`).test(read("src", path)));
  expect(others.filter(reads)).toEqual([]);
});

const exportsOf = (name: string) => {
  const module = new WebAssembly.Module(readFileSync(join(root, "build", `${name}.wasm`)));
  return WebAssembly.Module.exports(module).map(({ name }) => name);
};

test.each([
  ["expansion", "ExpansionScanners"],
  ["release", "Scanners"],
])("the exports of the module %s are those that asc declares", (name, type) => {
  const body = new RegExp(`^export interface ${type} \\{\n(.*?)^\\}`, "ms").exec(
    read("src", "wasm", "scanners.ts"),
  )![1]!;
  const declared = [...body.matchAll(/^ {2}(?:readonly )?(\w+)[(:]/gm)].map(([, name]) => name);
  expect(declared.sort()).toEqual(exportsOf(name).sort());
});

test("the host calls every export but one, which is for the optimizer", () => {
  const exports = exportsOf("release");
  expect(exports).toEqual(expect.arrayContaining(exportsOf("expansion")));

  const host = readdirSync(join(root, "src", "wasm")).filter((name) => name.endsWith(".ts") && name !== "scanners.ts");
  const text =
    host.map((name) => read("src", "wasm", name)).join("") + read("src", "expansion", "streams", "reference-stream.ts");
  const isCalled = (name: string) => new RegExp(`(?:\\.${name}\\b|\\{ ${name} \\}|"${name}")`).test(text);
  expect(exports.filter((name) => !isCalled(name))).toEqual(["copyUntil"]);
});
