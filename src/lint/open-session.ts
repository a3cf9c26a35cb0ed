/** A session whose files change, as in an editor: only the apply sets that contain a changed file are evaluated again. */

import { isComposeFileName } from "../compose/project.ts";
import { FLUX_GROUP, type FluxPath } from "../kubernetes/flux/index.ts";
import type { ApplySet, FileSet, RenderedSet } from "../repository/apply-set.ts";
import { type RepositoryHost, withReading } from "../repository/folders.ts";
import { isKustomizationFile } from "../repository/kustomizations.ts";
import type { RepositoryInput } from "../repository/repository.ts";
import { TextManifest } from "../repository/text-manifest.ts";
import { getOrAdd } from "../text/grouped.ts";
import { baseName } from "../text/paths.ts";
import type { FindingCollector, FoundInText } from "./collector.ts";
import { isManifest } from "./file-kind.ts";
import { lintPart } from "./manifest-lint.ts";
import { type LintOptions, LintSession } from "./session.ts";
import { SourceText } from "./source-text.ts";

/** An object that can set variables of Flux, or a generator of one. */
const SETS_VARIABLES = /ConfigMap|Secret|(?:configMap|secret)Generator/;

/** With more changed files, everything is read again. */
const MAX_CHANGED = 20;

const NOTHING: FoundInText = { findings: [] };

export class OpenSession {
  private readonly session: LintSession;
  /** The texts of the files when the session began, and their manifests. */
  private readonly texts: ReadonlyMap<string, string>;
  private readonly manifests: ReadonlyMap<string, TextManifest>;
  /** The files that have changed since. */
  private changed = new Map<string, TextManifest>();
  /** The sets with their changed files. */
  private sets = new Map<ApplySet, ApplySet>();

  /**
   * @param texts the manifests of the input, and other open texts, by their paths
   * @param isInput whether a file is part of the input
   */
  constructor(
    host: RepositoryHost,
    texts: ReadonlyMap<string, string>,
    isInput: (path: string) => boolean,
    input: Omit<RepositoryInput, "manifests">,
    options: LintOptions,
    collector: FindingCollector,
  ) {
    this.texts = texts;
    const inputs = [...texts].filter(([path]) => isInput(path));
    this.manifests = new Map(inputs.map(([path, text]) => [path, manifestOf(path, text)]));
    const read = (path: string) => this.changed.get(path)?.text ?? texts.get(path) ?? host.read(path);
    const open = withReading(host, { list: (folder) => host.list(folder), read });
    const all = { ...input, manifests: [...this.manifests.values()] };
    this.session = new LintSession(open, all, options, collector);
  }

  /** Uses other texts from now on; false if everything must be read again. */
  update(texts: ReadonlyMap<string, string>): boolean {
    if (texts.size !== this.texts.size) return false;
    const changed = new Map<string, TextManifest>();
    for (const [path, text] of texts) {
      const before = this.texts.get(path);
      if (before === undefined || (before !== text && this.isStructural(path, before, text))) return false;
      const known = this.changed.get(path);
      if (before !== text) changed.set(path, known?.text === text ? known : manifestOf(path, text));
    }
    if (changed.size > MAX_CHANGED) return false;
    const isSame =
      changed.size === this.changed.size && [...changed].every(([path, each]) => this.changed.get(path) === each);
    if (!isSame) this.sets.clear();
    this.changed = changed;
    return true;
  }

  /** Whether kustomize or Flux renders files of the input. */
  get isRendered(): boolean {
    return this.session.sets.some(({ kind }) => kind !== "files");
  }

  /** What is found in a file, with offsets into its text. */
  foundIn(path: string): FoundInText {
    const { session } = this;
    const compose = session.compose.find((file) => file.path === path);
    if (compose !== undefined) return session.foundIn(compose);
    const rendered: RenderedSet[] = [];
    let own = NOTHING;
    for (const set of session.sets) {
      if (set.kind !== "files") {
        if (isPartOf(set, path)) rendered.push(this.now(set) as RenderedSet);
      } else if (set.manifests.some((manifest) => manifest.path === path)) {
        own = this.foundInFile(this.now(set) as FileSet, path);
      }
    }
    const isNotEvaluated = session.repository.notEvaluated.some(({ kustomization: { file } }) => file.path === path);
    const found = rendered.length > 0 || isNotEvaluated ? session.foundInRendered(rendered, path) : NOTHING;
    const lists = [own, found].flatMap(({ suppressions }) => suppressions?.list ?? []);
    return {
      findings: [...own.findings, ...found.findings],
      documents: own.documents ?? found.documents ?? [],
      suppressions: { list: lists, wrong: own.suppressions?.wrong ?? [] },
    };
  }

  /** What Kustomizations of Flux apply from a file, or whose Kustomization is in it. `now` is as the files are now. */
  fluxPathsOf(path: string): { readonly paths: readonly FluxPath[]; now(): readonly FluxPath[] } {
    const sets = this.session.sets.flatMap((set) => {
      const isOf = set.kind === "flux" && (set.rendering.files.has(path) || set.path?.kustomization.file.path === path);
      return isOf ? [set] : [];
    });
    const pathOf = (set: ApplySet) => (set.kind === "flux" && set.path ? [set.path] : []);
    return { paths: sets.flatMap(pathOf), now: () => sets.flatMap((set) => pathOf(this.now(set))) };
  }

  private foundInFile(set: FileSet, path: string): FoundInText {
    const { options } = this.session;
    for (const { context, scan } of this.session.openFiles(set)) {
      if (scan.manifest.path !== path) continue;
      const [part] = scan.parts();
      return part === undefined
        ? NOTHING
        : { ...lintPart(part, new SourceText(part.text), context, options), documents: part.documents };
    }
    return NOTHING;
  }

  /** A set with the files as they are now. */
  private now(set: ApplySet): ApplySet {
    const isChanged = set.kind === "files" || [...this.changed.keys()].some((path) => isPartOf(set, path));
    if (this.changed.size === 0 || !isChanged) return set;
    return getOrAdd(this.sets, set, () =>
      set.kind === "files"
        ? { ...set, manifests: set.manifests.map((each) => this.changed.get(each.path ?? "") ?? each) }
        : this.session.repository.again(set, [...this.changed.keys()]),
    );
  }

  /** Whether a change can affect which sets there are. */
  private isStructural(path: string, before: string, after: string): boolean {
    if (!isManifest(path) || isKustomizationFile(path) || isComposeFileName(baseName(path))) return true;
    const isFlux = this.session.repository.fluxRepositories.length > 0;
    if ([before, after].some((text) => text.includes(FLUX_GROUP))) return true;
    return isFlux && documentsWithVariables(before) !== documentsWithVariables(after);
  }
}

/** The documents of a manifest that can set variables of Flux. */
function documentsWithVariables(text: string): string {
  return text
    .split(/^---/m)
    .filter((document) => SETS_VARIABLES.test(document))
    .join("---");
}

function manifestOf(path: string, text: string): TextManifest {
  return new TextManifest({ name: path, path, isFound: true }, text);
}

/** Whether findings of a set can be in a file. */
function isPartOf({ path, rendering }: RenderedSet, file: string): boolean {
  if (rendering.files.has(file) || path?.kustomization.file.path === file) return true;
  return path !== undefined && [...path.variables.all.values()].some((variable) => variable.file.path === file);
}
