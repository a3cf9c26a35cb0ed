/** The pods of a manifest as people see them: uses and definitions with their places in the text as it is now. */

import { PROBES } from "../../kubernetes/pod/resolve/resolve-container.ts";
import { MASK } from "../../kubernetes/pod/sources/secret-value.ts";
import { describeSource } from "../../kubernetes/pod/sources/source-text.ts";
import type { ContainerTrace, Definition, TracedUse } from "../../kubernetes/pod/trace/types.ts";
import type { ManifestPath, VariableSource } from "../../kubernetes/pod/types.ts";
import type { TextRange } from "../../lint/pod-place.ts";
import { printable } from "../../text/printable.ts";
import type { Path } from "../../yaml/node.ts";
import { pathAt } from "../../yaml/path-at.ts";
import type { Place } from "../places.ts";
import type { ViewedDefinition, ViewedUse } from "../view.ts";
import type { SeenPod } from "./manifest-text.ts";

/** Finds what a value is taken from, in all texts. */
export type SourcePlaces = (source: VariableSource) => Place | undefined;

/** A pod of a manifest. */
export class ViewedPod {
  /** The text's name. */
  readonly file: string;
  readonly seen: SeenPod;
  /** Where the chunk begins that the pod is in. */
  private readonly start: number;
  private readonly sources: SourcePlaces;
  private usesFound: readonly ViewedPodUse[] | undefined;

  constructor(file: string, seen: SeenPod, start: number, sources: SourcePlaces) {
    this.file = file;
    this.seen = seen;
    this.start = start;
    this.sources = sources;
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
          if (range !== undefined) found.push(new ViewedPodUse(this, use, container, range));
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

  /** The entry of `env` or `envFrom`; undefined if the manifest has none, or it is being changed. */
  entryPlace(path: ManifestPath | undefined): Place | undefined {
    const { place } = this.seen;
    if (path === undefined || place.nodeAt(path) === undefined) return undefined;
    const range = this.now(place.rangeOfEntry(path));
    return range && { name: this.file, ...range };
  }

  /** What a value is taken from. */
  sourcePlace(source: VariableSource): Place | undefined {
    return this.sources(source);
  }

  /** The one that counts, then those that it covers. */
  definitions(first: Definition | undefined): ViewedDefinition[] {
    const all: ViewedDefinition[] = [];
    for (let next = first; next !== undefined; next = next.hides) all.push(this.viewed(next, next !== first));
    return all;
  }

  /** What stands at an offset into the whole text: the container, and the path in it. */
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

  visibleAt(offset: number): { name: string; definition: ViewedDefinition }[] {
    const at = this.containerAt(offset);
    if (at === undefined || at.isInKey) return [];
    const found = visibleDefinitions(at.container, at.path as ManifestPath);
    return Array.from(found, ([name, definition]) => ({ name, definition: this.viewed(definition, false) }));
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

  private viewed(definition: Definition, isHidden: boolean): ViewedDefinition {
    const { need, path, source, unless } = definition;
    return {
      ...shownValue(definition),
      from: describeSource(source),
      entry: this.entryPlace(path),
      isWhole: path?.at(-2) === "env",
      source: this.sources(source),
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

/** A value that people read. */
export function shownValue({ isSecret, value }: { readonly value?: string; readonly isSecret?: boolean }) {
  return { value: value !== undefined && isSecret ? MASK : value, isSecret: isSecret === true };
}

export class ViewedPodUse implements ViewedUse {
  readonly start: number;
  readonly end: number;
  readonly use: TracedUse;
  /** Undefined for a text around the containers. */
  readonly container: ContainerTrace | undefined;
  readonly pod: ViewedPod;

  constructor(pod: ViewedPod, use: TracedUse, container: ContainerTrace | undefined, { start, end }: TextRange) {
    this.pod = pod;
    this.use = use;
    this.container = container;
    this.start = start;
    this.end = end;
  }

  get name(): string {
    return this.use.name;
  }

  get verdict(): ViewedUse["verdict"] {
    return this.use.verdict;
  }

  get reason(): string {
    return this.use.reason;
  }

  get value(): string | undefined {
    return shownValue(this.use).value;
  }

  get isSecret(): boolean {
    return this.use.isSecret === true;
  }

  get where(): string {
    return this.pod.titleOf(this.container);
  }

  get definitions(): readonly ViewedDefinition[] {
    return this.pod.definitions(this.use.definition);
  }

  get declaration(): Place | undefined {
    return this.pod.entryPlace(this.use.declaration);
  }

  get needs(): string | undefined {
    return this.use.need?.needs;
  }

  get meant(): string | undefined {
    return this.verdict === "undefined" ? this.container?.closestTo(this.name) : undefined;
  }

  get isFormer(): boolean {
    return this.pod.seen.change !== undefined;
  }
}

/**
 * The definitions in force there, by name: what is set before, where order counts.
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

/** Which definitions count for a text; undefined if it is never expanded. */
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
