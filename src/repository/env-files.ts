/** The env files that Compose files and the generators of kustomizations read. */

import { joined } from "../kubernetes/kustomize/index.ts";
import { ifPossible } from "../text/if-possible.ts";
import { memberOf } from "../text/own-keys.ts";
import { DocumentError } from "../yaml/error.ts";
import { parseYaml } from "../yaml/parse.ts";
import { childOf, type Folders, parentOf } from "./folders.ts";

const COMPOSE_FILE = /^(?:docker-)?compose(?:[.-].+)?\.ya?ml$/;

/** How many folders above an env file are searched for Compose files. */
const FOLDERS_ABOVE = 2;

/** `format: raw` is the format of `docker run --env-file`. */
type ComposeReader = "compose" | "docker";

export class EnvFiles {
  /** The env files that generators read. */
  readonly generated: ReadonlySet<string>;
  private readonly folders: Folders;
  private readonly read: (path: string) => string | undefined;
  /** The env files that the Compose files in each folder name, with their readers. */
  private readonly composed = new Map<string, ReadonlyMap<string, ComposeReader>>();

  constructor(folders: Folders, read: (path: string) => string | undefined, generated: ReadonlySet<string>) {
    this.folders = folders;
    this.read = read;
    this.generated = generated;
  }

  /** The program that reads a file; undefined if neither a generator nor a Compose file names it. */
  readerOf(path: string): "kubectl" | ComposeReader | undefined {
    if (this.generated.has(path)) return "kubectl";
    let folder = parentOf(path);
    for (let i = 0; i <= FOLDERS_ABOVE; i++, folder = parentOf(folder)) {
      const reader = this.composedIn(folder).get(path);
      if (reader !== undefined) return reader;
    }
    return undefined;
  }

  private composedIn(folder: string): ReadonlyMap<string, ComposeReader> {
    let named = this.composed.get(folder);
    if (named === undefined) {
      const files = (this.folders.list(folder) ?? []).filter((name) => COMPOSE_FILE.test(name));
      const entries = files.flatMap((name) => envFilesIn(this.read(childOf(folder, name)) ?? ""));
      named = new Map(
        entries.map((entry): [string, ComposeReader] => {
          if (typeof entry === "string") return [joined(folder, entry), "compose"];
          const reader = memberOf(entry, "format") === "raw" ? "docker" : "compose";
          return [joined(folder, `${memberOf(entry, "path")}`), reader];
        }),
      );
      this.composed.set(folder, named);
    }
    return named;
  }
}

/** The entries of each service's `env_file`: a string, or a list of strings and of objects with a path. */
function envFilesIn(composeText: string): unknown[] {
  const documents = ifPossible(() => parseYaml(composeText), DocumentError) ?? [];
  const services = documents.flatMap(({ value }) => Object.values(memberOf(value, "services") ?? {}));
  return services.flatMap((service) => memberOf(service, "env_file") ?? []);
}
