/** Explains a variable of Flux: what sets it, and each use of it in what a Kustomization applies. */
import { relative } from "node:path";
import {
  type FluxPath,
  type FluxUse,
  rangeInFile,
  roleOf,
  substitutedText,
  substitutedValue,
  usesIn,
} from "../../../kubernetes/flux/index.ts";
import { idOf, type SourceFile } from "../../../kubernetes/kustomize/index.ts";
import { formatPath } from "../../../kubernetes/pod/path.ts";
import { MASK } from "../../../kubernetes/pod/sources/secret-value.ts";
import { sourceTextOf } from "../../../lint/pod-place.ts";
import { printable } from "../../../text/printable.ts";
import { aligned, valueText } from "./variable-explanation.ts";

interface ExplainedUse {
  readonly place: string;
  /** `ConfigMap/settings data.URL`. */
  readonly field: string;
  /** `invalid`: the object is not valid YAML after substitution. */
  readonly verdict: "expanded" | "undefined" | "unknown" | "invalid";
  /** The value of the reference, or what the field becomes if that is not a string. */
  readonly value: unknown;
}

/** A value is `MASK` if it comes from a Secret. */
export interface FluxExplanation {
  readonly name: string;
  readonly kustomization: string;
  readonly value: string | undefined;
  /** `ConfigMap/settings`; undefined if no source in the repository sets the variable. */
  readonly source: string | undefined;
  readonly place: string | undefined;
  /** Whether everything that can set it is in the repository. */
  readonly isComplete: boolean;
  readonly uses: readonly ExplainedUse[];
}

/** The explanations for the Kustomizations that set or use a variable; for one, if a source sets it and nothing uses it. */
export function explainFlux(name: string, paths: readonly FluxPath[]): FluxExplanation[] {
  const all = paths.flatMap((path): FluxExplanation[] => {
    const { isSubstituted, kustomization, variables } = path;
    const variable = variables.all.get(name);
    const uses = usesIn(path).filter(({ reference }) => reference.name === name);
    if (!isSubstituted || (variable === undefined && uses.length === 0)) return [];
    return [
      {
        name,
        kustomization: `Kustomization/${kustomization.title}`,
        value: knownValue(path, name),
        source: variable?.from,
        place: variable && placeIn(variable.file, variable.node.start),
        isComplete: variables.isComplete,
        uses: uses.map(explained),
      },
    ];
  });
  const used = all.filter(({ source, uses }) => uses.length > 0 || source?.startsWith("Kustomization/"));
  const byText = new Map((used.length > 0 ? used : all.slice(0, 1)).map((each) => [JSON.stringify(each), each]));
  return [...byText.values()];
}

function knownValue({ variables }: FluxPath, name: string): string | undefined {
  const variable = variables.all.get(name);
  return variable?.value ?? (variable?.from.startsWith("Secret/") ? MASK : undefined);
}

function explained({ object, path, reference, text }: FluxUse): ExplainedUse {
  const { kind, name: objectName } = idOf(object);
  const { all, isComplete } = path.variables;
  const { end, hasDefault, name, start } = reference;
  const field = substitutedValue(text.text, path.variables, roleOf(text));
  const isOther = field.kind === "known" && (typeof field.value !== "string" || field.isCut);
  const own = substitutedText(text.text.slice(start, end), path.variables) ?? knownValue(path, name);
  const value = isOther ? field.value : own;
  const isUnset = isComplete && !hasDefault && !all.has(name);
  return {
    place: placeIn(text.file, rangeInFile(text, reference).start),
    field: `${kind}/${objectName} ${formatPath(text.path as (string | number)[])}`,
    verdict:
      field.kind === "invalid" ? "invalid" : value !== undefined ? "expanded" : isUnset ? "undefined" : "unknown",
    value: field.kind === "invalid" ? undefined : value,
  };
}

function placeIn(file: SourceFile, offset: number): string {
  const { column, line } = sourceTextOf(file).region(offset, offset);
  return printable(`${relative(process.cwd(), file.path)}:${line}:${column}`, 1000);
}

/** The lines of an explanation. The layout is that of the variables of containers. */
export function fluxLines(explanation: FluxExplanation): string[] {
  const { isComplete, kustomization, name, place, source, uses, value } = explanation;
  const unset = source === undefined && isComplete ? "not defined" : "unknown";
  const shown = value === undefined ? unset : valueText(value);
  const lines = [`${printable(name)} in ${printable(kustomization)}: ${shown}`];
  if (source !== undefined) lines.push(`  ${shown}  ${place}  ${printable(source)}`);
  const rows = uses.map((use) => {
    return [use.place, printable(use.field), outcomeOf(use)];
  });
  if (rows.length > 0) lines.push("  uses:", ...aligned(rows));
  return lines;
}

const FAILURES = {
  undefined: "undefined: Flux 2.9 refuses the Kustomization",
  invalid: "invalid: the object is not valid YAML after substitution",
  unknown: "unknown",
} as const;

function outcomeOf({ value, verdict }: ExplainedUse): string {
  if (verdict !== "expanded") return FAILURES[verdict];
  if (typeof value === "string") return `expanded: ${valueText(value)}`;
  const json = JSON.stringify(value, (_, part) => (typeof part === "bigint" ? `${part}` : part));
  return `expanded: ${printable(json)}, not a string`;
}
