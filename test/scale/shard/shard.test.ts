/** Which shard a process is: as it is written, and as engines say it. */
import { describe, expect, test } from "vitest";
import {
  engineShard,
  isInShard,
  parseShard,
  ShardError,
  shardBounds,
  shardName,
  shardOf,
  shardSlices,
} from "../../../src/scale/shard/shard.ts";

test.each([
  ["0/1", { index: 0, count: 1 }, "00000-of-00001"],
  ["3/8", { index: 3, count: 8 }, "00003-of-00008"],
  ["007/08", { index: 7, count: 8 }, "00007-of-00008"],
  ["99999/1000000", { index: 99999, count: 1000000 }, "0099999-of-1000000"],
])("%s", (written, shard, name) => {
  expect(parseShard(written)).toEqual(shard);
  expect(shardName(shard)).toBe(name);
});

test.each([
  ["8/8", "no such shard: 8 of 8; shards count from 0, so the last one is 7"],
  ["9/8", "no such shard: 9 of 8; shards count from 0, so the last one is 7"],
  ["0/0", "the number of shards must be 1 or more"],
  ["3", '"3" is not I/N, as in 0/8'],
  ["", '"" is not I/N, as in 0/8'],
  ["-1/8", `"-1" is not a shard's number`],
  ["1.5/8", `"1.5" is not a shard's number`],
  ["/8", `"" is not a shard's number`],
  ["1/", '"" is not the number of shards'],
  ["1/2/3", '"2/3" is not the number of shards'],
  ["1/1e3", '"1e3" is not the number of shards'],
  ["0/1000001", "1000001 shards are too many; the maximum is 1000000"],
])("%j is not a shard", (written, message) => {
  expect(() => parseShard(written)).toThrow(new ShardError(message));
});

test.each([
  [0, "2"],
  [1, "22"],
  [2, "122"],
  [3, "0122"],
  [8, "001112222"],
  [10, "00011122222"],
])("of a text of %d bytes, what begins at an offset belongs to one of three shards", (total, expected) => {
  const shardsOf = (offset: number) => [0, 1, 2].filter((index) => isInShard(offset, total, { index, count: 3 }));
  const shards = Array.from({ length: total + 1 }, (_, offset) => shardsOf(offset).join(" and "));
  expect(shards.join("")).toBe(expected);
});

describe("an engine", () => {
  const slurm = (task: number, first: number, last: number, count: number) => ({
    SLURM_ARRAY_TASK_ID: String(task),
    SLURM_ARRAY_TASK_MIN: String(first),
    SLURM_ARRAY_TASK_MAX: String(last),
    SLURM_ARRAY_TASK_COUNT: String(count),
  });

  test("an Indexed Job has the index", () => {
    expect(engineShard({ JOB_COMPLETION_INDEX: "3", SLURM_ARRAY_TASK_ID: "" }, "8")).toEqual({
      shard: { index: 3, count: 8 },
      source: "JOB_COMPLETION_INDEX=3",
    });
  });

  test.each([
    [slurm(0, 0, 7, 8), { index: 0, count: 8 }],
    [slurm(7, 0, 7, 8), { index: 7, count: 8 }],
    [slurm(1, 1, 8, 8), { index: 0, count: 8 }],
    [slurm(8, 1, 8, 8), { index: 7, count: 8 }],
    // --array=10-40:10
    [slurm(30, 10, 40, 4), { index: 2, count: 4 }],
    [slurm(5, 5, 5, 1), { index: 0, count: 1 }],
  ])("a Slurm array %#", (environment, shard) => {
    expect(engineShard(environment, undefined).shard).toEqual(shard);
    expect(engineShard(environment, String(shard.count)).shard).toEqual(shard);
  });

  test("the source of a Slurm task is reported", () => {
    expect(engineShard(slurm(4, 1, 8, 8), undefined).source).toBe("SLURM_ARRAY_TASK_ID=4, in an array of 8 from 1 on");
  });

  test.each([
    [{}, undefined, "neither JOB_COMPLETION_INDEX nor SLURM_ARRAY_TASK_ID is set; elsewhere, write --shard I/N"],
    [
      { JOB_COMPLETION_INDEX: "0", ...slurm(0, 0, 7, 8) },
      "8",
      "JOB_COMPLETION_INDEX and SLURM_ARRAY_TASK_ID are both set; name the shard with --shard-index and --shard-count",
    ],
    [
      { JOB_COMPLETION_INDEX: "0" },
      undefined,
      "JOB_COMPLETION_INDEX is only the index; give the Job's completions as --shard-count N",
    ],
    [{ JOB_COMPLETION_INDEX: "8" }, "8", "no such shard: 8 of 8; shards count from 0, so the last one is 7"],
    [{ SLURM_ARRAY_TASK_ID: "1" }, undefined, "SLURM_ARRAY_TASK_MIN: is not set"],
    ...["x", "7x", "x7", "-7", "1".repeat(16)].map((max): [Record<string, string>, undefined, string] => [
      { ...slurm(1, 0, 7, 8), SLURM_ARRAY_TASK_MAX: max },
      undefined,
      `SLURM_ARRAY_TASK_MAX: "${max}" is not a number`,
    ]),
    // Two of eight tasks, submitted again: the variables do not say which of the eight they are.
    [
      slurm(3, 3, 5, 2),
      "8",
      'SLURM_ARRAY_TASK_ID=3, in an array of 2 from 3 on: that is not --shard-count 8; to run single tasks again, write --shard-index "$SLURM_ARRAY_TASK_ID" --shard-count 8',
    ],
    // --array=0,3,7
    [
      slurm(3, 0, 7, 3),
      undefined,
      "SLURM_ARRAY_TASK_ID=3, in an array of 3 from 0 on to 7: the tasks must be at equal distances",
    ],
    // The first task of --array=0,3,7: its index would be 0.
    [
      slurm(0, 0, 7, 3),
      undefined,
      "SLURM_ARRAY_TASK_ID=0, in an array of 3 from 0 on to 7: the tasks must be at equal distances",
    ],
    [
      slurm(3, 0, 4, 3),
      undefined,
      "SLURM_ARRAY_TASK_ID=3, in an array of 3 from 0 on to 4: the tasks must be at equal distances",
    ],
  ])("that does not say enough %#", (environment, count, message) => {
    expect(() => engineShard(environment, count)).toThrow(new ShardError(message));
  });
});

test("the shards of a length follow each other, and differ by one at most", () => {
  for (const total of [0, 1, 7, 64, 1000, 1e14 + 7, Number.MAX_SAFE_INTEGER]) {
    for (const count of [1, 2, 3, 7, 64, 1000, 999_983]) {
      const step = Math.max(1, Math.floor(count / 50));
      for (let index = 0; index < count; index += step) {
        const [start, end] = shardBounds(total, { index, count });
        expect(end - start === Math.floor(total / count) || end - start === Math.ceil(total / count)).toBe(true);
        if (index > 0) expect(shardBounds(total, { index: index - 1, count })[1]).toBe(start);
      }
      expect(shardBounds(total, { index: 0, count })[0]).toBe(0);
      expect(shardBounds(total, { index: count - 1, count })[1]).toBe(total);
    }
  }
});

describe("the slices of texts", () => {
  /** Cuts at tens. Where a text begins, it need not be opened to know that. */
  const tens = (_: number, offset: number) => {
    expect(offset).toBeGreaterThan(0);
    return Math.ceil(offset / 10) * 10;
  };
  const slices = (lengths: readonly number[], index: number, count: number) =>
    shardSlices(lengths, shardOf(String(index), String(count)), tens);

  test("a text is cut", () => {
    expect(slices([100], 0, 3)).toEqual([{ text: 0, start: 0, end: 40 }]);
    expect(slices([100], 1, 3)).toEqual([{ text: 0, start: 40, end: 70 }]);
    expect(slices([100], 2, 3)).toEqual([{ text: 0, start: 70, end: 100 }]);
  });

  test("several texts, empty ones between", () => {
    expect(slices([0, 30, 0, 30, 0], 0, 2)).toEqual([{ text: 1, start: 0, end: 30 }]);
    expect(slices([0, 30, 0, 30, 0], 1, 2)).toEqual([{ text: 3, start: 0, end: 30 }]);
    expect(slices([20, 20, 60], 1, 2)).toEqual([{ text: 2, start: 10, end: 60 }]);
    expect(slices([20, 20, 60], 0, 2)).toEqual([
      { text: 0, start: 0, end: 20 },
      { text: 1, start: 0, end: 20 },
      { text: 2, start: 0, end: 10 },
    ]);
    expect(slices([10, 0, 10], 0, 1)).toEqual([
      { text: 0, start: 0, end: 10 },
      { text: 2, start: 0, end: 10 },
    ]);
    expect(slices([13, 13], 1, 2)).toEqual([{ text: 1, start: 0, end: 13 }]);
    expect(slices([13, 30], 1, 2)).toEqual([{ text: 1, start: 10, end: 30 }]);
  });

  test("more shards than cuts: some have nothing", () => {
    expect(Array.from({ length: 6 }, (_, index) => slices([20], index, 6).length)).toEqual([1, 0, 0, 1, 0, 0]);
    expect(slices([], 0, 2)).toEqual([]);
    expect(slices([0, 0], 1, 2)).toEqual([]);
  });
});
