/** A container's environment, as the kubelet builds it: service variables, then `envFrom`, then `env`, in order. */

import { INVALID_ENVIRONMENT_VARIABLE_NAMES } from "../../../events/reasons.ts";
import { compareStrings } from "../../../text/go-string.ts";
import type { EnvFromSource, EnvVar, EnvVarSource } from "../objects.ts";
import { entryPath } from "../path.ts";
import { fieldValue } from "../sources/field-ref.ts";
import { fileKeyValue } from "../sources/file-key-ref.ts";
import { allValues, keyValue } from "../sources/object-ref.ts";
import { resourceValue } from "../sources/resource-field.ts";
import type { Failure, KnownValue, ValueResult } from "../sources/value-result.ts";
import { isStrictVariableName } from "../sources/variable-name.ts";
import type { VariableSource } from "../types.ts";
import type { ContainerScope } from "./container-scope.ts";
import { type Marks, OwnVariable, pathOfEntry } from "./container-variables.ts";

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
  for (let i = 0; i < env.length; i++) setVariable(scope, env[i]!, i);
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
    scope.leaveSourceUnset({ name: "", source: { kind, namespace, name, key: "" }, path }, index, prefix, values);
    return;
  }
  const entryPlace = { path };
  const skipped: string[] = [];
  for (const [key, value] of values) {
    scope.pod.countExpansion(prefix.length + key.length + value.value.length + VARIABLE, entryPlace);
    const variable = prefix + key;
    if (legacyEnvFromFilter && !isStrictVariableName(variable)) skipped.push(variable);
    else {
      const source: VariableSource = { kind, namespace, name, key };
      scope.set(new OwnVariable(variable, value.value, source, ~index, marksOf(value)));
    }
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
function setVariable(scope: ContainerScope, entry: EnvVar, index: number): void {
  const { name = "", value, valueFrom } = entry;
  if (value) {
    if (value.includes("$")) setExpanded(scope, name, value, index);
    else scope.set(new OwnVariable(name, value, VALUE, index, undefined));
    return;
  }
  const source = valueFrom && sourceOf(valueFrom, scope);
  if (!source) {
    scope.set(new OwnVariable(name, "", VALUE, index, undefined));
    return;
  }
  const found = valueOf(valueFrom, scope);
  const result = "error" in found ? scope.fail("env", pathOfEntry(scope.path, index), found.error) : found;
  if ("value" in result) {
    if (scope.pod.exceedsWith(result.value.length)) throw scope.pod.limitError(pathOfEntry(scope.path, index));
    scope.set(new OwnVariable(name, result.value, source, index, marksOf(result)));
  } else scope.leaveUnset({ name, source, path: pathOfEntry(scope.path, index) }, result);
}

function setExpanded(scope: ContainerScope, name: string, written: string, index: number): void {
  const { value, isAsWritten, hasDollar, isSecret, need } = scope.expandMember(written, "env", index, "value");
  const hasMarks = isAsWritten || hasDollar || isSecret || need !== undefined;
  const marks: Marks | undefined = hasMarks
    ? { isAsWritten, hasDollar, bytes: undefined, isSecret: isSecret || undefined, need }
    : undefined;
  scope.set(new OwnVariable(name, value, VALUE, index, marks));
}

/** Of a value that is not expanded. */
function marksOf({ value, bytes, isSecret }: KnownValue): Marks | undefined {
  const hasDollar = value.includes("$");
  if (!hasDollar && bytes === undefined && isSecret === undefined) return undefined;
  return { isAsWritten: bytes !== undefined, hasDollar, bytes, isSecret, need: undefined };
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
