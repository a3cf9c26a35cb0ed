/** `varexpand pod`: what each container of a manifest's pods will see. */
import { ASSIGNMENT_FORMATS } from "../envfile/writing.ts";
import { clusterOptions, givenCluster, readNode } from "./cluster-options.ts";
import { DONE, defineCommand, FAILED, FINDINGS } from "./command.ts";
import { UsageError } from "./errors.ts";
import { STDIN } from "./files.ts";
import { findInputs, inputOptions } from "./inputs.ts";
import type { CommandIo } from "./io.ts";
import { ManifestStream } from "./manifest-stream.ts";
import type { PodFormat } from "./pod-formats.ts";
import { PodReading, type ReadingOptions } from "./pod-reading.ts";
import type { SkippedFiles } from "./skipped-files.ts";
import { writeWhole } from "./whole-file.ts";

const FORMATS = ["yaml", "json", "env", "table", ...ASSIGNMENT_FORMATS] as const satisfies readonly PodFormat[];

/** How many files a line names. */
const MOST_NAMES = 3;

export const podCommand = defineCommand({
  usage: "pod [PATH...] [-o FORMAT] [OPTION...]",
  description: `
Shows what each container will see, before the pod exists: environment, command, args, mounts and probes with each
$(NAME) resolved as Kubernetes does. Reads Pods, workloads with a pod template, and the objects that pods refer to
(Services, ConfigMaps, Secrets, Nodes) from YAML or JSON files. Prints the manifests with the expanded texts in place
and everything else as it was (yaml), the same as JSON (json), each container's environment (env), or a table of where
every value comes from (table). References to variables that are not defined are reported as events on standard error.
Takes streams of any length in bounded memory: long output waits in a temporary file until all input is read.

The other formats write the environment of one container as a file: for KEP-3721 (env-file), for dotenv, Node.js and
docker compose (dotenv), for docker run --env-file (docker), or as export commands (shell). A variable that the format
cannot hold is told by its name, and nothing is written.`,
  options: {
    ...inputOptions,
    output: { type: "string", short: "o", value: "FORMAT", choices: FORMATS, help: "what to print" },
    strict: { type: "boolean", help: "exit with 1 if there are findings" },
    all: { type: "boolean", help: "tell every place of a finding, each in a line" },
    events: { type: "string", value: "FILE", help: "write the events to FILE, as v1 Events in JSON lines" },
    ...clusterOptions,
  },
  examples: [
    "varexpand pod -f examples/shop.yaml",
    "varexpand pod -f examples/shop.yaml -o table",
    "varexpand pod -f examples/service-url.yaml -o docker > web.env",
  ],
  async run({ options, operands }, io) {
    if (options.events === STDIN) throw new UsageError("--events -: give the events a file");
    const outputs = options.events === undefined ? [] : [options.events];
    const { documentLimit, ...given } = givenCluster(options, io, outputs);
    const reading = { ...given, format: options.output ?? "yaml", colors: io.colors, isAll: options.all } as const;
    const others = options.node === undefined ? [] : [options.node];
    const { files, skipped } = await findInputs({ command: "pod", operands, options, others, outputs }, io);
    const node = options.node === undefined ? undefined : readNode(options.node, io);
    const manifests = files.map((file) => new ManifestStream(file, io, { documentLimit, skipped }));
    try {
      const read = readPods(manifests, { ...reading, ...(node && { node }) });
      try {
        const names = manifests.map(({ name }) => name);
        if (!(await report(read, { names, eventsFile: options.events, skippedFiles: skipped }, io))) return FAILED;
        if (options.strict && !skipped.isComplete) return FAILED;
        return options.strict && read.events.count > 0 ? FINDINGS : DONE;
      } finally {
        read.close();
      }
    } finally {
      for (const manifest of manifests) manifest.close();
    }
  },
});

/** Reads the manifests; a second time if objects that pods refer to follow the pods. */
function readPods(manifests: readonly ManifestStream[], options: ReadingOptions): PodReading {
  const now = new Date();
  const reading = readThrough(manifests, new PodReading(options, now));
  if (!reading.reader.mustBeRepeated) return reading;
  reading.close();
  return readThrough(manifests, new PodReading(options, now, reading.reader.objects));
}

function readThrough(manifests: readonly ManifestStream[], reading: PodReading): PodReading {
  try {
    for (const manifest of manifests) {
      for (const part of manifest.parts()) reading.add(part);
      reading.printer.endFile(manifest.isFound);
    }
    return reading;
  } catch (error) {
    reading.close();
    throw error;
  }
}

/** Writes the results, which are complete now; or only the problems, if there are any. */
async function report(
  { advice, duplicates, events, patches, pods, printer, problems, skipped, unknown }: PodReading,
  {
    names,
    eventsFile,
    skippedFiles,
  }: {
    readonly names: readonly string[];
    readonly eventsFile: string | undefined;
    readonly skippedFiles: SkippedFiles;
  },
  io: CommandIo,
): Promise<boolean> {
  for (const line of skippedFiles.lines()) io.report(line);
  for (const line of duplicates.lines()) io.report(line);
  for (const line of problems.lines()) io.report(`varexpand: ${line}`);
  if (advice !== undefined) io.report(`varexpand: ${advice}`);
  if (problems.length > 0) return false;
  if (eventsFile !== undefined) {
    await writeWhole(eventsFile, events.events.map((event) => `${JSON.stringify(event)}\n`).join(""));
  }
  if (pods === 0) {
    const where = names.length > 0 && names.length <= MOST_NAMES ? names.join(", ") : `${names.length} files`;
    io.report(`${where}: found no Pod or workload`);
  }
  for (const line of patches.lines()) io.report(line);
  for (const line of skipped.lines()) io.report(line);
  for (const line of unknown.lines()) io.report(line);
  for (const line of events.lines()) io.report(line);
  printer.print(io);
  return true;
}
