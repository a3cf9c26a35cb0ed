/** An action of a project: its variables, and the contexts of its templates. */

import { setKey } from "../../../text/own-keys.ts";
import {
  contextValue,
  documentOf,
  errorsIn,
  NOT_KNOWN_YET,
  type TemplateContext,
  type TemplateError,
  Unresolved,
} from "../../template/internal.ts";
import type { Variables } from "../../template/values.ts";
import { VariablesError } from "../../variables/error.ts";
import { overrideLate } from "../../variables/override.ts";
import type { ActionConfig } from "../documents/config.ts";
import { isProjectError } from "../errors.ts";
import type { Resolution } from "../resolution.ts";
import type { ProjectEnvironment } from "../variables/environment.ts";
import {
  type Level,
  mergedLevels,
  ownVariables,
  Scope,
  type ScopedLevel,
  variablesAs,
  variablesLevel,
} from "../variables/scope.ts";
import { varfileLevel } from "../variables/varfiles.ts";
import { booleanOf, disabledValue, sourcePathOf } from "./action-fields.ts";

/** Fields that define what an action is and what it depends on: they are resolved before other actions are known. */
const EARLY_FIELDS: ReadonlySet<string> = /* @__PURE__ */ new Set([
  "apiVersion",
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
  throw new VariablesError(
    "document",
    "this field is resolved before providers and other actions are known; it cannot refer to them",
  );
}

export class Action {
  readonly config: ActionConfig;
  readonly scope: Scope;
  /** The context of its early fields. */
  private readonly earlyContext: TemplateContext;
  /** The context of its other fields, with providers and other actions. */
  readonly context: TemplateContext;
  /** `this` in its templates, and what the templates of other actions see of it. */
  readonly self: TemplateContext;
  private readonly resolution: Resolution;
  /** Why its varfiles could not be read. It is reported unless the action is disabled and its variables are not needed. */
  varfileError: VariablesError | TemplateError | undefined;
  /** The fields whose values depend on secrets, after they are resolved. */
  readonly secretFields = new Set<string>();
  /** How many levels of the scope are its own: most actions have none. */
  private readonly ownLevels: number;

  /**
   * @param actions `actions` and `runtime` for its templates
   * @param root the project's folder, if it is known
   * @param known values from a run of the action: `outputs`, `version`, and so on
   */
  constructor(
    config: ActionConfig,
    environment: ProjectEnvironment,
    resolution: Resolution,
    actions: TemplateContext,
    root: string | undefined,
    known: TemplateContext,
  ) {
    const { field, name, variables } = config;
    this.config = config;
    this.resolution = resolution;
    const self: Record<string, unknown> = { name, mode: MODE };
    // Templates of a module, which become templates of its actions, still refer to these if they are not known.
    const ofModule = variables === undefined ? {} : { path: NOT_KNOWN_YET, buildPath: NOT_KNOWN_YET };
    const early: Record<string, unknown> = {
      ...environment.context,
      this: { name, mode: MODE, ...ofModule },
      providers: tooEarly,
      actions: tooEarly,
      runtime: tooEarly,
      modules: tooEarly,
    };
    Object.assign(early, config.contextIn(early));
    const full: Record<string, unknown> = { ...environment.providerContext, actions, runtime: actions, this: self };
    Object.assign(full, config.contextIn(full));

    const own =
      variables === undefined
        ? variablesLevel("the action's variables", field, full, resolution)
        : variablesLevel(variables.name, variables.field, { ...full, ...variables.context }, resolution);
    // The path of a varfile can refer to the action's variables, but not to those in varfiles.
    const pathContext = () => ({ ...early, ...variablesAs(new Scope([own], resolution, environment.scope).values) });
    resolution.budget.checkVarfiles(config.varfiles.length, (reason) => field.at("varfiles").error(reason, "limit"));
    const files = this.varfileLevels(pathContext, full);
    const levels = Object.keys(own.values).length === 0 ? files : [own, ...files];
    this.ownLevels = levels.length;
    this.scope = new Scope(levels, resolution, environment.scope);
    this.earlyContext = Object.assign(early, variablesAs(this.scope.values));
    this.context = Object.assign(full, variablesAs(this.scope.values));
    Object.assign(self, {
      var: this.varfileError === undefined ? this.scope.values : () => this.throwVarfileError(),
      disabled: disabledValue(config, environment.config.name, early, resolution),
      sourcePath: sourcePathOf(config, root, early, resolution),
      buildPath: NOT_KNOWN_YET,
      version: NOT_KNOWN_YET,
      outputs: NOT_KNOWN_YET,
      ...known,
    });
    if (variables !== undefined) full.this = { ...self, ...ofModule };
    this.self = self;
  }

  private varfileLevels(pathContext: () => TemplateContext, context: TemplateContext): Level[] {
    const { varfiles, folder } = this.config;
    try {
      return varfiles.flatMap(
        (file) => varfileLevel(this.resolution, file, folder, undefined, pathContext, context) ?? [],
      );
    } catch (error) {
      if (!isProjectError(error) || error.code === "limit") throw error;
      this.varfileError = error;
      return [];
    }
  }

  /** The levels of the action itself. */
  private get levels(): readonly ScopedLevel[] {
    const { levels } = this.scope;
    return levels.slice(levels.length - this.ownLevels);
  }

  private throwVarfileError(): void {
    if (this.varfileError !== undefined) throw this.varfileError;
  }

  /** Whether the action is disabled; false if that is not known yet. */
  get isDisabled(): boolean {
    const { disabled } = this.self;
    if (typeof disabled !== "function") return disabled === true;
    const path = this.resolution.pathOf(this.config.field.at("disabled"));
    return contextValue(disabled, ["this", "disabled"], path, this.resolution.language).value === true;
  }

  /**
   * The document with its templates resolved. Parts that are not known yet are `Unresolved`. Its `variables` are those of
   * the action itself and its varfiles.
   *
   * @param failed called with every error in a field; the field is left unchanged
   */
  resolve(failed: (error: Error, key: string) => void): Readonly<Record<string, unknown>> {
    const { field } = this.config;
    const attempt = (key: string, resolveIt: (key: string) => unknown) => {
      try {
        return resolveIt(key);
      } catch (error) {
        for (const each of this.errorsIn(key, error)) failed(each, key);
        return new Unresolved({ kind: "document", document: field.at(key).value });
      }
    };
    const entries: Record<string, unknown> = {};
    const resolveField = (key: string) => this.resolveField(key);
    for (const key of Object.keys(field.map())) setKey(entries, key, attempt(key, resolveField));
    const variables = attempt("variables", () => this.resolveVariables());
    if (field.at("variables").hasValue || Object.keys(variables as object).length > 0) entries.variables = variables;
    else delete entries.variables;
    return entries;
  }

  /** All errors in a field, after one of them was thrown. */
  private errorsIn(key: string, error: unknown): Error[] {
    if (!isProjectError(error)) throw error;
    if (error === this.varfileError || error.code === "limit") return [error];
    if (key !== "variables") return this.resolution.errorsIn(this.config.field.at(key), this.contextOf(key), error);
    const { language } = this.resolution;
    const found = this.levels.flatMap(({ values, context, path }) => errorsIn(values, context, path, language));
    return found.length > 0 ? found : [error];
  }

  private contextOf(key: string): TemplateContext {
    return EARLY_FIELDS.has(key) ? this.earlyContext : this.context;
  }

  private resolveField(key: string): unknown {
    if (key === "name") return this.config.name;
    // Keeps the place in the order of keys: variables are resolved last.
    if (key === "variables") return undefined;
    const field = this.config.field.at(key);
    const { value, isSecret } = this.resolution.resolveLate(field, this.contextOf(key));
    if (isSecret) this.secretFields.add(key);
    return key === "disabled" && field.hasValue && !(value instanceof Unresolved) ? booleanOf(field, value) : value;
  }

  /** All variables that the action sees, as a document. */
  allVariables(): Readonly<Variables> {
    this.throwVarfileError();
    const variables = mergedLevels(this.scope.levels, this.resolution);
    const { overrides, language } = this.resolution;
    return documentOf(overrideLate(variables, overrides), language) as Variables;
  }

  private resolveVariables(): unknown {
    this.throwVarfileError();
    return ownVariables(this.levels, this.resolution);
  }
}
