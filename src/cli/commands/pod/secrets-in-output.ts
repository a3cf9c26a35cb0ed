/** Whether what is printed as data has values that come from Secrets. */
import { isSecretVariable } from "../../../kubernetes/pod/sources/secret-value.ts";
import { memberOf } from "../../../text/own-keys.ts";
import type { ManifestPart } from "../../manifests/manifest-file.ts";
import type { ResolvedWorkload } from "../../manifests/manifest-workload.ts";
import type { PodFormat } from "./formats.ts";

export const SECRETS_TOLD = "the output holds values that come from Secrets; -o table and -o env mask them";

/** @param part what is printed as it is written, as far as nothing is expanded; undefined if only pods are printed */
export function holdsSecrets(
  format: PodFormat,
  part: ManifestPart | undefined,
  resolved: readonly ResolvedWorkload[],
): boolean {
  if (format === "table" || format === "env") return false;
  const containers = resolved.flatMap(({ pod }) => pod.containers);
  if (format !== "yaml" && format !== "json") return containers.some(({ env }) => env.some(isSecretVariable));
  if (containers.some(({ changes }) => changes.some((change) => change.isSecret && change.escaped !== undefined))) {
    return true;
  }
  return part?.documents.some(({ value }) => hasSecret(value, part.list?.kind)) ?? false;
}

function hasSecret(value: unknown, listKind: string | undefined): boolean {
  const kind = memberOf(value, "kind") ?? listKind?.replace(/List$/, "");
  const items = memberOf(value, "items");
  if (Array.isArray(items)) return items.some((item) => hasSecret(item, `${kind}`));
  return kind === "Secret" && [memberOf(value, "data"), memberOf(value, "stringData")].some(hasKeys);
}

function hasKeys(value: unknown): boolean {
  return typeof value === "object" && value !== null && Object.keys(value).length > 0;
}
