/** The texts that are open in an editor, which override files, and the files around them. */

import { FLUX_GROUP } from "../kubernetes/flux/index.ts";
import { isKustomizationFile } from "../repository/kustomizations.ts";
import type { LanguageHost } from "./host.ts";
import { FluxFile } from "./manifests/flux-file.ts";
import { ProjectTexts } from "./projects/project-texts.ts";
import { Sessions } from "./sessions.ts";
import type { TextView } from "./view.ts";
import { Workspace } from "./workspace.ts";

/** A text that can set variables of Flux, which other files use. */
const SETS_VARIABLES = /\b(?:ConfigMap|Secret|kustomize\.toolkit\.fluxcd\.io)\b/;

export class OpenTexts {
  private readonly host: LanguageHost;
  private readonly workspace: Workspace;
  private readonly projects: ProjectTexts;
  private readonly sessions: Sessions;
  private readonly open = new Set<string>();
  /** The files that have been read, with their stamps, by folder. */
  private readonly folders = new Map<string, Map<string, string>>();

  constructor(host: LanguageHost) {
    this.host = host;
    this.sessions = new Sessions(host.files);
    const openText = (name: string) => (this.open.has(name) ? this.workspace.textOf(name) : undefined);
    this.projects = new ProjectTexts(host, openText, this.open);
    this.workspace = new Workspace({
      settingsOf: (name) => host.settingsOf(name),
      findingsIn: (name, settings, manifests) => {
        return this.sessions.findingsIn(name, settings, { manifests, open: this.readableTexts() });
      },
      projectViewOf: (name, settings) => this.projects.viewOf(name, settings),
      fluxOf: (name, settings, manifests) => {
        const session = this.sessions.sessionFor(name, settings, { manifests, open: this.readableTexts() });
        const { now, paths } = session.fluxPathsOf(name);
        return paths.length === 0 ? undefined : new FluxFile(name, paths, now);
      },
    });
  }

  /** Opens a text, or changes it. */
  set(name: string, text: string): void {
    const before = this.workspace.textOf(name) ?? "";
    this.open.add(name);
    this.workspace.set(name, text);
    if (SETS_VARIABLES.test(before) || SETS_VARIABLES.test(text)) this.workspace.forgetViews();
    this.projects.changed(name);
    const folder = this.host.folderOf(name);
    if (!this.folders.has(folder)) this.readFiles(folder);
  }

  /** Uses the file again. A folder or project without open texts is dropped. */
  close(name: string): void {
    this.open.delete(name);
    const project = this.host.projectOf(name);
    this.projects.refresh();
    if (project !== undefined && ![...this.open].some((each) => this.host.projectOf(each) === project)) {
      this.projects.close(project);
    }
    const folder = this.host.folderOf(name);
    if (this.openIn(folder).length > 0) {
      this.folders.get(folder)?.delete(name);
      this.workspace.delete(name);
      this.readFiles(folder);
      return;
    }
    for (const file of [name, ...(this.folders.get(folder)?.keys() ?? [])]) this.workspace.delete(file);
    this.folders.delete(folder);
  }

  /** Reads changed files and configurations again. Returns the folders and projects that they can affect. */
  refresh(names: readonly string[]): string[] {
    this.projects.refresh();
    const rendered = this.sessions.forget();
    this.workspace.forgetViews();
    const changed = this.refreshFolders(names);
    const isForAll = names.some((name) => isKustomizationFile(name) || this.host.read(name)?.includes(FLUX_GROUP));
    const folders = isForAll ? [...this.folders.keys()] : [...changed, ...rendered];
    return [...folders, ...names.flatMap((name) => this.projectOf(name))];
  }

  private readableTexts(): Map<string, string> {
    const names = [...this.open].filter((each) => this.workspace.has(each));
    return new Map(names.map((each) => [each, this.workspace.readable(each)]));
  }

  /** What a text can affect: its folder, and its project. */
  around(name: string): string[] {
    return [this.host.folderOf(name), ...this.projectOf(name)];
  }

  private projectOf(name: string): string[] {
    const folder = this.host.projectOf(name);
    return folder === undefined ? [] : [`project ${folder}`];
  }

  private refreshFolders(names: readonly string[]): string[] {
    if (names.some((name) => this.host.isSetting(name))) {
      this.host.forget();
      this.workspace.reset();
      for (const folder of this.folders.keys()) this.readFiles(folder);
      return [...this.folders.keys()];
    }
    const folders = [...new Set(names.map((name) => this.host.folderOf(name)))].filter((folder) =>
      this.folders.has(folder),
    );
    for (const folder of folders) this.readFiles(folder);
    return folders;
  }

  view(name: string): TextView | undefined {
    return this.workspace.view(name);
  }

  /** The text of an open document, or of a file. */
  textOf(name: string): string | undefined {
    return this.workspace.textOf(name) ?? this.projects.textOf(name) ?? this.host.read(name);
  }

  /** The open texts in a folder. */
  openIn(folder: string): string[] {
    return [...this.open].filter((name) => this.host.folderOf(name) === folder);
  }

  private readFiles(folder: string): void {
    const before = this.folders.get(folder);
    const now = new Map<string, string>();
    this.folders.set(folder, now);
    for (const { name, stamp } of this.host.filesIn(folder)) {
      if (this.open.has(name)) continue;
      now.set(name, stamp);
      if (before?.get(name) === stamp) continue;
      const text = this.host.read(name);
      if (text === undefined) this.workspace.delete(name);
      else this.workspace.set(name, text);
    }
    for (const name of before?.keys() ?? []) {
      if (!now.has(name) && !this.open.has(name)) this.workspace.delete(name);
    }
  }
}
