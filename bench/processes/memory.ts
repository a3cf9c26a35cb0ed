/** The memory of every streaming command by the size of its input, and of a command that reads a whole text. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { deployment, records, variables } from "../inputs.ts";
import type { MemoryPoint, MemorySweep } from "../memory.ts";
import type { Setting } from "../setting.ts";
import { temporaryFolder } from "../temporary.ts";
import { ndjson } from "./bulk.ts";
import { blockOf, writeAll } from "./command.ts";
import { hashOfOutput, type Program } from "./process.ts";
import { command, script } from "./programs.ts";

const TEXT = "varexpand expand";
const WHOLE = "best JS, whole text";
const MIB = 1 << 20;

/** The text that is repeated as input, and the command that reads it. */
interface Case {
  readonly piece: string;
  readonly commands: Readonly<Record<string, Program>>;
}

export async function memoryOfCommand({ effort }: Setting): Promise<MemorySweep> {
  const folder = temporaryFolder();
  const input = { variables: variables(), stdin: join(folder, "input") };
  const many = Array.from({ length: 100 }, (_, i) => i);
  const cases: readonly Case[] = [
    {
      piece: blockOf(Object.keys(input.variables)),
      commands: { [TEXT]: command(["expand", "--from-env"], input), [WHOLE]: script("whole-text", folder, [], input) },
    },
    {
      piece: [...records(1000)].join(""),
      commands: { "varexpand expand --json": command(["expand", "--from-env", "--json"], input) },
    },
    {
      piece: many.map((i) => `---\n${deployment(i)}`).join(""),
      commands: {
        "varexpand expand --yaml": command(["expand", "--from-env", "--yaml"], input),
        "varexpand pod, YAML": command(["pod", "-o", "env"], input),
      },
    },
    { piece: many.map(ndjson).join(""), commands: { "varexpand pod, NDJSON": command(["pod", "-o", "env"], input) } },
  ];
  const peaks = new Peaks(folder);
  const points: MemoryPoint[] = [];
  for (const mebibytes of effort.isQuick ? [1, 4, 16] : [1, 4, 16, 64, 256]) {
    const found: Record<string, number> = {};
    const hashes: Record<string, string> = {};
    for (const { piece, commands } of cases) {
      writeAll(input.stdin, repeated(piece, mebibytes * MIB));
      for (const [name, program] of Object.entries(commands)) {
        ({ peak: found[name], hash: hashes[name] } = await peaks.of(program));
      }
    }
    if (hashes[TEXT] !== hashes[WHOLE]) throw new Error(`${WHOLE} gives another answer for ${mebibytes} MiB`);
    points.push({ bytes: mebibytes * MIB, peaks: found });
  }
  return {
    title: "the most memory of a process, Node.js included",
    rows: cases
      .flatMap(({ commands }) => Object.keys(commands))
      .map((name) => ({ name, role: name === WHOLE ? "rival" : "subject" })),
    points,
  };
}

function* repeated(piece: string, bytes: number): Generator<string> {
  for (let written = 0; written < bytes; written += piece.length) yield piece;
}

/** Runs Node.js programs that record their own peak memory. */
class Peaks {
  private readonly preload: string;
  private readonly file: string;
  private readonly output: string;

  constructor(folder: string) {
    this.preload = join(folder, "peak.mjs");
    this.file = join(folder, "peak");
    this.output = join(folder, "output");
    // getrusage includes the parent's memory, so on Linux read the value from /proc.
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

  async of(program: Program): Promise<{ readonly hash: string; readonly peak: number }> {
    const args = ["--import", this.preload, ...program.args];
    const hash = await hashOfOutput({ ...program, args }, this.output);
    return { hash, peak: Number(readFileSync(this.file, "utf8")) * 1024 };
  }
}
