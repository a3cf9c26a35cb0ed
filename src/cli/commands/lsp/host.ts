/** The files that `varexpand lsp` looks at, and what configurations and kustomizations say of them. */
import { readdirSync } from "node:fs";
import { basename, dirname, join, sep } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { parseEnv } from "node:util";
import type { Profile } from "../../../envfile/profile.ts";
import { isEnvFileName, isManifest } from "../../../lint/file-kind.ts";
import { RuleSeverities } from "../../../lint/rules/rules.ts";
import type { FileAround, LanguageHost } from "../../../lsp/host.ts";
import { defaultSettings, type FileSettings } from "../../../lsp/settings.ts";
import { printable } from "../../../text/printable.ts";
import { decodeUtf8 } from "../../../text/utf8.ts";
import { readRegularFile, regularFileStats } from "../../files/regular-file.ts";
import { InputError } from "../../frame/errors.ts";
import type { CommandIo } from "../../frame/io.ts";
import { isConfig, readLintConfig } from "../lint/config.ts";
import { KUSTOMIZATION_FILES, Kustomizations } from "../lint/kustomizations.ts";
import { ConfiguredSuppressions, type LintSettings, pathFromSettings } from "../lint/settings.ts";
import { isGitIgnored } from "../template/project-files.ts";
import { ProjectFolders } from "./projects.ts";

/** Files beyond these limits are not looked at for what is open beside them. */
const MOST_FILES = 5000;
const LARGEST_FILE = 4 << 20;
const LARGEST_WORLD = 64 << 20;

export class FileHost implements LanguageHost {
  readonly version: string;
  readonly node = { title: `Node.js ${process.version}`, parse: (text: string) => parseEnv(text) };
  private readonly profile: Profile;
  private readonly io: CommandIo;
  private readonly configs = new Map<string, LintSettings | undefined>();
  private readonly projects = new ProjectFolders();
  private kustomizations: Kustomizations;
  private readonly told = new Set<string>();
  private untold: string[] = [];

  constructor(version: string, profile: Profile, io: CommandIo) {
    this.version = version;
    this.profile = profile;
    this.io = io;
    this.kustomizations = new Kustomizations(io);
  }

  nameOf(uri: string): string | undefined {
    if (!uri.startsWith("file:")) return undefined;
    try {
      return fileURLToPath(uri).split(sep).join("/");
    } catch {
      return undefined;
    }
  }

  uriOf(name: string): string {
    return pathToFileURL(name).href;
  }

  worldOf(name: string): string {
    return dirname(name);
  }

  filesIn(world: string): FileAround[] {
    const found: FileAround[] = [];
    let size = 0;
    for (const file of namesIn(world)) {
      if (found.length >= MOST_FILES || isConfig(file) || !(isManifest(file) || isEnvFileName(file))) continue;
      const path = join(world, file);
      const status = regularFileStats(path);
      if (status === undefined || status.size > LARGEST_FILE) continue;
      size += status.size;
      if (size > LARGEST_WORLD) break;
      const { ino, mtimeMs } = status;
      found.push({ name: path.split(sep).join("/"), stamp: `${ino} ${status.size} ${mtimeMs}` });
    }
    return found;
  }

  read(name: string): string | undefined {
    try {
      return decodeUtf8(readRegularFile(name, LARGEST_FILE))?.replace(/^\ufeff/, "");
    } catch {
      // Gone since it was listed, or not to be read: an open text that needs it says that something is unknown.
      return undefined;
    }
  }

  projectOf(name: string): string | undefined {
    return this.projects.folderOf(name)?.split(sep).join("/");
  }

  configFilesOf(folder: string): string[] {
    return this.projects.filesOf(folder);
  }

  mayBeConfigFile(folder: string, file: string): boolean {
    return this.projects.mayHave(folder, file);
  }

  readVarfile(folder: string, within: string, path: string): string | undefined {
    return this.projects.readVarfile(folder, within, path);
  }

  hasFile(name: string): boolean {
    return this.projects.hasFile(name);
  }

  isGitIgnored(name: string): boolean {
    return isGitIgnored(name);
  }

  forgetProjects(): void {
    this.projects.forget();
  }

  settingsOf(name: string): FileSettings {
    const settings = { ...defaultSettings(name), profile: this.profile };
    const { kustomizations } = this;
    const isKustomized = kustomizations.mayChange(name);
    const config = this.configOf(dirname(name));
    if (config === undefined) return { ...settings, isKustomized, isKnown: (each) => kustomizations.sets(each) };
    const suppressions = new ConfiguredSuppressions(config);
    const path = pathFromSettings(config, name);
    const isEnvFile = path !== undefined && config.envFiles?.(path) === true;
    return {
      ...settings,
      kind: isConfig(name) ? "other" : isEnvFile ? "envfile" : undefined,
      isKustomized,
      extraKinds: config.templates,
      isKnown: (each) => kustomizations.sets(each) || config.isKnown(each),
      severities: new RuleSeverities(config.rules),
      isIgnored: (finding) => suppressions.isIgnored(finding),
    };
  }

  isSetting(name: string): boolean {
    return isConfig(name) || KUSTOMIZATION_FILES.includes(basename(name));
  }

  forget(): void {
    this.configs.clear();
    this.told.clear();
    this.kustomizations = new Kustomizations(this.io);
  }

  problems(): string[] {
    const problems = this.untold;
    this.untold = [];
    return problems;
  }

  /** The configuration of a folder; undefined if it is wrong. */
  private configOf(folder: string): LintSettings | undefined {
    if (!this.configs.has(folder)) {
      let config: LintSettings | undefined;
      try {
        config = readLintConfig(undefined, this.io, folder);
      } catch (error) {
        if (!(error instanceof InputError)) throw error;
        const problem = printable(error.message, 1000);
        if (!this.told.has(problem)) this.untold.push(problem);
        this.told.add(problem);
      }
      this.configs.set(folder, config);
    }
    return this.configs.get(folder);
  }
}

/** The names in a folder, in their order; none if it cannot be read. */
function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder).sort();
  } catch {
    return [];
  }
}
