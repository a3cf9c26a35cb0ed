/** What a service sets in its container. Compose does not interpolate with it. */

import { memberOf } from "../text/own-keys.ts";
import { dereferenced, type Node, nodeAt } from "../yaml/node.ts";
import { namesInEnvFile } from "./environment.ts";
import { type ComposeHost, pathFrom } from "./host.ts";

/** An entry of `env_file`. */
export interface ServiceEnvFile {
  /** As the file has it. */
  readonly path: string;
  readonly isRequired: boolean;
  /** `raw`, or "". */
  readonly format: string;
}

/** The names that a service sets to a fixed value, with where: `environment`, or the path of an env file. */
export function containerNames(host: ComposeHost, folder: string, service: Node): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  for (const { format, path } of serviceEnvFiles(service.value)) {
    if (path.includes("$")) continue;
    for (const name of namesInEnvFile(host, pathFrom(folder, path), format) ?? []) names.set(name, path);
  }
  for (const [name, value] of serviceEnvironment(service.value)) {
    // `A: ${A}` passes a variable of the project on.
    const used = value?.matchAll(/\$\{?(\w+)/g) ?? [];
    if (value !== undefined && ![...used].some((match) => match[1] === name)) names.set(name, "environment");
    else names.delete(name);
  }
  return names;
}

/** The entries of `env_file`: a path, or a list of paths and of objects. */
export function serviceEnvFiles(service: unknown): ServiceEnvFile[] {
  return listOf(memberOf(service, "env_file")).flatMap((entry) => {
    const path = typeof entry === "string" ? entry : memberOf(entry, "path");
    if (typeof path !== "string") return [];
    return [{ path, isRequired: memberOf(entry, "required") !== false, format: `${memberOf(entry, "format") ?? ""}` }];
  });
}

/** The entries of `environment`: a mapping, or a list of `NAME=value` and `NAME`. The value is undefined without one. */
function serviceEnvironment(service: unknown): [name: string, value: string | undefined][] {
  const environment = memberOf(service, "environment");
  if (Array.isArray(environment))
    return environment.map((entry) => {
      const [name, ...value] = `${entry}`.split("=");
      return [name!, value.length === 0 ? undefined : value.join("=")];
    });
  return Object.entries((environment as object | null | undefined) ?? {}).map(([name, value]) => [
    name,
    value === null ? undefined : `${value}`,
  ]);
}

/** The services of a document, by their names. */
export function servicesIn(root: Node): ReadonlyMap<string, Node> {
  const services = nodeAt(root, ["services"]);
  const mapping = services && dereferenced(services);
  if (mapping?.kind !== "mapping") return new Map();
  return new Map(mapping.entries.filter(({ isMerge }) => !isMerge).map(({ key, node }) => [key, node]));
}

export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : value === undefined || value === null ? [] : [value];
}
