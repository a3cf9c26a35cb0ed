/**
 * Variables as one document sees them: levels from the lowest to the highest, each with templates that refer to the
 * levels below it and to each other.
 */

import { derivedValue } from "../template/context/derived-value.ts";
import type { TemplateContext } from "../template/context/run.ts";
import { hasOperator } from "../template/context/unresolved.ts";
import type { DocumentPath } from "../template/error.ts";
import { templateValues } from "../template/resolve/template-values.ts";
import { isMap, setKey } from "../template/values.ts";
import { VariablesError } from "../variables/error.ts";
import { Layers } from "../variables/layers.ts";
import type { CountEntries } from "../variables/limits.ts";
import { getOwn, type Variables } from "../variables/map.ts";
import { mergePatch, mergePatches } from "../variables/merge.ts";
import { overrideEach } from "../variables/override.ts";

/** Variables from one place. */
export interface Level {
  /** What people call the place: `environments.dev.variables in garden.yml`. */
  readonly name: string;
  readonly values: Readonly<Variables>;
  /** What the templates in the values see, beside `var`. */
  readonly context: TemplateContext;
  /** What leads to the values, in errors. */
  readonly path: DocumentPath;
}

/** A level in its scope. */
export interface ScopedLevel extends Level {
  /** With `var`. */
  readonly context: TemplateContext;
  /** The values, with functions in the place of templates. */
  readonly tree: unknown;
}

/** A value that may hold functions, as contexts of templates do. */
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
  /** What `var` is for those who see the whole scope. */
  readonly values: Tree;
  private readonly merged: Tree;

  /** @param count is told what is copied */
  constructor(
    levels: readonly Level[],
    overrides: Readonly<Record<string, string>>,
    below?: Scope,
    count?: CountEntries,
  ) {
    const scoped = [...(below?.levels ?? [])];
    const visible = new Visible(below?.values, count);
    const trees: Tree[] = [];
    for (const level of levels) {
      const next = scopedLevel(level, visible);
      scoped.push(next);
      // Most actions have no variables of their own: they share what is below. The lowest level is no patch.
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

function scopedLevel(level: Level, below: Visible): ScopedLevel {
  const context: Record<string, unknown> = { ...level.context };
  const tree = rootTree(level, context);
  const peers = typeof tree === "function" ? templateValues(withoutOperators(level.values), context, level.path) : tree;
  context.var = below.filledWith(peers as Variables);
  context.variables = context.var;
  return { ...level, context, tree };
}

/** A level's values as a tree: a function where they are an operator as a whole, which must give a map. */
function rootTree(level: Level, context: TemplateContext): Tree {
  const tree = templateValues(level.values, context, level.path);
  if (typeof tree !== "function") return tree;
  return derivedValue([tree], (value) => {
    if (isMap(value)) return value;
    throw new VariablesError("document", `${level.name} must be a map`);
  });
}

/** The names that stand beside a `$merge`; beside another operator stand none. */
function withoutOperators({ $merge, ...others }: Readonly<Variables>): Variables {
  return hasOperator(others) ? {} : others;
}

/** A tree whose maps have what they lack from another tree. What is computed as a whole lacks nothing. */
function filled(tree: Tree, more: Tree, count: CountEntries | undefined): Tree {
  if (tree === undefined) return more;
  if (!isMap(tree) || !isMap(more) || isEmpty(more)) return tree;
  count?.(Object.keys(tree).length);
  const result: Variables = { ...tree };
  for (const name of Object.keys(more)) {
    setKey(result, name, filled(getOwn(tree, name), more[name], count));
  }
  return result;
}

/** What lies below a level. */
class Visible {
  /** Undefined where nothing does. */
  private tree: Tree;
  /** What has been laid over the tree, as long as all of it are maps that are there already. */
  private layers: Layers | undefined;
  private readonly count: CountEntries | undefined;

  constructor(tree: Tree, count: CountEntries | undefined) {
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
      this.tree = mergePatch(this.layers === undefined ? this.tree : this.filledWith({}), next, this.count);
      this.layers = undefined;
    }
  }

  /** What a level sees: what is below it and, where that lacks something, what it says itself. */
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
  // The list that has too few elements may be replaced by a level above: only its own variable has no value.
  return overrideEach(tree as Variables, overrides, (error) => () => {
    throw error;
  });
}
