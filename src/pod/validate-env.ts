/** Validates `env` and `envFrom`. */

import type { Profile } from "../envfile/profile.ts";
import { fieldPathProblem, splitSubscript, subscriptProblems } from "./field-ref.ts";
import type {
  Container,
  EnvVar,
  FileKeySelector,
  KeySelector,
  ObjectFieldSelector,
  ResourceFieldSelector,
} from "./objects.ts";
import type { PodProblems } from "./problems.ts";
import { dnsLabelProblems, dnsSubdomainProblems } from "./qualified-name.ts";
import { isUnit, parseQuantity } from "./quantity.ts";
import { isResource } from "./resource-field.ts";
import type { ManifestPath } from "./types.ts";
import { type EmptyDirs, validateDescendingPath } from "./validate-volumes.ts";
import { dataKeyProblems, variableNameProblems } from "./variable-name.ts";

/** Fields of a pod that a variable can have. */
const FIELDS = [
  "metadata.name",
  "metadata.namespace",
  "metadata.uid",
  "spec.nodeName",
  "spec.serviceAccountName",
  "status.hostIP",
  "status.hostIPs",
  "status.podIP",
  "status.podIPs",
];
const RESOURCES = [
  "limits.cpu",
  "limits.ephemeral-storage",
  "limits.memory",
  "requests.cpu",
  "requests.ephemeral-storage",
  "requests.memory",
];
const MORE_THAN_ONE = "may not have more than one field specified at a time";
/** The longest key of an env file in the design. */
const MAX_FILE_KEY = 128;

export function validateEnvFrom({ envFrom }: Container, containerPath: ManifestPath, problems: PodProblems): void {
  envFrom?.forEach(({ prefix, configMapRef, secretRef }, i) => {
    const path = [...containerPath, "envFrom", i];
    if (prefix) problems.invalidFor([...path, "prefix"], prefix, variableNameProblems(prefix));
    for (const [member, reference] of Object.entries({ configMapRef, secretRef })) {
      if (!reference) continue;
      const { name = "" } = reference;
      if (name === "") problems.required([...path, member, "name"]);
      else problems.invalidFor([...path, member, "name"], name, dnsSubdomainProblems(name));
    }
    if (!configMapRef && !secretRef) problems.invalid(path, "", "must specify one of: `configMapRef` or `secretRef`");
    if (configMapRef && secretRef) problems.invalid(path, "", MORE_THAN_ONE);
  });
}

export function validateEnv(
  { env }: Container,
  containerPath: ManifestPath,
  volumes: EmptyDirs,
  profile: Profile,
  problems: PodProblems,
): void {
  env?.forEach((entry, i) => {
    const path = [...containerPath, "env", i];
    const { name = "" } = entry;
    if (name === "") problems.required([...path, "name"]);
    else problems.invalidFor([...path, "name"], name, variableNameProblems(name));
    validateValueFrom(entry, [...path, "valueFrom"], volumes, profile, problems);
  });
}

function validateValueFrom(
  { value, valueFrom }: EnvVar,
  path: ManifestPath,
  volumes: EmptyDirs,
  profile: Profile,
  problems: PodProblems,
): void {
  if (!valueFrom) return;
  const { fieldRef, resourceFieldRef, configMapKeyRef, secretKeyRef, fileKeyRef } = valueFrom;
  if (fieldRef) validateField(fieldRef, [...path, "fieldRef"], problems);
  if (resourceFieldRef) validateResource(resourceFieldRef, [...path, "resourceFieldRef"], problems);
  if (configMapKeyRef) validateKey(configMapKeyRef, [...path, "configMapKeyRef"], problems);
  if (secretKeyRef) validateKey(secretKeyRef, [...path, "secretKeyRef"], problems);
  if (fileKeyRef) validateFileKey(fileKeyRef, [...path, "fileKeyRef"], volumes, profile, problems);

  const sources = [fieldRef, resourceFieldRef, configMapKeyRef, secretKeyRef, fileKeyRef].filter(Boolean).length;
  if (sources === 0) {
    const members = "`fieldRef`, `resourceFieldRef`, `configMapKeyRef`, `secretKeyRef` or `fileKeyRef`";
    problems.invalid(path, "", `must specify one of: ${members}`);
  } else if (value) {
    problems.invalid(path, "", "may not be specified when `value` is not empty");
  } else if (sources > 1) {
    problems.invalid(path, "", MORE_THAN_ONE);
  }
}

function validateField(selector: ObjectFieldSelector, path: ManifestPath, problems: PodProblems): void {
  const { fieldPath = "" } = selector;
  if (fieldPath === "") {
    problems.required([...path, "fieldPath"]);
    return;
  }
  const unreadable = fieldPathProblem({ apiVersion: selector.apiVersion || "v1", fieldPath });
  const subscripted = splitSubscript(fieldPath);
  if (unreadable !== undefined) {
    problems.invalid([...path, "fieldPath"], fieldPath, `error converting fieldPath: ${unreadable}`);
  } else if (subscripted !== undefined) {
    problems.invalidFor(path, subscripted.key, subscriptProblems(subscripted));
  } else if (!FIELDS.includes(fieldPath) && fieldPath !== "spec.host") {
    problems.notSupported([...path, "fieldPath"], fieldPath, FIELDS);
  }
}

function validateResource(selector: ResourceFieldSelector, path: ManifestPath, problems: PodProblems): void {
  const { resource = "", divisor } = selector;
  if (resource === "") problems.required([...path, "resource"]);
  else if (!isResource(resource)) problems.notSupported([...path, "resource"], resource, RESOURCES);
  if (divisor === undefined) return;
  const quantity = parseQuantity(divisor);
  if (quantity === undefined) {
    problems.invalid([...path, "divisor"], `${divisor}`, "must be a quantity, such as 1m or 1Mi");
    return;
  }
  const name = resource.slice(resource.indexOf(".") + 1);
  if (quantity.nano === 0n || !isResource(resource) || isUnit(quantity, name === "cpu" ? "cpu" : "bytes")) return;
  const units = name === "cpu" ? "1m and 1" : "1, 1k, 1M, 1G, 1T, 1P, 1E, 1Ki, 1Mi, 1Gi, 1Ti, 1Pi, 1Ei";
  const kind = name === "ephemeral-storage" ? "local ephemeral storage" : name.replace(/^hugepages-.*$/, "hugepages");
  problems.invalid(
    [...path, "divisor"],
    resource,
    `only divisor's values ${units} are supported with the ${kind} resource`,
  );
}

function validateKey({ name = "", key = "" }: KeySelector, path: ManifestPath, problems: PodProblems): void {
  problems.invalidFor([...path, "name"], name, dnsSubdomainProblems(name));
  if (key === "") problems.required([...path, "key"]);
  else problems.invalidFor([...path, "key"], key, dataKeyProblems(key));
}

function validateFileKey(
  { volumeName = "", path: file = "", key = "" }: FileKeySelector,
  path: ManifestPath,
  volumes: EmptyDirs,
  profile: Profile,
  problems: PodProblems,
): void {
  if (key === "") problems.required([...path, "key"]);
  else problems.invalidFor([...path, "key"], key, variableNameProblems(key));
  if (profile === "design" && key.length > MAX_FILE_KEY) problems.tooLong([...path, "key"], MAX_FILE_KEY);

  if (file === "") problems.required([...path, "path"]);
  validateDescendingPath(file, [...path, "path"], problems);
  const [first = ""] = file.split("/");
  if (first.startsWith("..") && first !== "..") problems.invalid([...path, "path"], file, "must not start with '..'");

  const isEmptyDir = volumes.get(volumeName);
  if (volumeName === "") {
    problems.required([...path, "volumeName"]);
    return;
  }
  problems.invalidFor([...path, "volumeName"], volumeName, dnsLabelProblems(volumeName));
  if (isEmptyDir === undefined) problems.notFound([...path, "volumeName"], volumeName);
  else if (!isEmptyDir) problems.invalid([...path, "volumeName"], volumeName, "must be an emptyDir volume");
}
