/** Other programs as whole processes: from start to exit. */
import { spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { closeSync, createReadStream, openSync, rmSync } from "node:fs";
import { basename } from "node:path";

export interface Program {
  readonly file: string;
  readonly args: readonly string[];
  /** All of its environment, but for PATH. */
  readonly variables?: Readonly<Record<string, string>>;
  /** The file that it has as standard input; nothing unless named. */
  readonly stdin?: string;
}

/**
 * Runs a program; what it writes goes to a file, or to /dev/null.
 *
 * @throws Error for an exit code other than 0, with what it wrote to standard error.
 */
export async function run({ file, args, variables, stdin }: Program, stdout = "/dev/null"): Promise<void> {
  const input = openSync(stdin ?? "/dev/null", "r");
  const output = openSync(stdout, "w");
  try {
    const child = spawn(file, args, {
      env: { PATH: process.env.PATH, ...variables },
      stdio: [input, output, "pipe"],
    });
    let complaint = "";
    child.stderr!.setEncoding("utf8").on("data", (text: string) => {
      complaint += text;
    });
    const code = await new Promise<number | null>((resolve, reject) => {
      child.once("error", reject);
      child.once("close", resolve);
    });
    if (code !== 0) throw new Error(`${basename(file)} ended with ${code}: ${complaint.trim()}`);
  } finally {
    closeSync(input);
    closeSync(output);
  }
}

/** What a program writes, as its SHA-256. The file is in between, and removed. */
export async function hashOfOutput(program: Program, file: string): Promise<string> {
  await run(program, file);
  const hash = createHash("sha256");
  for await (const piece of createReadStream(file, { highWaterMark: 1 << 20 })) hash.update(piece as Buffer);
  rmSync(file);
  return hash.digest("hex");
}

export function isInstalled(file: string): boolean {
  return spawnSync(file, ["--version"], { stdio: "ignore" }).error === undefined;
}
