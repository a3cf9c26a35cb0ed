/** Explanations: which level sets a variable. */

import { addTo } from "../../../text/grouped.ts";
import { getOwn, memberOf as ownMember } from "../../../text/own-keys.ts";
import {
  type ContextValue,
  contextValue,
  type DocumentPath,
  isComplete,
  keyPath,
  Unresolved,
} from "../../template/internal.ts";
import { isMap } from "../../template/values.ts";
import type { SourcePlace } from "../../variables/error.ts";
import { overrideVariables } from "../../variables/override.ts";
import type { OpenProject } from "../open-project.ts";
import type { Scope, ScopedLevel } from "./scope.ts";

/** A value in the form that messages can show. */
interface Shown {
  /** Undefined if the value is not known yet, or secret. */
  readonly value: unknown;
  /** Whether the value is not known yet. */
  readonly isLate: boolean;
  /** Whether the value depends on a secret. */
  readonly isSecret: boolean;
}

/** A variable's value in one level. */
export interface Origin extends Shown {
  /** The level's name: `the project's variables`, a varfile's path, `--var`. */
  readonly level: string;
  /** The unresolved value, if the value is not known yet: a template, or a document with templates in it. */
  readonly template?: unknown;
  /** The value's place in the level's file; undefined for `--var`. */
  readonly place: SourcePlace | undefined;
  /**
   * `gives`: this is the variable's value; `adds`: this map is merged with maps of other levels, or overrides are merged into
   * this list; `removes`: null, or another value of a key above the variable, removes it; `hidden`: a higher level sets or
   * removes the variable.
   */
  readonly effect: "gives" | "adds" | "removes" | "hidden";
}

/** The value of a variable in one document, and in each level that has it, from the highest to the lowest. */
export interface Explanation extends Shown {
  /** `environment NAME`, or `KIND.NAME` for an action with a level that has the variable. */
  readonly document: string;
  /** The variable in the form that templates use. */
  readonly variable: string;
  readonly origins: readonly Origin[];
}

/** An origin before its effect is known. */
type Entry = Omit<Origin, "effect"> & {
  readonly isLowest?: boolean;
  /** Whether the value is that of a key above the variable, and not a map: the level does not leave the variable there. */
  readonly isRemoval?: boolean;
  /** Whether the value consists of elements and entries that overrides set. */
  readonly isPart?: boolean;
};

/** The scopes of the environment and of its actions, by the names of documents in explanations; the environment first. */
export function scopesOf({ actions, environment }: OpenProject): ReadonlyMap<string, Scope> {
  const { config, scope } = environment;
  const ofActions = Array.from(actions, ([key, action]) => [key, action.scope] as const);
  return new Map([[`environment ${config.name}`, scope], ...ofActions]);
}

/**
 * Returns a function that explains a variable of a project. Its parameter is the keys after `var`.
 *
 * @param hidesSecrets whether values that depend on secrets are hidden
 */
export function explainer(project: OpenProject, hidesSecrets: boolean): (keys: readonly string[]) => Explanation[] {
  const { resolution } = project;
  const scopes = scopesOf(project);
  const environment = project.environment.scope;
  /** The levels of all documents, each once: the environment's, and those that each action adds. */
  const allLevels: { readonly document: string; readonly level: ScopedLevel }[] = [];
  /** Indexes of levels by the first keys of their variables. */
  const byKey = new Map<string, number[]>();
  /** Indexes of levels that are one template or operator: their variables are known only after they are resolved. */
  const computed: number[] = [];
  for (const [document, scope] of scopes) {
    const shared = scope === environment ? 0 : environment.levels.length;
    for (const level of scope.levels.slice(shared)) {
      const index = allLevels.push({ document, level }) - 1;
      if (!isMap(level.tree)) computed.push(index);
      else for (const key of Object.keys(level.tree)) addTo(byKey, key, index);
    }
  }
  return explain;

  function explain(keys: readonly string[]): Explanation[] {
    /** By document, from the lowest level to the highest. */
    const ofDocuments = new Map<string, ScopedLevel[]>([[allLevels[0]!.document, []]]);
    for (const index of [...(byKey.get(keys[0]!) ?? []), ...computed].sort((a, b) => a - b)) {
      const { document, level } = allLevels[index]!;
      addTo(ofDocuments, document, level);
    }
    const overriding = overrideOf(keys);
    const override = overriding === undefined ? [] : [overriding];
    const explanations: Explanation[] = [];
    let shared: Entry[] = [];
    for (const [document, levels] of ofDocuments) {
      const scope = scopes.get(document)!;
      const own = levels.reverse().flatMap((level) => entryOf(level, keys) ?? []);
      if (scope === environment) shared = own;
      const entries = [...override, ...own, ...(scope === environment ? [] : shared)];
      // A level can remove only what a level below it sets.
      const count = entries.map(({ isRemoval = false }) => isRemoval).lastIndexOf(false) + 1;
      if (scope !== environment && (own.length === 0 || count <= override.length)) continue;
      const origins = withEffects(entries.slice(0, count));
      const variable = keyPath(["var", ...keys]);
      const { path } = levels[0] ?? allLevels[0]!.level;
      explanations.push({ document, variable, ...shownIn(scope.values, keys, path), origins });
    }
    return explanations;
  }

  /** Undefined if the level does not have the variable. */
  function entryOf(level: ScopedLevel, keys: readonly string[]): Entry | undefined {
    const isLowest = level === allLevels[0]!.level;
    const shown = shownIn(level.tree, keys, level.path);
    if (shown.value === undefined && !shown.isLate && !shown.isSecret)
      return isLowest ? undefined : removalBy((parent) => entryOf(level, parent), keys);
    const place = resolution.sources.placeAt([...level.path, ...keys]);
    // Undefined where an operator or a template provides the variable.
    const unresolved = keys.reduce<unknown>((node, key) => ownMember(node, key), level.values);
    const template = shown.isLate && !shown.isSecret && unresolved !== undefined ? { template: unresolved } : {};
    return { level: level.name, place, ...shown, ...template, isLowest };
  }

  /** The value that overrides set a variable to; undefined if they do not. */
  function overrideOf(keys: readonly string[]): Entry | undefined {
    const value = overridingValue(resolution.overrides, keys);
    if (value === undefined) return removalBy(overrideOf, keys);
    const isPart = typeof value === "object";
    return { level: "--var", place: undefined, value, isLate: false, isSecret: false, isPart };
  }

  /** @param path the path to the tree's values, for errors */
  function shownIn(tree: unknown, keys: readonly string[], path: DocumentPath): Shown {
    const member = memberOf(tree, keys, path);
    const isLate = !isComplete(member.value);
    const isSecret = hidesSecrets && (member.isSecret || resolution.hasSecretNamespace);
    return { value: isLate || isSecret ? undefined : member.value, isLate, isSecret };
  }
}

/** @param variable `a.b`, `var.a.b`, or `variables.a.b` */
export function keysOf(variable: string, { environment }: OpenProject): readonly string[] {
  const name = variable.replace(/^(?:var|variables)\./, "");
  const { values } = environment.scope;
  return isMap(values) && Object.hasOwn(values, name) ? [name] : name.split(".");
}

/** The entry of the nearest key above a variable, if its value is not a map that can have the variable. */
function removalBy(
  entryOf: (keys: readonly string[]) => Entry | undefined,
  keys: readonly string[],
): Entry | undefined {
  const above = keys.length === 1 ? undefined : entryOf(keys.slice(0, -1));
  return above === undefined || isMap(above.value) || above.isPart ? undefined : { ...above, isRemoval: true };
}

/** @param entries from the highest level to the lowest */
function withEffects(entries: readonly Entry[]): Origin[] {
  let isDecided = false;
  /** What the next value is merged into. */
  let above: "nothing" | "map" | "part" = "nothing";
  return entries.map(({ isLowest, isPart, isRemoval, ...entry }) => {
    if (isDecided) return { ...entry, effect: "hidden" };
    const { value } = entry;
    isDecided = !isMap(value) && !isPart;
    // In the lowest level, null is a value: there is nothing below to remove.
    if (isRemoval || (value === null && !isLowest)) return { ...entry, effect: "removes" };
    const merges = !isDecided || (above === "part" && Array.isArray(value));
    if (above !== "nothing" && !merges && value !== undefined) return { ...entry, effect: "hidden" };
    above = isPart ? "part" : "map";
    return { ...entry, effect: merges && entries.length > 1 ? "adds" : "gives" };
  });
}

/** The value that overrides set a variable to; undefined if they do not. */
function overridingValue(overrides: Readonly<Record<string, string>>, keys: readonly string[]): unknown {
  if (Object.hasOwn(overrides, keys.join("."))) return overrides[keys.join(".")];
  const relevant = Object.entries(overrides).filter(([key]) => key.split(".")[0] === keys[0]);
  try {
    return memberOf(overrideVariables({}, Object.fromEntries(relevant)), keys).value;
  } catch {
    // An element of a list that only a level has.
    return undefined;
  }
}

/**
 * A value in a tree: undefined if it does not exist, `Unresolved` if it is not known yet.
 *
 * @param from the path to the tree's values, for errors
 */
function memberOf(tree: unknown, keys: readonly string[], from: DocumentPath = []): ContextValue {
  let node = tree;
  let isSecret = false;
  const path = ["var"];
  const resolveNode = () => {
    const found = contextValue(node, path, [...from, ...path.slice(1)]);
    isSecret ||= found.isSecret;
    node = found.value;
  };
  for (const key of keys) {
    if (typeof node === "function") resolveNode();
    if (node instanceof Unresolved) return { value: node, isSecret };
    if (isMap(node)) node = getOwn(node, key);
    else if (Array.isArray(node)) node = node[Number(key)];
    else return { value: undefined, isSecret };
    path.push(key);
  }
  resolveNode();
  return { value: node, isSecret };
}
