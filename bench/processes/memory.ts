/** The command's memory, against the size of its input: pieces of a text, against a text that is read as a whole. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { buildSync } from "esbuild";
import { variables } from "../inputs.ts";
import type { MemoryPoint, MemorySweep } from "../memory.ts";
import { REPOSITORY } from "../repository.ts";
import type { Setting } from "../setting.ts";
import { temporaryFolder } from "../temporary.ts";
import { blockOf, writeBlocks } from "./command.ts";
import { hashOfOutput, type Program } from "./process.ts";

const TEXT = "varexpand expand";
const WHOLE = "best JS, whole text";
const MIB = 1 << 20;

export async function memoryOfCommand({ effort }: Setting): Promise<MemorySweep> {
  const folder = temporaryFolder();
  const record = variables();
  const block = blockOf(Object.keys(record));
  const script = join(folder, "whole-text.mjs");
  buildSync({
    entryPoints: [join(REPOSITORY, "bench/baselines/whole-text.ts")],
    bundle: true,
    format: "esm",
    platform: "node",
    outfile: script,
  });
  const peaks = new Peaks(folder);
  const points: MemoryPoint[] = [];
  for (const mebibytes of effort.isQuick ? [1, 4, 16] : [1, 4, 16, 64, 256]) {
    const stdin = writeBlocks(join(folder, "text"), block, mebibytes);
    const own = { args: [join(REPOSITORY, "dist/cli/main.js"), "expand", "--from-env"], variables: record, stdin };
    const whole = { args: [script], variables: record, stdin };
    const [first, second] = [await peaks.of(own), await peaks.of(whole)];
    if (first.hash !== second.hash) throw new Error(`${WHOLE} gives another answer for ${mebibytes} MiB`);
    points.push({ bytes: mebibytes * MIB, peaks: { [TEXT]: first.peak, [WHOLE]: second.peak } });
  }
  return {
    title: "the most memory of a process, Node.js included",
    rows: [
      { name: TEXT, role: "subject" },
      { name: WHOLE, role: "rival" },
    ],
    points,
  };
}

/** Runs programs of Node.js that write down their own peak at the end. */
class Peaks {
  private readonly preload: string;
  private readonly file: string;
  private readonly output: string;

  constructor(folder: string) {
    this.preload = join(folder, "peak.mjs");
    this.file = join(folder, "peak");
    this.output = join(folder, "output");
    // What getrusage tells counts the process that started this one, too, so on Linux the kernel is asked.
    writeFileSync(
      this.preload,
      `import { readFileSync, writeFileSync } from "node:fs";
process.on("exit", () => {
  let peak = process.resourceUsage().maxRSS;
  if (process.platform === "linux") peak = /VmHWM:\\s*(\\d+)/.exec(readFileSync("/proc/self/status", "utf8"))[1];
  writeFileSync(${JSON.stringify(this.file)}, String(peak));
});
`,
    );
  }

  async of(program: Omit<Program, "file">): Promise<{ readonly hash: string; readonly peak: number }> {
    const args = ["--import", this.preload, ...program.args];
    const hash = await hashOfOutput({ ...program, file: process.execPath, args }, this.output);
    return { hash, peak: Number(readFileSync(this.file, "utf8")) * 1024 };
  }
}
