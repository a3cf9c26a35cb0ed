/** What is applied: the files of an input, their roles, and the apply sets that they form. */

import { APPLIED, type FileRole, roleOfPath, SUITE_FILES } from "../kubernetes/cluster/not-applied.ts";
import {
  type FluxKustomization,
  type FluxRepository,
  type PlacedKustomization,
  renderPath,
  type StatedSource,
} from "../kubernetes/flux/index.ts";
import {
  fileAt,
  isSeparable,
  type Kustomizer,
  type KustomizerOptions,
  type LoadRestrictor,
  mergeRendering,
  Outlines,
  type Rendering,
} from "../kubernetes/kustomize/index.ts";
import { grouped } from "../text/grouped.ts";
import { baseName, foldersAbove, parentOf } from "../text/paths.ts";
import { type ApplySet, fileSet, type Manifest, type RenderedSet, renderedSet } from "./apply-set.ts";
import { DisabledEntries } from "./disabled-entries.ts";
import { EnvFiles } from "./env-files.ts";
import { fluxRepositories } from "./flux-search.ts";
import { childOf, Folders, type RepositoryHost } from "./folders.ts";
import { Kustomizations, kustomizerOf } from "./kustomizations.ts";
import { SourceFiles } from "./manifest-part.ts";

/** Folders of tests, some of which fail on purpose. */
const TESTS = /(?:^|\/)(?:e2e|tests)\//;

export interface RepositoryInput {
  /** In the order in which they are shown. */
  readonly manifests: readonly Manifest[];
  /** The folders that were searched for manifests. */
  readonly searched: readonly string[];
  /** The working folder: others in it can be searched for kustomizations that use the input. */
  readonly home: string;
  /** Whether all manifests are applied together. */
  readonly isOneSet?: boolean;
  readonly loadRestrictor?: LoadRestrictor | undefined;
  /** The ConfigMaps and Secrets with variables of Flux whose keys the user states. */
  readonly sources?: readonly StatedSource[] | undefined;
  /** The name of a file for messages. */
  nameOf(path: string): string;
}

export class Repository {
  readonly folders: Folders;
  readonly kustomizer: Kustomizer;
  readonly kustomizations: Kustomizations;
  readonly envFiles: EnvFiles;
  private readonly disabled: DisabledEntries;
  private readonly host: RepositoryHost;
  private readonly input: RepositoryInput;
  private readonly sources: SourceFiles;
  /** The paths of the input's files. */
  private readonly paths: ReadonlySet<string>;
  private readonly searched: ReadonlySet<string>;
  private flux: readonly FluxRepository[] | undefined;
  private outlines: Outlines | undefined;
  /** Whether only some changed files can change a rendering, for the files that have changed last. */
  private readonly separable = new WeakMap<Rendering, { readonly key: string; readonly is: boolean }>();

  constructor(host: RepositoryHost, input: RepositoryInput) {
    this.host = host;
    this.input = input;
    this.disabled = new DisabledEntries((path) => host.read(path));
    this.sources = new SourceFiles((path) => input.nameOf(path));
    this.folders = new Folders(host, input.searched);
    this.kustomizer = kustomizerOf(host, this.folders, input.loadRestrictor);
    this.paths = new Set(input.manifests.flatMap(({ path }) => path ?? []));
    this.searched = new Set(input.searched);
    this.kustomizations = new Kustomizations(
      this.folders,
      this.kustomizer,
      [...this.paths],
      input.searched,
      input.home,
    );
    this.envFiles = new EnvFiles(this.folders, (path) => host.read(path), this.kustomizations);
  }

  /** Whether a file is part of the input. */
  has(path: string): boolean {
    return this.paths.has(path);
  }

  /** The name of a file for messages. */
  nameOf(path: string): string {
    return this.input.nameOf(path);
  }

  /** The repositories of the input that have Kustomizations of Flux. */
  get fluxRepositories(): readonly FluxRepository[] {
    this.flux ??= [...fluxRepositories([...this.paths], this.folders, this.kustomizer, this.input.sources)];
    return this.flux;
  }

  /** The Kustomizations of Flux in these repositories that are not evaluated, and why. */
  get notEvaluated(): FluxRepository["notEvaluated"] {
    return this.fluxRepositories.flatMap(({ notEvaluated }) => notEvaluated);
  }

  /** The role of a manifest, according to its path and to the files around it. */
  roleOf({ path }: Pick<Manifest, "path">): FileRole {
    if (path === undefined) return APPLIED;
    const { isExpected, isPatched, ...role } = roleOfPath(this.pathInSearch(path));
    const isInSuite = SUITE_FILES.some((name) => this.folders.has(parentOf(path), name));
    // The command of Kyverno reads the objects next to its tests, and applies none of them.
    const isRead = this.folders.has(parentOf(path), "kyverno-test.yaml");
    const isDisabled = this.disabled.hasPatch(path, this.searchedAbove(path) ?? parentOf(path));
    const mayChange = isPatched || this.kustomizations.mayChange(path);
    const isUnused = this.isUnused(path);
    return { ...role, isExpected: isExpected || isRead || isDisabled, isInSuite, isPatched: mayChange, isUnused };
  }

  /** Whether a file is in an archive or in a folder of tests. */
  isUnused(path: string): boolean {
    return roleOfPath(this.pathInSearch(path)).isUnused === true || this.isOfTest(path);
  }

  /** Whether a file is in a folder of tests, and the user named neither the file nor that folder. */
  isOfTest(path: string): boolean {
    const below = this.pathInSearch(path);
    // Below the top of a repository, `test` is usually an environment.
    const isTop = () => [undefined, path.slice(0, -below.length - 1)].includes(this.folders.rootOf(parentOf(path)));
    return TESTS.test(below) || (below.startsWith("test/") && isTop());
  }

  /** Whether Flux does not apply what a Kustomization contains at present: it is suspended, or listed only in comments. */
  isInactive(kustomization: FluxKustomization): boolean {
    return kustomization.isSuspended || this.isDisabled(kustomization);
  }

  /** Whether nothing builds a kustomization of kustomize at present: it, or the only Kustomization of Flux for it, is inactive. */
  isUnbuilt(file: string): boolean {
    const users = this.unappliedIn(parentOf(file));
    return (
      this.isCommented(file) || (users.length > 0 && users.every(({ kustomization }) => this.isInactive(kustomization)))
    );
  }

  /** Whether all that could apply a Kustomization lists it only in comments. */
  private isDisabled(kustomization: FluxKustomization, seen = new Set<string>()): boolean {
    const { file, id } = kustomization;
    if (seen.has(id)) return true;
    seen.add(id);
    const appliers = this.fluxRepositories.flatMap((repository) => repository.appliersOf(kustomization));
    if (appliers.length > 0) return appliers.every((each) => this.isDisabled(each, seen));
    const folders = this.fluxRepositories.flatMap((repository) => repository.outermost(file.path));
    return (
      this.isCommented(file.path) && folders.every((folder) => this.isCommented(childOf(folder, "kustomization.yaml")))
    );
  }

  /** Whether the kustomizations above a file list it, or a folder that it is in, only in comments, and the user did not name it. */
  private isCommented(path: string): boolean {
    const top = this.searchedAbove(path);
    return top !== undefined && !this.searched.has(path) && this.disabled.has(path, top);
  }

  /** The nearest folder above a file that was searched. */
  private searchedAbove(path: string): string | undefined {
    return foldersAbove(path).find((folder) => this.searched.has(folder));
  }

  /** The Kustomizations of Flux for a folder that nothing applies, with their places. */
  private unappliedIn(folder: string): PlacedKustomization[] {
    return this.notEvaluated.flatMap(({ place }) => (place?.folder === folder ? [place] : []));
  }

  /** The path of a file below the nearest folder that was searched; the name of a file that the user named. */
  pathInSearch(path: string): string {
    if (this.searched.has(path)) return baseName(path);
    const folder = this.searchedAbove(path);
    return folder === undefined ? this.nameOf(path) : path.slice(folder === "/" ? 1 : folder.length + 1);
  }

  /**
   * The apply sets that contain files of the input: first what Flux and kustomize render, then the manifests that are not
   * part of it.
   *
   * @param chosen folders: the kustomization in one of them is shown itself, even if others use it
   */
  *sets(chosen: readonly string[] = []): Generator<ApplySet, void, undefined> {
    const covered = new Set<string>();
    const rendered = [...this.renderedSets()];
    const own = new Set(rendered.map(({ folder }) => folder));
    for (const folder of new Set(chosen)) {
      const set = own.has(folder) ? undefined : this.kustomizationSet(folder);
      if (set === undefined) continue;
      for (const file of set.rendering.files) covered.add(file);
      yield set;
    }
    const isOpen = (file: string) => this.paths.has(file) && !covered.has(file);
    for (const set of rendered) {
      const { path, rendering } = set;
      const isOfInput = path !== undefined && isOpen(path.kustomization.file.path);
      if (isOfInput || [...rendering.files].some(isOpen)) yield set;
    }
    for (const set of rendered) for (const file of filesOf(set)) covered.add(file);
    const plain = this.input.manifests.filter(({ path }) => path === undefined || !covered.has(path));
    const groupOf = ({ name, path }: Manifest) =>
      this.input.isOneSet ? "" : path === undefined ? name : parentOf(path);
    const groups = grouped(plain, groupOf);
    for (const [folder, manifests] of groups) {
      const title = groups.size > 1 && manifests[0]!.path !== undefined ? `folder ${this.nameOf(folder) || "."}` : "";
      yield fileSet(manifests, (manifest) => this.roleOf(manifest), title);
    }
  }

  /** A rendered set after some of its files have changed. The others are not read again. */
  again(set: RenderedSet, changed: readonly string[]): RenderedSet {
    const { folder, kind, label, names, path } = set;
    const rendering = this.renderedAgain(set, changed);
    if (rendering === undefined) return set;
    const now = { kind, label, folder, names, rendering, ...(path && { path: { ...path, rendering } }) };
    return renderedSet(now, this.sources, set);
  }

  private renderedAgain({ folder, path, rendering }: RenderedSet, changed: readonly string[]): Rendering | undefined {
    const { loader } = this.kustomizer;
    const isChanged = (file: string) => changed.includes(file);
    const parsed = (file: string) => (isChanged(file) ? undefined : loader.files.documentsOf(file));
    const render = (outlineOf?: KustomizerOptions["outlineOf"]) => {
      const options = { parsed, ...(outlineOf && { outlineOf }) };
      const kustomizer = kustomizerOf(this.host, this.folders, this.input.loadRestrictor, options);
      return path === undefined ? this.rendered(folder, kustomizer) : renderPath(kustomizer, path);
    };
    const own = changed.filter((file) => rendering.files.has(file));
    if (!this.isSeparable(rendering, own)) return render();
    this.outlines ??= new Outlines(loader);
    const now = render((file) => (isChanged(file) ? undefined : this.outlines!.of(file)));
    return (now && mergeRendering(rendering, now, own)) ?? render();
  }

  private isSeparable(rendering: Rendering, changed: readonly string[]): boolean {
    const key = changed.join("\n");
    let known = this.separable.get(rendering);
    if (known?.key !== key) known = { key, is: isSeparable(rendering, changed, this.kustomizer.loader) };
    this.separable.set(rendering, known);
    return known.is;
  }

  /** Whether an object of a rendered set comes from the input. */
  isFromInput({ rendering }: { readonly rendering: Pick<Rendering, "file"> }, file: string): boolean {
    return this.paths.has(file) || this.paths.has(rendering.file);
  }

  private *renderedSets(): Generator<RenderedSet, void, undefined> {
    const { input, kustomizations, kustomizer, sources } = this;
    const inFlux = new Set<string>();
    for (const repository of this.fluxRepositories) {
      const titles = grouped(repository.paths, ({ kustomization }) => kustomization.title);
      for (const path of repository.paths) {
        const { folder, kustomization, rendering } = path;
        for (const file of rendering.files) inFlux.add(file);
        const { file, name, title } = kustomization;
        const where = titles.get(title)!.length === 1 ? "" : ` of ${input.nameOf(file.path)}`;
        const names = [name, title, input.nameOf(folder)];
        yield renderedSet({ kind: "flux", label: title + where, folder, names, rendering, path }, sources);
      }
    }
    for (const folder of kustomizations.roots) {
      const { loader } = kustomizer;
      const file = loader.kustomizationIn(folder)?.file.path ?? loader.malformedIn(folder)?.file;
      const set = file === undefined || inFlux.has(file) ? undefined : this.kustomizationSet(folder);
      if (set !== undefined) yield set;
    }
  }

  /** A folder as kustomize renders it, or as the only Kustomization of Flux would: it can have components that are needed. */
  private rendered(folder: string, kustomizer: Kustomizer): Rendering | undefined {
    const [only, ...others] = this.unappliedIn(folder);
    return only === undefined || others.length > 0 ? kustomizer.render(folder) : renderPath(kustomizer, only);
  }

  private kustomizationSet(folder: string): RenderedSet | undefined {
    const rendering = this.rendered(folder, this.kustomizer);
    if (rendering === undefined) return undefined;
    const name = this.input.nameOf(folder) || ".";
    return renderedSet({ kind: "kustomization", label: name, folder, names: [name], rendering }, this.sources);
  }
}

/** The files of a rendered set; of a component that nothing uses, those with its objects: its patches have no target. */
function filesOf({ rendering }: RenderedSet): ReadonlySet<string> {
  if (!rendering.isComponent) return rendering.files;
  const ofObjects = rendering.objects.flatMap(({ document }) => fileAt(document, [])?.path ?? []);
  return new Set([rendering.file, ...ofObjects]);
}
