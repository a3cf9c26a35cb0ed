/** A file in which Flux replaces variables, or that sets them: the variables at its places. */

import {
  appliedObject,
  type FluxPath,
  type FluxUse,
  type FluxVariables,
  rangeInFile,
  usesIn,
  variablesByFile,
} from "../../kubernetes/flux/index.ts";
import { MASK } from "../../kubernetes/pod/sources/secret-value.ts";
import { getOrAdd } from "../../text/grouped.ts";
import type { Node } from "../../yaml/node.ts";
import { contains, type Place } from "../places.ts";
import type { ViewedDefinition, ViewedSymbol } from "../view.ts";

export class FluxFile {
  /** Returns an object after substitution; undefined if nothing is replaced in the file. */
  readonly applied: ((document: Node) => Node) | undefined;
  private readonly name: string;
  private readonly now: () => readonly FluxPath[];
  private usesFound: readonly (FluxUse & Place)[] | undefined;

  /**
   * @param paths what Kustomizations apply that contain the file, or that are in it
   * @param now returns the same as the files are now
   */
  constructor(name: string, paths: readonly FluxPath[], now: () => readonly FluxPath[]) {
    this.name = name;
    this.now = now;
    const variables = variablesByFile(paths).get(name);
    this.applied = variables && appliedWith(variables);
  }

  /** The variable of a reference at a place. */
  symbolAt(offset: number): ViewedSymbol | undefined {
    this.usesFound ??= this.now()
      .flatMap(usesIn)
      .map((use) => ({ ...use, ...rangeInFile(use.text, use.reference), name: use.text.file.path }));
    const here = this.usesFound.filter((use) => use.name === this.name && contains(use, offset));
    const [first] = here;
    if (first === undefined) return undefined;
    const { end, path, reference, start } = first;
    const { name } = reference;
    const definitions = here.flatMap((use) => definitionOf(name, use.path) ?? []);
    const byPlace = new Map(definitions.map((each) => [`${each.entry?.name} ${each.entry?.start}`, each]));
    return {
      start,
      end,
      name,
      where: `Kustomization/${path.kustomization.title}`,
      definitions: [...byPlace.values()],
      notes: definitions.length > 0 ? [] : [noteOf(first)],
      use: undefined,
      references: () => this.usesFound!.filter((use) => use.reference.name === name),
    };
  }
}

const functions = /* @__PURE__ */ new WeakMap<FluxVariables, (document: Node) => Node>();

/** The same function for the same variables. */
function appliedWith(variables: FluxVariables): (document: Node) => Node {
  return getOrAdd(functions, variables, () => (document) => appliedObject(document, variables));
}

function definitionOf(name: string, { variables }: FluxPath): ViewedDefinition | undefined {
  const variable = variables.all.get(name);
  if (variable === undefined) return undefined;
  const { file, from, node, value } = variable;
  const isSecret = from.startsWith("Secret/");
  const entry = { name: file.path, start: node.start, end: node.end };
  const unknown = { source: undefined, needs: undefined, unless: undefined };
  return { value: isSecret ? MASK : value, from, entry, isWhole: true, ...unknown, isHidden: false };
}

/** Why a variable has no definition. */
function noteOf({ path, reference }: FluxUse): string {
  if (!path.variables.isComplete) return "unknown: a source of variables is not in the repository";
  return reference.hasDefault ? "not set: the default is used" : "not set: Flux 2.9 refuses the Kustomization";
}
