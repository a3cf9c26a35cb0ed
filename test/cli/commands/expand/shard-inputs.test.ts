/** Files of a shard, which must not change while it works. */
import { appendFileSync, truncateSync, utimesSync } from "node:fs";
import { expect, test } from "vitest";
import { OpenShardInput, ShardInput } from "../../../../src/cli/commands/expand/shard-inputs.ts";
import { FolderPerTest } from "../../temporary.ts";

const folder = new FolderPerTest();

test.each([1, 2, 5])("reports where a file ends that has lost %d bytes", (lost) => {
  const file = folder.file("a", "12345");
  const input = new OpenShardInput(new ShardInput(file));
  expect([input.length, input.read(new Uint8Array(9), 0), input.read(new Uint8Array(9), 5)]).toEqual([5, 5, 0]);
  truncateSync(file, 5 - lost);
  expect(() => input.read(new Uint8Array(9), 5 - lost)).toThrow(file);
});

test("a file that changes while a shard reads it is an error", () => {
  const file = folder.file("a", "12345");
  utimesSync(file, 1, 1);
  const input = new ShardInput(file);
  const changed = `${file}: the file has changed since the shard began`;
  const open = input.open();
  open.checkVersion();
  expect(input.search(({ length }) => length)).toBe(5);
  utimesSync(file, 2, 2);
  expect(() => open.checkVersion()).toThrow(changed);
  utimesSync(file, 1, 1);
  open.checkVersion();
  appendFileSync(file, "6");
  utimesSync(file, 1, 1);
  expect(() => open.checkVersion()).toThrow(changed);
  open.close();
  expect(() => input.search(({ length }) => length)).toThrow(changed);
});

test("an input is a regular file", () => {
  expect(() => new ShardInput("-")).toThrow("a shard is a part of files, and - is standard input");
  expect(() => new ShardInput(folder.path)).toThrow(`${folder.path}: not a regular file; a shard is a part of one`);
  expect(() => new ShardInput(folder.at("none"))).toThrow(`${folder.at("none")}: no such file or directory`);
});
