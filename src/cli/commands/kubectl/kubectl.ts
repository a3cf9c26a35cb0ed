/** `kubectl varexpand`: shows what the containers of a workload in a cluster see. */
import type { KubernetesEvent } from "../../../events/event.ts";
import { UNRESOLVED_REFERENCE } from "../../../events/recorder.ts";
import { readManifestObjects } from "../../../kubernetes/cluster/objects.ts";
import { PodClusters } from "../../../kubernetes/cluster/pod-cluster.ts";
import { referredObjects } from "../../../kubernetes/cluster/referred-objects.ts";
import { WorkloadReader } from "../../../kubernetes/cluster/workload-reader.ts";
import type { Workload } from "../../../kubernetes/cluster/workloads.ts";
import { printable } from "../../../text/printable.ts";
import { checkReadable } from "../../files/files.ts";
import type { InputFile } from "../../files/inputs.ts";
import { formatCount, SkippedFiles } from "../../files/skipped-files.ts";
import { DONE, defineCommand, FAILED, FINDINGS, type Option } from "../../frame/command.ts";
import { InputError, UsageError } from "../../frame/errors.ts";
import type { CommandIo } from "../../frame/io.ts";
import { clusterOptions } from "../../manifests/cluster-options.ts";
import { objectsIn } from "../../manifests/manifest-file.ts";
import { ManifestStream } from "../../manifests/manifest-stream.ts";
import { CLUSTER_HINTS, TEMPLATE_HINTS } from "../../manifests/manifest-workload.ts";
import { volumesOf } from "../../manifests/volume-folder.ts";
import { WorkloadSelection } from "../../manifests/workload-selection.ts";
import { PodReading } from "../../pods/reading.ts";
import { podOptions, readingOptions, report } from "../../pods/report.ts";
import { readClusterObjects } from "./objects.ts";
import { type Kubectl, kubectlWith } from "./process.ts";

/** The most characters of kubectl's messages in an error. */
const MAX_ERROR_LENGTH = 1000;

const KUBECTL_OPTIONS = {
  namespace: { type: "string", short: "n", value: "NAMESPACE", help: "the workload's namespace" },
  context: { type: "string", value: "NAME", help: "the context in the kubeconfig" },
  kubeconfig: { type: "string", value: "FILE", help: "the kubeconfig file" },
  cluster: { type: "string", value: "NAME", help: "the cluster in the kubeconfig" },
  user: { type: "string", value: "NAME", help: "the user in the kubeconfig" },
  as: { type: "string", value: "USER", help: "the user to impersonate" },
  "as-group": { type: "string", multiple: true, value: "GROUP", help: "a group to impersonate" },
  "as-uid": { type: "string", value: "UID", help: "the UID to impersonate" },
  token: { type: "string", value: "TOKEN", help: "the bearer token" },
  server: { type: "string", short: "s", value: "URL", help: "the address of the API server" },
  "certificate-authority": { type: "string", value: "FILE", help: "the CA certificate of the API server" },
  "client-certificate": { type: "string", value: "FILE", help: "the client certificate" },
  "client-key": { type: "string", value: "FILE", help: "the private key of the client certificate" },
  "insecure-skip-tls-verify": { type: "boolean", help: "do not verify the API server's certificate" },
  "tls-server-name": { type: "string", value: "NAME", help: "the server name in the API server's certificate" },
  "request-timeout": { type: "string", value: "TIME", help: "the maximum time of a request" },
  "cache-dir": { type: "string", value: "DIR", help: "the cache directory of kubectl" },
} as const satisfies Record<string, Option>;

export const kubectlCommand = defineCommand({
  program: "kubectl varexpand",
  usage: "WORKLOAD [-n NAMESPACE] [-c CONTAINER] [-o FORMAT] [OPTION...]",
  description: `
Shows what the containers of a workload in a cluster see. WORKLOAD is KIND/NAME as in kubectl, or the name of a pod. Uses
kubectl to read the workload and the objects that its containers refer to: ConfigMaps, Secrets, the namespace's Services,
and the Node of a pod. Objects that do not exist are missing. Objects that you are not allowed to read are unknown, and are
reported on standard error. Prints a table by default.

A pod includes what the cluster has added: addresses, the node, and the changes of admission controllers. The template of a
Deployment or other workload does not.`,
  options: {
    ...podOptions,
    record: { type: "boolean", help: "record an Event in the cluster for each unresolved reference" },
    profile: clusterOptions.profile,
    volume: clusterOptions.volume,
    ...KUBECTL_OPTIONS,
  },
  examples: [
    "kubectl varexpand deploy/web -n shop",
    "kubectl varexpand web-6d4cf56db6-x7k2p -n shop --record",
    "kubectl varexpand deploy/web -n shop -c app -o docker > web.env",
  ],
  async run({ options, operands }, io) {
    const name = workloadOf(operands);
    const kubectl = kubectlWith(kubectlOptions(options), io);
    const selection = new WorkloadSelection([], options.container);
    const volumeContents = volumesOf(options.volume, (file) => checkReadable([file], io));
    const manifest = new ManifestStream(await readWorkload(name, kubectl), io);
    let read: PodReading | undefined;
    try {
      const workloads = workloadsIn(manifest, name);
      const namespace = workloads[0]!.owner.metadata?.namespace ?? "default";
      const { objects, unreadable, refusals } = await readClusterObjects(
        kubectl,
        namespace,
        referredObjects(workloads),
      );
      for (const line of refusals) io.report(line);
      const reading = {
        ...readingOptions(options, io),
        profile: options.profile ?? "design",
        format: options.output ?? "table",
        selection,
        hints: workloads.some(({ podPath }) => podPath.length > 0) ? TEMPLATE_HINTS : CLUSTER_HINTS,
        world: "closed",
        unreadable,
        podIPs: [],
        volumeContents,
      } as const;
      const reader = new WorkloadReader(reading, new PodClusters(objects, reading), true);
      read = new PodReading(reading, new Date(), reader);
      for (const part of manifest.parts()) read.add(part);
      read.printer.endFile(false);
      const files = { names: [manifest.name], skippedFiles: new SkippedFiles() };
      if (!(await report(read, files, io))) return FAILED;
      if (options.record) await recordEvents(read.events.events, kubectl, io);
      return options.strict && read.events.count > 0 ? FINDINGS : DONE;
    } finally {
      read?.close();
      manifest.close();
    }
  },
});

/** Returns the workload as `KIND/NAME`. Without a kind, it is a pod. */
export function workloadOf(operands: readonly string[]): string {
  const [first, second, ...more] = operands;
  if (first === undefined) throw new UsageError("no workload; write KIND/NAME, or the name of a pod");
  if (more.length > 0 || (second !== undefined && first.includes("/")) || operands.join("").includes(",")) {
    throw new UsageError(`${operands.join(" ")}: expected one workload`);
  }
  if (second !== undefined) return `${first}/${second}`;
  return first.includes("/") ? first : `pod/${first}`;
}

/** Returns the options for kubectl, each in one argument. */
export function kubectlOptions(options: Readonly<Record<string, unknown>>): string[] {
  return Object.keys(KUBECTL_OPTIONS).flatMap((name) => {
    const value = options[name];
    if (value === undefined || value === false) return [];
    if (value === true) return `--${name}`;
    return [value].flat().map((each) => `--${name}=${each}`);
  });
}

/** Reads the workload as YAML. The lines in messages are those of `kubectl get -o yaml`. */
async function readWorkload(workload: string, kubectl: Kubectl): Promise<InputFile> {
  const { output, errors, isDone } = await kubectl(["get", "--output=yaml", "--", workload]);
  if (!isDone) throw new InputError(`kubectl: ${errors.map((line) => printable(line, MAX_ERROR_LENGTH)).join("; ")}`);
  return { file: workload, isFound: false, rendered: Buffer.from(output) };
}

/** @throws InputError if the object has no pod */
function workloadsIn(manifest: ManifestStream, name: string): readonly Workload[] {
  const workloads = Array.from(manifest.parts()).flatMap((part) =>
    part.documents.flatMap((document) => objectsIn(part, document, (value) => readManifestObjects(value).workloads)),
  );
  if (workloads.length === 0) throw new InputError(`${printable(name)}: the object has no pod and no pod template`);
  return workloads;
}

/**
 * Creates events about unresolved references in one call. The kubelet records events about containers that do not start.
 *
 * @throws InputError if the cluster rejects an event
 */
async function recordEvents(events: readonly KubernetesEvent[], kubectl: Kubectl, io: CommandIo): Promise<void> {
  const items = events.filter(({ reason }) => reason === UNRESOLVED_REFERENCE);
  const [first] = items;
  if (first === undefined) {
    io.report("no events to record: every reference is resolved or unknown");
    return;
  }
  const { namespace } = first.metadata;
  // The API server validates the Events. For its own validation, kubectl would have to fetch the cluster's schema.
  const args = ["create", `--namespace=${namespace}`, "--output=name", "--validate=false", "--filename=-"];
  const list = { apiVersion: "v1", kind: "List", items };
  const { output, errors, isDone } = await kubectl(args, JSON.stringify(list));
  const count = output.split("\n").filter((line) => line !== "").length;
  if (count > 0) {
    const { kind = "", name = "" } = first.involvedObject;
    const describe = printable(`kubectl describe ${kind.toLowerCase()} ${name} -n ${namespace}`);
    io.report(`recorded ${formatCount(count, "event")}; ${describe} shows ${count === 1 ? "it" : "them"}`);
  }
  if (isDone) return;
  const reasons = [...new Set(errors.map((line) => printable(line, 500)))].join("; ");
  throw new InputError(`${items.length - count} of ${items.length} events could not be recorded: ${reasons}`);
}
