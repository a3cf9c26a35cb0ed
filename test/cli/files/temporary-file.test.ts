/** A file that gets its place when it is complete. */
import { existsSync, fstatSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { TemporaryFile } from "../../../src/cli/files/temporary-file.ts";
import { FolderPerTest } from "../temporary.ts";

const folder = new FolderPerTest();
const begun = () => {
  const file = new TemporaryFile(folder.at("new"));
  file.write(Buffer.from("text"));
  return file;
};
const isOpen = ({ descriptor }: TemporaryFile) => {
  try {
    return fstatSync(descriptor).isFile();
  } catch {
    return false;
  }
};

test("in its place, it is closed, and stays", () => {
  const file = begun();
  expect(isOpen(file)).toBe(true);
  file.sync();
  file.rename(folder.at("old"));
  expect(isOpen(file)).toBe(false);
  file.end();
  expect([readFileSync(folder.at("old"), "utf8"), existsSync(folder.at("new"))]).toEqual(["text", false]);
});

test("given up, it is closed, and gone", () => {
  const file = begun();
  file.end();
  expect([isOpen(file), existsSync(folder.at("new"))]).toEqual([false, false]);
});
