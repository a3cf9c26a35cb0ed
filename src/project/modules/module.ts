/** A `Module` document: its variables, and its fields as they are known before anything runs. */

import {
  derivedValue,
  errorsIn,
  hasOperator,
  NOT_KNOWN_YET,
  resolveInContext,
  type TemplateContext,
  TemplateError,
  templateFor,
} from "../../template/internal.ts";
import { isMap } from "../../template/values.ts";
import { setKey } from "../../text/own-keys.ts";
import type { Variables } from "../../variables/map.ts";
import { mergePatches } from "../../variables/merge.ts";
import { type ModuleConfig, varfileOf } from "../config.ts";
import { Field } from "../config-field.ts";
import type { Failures } from "../failures.ts";
import type { ProjectEnvironment } from "../project-environment.ts";
import type { Resolution } from "../resolution.ts";
import { Scope, variablesAs, variablesLevel } from "../scope.ts";
import { varfileLevel } from "../varfile-level.ts";

/** Fields that its actions have in other ways, or that say what it is. */
const OTHER_FIELDS: ReadonlySet<string> = /* @__PURE__ */ new Set(["kind", "name", "type", "variables", "varfile"]);

export class Module {
  readonly config: ModuleConfig;
  /** `this` in its templates. */
  readonly self: TemplateContext;
  /** What its templates see, but for secrets: what is secret or waits for a run stays a template. */
  readonly context: TemplateContext;
  private readonly environment: ProjectEnvironment;
  private readonly modules: TemplateContext;
  private readonly resolution: Resolution;

  /**
   * @param modules `modules` for its templates
   * @param root the project's folder, if it is known
   * @throws VariablesError, TemplateError
   */
  constructor(
    config: ModuleConfig,
    environment: ProjectEnvironment,
    resolution: Resolution,
    modules: TemplateContext,
    root: string | undefined,
  ) {
    const { field, folder, name } = config;
    this.config = config;
    this.environment = environment;
    this.modules = modules;
    this.resolution = resolution;
    const isElsewhere = root === undefined || field.at("repositoryUrl").isThere;
    const path = isElsewhere ? NOT_KNOWN_YET : [root, folder].filter((part) => part !== "").join("/");
    const local = field.at("local").value ?? false;
    const buildPath =
      root === undefined || typeof local !== "boolean" ? NOT_KNOWN_YET : `${root}/.garden/build/${name}`;
    this.self = { name, path, buildPath: local === true ? path : buildPath };
    this.context = this.contextAndScope({ secrets: NOT_KNOWN_YET }).context;
  }

  /**
   * The document without its name, type and variables. A value that waits for a run is a template that gives it.
   *
   * @param failures is told every error in a field, which is then left out
   */
  read(failures: Failures): Field {
    const { field } = this.config;
    const entries: Variables = {};
    for (const key of Object.keys(field.map())) {
      if (key === "services" || key === "tasks" || key === "tests") this.checkNames(field.at(key));
      if (OTHER_FIELDS.has(key)) continue;
      try {
        const { value, isSecret } = this.resolution.resolveLate(field.at(key), this.context);
        if (isSecret) this.resolution.filesWithSecrets.add(field.source.file);
        setKey(entries, key, templateFor(value, this.resolution.language));
      } catch (error) {
        for (const each of this.errorsAt(key, error)) failures.add(each);
      }
    }
    return new Field(field.source, entries, field.path);
  }

  /** Every error in a field that has ended with one. */
  private errorsAt(key: string, error: unknown): unknown[] {
    if (!(error instanceof TemplateError) || error.code === "limit") return [error];
    const { resolution, context } = this;
    const field = this.config.field.at(key);
    const found = errorsIn(field.value, context, resolution.pathOf(field), resolution.language);
    return found.length > 0 ? found : [error];
  }

  /** Notes whether a name is made of a secret: messages show names. */
  private checkNames(parts: Field): void {
    const { resolution, context } = this;
    const isPlain =
      Array.isArray(parts.value) &&
      parts.value.every((part) => isMap(part) && !Object.hasOwn(part, "$concat") && !hasOperator(part));
    if (!isPlain) resolution.hasSecretName ||= resolution.resolveLate(parts, context).isSecret;
    else for (const part of parts.items()) resolution.resolveName(part.at("name"), context);
  }

  /** The document with its templates resolved; parts that are not known yet are `Unresolved`. */
  resolve(): Readonly<Record<string, unknown>> {
    const { field, name, type } = this.config;
    const { context, scope, ownLevels } = this.contextAndScope({});
    const entries: Record<string, unknown> = { kind: "Module", type, name };
    for (const key of Object.keys(field.map())) {
      if (!Object.hasOwn(entries, key) && key !== "variables")
        setKey(entries, key, this.resolution.resolve(field.at(key), context));
    }
    const [first, ...others] = scope.levels
      .slice(-ownLevels)
      .map((level) =>
        resolveInContext(level.values, level.tree, level.context, "var", level.path, this.resolution.language),
      );
    const variables = mergePatches(first, others, this.resolution.budget.countEntries);
    return field.at("variables").isThere || others.length > 0 ? { ...entries, variables } : entries;
  }

  /** A value for contexts that is made of one of the module's fields. */
  derived(key: string, compute: (value: unknown) => unknown): unknown {
    const field = this.config.field.at(key);
    return derivedValue([this.resolution.contextValues(field, this.context)], compute);
  }

  private contextAndScope(secrets: TemplateContext): {
    readonly context: TemplateContext;
    readonly scope: Scope;
    readonly ownLevels: number;
  } {
    const { environment, resolution, modules } = this;
    const { field, folder, contextIn } = this.config;
    const context: Record<string, unknown> = {
      ...environment.providerContext,
      ...secrets,
      modules,
      runtime: NOT_KNOWN_YET,
      this: this.self,
    };
    Object.assign(context, contextIn(context));
    const own = variablesLevel("the module's variables", field, context, resolution);
    const varfile = varfileOf(field.at("varfile"));
    const pathContext = () => ({ ...context, ...variablesAs(new Scope([own], resolution, environment.scope).values) });
    const file = varfile && varfileLevel(resolution, varfile, folder, undefined, pathContext, context);
    const levels = file === undefined ? [own] : [own, file];
    const scope = new Scope(levels, resolution, environment.scope);
    Object.assign(context, variablesAs(scope.values));
    return { context, scope, ownLevels: levels.length };
  }
}
