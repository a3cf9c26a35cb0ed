/** Objects as Flux applies them: after the substitution of variables whose values are known. */

import { Substitution } from "../../expansion/index.ts";
import { KUBERNETES } from "../../yaml/dialect.ts";
import { dereferenced, type Node, type Scalar } from "../../yaml/node.ts";
import { isPlain } from "../../yaml/write/scalar.ts";
import { itemsOf, listAt, mappingAt, membersOf, scalarAt } from "../kustomize/index.ts";
import { fluxReferences, hasDollar } from "./references.ts";
import type { FluxVariables } from "./variables.ts";

const substitutions = /* @__PURE__ */ new WeakMap<FluxVariables, Substitution>();

/**
 * The text after substitution: undefined if a part of it is unknown, or malformed.
 *
 * @param text a string of the object
 */
function substitutedText(text: string, variables: FluxVariables): string | undefined {
  if (!/\$[{$]/.test(text)) return text;
  const { all, isComplete } = variables;
  const { malformed, references } = fluxReferences(text);
  const isKnown = references.every(({ hasDefault, name }) => {
    const variable = all.get(name);
    return variable === undefined ? hasDefault && isComplete : variable.value !== undefined;
  });
  if (!isKnown || malformed.length > 0) return undefined;
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

/**
 * The value that a string has after substitution. Flux replaces text in an object that is written as YAML: a string that
 * does not need quotes before can be a number afterward.
 *
 * @returns undefined if it is unknown
 */
export function substitutedValue(text: string, variables: FluxVariables): Scalar | undefined {
  const output = substitutedText(text, variables);
  if (output === undefined || !isPlain(text, false)) return output;
  const quoted = /^"([^"\\\n]*)"$|^'([^'\n]*)'$/.exec(output);
  if (quoted !== null) return quoted[1] ?? quoted[2];
  const value = KUBERNETES.plain(output);
  return typeof value !== "string" || isPlain(output, false) ? value : undefined;
}

/** The object after substitution. What is unknown stays unchanged. */
export function substituted(node: Node, variables: FluxVariables): Node {
  if (!hasDollar(node.value)) return node;
  const value = dereferenced(node);
  if (value.kind === "scalar") {
    if (typeof value.value !== "string") return node;
    const result = substitutedValue(value.value, variables);
    return result === undefined || result === value.value ? node : scalarAt(node, result);
  }
  if (value.kind === "sequence") {
    const items = itemsOf(node).map((item) => substituted(item, variables));
    return items.every((item, i) => item === value.items[i]) ? node : listAt(node, items);
  }
  const members = membersOf(node);
  let isChanged = false;
  for (const [key, member] of members) {
    const changed = substituted(member, variables);
    isChanged ||= changed !== member;
    members.set(key, changed);
  }
  return isChanged ? mappingAt(node, members) : node;
}
