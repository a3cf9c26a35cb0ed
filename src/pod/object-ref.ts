/** References to ConfigMaps and Secrets: `configMapKeyRef`, `secretKeyRef` and the sources of `envFrom`. */

import { quote } from "../events/gofmt/quote.ts";
import type { KeySelector, ObjectReferenceByName } from "./objects.ts";
import type { PodScope } from "./pod-scope.ts";
import { type ByteValue, secretKeys, secretValue, textValue } from "./secret-value.ts";
import { type Failure, SKIPPED, type Unresolved, type ValueResult } from "./value-result.ts";

/** The two kinds of objects. */
export type ObjectKind = "ConfigMap" | "Secret";

/** The data of an object. */
interface ObjectData {
  keys(): string[];
  /** The value of a key, undefined if there is none; what is wrong with it, as an `error`. */
  get(key: string): ByteValue | Failure | undefined;
}

/** The value of one key. */
export function keyValue(kind: ObjectKind, selector: KeySelector, scope: PodScope): ValueResult | Failure {
  const found = find(kind, selector, scope);
  if (!("get" in found)) return found;
  const { name = "", key = "", optional } = selector;
  const value = found.get(key);
  if (value !== undefined) return "error" in value ? brokenValue(kind, name, key, value, scope) : value;
  if (optional) return SKIPPED;
  return { error: `couldn't find key ${key} in ${kind} ${scope.namespace}/${name}` };
}

/** Every key with its value, verbatim. */
export function allValues(
  kind: ObjectKind,
  reference: ObjectReferenceByName,
  scope: PodScope,
): [key: string, value: ByteValue][] | Unresolved | Failure {
  const found = find(kind, reference, scope);
  if (!("get" in found)) return found;
  const values: [string, ByteValue][] = [];
  for (const key of found.keys()) {
    const value = found.get(key)!;
    if ("error" in value) return brokenValue(kind, reference.name ?? "", key, value, scope);
    values.push([key, value]);
  }
  return values;
}

function find(
  kind: ObjectKind,
  { name = "", optional }: ObjectReferenceByName,
  { cluster, index, isManifest, namespace }: PodScope,
): ObjectData | Unresolved | Failure {
  if (cluster.noApiClient) {
    const written = kind === "ConfigMap" ? "configMap" : "secret";
    return { error: `couldn't get ${written} ${namespace}/${name}, no kubeClient defined` };
  }
  const isKindKnown = (kind === "ConfigMap" ? cluster.configMaps : cluster.secrets) !== undefined;
  if (isManifest && !isKindKnown) return { needs: `${kind} ${namespace}/${name}` };

  if (kind === "ConfigMap") {
    const configMap = index.objects.configMap(namespace, name);
    if (configMap !== undefined) return configMapData(configMap.data ?? {});
  } else {
    const secret = index.objects.secret(namespace, name);
    if (secret !== undefined) return { keys: () => secretKeys(secret), get: (key) => secretValue(secret, key) };
  }
  return optional ? SKIPPED : { error: `${kind.toLowerCase()} ${quote(name)} not found` };
}

function configMapData(data: Readonly<Record<string, string>>): ObjectData {
  return {
    keys: () => Object.keys(data),
    get: (key) => (Object.hasOwn(data, key) ? textValue(data[key]) : undefined),
  };
}

/** No cluster would have taken such an object: the message is our own. */
function brokenValue(kind: ObjectKind, name: string, key: string, { error }: Failure, scope: PodScope): Failure {
  return { error: `the value of key ${key} in ${kind} ${scope.namespace}/${name} is ${error}` };
}
