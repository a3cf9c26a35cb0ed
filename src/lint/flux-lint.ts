/** Findings in what the Kustomizations of Flux in a repository apply, in the files that each part comes from. */

import {
  type FluxPath,
  type FluxVariable,
  fluxReferences,
  isDisabled,
  rangeInFile,
  textsOf,
} from "../kubernetes/flux/index.ts";
import { fileAt, type RenderedObject } from "../kubernetes/kustomize/index.ts";
import type { Node } from "../yaml/node.ts";
import type { RawFinding, TextRange } from "./finding.ts";
import { envConsumer } from "./rules/containers/env-consumer.ts";
import { changedType } from "./rules/flux/flux-changed-type.ts";
import { invalidNames, malformedTexts } from "./rules/flux/flux-malformed.ts";
import { unsubstituted } from "./rules/flux/flux-not-substituted.ts";
import { misleadingOperators } from "./rules/flux/flux-operator.ts";
import type { FluxText } from "./rules/flux/flux-place.ts";
import { unsetVariables } from "./rules/flux/flux-unset-variable.ts";
import { ownVariables, unusedVariable } from "./rules/flux/flux-unused-variable.ts";
import { shellSyntax } from "./rules/references/shell-syntax.ts";
import { FLUX_RULES } from "./rules/rules.ts";
import { annotationSuppressions, type Suppression, unignored } from "./suppressions.ts";

/** The value of a Secret that SOPS has encrypted: its text can refer to any variable. */
const ENCRYPTED = /^ENC\[/;

/** A variable that a Kustomization sets, and whether an evaluation of it refers to the variable. */
interface Own {
  readonly variable: FluxVariable;
  readonly name: string;
  readonly path: FluxPath;
  isUsed: boolean;
}

export interface FoundInPath {
  readonly path: FluxPath;
  readonly findings: readonly RawFinding[];
  readonly list: readonly Suppression[];
}

export class FluxLint {
  /** The files that are part of a path in which variables are replaced. */
  readonly substitutedFiles = new Set<string>();
  private readonly names = new Set<string>();
  private readonly own = new Map<string, Own>();
  /** The places of malformed text that something applies unchanged: a fix would change what it applies. */
  private readonly kept = new Set<string>();
  private readonly isKnown: (name: string) => boolean;
  private readonly paths: readonly FluxPath[];

  /** @param isKnown whether the configuration says that a name is set */
  constructor(paths: readonly FluxPath[], isKnown: (name: string) => boolean) {
    this.paths = paths;
    this.isKnown = isKnown;
    for (const { isSubstituted, rendering, variables } of paths) {
      if (isSubstituted) for (const file of rendering.files) this.substitutedFiles.add(file);
      for (const name of variables.all.keys()) this.names.add(name);
    }
  }

  /** The findings in each path, and the suppressions in its objects. */
  found(paths = this.paths): FoundInPath[] {
    return [...this.findings(paths)].map(({ findings, ...others }) => {
      const fixable = findings.map((found) => (this.kept.has(placeOf(found)) ? { ...found, fix: undefined } : found));
      return { ...others, findings: fixable };
    });
  }

  private *findings(paths: readonly FluxPath[]): Generator<FoundInPath, void, undefined> {
    for (const path of paths) {
      const used = new Set<string>();
      const texts = new Set<string>();
      const inPath = [foundIn(path.kustomization.document, path.isSubstituted ? invalidNames(path) : [])];
      let isWhole = path.rendering.isComplete && !path.rendering.isComponent;
      for (const { document, isUnknown } of path.rendering.objects) {
        const file = fileAt(document, []);
        if (isUnknown || file === undefined) isWhole = false;
        if (file !== undefined) texts.add(file.text);
        if (file === undefined) continue;
        const isOff = isDisabled(document.value);
        const findings: RawFinding[] = [];
        for (const text of textsOf(document, file)) {
          const found = fluxReferences(text.text);
          if (isOff || !path.isSubstituted) {
            for (const range of found.malformed)
              this.kept.add(placeOf({ inFile: text.file, ...rangeInFile(text, range) }));
          }
          if (isOff) continue;
          for (const { name } of found.references) used.add(name);
          if (found.malformed.length > 0) isWhole = false;
          if (!isUnknown) findings.push(...this.inText({ ...text, ...found, in: path, value: document.value }));
        }
        inPath.push(foundIn(document, findings));
      }
      for (const variable of ownVariables(path)) {
        const { name } = variable;
        // A text that the kustomization replaces counts, too.
        const isMentioned = used.has(name) || [...texts].some((text) => text.includes(`\${${name}`));
        const isUsed = isMentioned || !isWhole || path.rendering.objects.some(isEncrypted);
        this.addOwn(variable, path, isUsed);
      }
      yield { path, findings: inPath.flatMap(({ findings }) => findings), list: inPath.flatMap(({ list }) => list) };
    }
    for (const { isUsed, name, path, variable } of this.own.values()) {
      if (!isUsed) yield { path, ...foundIn(path.kustomization.document, [unusedVariable(variable, name)]) };
    }
  }

  private inText(text: FluxText): RawFinding[] {
    const { isSubstituted, kustomization } = text.in;
    if (isSubstituted) {
      const findings = [...unsetVariables(text, this.isKnown), ...malformedTexts(text)];
      return [...findings, ...misleadingOperators(text), ...changedType(text)];
    }
    const isElsewhere = this.substitutedFiles.has(text.file.path);
    if (kustomization.postBuild !== undefined || isElsewhere) return [];
    return unsubstituted(text, (name) => this.names.has(name));
  }

  /** Several Kustomizations can apply one that sets a variable: with different patches. */
  private addOwn(variable: FluxVariable, path: FluxPath, isUsed: boolean): void {
    const id = `${variable.node.start} ${variable.file.path}`;
    const known = this.own.get(id);
    if (known !== undefined) known.isUsed ||= isUsed;
    else this.own.set(id, { variable, name: path.kustomization.name, path, isUsed });
  }
}

/** The findings in an object, without those that its annotation suppresses, and the suppressions. */
function foundIn(object: Node, findings: readonly RawFinding[]): { findings: RawFinding[]; list: Suppression[] } {
  const list = annotationSuppressions(object, []).list.filter(({ rule }) => FLUX_RULES.some(({ id }) => id === rule));
  return { findings: unignored(findings, list), list };
}

function placeOf({ inFile, start }: TextRange): string {
  return `${start} ${inFile?.path}`;
}

function isEncrypted({ document }: RenderedObject): boolean {
  const isIn = (value: unknown): boolean => {
    if (typeof value === "string") return ENCRYPTED.test(value);
    return typeof value === "object" && value !== null && Object.values(value).some(isIn);
  };
  return !isDisabled(document.value) && isIn(document.value);
}

/** Whether a finding is about `${NAME}`, which Flux replaces under a substituted path. */
export function isOfBraces({ object, rule }: Pick<RawFinding, "object" | "rule">): boolean {
  return rule === shellSyntax.id || (rule === envConsumer.id && object?.startsWith("OpenTelemetry") === true);
}
