/** `varexpand pod`: what each container of a manifest's pods will see. */

import { STDIN } from "../../files/files.ts";
import { inputOptions } from "../../files/input-options.ts";
import { findInputs } from "../../files/inputs.ts";
import { DONE, defineCommand, FAILED, FINDINGS } from "../../frame/command.ts";
import { UsageError } from "../../frame/errors.ts";
import { lineWidth } from "../../frame/io.ts";
import { Progress } from "../../frame/progress.ts";
import { clusterOptions, givenCluster, readNode } from "../../manifests/cluster-options.ts";
import { ManifestStream } from "../../manifests/manifest-stream.ts";
import { WorkloadSelection } from "../../manifests/workload-selection.ts";
import { givenShard, shardOptions } from "../expand/shard-options.ts";
import type { PodFormat } from "./formats.ts";
import { readPods } from "./reading.ts";
import { podOptions, report } from "./report.ts";

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
--env-file, and as export commands. If the format cannot hold a variable, an error names it, and nothing is written.

References to variables that are not defined are reported as events on standard error. Streams of any length are read in
bounded memory: long output waits in a temporary file until all input is read.

--shard is for fleets that one process takes long for: each shard reads everything, and resolves and prints its own part
of the pods. All parts in order are what one process prints.`,
  options: {
    ...inputOptions,
    ...podOptions,
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
