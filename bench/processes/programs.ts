/** The programs that are measured as processes, and their rows. */
import { join } from "node:path";
import { buildSync } from "esbuild";
import type { Row } from "../question.ts";
import { REPOSITORY } from "../repository.ts";
import { hashOfOutput, type Program, run } from "./process.ts";

type Input = Pick<Program, "variables" | "stdin">;

/** varexpand as it is built, in dist/. */
export function command(args: readonly string[], input: Input = {}): Program {
  return { file: process.execPath, args: [join(REPOSITORY, "dist/cli/main.js"), ...args], ...input };
}

/** A program of bench/baselines, bundled into `folder`. */
export function script(name: string, folder: string, args: readonly string[] = [], input: Input = {}): Program {
  const outfile = join(folder, `${name}.mjs`);
  buildSync({
    entryPoints: [join(REPOSITORY, `bench/baselines/${name}.ts`)],
    bundle: true,
    format: "esm",
    platform: "node",
    // CommonJS dependencies need `require`, which modules do not have.
    banner: { js: 'import { createRequire } from "node:module"; const require = createRequire(import.meta.url);' },
    outfile,
  });
  return { file: process.execPath, args: [outfile, ...args], ...input };
}

/** Its answer is the hash of its output. `stdout` is where the output goes when it is timed; by default, nowhere. */
export function processRow(name: string, program: Program, folder: string, role: Row["role"], stdout?: string): Row {
  return {
    name,
    ...(role !== undefined && { role }),
    run: () => run(program, stdout),
    answer: () => hashOfOutput(program, join(folder, "output")),
  };
}
