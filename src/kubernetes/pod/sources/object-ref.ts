/** References to ConfigMaps and Secrets: `configMapKeyRef`, `secretKeyRef`, and the sources of `envFrom`. */

import { quote } from "../../../text/go-string.ts";
import { memberOf } from "../../../text/own-keys.ts";
import type { ConfigMap, KeySelector, ObjectReferenceByName, Secret } from "../objects.ts";
import type { Need } from "../types.ts";
import type { LikelyKeys } from "./absent-sources.ts";
import type { ObjectKind } from "./cluster-index.ts";
import type { PodScope } from "./pod-scope.ts";
import { type ByteValue, configMapValue, secretKeys, secretValue } from "./secret-value.ts";
import { unknownTextsOf } from "./unknown-texts.ts";
import { type Failure, SKIPPED, type Unresolved, type ValueResult } from "./value-result.ts";

export function keyValue(kind: ObjectKind, selector: KeySelector, scope: PodScope): ValueResult | Failure {
  const { name = "", key = "", optional } = selector;
  const object = objectNamed(kind, name, scope);
  if (object === undefined) return absent(kind, selector, scope);
  const need = unknownTextsOf(object)?.get(textIn(object, key));
  if (need !== undefined) return need;
  const value = kind === "ConfigMap" ? configMapValue(object, key) : secretValue(object, key);
  if (value !== undefined) return "error" in value ? brokenValue(kind, name, key, value, scope) : value;
  if (scope.isManifest && isFilledIn(kind, object)) return filledIn(name, scope);
  if (optional) return SKIPPED;
  return { error: `couldn't find key ${key} in ${kind} ${scope.qualified(name)}` };
}

/** All keys with their values, or with what is needed for them. The need of an unknown key is that of the key "". */
export function allValues(
  kind: ObjectKind,
  reference: ObjectReferenceByName,
  scope: PodScope,
): [key: string, value: ByteValue | Need][] | Unresolved | Failure {
  const { name = "" } = reference;
  const object = objectNamed(kind, name, scope);
  if (object === undefined) return absent(kind, reference, scope);
  if (scope.isManifest && isFilledIn(kind, object)) return filledIn(name, scope);
  const values: [string, ByteValue | Need][] = [];
  const unknown = unknownTextsOf(object);
  for (const key of kind === "ConfigMap" ? Object.keys(object.data ?? {}) : secretKeys(object)) {
    const ofKey = unknown?.get(key);
    const need = ofKey ?? unknown?.get(textIn(object, key));
    if (need !== undefined) {
      values.push([ofKey === undefined ? key : "", need]);
      continue;
    }
    const value = (kind === "ConfigMap" ? configMapValue(object, key) : secretValue(object, key))!;
    if ("error" in value) return brokenValue(kind, name, key, value, scope);
    values.push([key, value]);
  }
  return values;
}

/** The keys of the objects with a name, if one of them is it, depending on an unknown namespace. */
export function likelyKeys(
  kind: ObjectKind,
  name: string,
  { index, isManifest, namespace }: PodScope,
): LikelyKeys | undefined {
  const objects = index.objects.ofKind(kind, isManifest);
  if (!isManifest || objects.get(namespace, name) !== undefined || !objects.mayHave(namespace, name)) return undefined;
  const candidates = [...objects.named(name).values()];
  if (candidates.some((each) => unknownTextsOf(each) !== undefined || isFilledIn(kind, each))) return undefined;
  const keys = new Set(candidates.flatMap((each) => [...Object.keys(each.data ?? {}), ...secretKeys(each)]));
  return { keys, otherwise: { needs: `${kind} ${name}`, needsKind: "object" } };
}

/** The text of a key as it is in the manifest. */
function textIn({ data, stringData }: Secret, key: string): string {
  return `${memberOf(stringData, key) ?? memberOf(data, key)}`;
}

function objectNamed(kind: ObjectKind, name: string, scope: PodScope): ConfigMap | Secret | undefined {
  const { cluster, index, isManifest, namespace } = scope;
  return cluster.noApiClient ? undefined : index.objects.get(kind, isManifest, namespace, name);
}

/** The result for an object that `objectNamed` did not find. */
function absent(
  kind: ObjectKind,
  { name = "", optional }: ObjectReferenceByName,
  scope: PodScope,
): Unresolved | Failure {
  const { cluster, index, isManifest, namespace } = scope;
  if (cluster.noApiClient) {
    const written = kind === "ConfigMap" ? "configMap" : "secret";
    return { error: `couldn't get ${written} ${namespace}/${name}, no kubeClient defined` };
  }
  const objects = index.objects.ofKind(kind, isManifest);
  if (isManifest && objects.mayHave(namespace, name)) return scope.namespaceOf(kind, name);
  const need = scope.absentObject(kind, name);
  if (need !== undefined) return need;
  return optional ? SKIPPED : { error: `${kind.toLowerCase()} ${quote(name)} not found` };
}

/** The message for a value that no cluster would accept. */
function brokenValue(kind: ObjectKind, name: string, key: string, { error }: Failure, scope: PodScope): Failure {
  return { error: `the value of key ${key} in ${kind} ${scope.qualified(name)} is ${error}` };
}

/** Whether something else sets the Secret's data: the cluster that of a token; a controller or a person that of an empty one. */
function isFilledIn(kind: ObjectKind, object: Secret): boolean {
  if (kind !== "Secret") return false;
  return object.type === "kubernetes.io/service-account-token" || secretKeys(object).length === 0;
}

function filledIn(name: string, scope: PodScope): Unresolved {
  return { needs: `what the cluster writes into Secret ${scope.qualified(name)}`, needsKind: "cluster" };
}
