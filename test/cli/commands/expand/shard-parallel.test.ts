/** Shards under GNU parallel, the real one: some are killed, and tried again. */
import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { Random } from "../../../reference/random.ts";
import { missing } from "../../../tools.ts";
import { main } from "../../processes.ts";
import { FolderPerTest } from "../../temporary.ts";

const folder = new FolderPerTest();
// moreutils has another program of this name.
const hasParallel =
  spawnSync("parallel", ["--version"], { encoding: "utf8" }).stdout?.includes("GNU parallel") === true ||
  missing("GNU parallel");
const SHARDS = 6;

describe.runIf(hasParallel)("GNU parallel", () => {
  test("--retry-failed completes a job of which a third of the shards failed", () => {
    const random = new Random(1);
    const words = ["$(A)", "$(A\nB)", "$$(A)", "text", "\n", "\n", "é", "$(NO)"];
    const text = Array.from({ length: 20_000 }, () => random.pick(words)).join(" ");
    folder.file("big.log", text);
    // Kills every third shard, the first time, before its part has its name.
    const preload = `import fs from "node:fs"; import { syncBuiltinESMExports } from "node:module";
      const { I } = process.env;
      const real = fs.renameSync;
      fs.renameSync = (...args) => {
        if (I % 3 === 0 && !fs.existsSync("failed-" + I)) {
          fs.writeFileSync("failed-" + I, "");
          process.kill(process.pid, "SIGKILL");
        }
        return real(...args);
      };
      syncBuiltinESMExports();`;
    folder.file("preload.mjs", preload);
    const environment = { ...process.env, PARALLEL_HOME: folder.at("home"), MAIN: main, NODE: process.execPath };
    const run = (...args: string[]) =>
      spawnSync("parallel", args, { cwd: folder.path, encoding: "utf8", env: environment });
    const command = `I={} "$NODE" --import ./preload.mjs "$MAIN" expand --shard {}/${SHARDS} -o parts -e A=1 -e "A
B=two" big.log`;
    const first = run("-j2", "--joblog", "log", command, ":::", ...Array.from({ length: SHARDS }, (_, i) => String(i)));
    expect(first.status).toBe(SHARDS / 3);
    expect(partsIn("parts")).toHaveLength(SHARDS - SHARDS / 3);
    const again = run("--retry-failed", "--joblog", "log");
    expect(again.status).toBe(0);
    expect(partsIn("parts")).toHaveLength(SHARDS);
    const whole = spawnSync(process.execPath, [main, "expand", "-e", "A=1", "-e", "A\nB=two", "big.log"], {
      cwd: folder.path,
      encoding: "utf8",
    });
    const joined = partsIn("parts").map((name) => readFileSync(folder.at(`parts/${name}`), "utf8"));
    expect(joined.join("") === whole.stdout).toBe(true);
    expect(joined.filter((part) => part !== "").length).toBeGreaterThan(1);
  });
});

function partsIn(name: string): string[] {
  return readdirSync(folder.at(name))
    .filter((file) => file.startsWith("part-"))
    .sort();
}
