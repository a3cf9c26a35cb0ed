/** Runs other programs as processes, from start to exit. */
import { spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { closeSync, createReadStream, openSync, rmSync } from "node:fs";
import { basename } from "node:path";

export interface Program {
  readonly file: string;
  readonly args: readonly string[];
  /** Its whole environment, except PATH. */
  readonly variables?: Readonly<Record<string, string>>;
  /** The file to use as standard input; by default, it is empty. */
  readonly stdin?: string;
}

/**
 * Runs a program; its output goes to a file, or to /dev/null.
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

/** The SHA-256 of a program's output. The output goes to a temporary file. */
export async function hashOfOutput(program: Program, file: string): Promise<string> {
  await run(program, file);
  const hash = await hashOf([file]);
  rmSync(file);
  return hash;
}

/** The SHA-256 of the contents of files, one after the other. */
export async function hashOf(files: readonly string[]): Promise<string> {
  const hash = createHash("sha256");
  for (const file of files) {
    for await (const piece of createReadStream(file, { highWaterMark: 1 << 20 })) hash.update(piece as Buffer);
  }
  return hash.digest("hex");
}

export function isInstalled(file: string): boolean {
  return spawnSync(file, ["--version"], { stdio: "ignore" }).error === undefined;
}
