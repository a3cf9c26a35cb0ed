/** The Compose projects of a repository: which files are read, and with which variables. */

import { Substitution } from "../expansion/index.ts";
import { getOrAdd, grouped } from "../text/grouped.ts";
import { memberOf } from "../text/own-keys.ts";
import { baseName, parentOf, pathFrom } from "../text/paths.ts";
import { tryOrUndefined } from "../text/try-or-undefined.ts";
import { KUBERNETES, resolveCore } from "../yaml/dialect.ts";
import { DocumentError } from "../yaml/error.ts";
import type { Node } from "../yaml/node.ts";
import { parseYaml } from "../yaml/parse.ts";
import { defaultEnvFiles, environmentOf, type ProjectEnvironment } from "./environment.ts";
import type { ComposeHost } from "./host.ts";
import { listOf, servicesIn } from "./service.ts";
import { type ComposeText, composeTexts } from "./texts.ts";

export interface ComposeFile {
  readonly path: string;
  readonly text: string;
  readonly documents: readonly Node[];
  readonly texts: readonly ComposeText[];
  /** The services of each document, and of the files of the same folder that docker compose reads by default. */
  readonly services: readonly ReadonlyMap<string, Node>[];
  /** The environments of the projects that read it. */
  readonly environments: readonly ProjectEnvironment[];
}

export interface ComposeOptions {
  /** The env files of every project, as with `--env-file`; without them, `.env` in the folder of each. */
  readonly envFiles?: readonly string[] | undefined;
}

/** In `compose.yaml`, `docker-compose.prod.yml`, `prod.compose.yaml`; not in `podman-compose.yaml`. */
const COMPOSE_WORD = /(?:^|(?<!podman)[-._])compose[-._]/;
const YAML_FILE = /\.ya?ml$/;

/** A file that compose reads without `-f`. */
const DEFAULT_FILE = /^(?:docker-)?compose(?:\.override)?\.ya?ml$/;

export function isComposeFileName(path: string): boolean {
  const name = path.slice(path.lastIndexOf("/") + 1);
  return COMPOSE_WORD.test(name) && YAML_FILE.test(name);
}

/** The YAML of go-yaml v3, to which `on` and `y` are strings. */
const COMPOSE = { ...KUBERNETES, endsLastLine: false, plain: resolveCore };

/** More files are not followed from one project. */
const MAX_FOLLOWED = 200;

/** More projects of one file do not count. */
const MAX_PROJECTS = 20;

/**
 * Reads the Compose files of a repository with the files that they include and extend.
 *
 * @param paths the files of an input: those whose names are those of Compose files are read, and those that `COMPOSE_FILE`
 * in `.env` of their folders names
 */
export function composeFiles(host: ComposeHost, paths: readonly string[], options: ComposeOptions = {}): ComposeFile[] {
  const reader = new ProjectReader(host, options);
  reader.read(paths);
  const files = [...reader.files.values()].flatMap((file) => file ?? []);
  const defaults = grouped(
    files.filter(({ path }) => DEFAULT_FILE.test(baseName(path))),
    ({ path }) => parentOf(path),
  );
  return files.map((file) => {
    const others = (defaults.get(parentOf(file.path)) ?? []).filter((other) => other !== file);
    return { ...file, services: [...file.services, ...others.flatMap(({ services }) => services)] };
  });
}

interface FoundFile extends ComposeFile {
  readonly environments: ProjectEnvironment[];
}

class ProjectReader {
  /** Undefined for a file that is not a Compose file. */
  readonly files = new Map<string, FoundFile | undefined>();
  private readonly host: ComposeHost;
  private readonly options: ComposeOptions;
  private readonly environments = new Map<string, ProjectEnvironment>();

  constructor(host: ComposeHost, options: ComposeOptions) {
    this.host = host;
    this.options = options;
  }

  read(inputs: readonly string[]): void {
    const paths = inputs.filter(isComposeFileName);
    const alone = new Set(paths);
    for (const folder of new Set(inputs.map(parentOf))) {
      const environment = this.environmentIn(folder);
      const listed = environment.variables.get("COMPOSE_FILE")?.value ?? "";
      for (const name of listed.split(environment.variables.get("COMPOSE_PATH_SEPARATOR")?.value || ":"))
        if (name !== "") this.follow(pathFrom(folder, name), folder, environment, alone);
    }
    // Those that other files name come last: they are read alone only if nothing reads them.
    const named = new Set<string>();
    for (const path of paths) for (const other of this.namedIn(path)) if (other !== path) named.add(other);
    for (const path of [...paths.filter((each) => !named.has(each)), ...named]) {
      if (!alone.has(path)) continue;
      const folder = parentOf(path);
      const environment = this.environmentIn(folder);
      const isSpecial = this.options.envFiles === undefined && !DEFAULT_FILE.test(baseName(path));
      this.follow(path, folder, { ...environment, isSpecial }, alone);
    }
  }

  private environmentIn(folder: string): ProjectEnvironment {
    return getOrAdd(this.environments, folder, () => {
      return environmentOf(this.host, this.options.envFiles ?? defaultEnvFiles(this.host, folder));
    });
  }

  /** The files that a file includes or extends, and does not read alone. */
  private namedIn(path: string): string[] {
    const file = this.fileAt(path);
    const folder = parentOf(path);
    const names = (file?.documents ?? []).flatMap((document) => [
      ...includesOf(document).flatMap(({ paths }) => paths),
      ...extendedIn(document).filter((name) => !DEFAULT_FILE.test(baseName(name))),
    ]);
    return names.filter((name) => !name.includes("$")).map((name) => pathFrom(folder, name));
  }

  /** Adds an environment to a file, and to those that it includes and extends. */
  private follow(
    path: string,
    folder: string,
    environment: ProjectEnvironment,
    alone: Set<string>,
    followed = new Set<string>(),
  ): void {
    const file = this.fileAt(path);
    if (file === undefined || followed.has(path) || followed.size > MAX_FOLLOWED) return;
    followed.add(path);
    alone.delete(path);
    if (file.environments.length === MAX_PROJECTS) return;
    file.environments.push(environment);
    for (const document of file.documents) {
      for (const name of extendedIn(document)) {
        const extended = this.interpolated(name, environment);
        // The environment of the project counts, wherever the file is.
        if (extended !== undefined)
          this.follow(pathFrom(parentOf(path), extended), folder, environment, alone, followed);
      }
      for (const include of includesOf(document)) this.include(include, folder, environment, alone, followed);
    }
  }

  private include(
    { envFiles, folder: own, paths }: Include,
    folder: string,
    environment: ProjectEnvironment,
    alone: Set<string>,
    followed: Set<string>,
  ): void {
    const all = [...paths, ...envFiles, own ?? ""].map((name) => this.interpolated(name, environment));
    // Unknown, or not in the repository.
    if (all.some((name) => name === undefined || /^\w+:\/\/|^git@/.test(name))) return;
    const files = all.slice(0, paths.length).map((name) => pathFrom(folder, name!));
    const named = all.slice(paths.length, -1).flatMap((name) => (name === "/dev/null" ? [] : pathFrom(folder, name!)));
    const ownFolder = own === undefined ? parentOf(files[0] ?? folder) : pathFrom(folder, all.at(-1)!);
    const isDefault = envFiles.length === 0;
    const inner = environmentOf(this.host, isDefault ? defaultEnvFiles(this.host, ownFolder) : named, environment);
    for (const file of files) this.follow(file, ownFolder, inner, alone, followed);
  }

  /** A name with its references replaced; undefined if it depends on unknown variables. */
  private interpolated(name: string, { variables }: ProjectEnvironment): string | undefined {
    if (!name.includes("$")) return name;
    const values = [...variables].flatMap(([key, { value }]): [string, string][] =>
      value === undefined ? [] : [[key, value]],
    );
    let isUnknown = false;
    try {
      const replaced = new Substitution("compose", new Map(values)).expand(name, () => {
        isUnknown = true;
      });
      return isUnknown ? undefined : replaced;
    } catch {
      return undefined;
    }
  }

  private fileAt(path: string): FoundFile | undefined {
    return getOrAdd(this.files, path, () => this.parsed(path));
  }

  private parsed(path: string): FoundFile | undefined {
    const text = this.host.read(path);
    if (text === undefined) return undefined;
    const documents = tryOrUndefined(() => parseYaml(text, COMPOSE), DocumentError);
    if (!documents?.some(({ value }) => isCompose(value))) return undefined;
    const services = documents.map((document) => servicesIn(document));
    return { path, text, documents, texts: documents.flatMap(composeTexts), services, environments: [] };
  }
}

function isCompose(value: unknown): boolean {
  const has = (key: string) => typeof memberOf(value, key) === "object" && memberOf(value, key) !== null;
  return (has("services") || has("include")) && memberOf(value, "apiVersion") === undefined;
}

interface Include {
  readonly paths: readonly string[];
  readonly envFiles: readonly string[];
  /** `project_directory`. */
  readonly folder: string | undefined;
}

/** The entries of `include`. */
function includesOf({ value }: Node): Include[] {
  const strings = (each: unknown) => listOf(each).filter((name): name is string => typeof name === "string");
  return listOf(memberOf(value, "include")).map((entry) => {
    if (typeof entry === "string") return { paths: [entry], envFiles: [], folder: undefined };
    const folder = memberOf(entry, "project_directory");
    return {
      paths: strings(memberOf(entry, "path")),
      envFiles: strings(memberOf(entry, "env_file")),
      folder: typeof folder === "string" ? folder : undefined,
    };
  });
}

/** The files of `extends`. */
function extendedIn(root: Node): string[] {
  return [...servicesIn(root).values()].flatMap(({ value }) => {
    const file = memberOf(memberOf(value, "extends"), "file");
    return typeof file === "string" ? [file] : [];
  });
}
