/** The job of a folder of shards, which several processes enter at the same time. */
import { existsSync, writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import { ShardFolder } from "../../../../src/cli/commands/expand/shard-folder.ts";
import { enterJob, type ShardJob } from "../../../../src/cli/commands/expand/shard-job.ts";
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
