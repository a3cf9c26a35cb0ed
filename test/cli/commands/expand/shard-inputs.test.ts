/** Files of a shard, which must not change while it works. */
import { truncateSync } from "node:fs";
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
