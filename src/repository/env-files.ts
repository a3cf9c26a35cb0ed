/** The env files that Compose files, Garden projects, and the generators of kustomizations read. */

import { isComposeFileName } from "../compose/project.ts";
import { listOf, serviceEnvFiles, servicesIn } from "../compose/service.ts";
import { parseDotenv } from "../envfile/dotenv.ts";
import { getOrAdd } from "../text/grouped.ts";
import { memberOf } from "../text/own-keys.ts";
import { baseName, parentOf, pathFrom } from "../text/paths.ts";
import { tryOrUndefined } from "../text/try-or-undefined.ts";
import { DocumentError } from "../yaml/error.ts";
import type { Node } from "../yaml/node.ts";
import { parseYaml } from "../yaml/parse.ts";
import { childOf, type Folders, isWithin } from "./folders.ts";
import type { Kustomizations } from "./kustomizations.ts";

const GARDEN_FILE = /^(?:.+\.)?garden\.ya?ml$/;
const ENV_FILE = /^\.env(?:\..+)?$|\.env$/;

/** The end of the name of a file that people copy: `.env.example`. */
const EXAMPLE = /\.(?:example|sample|template|dist)$/;

/** A file of a JavaScript program. */
const JAVASCRIPT = /^(?:package|deno)\.jsonc?$|\.[cm]?[jt]sx?$/;

/** A file of a program in another language, whose libraries read env files in their own ways. */
const OTHER_LANGUAGE =
  /^(?:composer\.json|go\.mod|Cargo\.toml|Gemfile|mix\.exs|pom\.xml|build\.gradle(?:\.kts)?|pyproject\.toml|requirements.*\.txt)$|\.(?:cs|csproj|exs?|go|java|kt|php|py|rb|rs|sln)$/;

/** How many folders above an env file are searched for files that name it, and for programs. */
const FOLDERS_ABOVE = 2;

/** `format: raw` is the format of `docker run --env-file`. */
type NamedReader = "compose" | "docker" | "dotenv";

/** The files that the generators of kustomizations name. */
type Generated = Pick<Kustomizations, "envFiles" | "copied">;

export class EnvFiles {
  /** The env files that generators read. */
  readonly generated: ReadonlySet<string>;
  /** The files that generators copy: programs read them, and not docker compose. */
  private readonly copied: ReadonlySet<string>;
  private readonly folders: Folders;
  private readonly read: (path: string) => string | undefined;
  /** The env files that the files in each folder name, with their readers. */
  private readonly named = new Map<string, readonly Entry[]>();
  /** The variables that the env files in each folder set. */
  private readonly set = new Map<string, ReadonlySet<string>>();

  constructor(folders: Folders, read: (path: string) => string | undefined, { envFiles, copied }: Generated) {
    this.folders = folders;
    this.read = read;
    this.generated = envFiles;
    this.copied = copied;
  }

  /** The programs that read a file, or the file that it is an example of, as far as other files name it. */
  readersOf(path: string): readonly ("kubectl" | NamedReader)[] {
    const own = this.readersNaming(path);
    if (own.length > 0) return own;
    const copy = path.replace(EXAMPLE, "");
    const named = copy === path ? own : this.readersNaming(copy);
    return named.length === 0 && this.isOfComposeOnly(copy) ? ["compose"] : named;
  }

  /** Whether the programs that probably read a file are written in languages other than JavaScript. */
  isOfOtherLanguage(path: string): boolean {
    const start = parentOf(path);
    const root = this.folders.topOf(start) ?? start;
    let folder = start;
    for (let i = 0; i <= FOLDERS_ABOVE && isWithin(folder, root); i++, folder = parentOf(folder)) {
      const names = this.folders.list(folder) ?? [];
      if (names.some((name) => JAVASCRIPT.test(name))) return false;
      if (names.some((name) => OTHER_LANGUAGE.test(name))) return true;
    }
    return false;
  }

  /** Whether this is an env file of a Compose project that no program in its folder is likely to read. */
  private isOfComposeOnly(path: string): boolean {
    const name = baseName(path);
    const names = this.folders.list(parentOf(path)) ?? [];
    if (!names.some(isComposeFileName) || names.some((each) => JAVASCRIPT.test(each))) return false;
    // docker compose reads `.env` by itself.
    return name === ".env" || (name.startsWith(".env.") && !names.some((each) => OTHER_LANGUAGE.test(each)));
  }

  private readersNaming(path: string): readonly ("kubectl" | NamedReader)[] {
    const readers = new Set<"kubectl" | NamedReader>(this.generated.has(path) ? ["kubectl"] : []);
    if (this.copied.has(path)) readers.add("dotenv");
    let folder = parentOf(path);
    for (let i = 0; i <= FOLDERS_ABOVE; i++, folder = parentOf(folder)) {
      for (const [named, reader] of this.namedIn(folder)) if (named === path) readers.add(reader);
    }
    return [...readers];
  }

  /** The env files that the Compose files in a folder name. */
  ofCompose(folder: string): string[] {
    return this.namedIn(folder).flatMap(([path, reader]) => (reader === "dotenv" ? [] : path));
  }

  /** Whether an env file in the folder of a file sets a variable. */
  isSetBeside(path: string, name: string): boolean {
    const folder = parentOf(path);
    const set = getOrAdd(this.set, folder, () => {
      const files = (this.folders.list(folder) ?? []).filter((file) => ENV_FILE.test(file));
      return new Set(files.flatMap((file) => Object.keys(parseDotenv(this.read(childOf(folder, file)) ?? ""))));
    });
    return set.has(name);
  }

  private namedIn(folder: string): readonly Entry[] {
    return getOrAdd(this.named, folder, () => {
      const entries = (this.folders.list(folder) ?? []).flatMap((name) => {
        const filesIn = isComposeFileName(name) ? envFilesIn : GARDEN_FILE.test(name) ? varfilesIn : undefined;
        if (filesIn === undefined) return [];
        const documents = tryOrUndefined(() => parseYaml(this.read(childOf(folder, name)) ?? ""), DocumentError) ?? [];
        return documents.flatMap(filesIn);
      });
      return entries.map(([path, reader]): Entry => [pathFrom(folder, path), reader]);
    });
  }
}

type Entry = readonly [path: string, reader: NamedReader];

/** The entries of each service's `env_file`. */
function envFilesIn(document: Node): Entry[] {
  const services = [...servicesIn(document).values()];
  const entries = services.flatMap(({ value }) => serviceEnvFiles(value));
  return entries.map(({ format, path }) => [path, format === "raw" ? "docker" : "compose"]);
}

/** The varfiles of a Garden project and its environments, or of an action. */
function varfilesIn({ value: document }: Node): Entry[] {
  const environments = listOf(memberOf(document, "environments"));
  const names = environments.map((environment) => `garden.${memberOf(environment, "name")}.env`);
  if (memberOf(document, "kind") === "Project") names.push("garden.env");
  const levels = [document, ...environments];
  const entries = levels.flatMap((level) => [memberOf(level, "varfile"), ...listOf(memberOf(level, "varfiles"))]);
  for (const entry of entries) {
    const path = typeof entry === "string" ? entry : memberOf(entry, "path");
    if (typeof path === "string") names.push(path);
  }
  return names.map((path) => [path, "dotenv"]);
}
