/** Sets a container's own variables in the kubelet's order: `envFrom`, then `env`. */

import { INVALID_ENVIRONMENT_VARIABLE_NAMES } from "../../../events/recorder.ts";
import { compareStrings } from "../../../text/go-string.ts";
import type { EnvFromSource, EnvVar, EnvVarSource } from "../objects.ts";
import { entryPath, stepInto } from "../path.ts";
import { fieldValue } from "../sources/field-ref.ts";
import { fileKeyValue } from "../sources/file-key-ref.ts";
import { isStrictVariableName } from "../sources/names.ts";
import { allValues, keyValue, likelyKeys } from "../sources/object-ref.ts";
import { resourceValue } from "../sources/resource-field.ts";
import { firstUnknown } from "../sources/unknown-texts.ts";
import type { Failure, ValueResult } from "../sources/value-result.ts";
import type { VariableSource } from "../types.ts";
import type { ContainerScope } from "./container-scope.ts";

const VALUE: VariableSource = /* @__PURE__ */ Object.freeze({ kind: "value" });

/** The number of characters that a variable of `envFrom` counts for in addition to its name and value. */
const VARIABLE_COST = 64;

/** Sets the variables of `envFrom`. The first invalid entry fails the container. */
export function setSources(scope: ContainerScope): void {
  for (const [i, entry] of (scope.container.envFrom ?? []).entries()) setFromObject(scope, entry, i);
  scope.endSources();
}

/** Sets the variables of `env`. The first invalid entry fails the container. */
export function setVariables(scope: ContainerScope): void {
  const { env = [] } = scope.container;
  for (let i = 0; i < env.length; i++) setVariable(scope, env[i]!, i);
}

/** Sets a variable for each key of a ConfigMap or Secret. References in the values are not expanded. */
function setFromObject(scope: ContainerScope, entry: EnvFromSource, index: number): void {
  const reference = entry.configMapRef ?? entry.secretRef;
  if (!reference) return;
  const kind = entry.configMapRef ? "configMapRef" : "secretRef";
  const { name = "" } = reference;
  const { prefix = "" } = entry;
  const path = entryPath(scope.path, "envFrom", index);
  const { namespace, legacyEnvFromFilter } = scope.pod;

  const unknown = firstUnknown(entry, scope.pod.unknownTexts);
  const objectKind = entry.configMapRef ? "ConfigMap" : "Secret";
  const all = unknown ?? allValues(objectKind, reference, scope.pod);
  const values = "error" in all ? scope.fail("env", path, all.error) : all;
  if (!Array.isArray(values)) {
    const source = { kind, namespace, name, key: "" } as const;
    const likely = unknown === undefined ? likelyKeys(objectKind, name, scope.pod) : undefined;
    scope.reportUnsetSource({ name: "", source, path }, index, prefix, values, likely);
    return;
  }
  const skipped: string[] = [];
  for (const [key, value] of values) {
    const source = { kind, namespace, name, key } as const;
    if ("needs" in value) {
      if (key === "") scope.reportUnsetSource({ name: "", source, path }, index, prefix, value);
      else scope.reportUnset({ name: prefix + key, source, path }, value);
      continue;
    }
    scope.pod.countExpansion(prefix.length + key.length + value.value.length + VARIABLE_COST, path);
    const variable = prefix + key;
    if (legacyEnvFromFilter && !isStrictVariableName(variable)) skipped.push(variable);
    else scope.set({ name: variable, ...value, source, path });
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

/** Sets the variable of an entry. A `value` is expanded, and the value of a `valueFrom` is not. */
function setVariable(scope: ContainerScope, { name = "", value = "", valueFrom }: EnvVar, index: number): void {
  const path = entryPath(scope.path, "env", index);
  const taken = value === "" && valueFrom ? valueOf(valueFrom, scope) : undefined;
  const { unknownTexts } = scope.pod;
  const ofName = unknownTexts?.get(name);
  if (ofName !== undefined) {
    // It can set any variable.
    scope.reportUnsetSource({ name, source: taken?.source ?? VALUE, path }, index, "", ofName);
    return;
  }
  if (taken === undefined) {
    const need = unknownTexts?.get(value);
    if (value.includes("$")) {
      const text = scope.expandText(value, stepInto(path, "value"));
      if (need === undefined) scope.setText(name, text, VALUE, path);
      else scope.reportUnset({ name, source: VALUE, path }, need);
    } else scope.set({ name, value, source: VALUE, path });
    return;
  }
  const { source, found } = taken;
  const unknown = firstUnknown([valueFrom, "value" in found && found.value], unknownTexts);
  const result = unknown ?? ("error" in found ? scope.fail("env", path, found.error) : found);
  if ("value" in result) {
    scope.pod.countExpansion(result.value.length, path);
    const { value, bytes, isSecret } = result;
    scope.set({ name, value, ...(bytes && { bytes }), source, path, ...(isSecret && { isSecret }) });
  } else scope.reportUnset({ name, source, path }, result);
}

/** The source of a `valueFrom`, and its value. Like the kubelet, this uses the first of several sources in this order. */
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
