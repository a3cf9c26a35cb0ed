/**
 * Variables as one document sees them: levels from the lowest to the highest. Templates in a level refer to the levels below
 * it and to each other.
 */

import { getOwn, setKey } from "../../../text/own-keys.ts";
import {
  type DocumentPath,
  deferTemplates,
  derivedValue,
  hasOperator,
  resolveInContext,
  type TemplateContext,
  Unresolved,
} from "../../template/internal.ts";
import { isMap, type Variables } from "../../template/values.ts";
import { VariablesError } from "../../variables/error.ts";
import { Layers } from "../../variables/layers.ts";
import { type CountEntries, mergePatch, mergePatches } from "../../variables/merge.ts";
import { overrideEach, overrideLate } from "../../variables/override.ts";
import type { Field } from "../documents/field.ts";
import type { Resolution } from "../resolution.ts";

/** Variables from one place: the `variables` of a document, or a varfile. */
export interface Level {
  /** The name in explanations: `the project's variables`, or a varfile's path. */
  readonly name: string;
  readonly values: Readonly<Variables>;
  /** What the templates in the values see besides `var`. */
  readonly context: TemplateContext;
  /** The path to the values, for errors. */
  readonly path: DocumentPath;
}

/** The `variables` of a document, or of an environment in it. */
export function variablesLevel(name: string, document: Field, context: TemplateContext, resolution: Resolution): Level {
  const field = document.at("variables");
  return { name, values: field.hasValue ? field.map() : {}, context, path: resolution.pathOf(field) };
}

/** Variables under the names that templates use for them. */
export function variablesAs(values: unknown): { readonly var: unknown; readonly variables: unknown } {
  return { var: values, variables: values };
}

/** A level in its scope: its context has `var` and `variables`. */
export interface ScopedLevel extends Level {
  /** The values, with functions in the place of templates. */
  readonly tree: unknown;
}

/** The value of each level; `Unresolved` if a part is not known yet. An error names the place of the variable. */
export function levelValues(levels: readonly ScopedLevel[], { language }: Resolution): unknown[] {
  return levels.map(({ values, tree, context, path }) =>
    resolveInContext(values, tree, context, "var", path, language),
  );
}

/** The values of levels, merged. */
export function mergedLevels(levels: readonly ScopedLevel[], resolution: Resolution): unknown {
  const [first = {}, ...others] = levelValues(levels, resolution);
  return mergePatches(first, others, resolution.budget.countEntries);
}

/** The values of a document's own levels, merged. Overrides change only the variables that these levels have. */
export function ownVariables(levels: readonly ScopedLevel[], resolution: Resolution): unknown {
  const merged = mergedLevels(levels, resolution);
  const isLate = merged instanceof Unresolved;
  const entries = (isLate ? (merged.rest.kind === "map" ? merged.rest.entries : {}) : merged) as Variables;
  const own = Object.entries(resolution.overrides).filter(
    ([key]) => Object.hasOwn(entries, key) || Object.hasOwn(entries, key.split(".", 1)[0]!),
  );
  return overrideLate(merged, Object.fromEntries(own));
}

/** A value with functions in the place of what is resolved when it is looked up, as in a template's context. */
type Tree = unknown;

/**
 * The variables of a project, an environment, or an action. A scope is complete before the next one begins. Overrides (`--var`)
 * are above all of its levels. A reference takes the value from the first of these that has one:
 *
 * 1. the lower levels of its own scope, the higher ones first;
 * 2. the scopes below, with their overrides;
 * 3. its own level.
 *
 * So `host: api.${var.host}` extends the host of the levels below, and a new name is found in the same level.
 */
export class Scope {
  /** From the lowest to the highest, including those of the scopes below. */
  readonly levels: readonly ScopedLevel[];
  /** `var` for templates that see the whole scope. */
  readonly values: Tree;
  private readonly merged: Tree;

  constructor(levels: readonly Level[], resolution: Resolution, below?: Scope) {
    const count = resolution.budget.countEntries;
    const scoped = [...(below?.levels ?? [])];
    const visible = new VisibleVariables(below?.values, count);
    const trees: Tree[] = [];
    for (const level of levels) {
      const next = scopedLevel(level, visible, resolution);
      scoped.push(next);
      // Most actions have no variables of their own, and share those below. The lowest level is not a patch.
      if (isEmpty(next.tree) && scoped.length > 1) continue;
      visible.add(next.tree);
      trees.push(next.tree);
    }
    const base = below?.merged ?? trees.shift();
    this.levels = scoped;
    this.merged = trees.length === 0 ? base : mergePatches(base, trees, count);
    this.values = overridden(this.merged ?? {}, resolution.overrides);
  }
}

function scopedLevel(level: Level, below: VisibleVariables, resolution: Resolution): ScopedLevel {
  const { language } = resolution;
  const context: Record<string, unknown> = { ...level.context };
  if (level.values.$merge !== undefined) {
    const { $merge, ...others } = level.values;
    if (!hasOperator(others)) return mergingLevel(level, below, context, resolution);
  }
  const values = deferTemplates(level.values, context, { path: level.path, syntax: language });
  if (typeof values !== "function") {
    Object.assign(context, variablesAs(below.with(values as Variables)));
    return { ...level, context, tree: values };
  }
  // The whole level is an operator.
  const tree = derivedValue([values], (value) => {
    if (isMap(value)) return value;
    throw new VariablesError("document", `${level.name} must be a map`);
  });
  Object.assign(context, variablesAs(below.with({})));
  return { ...level, context, tree };
}

/**
 * A level with a `$merge`. The value of `$merge` sees only the levels below, because it decides which variables this level
 * has. The other entries see all of them.
 */
function mergingLevel(
  level: Level,
  visible: VisibleVariables,
  context: Record<string, unknown>,
  { budget, language }: Resolution,
): ScopedLevel {
  const { $merge, ...others } = level.values;
  const below = visible.with({});
  const merged = deferTemplates(
    { $merge },
    { ...context, ...variablesAs(below) },
    { path: level.path, syntax: language },
  );
  const entries = deferTemplates(others, context, { path: level.path, syntax: language }) as Variables;
  const tree = derivedValue([merged], (known) => {
    const result: Variables = {};
    for (const key of Object.keys(level.values)) {
      if (key !== "$merge") setKey(result, key, entries[key]);
      else for (const [name, value] of Object.entries(known as Variables)) setKey(result, name, value);
    }
    return result;
  });
  const all = derivedValue([below, tree], (known, own) => filled(known, own, budget.countEntries));
  Object.assign(context, variablesAs(all));
  return { ...level, context, tree };
}

/** A tree whose maps take the names that they lack from another tree. A function gives a whole value and is kept. */
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

/** The variables of the levels so far. */
class VisibleVariables {
  /** Undefined before the lowest level. */
  private tree: Tree;
  /** The levels above the tree, as long as the tree and all of them are maps. */
  private layers: Layers | undefined;
  private readonly count: CountEntries;

  constructor(tree: Tree, count: CountEntries) {
    this.tree = tree;
    this.count = count;
  }

  add(next: Tree): void {
    if (this.tree === undefined) {
      this.tree = next;
    } else if (isMap(this.tree) && isMap(next)) {
      this.layers ??= new Layers(this.tree, this.count);
      this.layers.add(next);
    } else {
      this.tree = mergePatch(this.with({}), next, this.count);
      this.layers = undefined;
    }
  }

  /** What the next level sees: the variables so far, and those of its own that are new. */
  with(own: Variables): Tree {
    const { tree, count } = this;
    if (tree === undefined) return own;
    if (typeof tree === "function") return derivedValue([tree], (known) => filled(known, own, count));
    if (isEmpty(own) && this.layers === undefined) return tree;
    const layers = this.layers ?? new Layers(tree as Variables, count);
    return layers.view((value, name) => filled(value, getOwn(own, name), count), Object.keys(own));
  }
}

function isEmpty(tree: Tree): boolean {
  return isMap(tree) && Object.keys(tree).length === 0;
}

function overridden(tree: Tree, overrides: Readonly<Record<string, string>>): Tree {
  if (Object.keys(overrides).length === 0) return tree;
  if (typeof tree === "function") return derivedValue([tree], (known) => overridden(known, overrides));
  // A higher level can replace a list that has too few elements, so the error is thrown when the variable is looked up.
  return overrideEach(tree as Variables, overrides, (error) => () => {
    throw error;
  });
}
