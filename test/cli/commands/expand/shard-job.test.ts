/** The job of a folder of shards, which several processes enter at the same time. */
import { existsSync, readdirSync, readFileSync, utimesSync, writeFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { ShardFolder } from "../../../../src/cli/commands/expand/shard-folder.ts";
import { ShardInput } from "../../../../src/cli/commands/expand/shard-inputs.ts";
import { enterJob, type ShardJob, shardJob } from "../../../../src/cli/commands/expand/shard-job.ts";
import { FolderPerTest } from "../../temporary.ts";

const folder = new FolderPerTest();

const JOB: ShardJob = { shards: 2, inputs: "a", variables: "b", options: "c" };

/** A folder that another process enters, and completes a part in, after this one has not found a job in it. */
class RacedFolder extends ShardFolder {
  override get hasParts(): boolean {
    if (!existsSync(this.job)) {
      writeFileSync(this.job, JSON.stringify(JOB));
      writeFileSync(this.part, "");
    }
    return super.hasParts;
  }
}

test("a process that enters the folder at the same time must have the same job", () => {
  const enter = (name: string, job: ShardJob) => {
    folder.file(`${name}/x`);
    enterJob(new RacedFolder(folder.at(name), { index: 0, count: 2 }), job);
  };
  enter("same", JOB);
  expect(() => enter("other", { ...JOB, shards: 3, options: "d" })).toThrow(
    "the folder belongs to another job, which differs in the number of shards, the options; use another folder",
  );
});

const shardFolder = (name: string) => {
  const made = new ShardFolder(folder.at(name), { index: 0, count: 2 });
  made.make();
  return made;
};

describe("entering a folder", () => {
  test("the first process writes the job, and others compare theirs with it", () => {
    const entered = shardFolder("a/b/c");
    enterJob(entered, JOB);
    expect(readdirSync(entered.path)).toEqual(["job.json"]);
    expect(JSON.parse(readFileSync(entered.job, "utf8"))).toEqual(JOB);
    enterJob(entered, { ...JOB });
    expect(JSON.parse(readFileSync(entered.job, "utf8"))).toEqual(JOB);
  });

  test.each<[Partial<ShardJob>, string | undefined, string]>([
    [{ shards: 3 }, undefined, "the number of shards"],
    [{ inputs: "x" }, "advice", "the input files (names, sizes, times)"],
    [{ variables: "x" }, undefined, "the variables"],
    [{ variables: "x" }, "advice", "the variables (advice)"],
    [{ options: "x" }, "advice", "the options"],
    [
      { options: "x", variables: "x", shards: 1 },
      "advice",
      "the number of shards, the variables, the options (advice)",
    ],
  ])("a job that differs: %j, %s", (other, advice, what) => {
    const entered = shardFolder("a");
    enterJob(entered, JOB);
    expect(() => enterJob(entered, { ...JOB, ...other }, advice)).toThrow(
      `${entered.job}: the folder belongs to another job, which differs in ${what}; use another folder`,
    );
  });

  test.each([
    "null",
    "1",
    '"shards inputs variables options"',
    "[]",
    "{}",
    '{"shards":2,"inputs":"a","variables":"b"}',
    JSON.stringify(JOB).slice(1),
    `${JSON.stringify(JOB)},`,
    JSON.stringify(JOB).padEnd((1 << 20) + 1),
  ])("a file that is not a job: %.80s", (text) => {
    const entered = shardFolder("a");
    folder.file("a/job.json", text);
    expect(() => enterJob(entered, JOB)).toThrow(`${entered.job}: a shard did not write this file; use another folder`);
  });

  test("a directory is not a job", () => {
    const entered = shardFolder("a");
    folder.file("a/job.json/x");
    expect(() => enterJob(entered, JOB)).toThrow(`${entered.job}: a shard did not write this file; use another folder`);
  });

  test("a job can have other members", () => {
    const entered = shardFolder("a");
    folder.file("a/job.json", JSON.stringify({ ...JOB, note: "" }).padEnd(1 << 20));
    enterJob(entered, JOB);
  });

  test.each<[string, boolean]>([
    ["part-00000-of-00002", true],
    ["part-00001-of-00002", true],
    ["part-123456-of-1234567", true],
    ["part-0000-of-00002", false],
    ["part-00000-of-00002.gz", false],
    ["x-part-00000-of-00002", false],
    ["events-00000-of-00002.ndjson", false],
    [".part-00000-of-00002.00000000-0000-0000-0000-000000000000.tmp", false],
  ])("a folder without a job that contains %s: %s", (name, isPart) => {
    const entered = shardFolder("a");
    folder.file(`a/${name}`);
    expect(entered.hasParts).toBe(isPart);
    if (!isPart) enterJob(entered, JOB);
    else {
      expect(() => enterJob(entered, JOB)).toThrow(
        `${entered.path}: there are parts but no job.json; use another folder`,
      );
    }
    expect(existsSync(entered.job)).toBe(!isPart);
  });
});

test("what makes jobs different", () => {
  const file = (name: string, content: string, seconds: number) => {
    utimesSync(folder.file(name, content), seconds, seconds);
    return new ShardInput(folder.at(name));
  };
  const [a, b] = [file("a", "1", 1), file("b", "1", 1)];
  const variables = new Map([
    ["A", "1"],
    ["B", "2"],
  ]);
  const job = shardJob(2, [a, b], [variables], { x: 1 });
  const differing = (other: ShardJob) =>
    (Object.keys(job) as (keyof ShardJob)[]).filter((part) => other[part] !== job[part]);
  expect(job).toEqual({
    shards: 2,
    inputs: expect.stringMatching(/^sha256:[0-9a-f]{64}$/),
    variables: expect.stringMatching(/^sha256:[0-9a-f]{64}$/),
    options: expect.stringMatching(/^sha256:[0-9a-f]{64}$/),
  });
  // The order of variables does not matter, and neither do those that another one overrides.
  const others = [
    new Map([["B", "2"]]),
    new Map([
      ["B", "3"],
      ["A", "1"],
    ]),
  ];
  expect(differing(shardJob(2, [a, b], others, { x: 1 }))).toEqual([]);
  expect(differing(shardJob(2, [a, b], others.toReversed(), { x: 1 }))).toEqual(["variables"]);
  expect(differing(shardJob(2, [a, b], [], { x: 1 }))).toEqual(["variables"]);
  expect(differing(shardJob(3, [b, a], [variables], { x: 2 }))).toEqual(["shards", "inputs", "options"]);
  expect(differing(shardJob(2, [a, file("b", "12", 1)], [variables], { x: 1 }))).toEqual(["inputs"]);
  expect(differing(shardJob(2, [a, file("b", "1", 2)], [variables], { x: 1 }))).toEqual(["inputs"]);
  expect(differing(shardJob(2, [a, file("b", "1", 1)], [variables], { x: 1 }))).toEqual([]);
});
