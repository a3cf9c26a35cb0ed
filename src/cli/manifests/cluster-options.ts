/** The options that pods are resolved with: the profile, the namespace, the node, addresses, and volumes. */
import { type NodeObject, readManifestObjects } from "../../kubernetes/cluster/objects.ts";
import type { WorkloadReaderOptions } from "../../kubernetes/cluster/workload-reader.ts";
import { canonicalIp } from "../../kubernetes/pod/sources/ip-address.ts";
import { checkReadable } from "../files/files.ts";
import { type Arguments, type Option, wholeNumber } from "../frame/command.ts";
import { InputError, UsageError } from "../frame/errors.ts";
import type { CommandIo } from "../frame/io.ts";
import { objectsIn, readManifestFile } from "./manifest-file.ts";
import { secretCopiesIn } from "./secret-copies.ts";
import { volumesOf } from "./volume-folder.ts";

export const clusterOptions = {
  profile: {
    type: "string",
    choices: ["design", "kubelet"],
    help: "design (default) follows the KEPs; kubelet follows release 1.35",
  },
  namespace: {
    type: "string",
    short: "n",
    value: "NAMESPACE",
    help: "the namespace of objects that do not set one",
  },
  complete: {
    type: "boolean",
    alias: "closed-world",
    help: "treat objects outside the input as missing, not unknown (alias: --closed-world)",
  },
  node: { type: "string", value: "FILE", help: "a manifest of the Node that the pods run on" },
  "pod-ip": { type: "string", multiple: true, value: "IP", help: "an IP address of the pods" },
  volume: {
    type: "string",
    multiple: true,
    value: "NAME=DIR",
    help: "read the files of the pods' volume NAME from DIR",
  },
  "document-limit": { type: "string", value: "BYTES", help: "the maximum size of a document (default: 16777216)" },
  "expansion-limit": {
    type: "string",
    value: "CHARACTERS",
    help: "the maximum length of a pod's expanded text (default: 16777216)",
  },
} as const satisfies Record<string, Option>;

/**
 * Checks the options, except `--node`.
 *
 * @param outputs the files that the command writes
 * @throws UsageError
 */
export function givenCluster(
  options: Arguments<typeof clusterOptions>["options"] & { readonly kustomize: readonly string[] },
  io: CommandIo,
  outputs: readonly string[],
): Omit<WorkloadReaderOptions, "node"> & { readonly documentLimit: number | undefined } {
  const limitOf = (option: "document-limit" | "expansion-limit") => {
    const text = options[option];
    return text === undefined ? undefined : wholeNumber(option, text);
  };
  const documentLimit = limitOf("document-limit");
  const expansionLimit = limitOf("expansion-limit");
  return {
    documentLimit,
    profile: options.profile ?? "design",
    world: options.complete ? "closed" : "open",
    ...(options.namespace !== undefined && { namespace: checkedNamespace(options.namespace) }),
    podIPs: options["pod-ip"].map(checkedIp),
    volumeContents: volumesOf(options.volume, (file) => checkReadable([file], io, outputs)),
    ...(expansionLimit !== undefined && { expansionLimit }),
    ...(options.kustomize.length > 0 && { copyFinder: secretCopiesIn }),
  };
}

/** @throws UsageError for an invalid name */
function checkedNamespace(text: string): string {
  if (text.length <= 63 && /^[a-z0-9]([-a-z0-9]*[a-z0-9])?$/.test(text)) return text;
  throw new UsageError(`--namespace ${text}: not a valid namespace; use a-z, 0-9, and - (not at the ends)`);
}

/** @throws UsageError if it is not an IP address */
function checkedIp(text: string): string {
  if (canonicalIp(text) === undefined) throw new UsageError(`--pod-ip ${text}: not an IP address`);
  return text;
}

/** @throws InputError if the file does not contain exactly one Node */
export function readNode(path: string, io: CommandIo): NodeObject {
  const file = readManifestFile(path, io);
  const nodes = file.documents.flatMap((document) => objectsIn(file, document, readManifestObjects).nodes);
  if (nodes.length !== 1)
    throw new InputError(`${file.name}: the file must contain exactly one Node, not ${nodes.length}`);
  return nodes[0]!;
}
