/** `kubectl varexpand`: what the containers of a workload in a cluster see. */
import { readManifestObjects } from "../../../kubernetes/cluster/objects.ts";
import { referredObjects } from "../../../kubernetes/cluster/referred-objects.ts";
import type { Workload } from "../../../kubernetes/cluster/workloads.ts";
import { printable } from "../../../text/printable.ts";
import { checkReadable } from "../../files/files.ts";
import type { InputFile } from "../../files/inputs.ts";
import { SkippedFiles } from "../../files/skipped-files.ts";
import { DONE, defineCommand, FAILED, FINDINGS, type Option } from "../../frame/command.ts";
import { InputError, UsageError } from "../../frame/errors.ts";
import { lineWidth } from "../../frame/io.ts";
import { clusterOptions } from "../../manifests/cluster-options.ts";
import { ManifestStream } from "../../manifests/manifest-stream.ts";
import { CLUSTER_HINTS, TEMPLATE_HINTS } from "../../manifests/needs.ts";
import { volumesOf } from "../../manifests/volume-folder.ts";
import { WorkloadSelection } from "../../manifests/workload-selection.ts";
import { PodReading } from "../pod/reading.ts";
import { podOptions, report } from "../pod/report.ts";
import { recordEvents } from "./events.ts";
import { shownObjects } from "./objects.ts";
import { Kubectl } from "./process.ts";

/** How much of a line of kubectl's a message shows. */
const LONGEST_ERROR = 1000;

/** kubectl's own options, which every call of it gets. */
const PASSED_ON = {
  namespace: { type: "string", short: "n", value: "NAMESPACE", help: "the workload's namespace" },
  context: { type: "string", value: "NAME", help: "the context of the kubeconfig" },
  kubeconfig: { type: "string", value: "FILE", help: "the kubeconfig" },
  cluster: { type: "string", value: "NAME", help: "the cluster of the kubeconfig" },
  user: { type: "string", value: "NAME", help: "the user of the kubeconfig" },
  as: { type: "string", value: "USER", help: "the user to act as" },
  "as-group": { type: "string", multiple: true, value: "GROUP", help: "a group to act as" },
  "as-uid": { type: "string", value: "UID", help: "the UID to act as" },
  token: { type: "string", value: "TOKEN", help: "the bearer token" },
  server: { type: "string", short: "s", value: "URL", help: "the address of the API server" },
  "certificate-authority": { type: "string", value: "FILE", help: "the API server's CA certificate" },
  "client-certificate": { type: "string", value: "FILE", help: "the client certificate" },
  "client-key": { type: "string", value: "FILE", help: "the key of the client certificate" },
  "insecure-skip-tls-verify": { type: "boolean", help: "do not check the API server's certificate" },
  "tls-server-name": { type: "string", value: "NAME", help: "the name in the API server's certificate" },
  "request-timeout": { type: "string", value: "TIME", help: "how long a request may take" },
  "cache-dir": { type: "string", value: "DIR", help: "where kubectl caches" },
} as const satisfies Record<string, Option>;

export const kubectlCommand = defineCommand({
  program: "kubectl varexpand",
  usage: "WORKLOAD [-n NAMESPACE] [-c CONTAINER] [-o FORMAT] [OPTION...]",
  description: `
Shows what the containers of a workload in a cluster see. WORKLOAD is KIND/NAME as
kubectl takes it, or the name of a pod. Asks kubectl for the workload and for what
its containers refer to: ConfigMaps, Secrets, the namespace's Services, and of a pod
its Node. What the cluster does not have is missing. What you may not read is
unknown, and a line on standard error says so. Prints a table, unless -o says
otherwise.

A pod shows what its containers have got from the cluster: addresses, the node, what
admission has added. The template of a Deployment or the like does not have these.`,
  options: {
    ...podOptions,
    record: { type: "boolean", help: "create an Event in the cluster for each unresolved reference" },
    profile: clusterOptions.profile,
    volume: clusterOptions.volume,
    ...PASSED_ON,
  },
  examples: [
    "kubectl varexpand deploy/web -n shop",
    "kubectl varexpand web-6d4cf56db6-x7k2p -n shop --record",
    "kubectl varexpand deploy/web -n shop -c app -o docker > web.env",
  ],
  async run({ options, operands }, io) {
    const asked = workloadOf(operands);
    const kubectl = new Kubectl(passedOn(options), io);
    const selection = new WorkloadSelection([], options.container);
    const volumeContents = volumesOf(options.volume, (file) => checkReadable([file], io));
    const manifest = new ManifestStream(await askFor(asked, kubectl), io);
    let read: PodReading | undefined;
    try {
      const workloads = workloadsIn(manifest, asked);
      const namespace = workloads[0]!.owner.metadata?.namespace ?? "default";
      const { objects, unreadable, refusals } = await shownObjects(kubectl, namespace, referredObjects(workloads));
      for (const line of refusals) io.report(line);
      const reading = {
        profile: options.profile ?? "design",
        format: options.output ?? "table",
        colors: io.colors,
        width: lineWidth(io),
        isAll: options.all,
        isWide: options.wide,
        showsSecrets: options["show-secrets"],
        selection,
        hints: workloads.some(({ podPath }) => podPath.length > 0) ? TEMPLATE_HINTS : CLUSTER_HINTS,
        world: "closed",
        unreadable,
        podIPs: [],
        volumeContents,
      } as const;
      read = new PodReading(reading, new Date(), objects);
      for (const part of manifest.parts()) read.add(part);
      read.printer.endFile(false);
      const told = {
        names: [manifest.name],
        eventsFile: undefined,
        format: reading.format,
        isWide: options.wide,
        selection,
        skippedFiles: new SkippedFiles(),
      };
      if (!(await report(read, told, io))) return FAILED;
      if (options.record) await recordEvents(read.events.events, kubectl, io);
      return options.strict && read.events.count > 0 ? FINDINGS : DONE;
    } finally {
      read?.close();
      manifest.close();
    }
  },
});

/** What kubectl is asked for: `deploy/web`. Without a kind, it is a pod. */
export function workloadOf(operands: readonly string[]): string {
  const [first, second, ...more] = operands;
  if (first === undefined) throw new UsageError("which workload? write KIND/NAME, or the name of a pod");
  if (more.length > 0 || (second !== undefined && first.includes("/")) || operands.join("").includes(",")) {
    throw new UsageError(`${operands.join(" ")}: one workload at a time`);
  }
  if (second !== undefined) return `${first}/${second}`;
  return first.includes("/") ? first : `pod/${first}`;
}

/** kubectl's options as they were given, each in one argument. */
export function passedOn(options: Readonly<Record<string, unknown>>): string[] {
  return Object.keys(PASSED_ON).flatMap((name) => {
    const value = options[name];
    if (value === undefined || value === false) return [];
    if (value === true) return `--${name}`;
    return [value].flat().map((each) => `--${name}=${each}`);
  });
}

/** The workload as `kubectl get -o yaml` prints it, whose lines messages name. */
async function askFor(workload: string, kubectl: Kubectl): Promise<InputFile> {
  const { output, errors, isDone } = await kubectl.run(["get", "--output=yaml", "--", workload]);
  if (!isDone) throw new InputError(`kubectl: ${errors.map((line) => printable(line, LONGEST_ERROR)).join("; ")}`);
  return { file: workload, isFound: false, rendered: Buffer.from(output) };
}

/** @throws InputError if the object has no pod. */
function workloadsIn(manifest: ManifestStream, asked: string): readonly Workload[] {
  const workloads = Array.from(manifest.parts()).flatMap((part) =>
    part.documents.flatMap((document) => part.objectsIn(document, (value) => readManifestObjects(value).workloads)),
  );
  if (workloads.length === 0) throw new InputError(`${printable(asked)}: the object has no pod and no pod template`);
  return workloads;
}
