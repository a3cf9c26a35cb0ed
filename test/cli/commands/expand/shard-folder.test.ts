/** The files in the folder that shards write to. */
import { readdirSync } from "node:fs";
import { expect, test } from "vitest";
import { isShardLeftover, ShardFolder } from "../../../../src/cli/commands/expand/shard-folder.ts";
import type { Shard } from "../../../../src/scale/shard/shard.ts";
import { FolderPerTest } from "../../temporary.ts";

const folder = new FolderPerTest();
const SHARD = { index: 1, count: 20 };
const ID = "01234567-89ab-cdef-0123-456789abcdef";

test("the names of its files", () => {
  const { events, isDone, job, part } = new ShardFolder("out", SHARD);
  expect({ events, isDone, job, part }).toEqual({
    events: "out/events-00001-of-00020.ndjson",
    isDone: false,
    job: "out/job.json",
    part: "out/part-00001-of-00020",
  });
});

test("a shard is done if its part exists", () => {
  const shards = new ShardFolder(folder.at("a/b"), SHARD);
  shards.make();
  // It can exist.
  shards.make();
  folder.file("a/b/part-00002-of-00020");
  folder.file("a/b/events-00001-of-00020.ndjson");
  expect(shards.isDone).toBe(false);
  folder.file("a/b/part-00001-of-00020");
  expect(shards.isDone).toBe(true);
});

test("names of temporary files: those of one shard, or all", () => {
  const own = [`.part-00001-of-00020.${ID}.tmp`, `.events-00001-of-00020.${ID}.tmp`];
  const others = [`.part-00001-of-00021.${ID}.tmp`, `.events-100000-of-100001.${ID}.tmp`, `.job.${ID}.tmp`];
  const kept = [
    `.part-00001-of-00020.${ID}.tmp.x`,
    `.part-00001-of-00020.${ID.slice(1)}.tmp`,
    `.part-0001-of-00020.${ID}.tmp`,
    `.other-00001-of-00020.${ID}.tmp`,
    `x.part-00001-of-00020.${ID}.tmp`,
    `part-00001-of-00020.${ID}.tmp`,
    "job.json",
    "part-00001-of-00020",
  ];
  const all = [...own, ...others, ...kept];
  expect(all.filter((name) => isShardLeftover(name, SHARD))).toEqual(own);
  expect(all.filter((name) => isShardLeftover(name))).toEqual([...own, ...others]);
});

test("a temporary file has such a name", () => {
  const shards = new ShardFolder(folder.path, SHARD);
  for (const kind of ["part", "events", "job"] as const) shards.temporary(kind).write(new Uint8Array(1));
  const left = (shard?: Shard) => readdirSync(folder.path).filter((name) => isShardLeftover(name, shard)).length;
  expect([left({ index: 0, count: 20 }), left(SHARD), left()]).toEqual([0, 2, 3]);
});
