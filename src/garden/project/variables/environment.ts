/** A project in one of its environments: what its actions share. */

import { getOwn, setKey } from "../../../text/own-keys.ts";
import {
  contextValue,
  deferTemplates,
  NOT_KNOWN_YET,
  resolveLate,
  secretValue,
  type TemplateContext,
  Unresolved,
} from "../../template/internal.ts";
import { isMap, type Variables } from "../../template/values.ts";
import { suggestion, VariablesError } from "../../variables/error.ts";
import { type CountEntries, mergePatches } from "../../variables/merge.ts";
import { overrideLate } from "../../variables/override.ts";
import type { EnvironmentConfig, ProjectConfig } from "../documents/config.ts";
import type { Field } from "../documents/field.ts";
import type { Resolution } from "../resolution.ts";
import { levelValues, Scope, variablesAs, variablesLevel } from "./scope.ts";
import { readLevel, varfileLevel } from "./varfiles.ts";

export interface ProjectEnvironment {
  readonly config: EnvironmentConfig;
  readonly scope: Scope;
  /** The context of the project document's own fields: `local`, `git`, `project`, and so on, but no variables. */
  readonly baseContext: TemplateContext;
  /** `baseContext` with `environment` and `var`. */
  readonly context: TemplateContext;
  /** `context` with `providers`. */
  readonly providerContext: TemplateContext;
  readonly providers: readonly Provider[];
}

interface Provider {
  readonly name: string;
  /** Its first entry in the project document. */
  readonly field: Field;
  /** The configuration, merged from all entries with that name. Its templates are not resolved. */
  readonly config: Readonly<Variables>;
}

/**
 * @param chosen `NAME` or `NAMESPACE.NAME`; default: the project's default environment, or its first one
 * @param given `local`, `git`, and so on, for templates
 * @param outputs the known outputs of providers: `{ NAME: { outputs } }`
 */
export function openEnvironment(
  project: ProjectConfig,
  chosen: string | undefined,
  given: TemplateContext,
  outputs: Readonly<Variables>,
  resolution: Resolution,
): ProjectEnvironment {
  const baseContext = { ...given, project: { name: project.name } };
  const scopeOf = (
    what: "project" | "environment",
    { field, varfile }: ProjectConfig | EnvironmentConfig,
    defaultPath: string,
    pathContext: TemplateContext,
    below?: Scope,
  ): Scope => {
    const file =
      varfile === undefined
        ? readLevel(resolution, "", defaultPath, baseContext)
        : varfileLevel(resolution, varfile, "", defaultPath, () => pathContext, baseContext);
    const own = variablesLevel(`the ${what}'s variables`, field, baseContext, resolution);
    return new Scope(file === undefined ? [own] : [own, file], resolution, below);
  };

  const projectScope = scopeOf("project", project, "garden.env", baseContext);
  const [namespace, config] = choose(project, chosen ?? defaultEnvironment(project, baseContext, resolution));
  const projectContext = { ...baseContext, ...variablesAs(projectScope.values) };
  const scope = scopeOf("environment", config, `garden.${config.name}.env`, projectContext, projectScope);
  const environment = { name: config.name, ...namespaceOf(config, namespace, projectContext, resolution) };
  const context = { ...baseContext, environment, ...variablesAs(scope.values) };

  const providers = providersOf(project, config.name, resolution.budget.countEntries);
  const known: Record<string, unknown> = {};
  const providerContext = { ...context, providers: known };
  for (const { name, field, config } of providers) {
    const given = getOwn(outputs, name);
    setKey(known, name, {
      config: deferTemplates(config, providerContext, { path: resolution.pathOf(field), syntax: resolution.language }),
      outputs: (isMap(given) ? getOwn(given, "outputs") : undefined) ?? NOT_KNOWN_YET,
    });
  }
  return { config, scope, baseContext, context, providerContext, providers };
}

function defaultEnvironment(
  { field, environments }: ProjectConfig,
  context: TemplateContext,
  resolution: Resolution,
): string {
  const named = field.at("defaultEnvironment");
  const first = environments[0]?.name;
  if (!named.hasValue) {
    if (first === undefined) throw field.error("the project has no environments");
    return first;
  }
  const name = resolution.resolveName(named, context);
  if (name === undefined) throw named.error("the default environment must be a name");
  return name === "" && first !== undefined ? first : name;
}

/** The namespace, if the chosen name contains one, and the environment. */
function choose({ environments }: ProjectConfig, chosen: string): [string | undefined, EnvironmentConfig] {
  const byName = (name: string) => environments.find((environment) => environment.name === name);
  const whole = byName(chosen);
  if (whole !== undefined) return [undefined, whole];
  const dot = chosen.indexOf(".");
  // Without a dot, this is the whole name, which does not exist.
  const config = byName(chosen.slice(dot + 1));
  if (config !== undefined) return [chosen.slice(0, dot), config];
  const names = environments.map(({ name }) => name);
  const reason = `no such environment: ${JSON.stringify(chosen)} (${suggestion(chosen, names)})`;
  throw new VariablesError("unknown-environment", reason);
}

/** `environment.namespace` and `environment.fullName`. */
function namespaceOf(
  { field, name }: EnvironmentConfig,
  chosen: string | undefined,
  context: TemplateContext,
  resolution: Resolution,
): Readonly<Variables> {
  const byDefault = field.at("defaultNamespace");
  if (chosen !== undefined || !byDefault.hasValue) {
    const namespace = chosen ?? "default";
    return { namespace, fullName: `${namespace}.${name}` };
  }
  const { value, isSecret } = resolution.resolveLate(byDefault, context);
  const fullName = `${value}.${name}`;
  if (!isSecret) return { namespace: value, fullName };
  resolution.hasSecretNamespace = true;
  return { namespace: secretValue(value), fullName: secretValue(fullName) };
}

/** The providers of an environment. Entries with the same name are merged, as JSON Merge Patches to the first. */
function providersOf(project: ProjectConfig, environment: string, count: CountEntries): Provider[] {
  const byName = new Map<string, { field: Field; patches: Readonly<Variables>[] }>();
  for (const { field, name } of project.providers) {
    const only = field.at("environments").items();
    if (only.length > 0 && !only.some((each) => each.value === environment)) continue;
    const first = byName.get(name);
    if (first === undefined) byName.set(name, { field, patches: [] });
    else first.patches.push(field.map());
  }
  return Array.from(byName, ([name, { field, patches }]) => {
    return { name, field, config: mergePatches(field.map(), patches, count) as Variables };
  });
}

/**
 * The project document with its templates resolved. Its `variables` are those that the environment sees. Its `environments`
 * and `providers` are only the environment and its providers.
 *
 * @param actions `actions` for the project's outputs
 */
export function resolveProject(
  { field }: ProjectConfig,
  { config, scope, baseContext, context, providerContext, providers }: ProjectEnvironment,
  actions: TemplateContext,
  resolution: Resolution,
): Readonly<Record<string, unknown>> {
  const { language } = resolution;
  const entries: Record<string, unknown> = {};
  const contexts: Readonly<Record<string, TemplateContext>> = {
    outputs: { ...providerContext, actions, runtime: actions },
    excludeValuesFromActionVersions: context,
    sources: context,
  };
  for (const key of Object.keys(field.map())) {
    const isOfEnvironment = key === "variables" || key === "environments" || key === "providers";
    const seen = getOwn(contexts, key) ?? baseContext;
    setKey(entries, key, isOfEnvironment ? undefined : resolution.resolve(field.at(key), seen as TemplateContext));
  }
  if (typeof config.field.value === "string") entries.environments = [{ name: config.name }];
  else {
    const { variables, varfile, ...others } = config.field.map();
    entries.environments = [resolveLate(others, context, resolution.pathOf(config.field), language).value];
  }
  const [first, ...others] = levelValues(scope.levels, resolution);
  let variables = contextValue(scope.values, ["var"], resolution.pathOf(field), language).value as object;
  if (variables instanceof Unresolved) {
    // The rest of a value of the scope can have another meaning here; the rest of a level cannot.
    const merged = mergePatches(first, others, resolution.budget.countEntries);
    variables = overrideLate(merged, resolution.overrides) as object;
  }
  if (variables instanceof Unresolved || Object.keys(variables).length > 0) entries.variables = variables;
  if (providers.length > 0) {
    entries.providers = providers.map(
      ({ field, config }) => resolveLate(config, providerContext, resolution.pathOf(field), language).value,
    );
  }
  return Object.fromEntries(Object.entries(entries).filter(([, value]) => value !== undefined));
}
