/**
 * Tries many mutants of src/ with the fast tests, in one run of all tests: every source contains all of its mutants (see
 * switches.ts), and each test is repeated with those that it reaches. Most mutants are killed here, in a few minutes; a
 * workbench tries the others with all tests.
 */
import { spawn } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { Failure } from "./messages.ts";
import type { Mutant } from "./mutant.ts";
import { switched } from "./switches.ts";
import { essence, Tree } from "./tree.ts";

/** The environment variable with the folder where the processes exchange results. */
export const FOLDER_VARIABLE = "VAREXPAND_MUTANTS_FOLDER";
/** A line of JSON for each killed mutant: `{ mutant, by }`. */
export const KILLED = "killed.ndjson";

/** The file in which a process says which mutant it tries, and until when. */
export function running(folder: string, pid: number): string {
  return join(folder, `running-${pid}`);
}

const WATCH_MS = 2_000;

/** @param mutants of src/. @returns those that fast tests kill */
export async function quickKills(
  root: string,
  path: string,
  mutants: readonly Mutant[],
): Promise<Map<Mutant, Failure>> {
  const tree = new Tree(root, path);
  const folder = join(path, "build", "quick");
  mkdirSync(folder);
  const ofSources = new Map<string, Map<number, Mutant>>();
  for (const [number, mutant] of mutants.entries()) {
    const inSource = ofSources.get(mutant.file) ?? new Map<number, Mutant>();
    ofSources.set(mutant.file, inSource.set(number, mutant));
  }
  for (const [file, inSource] of ofSources) {
    const text = switched(tree.read(file), inSource);
    if ((await essence(text)) !== undefined) tree.write(file, text);
  }
  if (!(await tree.buildCommand())) throw new Error("the command cannot be built with the mutants");
  await run(path, folder);
  const file = join(folder, KILLED);
  const lines = existsSync(file) ? readFileSync(file, "utf8").split("\n").slice(0, -1) : [];
  const found = lines.map((line) => JSON.parse(line) as { mutant: number; by: Failure });
  rmSync(path, { recursive: true, force: true });
  return new Map(found.map(({ mutant, by }) => [mutants[mutant]!, by]));
}

/** Runs all tests, and ends the processes in which a mutant does not end. */
async function run(path: string, folder: string): Promise<void> {
  const args = ["run", "--root", path, "--config", join(path, "test/mutants/quick.config.js")];
  // More random cases only make tests too slow to count here.
  const { VAREXPAND_FUZZ: _, ...inherited } = process.env;
  const env = { ...inherited, [FOLDER_VARIABLE]: folder, CI: "1" };
  const child = spawn(join(path, "node_modules/.bin/vitest"), args, { cwd: path, env, stdio: "ignore" });
  const timer = setInterval(() => endLate(folder), WATCH_MS);
  await new Promise((resolve) => child.on("close", resolve));
  clearInterval(timer);
}

function endLate(folder: string): void {
  for (const name of readdirSync(folder).filter((each) => each.startsWith("running-"))) {
    try {
      const { until } = JSON.parse(readFileSync(join(folder, name), "utf8")) as { until: number };
      if (until + 10_000 > Date.now()) continue;
      rmSync(join(folder, name));
      process.kill(Number(name.slice("running-".length)), "SIGKILL");
    } catch {
      // The process has just finished with the mutant.
    }
  }
}
