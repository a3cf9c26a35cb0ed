/** `fileKeyRef` (KEP-3721): a key of an env file in one of the pod's volumes. */

import { EnvFileError } from "../../../envfile/error.ts";
import { quote } from "../../../text/go-string.ts";
import type { FileKeySelector } from "../objects.ts";
import { follow } from "../volumes/volume-files.ts";
import type { PodScope } from "./pod-scope.ts";
import { byteValue } from "./secret-value.ts";
import { type Failure, SKIPPED, type ValueResult } from "./value-result.ts";

export function fileKeyValue(selector: FileKeySelector, scope: PodScope): ValueResult | Failure {
  const isKubelet = scope.profile === "kubelet";
  // With the gate off, the design ignores the field, and the kubelet sets an empty variable.
  if (!scope.gateEnvFiles) return isKubelet ? { value: "" } : SKIPPED;
  const { volumeName = "", path = "", key = "", optional } = selector;
  const volume = scope.volume(volumeName);
  if (volume === undefined) return { error: `cannot find the volume ${quote(volumeName)} referenced by FileKeyRef` };
  if (!volume.isEmptyDir && !isKubelet) {
    return { error: `the volume ${quote(volumeName)} referenced by fileKeyRef is not an emptyDir` };
  }
  if (volume.contents === undefined && scope.isManifest) {
    return { needs: `the files of volume ${quote(volumeName)}`, needsKind: "volume" };
  }

  const found = follow(volume.contents ?? {}, path);
  const named = `env file ${quote(path)} in volume ${quote(volumeName)}`;
  if (found === undefined) {
    return { error: isKubelet ? tooManyLinks(scope, volumeName, path) : `${named}: more than 255 symbolic links` };
  }
  const file = scope.envFiles.open(volumeName, found, scope.profile);
  if (file === undefined) {
    if (isKubelet) return { error: CANNOT_PARSE };
    return optional ? SKIPPED : { error: `${named} does not exist` };
  }
  let value: string | undefined;
  try {
    value = file.get(key);
  } catch (error) {
    if (!(error instanceof EnvFileError)) throw error;
    return { error: isKubelet ? CANNOT_PARSE : `${named}: ${error.message}` };
  }
  // The kubelet treats an empty value like a missing one.
  if (value !== undefined && (value !== "" || !isKubelet)) {
    const read = value.includes("\ufffd") ? byteValue(file.getBytes(key)!) : { value };
    return volume.hasSecrets ? { ...read, isSecret: true } : read;
  }
  if (optional) return SKIPPED;
  if (!isKubelet) return { error: `${named} has no variable ${quote(key)}` };
  const hostPath = `${volumeDirectory(scope, volumeName)}/${found.path}`;
  return { error: `environment variable key ${quote(key)} not found in file ${quote(hostPath)}` };
}

/** The message for any problem with the file. The details are in the kubelet's log. */
const CANNOT_PARSE = "couldn't parse env file";

function tooManyLinks(scope: PodScope, volumeName: string, path: string): string {
  return `SecureJoin ${volumeDirectory(scope, volumeName)}/${path}: too many levels of symbolic links`;
}

/** The path of an emptyDir on the node. */
function volumeDirectory({ pod }: PodScope, volumeName: string): string {
  return `/var/lib/kubelet/pods/${pod.metadata?.uid ?? ""}/volumes/kubernetes.io~empty-dir/${volumeName}`;
}
