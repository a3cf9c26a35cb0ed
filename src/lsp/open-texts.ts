/** The texts that are open in an editor, and the files around them: what is open counts before the file. */

import type { LanguageHost } from "./host.ts";
import { ProjectTexts } from "./projects/project-texts.ts";
import type { TextView } from "./view.ts";
import { Workspace } from "./workspace.ts";

export class OpenTexts {
  private readonly host: LanguageHost;
  private readonly workspace: Workspace;
  private readonly projects: ProjectTexts;
  private readonly open = new Set<string>();
  /** The files that have been read, by their worlds, with their stamps. */
  private readonly worlds = new Map<string, Map<string, string>>();

  constructor(host: LanguageHost) {
    this.host = host;
    const openText = (name: string) => (this.open.has(name) ? this.workspace.textOf(name) : undefined);
    this.projects = new ProjectTexts(host, openText, this.open);
    this.workspace = new Workspace({
      settingsOf: (name) => host.settingsOf(name),
      projectViewOf: (name, settings) => this.projects.viewOf(name, settings),
      node: host.node,
    });
  }

  /** Opens a text, or changes it. */
  set(name: string, text: string): void {
    this.open.add(name);
    this.workspace.set(name, text);
    this.projects.changed(name);
    const world = this.host.worldOf(name);
    if (!this.worlds.has(world)) this.readFiles(world);
  }

  /** From now on, the file counts; when nothing of a world is open, nothing of it is kept. */
  close(name: string): void {
    this.open.delete(name);
    this.closeIn(this.projects.folderOf(name));
    const world = this.host.worldOf(name);
    if (this.openIn(world).length > 0) {
      this.worlds.get(world)?.delete(name);
      this.workspace.delete(name);
      this.readFiles(world);
      return;
    }
    for (const file of [name, ...(this.worlds.get(world)?.keys() ?? [])]) this.workspace.delete(file);
    this.worlds.delete(world);
  }

  private closeIn(folder: string | undefined): void {
    this.projects.refresh();
    if (folder === undefined) return;
    if (![...this.open].some((name) => this.projects.folderOf(name) === folder)) this.projects.close(folder);
  }

  /** Reads the files again that have changed, and configurations if one of them has. Returns what they may concern. */
  refresh(names: readonly string[]): string[] {
    this.projects.refresh();
    return [...this.refreshWorlds(names), ...names.flatMap((name) => this.projectOf(name) ?? [])];
  }

  /** What a text may say something about: its folder, and the project that it is in. */
  around(name: string): string[] {
    return [this.host.worldOf(name), ...(this.projectOf(name) ?? [])];
  }

  /** Another name than that of the folder. */
  private projectOf(name: string): string[] | undefined {
    const folder = this.projects.folderOf(name);
    return folder === undefined ? undefined : [`project ${folder}`];
  }

  private refreshWorlds(names: readonly string[]): string[] {
    if (names.some((name) => this.host.isSetting(name))) {
      this.host.forget();
      this.workspace.reset();
      for (const world of this.worlds.keys()) this.readFiles(world);
      return [...this.worlds.keys()];
    }
    const worlds = [...new Set(names.map((name) => this.host.worldOf(name)))].filter((world) => this.worlds.has(world));
    for (const world of worlds) this.readFiles(world);
    return worlds;
  }

  view(name: string): TextView | undefined {
    return this.workspace.view(name);
  }

  /** The text of what is open, or of a file beside it. */
  textOf(name: string): string | undefined {
    return this.workspace.textOf(name) ?? this.projects.textOf(name);
  }

  /** The open texts that something in a world may say something about. */
  openIn(world: string): string[] {
    return [...this.open].filter((name) => this.host.worldOf(name) === world);
  }

  private readFiles(world: string): void {
    const before = this.worlds.get(world);
    const now = new Map<string, string>();
    this.worlds.set(world, now);
    for (const { name, stamp } of this.host.filesIn(world)) {
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
