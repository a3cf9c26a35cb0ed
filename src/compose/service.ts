/** What a service sets in its container. Compose does not interpolate with it. */

import { getOrAdd } from "../text/grouped.ts";
import { memberOf } from "../text/own-keys.ts";
import { pathFrom } from "../text/paths.ts";
import { dereferenced, type Node, nodeAt } from "../yaml/node.ts";
import { namesInEnvFile } from "./environment.ts";
import type { ComposeHost } from "./host.ts";

/** An entry of `env_file`. */
export interface ServiceEnvFile {
  /** As the file has it. */
  readonly path: string;
  /** `raw`, or "". */
  readonly format: string;
}

/** The variables of services in their containers. Each env file is read once. */
export class ServiceVariables {
  private readonly host: ComposeHost;
  private readonly folder: string;
  private readonly services = new Map<Node, ServiceSources>();
  private readonly files = new Map<string, ReadonlySet<string> | undefined>();

  /** @param folder that of the Compose file */
  constructor(host: ComposeHost, folder: string) {
    this.host = host;
    this.folder = folder;
  }

  /** What sets a name to a fixed value: `environment`, or the path of an env file. */
  sourceOf(service: Node, name: string): string | undefined {
    const { environment, envFiles } = getOrAdd(this.services, service, () => ({
      environment: new Map(serviceEnvironment(service.value)),
      envFiles: serviceEnvFiles(service.value).filter(({ path }) => !path.includes("$")),
    }));
    const value = environment.get(name);
    if (value !== undefined) {
      // `A: ${A}` passes a variable of the project on.
      const used = [...value.matchAll(/\$\{?(\w+)/g)];
      return used.some((match) => match[1] === name) ? undefined : "environment";
    }
    if (environment.has(name)) return undefined;
    return envFiles.findLast((file) => this.namesIn(file)?.has(name))?.path;
  }

  private namesIn({ format, path }: ServiceEnvFile): ReadonlySet<string> | undefined {
    const id = `${format} ${path}`;
    return getOrAdd(this.files, id, () => namesInEnvFile(this.host, pathFrom(this.folder, path), format));
  }
}

interface ServiceSources {
  /** The value is undefined if the name has none, so that it is passed on. */
  readonly environment: ReadonlyMap<string, string | undefined>;
  readonly envFiles: readonly ServiceEnvFile[];
}

/** The entries of `env_file`: a path, or a list of paths and of objects. */
export function serviceEnvFiles(service: unknown): ServiceEnvFile[] {
  return listOf(memberOf(service, "env_file")).flatMap((entry) => {
    const path = typeof entry === "string" ? entry : memberOf(entry, "path");
    if (typeof path !== "string") return [];
    return [{ path, format: `${memberOf(entry, "format") ?? ""}` }];
  });
}

/** The entries of `environment`: a mapping, or a list of `NAME=value` and `NAME`. The value is undefined without one. */
function serviceEnvironment(service: unknown): [name: string, value: string | undefined][] {
  const environment = memberOf(service, "environment");
  if (Array.isArray(environment))
    return environment.map((entry) => {
      const [, name, value] = /^([^=]*)(?:=(.*))?$/s.exec(`${entry}`)!;
      return [name!, value];
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
