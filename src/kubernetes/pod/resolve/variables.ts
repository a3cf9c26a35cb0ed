/** A container's own variables, as the kubelet sets them: `envFrom`, then `env`, each in order. */

import { INVALID_ENVIRONMENT_VARIABLE_NAMES } from "../../../events/reasons.ts";
import { compareStrings } from "../../../text/go-string.ts";
import type { EnvFromSource, EnvVar, EnvVarSource } from "../objects.ts";
import { entryPath } from "../path.ts";
import { fieldValue } from "../sources/field-ref.ts";
import { fileKeyValue } from "../sources/file-key-ref.ts";
import { isStrictVariableName } from "../sources/names.ts";
import { allValues, keyValue } from "../sources/object-ref.ts";
import { resourceValue } from "../sources/resource-field.ts";
import type { Failure, ValueResult } from "../sources/value-result.ts";
import type { VariableSource } from "../types.ts";
import type { ContainerScope } from "./container-scope.ts";

const VALUE: VariableSource = /* @__PURE__ */ Object.freeze({ kind: "value" });

/** Added to the length of each variable's name and value when an entry of `envFrom` is counted. */
const VARIABLE = 64;

/** Sets the variables of `envFrom`. The first entry that fails ends the container. */
export function setSources(scope: ContainerScope): void {
  for (const [i, entry] of (scope.container.envFrom ?? []).entries()) setFromObject(scope, entry, i);
  scope.endSources();
}

/** Sets the variables of `env`. The first entry that fails ends the container. */
export function setVariables(scope: ContainerScope): void {
  for (const [i, entry] of (scope.container.env ?? []).entries()) setVariable(scope, entry, i);
}

/** Each key of a ConfigMap or Secret; the values are verbatim, references in them included. */
function setFromObject(scope: ContainerScope, entry: EnvFromSource, index: number): void {
  const reference = entry.configMapRef ?? entry.secretRef;
  if (!reference) return;
  const kind = entry.configMapRef ? "configMapRef" : "secretRef";
  const { name = "" } = reference;
  const { prefix = "" } = entry;
  const path = entryPath(scope.path, "envFrom", index);
  const { namespace, legacyEnvFromFilter } = scope.pod;

  const all = allValues(entry.configMapRef ? "ConfigMap" : "Secret", reference, scope.pod);
  const values = "error" in all ? scope.fail("env", path, all.error) : all;
  if (!Array.isArray(values)) {
    scope.reportUnsetSource({ name: "", source: { kind, namespace, name, key: "" }, path }, index, prefix, values);
    return;
  }
  const skipped: string[] = [];
  for (const [key, value] of values) {
    scope.pod.countExpansion(prefix.length + key.length + value.value.length + VARIABLE, path);
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
function setVariable(scope: ContainerScope, { name = "", value = "", valueFrom }: EnvVar, index: number): void {
  const path = entryPath(scope.path, "env", index);
  const taken = value === "" && valueFrom ? valueOf(valueFrom, scope) : undefined;
  if (taken === undefined) {
    if (value.includes("$")) scope.setText(name, scope.expandText(value, [...path, "value"]), VALUE, path);
    else scope.set({ name, value, source: VALUE, path });
    return;
  }
  const { source, found } = taken;
  const result = "error" in found ? scope.fail("env", path, found.error) : found;
  if ("value" in result) {
    scope.pod.countExpansion(result.value.length, path);
    const { value, bytes, isSecret } = result;
    scope.set({ name, value, ...(bytes && { bytes }), source, path, ...(isSecret && { isSecret }) });
  } else scope.reportUnset({ name, source, path }, result);
}

/** What a `valueFrom` refers to, and its value. Of several sources the kubelet takes the first, in this order. */
function valueOf(
  { fieldRef, resourceFieldRef, configMapKeyRef, secretKeyRef, fileKeyRef }: EnvVarSource,
  { container, pod }: ContainerScope,
): { readonly source: VariableSource; readonly found: ValueResult | Failure } | undefined {
  const { namespace } = pod;
  if (fieldRef) {
    return { source: { kind: "fieldRef", fieldPath: fieldRef.fieldPath ?? "" }, found: fieldValue(fieldRef, pod) };
  }
  if (resourceFieldRef) {
    const { containerName, resource = "" } = resourceFieldRef;
    const source = {
      kind: "resourceFieldRef",
      containerName: containerName || (container.name ?? ""),
      resource,
    } as const;
    return { source, found: resourceValue(resourceFieldRef, container, pod) };
  }
  if (configMapKeyRef) {
    const { name = "", key = "" } = configMapKeyRef;
    const source = { kind: "configMapKeyRef", namespace, name, key } as const;
    return { source, found: keyValue("ConfigMap", configMapKeyRef, pod) };
  }
  if (secretKeyRef) {
    const { name = "", key = "" } = secretKeyRef;
    return { source: { kind: "secretKeyRef", namespace, name, key }, found: keyValue("Secret", secretKeyRef, pod) };
  }
  if (!fileKeyRef) return undefined;
  const { volumeName = "", path = "", key = "" } = fileKeyRef;
  return { source: { kind: "fileKeyRef", volumeName, path, key }, found: fileKeyValue(fileKeyRef, pod) };
}
