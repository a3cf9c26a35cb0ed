/** Explains a variable of Flux: what sets it, and each use of it in what a Kustomization applies. */
import { relative } from "node:path";
import {
  type FluxPath,
  type FluxReference,
  fluxReferences,
  isDisabled,
  type ObjectText,
  rangeInFile,
  substitutedValue,
  textsOf,
} from "../../../kubernetes/flux/index.ts";
import { fileAt, idOf, type SourceFile } from "../../../kubernetes/kustomize/index.ts";
import { formatPath } from "../../../kubernetes/pod/path.ts";
import { MASK } from "../../../kubernetes/pod/sources/secret-value.ts";
import { sourceTextOf } from "../../../lint/pod-place.ts";
import { printable } from "../../../text/printable.ts";
import { programJson } from "../../frame/document-text.ts";
import { aligned, valueText } from "./variable-output.ts";

interface FluxUse {
  readonly place: string;
  /** `ConfigMap/settings data.URL`. */
  readonly field: string;
  readonly verdict: "expanded" | "undefined" | "unknown";
  readonly value: string | undefined;
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
  readonly uses: readonly FluxUse[];
}

/** The explanations for the Kustomizations that set or use a variable; for one, if a source sets it and nothing uses it. */
export function explainFlux(name: string, paths: readonly FluxPath[]): FluxExplanation[] {
  const all = paths.flatMap((path): FluxExplanation[] => {
    const { isSubstituted, kustomization, variables } = path;
    const variable = variables.all.get(name);
    const uses = usesIn(path, name);
    if (!isSubstituted || (variable === undefined && uses.length === 0)) return [];
    const { name: own, namespace } = kustomization;
    return [
      {
        name,
        kustomization: `Kustomization/${namespace === "" ? own : `${namespace}/${own}`}`,
        value: knownValue(path, name),
        source: variable?.from,
        place: variable && placeIn(variable.file, variable.node.start),
        isComplete: variables.isComplete,
        uses,
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

function usesIn(path: FluxPath, name: string): FluxUse[] {
  return path.rendering.objects.flatMap(({ document, isUnknown }) => {
    const file = fileAt(document, []);
    if (file === undefined || isUnknown || isDisabled(document.value)) return [];
    const { kind, name: object } = idOf(document.value);
    return [...textsOf(document, file)].reverse().flatMap((text) => {
      const references = fluxReferences(text.text).references.filter((reference) => reference.name === name);
      return references.map((reference) => useOf(path, text, reference, `${kind}/${object}`));
    });
  });
}

function useOf(path: FluxPath, text: ObjectText, reference: FluxReference, object: string): FluxUse {
  const { all, isComplete } = path.variables;
  const { end, hasDefault, name, start } = reference;
  const known = substitutedValue(text.text.slice(start, end), path.variables);
  const value = known === undefined ? knownValue(path, name) : `${known}`;
  const isUnset = isComplete && !hasDefault && !all.has(name);
  return {
    place: placeIn(text.file, rangeInFile(text, reference).start),
    field: `${object} ${formatPath(text.path as (string | number)[])}`,
    verdict: value !== undefined ? "expanded" : isUnset ? "undefined" : "unknown",
    value,
  };
}

function placeIn(file: SourceFile, offset: number): string {
  const { column, line } = sourceTextOf(file).region(offset, offset);
  return printable(`${relative(process.cwd(), file.path)}:${line}:${column}`, 1000);
}

export function fluxJson(explanation: FluxExplanation): string {
  return programJson(explanation);
}

/** The layout is that of the variables of containers. */
export function fluxText(explanation: FluxExplanation, fitted: (line: string) => string): string {
  const { isComplete, kustomization, name, place, source, uses, value } = explanation;
  const unset = source === undefined && isComplete ? "not defined" : "unknown";
  const shown = value === undefined ? unset : valueText(value);
  const lines = [`${printable(name)} in ${printable(kustomization)}: ${shown}`];
  if (source !== undefined) lines.push(`  ${shown}  ${place}  ${printable(source)}`);
  const rows = uses.map((use) => {
    const outcome = use.verdict === "undefined" ? "undefined: Flux 2.9 refuses the Kustomization" : use.verdict;
    return [use.place, printable(use.field), use.value === undefined ? outcome : `expanded: ${valueText(use.value)}`];
  });
  if (rows.length > 0) lines.push("  uses:", ...aligned(rows));
  return `${lines.map(fitted).join("\n")}\n`;
}
