/** The files and settings for `varexpand lsp`. */

import { readdirSync } from "node:fs";
import { basename, dirname, join, sep } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import type { Profile } from "../../../envfile/profile.ts";
import { isEnvFileName, isManifest } from "../../../lint/file-kind.ts";
import { RuleSeverities } from "../../../lint/rules/rules.ts";
import type { FileAround, LanguageHost } from "../../../lsp/host.ts";
import { defaultSettings, type FileSettings } from "../../../lsp/settings.ts";
import { isKustomizationFile } from "../../../repository/kustomizations.ts";
import type { Repository } from "../../../repository/repository.ts";
import { getOrAdd } from "../../../text/grouped.ts";
import { printable } from "../../../text/printable.ts";
import { decodeUtf8 } from "../../../text/utf8.ts";
import { readRegularFile, regularFileStats } from "../../files/regular-file.ts";
import { InputError } from "../../frame/errors.ts";
import { type CommandIo, packageVersion } from "../../frame/io.ts";
import { isConfig, readLintConfig } from "../../lint-settings/config.ts";
import { ConfiguredSuppressions, type LintSettings, pathFromSettings } from "../../lint-settings/settings.ts";
import { FolderHost, repositoryAround } from "../../manifests/folder-host.ts";
import { ProjectFiles } from "./project-files.ts";

/** Files beyond these limits are not used as context for open files. */
const MAX_FILES = 5000;
const MAX_FILE_SIZE = 4 << 20;
const MAX_WORLD_SIZE = 64 << 20;

export class FileHost extends ProjectFiles implements LanguageHost {
  readonly version = packageVersion();
  readonly files = new FolderHost();
  private readonly profile: Profile;
  private readonly io: CommandIo;
  private readonly configs = new Map<string, LintSettings | undefined>();
  /** The repository of the files in each folder. */
  private readonly repositories = new Map<string, Repository>();
  private readonly reported = new Set<string>();
  private readonly unreported: string[] = [];

  constructor(profile: Profile, io: CommandIo) {
    super();
    this.profile = profile;
    this.io = io;
  }

  nameOf(uri: string): string | undefined {
    // A message can contain anything.
    if (typeof uri !== "string" || !uri.startsWith("file:")) return undefined;
    try {
      return fileURLToPath(uri).split(sep).join("/");
    } catch {
      return undefined;
    }
  }

  uriOf(name: string): string {
    return pathToFileURL(name).href;
  }

  folderOf(name: string): string {
    return dirname(name);
  }

  filesIn(folder: string): FileAround[] {
    const found: FileAround[] = [];
    let size = 0;
    for (const file of namesIn(folder)) {
      if (found.length >= MAX_FILES || isConfig(file) || !(isManifest(file) || isEnvFileName(file))) continue;
      const path = join(folder, file);
      const status = regularFileStats(path);
      if (status === undefined || status.size > MAX_FILE_SIZE) continue;
      size += status.size;
      if (size > MAX_WORLD_SIZE) break;
      const { ino, mtimeMs } = status;
      found.push({ name: path.split(sep).join("/"), stamp: `${ino} ${status.size} ${mtimeMs}` });
    }
    return found;
  }

  read(name: string): string | undefined {
    try {
      return decodeUtf8(readRegularFile(name, MAX_FILE_SIZE))?.replace(/^\ufeff/, "");
    } catch {
      // It was deleted since it was listed, or is unreadable. Open texts that need it report an unknown.
      return undefined;
    }
  }

  settingsOf(name: string): FileSettings {
    const settings = { ...defaultSettings(name), profile: this.profile };
    const repository = this.repositoryFor(name);
    const { envFiles } = repository;
    const role = repository.roleOf({ path: name });
    const config = this.configOf(dirname(name));
    const isSet = (each: string) => isEnvFileName(basename(name)) && envFiles.isSetBeside(name, each);
    const readers = envFiles.readersOf(name);
    if (config === undefined) return { ...settings, role, readers, isKnown: isSet };
    const suppressions = new ConfiguredSuppressions(config);
    const path = pathFromSettings(config, name);
    const isEnvFile = path !== undefined && config.envFiles?.(path) === true;
    return {
      ...settings,
      kind: isConfig(name) ? "other" : isEnvFile ? "envfile" : undefined,
      role,
      dialect: path === undefined ? undefined : config.dialectOf(path),
      readers,
      extraKinds: config.templates,
      isKnown: (each) => isSet(each) || config.isKnown(each),
      composeEnvFiles: config.composeEnvFiles,
      sources: config.sources,
      severities: new RuleSeverities(config.rules),
      isIgnored: (finding) => suppressions.isIgnored(finding),
    };
  }

  isSetting(name: string): boolean {
    return isConfig(name) || isKustomizationFile(name);
  }

  forget(): void {
    this.configs.clear();
    this.reported.clear();
    this.repositories.clear();
  }

  problems(): string[] {
    return this.unreported.splice(0);
  }

  private repositoryFor(path: string): Repository {
    return getOrAdd(this.repositories, dirname(path), () => repositoryAround(path));
  }

  /** Returns the configuration of a directory; undefined if it is invalid. */
  private configOf(folder: string): LintSettings | undefined {
    return getOrAdd(this.configs, folder, () => {
      try {
        return readLintConfig(undefined, this.io, folder);
      } catch (error) {
        if (!(error instanceof InputError)) throw error;
        const problem = printable(error.message, 1000);
        if (!this.reported.has(problem)) this.unreported.push(problem);
        this.reported.add(problem);
        return undefined;
      }
    });
  }
}

/** Returns the sorted names in a directory; none if it cannot be read. */
function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder).sort();
  } catch {
    return [];
  }
}
