/** A `Module` document: its variables, and its fields as they are known before anything runs. */

import { memberOf, setKey } from "../../../text/own-keys.ts";
import {
  derivedValue,
  hasOperator,
  NOT_KNOWN_YET,
  type TemplateContext,
  TemplateError,
  templateFor,
} from "../../template/internal.ts";
import { isMap, type Variables } from "../../template/values.ts";
import { type ModuleConfig, varfileOf } from "../documents/config.ts";
import { Field } from "../documents/field.ts";
import type { Failures } from "../errors.ts";
import type { Resolution } from "../resolution.ts";
import type { ProjectEnvironment } from "../variables/environment.ts";
import { ownVariables, Scope, variablesAs, variablesLevel } from "../variables/scope.ts";
import { varfileLevel } from "../variables/varfiles.ts";

/** Fields that its actions have in another form, or that identify the module. */
const OTHER_FIELDS: ReadonlySet<string> = /* @__PURE__ */ new Set(["kind", "name", "type", "variables", "varfile"]);

export class Module {
  readonly config: ModuleConfig;
  /** `this` in its templates. */
  readonly self: TemplateContext;
  /** The context of its templates, without secrets: what is secret or known only after a run remains a template. */
  readonly context: TemplateContext;
  /** The fields. After `read`, they have templates only for values that are known after a run. */
  fields: Field;
  private readonly environment: ProjectEnvironment;
  private readonly modules: TemplateContext;
  private readonly resolution: Resolution;

  /**
   * @param modules `modules` for its templates
   * @param root the project's folder, if it is known
   * @param known its values from a run
   */
  constructor(
    config: ModuleConfig,
    environment: ProjectEnvironment,
    resolution: Resolution,
    modules: TemplateContext,
    root: string | undefined,
    known: unknown,
  ) {
    const { field, folder, name } = config;
    this.config = config;
    this.fields = field;
    this.environment = environment;
    this.modules = modules;
    this.resolution = resolution;
    const isElsewhere = root === undefined || field.at("repositoryUrl").hasValue;
    const ofFolder = isElsewhere ? NOT_KNOWN_YET : [root, folder].filter((part) => part !== "").join("/");
    const path = memberOf(known, "path") ?? ofFolder;
    const local = field.at("local").value ?? false;
    const buildPath =
      root === undefined || typeof local !== "boolean" ? NOT_KNOWN_YET : `${root}/.garden/build/${name}`;
    this.self = { name, path, buildPath: memberOf(known, "buildPath") ?? (local === true ? path : buildPath) };
    this.context = this.contextAndScope({ secrets: NOT_KNOWN_YET }).context;
  }

  /**
   * Resolves the fields.
   *
   * @param failures collects the errors in all fields. A field with an error is left out.
   */
  read(failures: Failures): void {
    const { field } = this.config;
    const { language, filesWithSecrets } = this.resolution;
    const entries: Variables = {};
    for (const key of Object.keys(field.map())) {
      if (key === "services" || key === "tasks" || key === "tests") this.checkNames(field.at(key));
      if (OTHER_FIELDS.has(key)) continue;
      try {
        const { value, isSecret } = this.resolution.resolveLate(field.at(key), this.context);
        if (isSecret) filesWithSecrets.add(field.source.file);
        setKey(entries, key, templateFor(value, language));
      } catch (error) {
        const isOfTemplate = error instanceof TemplateError;
        const errors = isOfTemplate ? this.resolution.errorsIn(field.at(key), this.context, error) : [error];
        errors.forEach(failures.add);
      }
    }
    this.fields = new Field(field.source, entries, field.path);
  }

  /** Records whether a name depends on a secret, because messages show names. */
  private checkNames(parts: Field): void {
    const { resolution, context } = this;
    const isPlain =
      Array.isArray(parts.value) &&
      parts.value.every((part) => isMap(part) && !Object.hasOwn(part, "$concat") && !hasOperator(part));
    if (!isPlain) resolution.hasSecretName ||= resolution.resolveLate(parts, context).isSecret;
    else for (const part of parts.items()) resolution.resolveName(part.at("name"), context);
  }

  /** The document with its templates resolved. Parts that are not known yet are `Unresolved`. */
  resolve(): Readonly<Record<string, unknown>> {
    const { field, name, type } = this.config;
    const { context, scope, ownLevels } = this.contextAndScope({});
    const entries: Record<string, unknown> = { kind: "Module", type, name };
    for (const key of Object.keys(field.map())) {
      if (!Object.hasOwn(entries, key) && key !== "variables")
        setKey(entries, key, this.resolution.resolve(field.at(key), context));
    }
    const variables = ownVariables(scope.levels.slice(-ownLevels), this.resolution);
    return field.at("variables").hasValue || ownLevels > 1 ? { ...entries, variables } : entries;
  }

  /** A value for contexts that is computed from one of the module's fields. */
  derived(key: string, compute: (value: unknown) => unknown): unknown {
    const field = this.config.field.at(key);
    return derivedValue([this.resolution.contextValues(field, this.context)], compute);
  }

  private contextAndScope(secrets: TemplateContext): {
    readonly context: TemplateContext;
    readonly scope: Scope;
    readonly ownLevels: number;
  } {
    const { environment, resolution, modules, self } = this;
    const { field, folder, contextIn } = this.config;
    const context = { ...environment.providerContext, ...secrets, modules, runtime: NOT_KNOWN_YET, this: self };
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
