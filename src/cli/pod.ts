/** `varexpand pod`: what the containers of a manifest's pods will see. */
import type { Profile } from "../envfile/profile.ts";
import { type Edit, editedValues, splice } from "../manifest/splice.ts";
import { ExpansionLimitError } from "../pod/error.ts";
import { formatPath } from "../pod/path.ts";
import { resolvePod } from "../pod/resolve.ts";
import { validatePod } from "../pod/validate.ts";
import { DONE, defineCommand, FAILED, FINDINGS } from "./command.ts";
import { InputError, UsageError } from "./errors.ts";
import { checkReadable, STDIN, writeWhole } from "./files.ts";
import type { CommandIo } from "./io.ts";
import { ManifestFile } from "./manifest-file.ts";
import { PodEvents } from "./pod-events.ts";
import { envOutput, type ResolvedWorkload, tableOutput } from "./pod-output.ts";
import { printable } from "./printable.ts";
import { checkedIp, readNode, Surroundings } from "./surroundings.ts";
import { volumesOf } from "./volume-folder.ts";
import { ownerName, placeInPod, readObjects, type Workload } from "./workloads.ts";

export const podCommand = defineCommand({
  usage: "pod -f FILE... [-o yaml|json|env|table] [OPTION...]",
  description: `
Shows what the containers of pods will see, before there are any: environment, command, args, mounts and probes with
each $(NAME) resolved as Kubernetes does. Reads Pods and whatever holds a pod template, and what they refer to
(Services, ConfigMaps, Secrets, Nodes), from YAML or JSON files. Prints the manifests with the expanded texts in place
and everything else as it was (yaml), the same as JSON (json), each container's environment (env), or a table of where
every value comes from (table). References to variables that are not defined are reported as events on standard error.`,
  options: {
    file: { type: "string", short: "f", multiple: true, value: "FILE", help: "read a manifest; - is standard input" },
    output: { type: "string", short: "o", choices: ["yaml", "json", "env", "table"], help: "what to print" },
    strict: { type: "boolean", help: "exit with 1 if there are events" },
    events: { type: "string", value: "FILE", help: "write the events to FILE, as v1 Events in JSON lines" },
    profile: { type: "string", choices: ["design", "kubelet"], help: "follow the design documents, or release 1.35" },
    node: { type: "string", value: "FILE", help: "the Node that the pods run on" },
    "pod-ip": { type: "string", multiple: true, value: "IP", help: "an IP address of the pods" },
    volume: { type: "string", multiple: true, value: "NAME=DIR", help: "the files of the pods' volume NAME" },
  },
  examples: ["varexpand pod -f examples/shop.yaml", "varexpand pod -f examples/shop.yaml -o table"],
  run({ options, operands }, io) {
    if (operands.length > 0) throw new UsageError(`${operands[0]}: manifests are given with -f`);
    if (options.file.length === 0) throw new UsageError("which manifest? give it with -f FILE");
    if (options.events === STDIN) throw new UsageError("--events -: give the events a file");
    checkReadable(options.file);
    const files = options.file.map((file) => new ManifestFile(file, io));
    const objects = readObjects(files);
    const surroundings = new Surroundings(objects, {
      ...(options.node !== undefined && { node: readNode(options.node, io) }),
      podIPs: options["pod-ip"].map(checkedIp),
      volumeContents: volumesOf(options.volume),
    });
    const profile = options.profile ?? "design";
    const problems = objects.workloads.flatMap((workload) => problemLines(workload, profile));
    for (const line of problems) io.report(`varexpand: ${line}`);
    if (problems.length > 0) return FAILED;
    const resolved = objects.workloads.map((workload) => resolveWorkload(workload, surroundings, profile));

    const events = new PodEvents(new Date());
    for (const { workload, pod } of resolved) {
      for (const container of pod.containers) {
        const path = container.error?.path ?? container.path;
        for (const event of container.events) events.record(workload, { path, ...event });
      }
    }
    // Everything is known now: what is written is written whole.
    const output = print(options.output ?? "yaml", files, resolved, io);
    if (options.events !== undefined) {
      writeWhole(options.events, events.events.map((event) => `${JSON.stringify(event)}\n`).join(""));
    }
    if (resolved.length === 0)
      io.report(`${files.map(({ name }) => name).join(", ")}: no pod is here, and no pod template`);
    for (const line of unknownLines(resolved)) io.report(line);
    for (const line of events.lines()) io.report(line);
    io.write(output);
    return options.strict && events.events.length > 0 ? FINDINGS : DONE;
  },
});

/** What the API server would refuse a workload's pod for, one in a line. */
function problemLines(workload: Workload, profile: Profile): string[] {
  return validatePod(workload.pod, { profile }).map(({ path, message }) => {
    const field = formatPath([...workload.podPath, ...path]);
    return `${placeInPod(workload, path)}: ${ownerName(workload)}: ${field}: ${printable(message)}`;
  });
}

function resolveWorkload(workload: Workload, surroundings: Surroundings, profile: Profile): ResolvedWorkload {
  const { pod, cluster } = surroundings.of(workload);
  try {
    return { workload, pod: resolvePod(pod, cluster, { profile, input: "manifest" }) };
  } catch (error) {
    if (!(error instanceof ExpansionLimitError)) throw error;
    throw new InputError(`${placeInPod(workload, error.path)}: ${ownerName(workload)}: ${error.message}`);
  }
}

/** Entries that need more knowledge of the cluster than there is, one in a line. */
function unknownLines(resolved: readonly ResolvedWorkload[]): string[] {
  return resolved.flatMap(({ workload, pod }) =>
    pod.containers.flatMap(({ unknown }) =>
      unknown.map(({ name, needs, path }) => {
        const entry = formatPath([...workload.podPath, ...path]);
        const what = name === "" ? entry : `${entry} (${printable(name)})`;
        return `${placeInPod(workload, path)}: ${ownerName(workload)}: ${what} is left as it is: it depends on ${printable(needs)}`;
      }),
    ),
  );
}

function print(
  format: "yaml" | "json" | "env" | "table",
  files: readonly ManifestFile[],
  resolved: readonly ResolvedWorkload[],
  io: CommandIo,
): string {
  if (format === "env") return envOutput(resolved);
  if (format === "table") return tableOutput(resolved, io.colors);
  const edits = editsByFile(resolved);
  if (format === "yaml") return joinDocuments(files.map((file) => splice(file.text, edits.get(file) ?? [])));
  const values = files
    .flatMap((file) => editedValues(file.documents, edits.get(file) ?? []))
    .filter((value) => value !== null);
  const value = values.length === 1 ? values[0] : { apiVersion: "v1", kind: "List", items: values };
  return `${JSON.stringify(value, null, 2)}\n`;
}

/** Every text that expansion changes, where it stands. */
function editsByFile(resolved: readonly ResolvedWorkload[]): Map<ManifestFile, Edit[]> {
  const edits = new Map<ManifestFile, Edit[]>();
  for (const { workload, pod } of resolved) {
    const { file, document, ownerPath, podPath } = workload;
    const ofFile = edits.get(file) ?? [];
    edits.set(file, ofFile);
    for (const { path, text } of pod.containers.flatMap(({ changes }) => changes)) {
      ofFile.push({ document, path: [...ownerPath, ...podPath, ...path], value: text });
    }
  }
  return edits;
}

/** Texts one after the other, as documents of one stream. */
function joinDocuments(texts: readonly string[]): string {
  return texts.reduce((stream, text) => {
    const end = stream.endsWith("\n") ? "" : "\n";
    return `${stream}${end}${text.startsWith("---") ? "" : "---\n"}${text}`;
  });
}
