/** `varexpand pod`: what each container of a manifest's pods will see. */
import { isInShard, type Shard } from "../batch/shard.ts";
import { ASSIGNMENT_FORMATS } from "../envfile/writing.ts";
import { clusterOptions, givenCluster, readNode } from "./cluster-options.ts";
import { DONE, defineCommand, FAILED, FINDINGS } from "./command.ts";
import { UsageError } from "./errors.ts";
import { STDIN } from "./files.ts";
import { findInputs, inputOptions } from "./inputs.ts";
import { type CommandIo, lineWidth } from "./io.ts";
import { ManifestStream } from "./manifest-stream.ts";
import type { PodFormat } from "./pod-formats.ts";
import { PodReading, type ReadingOptions } from "./pod-reading.ts";
import { Progress } from "./progress.ts";
import { SECRETS_TOLD } from "./secrets-in-output.ts";
import { givenShard, shardOptions } from "./shard-options.ts";
import type { SkippedFiles } from "./skipped-files.ts";
import { writeWhole } from "./whole-file.ts";
import { WorkloadSelection } from "./workload-selection.ts";

const FORMATS = ["yaml", "json", "env", "table", ...ASSIGNMENT_FORMATS] as const satisfies readonly PodFormat[];

/** How many files a line names. */
const MOST_NAMES = 3;

export const podCommand = defineCommand({
  usage: "pod [PATH | KIND/NAME]... [-c CONTAINER] [-o FORMAT] [OPTION...]",
  description: `
Shows what each container will see, before the pod exists: environment, command, args, mounts and probes with each
$(NAME) resolved as Kubernetes does. Reads Pods, workloads with a pod template, and the objects that pods refer to
(Services, ConfigMaps, Secrets, Nodes).

PATH is a file, a directory (its .yaml, .yml and .json files) or a quoted pattern; - or a pipe is standard input. An
argument that does not exist as a file selects a workload: KIND/NAME as kubectl takes it (deploy/web), or NAME. -c selects
containers by name.

-o yaml (default) and json print the manifests with the expanded texts in place, of what is selected the whole objects;
table shows where every value comes from; env lists each container's environment. env-file, dotenv, docker and shell write
the environment of one container as a file: for KEP-3721, for dotenv, Node.js and docker compose, for docker run
--env-file, and as export commands. A variable that the format cannot hold is told by its name, and nothing is written.

References to variables that are not defined are reported as events on standard error. Streams of any length are read in
bounded memory: long output waits in a temporary file until all input is read.

--shard is for fleets that one process takes long for: each shard reads everything, and resolves and prints its own part
of the pods. All parts in order are what one process prints.`,
  options: {
    ...inputOptions,
    container: { type: "string", short: "c", multiple: true, value: "CONTAINER", help: "only this container" },
    output: { type: "string", short: "o", value: "FORMAT", choices: FORMATS, help: "what to print" },
    wide: { type: "boolean", help: "for table: cut nothing, and show every variable of a service" },
    "show-secrets": { type: "boolean", help: "for table and env: show values that come from a Secret" },
    strict: { type: "boolean", help: "exit with 1 if there are findings" },
    all: { type: "boolean", help: "tell every place of a finding, each in a line" },
    ...shardOptions,
    events: { type: "string", value: "FILE", help: "write the events to FILE, as v1 Events in JSON lines" },
    ...clusterOptions,
  },
  examples: [
    "varexpand pod examples/shop.yaml -o table",
    "varexpand pod examples/shop.yaml deploy/web -c web -o docker > web.env",
    "varexpand pod -R k8s -o env",
    "kubectl get deploy -o yaml | varexpand pod -",
  ],
  names: ["workloads"],
  async run({ options, operands }, io) {
    const shard = givenShard(options, io);
    if (shard !== undefined && !isShared(options.output)) {
      throw new UsageError(
        `-o ${options.output} is one text, of which no shard prints a part: take yaml, env or table`,
      );
    }
    if (options.events === STDIN) throw new UsageError("--events -: give the events a file");
    const outputs = options.events === undefined ? [] : [options.events];
    const { documentLimit, ...given } = givenCluster(options, io, outputs);
    const reading = {
      ...given,
      format: options.output ?? "yaml",
      colors: io.colors,
      width: lineWidth(io),
      isAll: options.all,
      isWide: options.wide,
      showsSecrets: options["show-secrets"],
    } as const;
    const others = options.node === undefined ? [] : [options.node];
    const found = await findInputs({ command: "pod", operands, options, takesWorkloads: true, others, outputs }, io);
    const selection = new WorkloadSelection(found.workloads, options.container, options.namespace);
    if (shard !== undefined && selection.isPart) {
      throw new UsageError("--shard shares the work for all pods: select none with KIND/NAME or -c");
    }
    const { files, skipped } = found;
    const node = options.node === undefined ? undefined : readNode(options.node, io);
    const progress = new Progress(io, "varexpand pod", undefined);
    const manifests = files.map((file) => new ManifestStream(file, io, { documentLimit, progress, skipped }));
    try {
      const isPart = selection.isPart;
      const read = readPods(manifests, { ...reading, selection, isPart, ...(node && { node }) }, shard);
      progress.end();
      try {
        const names = manifests.map(({ name }) => name);
        const told = {
          eventsFile: options.events,
          format: reading.format,
          isWide: options.wide,
          selection,
          skippedFiles: skipped,
        };
        if (!(await report(read, { ...told, names }, io))) return FAILED;
        if (options.strict && !skipped.isComplete) return FAILED;
        return options.strict && read.events.count > 0 ? FINDINGS : DONE;
      } finally {
        read.close();
      }
    } finally {
      progress.end();
      for (const manifest of manifests) manifest.close();
    }
  },
});

/** Whether the parts of shards, one after the other, are what one process prints. */
function isShared(format: PodFormat | undefined): boolean {
  return format === undefined || format === "yaml" || format === "env" || format === "table";
}

/** Reads the manifests; a second time if objects that pods refer to follow the pods. */
export function readPods(manifests: readonly ManifestStream[], options: ReadingOptions, shard?: Shard): PodReading {
  const now = new Date();
  const reading = readThrough(manifests, new PodReading(options, now), shard);
  if (!reading.reader.mustBeRepeated) return reading;
  reading.close();
  return readThrough(manifests, new PodReading(options, now, reading.reader.objects), shard);
}

/** A shard reads everything, and has the parts that begin in its range of all bytes. */
function readThrough(manifests: readonly ManifestStream[], reading: PodReading, shard: Shard | undefined): PodReading {
  const { printer } = reading;
  try {
    const sizes = shard === undefined ? [] : manifests.map(({ size }) => size);
    const total = sizes.reduce((sum, size) => sum + size, 0);
    let start = 0;
    for (const [i, manifest] of manifests.entries()) {
      let offset = start;
      if (shard !== undefined) printer.isOwn = isInShard(offset, total, shard);
      for (const part of manifest.parts()) {
        if (shard !== undefined) {
          printer.isOwn = isInShard(offset, total, shard);
          offset += Buffer.byteLength(part.text);
        }
        reading.add(part);
      }
      printer.endFile(manifest.isFound);
      start += sizes[i] ?? 0;
    }
    return reading;
  } catch (error) {
    reading.close();
    throw error;
  }
}

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
    await writeWhole(eventsFile, events.events.map((event) => `${JSON.stringify(event)}\n`).join(""));
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
