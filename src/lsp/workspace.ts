/** The texts of a workspace, and what people see of each: the files of one folder are one world, as for lint. */

import type { VariableSource } from "../kubernetes/pod/types.ts";
import { AssignmentLines } from "../lint/assignment-lines.ts";
import { isEnvFileName, isManifest } from "../lint/file-kind.ts";
import { FolderWorld, mayHaveObjects, type SharedObject } from "../lint/folder-world.ts";
import { ObjectPlaces } from "../lint/object-places.ts";
import { EnvFileView, type NodeReader } from "./envfile-view.ts";
import type { ViewedPod } from "./manifests/manifest-pods.ts";
import { ManifestText, type Surroundings } from "./manifests/manifest-text.ts";
import { ManifestView } from "./manifests/manifest-view.ts";
import { keyRange, type Place } from "./places.ts";
import { defaultSettings, type FileKind, type FileSettings } from "./settings.ts";
import { TextChange } from "./text-change.ts";
import type { TextView } from "./view.ts";

export interface WorkspaceOptions {
  /** What counts for a text; asked once, until `reset`. */
  settingsOf?(name: string): FileSettings;
  readonly node?: NodeReader;
  /** What people see of a text that belongs to a project. */
  projectViewOf?(name: string, settings: FileSettings): TextView | undefined;
}

interface WorkspaceText {
  readonly text: string;
  readonly kind: FileKind;
  readonly settings: FileSettings;
  /** Once it has been asked for. */
  manifest: ManifestText | undefined;
  view: TextView | undefined;
  /** Of an env file, once they have been asked for. */
  lines?: AssignmentLines;
}

/** The objects of a folder's manifests. */
interface Folder {
  readonly lists: readonly (readonly SharedObject[])[];
  readonly world: FolderWorld;
  readonly clusters: Map<string, Pick<Surroundings, "clusters" | "objects">>;
}

const NO_OBJECTS: readonly SharedObject[] = [];

export class Workspace {
  private readonly options: WorkspaceOptions;
  private readonly texts = new Map<string, WorkspaceText>();
  private readonly folders = new Map<string, Folder>();
  /** Where objects stand, by folders; made anew after a change. */
  private readonly places = new Map<string, ObjectPlaces<Place>>();

  constructor(options: WorkspaceOptions = {}) {
    this.options = options;
  }

  /**
   * Adds a text, or changes it.
   *
   * @param name of the file, with `/` between the parts of its path
   * @param text without a byte order mark
   */
  set(name: string, text: string): void {
    const before = this.texts.get(name);
    if (before?.text === text) return;
    const settings = before?.settings ?? this.options.settingsOf?.(name) ?? defaultSettings(name);
    const kind = settings.kind ?? kindOf(name);
    const { manifest } = before ?? {};
    manifest?.update(text);
    this.texts.set(name, { text, kind, settings, manifest, view: undefined });
    this.forgetAround(name);
  }

  delete(name: string): void {
    this.texts.delete(name);
    this.forgetAround(name);
  }

  has(name: string): boolean {
    return this.texts.has(name);
  }

  textOf(name: string): string | undefined {
    return this.texts.get(name)?.text;
  }

  /** Asks for the settings of all texts again. */
  reset(): void {
    const texts = [...this.texts];
    this.texts.clear();
    for (const [name, { text }] of texts) this.set(name, text);
  }

  /** What people see of a text; undefined if there is none of that name. It is of no use after the next change. */
  view(name: string): TextView | undefined {
    const found = this.texts.get(name);
    if (found?.kind === "manifest") {
      const view = this.options.projectViewOf?.(name, found.settings);
      if (view !== undefined) return view;
    }
    if (found !== undefined) found.view ??= this.viewOf(name, found);
    return found?.view;
  }

  private viewOf(name: string, text: WorkspaceText): TextView {
    if (text.kind === "envfile") return this.envFileView(name, text);
    if (text.kind === "manifest") return this.manifestView(name, text);
    const nothing = () => undefined;
    const lists = { findings: [], problems: [], uses: [] };
    return { kind: "other", ...lists, fixOf: nothing, symbolAt: nothing, visibleAt: () => [] };
  }

  private envFileView(name: string, { settings, text }: WorkspaceText): EnvFileView {
    const podsAround = () => this.podsAround(groupOf(name, settings));
    return new EnvFileView(name, text, { settings, node: this.options.node, podsAround });
  }

  private manifestView(name: string, text: WorkspaceText): ManifestView {
    text.manifest ??= new ManifestText(text.text);
    const { settings } = text;
    const group = groupOf(name, settings);
    const { clusters, world } = this.folderOf(group);
    let ofText = clusters.get(name);
    if (ofText === undefined) {
      ofText = { clusters: world.of(name), objects: world.objectsFor(name) };
      clusters.set(name, ofText);
    }
    return new ManifestView(name, text.manifest, {
      clusters: ofText.clusters,
      objects: ofText.objects,
      settings,
      sources: (source) =>
        source.kind === "fileKeyRef" ? this.lineOf(folderIn(name), source) : this.placesOf(group).of(source),
      podsAround: () => this.podsAround(group),
    });
  }

  /** The line of an env file in a folder that is called as the one that a container reads. */
  private lineOf(folder: string, { key, path }: Extract<VariableSource, { kind: "fileKeyRef" }>): Place | undefined {
    const name = folder + path.slice(path.lastIndexOf("/") + 1);
    const file = this.texts.get(name);
    if (file?.kind !== "envfile" || key === "") return undefined;
    file.lines ??= new AssignmentLines(file.text);
    const line = file.lines.lastOf(key);
    const start = line === undefined ? -1 : file.text.indexOf(key, line.start);
    return start === -1 ? undefined : { name, start, end: start + key.length };
  }

  private podsAround(group: string): readonly ViewedPod[] {
    return this.manifestsOf(group).flatMap(([name]) => {
      const view = this.view(name);
      return view instanceof ManifestView ? view.pods : [];
    });
  }

  /** The objects of a group of manifests: the same as before, if none has changed. */
  private folderOf(group: string): Folder {
    const files = this.manifestsOf(group).map(([name, text]) => [name, objectsOf(text)] as const);
    const lists = files.map(([, objects]) => objects);
    const before = this.folders.get(group);
    const isSame = before?.lists.length === lists.length && lists.every((list, i) => list === before.lists[i]);
    if (isSame) return before;
    const world = new FolderWorld();
    for (const [name, objects] of files) world.add(name, objects);
    const folder = { lists, world, clusters: new Map() };
    this.folders.set(group, folder);
    return folder;
  }

  private placesOf(group: string): ObjectPlaces<Place> {
    let places = this.places.get(group);
    if (places === undefined) {
      places = new ObjectPlaces(undefined);
      for (const [name, text] of this.manifestsOf(group)) addPlaces(places, name, text);
      this.places.set(group, places);
    }
    return places;
  }

  private manifestsOf(group: string): (readonly [name: string, text: WorkspaceText])[] {
    const names = [...this.texts.keys()].filter((name) => {
      const { kind, settings } = this.texts.get(name)!;
      return kind === "manifest" && groupOf(name, settings) === group;
    });
    return names.sort().map((name) => [name, this.texts.get(name)!]);
  }

  /** Forgets what may depend on a text: views are made again, of what is still known. */
  private forgetAround(name: string): void {
    this.places.clear();
    const folder = folderIn(name);
    for (const [other, text] of this.texts) {
      if (text.settings.world === "closed" || folderIn(other) === folder) text.view = undefined;
    }
  }
}

function kindOf(name: string): FileKind {
  const last = name.slice(name.lastIndexOf("/") + 1);
  if (isEnvFileName(last)) return "envfile";
  return isManifest(last) ? "manifest" : "other";
}

function folderIn(name: string): string {
  return name.slice(0, name.lastIndexOf("/") + 1);
}

/** In a closed world, all files together are everything there is. */
function groupOf(name: string, { world }: FileSettings): string {
  return world === "closed" ? "*" : folderIn(name);
}

function objectsOf(text: WorkspaceText): readonly SharedObject[] {
  if (text.manifest === undefined && !mayHaveObjects(text.text)) return NO_OBJECTS;
  text.manifest ??= new ManifestText(text.text);
  return text.manifest.objects;
}

/** Adds where the objects of a manifest stand now. */
function addPlaces(places: ObjectPlaces<Place>, name: string, text: WorkspaceText): void {
  if (!mayHaveObjects(text.text)) return;
  text.manifest ??= new ManifestText(text.text);
  for (const { start, tracked } of text.manifest.chunks) {
    const { chunk, good } = tracked;
    const change = good === chunk ? undefined : new TextChange(good.text, chunk.text);
    for (const document of good.documents) {
      places.add(document, undefined, (path) => {
        const range = keyRange(good.text, document, path.length === 0 ? ["metadata", "name"] : path);
        const now = change === undefined ? range : (change.after(range) ?? { start: 0, end: 0 });
        return { name, start: start + now.start, end: start + now.end };
      });
    }
  }
}
