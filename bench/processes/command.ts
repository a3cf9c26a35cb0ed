/** The command as a whole process, from its start to its exit: a large text, and records of JSON. */
import { createHash } from "node:crypto";
import { closeSync, openSync, writeSync } from "node:fs";
import { join } from "node:path";
import { buildSync } from "esbuild";
import { expandStringWith } from "../baselines/strings.ts";
import { records, text, variables } from "../inputs.ts";
import type { Question, Row } from "../question.ts";
import { REPOSITORY } from "../repository.ts";
import type { Setting } from "../setting.ts";
import { temporaryFolder } from "../temporary.ts";
import { hashOfOutput, isInstalled, type Program, run } from "./process.ts";

const MIB = 1 << 20;

const TEXT = "varexpand expand";
const JSON_TEXT = "varexpand expand --json";
const ENVSUBST = "GNU envsubst";
const SCRIPT = "JSON.parse, best JS, JSON.stringify";

export function commandQuestions({ effort }: Setting): Question[] {
  const folder = temporaryFolder();
  const questions = effort.isQuick
    ? [textQuestion(folder, 64), jsonQuestion(folder, 100_000)]
    : [textQuestion(folder, 256), jsonQuestion(folder, 1_000_000)];
  // In a quick run the inputs are so small that Node's start counts, so the goals do not apply.
  return questions.map((question) =>
    effort.isQuick ? { ...question, turns: 3, goals: [] } : { ...question, turns: 7 },
  );
}

function textQuestion(folder: string, mebibytes: number): Question {
  const title = `${mebibytes} MiB of typical text through the command`;
  if (!isInstalled("envsubst")) {
    return { title, rows: [], skipped: "GNU envsubst is not installed (on Debian it is in gettext-base)" };
  }
  const record = variables();
  const block = blockOf(Object.keys(record));
  const own = writeBlocks(join(folder, "text"), block, mebibytes);
  // The same text in the syntax of a shell.
  const shells = writeBlocks(join(folder, "shell-text"), block.replace(/\$\(([^)]*)\)/g, "$${$1}"), mebibytes);
  const expanded = expandStringWith(block, new Map(Object.entries(record)));
  const hash = createHash("sha256");
  for (let i = 0; i < mebibytes; i++) hash.update(expanded);
  return {
    title,
    bytes: mebibytes * MIB,
    expected: hash.digest("hex"),
    baseline: ENVSUBST,
    rows: [
      processRow(TEXT, command(["expand", "--from-env"], own, record), folder, "subject"),
      processRow(ENVSUBST, { file: "envsubst", args: [], variables: record, stdin: shells }, folder),
    ],
    goals: [{ row: TEXT, against: ENVSUBST, atLeast: 5 }],
  };
}

function jsonQuestion(folder: string, count: number): Question {
  const record = variables();
  const file = join(folder, "records.ndjson");
  const bytes = writeAll(file, records(count));
  const script = join(folder, "ndjson.mjs");
  buildSync({
    entryPoints: [join(REPOSITORY, "bench/baselines/ndjson.ts")],
    bundle: true,
    format: "esm",
    platform: "node",
    outfile: script,
  });
  return {
    title: `${count.toLocaleString("en")} records of NDJSON through the command`,
    bytes,
    baseline: SCRIPT,
    rows: [
      processRow(JSON_TEXT, command(["expand", "--from-env", "--json"], file, record), folder, "subject"),
      processRow(SCRIPT, { file: process.execPath, args: [script], variables: record, stdin: file }, folder),
    ],
    goals: [{ row: JSON_TEXT, against: SCRIPT, atLeast: 8 }],
  };
}

function command(args: readonly string[], stdin: string, variables: Readonly<Record<string, string>>): Program {
  return { file: process.execPath, args: [join(REPOSITORY, "dist/cli/main.js"), ...args], variables, stdin };
}

function processRow(name: string, program: Program, folder: string, role: Row["role"] = "rival"): Row {
  return { name, role, run: () => run(program), answer: () => hashOfOutput(program, join(folder, "output")) };
}

/** 1 MiB that can be repeated: its last reference is whole, and followed by line feeds. */
export function blockOf(names: readonly string[]): string {
  const whole = text("typical", MIB, names);
  return whole.slice(0, whole.lastIndexOf("$")).padEnd(MIB, "\n");
}

export function writeBlocks(file: string, block: string, count: number): string {
  writeAll(
    file,
    Array.from({ length: count }, () => block),
  );
  return file;
}

/** Returns how many bytes were written. */
function writeAll(file: string, pieces: Iterable<string>): number {
  const descriptor = openSync(file, "w");
  let bytes = 0;
  for (const piece of pieces) bytes += writeSync(descriptor, piece);
  closeSync(descriptor);
  return bytes;
}
