import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readOwnInput } from "../../bench/own-input.ts";
import { InputError } from "../../src/cli/frame/errors.ts";

let folder: string;
const path = (name: string) => join(folder, name);
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "varexpand-own-"));
  writeFileSync(path("a.txt"), Buffer.of(0x24, 0x28, 0x41, 0x29, 0xff));
  writeFileSync(path("a.env"), "export A=1\nB='two words' # comment\nC=\"x\\ny\"\n");
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test("bytes are read as they are, variables as dotenv reads them", () => {
  expect(readOwnInput({ input: path("a.txt"), env: path("a.env") })).toEqual({
    name: "a.txt",
    input: Buffer.of(0x24, 0x28, 0x41, 0x29, 0xff),
    variables: { A: "1", B: "two words", C: "x\ny" },
  });
});

test.each([
  ["none.txt", "a.env", /none\.txt: no such file or directory/],
  ["a.txt", "none.env", /none\.env: no such file or directory/],
  [".", "a.env", /is a directory/],
])("%s with %s", (input, env, message) => {
  const read = () => readOwnInput({ input: path(input), env: path(env) });
  expect(read).toThrow(InputError);
  expect(read).toThrow(message);
});
