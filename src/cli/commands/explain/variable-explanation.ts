/** Explains one variable in one container, from its trace, with the places of its definitions and uses. */

import { formatPath } from "../../../kubernetes/pod/path.ts";
import { MASK } from "../../../kubernetes/pod/sources/secret-value.ts";
import type { ContainerTrace, Definition, TracedUse } from "../../../kubernetes/pod/trace/types.ts";
import type { ManifestPath, Need, VariableSource } from "../../../kubernetes/pod/types.ts";
import type { ObjectPlaces } from "../../../lint/object-places.ts";
import type { ManifestWorkload } from "../../manifests/manifest-workload.ts";

/** A value is `MASK` if part of it comes from a Secret, unless secrets are shown. */
export interface ExplainedDefinition {
  readonly value: string | undefined;
  readonly isSecret: boolean;
  readonly source: VariableSource;
  readonly place: string | undefined;
  /** The key of a ConfigMap or Secret, or the Service, that the value comes from. */
  readonly sourcePlace: string | undefined;
  readonly need: Need | undefined;
  readonly unless: Need | undefined;
  readonly isHidden: boolean;
  /** It sets nothing, because its source is optional and missing. */
  readonly isSkipped: boolean;
}

export interface ExplainedUse {
  readonly place: string;
  /** The field of the container, such as `args[0]`. */
  readonly field: string;
  readonly use: TracedUse;
  readonly value: string | undefined;
  /** The place of the variable's declaration, if it follows the use. */
  readonly declaredAt: string | undefined;
  readonly meant: string | undefined;
}

export interface VariableExplanation {
  readonly name: string;
  readonly workload: ManifestWorkload;
  /** Undefined for the strings of a pod outside its containers. */
  readonly container: ContainerTrace["resolved"] | undefined;
  readonly value: string | undefined;
  readonly isSecret: boolean;
  /** What the value, or a part of it, depends on. */
  readonly need: Need | undefined;
  /** First the one that is used, then those that it overrides, then those that set nothing. */
  readonly definitions: readonly ExplainedDefinition[];
  readonly uses: readonly ExplainedUse[];
}

interface ExplanationContext {
  readonly workload: ManifestWorkload;
  readonly places: ObjectPlaces<SourcePlaces>;
  readonly showsSecrets: boolean;
}

/** The place of a key's value, and of each `$` in it by offset. */
export interface SourcePlaces {
  readonly place: string;
  readonly uses?: ReadonlyMap<number, string>;
}

export function explainVariable(name: string, trace: ContainerTrace, context: ExplanationContext): VariableExplanation {
  const { resolved } = trace;
  const used = trace.definitionOf(name);
  const definitions: ExplainedDefinition[] = [];
  for (let each = used; each !== undefined; each = each.hides) {
    definitions.push(explained(each, each !== used && !each.isSkipped, context));
  }
  for (const each of trace.definitions) {
    if (each.isSkipped && each.name === name) definitions.push(explained(each, false, context));
  }
  return {
    name,
    workload: context.workload,
    container: resolved,
    value: used && shown(used, context),
    isSecret: used?.isSecret === true,
    need: trace.needOf(name) ?? used?.need,
    definitions,
    uses: explainedUses(name, trace.uses, resolved.path, context, (use) =>
      use.verdict === "undefined" ? trace.closestTo(use.name) : undefined,
    ),
  };
}

/** Explains uses of the name outside the containers; undefined if there are none. */
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
  return own.map((use) => {
    const source = use.source && places.of(use.source);
    return {
      place: placeOf.get(use) ?? source?.uses?.get(use.start) ?? source?.place ?? workload.placeOf(use.path),
      field: formatPath(use.path.slice(containerPath.length)),
      use,
      value: use.value === undefined ? undefined : shown(use, context),
      declaredAt: use.declaration && workload.placeOf(use.declaration),
      meant: meantBy(use),
    };
  });
}

function shown({ value, isSecret }: Pick<Definition, "value" | "isSecret">, { showsSecrets }: ExplanationContext) {
  return value !== undefined && isSecret && !showsSecrets ? MASK : value;
}
