/** The env files that the services of Compose files read. */
import { readdirSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { memberOf } from "../../text/own-keys.ts";
import { decodeUtf8 } from "../../text/utf8.ts";
import { DocumentError } from "../../yaml/error.ts";
import { parseYaml } from "../../yaml/parse.ts";
import { LARGEST_FILE, readRegularFile } from "../files/regular-file.ts";

const COMPOSE_FILE = /^(?:docker-)?compose(?:[.-].+)?\.ya?ml$/;

/** How many folders above an env file are searched for Compose files. */
const FOLDERS_ABOVE = 2;

export class ComposeFiles {
  /** The env files that the Compose files in each folder name. */
  private readonly folders = new Map<string, ReadonlySet<string>>();

  /** Whether a Compose file in the folder of an env file, or above it, names the env file. */
  name(file: string): boolean {
    const path = resolve(file);
    let folder = dirname(path);
    for (let i = 0; i <= FOLDERS_ABOVE; i++, folder = dirname(folder)) {
      const named = this.folders.get(folder) ?? namedIn(folder);
      this.folders.set(folder, named);
      if (named.has(path)) return true;
    }
    return false;
  }
}

function namedIn(folder: string): Set<string> {
  try {
    const files = readdirSync(folder).filter((name) => COMPOSE_FILE.test(name));
    return new Set(files.flatMap((name) => envFilesIn(join(folder, name))).map((path) => resolve(folder, path)));
  } catch {
    return new Set();
  }
}

/** The paths of each service's `env_file`: a string, or a list of strings and of objects with a path. */
function envFilesIn(composeFile: string): string[] {
  try {
    const documents = parseYaml(decodeUtf8(readRegularFile(composeFile, LARGEST_FILE)) ?? "");
    const services = documents.flatMap(({ value }) => Object.values(memberOf(value, "services") ?? {}));
    const entries = services.flatMap((service) => memberOf(service, "env_file") ?? []);
    return entries.map((entry) => (typeof entry === "string" ? entry : `${memberOf(entry, "path")}`));
  } catch (error) {
    if (error instanceof DocumentError) return [];
    throw error;
  }
}
