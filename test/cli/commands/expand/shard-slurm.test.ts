/** Shards as an array of Slurm, the real one: a task is requeued in the middle of its part. */
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { WAITING } from "../../../waiting.ts";
import { main } from "../../processes.ts";
import { hasSlurm, SlurmCluster, until } from "../../slurm.ts";
import { FolderPerTest } from "../../temporary.ts";

const folder = new FolderPerTest();
const parts = () => readdirSync(folder.at("parts")).filter((name) => name.startsWith("part-"));

test.runIf(hasSlurm)("a requeued task of an array", WAITING, async () => {
  folder.file("big.log", "$(A) some text of $(A\nB) more\n".repeat(200_000));
  // The second task waits in the middle of its part; in its second run, it does not.
  folder.file(
    "preload.mjs",
    `import fs from "node:fs"; import { syncBuiltinESMExports } from "node:module";
    const real = fs.readSync; let n = 0;
    const waits = process.env.SLURM_ARRAY_TASK_ID === "11" && !process.env.SLURM_RESTART_COUNT;
    fs.readSync = (fd, into, ...rest) => {
      if (waits && into.length > 200000 && ++n === 2) {
        fs.writeFileSync("middle", "");
        // The process outlives its task.
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 60_000);
        process.exit(1);
      }
      return real(fd, into, ...rest);
    };
    syncBuiltinESMExports();`,
  );
  const command = `"${process.execPath}" --import ./preload.mjs "${main}" expand --shard auto -o parts -e A=1 big.log`;
  const script = folder.file("task.sh", `#!/bin/sh\n${command} 2>> stderr-$SLURM_ARRAY_TASK_ID\n`);
  const cluster = new SlurmCluster();
  try {
    await cluster.start();
    // Four tasks, the first of which is number 10.
    const job = cluster
      .run("sbatch", "--parsable", "--array=10-13", "--requeue", "-D", folder.path, "-o", "/dev/null", script)
      .trim();
    expect(job).toMatch(/^[0-9]+$/);
    await until("the task is in the middle", () => existsSync(folder.at("middle")));
    expect(parts()).not.toContain("part-00001-of-00004");
    cluster.run("scontrol", "requeue", `${job}_11`);
    // Slurm delays a requeued task by two minutes, unless its start time is set.
    await until("the array is done", () => {
      cluster.run("scontrol", "update", `JobId=${job}_11`, "StartTime=now");
      return cluster.run("squeue", "-h", "-o", "%i") === "";
    });
  } finally {
    await cluster.stop();
  }
  const lines = readFileSync(folder.at("stderr-11"), "utf8").split("\n");
  const auto = "--shard auto: shard 1/4 (SLURM_ARRAY_TASK_ID=11, in an array of 4 from 10 on)";
  expect(lines.filter((line) => line === auto)).toHaveLength(2);
  expect(parts()).toHaveLength(4);
  const whole = spawnSync(process.execPath, [main, "expand", "-e", "A=1", "big.log"], {
    cwd: folder.path,
    encoding: "utf8",
    maxBuffer: 1 << 28,
  });
  const joined = parts()
    .sort()
    .map((name) => readFileSync(folder.at(`parts/${name}`), "utf8"));
  expect(joined.join("") === whole.stdout).toBe(true);
});
