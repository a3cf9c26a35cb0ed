/** Lints what kustomize and Flux render, with findings in the files that the objects come from. */
import { realpathSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
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
import { FluxFacts } from "../../../lint/flux-facts.ts";
import { LintObjects } from "../../../lint/lint-objects.ts";
import type { ManifestLintOptions } from "../../../lint/manifest-lint.ts";
import { sourceTextOf } from "../../../lint/pod-place.ts";
import { RenderedLint } from "../../../lint/rendered-lint.ts";
import { SourceText } from "../../../lint/source-text.ts";
import { type ApplySet, addShared, type RenderedSet, renderedSet } from "../../../repository/apply-set.ts";
import { SourceFiles } from "../../../repository/manifest-part.ts";
import type { Repository } from "../../../repository/repository.ts";
import { ifPossible } from "../../../text/if-possible.ts";
import { DocumentError } from "../../../yaml/error.ts";
import type { Node } from "../../../yaml/node.ts";
import { parseManifest } from "../../../yaml/parse.ts";
import type { InputFile } from "../../files/inputs.ts";
import { slashed } from "../../manifests/folder-host.ts";
import type { Fixes } from "./fixes.ts";
import type { LintHost } from "./lint-host.ts";
import { count, pathOf } from "./report.ts";

/** The folder that origins are paths from: any one where temporary folders are. */
const ORIGINS = join(realpathSync(tmpdir()), "varexpand");

/** How many parts that are not evaluated are listed. */
const MAX_UNEVALUATED = 100;

export class KustomizedLint {
  readonly found: RenderedLint;
  private readonly repository: Repository;
  private readonly host: LintHost;
  private readonly options: ManifestLintOptions;
  private readonly objects: LintObjects;
  private readonly sets: readonly RenderedSet[];
  private readonly flux: readonly FluxFacts[];
  /** What is not evaluated, by the place and the message. */
  private readonly unevaluated = new Map<string, Unevaluated>();
  private count = 0;
  private incomplete = 0;

  constructor(repository: Repository, sets: readonly ApplySet[], host: LintHost, options: ManifestLintOptions) {
    this.repository = repository;
    this.host = host;
    this.options = options;
    this.objects = new LintObjects(sets, options.world === "closed");
    this.sets = sets.filter((set) => set.kind !== "files");
    this.flux = repository.fluxRepositories.map(({ paths }) => new FluxFacts(paths, options.isKnown));
    this.found = this.newLint();
  }

  /** Whether Flux replaces variables in a file, so that `${NAME}` is not a mistake. */
  isSubstituted(path: string): boolean {
    return this.flux.some((facts) => facts.isSubstitutedIn(path));
  }

  /**
   * Fixes what Flux cannot parse, in the file of each text.
   *
   * @param isSearched whether a file that a kustomization reads can be changed, even if it is not an input
   */
  fixFlux(collector: FindingCollector, fixes: Fixes, isSearched: (path: string) => boolean): void {
    const found = this.newLint();
    this.addFlux(found);
    for (const path of found.paths) {
      if (!this.repository.has(path) && !isSearched(path)) continue;
      const { file, findings, list } = found.of(path)!;
      const name = this.repository.nameOf(path);
      const inFile = { findings, documents: commentedIn(file.text), suppressions: { list, wrong: [] } };
      const edits = collector.reported(name, sourceTextOf(file), inFile).flatMap(({ fix }) => fix?.edits ?? []);
      if (edits.length > 0) fixes.set(name, withEdits(file.text, edits));
    }
  }

  lint(): void {
    for (const set of this.sets) this.lintSet(set);
    this.addFlux(this.found);
  }

  /** Lints what kubectl or kustomize has rendered. */
  lintRendered({ folder = "", rendered }: InputFile): void {
    const ours = this.repository.kustomizer.render(slashed(folder));
    const objects = documentsIn(new TextDecoder().decode(rendered)).map((each) => this.placed(each, ours, folder));
    const files = new Set(ours?.files);
    const rendering = { file: "", isComponent: false, objects, isComplete: true, files, unevaluated: [] };
    const label = pathOf(folder) || ".";
    this.lintSet(
      renderedSet({ kind: "kustomization", label, folder, names: [label], rendering }, new SourceFiles((path) => path)),
    );
  }

  /** Reports the findings in files, and comments that suppress nothing. */
  report(collector: FindingCollector): void {
    const { found, host, repository } = this;
    const files = new Set(this.sets.flatMap(({ rendering }) => [...rendering.files]));
    const commented = [...host.commented].filter((path) => files.has(path) && repository.has(path));
    for (const path of new Set([...found.paths, ...commented])) {
      const inPath = found.of(path);
      const source = inPath === undefined ? new SourceText(host.read(path) ?? "") : sourceTextOf(inPath.file);
      const suppressions = { list: inPath?.list ?? [], wrong: [] };
      const documents = commentedIn(source.text);
      collector.add(repository.nameOf(path), source, { findings: inPath?.findings ?? [], documents, suppressions });
    }
  }

  /** A line about how kustomizations were read; none if there are none. */
  lines(): string[] {
    if (this.count === 0) return [];
    const unknown =
      this.incomplete === 0
        ? ""
        : `; ${this.incomplete} of them with parts that are not supported, such as remote resources: what those add or change is unknown`;
    return [`rendered ${count(this.count, "kustomization")}${unknown}`];
  }

  /** A line about each part of a kustomization that is not evaluated. */
  unevaluatedLines(): string[] {
    const lines = [...this.unevaluated.values()].slice(0, MAX_UNEVALUATED).map(({ file, message, start }) => {
      const { line, column } = new SourceText(this.host.read(file) ?? "").region(start, start);
      return `${this.repository.nameOf(file)}:${line}:${column}: not evaluated: ${message}`;
    });
    const more = this.unevaluated.size - lines.length;
    return more === 0 ? lines : [...lines, `${more} more parts of kustomizations were not evaluated`];
  }

  private lintSet(set: RenderedSet): void {
    const { rendering, title } = set;
    for (const each of rendering.unevaluated) {
      this.unevaluated.set(`${each.file} ${each.start} ${each.message}`, each);
    }
    this.count++;
    if (!rendering.isComplete || rendering.objects.some(({ isUnknown }) => isUnknown)) this.incomplete++;
    const clustersOf = () => this.objects.of((objects) => addShared(set, objects)).of(title);
    this.found.add(set, clustersOf, this.options);
  }

  private addFlux(found: RenderedLint): void {
    for (const set of this.sets) {
      const { path } = set;
      const facts = path && this.flux.find((each) => each.has(path));
      if (path !== undefined && facts !== undefined) found.addSet(facts.seen(path), set);
    }
  }

  private newLint(): RenderedLint {
    return new RenderedLint({
      // What another program has rendered is not in a file.
      isReported: (set, path) => set.rendering.file === "" || this.repository.isFromInput(set, path),
      isSubstituted: (path) => this.isSubstituted(path),
    });
  }

  /** An object that kustomize rendered, with the places of the same one as we render it, or of the file it names. */
  private placed(document: Node, ours: Rendering | undefined, folder: string): RenderedObject {
    const same = ours?.objects.find((object) => isSameObject(document.value, object.document.value));
    const origin = originOf(document.value);
    const path = origin === undefined ? (ours?.file ?? slashed(folder)) : slashed(resolve(ORIGINS, origin));
    const file = { path, text: this.host.read(path) ?? "" };
    const start = mappingAt({ ...document, start: 0, end: 0 }, []);
    return { document: placedAs(document, same?.document ?? inFile(start, file), file), isUnknown: false };
  }
}

/** The documents of a text that can have comments which suppress findings. */
function commentedIn(text: string): Node[] {
  return text.includes("varexpand-ignore") ? documentsIn(text) : [];
}

function documentsIn(text: string): Node[] {
  return ifPossible(() => parseManifest(text), DocumentError) ?? [];
}
