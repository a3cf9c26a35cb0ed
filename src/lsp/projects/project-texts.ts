/** The Garden projects of a workspace: their current texts, and the results of lint. */

import { getOrAdd } from "../../text/grouped.ts";
import type { LanguageHost } from "../host.ts";
import type { FileSettings } from "../settings.ts";
import type { TextView } from "../view.ts";
import { ConfigText, ProjectSnapshot } from "./project-snapshot.ts";
import { TemplateView } from "./template-view.ts";

/** The state of a project's folder. */
class ProjectFolder {
  /** The paths of the config files, including open files that are not saved yet. */
  files: readonly string[] | undefined;
  /** The texts of files; undefined for files that do not exist. */
  readonly read = new Map<string, string | undefined>();
  /** By path from the folder. A text with a syntax error keeps its previous documents. */
  readonly texts = new Map<string, ConfigText>();
  /** The current state; discarded after a change. */
  snapshot: ProjectSnapshot | undefined;
  /** The last state in which the project could be opened. */
  good: ProjectSnapshot | undefined;
  readonly views = new Map<string, TextView>();

  forget(): void {
    this.snapshot = undefined;
    this.views.clear();
  }
}

export class ProjectTexts {
  private readonly host: LanguageHost;
  private readonly openText: (name: string) => string | undefined;
  private readonly openNames: Iterable<string>;
  private readonly folders = new Map<string, ProjectFolder>();

  /**
   * @param openText the text of an open file, which takes precedence over the saved one
   * @param openNames the names of the files that are open now
   */
  constructor(host: LanguageHost, openText: (name: string) => string | undefined, openNames: Iterable<string>) {
    this.host = host;
    this.openText = openText;
    this.openNames = openNames;
  }

  /** Called when an open text has changed, or has been opened. */
  changed(name: string): void {
    const folder = this.host.projectOf(name);
    const known = folder === undefined ? undefined : this.folders.get(folder);
    if (folder === undefined || known === undefined) return;
    const file = name.slice(folder.length + 1);
    const isNew = known.files?.includes(file) === false && this.host.mayBeConfigFile(folder, file);
    if (isNew) known.files = undefined;
    if (isNew || known.snapshot?.files.has(file)) known.forget();
  }

  /** Finds and reads all files again, because they may have changed. */
  refresh(): void {
    this.host.forgetProjects();
    for (const known of this.folders.values()) {
      known.files = undefined;
      known.read.clear();
      known.forget();
    }
  }

  /** Releases a project without open files. */
  close(folder: string): void {
    this.folders.delete(folder);
  }

  /** The view of a config file or a varfile; undefined for other files. */
  viewOf(name: string, settings: FileSettings): TextView | undefined {
    const folder = this.host.projectOf(name);
    const text = this.openText(name);
    if (folder === undefined || text === undefined) return undefined;
    const known = getOrAdd(this.folders, folder, () => new ProjectFolder());
    const file = name.slice(folder.length + 1);
    const snapshot = this.snapshotOf(folder, known);
    if (!snapshot.has(file)) return undefined;
    const textOf = (each: string) => this.openText(`${folder}/${each}`);
    const { good, views } = known;
    return getOrAdd(views, file, () => new TemplateView(file, text, { folder, snapshot, good, settings, textOf }));
  }

  /** The text of a file of a project. */
  textOf(name: string): string | undefined {
    const folder = this.host.projectOf(name);
    const known = folder === undefined ? undefined : this.folders.get(folder);
    return (known?.good ?? known?.snapshot)?.textOf(name.slice(folder!.length + 1));
  }

  private snapshotOf(folder: string, known: ProjectFolder): ProjectSnapshot {
    if (known.snapshot === undefined) {
      known.files ??= this.filesOf(folder);
      const { texts } = known;
      const configs = known.files.flatMap((file) => {
        const name = `${folder}/${file}`;
        const text = this.openText(name) ?? getOrAdd(known.read, name, () => this.host.read(name));
        return text === undefined ? [] : updated(texts, file, text);
      });
      known.snapshot = new ProjectSnapshot(configs, {
        varfile: (within, path) => this.varfile(folder, known.read, within, path),
        hasFile: (path) => this.host.hasFile(`${folder}/${path}`),
        isGitIgnored: (path) => this.host.isGitIgnored(`${folder}/${path}`),
        isKnown: this.host.settingsOf(`${folder}/garden.yml`).isKnown,
      });
      if (known.snapshot.isOpen) known.good = known.snapshot;
    }
    return known.snapshot;
  }

  private filesOf(folder: string): readonly string[] {
    const saved = this.host.configFilesOf(folder);
    const open = [...this.openNames].flatMap((name) =>
      name.startsWith(`${folder}/`) ? name.slice(folder.length + 1) : [],
    );
    const unsaved = open.filter((file) => !saved.includes(file) && this.host.mayBeConfigFile(folder, file));
    return [...saved, ...unsaved].sort();
  }

  /** @throws VariablesError like `readVarfile` of a project */
  private varfile(folder: string, known: ProjectFolder["read"], within: string, path: string) {
    const file = normal(within === "" ? path : `${within}/${path}`);
    const open = file === undefined ? undefined : this.openText(`${folder}/${file}`);
    const read = () => this.host.readVarfile(folder, within, path);
    return { file: file ?? path, text: open ?? getOrAdd(known, JSON.stringify([within, path]), read) };
  }
}

function updated(texts: Map<string, ConfigText>, file: string, text: string): ConfigText {
  const before = texts.get(file);
  if (before?.text === text) return before;
  const now = new ConfigText(file, text, before);
  texts.set(file, now);
  return now;
}

/** A path without `.` and `..`; undefined if it leads out of the folder. */
function normal(path: string): string | undefined {
  const parts: string[] = [];
  for (const part of path.split("/")) {
    if (part === ".." && parts.pop() === undefined) return undefined;
    if (part !== ".." && part !== "." && part !== "") parts.push(part);
  }
  return parts.join("/");
}
