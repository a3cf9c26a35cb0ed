/** Objects as Flux applies them: after the substitution of variables whose values are known. */

import { Substitution } from "../../expansion/index.ts";
import { memberOf } from "../../text/own-keys.ts";
import { dereferenced, type Node, type Path } from "../../yaml/node.ts";
import { isPlain } from "../../yaml/write/scalar.ts";
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
import { isDisabled } from "./kustomization.ts";
import { dollarsIn, type FluxReference, fluxReferences } from "./references.ts";
import type { FluxVariables } from "./variables.ts";
import { type Replaced, writtenValue } from "./written-value.ts";

const substitutions = /* @__PURE__ */ new WeakMap<FluxVariables, Substitution>();

/**
 * The text after substitution: undefined if a part of it is unknown, or malformed.
 *
 * @param text a string of the object
 */
function substitutedText(text: string, variables: FluxVariables, budget?: Budget): string | undefined {
  if (!/\$[{$]/.test(text)) return text;
  const { all, isCertain } = variables;
  if (!isCertain) return undefined;
  const { malformed, references } = fluxReferences(text);
  if (malformed.length > 0 || !references.every((reference) => isKnown(reference, variables))) return undefined;
  const units = references.reduce((sum, { name }) => sum + 1 + (all.get(name)?.value?.length ?? 0) / 16, 0);
  if (budget?.take(units) === false) return undefined;
  if (!text.includes("$$") && references.every(({ end, name, start }) => end - start === name.length + "${}".length)) {
    // The frequent case: other references take ten times as long.
    const parts = references.map(
      ({ end, name }, i) => all.get(name)!.value! + text.slice(end, references[i + 1]?.start),
    );
    return text.slice(0, references[0]?.start) + parts.join("");
  }
  let substitution = substitutions.get(variables);
  if (substitution === undefined) {
    const values = [...all].flatMap(([name, { value }]): [string, string][] =>
      value === undefined ? [] : [[name, value]],
    );
    substitution = new Substitution("flux", new Map(values), { strict: false });
    substitutions.set(variables, substitution);
  }
  return substitution.expand(text);
}

function isKnown({ hasDefault, name }: FluxReference, { all, isComplete }: FluxVariables): boolean {
  const variable = all.get(name);
  return variable === undefined ? hasDefault && isComplete : variable.value !== undefined;
}

/**
 * The value that a string has after substitution. Flux replaces text in an object that is written as YAML: a string that
 * does not need quotes before can be a number afterward.
 *
 * @returns undefined if it is unknown
 */
export function substitutedValue(text: string, variables: FluxVariables, budget?: Budget): Replaced | undefined {
  const output = substitutedText(text, variables, budget);
  if (output === undefined || output === text) return output;
  const { references } = fluxReferences(text);
  const kept =
    text.slice(0, references[0]?.start) +
    references.map(({ end }, i) => text.slice(end, references[i + 1]?.start)).join("");
  return writtenValue(text, kept, output);
}

/** The key that a key becomes; undefined if it is unknown, or if YAML could read it as something else. */
function substitutedKey(key: string, variables: FluxVariables, budget?: Budget): string | undefined {
  const output = substitutedText(key, variables, budget);
  return output === key || (output !== undefined && /^[-\w./]+$/.test(output) && isPlain(output, false))
    ? output
    : undefined;
}

/** A string or key of an object that substitution changes, or whose result is unknown. */
export interface ReplacedText {
  readonly path: Path;
  readonly text: string;
  readonly isKey: boolean;
  /** Undefined if it is unknown. */
  readonly result: Replaced | undefined;
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
    return isDisabled(document.value) ? document : replaced(document, { variables, onText, budget }, path);
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

function replaced(node: Node, replacing: Replacing, path: Path, hasDollar = dollarsIn(node.value)): Node {
  const { budget, onText, variables } = replacing;
  if (!hasDollar(node.value)) return node;
  const value = dereferenced(node);
  if (value.kind === "scalar") {
    const text = value.value;
    if (typeof text !== "string") return node;
    const result = substitutedValue(text, variables, budget);
    if (result === text) return node;
    onText?.({ path, text, isKey: false, result });
    return result === undefined ? node : scalarAt(node, result);
  }
  if (value.kind === "sequence") {
    const items = itemsOf(node).map((item, i) => replaced(item, replacing, onText ? [...path, i] : path, hasDollar));
    return items.every((item, i) => item === value.items[i]) ? node : listAt(node, items);
  }
  const members: [string, Node][] = [];
  let isChanged = false;
  for (const [text, member] of membersOf(node)) {
    const changed = replaced(member, replacing, onText ? [...path, text] : path, hasDollar);
    const result = substitutedKey(text, variables, budget);
    if (result !== text) onText?.({ path: [...path, text], text, isKey: true, result });
    isChanged ||= changed !== member || (result ?? text) !== text;
    members.push([result ?? text, changed]);
  }
  return isChanged ? mappingAt(node, members) : node;
}

/** What is needed to determine a text whose result is unknown, for messages. */
export function neededFor(text: string, variables: FluxVariables): string {
  if (!variables.isCertain) return "the Flux Kustomization that applies it";
  const { malformed, references } = fluxReferences(text);
  if (malformed.length > 0) return "text that Flux can parse";
  const missing = references.find((reference) => !isKnown(reference, variables));
  return missing === undefined ? "values that do not change the YAML around them" : `the Flux variable ${missing.name}`;
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
