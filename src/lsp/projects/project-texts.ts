/** The Garden projects of a workspace: their texts as they are now, and what lint and the project say of them. */

import type { LanguageHost } from "../host.ts";
import type { FileSettings } from "../settings.ts";
import type { TextView } from "../view.ts";
import { ConfigText } from "./config-text.ts";
import { ProjectPicture } from "./project-picture.ts";
import { TemplateView } from "./template-view.ts";

/** What is known of a project's folder. */
interface ProjectFolder {
  /** The config files, from the folder: those that are there, and those that are open and not saved yet. */
  files: readonly string[] | undefined;
  /** The texts of files, and undefined for those that are not there. */
  readonly read: Map<string, string | undefined>;
  /** By path from the folder. A text that cannot be read keeps what it was. */
  readonly texts: Map<string, ConfigText>;
  /** What is now; made anew after a change. */
  picture: ProjectPicture | undefined;
  /** The last one in which the project could be opened. */
  good: ProjectPicture | undefined;
  readonly views: Map<string, TextView>;
}

export class ProjectTexts {
  private readonly host: LanguageHost;
  private readonly openText: (name: string) => string | undefined;
  private readonly openNames: Iterable<string>;
  private readonly folders = new Map<string, ProjectFolder>();

  /**
   * @param openText the text of what is open: it counts before the file
   * @param openNames the names of what is open now
   */
  constructor(host: LanguageHost, openText: (name: string) => string | undefined, openNames: Iterable<string>) {
    this.host = host;
    this.openText = openText;
    this.openNames = openNames;
  }

  /** The folder of the project that a file is in; undefined if it is in none. */
  folderOf(name: string): string | undefined {
    return this.host.projectOf(name);
  }

  /** An open text has changed, or has been opened. */
  changed(name: string): void {
    const folder = this.folderOf(name);
    const known = folder === undefined ? undefined : this.folders.get(folder);
    if (folder === undefined || known === undefined) return;
    const file = name.slice(folder.length + 1);
    const isNew = known.files?.includes(file) === false && this.host.mayBeConfigFile(folder, file);
    if (isNew) known.files = undefined;
    if (isNew || known.picture?.files.has(file)) this.forget(folder);
  }

  /** Files may have changed: they are looked for, and read again. */
  refresh(): void {
    this.host.forgetProjects();
    for (const [folder, known] of this.folders) {
      known.files = undefined;
      known.read.clear();
      this.forget(folder);
    }
  }

  /** Nothing of a project is open any longer. */
  close(folder: string): void {
    this.folders.delete(folder);
  }

  /** What people see of a config file or a varfile; undefined if it is neither. */
  viewOf(name: string, settings: FileSettings): TextView | undefined {
    const folder = this.folderOf(name);
    const text = this.openText(name);
    if (folder === undefined || text === undefined) return undefined;
    const known = this.folderAt(folder);
    const file = name.slice(folder.length + 1);
    const picture = this.pictureOf(folder, known);
    if (!picture.has(file)) return undefined;
    let view = known.views.get(file);
    if (view === undefined) {
      view = new TemplateView(file, text, {
        folder,
        picture,
        good: known.good,
        settings,
        textOf: (each) => this.openText(`${folder}/${each}`),
      });
      known.views.set(file, view);
    }
    return view;
  }

  /** The text of a file of a project. */
  textOf(name: string): string | undefined {
    const folder = this.folderOf(name);
    const known = folder === undefined ? undefined : this.folders.get(folder);
    return (known?.good ?? known?.picture)?.textOf(name.slice(folder!.length + 1));
  }

  private forget(folder: string | undefined): void {
    const known = folder === undefined ? undefined : this.folders.get(folder);
    if (known === undefined) return;
    known.picture = undefined;
    known.views.clear();
  }

  private folderAt(folder: string): ProjectFolder {
    let known = this.folders.get(folder);
    if (known === undefined) {
      known = {
        files: undefined,
        read: new Map(),
        texts: new Map(),
        picture: undefined,
        good: undefined,
        views: new Map(),
      };
      this.folders.set(folder, known);
    }
    return known;
  }

  private pictureOf(folder: string, known: ProjectFolder): ProjectPicture {
    if (known.picture === undefined) {
      known.files ??= this.filesOf(folder);
      const { texts } = known;
      const configs = known.files.flatMap((file) => {
        const text = this.read(folder, file);
        return text === undefined ? [] : updated(texts, file, text);
      });
      known.picture = new ProjectPicture(configs, {
        varfile: (within, path) => this.varfile(folder, within, path),
        hasFile: (path) => this.host.hasFile(`${folder}/${path}`),
        isGitIgnored: (path) => this.host.isGitIgnored(`${folder}/${path}`),
        isKnown: this.host.settingsOf(`${folder}/garden.yml`).isKnown,
      });
      if (known.picture.isOpen) known.good = known.picture;
    }
    return known.picture;
  }

  private filesOf(folder: string): readonly string[] {
    const saved = this.host.configFilesOf(folder);
    const open = [...this.openNames].flatMap((name) =>
      name.startsWith(`${folder}/`) ? name.slice(folder.length + 1) : [],
    );
    const unsaved = open.filter((file) => !saved.includes(file) && this.host.mayBeConfigFile(folder, file));
    return unsaved.length === 0 ? saved : [...saved, ...unsaved].sort();
  }

  /** @throws VariablesError as `readVarfile` of a project */
  private varfile(folder: string, within: string, path: string): { file: string; text: string | undefined } {
    const file = normal(within === "" ? path : `${within}/${path}`);
    const open = file === undefined ? undefined : this.openText(`${folder}/${file}`);
    const read = () => this.host.readVarfile(folder, within, path);
    const text = open ?? once(this.folderAt(folder).read, JSON.stringify([within, path]), read);
    return { file: file ?? path, text };
  }

  private read(folder: string, file: string): string | undefined {
    const name = `${folder}/${file}`;
    return this.openText(name) ?? once(this.folderAt(folder).read, name, () => this.host.read(name));
  }
}

function once(known: Map<string, string | undefined>, key: string, read: () => string | undefined): string | undefined {
  if (!known.has(key)) known.set(key, read());
  return known.get(key);
}

function updated(texts: Map<string, ConfigText>, file: string, text: string): ConfigText {
  const before = texts.get(file);
  if (before?.text === text) return before;
  const now = new ConfigText(file, text, before);
  texts.set(file, now);
  return now;
}

/** A path without `.` and `..`; undefined if it leads out. */
function normal(path: string): string | undefined {
  const parts: string[] = [];
  for (const part of path.split("/")) {
    if (part === ".." && parts.pop() === undefined) return undefined;
    if (part !== ".." && part !== "." && part !== "") parts.push(part);
  }
  return parts.join("/");
}
