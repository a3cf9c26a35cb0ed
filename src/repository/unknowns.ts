/** What an input does not determine. Every command that judges counts and names it in the same lines. */

import { type FluxPath, fluxReferences, isExcluded, textsOf } from "../kubernetes/flux/index.ts";
import { fileAt } from "../kubernetes/kustomize/index.ts";
import type { Need, ResolvedContainer, UnknownVariable } from "../kubernetes/pod/types.ts";
import { grouped } from "../text/grouped.ts";
import { printable } from "../text/printable.ts";

/**
 * Why something is unknown:
 *
 * - `absent`: an object outside the input that can set variables.
 * - `elsewhere`: an object that only other apply sets of the input have; the cause is the file or set.
 * - `undetermined`: values that something else fills in, or that several files define, and objects whose names are variables.
 * - `not-evaluated`: a part of a kustomization that is not supported, or a pod that is too large.
 * - `may-change`: a workload that such a part can change.
 * - `kustomization`: a Kustomization of Flux that nothing applies, or whose path is not in the input.
 * - `not-applied`: a workload that is not applied as it is: a patch, a part of a test, or an incomplete object.
 */
export type UnknownReason =
  | "kustomization"
  | "absent"
  | "elsewhere"
  | "undetermined"
  | "not-evaluated"
  | "may-change"
  | "not-applied";

export interface Unknown {
  /** `Secret shop/database`, `Deployment/web`, or a place: `app/kustomization.yaml:3:3`. */
  readonly what: string;
  readonly reason: UnknownReason;
  /** The variables that depend on it. */
  readonly names: ReadonlySet<string>;
  /** The cause, if the reason has several: `remote resources are not read`. */
  readonly why?: string | undefined;
}

/** How many sources a line names. */
const NAMED = 5;

/** How many records, and how many names of each, are kept. */
const MAX_KEPT = 10_000;
const MAX_NAMES = 1000;

/** How many causes of parts that are not evaluated have a line each. */
const MAX_LINES = 100;
const MAX_TEXT = 1000;

export class Unknowns {
  private readonly records = new Map<string, Unknown & { readonly names: Set<string> }>();

  /** Adds a record, or a name to one. Texts are copied, because a slice would retain its manifest. */
  add(reason: UnknownReason, what: string, name?: string, why?: string): void {
    const id = `${reason} ${what} ${why ?? ""}`;
    let record = this.records.get(id);
    if (record === undefined) {
      if (this.records.size >= MAX_KEPT) return;
      record = { ...structuredClone({ what, reason, why }), names: new Set() };
      this.records.set(structuredClone(id), record);
    }
    const { names } = record;
    if (name && names.size < MAX_NAMES && !names.has(name)) names.add(structuredClone(name));
  }

  /** Adds the sources that a container's variables and references depend on. */
  addContainer({ unknown, unresolved }: Pick<ResolvedContainer, "unknown" | "unresolved">): void {
    const certain = new Set(unknown.filter(isAtRuntime).flatMap(({ name, needs }) => [name, needs]));
    for (const entry of unknown) {
      // A text that Flux replaces depends on the sources of the Kustomization.
      if (entry.source.kind !== "value" && !isAtRuntime(entry)) this.addNeed(entry, entry.name);
    }
    for (const { name, need } of unresolved) {
      if (need !== undefined && !certain.has(name) && !certain.has(need.needs)) this.addNeed(need, name);
    }
  }

  /** Adds the sources of Flux variables whose keys are not known, with the names that only they can set. */
  addFluxSources({ isSubstituted, rendering, variables }: FluxPath): void {
    if (isSubstituted !== true || variables.unknownSources.length === 0) return;
    const objects = rendering.objects.filter(({ document }) => !isExcluded(document.value));
    const texts = objects.flatMap(({ document }) => textsOf(document, fileAt(document, [])!));
    const names = new Set(texts.flatMap(({ text }) => fluxReferences(text).references.map(({ name }) => name)));
    for (const { title } of variables.unknownSources) {
      const reason = reasonOf(title);
      this.add(reason, title);
      for (const name of names) if (!variables.all.has(name)) this.add(reason, title, name);
    }
  }

  /**
   * Separates the absent objects that other apply sets have.
   *
   * @param placeOf returns the file or the set that has an object
   */
  locate(placeOf: (what: string) => string | undefined): void {
    for (const [id, record] of this.records) {
      const why = record.reason === "absent" ? placeOf(record.what) : undefined;
      if (why !== undefined) this.records.set(id, { ...record, reason: "elsewhere", why });
    }
  }

  /** Those with the most names first. */
  get list(): Unknown[] {
    return [...this.records.values()].sort((a, b) => b.names.size - a.names.size);
  }

  private addNeed({ needs, needsKind }: Need, name: string): void {
    this.add(needsKind === "cluster" ? "undetermined" : reasonOf(needs), needs, name);
  }
}

/** Why an object is unknown. An object whose name or namespace is a variable can be in the input. */
function reasonOf(title: string): UnknownReason {
  return title.includes("${") ? "undetermined" : "absent";
}

/** Whether a variable is certainly set, to a value that only a running pod has. */
function isAtRuntime({ needsKind, source: { kind } }: UnknownVariable): boolean {
  return kind === "fieldRef" || kind === "resourceFieldRef" || (kind === "service" && needsKind === "cluster");
}

/** Whether something was not checked that could be. */
export function isUnchecked({ reason }: Unknown): boolean {
  return reason !== "not-applied" && reason !== "kustomization";
}

/**
 * Lines for the summary of a command: the largest sources by name, the rest by count.
 *
 * @param isAll whether all of them are listed
 */
export function unknownLines(unknowns: readonly Unknown[], isAll: boolean): string[] {
  const of = (reason: UnknownReason) => unknowns.filter((each) => each.reason === reason);
  return [
    ...partLines(of("not-evaluated"), isAll),
    ...kustomizationLine(of("kustomization"), isAll),
    ...listLine(of("absent"), isAll, "source is", "sources are", "not in the input"),
    ...listLine(
      of("elsewhere").map(withPlace),
      isAll,
      "source is",
      "sources are",
      "only in other folders of the input",
    ),
    ...listLine(of("undetermined"), isAll, "source is", "sources are", "not determined by the input"),
    ...listLine(of("may-change"), isAll, "workload", "workloads", "may be changed by parts that are not evaluated"),
    ...listLine(of("not-applied"), isAll, "workload", "workloads", "skipped: a patch, incomplete, or part of a test"),
  ];
}

function withPlace(unknown: Unknown): Unknown {
  return { ...unknown, what: `${unknown.what} in ${unknown.why}` };
}

/** A line for each cause: `app/kustomization.yaml:3:3: not evaluated: remote resources are not read`. */
function partLines(parts: readonly Unknown[], isAll: boolean): string[] {
  const lines = Array.from(
    grouped(parts, ({ why }) => why),
    ([why, of]) => {
      const cause = printable(`${why}`, MAX_TEXT);
      if (of.length === 1) return `${printable(of[0]!.what, MAX_TEXT)}: not evaluated: ${cause}`;
      return `${of.length} parts are not evaluated: ${cause}: ${namedIn(of, isAll)}`;
    },
  );
  if (isAll || lines.length <= MAX_LINES) return lines;
  return [...lines.slice(0, MAX_LINES), `parts were not evaluated for ${lines.length - MAX_LINES} more reasons`];
}

/** The lines of a command that has already printed each source at its place: they count several, and do not repeat one. */
export function severalUnknownLines({ list }: Unknowns, isAll: boolean): string[] {
  return list.length > 1 ? unknownLines(list, isAll) : [];
}

/** `12 Kustomizations of Flux are not evaluated: nothing applies it (10), the source is not this repository (2)`. */
function kustomizationLine(unknowns: readonly Unknown[], isAll: boolean): string[] {
  if (unknowns.length === 0) return [];
  const reasons = Array.from(
    grouped(unknowns, ({ why }) => why),
    ([why, { length }]) => ({ why, length }),
  );
  reasons.sort((a, b) => b.length - a.length);
  const counts = reasons.map(({ length, why }) => `${why} (${length})`).join(", ");
  const one = unknowns.length === 1 ? "1 Kustomization of Flux is" : `${unknowns.length} Kustomizations of Flux are`;
  const names = isAll ? `: ${unknowns.map(({ what }) => printable(what, MAX_TEXT)).join(", ")}` : "";
  return [`${one} not evaluated: ${counts}${names}`];
}

function listLine(unknowns: readonly Unknown[], isAll: boolean, one: string, many: string, rest: string): string[] {
  const { length } = unknowns;
  return length === 0 ? [] : [`${length} ${length === 1 ? one : many} ${rest}: ${namedIn(unknowns, isAll)}`];
}

/** `Secret web (14 names), ConfigMap settings (1 name), and 3 more (5 names)`. */
function namedIn(unknowns: readonly Unknown[], isAll: boolean): string {
  const shown = isAll ? unknowns : unknowns.slice(0, NAMED);
  const rest = unknowns.slice(shown.length);
  const listed = shown.map(({ names, what }) => printable(what, MAX_TEXT) + countOf(names.size));
  if (rest.length === 0) return listed.join(", ");
  const names = rest.reduce((sum, each) => sum + each.names.size, 0);
  return `${listed.join(", ")}, and ${rest.length} more${countOf(names)}`;
}

function countOf(names: number): string {
  return names === 0 ? "" : ` (${names} name${names === 1 ? "" : "s"})`;
}
