/** What `varexpand pod` and `kubectl varexpand` print of the pods that they have read, and what they tell beside it. */
import { ASSIGNMENT_FORMATS } from "../../../envfile/writers/formats.ts";
import type { SkippedFiles } from "../../files/skipped-files.ts";
import { writeWhole } from "../../files/whole-file.ts";
import type { Option } from "../../frame/command.ts";
import type { CommandIo } from "../../frame/io.ts";
import type { WorkloadSelection } from "../../manifests/workload-selection.ts";
import type { PodFormat } from "./formats.ts";
import type { PodReading } from "./reading.ts";
import { SECRETS_TOLD } from "./secrets-in-output.ts";

const FORMATS = ["yaml", "json", "env", "table", ...ASSIGNMENT_FORMATS] as const satisfies readonly PodFormat[];

/** The options that say what is printed, and how. */
export const podOptions = {
  container: { type: "string", short: "c", multiple: true, value: "CONTAINER", help: "only this container" },
  output: { type: "string", short: "o", value: "FORMAT", choices: FORMATS, help: "what to print" },
  wide: { type: "boolean", help: "for table: cut nothing, and show every variable of a service" },
  "show-secrets": { type: "boolean", help: "for table and env: show values that come from a Secret" },
  strict: { type: "boolean", help: "exit with 1 if there are findings" },
  all: { type: "boolean", help: "report every place of a finding, one per line" },
} as const satisfies Record<string, Option>;

/** How many files a line names. */
const MOST_NAMES = 3;

interface Reported {
  readonly names: readonly string[];
  readonly eventsFile: string | undefined;
  readonly skippedFiles: SkippedFiles;
  readonly selection: WorkloadSelection;
  readonly format: PodFormat;
  readonly isWide: boolean;
}

/**
 * Writes the results, which are complete now; or only the problems, if there are any. What is told follows what is
 * printed: on a terminal, the end is what stands before the eyes.
 */
export async function report(read: PodReading, given: Reported, io: CommandIo): Promise<boolean> {
  const { advice, duplicates, events, problems } = read;
  const { eventsFile, selection, skippedFiles } = given;
  if (problems.length > 0) {
    for (const line of [...skippedFiles.lines(), ...duplicates.lines()]) io.report(line);
    for (const line of problems.lines()) io.report(`varexpand: ${line}`);
    if (advice !== undefined) io.report(`varexpand: ${advice}`);
    return false;
  }
  selection.check();
  read.volumes.check();
  if (eventsFile !== undefined) {
    await writeWhole(eventsFile, events.events.map((event) => `${JSON.stringify(event)}\n`).join(""), io.report);
  }
  try {
    read.printer.print(io);
  } finally {
    tell(read, given, io);
  }
  return true;
}

/** Tells what is not in the output: what was skipped, what is unknown, the events, and how much of each. */
function tell(read: PodReading, { format, isWide, names, skippedFiles }: Reported, io: CommandIo): void {
  const { duplicates, events, others, patches, pods, skipped, unknown } = read;
  if (read.holdsSecrets && io.isTerminal) io.report(SECRETS_TOLD);
  for (const line of [...skippedFiles.lines(), ...duplicates.lines()]) io.report(line);
  if (pods + others === 0) {
    const where = names.length > 0 && names.length <= MOST_NAMES ? names.join(", ") : `${names.length} files`;
    io.report(`${where}: found no Pod or workload`);
  }
  for (const spool of [patches, skipped, unknown, events]) {
    for (const line of spool.lines()) io.report(line);
  }
  if (format === "table" && pods > 0)
    io.report(`${summaryOf(read)}${isWide ? "" : "; --wide shows everything in full"}`);
}

/** `2 pods, 3 containers: 1 finding, 4 unknown`. */
function summaryOf({ containers, events, pods, unknown }: PodReading): string {
  const found = [
    ...(events.count > 0 ? [numberOf(events.count, "finding")] : []),
    ...(unknown.count > 0 ? [`${unknown.count} unknown`] : []),
  ];
  const what = found.length === 0 ? "nothing to report" : found.join(", ");
  return `${numberOf(pods, "pod")}, ${numberOf(containers, "container")}: ${what}`;
}

function numberOf(count: number, one: string): string {
  return `${count} ${one}${count === 1 ? "" : "s"}`;
}
