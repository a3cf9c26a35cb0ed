/** Lints the kustomizations of a run: what they render, with findings in the files that the objects come from. */
import { realpathSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative, resolve } from "node:path";
import type { PodClusters } from "../../../kubernetes/cluster/pod-cluster.ts";
import { type FluxPath, substitutedRendering } from "../../../kubernetes/flux/index.ts";
import {
  inFile,
  isSameObject,
  mappingAt,
  originOf,
  placedAs,
  type RenderedObject,
  type Rendering,
  type Unevaluated,
} from "../../../kubernetes/kustomize/index.ts";
import type { FindingCollector } from "../../../lint/collector.ts";
import { withEdits } from "../../../lint/fix/fix-text.ts";
import { FluxLint, isOfBraces } from "../../../lint/flux-lint.ts";
import { FolderObjects, type SharedObject, sharedObjects } from "../../../lint/folder-objects.ts";
import type { ManifestLintOptions } from "../../../lint/manifest-lint.ts";
import { sourceTextOf } from "../../../lint/pod-place.ts";
import { RenderedLint } from "../../../lint/rendered-lint.ts";
import { SourceText } from "../../../lint/source-text.ts";
import { ifPossible } from "../../../text/if-possible.ts";
import { DocumentError } from "../../../yaml/error.ts";
import type { Node } from "../../../yaml/node.ts";
import { parseManifest } from "../../../yaml/parse.ts";
import type { InputFile } from "../../files/inputs.ts";
import { fluxRepositories, isBelow } from "../../manifests/flux.ts";
import { type Renderings, slashed } from "../../manifests/renderings.ts";
import type { Fixes } from "./fixes.ts";
import { count, pathOf } from "./report.ts";

/** The folder that origins are paths from: any one where temporary folders are. */
const ORIGINS = join(realpathSync(tmpdir()), "varexpand");

/** How many parts that are not evaluated are listed. */
const MAX_UNEVALUATED = 100;

export class KustomizedLint {
  /** The files that are part of kustomizations. */
  readonly files = new Set<string>();
  /** The objects of each kustomization that others can refer to; only if nothing else is in the cluster. */
  readonly shared = new Map<string, readonly SharedObject[]>();
  readonly found = new RenderedLint();
  private readonly foundByFlux = new RenderedLint();
  private readonly fixes: Fixes | undefined;
  /** What Flux applies before fixes. */
  private readonly fixable: RenderedLint | undefined;
  /** The files in which Flux replaces variables. */
  private readonly substitutedFiles = new Set<string>();
  private readonly renderings: Renderings;
  private readonly options: ManifestLintOptions;
  private readonly manifests: readonly InputFile[];
  /** The inputs, by their absolute paths. */
  private readonly inputs: ReadonlyMap<string, string>;
  /** What is not evaluated, by the place and the message. */
  private readonly unevaluated = new Map<string, Unevaluated>();
  private kustomizations = 0;
  private incomplete = 0;

  /** @param fixes receives what `--fix` changes; undefined without `--fix` */
  constructor(
    renderings: Renderings,
    options: ManifestLintOptions,
    inputs: readonly InputFile[],
    fixes: Fixes | undefined,
  ) {
    this.renderings = renderings;
    this.options = options;
    this.fixes = fixes;
    this.fixable = fixes && new RenderedLint();
    this.manifests = inputs;
    this.inputs = new Map(inputs.map(({ file }) => [slashed(resolve(file)), file]));
  }

  /** Renders the kustomizations, and lints them unless that must wait for other objects or for fixes. */
  render(isLintedLater: boolean): void {
    for (const [root, rendering] of this.rendered(isLintedLater ? this.fixable : this.foundByFlux)) {
      for (const file of rendering.files) this.files.add(file);
      if (!isLintedLater) this.lint(root, rendering);
      else if (this.options.world === "closed") this.shared.set(root, sharedIn(rendering));
    }
  }

  /**
   * Fixes what Flux cannot parse, in the file of each text.
   *
   * @param isSearched whether a file that a kustomization reads can be changed, even if it is not an input
   */
  fixFlux(collector: FindingCollector, isSearched: (path: string) => boolean): void {
    for (const path of this.fixable?.paths ?? []) {
      if (!this.inputs.has(path) && !isSearched(path)) continue;
      const { file, findings, list } = this.fixable!.of(path)!;
      const name = this.nameOf(path);
      const found = { findings, documents: commentedIn(file.text), suppressions: { list, wrong: [] } };
      const edits = collector.reported(name, sourceTextOf(file), found).flatMap(({ fix }) => fix?.edits ?? []);
      if (edits.length > 0) this.fixes!.set(name, withEdits(file.text, edits));
    }
  }

  /** Lints the kustomizations when everything that their pods can refer to is known. */
  lintAll(objects: FolderObjects | undefined): void {
    for (const [root, rendering] of this.rendered(this.foundByFlux)) {
      this.lint(root, rendering, objects && (() => objects.of(root)));
    }
  }

  /** Whether Flux replaces variables in a file, so that `${NAME}` is not a mistake. */
  isSubstituted(path: string): boolean {
    return this.substitutedFiles.has(path);
  }

  /** What kustomizations render, one repository after the other. What has been rendered is not kept. */
  private *rendered(byFlux?: RenderedLint): Generator<[root: string, rendering: Rendering], void, undefined> {
    const left = new Set(this.renderings.roots);
    for (const { repository, root } of fluxRepositories(this.manifests, this.renderings)) {
      const { paths } = repository;
      for (const { rendering } of paths) this.addUnevaluated(rendering);
      const roots = [...left].filter((folder) => isBelow(resolve(folder), root));
      yield* this.renderedIn(roots, paths);
      for (const folder of roots) left.delete(folder);
      const flux = new FluxLint(paths, this.options.isKnown);
      for (const file of flux.substitutedFiles) this.substitutedFiles.add(file);
      if (byFlux !== undefined) flux.addTo(byFlux, (rendering) => this.isReportedIn(rendering));
      this.renderings.forget();
    }
    yield* this.renderedIn([...left], []);
    this.renderings.forget();
  }

  /** What kustomizations render: for folders in which Flux replaces variables, after that. */
  private *renderedIn(
    roots: readonly string[],
    flux: readonly FluxPath[],
  ): Generator<[root: string, rendering: Rendering], void, undefined> {
    const byFolder = new Map<string, FluxPath[]>();
    for (const path of flux) byFolder.set(path.folder, [...(byFolder.get(path.folder) ?? []), path]);
    for (const root of roots) {
      const applied = byFolder.get(slashed(resolve(root)));
      const unchanged = applied?.find(({ isSubstituted }) => !isSubstituted);
      if (applied !== undefined && unchanged === undefined) continue;
      const rendering = unchanged?.rendering ?? this.renderings.render(root);
      if (rendering !== undefined) this.addUnevaluated(rendering);
      if (rendering !== undefined) yield [root, rendering];
    }
    for (const [folder, paths] of byFolder) {
      for (const path of paths) {
        if (path.isSubstituted) yield [folder, substitutedRendering(path, this.options.world === "closed")];
      }
    }
  }

  private addUnevaluated({ unevaluated }: Rendering): void {
    for (const each of unevaluated) this.unevaluated.set(`${each.file} ${each.start} ${each.message}`, each);
  }

  /** A line about each part of a kustomization that is not evaluated. */
  unevaluatedLines(): string[] {
    const lines = [...this.unevaluated.values()].slice(0, MAX_UNEVALUATED).map(({ file, message, start }) => {
      const { line, column } = new SourceText(this.renderings.read(file) ?? "").region(start, start);
      return `${this.nameOf(file)}:${line}:${column}: not evaluated: ${message}`;
    });
    const more = this.unevaluated.size - lines.length;
    return more === 0 ? lines : [...lines, `${more} more parts of kustomizations were not evaluated`];
  }

  private isReportedIn({ file }: Rendering): (path: string) => boolean {
    return (path) => this.inputs.has(file) || this.inputs.has(path);
  }

  /** Lints what kubectl or kustomize has rendered. */
  lintRendered({ folder = "", rendered }: InputFile): void {
    const ours = this.renderings.render(folder);
    const text = new TextDecoder().decode(rendered);
    const objects = documentsIn(text).map((document) => this.placed(document, ours, folder));
    const rendering = {
      file: "",
      isComponent: false,
      objects,
      isComplete: true,
      files: new Set(ours?.files),
      unevaluated: [],
    };
    this.lint(folder, rendering, undefined, () => true);
  }

  private lint(
    root: string,
    rendering: Rendering,
    clusters = () => clustersOf(rendering),
    isReported = this.isReportedIn(rendering),
  ): void {
    this.kustomizations++;
    if (!rendering.isComplete || rendering.objects.some(({ isUnknown }) => isUnknown)) this.incomplete++;
    this.found.add(rendering, pathOf(root) || ".", clusters, this.options, isReported);
  }

  /** An object that kustomize rendered, with the places of the same one as we render it, or of the file it names. */
  private placed(document: Node, ours: Rendering | undefined, folder: string): RenderedObject {
    const same = ours?.objects.find((object) => isSameObject(document.value, object.document.value));
    const origin = originOf(document.value);
    const path = slashed(origin === undefined ? (ours?.file ?? resolve(folder)) : resolve(ORIGINS, origin));
    const file = { path, text: this.renderings.read(path) ?? "" };
    const start = mappingAt({ ...document, start: 0, end: 0 }, []);
    return { document: placedAs(document, same?.document ?? inFile(start, file), file), isUnknown: false };
  }

  /** Reports the findings in files, and comments that suppress nothing. */
  report(collector: FindingCollector): void {
    const commented = [...this.renderings.suppressing].filter((path) => this.files.has(path) && this.inputs.has(path));
    for (const path of new Set([...this.found.paths, ...this.foundByFlux.paths, ...commented])) {
      const [found, byFlux] = [this.found.of(path), this.foundByFlux.of(path)];
      const file = found?.file ?? byFlux?.file;
      const source = file === undefined ? new SourceText(this.renderings.read(path) ?? "") : sourceTextOf(file);
      const documents = commentedIn(source.text);
      const suppressions = { list: [...(found?.list ?? []), ...(byFlux?.list ?? [])], wrong: [] };
      const isSubstituted = this.isSubstituted(path);
      const ofPods = (found?.findings ?? []).filter((finding) => !isSubstituted || !isOfBraces(finding));
      const findings = [...ofPods, ...(byFlux?.findings ?? [])];
      collector.add(this.nameOf(path), source, { findings, documents, suppressions });
    }
  }

  /** A line about how kustomizations were read; none if there are none. */
  lines(): string[] {
    if (this.kustomizations === 0) return [];
    const unknown =
      this.incomplete === 0
        ? ""
        : `; ${this.incomplete} of them with parts that are not supported, such as remote resources: what those add or change is unknown`;
    return [`rendered ${count(this.kustomizations, "kustomization")}${unknown}`];
  }

  /** The name of a file in messages: as it was given. */
  nameOf(path: string): string {
    return this.inputs.get(path) ?? relative(process.cwd(), path);
  }
}

function sharedIn({ objects }: Rendering): SharedObject[] {
  return sharedObjects(objects.filter(({ isUnknown }) => !isUnknown).map(({ document }) => document));
}

function clustersOf(rendering: Rendering): PodClusters {
  const objects = new FolderObjects();
  objects.add(rendering.file, sharedIn(rendering));
  return objects.of(rendering.file);
}

/** The documents of a text that can have comments which suppress findings. */
function commentedIn(text: string): Node[] {
  return text.includes("varexpand-ignore") ? documentsIn(text) : [];
}

function documentsIn(text: string): Node[] {
  return ifPossible(() => parseManifest(text), DocumentError) ?? [];
}
