/** Lints the files of an input: calls each rule for what it sees, and collects the findings in the files that they are in. */

import { type ComposeFile, composeFiles } from "../compose/project.ts";
import type { StatedSource } from "../kubernetes/flux/index.ts";
import { type ApplySet, addShared, type FileSet, type Manifest, type RenderedSet } from "../repository/apply-set.ts";
import type { RepositoryHost } from "../repository/folders.ts";
import { Repository, type RepositoryInput } from "../repository/repository.ts";
import { TextManifest } from "../repository/text-manifest.ts";
import { parentOf } from "../text/paths.ts";
import { AppliedObjects } from "./applied-objects.ts";
import type { FindingCollector, FoundInText } from "./collector.ts";
import { CommentedFiles, commentedIn } from "./commented-files.ts";
import { lintCompose } from "./compose-lint.ts";
import { Coverage } from "./coverage.ts";
import type { ReportedIn } from "./envfile-lint.ts";
import { asNotes } from "./finding.ts";
import { FluxFacts } from "./flux-facts.ts";
import { LintObjects } from "./lint-objects.ts";
import { lintPart, type ManifestFileContext, type ManifestLintOptions } from "./manifest-lint.ts";
import { sourceTextOf } from "./pod-place.ts";
import { RenderedLint } from "./rendered-lint.ts";
import type { SeenBuild } from "./rules/rule.ts";
import { findingsOf, isSeeing } from "./rules/rules.ts";
import { ScannedFile } from "./scanned-file.ts";
import { type SessionEnvFile, SessionEnvFiles } from "./session-envfiles.ts";
import { SourceText } from "./source-text.ts";
import { annotationSuppressions, unignored } from "./suppressions.ts";

export interface LintOptions extends Omit<ManifestLintOptions, "onPod" | "unknowns"> {
  /** The env files of every Compose project; without them, each has `.env` in its folder. */
  readonly composeEnvFiles?: readonly string[] | undefined;
  /** The ConfigMaps and Secrets with variables of Flux whose keys are stated. */
  readonly sources?: readonly StatedSource[] | undefined;
}

/** A file of a set that can have findings, and what its objects can refer to. */
export interface OpenFile {
  readonly scan: ScannedFile;
  readonly context: ManifestFileContext;
}

/** How much text of the files in a folder is kept parsed, in UTF-16 code units. */
const MAX_KEPT = 1 << 19;

export class LintSession {
  readonly host: RepositoryHost;
  readonly repository: Repository;
  readonly sets: readonly ApplySet[];
  readonly compose: readonly ComposeFile[];
  readonly collector: FindingCollector;
  readonly options: LintOptions;
  readonly coverage = new Coverage((path) => this.nameOf(path));
  private readonly manifests: readonly Manifest[];
  private readonly objects: LintObjects;
  private readonly facts: readonly FluxFacts[];
  private readonly found: RenderedLint;
  private readonly scans = new WeakMap<Manifest, ScannedFile>();
  private readonly commented: CommentedFiles;
  private readonly envFiles: SessionEnvFiles;

  constructor(host: RepositoryHost, input: RepositoryInput, options: LintOptions, collector: FindingCollector) {
    this.commented = new CommentedFiles(host);
    this.host = this.commented.host;
    this.options = options;
    this.collector = collector;
    const inputs = new Set(input.manifests.flatMap(({ path }) => path ?? []));
    const all = composeFiles(this.host, [...inputs], { envFiles: options.composeEnvFiles });
    this.compose = all.filter(({ path }) => inputs.has(path));
    const isCompose = new Set(this.compose.map(({ path }) => path));
    this.manifests = input.manifests.filter(({ path }) => path === undefined || !isCompose.has(path));
    this.repository = new Repository(this.host, { ...input, manifests: this.manifests, sources: options.sources });
    this.envFiles = new SessionEnvFiles(this.repository, options);
    this.sets = [...this.repository.sets()];
    this.objects = new LintObjects(this.sets, options.world === "closed");
    const { isKnown, world } = options;
    const isInput = (path: string) => this.repository.has(path);
    this.facts = this.repository.fluxRepositories.map(
      ({ paths }) => new FluxFacts(paths, { isKnown, isInput, isClosed: world === "closed" }),
    );
    this.found = this.newLint();
    this.coverage.files = this.compose.length;
  }

  /**
   * Lints everything except env files.
   *
   * @param given what other programs have rendered
   */
  run(given: readonly RenderedSet[] = []): void {
    for (const file of this.compose) this.report(file.path, new SourceText(file.text), this.foundIn(file));
    for (const set of this.sets) {
      if (set.kind === "files") for (const file of this.openFiles(set, true)) this.lintFile(file);
      else this.lintRendered(set);
    }
    for (const set of given) this.lintRendered(set);
    this.addFlux(this.found);
    this.reportRendered();
    this.coverage.unknowns.locate((what) => this.objects.placeOf(what));
  }

  /** The env files that generators and Compose files name. */
  get namedEnvFiles(): ReadonlySet<string> {
    const { envFiles } = this.repository;
    const folders = new Set(this.compose.map(({ path }) => parentOf(path)));
    return new Set([...envFiles.generated, ...[...folders].flatMap((folder) => envFiles.ofCompose(folder))]);
  }

  /** Whether Flux replaces variables in a file. */
  isSubstitutedIn(path: string): boolean {
    return this.facts.some((facts) => facts.isSubstitutedIn(path));
  }

  /** The manifests that are part of rendered sets. */
  get parts(): Manifest[] {
    const plain = new Set(this.sets.flatMap((set) => (set.kind === "files" ? set.manifests : [])));
    return this.manifests.filter((manifest) => !plain.has(manifest));
  }

  foundIn(file: ComposeFile): FoundInText {
    const { isKnown, world } = this.options;
    const findings = lintCompose(file, this.host, { isKnown, isComplete: world === "closed" });
    return { findings, documents: file.documents };
  }

  /** The findings of rules about Flux, by the files that they are in. */
  fluxFindings(): RenderedLint {
    const found = this.newLint();
    this.addFlux(found);
    return found;
  }

  /**
   * The files of a set that can have findings.
   *
   * @param isCounted whether what the other files contain is counted
   */
  *openFiles(set: FileSet, isCounted = false): Generator<OpenFile, void, undefined> {
    const room = { left: MAX_KEPT };
    const scans = set.manifests.map((manifest) => this.scanOf(manifest, room));
    if (isCounted) for (const scan of scans) this.coverage.addFile(scan);
    const shared = this.objects.of((inSet) => {
      for (const { manifest, shared } of scans) inSet.add(manifest.name, shared);
    });
    const applied = new AppliedObjects();
    for (const [i, scan] of scans.some(({ hasReaders }) => hasReaders) ? scans.entries() : []) {
      scan.readAll();
      const { isPatched } = set.files[i]!.role;
      for (const { documents } of scan.parts()) for (const { value } of documents) applied.add(value, isPatched);
    }
    for (const [i, scan] of scans.entries()) {
      if (!scan.isOpen) continue;
      const { role } = set.files[i]!;
      yield { scan, context: { clusters: shared.of(scan.manifest.name), applied, role, isKustomized: false } };
    }
  }

  private lintRendered(set: RenderedSet): void {
    this.coverage.addSet(set, (file) => new SourceText(this.host.read(file) ?? ""));
    this.addRendered(this.found, set, { ...this.options, unknowns: this.coverage.unknowns });
  }

  /** What is found in a file that is part of rendered sets, or has Kustomizations that are not evaluated. */
  foundInRendered(sets: readonly RenderedSet[], path: string): FoundInText {
    const found = this.newLint();
    this.addNotEvaluated(found, path);
    for (const set of sets) {
      this.addRendered(found, set, this.options, path);
      this.addSetFindings(found, set);
    }
    const { file, findings = [], list = [] } = found.of(path) ?? {};
    const text = file?.text ?? this.host.read(path) ?? "";
    return { findings, documents: commentedIn(text), suppressions: { list, wrong: [] } };
  }

  private addRendered(found: RenderedLint, set: RenderedSet, options: ManifestLintOptions, only?: string): void {
    const clustersOf = () => this.objects.of((objects) => addShared(set, objects)).of(set.title);
    found.add(set, clustersOf, options, only);
  }

  /**
   * Lints an env file, unless it has another format.
   *
   * @param bytes valid UTF-8
   * @param onFixed receives the text after all possible fixes, which is linted instead, and the number of fixes
   * @returns whether it was linted
   */
  lintEnvFile(file: SessionEnvFile, bytes: Uint8Array, onFixed?: (text: string, fixed: number) => void): boolean {
    const reported: ReportedIn = (source, findings) => this.collector.reported(file.name, source, { findings });
    const result = this.envFiles.lint(file, bytes, onFixed && reported);
    if (result === undefined) return false;
    const { findings, fixed, source } = result;
    this.coverage.envFiles++;
    if (fixed > 0) onFixed?.(source.text, fixed);
    this.collector.add(file.name, source, { findings });
    return true;
  }

  /** A text in memory is scanned once. */
  private scanOf(manifest: Manifest, room: { left: number }): ScannedFile {
    const isText = manifest instanceof TextManifest;
    const scan = this.scans.get(manifest) ?? new ScannedFile(manifest, this.options.extraKinds, room);
    if (isText) this.scans.set(manifest, scan);
    return scan;
  }

  private lintFile({ context, scan }: OpenFile): void {
    const { manifest } = scan;
    const onPod = this.envFiles.adderFor(manifest.path);
    let source: SourceText | undefined;
    for (const part of scan.parts()) {
      source = new SourceText(part.text, source?.next);
      const result = lintPart(part, source, context, { ...this.options, onPod, unknowns: this.coverage.unknowns });
      this.report(manifest.path, source, { ...result, documents: part.documents });
      this.coverage.addPart(result, source, manifest.path);
    }
  }

  /** Reports the findings in the files of rendered sets, and comments in them that suppress nothing. */
  private reportRendered(): void {
    const { found, repository } = this;
    this.coverage.addRendered(found);
    this.coverage.files += this.parts.length;
    const files = new Set(this.sets.flatMap((set) => (set.kind === "files" ? [] : [...set.rendering.files])));
    const commented = [...this.commented].filter((path) => files.has(path) && repository.has(path));
    for (const path of new Set([...found.paths, ...commented])) {
      const { file = { path, text: this.host.read(path) ?? "" }, findings = [], list = [] } = found.of(path) ?? {};
      const documents = commentedIn(file.text);
      this.report(path, sourceTextOf(file), { findings, documents, suppressions: { list, wrong: [] } });
    }
  }

  private addFlux(found: RenderedLint): void {
    this.addNotEvaluated(found);
    for (const set of this.sets) if (set.kind !== "files") this.addSetFindings(found, set);
  }

  /** @param path the file whose Kustomizations are added; undefined for all */
  private addNotEvaluated(found: RenderedLint, path?: string): void {
    for (const each of this.repository.notEvaluated) {
      const { document, file, title } = each.kustomization;
      if (path !== undefined && file.path !== path) continue;
      this.coverage.addKustomization(each);
      const rendering = { file: file.path, files: new Set([file.path]) };
      const list = annotationSuppressions(document, []).list.filter(({ rule }) => isSeeing(rule, "kustomization"));
      const findings = unignored(
        asNotes(findingsOf("kustomization", each), this.repository.isInactive(each.kustomization)),
        list,
      );
      found.addFindings(findings, list, { kind: "flux", label: title, rendering });
    }
  }

  private addSetFindings(found: RenderedLint, set: RenderedSet): void {
    const { path, rendering } = set;
    const sourceOf = (file: string) => ({ path: file, text: this.host.read(file) ?? "" });
    const seen: SeenBuild = {
      ...{ unevaluated: rendering.unevaluated, sourceOf },
      pathInSearch: (file) => this.repository.pathInSearch(file),
      isOfTest: (file) => this.repository.isOfTest(file),
    };
    const { repository } = this;
    const isInactive = path ? repository.isInactive(path.kustomization) : repository.isUnbuilt(rendering.file);
    found.addFindings(asNotes(findingsOf("build", seen), isInactive), [], set);
    const facts = path && this.facts.find((each) => each.has(path));
    if (path !== undefined && facts !== undefined) found.addSet(facts.seen(path), set, isInactive);
  }

  private newLint(): RenderedLint {
    return new RenderedLint({
      // What another program has rendered is not in a file.
      isReported: (set, path) => set.rendering.file === "" || this.repository.isFromInput(set, path),
      pathInSearch: (path) => this.repository.pathInSearch(path),
      isUnused: (path) => this.repository.isUnused(path),
      isSubstituted: (path) => this.isSubstitutedIn(path),
    });
  }

  private report(path: string | undefined, source: SourceText, found: FoundInText): void {
    this.collector.add(this.nameOf(path), source, found);
  }

  /** The name of a file in findings. */
  nameOf(path: string | undefined): string {
    return path === undefined ? "<stdin>" : this.repository.nameOf(path);
  }
}
