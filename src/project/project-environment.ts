/** A project in one of its environments: what holds for all of its actions. */

import {
  contextValue,
  NOT_KNOWN_YET,
  resolveInContext,
  resolveLate,
  secretValue,
  type TemplateContext,
  templateValues,
  Unresolved,
} from "../template/internal.ts";
import { isMap } from "../template/values.ts";
import { getOwn, setKey } from "../text/own-keys.ts";
import { listOfNames, VariablesError } from "../variables/error.ts";
import type { Variables } from "../variables/map.ts";
import { type CountEntries, mergePatches } from "../variables/merge.ts";
import { overrideVariables } from "../variables/override.ts";
import type { EnvironmentConfig, ProjectConfig } from "./config.ts";
import type { Field } from "./config-field.ts";
import type { Resolution } from "./resolution.ts";
import { type Level, Scope, variablesAs, variablesLevel } from "./scope.ts";
import { readLevel, varfileLevel } from "./varfile-level.ts";

export interface ProjectEnvironment {
  readonly config: EnvironmentConfig;
  readonly scope: Scope;
  /** What the project document's own fields see: `local`, `git`, `project` and so on, but no variables. */
  readonly baseContext: TemplateContext;
  /** The same with `environment` and `var`. */
  readonly context: TemplateContext;
  /** The same with `providers`. */
  readonly providerContext: TemplateContext;
  readonly providers: readonly Provider[];
}

/** A provider of the environment. */
interface Provider {
  readonly name: string;
  /** Its first entry in the project document. */
  readonly field: Field;
  /** The configuration, merged from all entries of that name; its templates are not resolved. */
  readonly config: Readonly<Variables>;
}

/**
 * Opens an environment.
 *
 * @param chosen `NAME` or `NAMESPACE.NAME`; without it, the project's default, or its first
 * @param world `local`, `git` and so on, for templates
 * @param outputs the known outputs of providers: `{ NAME: { outputs } }`
 * @throws VariablesError, TemplateError
 */
export function openEnvironment(
  project: ProjectConfig,
  chosen: string | undefined,
  world: TemplateContext,
  outputs: Readonly<Variables>,
  resolution: Resolution,
): ProjectEnvironment {
  const baseContext = { ...world, project: { name: project.name } };
  const scopeOf = (
    what: "project" | "environment",
    { field, varfile }: ProjectConfig | EnvironmentConfig,
    defaultPath: string,
    pathContext: TemplateContext,
    below?: Scope,
  ): Scope => {
    const file: Level | undefined =
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
  const environment = {
    name: config.name,
    ...namespaceOf(config, namespace, projectContext, resolution),
  };
  const context = { ...baseContext, environment, ...variablesAs(scope.values) };

  const providers = providersOf(project, config.name, resolution.budget.countEntries);
  const known: Record<string, unknown> = {};
  const providerContext = { ...context, providers: known };
  for (const { name, field, config } of providers) {
    const given = getOwn(outputs, name);
    setKey(known, name, {
      config: templateValues(config, providerContext, resolution.pathOf(field), resolution.language),
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
  if (!named.isThere) {
    if (first === undefined) throw field.error("the project has no environments");
    return first;
  }
  const name = resolution.resolveName(named, context);
  if (name === undefined) throw named.error("the default environment must be a name");
  return name === "" && first !== undefined ? first : name;
}

/** The namespace, if the name has one, and the environment. */
function choose({ environments }: ProjectConfig, chosen: string): [string | undefined, EnvironmentConfig] {
  const byName = (name: string) => environments.find((environment) => environment.name === name);
  const whole = byName(chosen);
  if (whole !== undefined) return [undefined, whole];
  const dot = chosen.indexOf(".");
  const config = dot === -1 ? undefined : byName(chosen.slice(dot + 1));
  if (config !== undefined) return [chosen.slice(0, dot), config];
  const names = listOfNames(environments.map(({ name }) => name));
  throw new VariablesError(
    "unknown-environment",
    `there is no environment ${JSON.stringify(chosen)} (known: ${names})`,
  );
}

/** `environment.namespace` and `environment.fullName`. */
function namespaceOf(
  { field, name }: EnvironmentConfig,
  chosen: string | undefined,
  context: TemplateContext,
  resolution: Resolution,
): Readonly<Variables> {
  const byDefault = field.at("defaultNamespace");
  if (chosen !== undefined || !byDefault.isThere) {
    const namespace = chosen ?? "default";
    return { namespace, fullName: `${namespace}.${name}` };
  }
  const { value, isSecret } = resolution.resolveLate(byDefault, context);
  const fullName = `${value}.${name}`;
  if (!isSecret) return { namespace: value, fullName };
  resolution.hasSecretNamespace = true;
  return { namespace: secretValue(value), fullName: secretValue(fullName) };
}

/** The providers of an environment: entries of one name are merged, as JSON Merge Patches to the first. */
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
 * The project document with its templates resolved: its `variables` are those that the environment sees, its
 * `environments` and `providers` only the environment and its providers.
 *
 * @param actions `actions` for its outputs
 * @throws VariablesError, TemplateError
 */
export function resolveProject(
  { field }: ProjectConfig,
  { config, scope, baseContext, context, providerContext, providers }: ProjectEnvironment,
  actions: TemplateContext,
  resolution: Resolution,
): Readonly<Record<string, unknown>> {
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
  entries.environments = [resolveEnvironment()];
  // An error in a level names the variable's place; an error in the merged variables could not.
  const { language } = resolution;
  const [first, ...others] = scope.levels.map(({ values, tree, context, path }) =>
    resolveInContext(values, tree, context, "var", path, language),
  );
  let variables = contextValue(scope.values, ["var"], resolution.pathOf(field)).value as object;
  if (variables instanceof Unresolved) {
    // What is left of a value of the scope could mean something else here; what is left of a level does not.
    const merged = mergePatches(first, others, resolution.budget.countEntries);
    variables = merged instanceof Unresolved ? merged : overrideVariables(merged as Variables, resolution.overrides);
  }
  if (variables instanceof Unresolved || Object.keys(variables).length > 0) entries.variables = variables;
  if (providers.length > 0) {
    entries.providers = providers.map(
      ({ field, config }) => resolveLate(config, providerContext, resolution.pathOf(field), language).value,
    );
  }
  return Object.fromEntries(Object.entries(entries).filter(([, value]) => value !== undefined));

  function resolveEnvironment(): unknown {
    if (typeof config.field.value === "string") return { name: config.name };
    const { variables, varfile, ...others } = config.field.map();
    return resolveLate(others, context, resolution.pathOf(config.field), resolution.language).value;
  }
}
