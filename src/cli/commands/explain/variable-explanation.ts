/** What a trace says of one variable in one container, with the places of everything. */

import { formatPath } from "../../../kubernetes/pod/path.ts";
import { MASK } from "../../../kubernetes/pod/sources/secret-value.ts";
import type { ContainerTrace, Definition, TracedUse } from "../../../kubernetes/pod/trace/types.ts";
import type { ManifestPath, Need, VariableSource } from "../../../kubernetes/pod/types.ts";
import type { ObjectPlaces } from "../../../lint/object-places.ts";
import type { ManifestWorkload } from "../../manifests/manifest-workload.ts";

/** A text that people read: `MASK`, if a part of it comes from a Secret. */
export type ShownValue = string | undefined;

export interface ExplainedDefinition {
  readonly value: ShownValue;
  readonly isSecret: boolean;
  readonly source: VariableSource;
  /** The entry of `env` or `envFrom`. */
  readonly place: string | undefined;
  /** What the entry takes the value from: the key of a ConfigMap or Secret, a Service. */
  readonly sourcePlace: string | undefined;
  readonly need: Need | undefined;
  readonly unless: Need | undefined;
  /** Another definition covers it. */
  readonly isHidden: boolean;
  /** It sets nothing: its source is optional and not there. */
  readonly isSkipped: boolean;
}

export interface ExplainedUse {
  readonly place: string;
  /** Where it stands in the container: `args[0]`. */
  readonly field: string;
  readonly use: TracedUse;
  readonly value: ShownValue;
  /** Where the variable is declared, if that is further down. */
  readonly declaredAt: string | undefined;
  /** The closest name, if nothing defines this one. */
  readonly meant: string | undefined;
}

export interface VariableExplanation {
  readonly name: string;
  readonly workload: ManifestWorkload;
  /** Undefined for the strings of a pod around its containers. */
  readonly container: ContainerTrace["resolved"] | undefined;
  readonly value: ShownValue;
  readonly isSecret: boolean;
  /** What it needs to know the value, or the rest of it. */
  readonly need: Need | undefined;
  /** The one that counts first, then those that it covers, then those that set nothing. */
  readonly definitions: readonly ExplainedDefinition[];
  readonly uses: readonly ExplainedUse[];
}

export interface ExplanationContext {
  readonly workload: ManifestWorkload;
  readonly places: ObjectPlaces<SourcePlaces>;
  readonly showsSecrets: boolean;
}

/** Where the value of a key stands, and the `$` in it by their offsets. */
export interface SourcePlaces {
  readonly place: string;
  readonly uses?: ReadonlyMap<number, string>;
}

/** The variable in a container. */
export function explainVariable(name: string, trace: ContainerTrace, context: ExplanationContext): VariableExplanation {
  const { resolved } = trace;
  const counting = trace.definitionOf(name);
  const need = trace.needOf(name) ?? counting?.need;
  const all = counting === undefined ? [] : [counting, ...hiddenBy(counting)];
  const skipped = trace.definitions.filter((each) => each.isSkipped && each.name === name);
  return {
    name,
    workload: context.workload,
    container: resolved,
    value: counting && shown(counting, context),
    isSecret: counting?.isSecret === true,
    need,
    definitions: [...all, ...skipped].map((each, i) => explained(each, i > 0 && !each.isSkipped, context)),
    uses: explainedUses(name, trace.uses, resolved.path, context, (use) =>
      use.verdict === "undefined" ? trace.closestTo(use.name) : undefined,
    ),
  };
}

/** The variable's name in strings around the containers; undefined if it is not there. */
export function explainAround(
  name: string,
  uses: readonly TracedUse[],
  context: ExplanationContext,
): VariableExplanation | undefined {
  const found = explainedUses(name, uses, [], context, () => undefined);
  if (found.length === 0) return undefined;
  const { workload } = context;
  const nothing = { container: undefined, value: undefined, isSecret: false, need: undefined, definitions: [] };
  return { name, workload, ...nothing, uses: found };
}

function hiddenBy(definition: Definition): Definition[] {
  const hidden: Definition[] = [];
  for (let next = definition.hides; next !== undefined; next = next.hides) hidden.push(next);
  return hidden;
}

function explained(definition: Definition, isHidden: boolean, context: ExplanationContext): ExplainedDefinition {
  const { isSecret, isSkipped, need, path, source, unless } = definition;
  return {
    value: shown(definition, context),
    isSecret: isSecret === true,
    source,
    place: path && context.workload.placeOf(path),
    sourcePlace: context.places.of(source)?.place,
    need,
    unless,
    isHidden,
    isSkipped: isSkipped === true,
  };
}

function explainedUses(
  name: string,
  uses: readonly TracedUse[],
  containerPath: ManifestPath,
  context: ExplanationContext,
  meantBy: (use: TracedUse) => string | undefined,
): ExplainedUse[] {
  const { places, workload } = context;
  const own = uses.filter((use) => use.name === name);
  const inPod = own.filter(({ source }) => source === undefined);
  const placesInPod = workload.placesOf(inPod);
  const placeOf = new Map(inPod.map((use, i) => [use, placesInPod[i]!]));
  return own.map((use) => ({
    place: placeOf.get(use) ?? placeInSource(use, places) ?? workload.placeOf(use.path),
    field: formatPath(use.path.slice(containerPath.length)),
    use,
    value: use.value === undefined ? undefined : shown(use, context),
    declaredAt: use.declaration && workload.placeOf(use.declaration),
    meant: meantBy(use),
  }));
}

function placeInSource({ source, start }: TracedUse, places: ObjectPlaces<SourcePlaces>): string | undefined {
  const found = source && places.of(source);
  return found?.uses?.get(start) ?? found?.place;
}

function shown({ value, isSecret }: Pick<Definition, "value" | "isSecret">, { showsSecrets }: ExplanationContext) {
  return value !== undefined && isSecret && !showsSecrets ? MASK : value;
}
