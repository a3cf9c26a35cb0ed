/**
 * Explains one variable in one container, from its trace, with the places of its definitions and uses: as JSON, and as
 * text. The layout of the text is that of templates:
 *
 *     HOST in Deployment/shop/web, container app: "db"
 *       "db"     shop.yaml:24:11  value
 *       "cache"  shop.yaml:20:11  configMapRef shop/defaults HOST, shop.yaml:5:3 (hidden)
 *       uses:
 *       shop.yaml:18:20  env[0].value  declared-later: the variable is declared later at shop.yaml:24:11
 *       shop.yaml:30:16  args[0]       expanded: "db"
 */
import { formatPath } from "../../../kubernetes/pod/path.ts";
import { reasonText } from "../../../kubernetes/pod/reason-text.ts";
import { MASK } from "../../../kubernetes/pod/sources/secret-value.ts";
import { describeSource } from "../../../kubernetes/pod/sources/source-text.ts";
import type { ContainerTrace, Definition, TracedUse } from "../../../kubernetes/pod/trace/types.ts";
import type { ManifestPath } from "../../../kubernetes/pod/types.ts";
import type { ObjectPlaces } from "../../../lint/object-places.ts";
import { printable } from "../../../text/printable.ts";
import type { Style } from "../../frame/io.ts";
import { type ManifestWorkload, unknownText } from "../../manifests/manifest-workload.ts";

/** Both forms of an explanation. */
export interface VariableExplanation {
  /** Whether the container defines or uses the name. Otherwise, something unknown can define it. */
  readonly isFound: boolean;
  /** Undefined members are omitted. A value is `MASK` if part of it comes from a Secret, unless secrets are shown. */
  readonly json: unknown;
  readonly lines: readonly string[];
}

interface ExplanationContext {
  readonly name: string;
  readonly workload: ManifestWorkload;
  readonly places: SourcePlaceFinder;
  readonly showsSecrets: boolean;
  readonly style: Style;
}

/** Finds the key or the Service that a value comes from. */
export type SourcePlaceFinder = Pick<ObjectPlaces<SourcePlaces>, "of">;

/** The place of a key's value, and of each `$` in it by offset. */
export interface SourcePlaces {
  readonly place: string;
  readonly uses?: ReadonlyMap<number, string>;
}

/** A definition or use, as JSON and as the cells of a row. */
interface Explained {
  readonly json: unknown;
  readonly row: readonly string[];
}

/** The maximum length of a name or a place, in characters. */
const NAME_WIDTH = 1000;

/** @returns undefined if nothing defines or uses the name, and nothing unknown can define it */
export function explainVariable(trace: ContainerTrace, context: ExplanationContext): VariableExplanation | undefined {
  const { name, workload } = context;
  const { resolved } = trace;
  const used = trace.definitionOf(name);
  const need = trace.needOf(name) ?? used?.need;
  // First the one that is used, then those that it overrides, then those that set nothing.
  const definitions: Definition[] = [];
  for (let each = used; each !== undefined; each = each.hides) definitions.push(each);
  definitions.push(...trace.definitions.filter((each) => each.isSkipped && each.name === name));
  const explained = definitions.map((each) => explainedDefinition(each, each !== used && !each.isSkipped, context));
  const uses = explainedUses(trace.uses, resolved.path, context, trace.closestTo);
  const isFound = definitions.length > 0 || uses.length > 0;
  if (!isFound && need === undefined) return undefined;

  const value = used && shown(used, context);
  const lines: string[] = [];
  if (resolved.error !== undefined) {
    const { message, waitingReason } = resolved.error;
    lines.push(context.style("red", `  does not start: ${waitingReason}: ${printable(message)}`));
  }
  lines.push(...aligned(explained.map(({ row }) => row)));
  const json = {
    container: resolved.name,
    value,
    isSecret: used?.isSecret,
    needs: need?.needs,
    error: resolved.error?.message,
    definitions: explained.map((each) => each.json),
  };
  return explanation(isFound, json, `${workload.titleOf(resolved)}: ${headline()}`, lines, uses, context);

  function headline(): string {
    if (value === undefined) return need === undefined ? "not defined" : unknownText(need);
    const unless = definitions[0]?.unless;
    if (unless !== undefined) return `${valueText(value)}, unless ${printable(unless.needs)} sets it`;
    return need === undefined ? valueText(value) : `${valueText(value)}, partly ${unknownText(need)}`;
  }
}

/** Explains uses of the name outside the containers; undefined if none exists. */
export function explainAround(
  allUses: readonly TracedUse[],
  context: ExplanationContext,
): VariableExplanation | undefined {
  const uses = explainedUses(allUses, [], context, () => undefined);
  if (uses.length === 0) return undefined;
  const title = `${context.workload.podName}, outside of containers: never expanded there`;
  return explanation(true, { definitions: [] }, title, [], uses, context);
}

function explanation(
  isFound: boolean,
  json: object,
  title: string,
  lines: readonly string[],
  uses: readonly Explained[],
  { name, workload }: ExplanationContext,
): VariableExplanation {
  const ofUses = uses.length === 0 ? [] : ["  uses:", ...aligned(uses.map(({ row }) => row))];
  return {
    isFound,
    json: { name, workload: workload.name, ...json, uses: uses.map((use) => use.json) },
    lines: [`${printable(name, NAME_WIDTH)} in ${title}`, ...lines, ...ofUses],
  };
}

function explainedDefinition(definition: Definition, isHidden: boolean, context: ExplanationContext): Explained {
  const { isSecret, isSkipped, need, path, source, unless } = definition;
  const value = shown(definition, context);
  const place = path && context.workload.placeOf(path);
  // The key of a ConfigMap or Secret, or the Service, that the value comes from.
  const sourcePlace = context.places.of(source)?.place;
  const needs = need?.needs;
  const json = { value, isSecret, source, place, sourcePlace, needs, unless: unless?.needs, isHidden, isSkipped };
  const from = source.kind === "service" || sourcePlace === undefined ? "" : `, ${sourcePlace}`;
  const remark = isHidden ? " (hidden)" : isSkipped ? " (optional, missing)" : "";
  const unknown = need === undefined ? "(missing)" : "(unknown)";
  const cell = value === undefined ? unknown : valueText(value);
  return { json, row: [cell, place ?? sourcePlace ?? "", describeSource(source) + from + remark] };
}

function explainedUses(
  uses: readonly TracedUse[],
  containerPath: ManifestPath,
  context: ExplanationContext,
  closestTo: (name: string) => string | undefined,
): Explained[] {
  const { places, workload } = context;
  const own = uses.filter((use) => use.name === context.name);
  const inPod = own.filter(({ source }) => source === undefined);
  const placesInPod = workload.placesOf(inPod);
  const placeOf = new Map(inPod.map((use, i) => [use, placesInPod[i]!]));
  return own.map((use) => {
    const { declaration, form, isSecret, name, need, path, reason, source, start, verdict } = use;
    const ofSource = source && places.of(source);
    const place = placeOf.get(use) ?? ofSource?.uses?.get(start) ?? ofSource?.place ?? workload.placeOf(path);
    const field = formatPath(path.slice(containerPath.length));
    const value = use.value === undefined ? undefined : shown(use, context);
    const declaredAt = declaration && workload.placeOf(declaration);
    const at = declaredAt && `at ${declaredAt}`;
    const didYouMean = verdict === "undefined" ? closestTo(name) : undefined;
    const needs = need?.needs;
    const json = { place, field, form, verdict, reason, value, isSecret, source, declaredAt, needs, didYouMean };
    const from = source === undefined ? "" : ` (${describeSource(source)})`;
    return { json, row: [place, printable(field, NAME_WIDTH) + from, outcome()] };

    function outcome(): string {
      if (verdict === "expanded") return `expanded: ${valueText(value)}`;
      if (need !== undefined) return unknownText(need);
      const hint = didYouMean === undefined ? "" : `; did you mean ${printable(didYouMean)}?`;
      return `${verdict}: ${reasonText(use, at)}${hint}`;
    }
  });
}

function shown({ value, isSecret }: Pick<Definition, "value" | "isSecret">, { showsSecrets }: ExplanationContext) {
  return value !== undefined && isSecret && !showsSecrets ? MASK : value;
}

export function valueText(value: string | undefined): string {
  return value === MASK ? MASK : printable(JSON.stringify(value));
}

/** Formats rows as lines. Each column is as wide as its widest cell. */
export function aligned(rows: readonly (readonly string[])[]): string[] {
  const widths = [0, 1].map((column) => rows.reduce((widest, row) => Math.max(widest, row[column]!.length), 0));
  return rows.map((row) => `  ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join("  ")}`.trimEnd());
}
