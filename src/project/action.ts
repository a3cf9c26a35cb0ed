/** An action of a project: its variables, and the contexts of its templates. */

import { resolveInContext, type TemplateContext, Unresolved } from "../template/internal.ts";
import { setKey } from "../text/own-keys.ts";
import { VariablesError } from "../variables/error.ts";
import { mergePatches } from "../variables/merge.ts";
import { overrideVariables } from "../variables/override.ts";
import type { ActionConfig } from "./config.ts";
import type { ProjectEnvironment } from "./project-environment.ts";
import type { Resolution } from "./resolution.ts";
import { Scope, variablesAs, variablesLevel } from "./scope.ts";
import { varfileLevel } from "./varfile-level.ts";

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
  private readonly earlyContext: TemplateContext;
  /** What its other fields see: also providers and other actions. */
  readonly context: TemplateContext;
  /** `this` for itself, and a part of what other actions see of it. */
  readonly self: TemplateContext;
  private readonly resolution: Resolution;
  /** How many levels are its own. */
  private readonly ownLevels: number;

  /**
   * @param actions `actions` and `runtime` for its templates
   * @param known what is known of the action itself: `sourcePath`, `outputs` and so on
   * @throws VariablesError, TemplateError
   */
  constructor(
    config: ActionConfig,
    environment: ProjectEnvironment,
    resolution: Resolution,
    actions: TemplateContext,
    known: TemplateContext,
  ) {
    const { field, name } = config;
    this.config = config;
    this.resolution = resolution;
    const self: Record<string, unknown> = { name, mode: MODE, ...known };
    const early: Record<string, unknown> = {
      ...environment.context,
      ...config.context,
      this: { name, mode: MODE },
      providers: tooEarly,
      actions: tooEarly,
      runtime: tooEarly,
    };
    const full: Record<string, unknown> = {
      ...environment.providerContext,
      ...config.context,
      actions,
      runtime: actions,
      this: self,
    };

    const own = variablesLevel("the action's variables", field, full, resolution);
    // A varfile's path may refer to the action's variables, but not to those of varfiles.
    const pathContext = { ...early, ...variablesAs(new Scope([own], resolution, environment.scope).values) };
    resolution.budget.checkVarfiles(config.varfiles.length, (reason) => field.at("varfiles").error(reason, "limit"));
    const files = config.varfiles.flatMap(
      (file) => varfileLevel(resolution, file, config.folder, undefined, pathContext, full) ?? [],
    );
    this.ownLevels = 1 + files.length;
    this.scope = new Scope([own, ...files], resolution, environment.scope);
    this.earlyContext = Object.assign(early, variablesAs(this.scope.values));
    this.context = Object.assign(full, variablesAs(this.scope.values));
    self.var = this.scope.values;
    const disabled = field.at("disabled");
    self.disabled = disabled.isThere ? resolution.contextValues(disabled, early) : false;
    this.self = self;
  }

  /**
   * The document with its templates resolved; parts that are not known yet are `Unresolved`. Its `variables` are those of
   * the action itself and its varfiles.
   */
  resolve(): Readonly<Record<string, unknown>> {
    const { field } = this.config;
    const entries: Record<string, unknown> = {};
    for (const key of Object.keys(field.map())) setKey(entries, key, this.resolveField(key));
    const variables = this.resolveVariables();
    if (field.at("variables").isThere || Object.keys(variables as object).length > 0) entries.variables = variables;
    else delete entries.variables;
    return entries;
  }

  private resolveField(key: string): unknown {
    if (key === "name") return this.config.name;
    // Only a place in the order of keys: variables are resolved last.
    if (key === "variables") return undefined;
    const context = EARLY_FIELDS.has(key) ? this.earlyContext : this.context;
    return this.resolution.resolve(this.config.field.at(key), context);
  }

  private resolveVariables(): unknown {
    const [first, ...others] = this.scope.levels
      .slice(-this.ownLevels)
      .map(({ values, tree, context, path }) => resolveInContext(values, tree, context, "var", path));
    const variables = mergePatches(first, others, this.resolution.budget.countEntries);
    if (variables instanceof Unresolved) return variables;
    const own = Object.entries(this.resolution.overrides).filter(
      ([key]) => Object.hasOwn(variables as object, key) || Object.hasOwn(variables as object, key.split(".", 1)[0]!),
    );
    return overrideVariables(variables as Record<string, unknown>, Object.fromEntries(own));
  }
}
