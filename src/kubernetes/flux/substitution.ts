/** Objects as Flux applies them: after the substitution of variables whose values are known. */

import { compileText } from "../../expansion/compiled/compiled-text.ts";
import { memberOf } from "../../text/own-keys.ts";
import { dereferenced, type Node, type Path, type Scalar } from "../../yaml/node.ts";
import {
  type Budget,
  changedAt,
  itemsOf,
  listAt,
  listedIn,
  mappingAt,
  membersOf,
  scalarAt,
} from "../kustomize/index.ts";
import { isExcluded } from "./kustomization.ts";
import { dollarsIn, type FluxReference, fluxReferences, type ObjectText } from "./references.ts";
import { type ReadValue, readText, serializedText, type TextRole, UNKNOWN } from "./serialized.ts";
import type { FluxVariables } from "./variables.ts";

/** The values that references are replaced with. */
export interface VariableValues extends Pick<FluxVariables, "isComplete" | "isCertain"> {
  readonly all: ReadonlyMap<string, { readonly value: string | undefined }>;
}

/**
 * The text after substitution: undefined if a part of it is unknown, or malformed.
 *
 * @param text a string of the object
 */
export function substitutedText(text: string, variables: VariableValues, budget?: Budget): string | undefined {
  return isDetermined(text, variables, budget) ? replaceReferences(text, variables) : undefined;
}

function isDetermined(text: string, variables: VariableValues, budget?: Budget): boolean {
  if (!/\$[{$]/.test(text)) return true;
  const { all, isCertain } = variables;
  if (!isCertain) return false;
  const { malformed, references } = fluxReferences(text);
  if (malformed.length > 0 || !references.every((reference) => isKnown(reference, variables))) return false;
  const units = references.reduce((sum, { name }) => sum + 1 + (all.get(name)?.value?.length ?? 0) / 16, 0);
  return budget?.take(units) !== false;
}

function replaceReferences(text: string, { all }: VariableValues): string {
  const { references } = fluxReferences(text);
  if (!text.includes("$$") && references.every(({ end, name, start }) => end - start === name.length + "${}".length)) {
    // The frequent case: other references take ten times as long.
    const parts = references.map(
      ({ end, name }, i) => all.get(name)!.value! + text.slice(end, references[i + 1]?.start),
    );
    return text.slice(0, references[0]?.start) + parts.join("");
  }
  return compileText(text, { syntax: "flux", strict: false }).expand(
    (name) => all.get(name)?.value,
    () => {},
  );
}

function isKnown({ hasDefault, name }: FluxReference, { all, isComplete }: VariableValues): boolean {
  const variable = all.get(name);
  return variable === undefined ? hasDefault && isComplete : variable.value !== undefined;
}

/**
 * What a string or a key is after substitution. Flux replaces text in an object that is written as YAML: a string that does not
 * need quotes before can be a number, a mapping, or invalid afterward.
 */
export function substitutedValue(text: string, variables: VariableValues, role: TextRole, budget?: Budget): ReadValue {
  if (!/\$[{$]/.test(text)) return { kind: "known", value: text, isCut: false };
  const serialized = serializedText(text, role);
  if (serialized === undefined || !isDetermined(serialized.source, variables, budget)) return UNKNOWN;
  return readText(serialized, (source) => replaceReferences(source, variables));
}

/** What a string or a key of an object is in the YAML that Flux writes. */
export function roleOf({ isKey, path }: Pick<ObjectText, "isKey" | "path">): TextRole {
  return isKey ? "key" : typeof path.at(-1) === "number" ? "item" : "value";
}

/** A string or key of an object that substitution changes, or whose result is unknown. */
export interface ReplacedText {
  readonly path: Path;
  readonly text: string;
  readonly isKey: boolean;
  readonly result: ReadValue;
}

/**
 * The object after substitution, unless it is excluded. What is unknown stays unchanged. kustomize takes lists apart before
 * Flux replaces variables, so each item of a list is an object.
 *
 * @param onText receives the strings and keys that are replaced, with their paths before substitution
 * @param budget what values can be put into strings for: strings that exceed it are unknown. Default: no limit
 */
export function substituted(
  document: Node,
  variables: FluxVariables,
  onText?: (text: ReplacedText) => void,
  budget?: Budget,
  path: Path = [],
): Node {
  const items = listedIn(document);
  if (items === undefined) {
    return isExcluded(document.value) ? document : replaced(document, { variables, onText, budget }, path);
  }
  const after = items.map((item, i) => substituted(item, variables, onText, budget, [...path, "items", i]));
  if (after.every((item, i) => item === items[i])) return document;
  return changedAt(document, ["items"], (list) => listAt(list!, after))!;
}

interface Replacing {
  readonly variables: FluxVariables;
  readonly onText: ((text: ReplacedText) => void) | undefined;
  readonly budget: Budget | undefined;
}

function replaced(
  node: Node,
  replacing: Replacing,
  path: Path,
  role: TextRole = "value",
  hasDollar = dollarsIn(node.value),
): Node {
  const { budget, onText, variables } = replacing;
  if (!hasDollar(node.value)) return node;
  const value = dereferenced(node);
  if (value.kind === "scalar") {
    const text = value.value;
    if (typeof text !== "string") return node;
    const result = substitutedValue(text, variables, role, budget);
    if (result.kind === "known" && result.value === text) return node;
    onText?.({ path, text, isKey: false, result });
    return result.kind === "known" ? valueAt(node, result.value) : node;
  }
  if (value.kind === "sequence") {
    const items = itemsOf(node).map((item, i) =>
      replaced(item, replacing, onText ? [...path, i] : path, "item", hasDollar),
    );
    return items.every((item, i) => item === value.items[i]) ? node : listAt(node, items);
  }
  const members: [string, Node][] = [];
  let isChanged = false;
  for (const [text, member] of membersOf(node)) {
    const changed = replaced(member, replacing, onText ? [...path, text] : path, "value", hasDollar);
    const result = substitutedValue(text, variables, "key", budget);
    const key = result.kind === "known" ? `${result.value}` : text;
    if (key !== text || result.kind !== "known") onText?.({ path: [...path, text], text, isKey: true, result });
    isChanged ||= changed !== member || key !== text;
    members.push([key, changed]);
  }
  return isChanged ? mappingAt(node, members) : node;
}

/** A value in place of a node. */
function valueAt(node: Node, value: unknown): Node {
  if (Array.isArray(value)) {
    return listAt(
      node,
      value.map((item) => valueAt(node, item)),
    );
  }
  if (typeof value !== "object" || value === null) return scalarAt(node, value as Scalar);
  return mappingAt(
    node,
    Object.entries(value).map(([key, member]) => [key, valueAt(node, member)] as const),
  );
}

/** What is needed to determine a text whose result is unknown, for messages. */
export function neededFor(text: string, variables: FluxVariables): string {
  // Text is not replaced if the only source is optional and does not exist.
  if (!variables.isCertain) return variables.unknownSources[0]?.title ?? "the Flux Kustomization that applies it";
  const { malformed, references } = fluxReferences(text);
  if (malformed.length > 0) return "text that Flux can parse";
  const missing = references.find((reference) => !isKnown(reference, variables));
  return missing === undefined ? "values that do not break the YAML around them" : `the Flux variable ${missing.name}`;
}

/** An object after substitution. Objects of Flux, which do not have pods, are not changed. */
export function appliedObject(
  document: Node,
  variables: FluxVariables,
  onText?: (text: ReplacedText) => void,
  budget?: Budget,
): Node {
  return isOfFlux(document.value) ? document : substituted(document, variables, onText, budget);
}

function isOfFlux(object: unknown): boolean {
  return /\.fluxcd\.io\//.test(`${memberOf(object, "apiVersion")}`);
}

/** Whether an object that is not of Flux can contain a container with something that is expanded. */
export function mayHavePod(object: unknown): boolean {
  return !isOfFlux(object) && hasContainer(object);
}

function hasContainer(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  if (Array.isArray(value)) return value.some(hasContainer);
  return Object.entries(value).some(([key, member]) => {
    return /^(?:env|envFrom|command|args)$|containers?$/i.test(key) || hasContainer(member);
  });
}
