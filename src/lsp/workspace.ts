/** The texts of a workspace and their views. As in lint, files in one folder can refer to each other. */

import type { PodClusters } from "../kubernetes/cluster/pod-cluster.ts";
import { mayHaveObjects, type SharedObject } from "../kubernetes/cluster/shared-objects.ts";
import type { VariableSource } from "../kubernetes/pod/types.ts";
import type { Reported } from "../lint/collector.ts";
import { isEnvFileName, isManifest } from "../lint/file-kind.ts";
import { LintedObjects } from "../lint/lint-objects.ts";
import { ObjectPlaces } from "../lint/object-places.ts";
import { assignmentsIn, type EnvFileAssignment } from "../lint/rules/envfile/assignments.ts";
import { EnvFileView } from "./envfile-view.ts";
import type { FluxFile } from "./manifests/flux-file.ts";
import type { ViewedPod } from "./manifests/manifest-pods.ts";
import { ManifestText } from "./manifests/manifest-text.ts";
import { ManifestView } from "./manifests/manifest-view.ts";
import { keyRange, type Place } from "./places.ts";
import { defaultSettings, type FileKind, type FileSettings } from "./settings.ts";
import { TextChange } from "./text-change.ts";
import type { TextView } from "./view.ts";

export interface WorkspaceOptions {
  /** The settings of a text; called once, until `reset`. */
  settingsOf?(name: string): FileSettings;
  /** The view of a text that belongs to a project. */
  projectViewOf?(name: string, settings: FileSettings): TextView | undefined;
  /** The findings in a manifest. Without it, those of each of its documents alone. */
  findingsIn?(name: string, settings: FileSettings, manifests: ReadonlyMap<string, string>): readonly Reported[];
  /** Returns what Kustomizations of Flux apply from a manifest. */
  fluxOf?(name: string, settings: FileSettings, manifests: ReadonlyMap<string, string>): FluxFile | undefined;
}

interface WorkspaceText {
  readonly text: string;
  readonly kind: FileKind;
  readonly settings: FileSettings;
  /** Created on first use. */
  manifest: ManifestText | undefined;
  view: TextView | undefined;
  assignments?: ReadonlyMap<string, EnvFileAssignment>;
}

/** The objects of a folder's manifests. */
interface Folder {
  readonly lists: readonly (readonly SharedObject[])[];
  readonly objects: LintedObjects;
  readonly clustersOf: Map<string, PodClusters>;
}

const NO_OBJECTS: readonly SharedObject[] = [];

export class Workspace {
  private readonly options: WorkspaceOptions;
  private readonly texts = new Map<string, WorkspaceText>();
  private readonly folders = new Map<string, Folder>();
  /** The places of objects by folder or by file, until the next change. */
  private readonly places = new Map<string, ObjectPlaces<Place>>();

  constructor(options: WorkspaceOptions = {}) {
    this.options = options;
  }

  /**
   * Adds a text, or changes it.
   *
   * @param name of the file, a path with `/` separators
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

  /** Reads the settings of all texts again. */
  reset(): void {
    const texts = [...this.texts];
    this.texts.clear();
    for (const [name, { text }] of texts) this.set(name, text);
  }

  /** Drops all views: what Flux replaces has changed. */
  forgetViews(): void {
    for (const text of this.texts.values()) text.view = undefined;
  }

  /** The view of a text, valid until the next change. */
  view(name: string): TextView | undefined {
    const found = this.texts.get(name);
    if (found?.kind === "manifest") {
      const view = this.options.projectViewOf?.(name, found.settings);
      if (view !== undefined) return view;
    }
    if (found !== undefined) found.view ??= this.viewOf(name, found);
    return found?.view;
  }

  /** The text of a file, with the last version that could be read of each document. */
  readable(name: string): string {
    const { manifest, text } = this.texts.get(name)!;
    return manifest?.readable ?? text;
  }

  private viewOf(name: string, text: WorkspaceText): TextView {
    const { kind, settings } = text;
    const folder = folderIn(name);
    const podsAround = () => this.podsAround(folder);
    if (kind === "envfile") return new EnvFileView(name, text.text, { settings, podsAround });
    if (kind !== "manifest") return { kind: "other", findings: [], problems: [], uses: [], symbolAt: () => undefined };
    text.manifest ??= new ManifestText(text.text);
    const { clustersOf, objects } = this.folderOf(folder);
    const clusters = clustersOf.get(name) ?? objects.of(name);
    clustersOf.set(name, clusters);
    const readable = () => {
      return new Map(this.manifestsOf(folder).map(([each]) => [each, this.readable(each)] as const));
    };
    const flux = this.options.fluxOf?.(name, settings, readable());
    return new ManifestView(name, text.manifest, {
      clusters,
      flux,
      applied: flux?.applied,
      reported: this.options.findingsIn && (() => this.options.findingsIn!(name, settings, readable())),
      settings,
      sources: (source) =>
        source.kind === "fileKeyRef" ? this.lineOf(folder, source) : this.placeOf(name, folder, source),
      podsAround,
    });
  }

  /** The line in the env file of a folder with the name of the file that a container reads. */
  private lineOf(folder: string, { key, path }: Extract<VariableSource, { kind: "fileKeyRef" }>): Place | undefined {
    const name = folder + path.slice(path.lastIndexOf("/") + 1);
    const file = this.texts.get(name);
    if (file?.kind !== "envfile") return undefined;
    file.assignments ??= assignmentsIn(file.text);
    const found = file.assignments.get(key);
    return found && { name, start: found.start, end: found.end };
  }

  private podsAround(folder: string): readonly ViewedPod[] {
    return this.manifestsOf(folder).flatMap(([name]) => {
      const view = this.view(name);
      return view instanceof ManifestView ? view.pods : [];
    });
  }

  /** The objects of a folder's manifests, which are kept until one changes. */
  private folderOf(name: string): Folder {
    const files = this.manifestsOf(name).map(([name, text]) => [name, objectsOf(text)] as const);
    const lists = files.map(([, objects]) => objects);
    const before = this.folders.get(name);
    const isSame = before?.lists.length === lists.length && lists.every((list, i) => list === before.lists[i]);
    if (isSame) return before;
    const objects = new LintedObjects();
    for (const [file, ofFile] of files) objects.add(file, ofFile);
    const folder = { lists, objects, clustersOf: new Map() };
    this.folders.set(name, folder);
    return folder;
  }

  /** The place of a source. As in `LintedObjects`, an object in the same file hides those of other files. */
  private placeOf(name: string, folder: string, source: VariableSource): Place | undefined {
    const own = this.placesIn(name, () => [[name, this.texts.get(name)!]]).of(source);
    return own ?? this.placesIn(folder, () => this.manifestsOf(folder)).of(source);
  }

  private placesIn(key: string, manifests: () => ReturnType<Workspace["manifestsOf"]>): ObjectPlaces<Place> {
    let places = this.places.get(key);
    if (places === undefined) {
      places = new ObjectPlaces(undefined);
      for (const [name, text] of manifests()) addPlaces(places, name, text);
      this.places.set(key, places);
    }
    return places;
  }

  private manifestsOf(folder: string): (readonly [name: string, text: WorkspaceText])[] {
    const isInFolder = (name: string) => this.texts.get(name)!.kind === "manifest" && folderIn(name) === folder;
    const names = [...this.texts.keys()].filter(isInFolder);
    return names.sort().map((name) => [name, this.texts.get(name)!]);
  }

  /** Drops the views that can depend on a text. */
  private forgetAround(name: string): void {
    this.places.clear();
    const folder = folderIn(name);
    for (const [other, text] of this.texts) {
      if (folderIn(other) === folder) text.view = undefined;
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

function objectsOf(text: WorkspaceText): readonly SharedObject[] {
  if (text.manifest === undefined && !mayHaveObjects(text.text)) return NO_OBJECTS;
  text.manifest ??= new ManifestText(text.text);
  return text.manifest.objects;
}

/** Adds the places of the objects of a manifest. */
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
