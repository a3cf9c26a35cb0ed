/** The command as a whole process, from its start to its exit: a large text, and records of JSON. */
import { createHash } from "node:crypto";
import { closeSync, openSync, writeSync } from "node:fs";
import { join } from "node:path";
import { expandStringWith } from "../baselines/strings.ts";
import { records, text, variables } from "../inputs.ts";
import { ENVSUBST, inShellSyntax, NO_ENVSUBST } from "../peers/native.ts";
import type { Question } from "../question.ts";
import type { Setting } from "../setting.ts";
import { temporaryFolder } from "../temporary.ts";
import { isInstalled } from "./process.ts";
import { command, processRow, script } from "./programs.ts";

const MIB = 1 << 20;

const TEXT = "varexpand expand";
const BRACES = "varexpand expand --syntax envsubst";
const JSON_TEXT = "varexpand expand --json";
const SCRIPT = "JSON.parse, best JS, JSON.stringify";
const CAT = "cat";

export function commandQuestions({ effort }: Setting): Question[] {
  const folder = temporaryFolder();
  const questions = effort.isQuick
    ? [...textQuestions(folder, 64), jsonQuestion(folder, 50_000)]
    : [...textQuestions(folder, 256), jsonQuestion(folder, 200_000)];
  // The inputs of a quick run are so small that the start of Node dominates, so the goals do not apply.
  return questions.map((question) => ({ ...question, ...(effort.isQuick ? { turns: 3, goals: [] } : { turns: 5 }) }));
}

/** Discards the output, which measures only the program, or writes it to a file. */
function textQuestions(folder: string, mebibytes: number): Question[] {
  const title = `${mebibytes} MiB of typical text through the command`;
  const record = variables();
  const block = blockOf(Object.keys(record));
  const stdin = writeBlocks(join(folder, "text"), block, mebibytes);
  const common = { bytes: mebibytes * MIB, expected: hashOfExpanded(block, record, mebibytes) };
  const varexpand = command(["expand", "--from-env"], { variables: record, stdin });
  const file = join(folder, "expanded");
  const own = processRow(TEXT, varexpand, folder, "subject");
  const into = {
    ...common,
    title: `${title}, into a file`,
    baseline: CAT,
    rows: [
      processRow(TEXT, varexpand, folder, "subject", file),
      processRow(CAT, { file: "cat", args: [], stdin }, folder, "limit", file),
    ],
    goals: [{ row: TEXT, against: CAT, atLeast: 1 / 1.3 }],
  };
  if (!isInstalled("envsubst")) {
    return [{ ...common, title, rows: [own], missing: [{ name: ENVSUBST, reason: NO_ENVSUBST }] }, into];
  }
  const shells = writeBlocks(join(folder, "shell-text"), inShellSyntax(block), mebibytes);
  const envsubst = { file: "envsubst", args: [], variables: record, stdin: shells };
  const braces = command(["expand", "--syntax", "envsubst", "--from-env"], { variables: record, stdin: shells });
  return [
    {
      ...common,
      title,
      baseline: ENVSUBST,
      rows: [own, processRow(BRACES, braces, folder, "subject"), processRow(ENVSUBST, envsubst, folder, "rival")],
      goals: [
        { row: TEXT, against: ENVSUBST, atLeast: 5 },
        { row: BRACES, against: ENVSUBST, atLeast: 7 },
        { row: BRACES, against: TEXT, atLeast: 0.9 },
      ],
    },
    into,
  ];
}

function jsonQuestion(folder: string, count: number): Question {
  const variablesAndInput = { variables: variables(), stdin: join(folder, "records.ndjson") };
  const bytes = writeAll(variablesAndInput.stdin, records(count));
  const varexpand = command(["expand", "--from-env", "--json"], variablesAndInput);
  return {
    title: `${count.toLocaleString("en")} records of NDJSON through the command`,
    bytes,
    items: { count, name: "record" },
    baseline: SCRIPT,
    rows: [
      processRow(JSON_TEXT, varexpand, folder, "subject"),
      processRow(SCRIPT, script("ndjson", folder, [], variablesAndInput), folder, "rival"),
    ],
    goals: [{ row: JSON_TEXT, against: SCRIPT, atLeast: 8 }],
  };
}

/** 1 MiB that can be repeated: its last reference is whole, and followed by line feeds. */
export function blockOf(names: readonly string[]): string {
  const whole = text("typical", MIB, names);
  return whole.slice(0, whole.lastIndexOf("$")).padEnd(MIB, "\n");
}

/** The SHA-256 of the result for a block that is repeated. */
export function hashOfExpanded(block: string, variables: Readonly<Record<string, string>>, count: number): string {
  const expanded = expandStringWith(block, new Map(Object.entries(variables)));
  const hash = createHash("sha256");
  for (let i = 0; i < count; i++) hash.update(expanded);
  return hash.digest("hex");
}

export function writeBlocks(file: string, block: string, count: number): string {
  writeAll(
    file,
    Array.from({ length: count }, () => block),
  );
  return file;
}

/** Returns how many bytes were written. */
export function writeAll(file: string, pieces: Iterable<string>): number {
  const descriptor = openSync(file, "w");
  let bytes = 0;
  for (const piece of pieces) bytes += writeSync(descriptor, piece);
  closeSync(descriptor);
  return bytes;
}
