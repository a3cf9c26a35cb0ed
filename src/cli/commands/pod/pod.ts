/** `varexpand pod`: shows what each container in manifests will see. */

import { STDIN } from "../../files/files.ts";
import { findInputs, inputOptions } from "../../files/inputs.ts";
import { givenShard, shardOptions } from "../../files/shard-options.ts";
import { DONE, defineCommand, FAILED, FINDINGS } from "../../frame/command.ts";
import { UsageError } from "../../frame/errors.ts";
import { startProgress } from "../../frame/progress.ts";
import { statedSources } from "../../lint-settings/stated-sources.ts";
import { clusterOptions, givenCluster, readNode } from "../../manifests/cluster-options.ts";
import { InputSets, setOptions } from "../../manifests/input-sets.ts";
import { WorkloadSelection } from "../../manifests/workload-selection.ts";
import { readPods } from "../../pods/read-pods.ts";
import { podOptions, readingOptions, report } from "../../pods/report.ts";

const SHARDED_FORMATS: readonly string[] = ["yaml", "env", "table"];

export const podCommand = defineCommand({
  usage: "pod [PATH | KIND/NAME]... [-c CONTAINER] [-o FORMAT] [OPTION...]",
  description: `
Shows what each container will see before the pod exists: environment, command, args, mounts, and probes, with each
$(NAME) resolved as Kubernetes does. Reads Pods, workloads with a pod template, and the objects that pods refer to
(Services, ConfigMaps, Secrets, Nodes).

PATH is a file, a directory (its .yaml, .yml, and .json files), or a quoted pattern; - or a pipe is standard input. An
argument that is not an existing file selects a workload: KIND/NAME as in kubectl (deploy/web), or NAME. -c selects
containers by name.

-o yaml (default) and json print the manifests with expanded texts, or only the selected objects. table shows the source of
each value. env lists the environment of each container. env-file, dotenv, docker, shell, and fish print the environment of one
container as a file: for KEP-3721; for dotenv, Node.js, and docker compose; for docker run --env-file; and as export
commands. If the format cannot represent a variable, an error names it, and nothing is printed.

References to undefined variables are reported as events on standard error. Input of any length is read in bounded memory:
long output is kept in a temporary file until all input is read.

--shard is for inputs that are too large for one process. Each shard reads everything, but resolves and prints only its own
part of the pods. The concatenated parts are the output of one process.`,
  options: {
    ...inputOptions,
    ...setOptions,
    ...podOptions,
    ...shardOptions,
    events: { type: "string", value: "FILE", help: "write the events to FILE, as v1 Events in JSON lines" },
    ...clusterOptions,
  },
  common: [
    "file",
    "recursive",
    "kustomize",
    "in",
    "container",
    "output",
    "show-secrets",
    "strict",
    "namespace",
    "complete",
  ],
  examples: [
    "varexpand pod examples/shop.yaml -o table",
    "varexpand pod examples/shop.yaml deploy/api -c api -o docker",
    "varexpand pod examples/shop.yaml cronjob/report -o env",
    "kubectl get deploy -o yaml | varexpand pod -",
  ],
  names: ["workloads"],
  async run({ options, operands }, io) {
    const { events: eventsFile, output: format = "yaml" } = options;
    const shard = givenShard(options, io);
    if (shard !== undefined && !SHARDED_FORMATS.includes(format)) {
      throw new UsageError(`-o ${format} cannot be used with --shard; use yaml, env, or table`);
    }
    if (eventsFile === STDIN) throw new UsageError("--events -: not a file; events cannot go to standard output");
    const outputs = eventsFile === undefined ? [] : [eventsFile];
    const { documentLimit, ...cluster } = givenCluster(options, io, outputs);
    const others = options.node === undefined ? [] : [options.node];
    const inputs = { command: "pod", operands, options, takesWorkloads: true, others, outputs };
    const { files, skipped, workloads } = await findInputs(inputs, io);
    const selection = new WorkloadSelection(workloads, options.container, options.namespace);
    const { isPart } = selection;
    if (shard !== undefined && isPart) {
      throw new UsageError("--shard cannot be used with KIND/NAME or -c");
    }
    const node = options.node === undefined ? undefined : readNode(options.node, io);
    const progress = startProgress(io, "varexpand pod", undefined);
    const reading = { ...cluster, ...readingOptions(options, io), format, selection, isPart, ...(node && { node }) };
    const paths = [...operands.filter((operand) => !workloads.includes(operand)), ...options.file];
    const sets = new InputSets(
      files,
      paths,
      reading,
      io,
      { documentLimit, progress, skipped },
      {
        name: options.in,
        sources: await statedSources(io),
      },
    );
    try {
      const read = readPods(sets, reading, shard);
      progress.end();
      try {
        const names = sets.streams.map(({ name }) => name);
        if (!(await report(read, { names, eventsFile, skippedFiles: skipped }, io))) return FAILED;
        if (options.strict && !skipped.isComplete) return FAILED;
        const isNothing = read.errors > 0 && read.pods + read.others === 0;
        return isNothing || (options.strict && read.events.count + read.errors > 0) ? FINDINGS : DONE;
      } finally {
        read.close();
      }
    } finally {
      progress.end();
      sets.close();
    }
  },
});
