/** The options that say what pods are resolved with: the profile, the namespace, the node, addresses, volumes. */
import { type NodeObject, readManifestObjects } from "../../kubernetes/cluster/objects.ts";
import type { WorkloadReaderOptions } from "../../kubernetes/cluster/workload-reader.ts";
import { canonicalIp } from "../../kubernetes/pod/sources/ip-address.ts";
import { checkReadable } from "../files/files.ts";
import type { Arguments, Option } from "../frame/command.ts";
import { InputError, UsageError } from "../frame/errors.ts";
import type { CommandIo } from "../frame/io.ts";
import { ManifestFile } from "./manifest-file.ts";
import { volumesOf } from "./volume-folder.ts";

export const clusterOptions = {
  profile: {
    type: "string",
    choices: ["design", "kubelet"],
    help: "design (default): the KEPs; kubelet: what release 1.35 does",
  },
  namespace: {
    type: "string",
    short: "n",
    value: "NAMESPACE",
    help: "the namespace of objects that have none",
  },
  complete: { type: "boolean", help: "an object that is not in the input does not exist" },
  node: { type: "string", value: "FILE", help: "the Node that the pods run on" },
  "pod-ip": { type: "string", multiple: true, value: "IP", help: "an IP address of the pods" },
  volume: { type: "string", multiple: true, value: "NAME=DIR", help: "the files of the pods' volume NAME" },
  "document-limit": { type: "string", value: "BYTES", help: "the largest document; 16777216 by default" },
  "expansion-limit": {
    type: "string",
    value: "CHARACTERS",
    help: "the most text that one pod expands to; 16777216 by default",
  },
} as const satisfies Record<string, Option>;

/**
 * What the options give, the node apart.
 *
 * @param outputs the files that the command writes
 * @throws UsageError
 */
export function givenCluster(
  options: Arguments<typeof clusterOptions>["options"],
  io: CommandIo,
  outputs: readonly string[],
): Omit<WorkloadReaderOptions, "node"> & { readonly documentLimit: number | undefined } {
  const documentLimit = limitOf("document-limit", options["document-limit"]);
  const expansionLimit = limitOf("expansion-limit", options["expansion-limit"]);
  return {
    documentLimit,
    profile: options.profile ?? "design",
    world: options.complete ? "closed" : "open",
    ...(options.namespace !== undefined && { namespace: checkedNamespace(options.namespace) }),
    podIPs: options["pod-ip"].map(checkedIp),
    volumeContents: volumesOf(options.volume, (file) => checkReadable([file], io, outputs)),
    ...(expansionLimit !== undefined && { expansionLimit }),
  };
}

function limitOf(option: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const limit = /[^0-9]/.test(text) ? 0 : Number(text);
  if (!Number.isSafeInteger(limit) || limit < 1) throw new UsageError(`--${option} ${text}: a whole number above 0`);
  return limit;
}

/** @throws UsageError if no namespace can have the name. */
function checkedNamespace(text: string): string {
  if (text.length <= 63 && /^[a-z0-9]([-a-z0-9]*[a-z0-9])?$/.test(text)) return text;
  throw new UsageError(`--namespace ${text}: a namespace's name has lower-case letters, digits and inner hyphens`);
}

/** @throws UsageError if it is no IP address. */
function checkedIp(text: string): string {
  if (canonicalIp(text) === undefined) throw new UsageError(`--pod-ip ${text}: not an IP address`);
  return text;
}

/** @throws InputError if the file does not have exactly one Node. */
export function readNode(path: string, io: CommandIo): NodeObject {
  const file = new ManifestFile(path, io);
  const nodes = file.documents.flatMap((document) => file.objectsIn(document, readManifestObjects).nodes);
  if (nodes.length !== 1)
    throw new InputError(`${file.name}: the file must have exactly one Node, and has ${nodes.length}`);
  return nodes[0]!;
}
