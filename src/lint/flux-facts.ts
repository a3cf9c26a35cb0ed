/** What rules see of the Kustomizations of Flux in a repository: each text that they apply, and what all of them set. */

import {
  type FluxPath,
  type FluxVariable,
  fluxReferences,
  isExcluded,
  type ObjectText,
  ownReferences,
  rangesInFile,
  textsOf,
} from "../kubernetes/flux/index.ts";
import { fileAt, type RenderedObject, type SourceFile } from "../kubernetes/kustomize/index.ts";
import { getOrAdd } from "../text/grouped.ts";
import type { Node } from "../yaml/node.ts";
import type { TextRange } from "./finding.ts";
import { type FluxText, ownVariables, type SeenFluxSet } from "./rules/flux/flux-place.ts";

/** The value of a Secret that SOPS has encrypted: its text can refer to any variable. */
const ENCRYPTED = /^ENC\[/;

/** The texts that a Kustomization applies. */
interface Scan {
  readonly texts: readonly FluxText[];
  /** The places of malformed text and of references that are applied unchanged. */
  readonly kept: readonly string[];
  /** Whether something refers to a name, or can refer to any. */
  uses(name: string): boolean;
}

interface TextReferences {
  readonly text: ObjectText;
  readonly found: ReturnType<typeof fluxReferences>;
}

/** What the Kustomizations of a repository have in common. */
interface Shared {
  readonly kept: ReadonlySet<string>;
  /** The own variables of Kustomizations that are used: several can apply one that sets a variable, with different patches. */
  readonly used: ReadonlySet<string>;
  /** The number of references to each name. */
  readonly counts: ReadonlyMap<string, number>;
}

export type FluxFactsOptions = Pick<SeenFluxSet, "isClosed" | "isInput" | "isKnown">;

export class FluxFacts {
  private readonly paths: readonly FluxPath[];
  private readonly kustomizations: ReadonlySet<FluxPath["kustomization"]>;
  private readonly options: FluxFactsOptions;
  private readonly substituted = new Set<string>();
  private readonly names = new Set<string>();
  private readonly scans = new WeakMap<FluxPath, Scan>();
  private readonly references = new WeakMap<Node, readonly TextReferences[]>();
  private shared: Shared | undefined;

  constructor(paths: readonly FluxPath[], options: FluxFactsOptions) {
    this.paths = paths;
    this.kustomizations = new Set(paths.map(({ kustomization }) => kustomization));
    this.options = options;
    for (const { isSubstituted, rendering, variables } of paths) {
      if (isSubstituted) for (const file of rendering.files) this.substituted.add(file);
      for (const name of variables.all.keys()) this.names.add(name);
    }
  }

  /** Whether a Kustomization replaces variables in a file, so that `${NAME}` is not a mistake. */
  isSubstitutedIn(file: string): boolean {
    return this.substituted.has(file);
  }

  /** Whether a Kustomization is one of the repository, even if its files have changed. */
  has({ kustomization }: FluxPath): boolean {
    return this.kustomizations.has(kustomization);
  }

  seen(path: FluxPath): SeenFluxSet {
    let shared: Shared | undefined;
    const inAll = () => {
      shared ??= this.inAll(path);
      return shared;
    };
    let common: readonly string[] | undefined;
    return {
      path,
      texts: this.scanOf(path).texts,
      ...this.options,
      isVariable: (name) => this.names.has(name),
      countOf: (name) => inAll().counts.get(name) ?? 0,
      commonNames: (count) => {
        const used = () => [...inAll().counts].flatMap(([name, uses]) => (uses >= count ? [name] : []));
        common ??= [...new Set([...this.names, ...used()])];
        return common;
      },
      isSubstitutedIn: (file) => this.isSubstitutedIn(file),
      isKept: (place) => inAll().kept.has(placeOf(place)),
      isUsed: (variable) => inAll().used.has(idOf(variable)),
    };
  }

  /** @param now a path of these, whose files can have changed */
  private inAll(now: FluxPath): Shared {
    const isSame = this.paths.includes(now);
    if (this.shared === undefined || !isSame) {
      const kept = new Set<string>();
      const used = new Set<string>();
      const counts = new Map<string, number>();
      const counted = new Set<string>();
      const others = this.paths.filter(({ kustomization }) => isSame || kustomization !== now.kustomization);
      for (const path of isSame ? this.paths : [...others, now]) {
        const scan = this.scanOf(path);
        for (const place of scan.kept) kept.add(place);
        for (const { file, node, references } of scan.texts) {
          const place = `${node.start} ${file.path}`;
          if (counted.has(place)) continue;
          counted.add(place);
          for (const { name } of references) counts.set(name, (counts.get(name) ?? 0) + 1);
        }
        for (const variable of ownVariables(path)) if (scan.uses(variable.name)) used.add(idOf(variable));
      }
      if (!isSame) return { kept, used, counts };
      this.shared = { kept, used, counts };
    }
    return this.shared;
  }

  private scanOf(path: FluxPath): Scan {
    return getOrAdd(this.scans, path, () => this.scanned(path));
  }

  private scanned(path: FluxPath): Scan {
    const { isSubstituted, rendering } = path;
    const texts: FluxText[] = [];
    const kept: string[] = [];
    const used = new Set<string>();
    const fileTexts = new Set<string>();
    let isWhole = rendering.isComplete && !rendering.isComponent;
    for (const { document, isUnknown } of rendering.objects) {
      const file = fileAt(document, []);
      if (isUnknown || file === undefined) isWhole = false;
      if (file === undefined) continue;
      fileTexts.add(file.text);
      const isOff = isExcluded(document.value);
      for (const { found, text } of this.referencesIn(document, file)) {
        if (isOff || !isSubstituted) {
          for (const ranges of [found.malformed, found.references]) {
            for (const range of rangesInFile(text, ranges)) kept.push(placeOf({ inFile: text.file, ...range }));
          }
        }
        if (isOff) continue;
        for (const { name } of found.references) used.add(name);
        if (found.malformed.length > 0) isWhole = false;
        if (isUnknown) continue;
        const references = ownReferences(path, text, found.references);
        texts.push({ ...text, ...found, references, in: path, document, value: document.value });
      }
    }
    // A text that the kustomization replaces counts, too.
    const isMentioned = (name: string) => [...fileTexts].some((text) => text.includes(`\${${name}`));
    const canRefer = (name: string) => used.has(name) || isMentioned(name) || rendering.objects.some(isEncrypted);
    return { texts, kept, uses: (name) => !isWhole || canRefer(name) };
  }

  /** The texts of an object with their references. Objects that do not change are scanned once. */
  private referencesIn(document: Node, file: SourceFile) {
    return getOrAdd(this.references, document, () => {
      return textsOf(document, file).map((text) => ({ text, found: fluxReferences(text.text) }));
    });
  }
}

function placeOf({ inFile, start }: TextRange): string {
  return `${start} ${inFile?.path}`;
}

function idOf({ file, node }: FluxVariable): string {
  return `${node.start} ${file.path}`;
}

function isEncrypted({ document }: RenderedObject): boolean {
  const isIn = (value: unknown): boolean => {
    if (typeof value === "string") return ENCRYPTED.test(value);
    return typeof value === "object" && value !== null && Object.values(value).some(isIn);
  };
  return !isExcluded(document.value) && isIn(document.value);
}
