/**
 * Variables as one document sees them: levels from the lowest to the highest, each with templates that refer to the
 * levels below it and to each other.
 */

import {
  type DocumentPath,
  derivedValue,
  hasOperator,
  type Language,
  type TemplateContext,
  templateValues,
} from "../template/internal.ts";
import { isMap } from "../template/values.ts";
import { getOwn, setKey } from "../text/own-keys.ts";
import { VariablesError } from "../variables/error.ts";
import { Layers } from "../variables/layers.ts";
import type { Variables } from "../variables/map.ts";
import { type CountEntries, mergePatch, mergePatches } from "../variables/merge.ts";
import { overrideEach } from "../variables/override.ts";
import type { Field } from "./config-field.ts";
import type { Resolution } from "./resolution.ts";

/** Variables from one place: the `variables` of a document, or a varfile. */
export interface Level {
  /** The place, in explanations: `the project's variables`, or a varfile's path. */
  readonly name: string;
  readonly values: Readonly<Variables>;
  /** What the templates in the values see, beside `var`. */
  readonly context: TemplateContext;
  /** The path to the values, for errors. */
  readonly path: DocumentPath;
}

/** The `variables` of a document, or of an environment in it. */
export function variablesLevel(name: string, document: Field, context: TemplateContext, resolution: Resolution): Level {
  const field = document.at("variables");
  return { name, values: field.isThere ? field.map() : {}, context, path: resolution.pathOf(field) };
}

/** The names by which templates refer to variables. */
export function variablesAs(values: unknown): { readonly var: unknown; readonly variables: unknown } {
  return { var: values, variables: values };
}

/** A level in its scope: its context has `var` and `variables`. */
export interface ScopedLevel extends Level {
  /** The values, with functions in the place of templates. */
  readonly tree: unknown;
}

/** A value with functions in the place of what is resolved when it is looked up, as in a template's context. */
type Tree = unknown;

/**
 * A scope is complete before anything above it begins: a project's, an environment's, an action's. Only then do
 * overrides (`--var`) count, which are above all levels; so a reference sees, from the first to the last that has a value:
 *
 * 1. the lower levels of its own scope, the higher ones first;
 * 2. the scopes below, with their overrides;
 * 3. its own level.
 *
 * So `host: api.${var.host}` adds to the host of the levels below, and a name that is new is found beside it.
 */
export class Scope {
  /** From the lowest to the highest, those of the scopes below included. */
  readonly levels: readonly ScopedLevel[];
  /** `var`, for templates that see the whole scope. */
  readonly values: Tree;
  private readonly merged: Tree;

  constructor(levels: readonly Level[], { overrides, budget, language }: Resolution, below?: Scope) {
    const count = budget.countEntries;
    const scoped = [...(below?.levels ?? [])];
    const visible = new Visible(below?.values, count);
    const trees: Tree[] = [];
    for (const level of levels) {
      const next = scopedLevel(level, visible, language, count);
      scoped.push(next);
      // Most actions have no variables of their own, and share those below. The lowest level is no patch.
      if (isEmpty(next.tree) && scoped.length > 1) continue;
      visible.layOver(next.tree);
      trees.push(next.tree);
    }
    const base = below?.merged ?? trees.shift();
    const merged = trees.length === 0 ? base : mergePatches(base, trees, count);
    this.levels = scoped;
    this.merged = merged;
    this.values = overridden(merged ?? {}, overrides);
  }
}

function scopedLevel(level: Level, below: Visible, language: Language, count: CountEntries): ScopedLevel {
  const context: Record<string, unknown> = { ...level.context };
  if (level.values.$merge !== undefined) {
    const { $merge, ...others } = level.values;
    if (!hasOperator(others)) return mergingLevel(level, below, context, language, count);
  }
  const tree = rootTree(level, context, language);
  const peers = typeof tree === "function" ? templateValues({}, context, level.path, language) : tree;
  Object.assign(context, variablesAs(below.filledWith(peers as Variables)));
  return { ...level, context, tree };
}

/**
 * A level with a `$merge`: what is merged is found in the levels below only, as it decides which variables this level has.
 * The entries beside it see all of them.
 */
function mergingLevel(
  level: Level,
  visible: Visible,
  context: Record<string, unknown>,
  language: Language,
  count: CountEntries,
): ScopedLevel {
  const { $merge, ...others } = level.values;
  const below = visible.filledWith({});
  const merged = templateValues({ $merge }, { ...context, ...variablesAs(below) }, level.path, language);
  const entries = templateValues(others, context, level.path, language) as Variables;
  const tree = derivedValue([merged], (known) => {
    const result: Variables = {};
    for (const key of Object.keys(level.values)) {
      if (key !== "$merge") setKey(result, key, entries[key]);
      else for (const [name, value] of Object.entries(known as Variables)) setKey(result, name, value);
    }
    return result;
  });
  Object.assign(context, variablesAs(derivedValue([below, tree], (known, own) => filled(known, own, count))));
  return { ...level, context, tree };
}

/** A level's values as a tree: a function where they are an operator as a whole, which must give a map. */
function rootTree(level: Level, context: TemplateContext, language: Language): Tree {
  const tree = templateValues(level.values, context, level.path, language);
  if (typeof tree !== "function") return tree;
  return derivedValue([tree], (value) => {
    if (isMap(value)) return value;
    throw new VariablesError("document", `${level.name} must be a map`);
  });
}

/** A tree whose maps take the names that they lack from another tree. A function stays: it gives a whole value. */
function filled(tree: Tree, more: Tree, count: CountEntries): Tree {
  if (tree === undefined) return more;
  if (!isMap(tree) || !isMap(more) || isEmpty(more)) return tree;
  count(Object.keys(tree).length);
  const result: Variables = { ...tree };
  for (const name of Object.keys(more)) {
    setKey(result, name, filled(getOwn(tree, name), more[name], count));
  }
  return result;
}

/** The variables that a level sees of the levels below it. */
class Visible {
  /** Undefined for the lowest level. */
  private tree: Tree;
  /** The levels over the tree, as long as the tree and all of them are maps. */
  private layers: Layers | undefined;
  private readonly count: CountEntries;

  constructor(tree: Tree, count: CountEntries) {
    this.tree = tree;
    this.count = count;
  }

  layOver(next: Tree): void {
    if (this.tree === undefined) {
      this.tree = next;
    } else if (isMap(this.tree) && isMap(next)) {
      this.layers ??= new Layers(this.tree, this.count);
      this.layers.add(next);
    } else {
      this.tree = mergePatch(this.filledWith({}), next, this.count);
      this.layers = undefined;
    }
  }

  /** The variables that a level sees: those below it, completed with the level's own. */
  filledWith(peers: Variables): Tree {
    const { tree, count } = this;
    if (tree === undefined) return peers;
    if (typeof tree === "function") return derivedValue([tree], (known) => filled(known, peers, count));
    if (isEmpty(peers) && this.layers === undefined) return tree;
    const layers = this.layers ?? new Layers(tree as Variables, count);
    return layers.view((value, name) => filled(value, getOwn(peers, name), count), Object.keys(peers));
  }
}

function isEmpty(tree: Tree): boolean {
  return isMap(tree) && Object.keys(tree).length === 0;
}

function overridden(tree: Tree, overrides: Readonly<Record<string, string>>): Tree {
  if (Object.keys(overrides).length === 0) return tree;
  if (typeof tree === "function") return derivedValue([tree], (known) => overridden(known, overrides));
  // A level above may replace a list that has too few elements: so the error comes when the variable is looked up.
  return overrideEach(tree as Variables, overrides, (error) => () => {
    throw error;
  });
}
