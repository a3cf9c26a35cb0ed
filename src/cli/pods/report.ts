/** The output and messages of `varexpand pod` and `kubectl varexpand`. */
import { ASSIGNMENT_FORMATS } from "../../envfile/writers/formats.ts";
import { severalUnknownLines } from "../../repository/unknowns.ts";
import { writeAtomically } from "../files/atomic-write.ts";
import { formatCount, type SkippedFiles } from "../files/skipped-files.ts";
import { type Arguments, colorOption, type Option } from "../frame/command.ts";
import { type CommandIo, colorsOf, lineWidth } from "../frame/io.ts";
import type { PodFormat } from "./formats.ts";
import type { PodReading } from "./reading.ts";

const FORMATS = ["yaml", "json", "env", "table", ...ASSIGNMENT_FORMATS] as const satisfies readonly PodFormat[];

export const podOptions = {
  container: { type: "string", short: "c", multiple: true, value: "CONTAINER", help: "select a container" },
  output: { type: "string", short: "o", value: "FORMAT", choices: FORMATS, help: "the output format" },
  wide: { type: "boolean", help: "for table: do not shorten values or group variables of services" },
  "show-secrets": { type: "boolean", help: "for table and env: show values from Secrets" },
  strict: { type: "boolean", help: "exit with 1 if there are findings" },
  all: { type: "boolean", help: "list every occurrence of repeated findings" },
  ...colorOption,
} as const satisfies Record<string, Option>;

const MAX_NAMES = 3;

/** What the options in `podOptions` mean for reading. */
export function readingOptions(options: Arguments<typeof podOptions>["options"], io: CommandIo) {
  const { all: isAll, wide: isWide, "show-secrets": showsSecrets } = options;
  return { colors: colorsOf(options.color, io), width: lineWidth(io), isAll, isWide, showsSecrets };
}

interface ReadFiles {
  readonly names: readonly string[];
  readonly eventsFile?: string | undefined;
  readonly skippedFiles: SkippedFiles;
}

/**
 * Prints the results, or only the problems if there are any; returns whether there were no problems. Messages follow the output,
 * so that they are visible at the bottom of a terminal.
 */
export async function report(read: PodReading, files: ReadFiles, io: CommandIo): Promise<boolean> {
  const { duplicates, events, options, podErrors } = read;
  const { eventsFile, skippedFiles } = files;
  if (!podErrors.lines.isEmpty) {
    for (const line of [...skippedFiles.lines(), ...duplicates.lines()]) io.report(line);
    for (const line of podErrors.lines.lines()) io.report(`varexpand: ${line}`);
    if (podErrors.advice !== undefined) io.report(`varexpand: ${podErrors.advice}`);
    return false;
  }
  options.selection.check();
  read.volumes.check();
  if (eventsFile !== undefined) {
    await writeAtomically(eventsFile, events.events.map((event) => `${JSON.stringify(event)}\n`).join(""), io.report);
  }
  try {
    read.printer.print(io);
  } finally {
    reportRest(read, files, io);
  }
  return true;
}

/** Reports what the output does not contain: what was skipped, what is unknown, the events, and a summary. */
function reportRest(read: PodReading, { names, skippedFiles }: ReadFiles, io: CommandIo): void {
  const { duplicates, events, options, others, pods, skipped, unknown, unknowns, unresolved } = read;
  if (read.holdsSecrets && io.isTerminal) {
    io.report("the output contains values of Secrets; -o table and -o env mask them");
  }
  for (const line of [...skippedFiles.lines(), ...duplicates.lines()]) io.report(line);
  if (pods + others + read.errors + read.notEvaluated === 0) {
    const where = names.length > 0 && names.length <= MAX_NAMES ? names.join(", ") : `${names.length} files`;
    io.report(`${where}: found no Pod or workload`);
  }
  for (const lines of [unresolved, skipped, unknown, events]) {
    for (const line of lines.lines()) io.report(line);
  }
  // In a cluster, an object that is unknown cannot be read.
  if (options.hints === undefined) for (const line of severalUnknownLines(unknowns, options.isAll)) io.report(line);
  if (options.format === "table" && pods > 0)
    io.report(`${summaryOf(read)}${options.isWide ? "" : "; --wide shows everything in full"}`);
}

/** `2 pods, 3 containers: 1 finding, 4 unknown`. */
function summaryOf({ containers, events, notEvaluated, pods, unknown }: PodReading): string {
  const found = [
    ...(events.count > 0 ? [formatCount(events.count, "finding")] : []),
    ...(unknown.entries > 0 ? [`${unknown.entries} unknown`] : []),
    ...(notEvaluated > 0 ? [`${formatCount(notEvaluated, "workload")} not evaluated`] : []),
  ];
  const what = found.length === 0 ? "nothing to report" : found.join(", ");
  return `${formatCount(pods, "pod")}, ${formatCount(containers, "container")}: ${what}`;
}
