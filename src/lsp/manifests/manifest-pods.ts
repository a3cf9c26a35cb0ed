/** The pods of a manifest for views: uses and definitions with their places in the current text. */

import { PROBES } from "../../kubernetes/pod/resolve/resolve-container.ts";
import { MASK } from "../../kubernetes/pod/sources/secret-value.ts";
import { describeSource } from "../../kubernetes/pod/sources/source-text.ts";
import type { ContainerTrace, Definition, TracedUse } from "../../kubernetes/pod/trace/types.ts";
import type { ManifestPath, VariableSource } from "../../kubernetes/pod/types.ts";
import type { TextRange } from "../../lint/finding.ts";
import { printable } from "../../text/printable.ts";
import type { Path } from "../../yaml/node.ts";
import { pathAt } from "../../yaml/places.ts";
import type { Place } from "../places.ts";
import type { ViewedDefinition, ViewedUse, VisibleName } from "../view.ts";
import type { SeenPod } from "./tracked-chunk.ts";

/** Finds the source of a value in all texts. */
export type SourcePlaces = (source: VariableSource) => Place | undefined;

export class ViewedPod {
  /** The text's name. */
  readonly file: string;
  readonly seen: SeenPod;
  /** The offset of the chunk that contains the pod. */
  private readonly start: number;
  /** The source of a value. */
  readonly sourcePlace: SourcePlaces;
  private usesFound: readonly ViewedPodUse[] | undefined;

  constructor(file: string, seen: SeenPod, start: number, sources: SourcePlaces) {
    this.file = file;
    this.seen = seen;
    this.start = start;
    this.sourcePlace = sources;
  }

  get uses(): readonly ViewedPodUse[] {
    if (this.usesFound === undefined) {
      const { place, trace } = this.seen;
      const found: ViewedPodUse[] = [];
      for (const container of [...trace.containers, undefined]) {
        const uses = container?.uses ?? trace.uses;
        const ranges = place.rangesOfUses(uses);
        for (const [i, use] of uses.entries()) {
          const range = this.now(ranges[i]!);
          if (range !== undefined) found.push(viewedUse(this, use, container, range));
        }
      }
      this.usesFound = found;
    }
    return this.usesFound;
  }

  /** `Deployment/web, container app`. */
  titleOf(container: ContainerTrace | undefined): string {
    const { object } = this.seen.place;
    if (container === undefined) return object;
    const { kind, name } = container.resolved;
    return printable(`${object}, ${kind.replace("Container", " container")} ${name}`);
  }

  /** The entry of `env` or `envFrom`; undefined if it does not exist or is being edited. */
  entryPlace(path: ManifestPath | undefined): Place | undefined {
    const { place } = this.seen;
    if (path === undefined || place.nodeAt(path) === undefined) return undefined;
    const range = this.now(place.rangeOfEntry(path));
    return range && { name: this.file, ...range };
  }

  /** The effective definition, then those that it hides. */
  definitions(first: Definition | undefined): ViewedDefinition[] {
    const all: ViewedDefinition[] = [];
    for (let next = first; next !== undefined; next = next.hides) all.push(this.viewed(next, next !== first));
    return all;
  }

  /** The container at an offset into the whole text, and the path in it. */
  containerAt(
    offset: number,
  ): { readonly container: ContainerTrace; readonly path: Path; readonly isInKey: boolean } | undefined {
    const { change, place, trace } = this.seen;
    const inChunk = offset - this.start;
    const { document, source } = place;
    const { isInKey, path } = pathAt(source.text, document, change === undefined ? inChunk : change.before(inChunk));
    for (const container of trace.containers) {
      const at = place.pathOf(container.resolved.path);
      if (at.length > path.length || at.some((step, i) => step !== path[i])) continue;
      return { container, path: path.slice(at.length), isInKey };
    }
    return undefined;
  }

  visibleAt(offset: number): VisibleName[] {
    const at = this.containerAt(offset);
    if (at === undefined || at.isInKey) return [];
    const found = visibleDefinitions(at.container, at.path as ManifestPath);
    return Array.from(found, ([name, definition]) => {
      return { name, value: shownValue(definition), from: describeSource(definition.source) };
    });
  }

  /** The places of a variable of a container. */
  places(container: ContainerTrace, name: string): Place[] {
    const declared = container.definitions.flatMap((each) =>
      each.name === name ? (this.entryPlace(each.path) ?? []) : [],
    );
    const used = this.uses.filter(
      (use) => use.container === container && use.name === name && use.verdict !== "escaped",
    );
    return [...declared, ...used.map(({ start, end }) => ({ name: this.file, start, end }))];
  }

  viewed(definition: Definition, isHidden: boolean): ViewedDefinition {
    const { need, path, source, unless } = definition;
    return {
      value: shownValue(definition),
      from: describeSource(source),
      entry: this.entryPlace(path),
      isWhole: path?.at(-2) === "env",
      source: this.sourcePlace(source),
      needs: need?.needs,
      unless: unless?.needs,
      isHidden,
    };
  }

  private now({ start, end }: TextRange): TextRange | undefined {
    const { change } = this.seen;
    const range = change === undefined ? { start, end } : change.after({ start, end });
    return range && { start: this.start + range.start, end: this.start + range.end };
  }
}

/** A value for display: secrets are masked. */
function shownValue({ isSecret, value }: Pick<Definition, "isSecret" | "value">): string | undefined {
  return value !== undefined && isSecret ? MASK : value;
}

/** A use, and what it belongs to. */
export interface ViewedPodUse extends ViewedUse {
  /** Undefined for a text around the containers. */
  readonly container: ContainerTrace | undefined;
  readonly pod: ViewedPod;
}

function viewedUse(
  pod: ViewedPod,
  use: TracedUse,
  container: ContainerTrace | undefined,
  { start, end }: TextRange,
): ViewedPodUse {
  const { name, need, verdict } = use;
  const where = pod.titleOf(container);
  const declaration = pod.entryPlace(use.declaration);
  const meant = verdict === "undefined" ? container?.closestTo(name) : undefined;
  const isFormer = pod.seen.change !== undefined;
  return {
    ...{ start, end, pod, use, container, name, verdict, where, declaration, meant, isFormer },
    value: shownValue(use),
    needs: need?.needs,
    // A definition can cover any number of others.
    get definitions() {
      return pod.definitions(use.definition);
    },
  };
}

/**
 * The definitions that a string can refer to, by name.
 *
 * @param path of a text in the container: `["env", 2, "value"]`
 */
function visibleDefinitions(container: ContainerTrace, path: ManifestPath): ReadonlyMap<string, Definition> {
  const isBefore = orderAt(path);
  const found = new Map<string, Definition>();
  if (isBefore === undefined) return found;
  if (!isProbe(path)) {
    for (const { name, source, path: entry, value } of container.resolved.env) {
      if (entry === undefined && source.kind === "service") found.set(name, { name, source, value });
    }
  }
  for (const definition of container.definitions) {
    if (!definition.isSkipped && isBefore(definition)) found.set(definition.name, definition);
  }
  return found;
}

/** Selects the definitions that a string can refer to; undefined if it is never expanded. */
function orderAt(path: ManifestPath): ((definition: Definition) => boolean) | undefined {
  const [member, index, field] = path;
  if (isProbe(path)) return path[1] === "exec" && path[2] === "command" ? isOfEnv : undefined;
  if (member === "command" || member === "args") return () => true;
  if (member === "volumeMounts") return field === "subPathExpr" ? () => true : undefined;
  if (member !== "env" || field !== "value" || typeof index !== "number") return undefined;
  return (definition) => !isOfEnv(definition) || (definition.path!.at(-1) as number) < index;
}

function isProbe([member]: ManifestPath): boolean {
  return (PROBES as readonly unknown[]).includes(member);
}

function isOfEnv({ path }: Definition): boolean {
  return path?.at(-2) === "env";
}
