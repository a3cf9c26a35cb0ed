/** A container's environment, as the kubelet builds it: service variables, then `envFrom`, then `env`, in order. */

import { compareStrings } from "../events/gofmt/go-order.ts";
import { INVALID_ENVIRONMENT_VARIABLE_NAMES } from "../events/reasons.ts";
import type { ContainerScope } from "./container-scope.ts";
import { fieldValue } from "./field-ref.ts";
import { fileKeyValue } from "./file-key-ref.ts";
import { allValues, keyValue } from "./object-ref.ts";
import type { EnvFromSource, EnvVar, EnvVarSource } from "./objects.ts";
import { entryPath } from "./path.ts";
import { resourceValue } from "./resource-field.ts";
import type { ManifestPath, VariableSource } from "./types.ts";
import type { Failure, ValueResult } from "./value-result.ts";
import { isStrictVariableName } from "./variable-name.ts";

const VALUE: VariableSource = /* @__PURE__ */ Object.freeze({ kind: "value" });

/** Added to the length of each variable's name and value when an entry of `envFrom` is counted. */
const VARIABLE = 64;

/** Sets every variable of the container. The first entry that fails ends it. */
export function setVariables(scope: ContainerScope): void {
  const { env, envFrom } = scope.container;
  if (envFrom) {
    for (let i = 0; i < envFrom.length; i++) setFromObject(scope, envFrom[i]!, i);
  }
  scope.endSources();
  if (!env) return;
  const list = [...scope.path, "env"];
  for (let i = 0; i < env.length; i++) {
    scope.beginEntry(i);
    setVariable(scope, env[i]!, list, i);
  }
  scope.beginEntry(env.length);
}

/** Each key of a ConfigMap or Secret; the values are verbatim, references in them included. */
function setFromObject(scope: ContainerScope, entry: EnvFromSource, index: number): void {
  const reference = entry.configMapRef ?? entry.secretRef;
  if (!reference) return;
  const kind = entry.configMapRef ? "configMapRef" : "secretRef";
  const { name = "" } = reference;
  const { prefix = "" } = entry;
  const path = [...scope.path, "envFrom", index];
  const { namespace, legacyEnvFromFilter } = scope.pod;

  const all = allValues(entry.configMapRef ? "ConfigMap" : "Secret", reference, scope.pod);
  const values = "error" in all ? scope.fail("env", path, all.error) : all;
  if (!Array.isArray(values)) {
    scope.leaveSourceUnset({ name: "", source: { kind, namespace, name, key: "" }, path }, index, prefix, values);
    return;
  }
  const skipped: string[] = [];
  for (const [key, value] of values) {
    scope.pod.countExpansion(prefix.length + key.length + value.value.length + VARIABLE, { path });
    const variable = prefix + key;
    if (legacyEnvFromFilter && !isStrictVariableName(variable)) skipped.push(variable);
    else scope.set({ name: variable, ...value, source: { kind, namespace, name, key }, path });
  }
  if (skipped.length === 0) return;
  const names = skipped.sort(compareStrings).join(", ");
  scope.events.push({
    type: "Warning",
    reason: INVALID_ENVIRONMENT_VARIABLE_NAMES,
    message:
      `Keys [${names}] from the EnvFrom ${entry.configMapRef ? "configMap" : "secret"} ${namespace}/${name} were ` +
      "skipped since they are considered invalid environment variable names.",
  });
}

/** Sets an entry's variable: its `value` is expanded; the value of a `valueFrom` is not. */
function setVariable(scope: ContainerScope, entry: EnvVar, list: ManifestPath, index: number): void {
  const name = entry.name ?? "";
  const path = entryPath(scope.path, "env", index);
  if (entry.value) {
    if (!entry.value.includes("$")) {
      scope.set({ name, value: entry.value, source: VALUE, path }, false, false);
      return;
    }
    const { value, isAsWritten, hasDollar, isSecret, need } = scope.expandMember(entry.value, list, index, "value");
    const variable = { name, value, source: VALUE, path };
    const isPlain = !isSecret && need === undefined;
    const marked = isPlain ? variable : { ...variable, ...(isSecret && { isSecret }), ...(need && { need }) };
    scope.set(marked, isAsWritten, hasDollar);
    return;
  }
  const source = entry.valueFrom && sourceOf(entry.valueFrom, scope);
  if (!source) {
    scope.set({ name, value: "", source: VALUE, path }, false, false);
    return;
  }
  const found = valueOf(entry.valueFrom!, scope);
  const result = "error" in found ? scope.fail("env", path, found.error) : found;
  if ("value" in result) {
    scope.pod.countExpansion(result.value.length, { path });
    scope.set({ name, ...result, source, path });
  } else scope.leaveUnset({ name, source, path }, result);
}

/** The kubelet takes the first of several, in this order. */
function valueOf(valueFrom: EnvVarSource, { container, pod }: ContainerScope): ValueResult | Failure {
  const { fieldRef, resourceFieldRef, configMapKeyRef, secretKeyRef, fileKeyRef } = valueFrom;
  if (fieldRef) return fieldValue(fieldRef, pod);
  if (resourceFieldRef) return resourceValue(resourceFieldRef, container, pod);
  if (configMapKeyRef) return keyValue("ConfigMap", configMapKeyRef, pod);
  if (secretKeyRef) return keyValue("Secret", secretKeyRef, pod);
  return fileKeyValue(fileKeyRef!, pod);
}

/** What `valueOf` reads; undefined if `valueFrom` is empty. */
function sourceOf(valueFrom: EnvVarSource, { container, pod }: ContainerScope): VariableSource | undefined {
  const { fieldRef, resourceFieldRef, configMapKeyRef, secretKeyRef, fileKeyRef } = valueFrom;
  const { namespace } = pod;
  if (fieldRef) return { kind: "fieldRef", fieldPath: fieldRef.fieldPath ?? "" };
  if (resourceFieldRef) {
    const containerName = resourceFieldRef.containerName || (container.name ?? "");
    return { kind: "resourceFieldRef", containerName, resource: resourceFieldRef.resource ?? "" };
  }
  const keyRef = configMapKeyRef ?? secretKeyRef;
  if (keyRef) {
    const { name = "", key = "" } = keyRef;
    return { kind: configMapKeyRef ? "configMapKeyRef" : "secretKeyRef", namespace, name, key };
  }
  if (!fileKeyRef) return undefined;
  const { volumeName = "", path = "", key = "" } = fileKeyRef;
  return { kind: "fileKeyRef", volumeName, path, key };
}
