/** Validates `env` and `envFrom`. */

import type { Profile } from "../../../envfile/profile.ts";
import type {
  Container,
  EnvVarSource,
  FileKeySelector,
  KeySelector,
  ObjectFieldSelector,
  ResourceFieldSelector,
} from "../objects.ts";
import { isUnit, parseQuantity } from "../quantity.ts";
import { fieldPathProblem, splitSubscript, subscriptProblems, VARIABLE_FIELDS } from "../sources/field-ref.ts";
import { dataKeyProblems, dnsLabelProblems, dnsSubdomainProblems, variableNameProblems } from "../sources/names.ts";
import { isResource } from "../sources/resource-field.ts";
import type { PodProblems } from "./problems.ts";
import { type EmptyDirs, validateDescendingPath, validateNoBacksteps } from "./volumes.ts";

const RESOURCES = /* @__PURE__ */ ["limits", "requests"].flatMap((kind) =>
  ["cpu", "ephemeral-storage", "memory"].map((name) => `${kind}.${name}`),
);
const MORE_THAN_ONE = "may not have more than one field specified at a time";
const NOT_AN_EMPTY_DIR = {
  design: "must be an emptyDir volume",
  kubelet: "referenced volume must be of type emptyDir",
} as const;
/** The longest key of an env file in the design. */
const MAX_FILE_KEY = 128;

export function validateEnvFrom({ envFrom }: Container, container: PodProblems): void {
  envFrom?.forEach(({ prefix, configMapRef, secretRef }, i) => {
    const at = container.at("envFrom", i);
    if (prefix) at.at("prefix").invalid(prefix, ...variableNameProblems(prefix));
    for (const [member, reference] of Object.entries({ configMapRef, secretRef })) {
      if (reference) at.at(member).requiredAs("name", dnsSubdomainProblems, reference.name ?? "");
    }
    if (!configMapRef && !secretRef) at.invalid("", "must specify one of: `configMapRef` or `secretRef`");
    if (configMapRef && secretRef) at.invalid("", MORE_THAN_ONE);
  });
}

export function validateEnv(
  { env = [] }: Container,
  volumes: EmptyDirs,
  profile: Profile,
  container: PodProblems,
): void {
  for (let i = 0; i < env.length; i++) {
    const { name = "", value, valueFrom } = env[i]!;
    container.at("env", i).requiredAs("name", variableNameProblems, name);
    if (valueFrom) validateValueFrom(valueFrom, value, volumes, profile, container.at("env", i, "valueFrom"));
  }
}

function validateValueFrom(
  valueFrom: EnvVarSource,
  value: string | undefined,
  volumes: EmptyDirs,
  profile: Profile,
  at: PodProblems,
): void {
  const { fieldRef, resourceFieldRef, configMapKeyRef, secretKeyRef, fileKeyRef } = valueFrom;
  if (fieldRef) validateField(fieldRef, at.at("fieldRef"));
  if (resourceFieldRef) validateResource(resourceFieldRef, at.at("resourceFieldRef"));
  if (configMapKeyRef) validateKey(configMapKeyRef, at.at("configMapKeyRef"));
  if (secretKeyRef) validateKey(secretKeyRef, at.at("secretKeyRef"));
  if (fileKeyRef) validateFileKey(fileKeyRef, volumes, profile, at.at("fileKeyRef"));

  const all = [fieldRef, resourceFieldRef, configMapKeyRef, secretKeyRef, fileKeyRef];
  const sources = all.filter((source) => source).length;
  if (sources === 0) {
    const members = "`fieldRef`, `resourceFieldRef`, `configMapKeyRef`, `secretKeyRef` or `fileKeyRef`";
    at.invalid("", `must specify one of: ${members}`);
  } else if (value) {
    at.invalid("", "may not be specified when `value` is not empty");
  } else if (sources > 1) {
    at.invalid("", MORE_THAN_ONE);
  }
}

function validateField({ apiVersion, fieldPath = "" }: ObjectFieldSelector, at: PodProblems): void {
  if (fieldPath === "") {
    at.at("fieldPath").required();
    return;
  }
  const unreadable = fieldPathProblem({ apiVersion: apiVersion || "v1", fieldPath });
  const subscripted = splitSubscript(fieldPath);
  if (unreadable !== undefined) {
    at.at("fieldPath").invalid(fieldPath, `error converting fieldPath: ${unreadable}`);
  } else if (subscripted !== undefined) {
    at.invalid(subscripted.key, ...subscriptProblems(subscripted));
  } else if (!VARIABLE_FIELDS.includes(fieldPath) && fieldPath !== "spec.host") {
    at.at("fieldPath").notSupported(fieldPath, VARIABLE_FIELDS);
  }
}

function validateResource({ resource = "", divisor }: ResourceFieldSelector, at: PodProblems): void {
  if (resource === "") at.at("resource").required();
  else if (!isResource(resource)) at.at("resource").notSupported(resource, RESOURCES);
  if (divisor === undefined) return;
  const quantity = parseQuantity(divisor);
  if (quantity === undefined) {
    at.at("divisor").invalid(`${divisor}`, "must be a quantity, such as 1m or 1Mi");
    return;
  }
  const name = resource.slice(resource.indexOf(".") + 1);
  if (quantity.nano === 0n || !isResource(resource) || isUnit(quantity, name === "cpu" ? "cpu" : "bytes")) return;
  const units = name === "cpu" ? "1m and 1" : "1, 1k, 1M, 1G, 1T, 1P, 1E, 1Ki, 1Mi, 1Gi, 1Ti, 1Pi, 1Ei";
  const kind =
    name === "ephemeral-storage" ? "local ephemeral storage" : name.startsWith("hugepages-") ? "hugepages" : name;
  at.at("divisor").invalid(resource, `only divisor's values ${units} are supported with the ${kind} resource`);
}

function validateKey({ name = "", key = "" }: KeySelector, at: PodProblems): void {
  at.at("name").invalid(name, ...dnsSubdomainProblems(name));
  at.requiredAs("key", dataKeyProblems, key);
}

function validateFileKey(
  { volumeName = "", path = "", key = "" }: FileKeySelector,
  volumes: EmptyDirs,
  profile: Profile,
  at: PodProblems,
): void {
  at.requiredAs("key", variableNameProblems, key);
  if (profile === "design" && key.length > MAX_FILE_KEY)
    at.at("key").add("too-long", `Too long: may not be more than ${MAX_FILE_KEY} bytes`);

  if (path === "") at.at("path").required();
  validateFilePath(path, profile, at.at("path"));

  at.requiredAs("volumeName", dnsLabelProblems, volumeName);
  if (volumeName === "") return;
  const isEmptyDir = volumes.get(volumeName);
  if (isEmptyDir === undefined) at.at("volumeName").notFound(volumeName);
  else if (!isEmptyDir) at.at("volumeName").invalid(volumeName, NOT_AN_EMPTY_DIR[profile]);
}

/** The design requires a relative path that does not begin with `..`; releases only forbid `..` as a part of it. */
function validateFilePath(path: string, profile: Profile, at: PodProblems): void {
  if (profile === "kubelet") {
    validateNoBacksteps(path, at);
    return;
  }
  validateDescendingPath(path, at);
  const [first = ""] = path.split("/");
  if (first.startsWith("..") && first !== "..") at.invalid(path, "must not start with '..'");
}
