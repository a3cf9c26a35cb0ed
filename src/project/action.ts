/** An action of a project: its variables, and what its templates see. */

import type { TemplateContext } from "../template/context/run.ts";
import { Unresolved } from "../template/context/unresolved.ts";
import type { DocumentPath } from "../template/error.ts";
import { templateValues } from "../template/resolve/template-values.ts";
import { setKey } from "../template/values.ts";
import { VariablesError } from "../variables/error.ts";
import type { ProjectBudget } from "../variables/limits.ts";
import { mergePatches } from "../variables/merge.ts";
import { overrideVariables } from "../variables/override.ts";
import { type ActionConfig, variablesOf } from "./config.ts";
import { type Environment, variablesAs } from "./project-environment.ts";
import { resolveLevel, resolveNode } from "./resolution.ts";
import { type Level, Scope } from "./scope.ts";
import { type VarfileReader, varfileLevel } from "./varfile-level.ts";

/** Fields that say what an action is and depends on: they are known before any other action is. */
const EARLY_FIELDS: ReadonlySet<string> = /* @__PURE__ */ new Set([
  "apiVersion",
  "kind",
  "name",
  "type",
  "description",
  "internal",
  "source",
  "dependencies",
  "build",
  "disabled",
  "environments",
  "include",
  "exclude",
  "timeout",
  "varfile",
  "varfiles",
]);

const MODE = "default";

function tooEarly(): never {
  throw new VariablesError("document", "this field is needed before providers and other actions are known");
}

export class Action {
  readonly config: ActionConfig;
  readonly scope: Scope;
  /** What its early fields see. */
  readonly earlyContext: TemplateContext;
  /** What its other fields see: also providers and other actions. */
  readonly context: TemplateContext;
  /** `this` for itself, and a part of what other actions see of it. */
  readonly self: TemplateContext;
  private readonly path: readonly number[];
  /** How many levels are its own. */
  private readonly ownLevels: number;
  private readonly budget: ProjectBudget;
  private readonly overrides: Readonly<Record<string, string>>;

  /**
   * @param actions what `actions` is for its templates
   * @param paths `sourcePath` and `buildPath`
   * @throws VariablesError, TemplateError
   */
  constructor(
    config: ActionConfig,
    environment: Environment,
    overrides: Readonly<Record<string, string>>,
    reader: VarfileReader,
    actions: TemplateContext,
    paths: TemplateContext,
  ) {
    const { field, name } = config;
    this.config = config;
    this.budget = reader.budget;
    this.overrides = overrides;
    this.path = reader.sources.add(field.source);
    const early: Record<string, unknown> = {
      ...environment.context,
      ...config.context,
      this: { name, mode: MODE },
      providers: tooEarly,
      actions: tooEarly,
      runtime: tooEarly,
    };
    const self: Record<string, unknown> = { name, mode: MODE, ...paths };
    const full: Record<string, unknown> = {
      ...environment.providerContext,
      ...config.context,
      actions,
      runtime: actions,
      this: self,
    };

    const { countEntries } = reader.budget;
    const own: Level = {
      name: "the action's variables",
      values: variablesOf(field),
      context: full,
      path: this.pathOf(field.at("variables").path),
    };
    // A varfile's path may refer to the action's variables, but not to what varfiles say.
    const pathContext = {
      ...early,
      ...variablesAs(new Scope([own], overrides, environment.scope, countEntries).values),
    };
    reader.budget.checkVarfiles(config.varfiles.length, (reason) => field.at("varfiles").error(reason, "limit"));
    const files = config.varfiles.flatMap(
      (file) => varfileLevel(reader, file, config.folder, undefined, pathContext, full) ?? [],
    );
    this.ownLevels = 1 + files.length;
    this.scope = new Scope([own, ...files], overrides, environment.scope, countEntries);
    Object.assign(early, variablesAs(this.scope.values));
    Object.assign(full, variablesAs(this.scope.values));
    self.var = this.scope.values;
    this.earlyContext = early;
    this.context = full;
    self.disabled = templateValues(field.at("disabled").value ?? false, early, this.pathOf(field.at("disabled").path));
    this.self = self;
  }

  /** What leads to a place of the action's document, in errors. */
  pathOf(path: DocumentPath): DocumentPath {
    return [...this.path, ...path];
  }

  /**
   * The document, with its templates resolved; `Unresolved` is in it what is late. Its `variables` are those that the action
   * itself or its varfiles say, with the values that they have.
   */
  resolve(): Readonly<Record<string, unknown>> {
    const { field } = this.config;
    const entries: Record<string, unknown> = {};
    for (const key of Object.keys(field.map())) {
      if (key !== "variables") setKey(entries, key, this.resolveField(key));
    }
    const variables = this.resolveVariables();
    if (field.at("variables").isThere || Object.keys(variables as object).length > 0) entries.variables = variables;
    return inOrderOf(field.map(), entries);
  }

  /** A field of the document, or something `Unresolved`. */
  resolveField(key: string): unknown {
    const field = this.config.field.at(key);
    const context = EARLY_FIELDS.has(key) ? this.earlyContext : this.context;
    return resolveNode(key === "name" ? this.config.name : field.value, context, this.pathOf(field.path));
  }

  private resolveVariables(): unknown {
    const levels = this.scope.levels.slice(-this.ownLevels).map(resolveLevel);
    const variables = mergePatches(levels[0], levels.slice(1), this.budget.countEntries);
    if (variables instanceof Unresolved) return variables;
    const own = Object.entries(this.overrides).filter(
      ([key]) => Object.hasOwn(variables as object, key) || Object.hasOwn(variables as object, key.split(".", 1)[0]!),
    );
    return overrideVariables(variables as Record<string, unknown>, Object.fromEntries(own));
  }
}

/** The entries in the order of another map's keys, and then those that it has not. */
function inOrderOf(map: object, entries: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const ordered: Record<string, unknown> = {};
  for (const key of [...Object.keys(map), ...Object.keys(entries)]) {
    if (Object.hasOwn(entries, key)) setKey(ordered, key, entries[key]);
  }
  return ordered;
}
