/** The env files that Compose files and the generators of kustomizations read. */

import { isComposeFileName } from "../compose/project.ts";
import { type ServiceEnvFile, serviceEnvFiles, servicesIn } from "../compose/service.ts";
import { ifPossible } from "../text/if-possible.ts";
import { parentOf, pathFrom } from "../text/paths.ts";
import { DocumentError } from "../yaml/error.ts";
import { parseYaml } from "../yaml/parse.ts";
import { childOf, type Folders } from "./folders.ts";

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
      const files = (this.folders.list(folder) ?? []).filter(isComposeFileName);
      const entries = files.flatMap((name) => envFilesIn(this.read(childOf(folder, name)) ?? ""));
      named = new Map(
        entries.map(({ format, path }) => [pathFrom(folder, path), format === "raw" ? "docker" : "compose"]),
      );
      this.composed.set(folder, named);
    }
    return named;
  }
}

/** The entries of each service's `env_file`. */
function envFilesIn(composeText: string): ServiceEnvFile[] {
  const documents = ifPossible(() => parseYaml(composeText), DocumentError) ?? [];
  const services = documents.flatMap((document) => [...servicesIn(document).values()]);
  return services.flatMap(({ value }) => serviceEnvFiles(value));
}
