/** A project in one of its environments: what holds for all of its actions. */
import type { TemplateContext } from "../template/context/run.ts";
import { LATE } from "../template/context/unresolved.ts";
import { templateValues } from "../template/resolve/template-values.ts";
import { isMap } from "../template/values.ts";
import { listOfNames, VariablesError } from "../variables/error.ts";
import type { CountEntries } from "../variables/limits.ts";
import { getOwn, type Variables } from "../variables/map.ts";
import { mergePatches } from "../variables/merge.ts";
import { type EnvironmentConfig, type ProjectConfig, variablesOf } from "./config.ts";
import type { Field } from "./config-field.ts";
import { resolveNode } from "./resolution.ts";
import { type Level, Scope } from "./scope.ts";
import { readLevel, type VarfileReader, varfileLevel } from "./varfile-level.ts";

export interface Environment {
  readonly config: EnvironmentConfig;
  readonly scope: Scope;
  /** What the project document's own fields see: `local`, `git`, `project` and so on, but no variables. */
  readonly baseContext: TemplateContext;
  /** The same with `environment` and `var`. */
  readonly context: TemplateContext;
  /** The same with `providers`. */
  readonly providerContext: TemplateContext;
  /** The configuration of each provider of the environment, not resolved yet. */
  readonly providers: readonly { readonly name: string; readonly field: Field; readonly config: Readonly<Variables> }[];
}

/**
 * Opens an environment.
 *
 * @param chosen `NAME` or `NAMESPACE.NAME`; without it, the project's default, or its first
 * @param world what templates see of the world
 * @param outputs the providers' outputs, as far as they are known: `{ NAME: { outputs } }`
 * @throws VariablesError, TemplateError
 */
export function openEnvironment(
  project: ProjectConfig,
  chosen: string | undefined,
  world: TemplateContext,
  overrides: Readonly<Record<string, string>>,
  outputs: Readonly<Variables>,
  reader: VarfileReader,
): Environment {
  const { field, name } = project;
  const path = reader.sources.add(field.source);
  const count = reader.budget.countEntries;
  const level = (at: Field, context: TemplateContext): Level => ({
    name: at.path.length === 0 ? "the project's variables" : `the environment's variables`,
    values: variablesOf(at),
    context,
    path: [...path, ...at.at("variables").path],
  });

  const baseContext = { ...world, project: { name } };
  const projectFile =
    project.varfile === undefined
      ? readLevel(reader, "", PROJECT_VARFILE, baseContext)
      : varfileLevel(reader, project.varfile, "", PROJECT_VARFILE, baseContext, baseContext);
  const projectScope = new Scope([level(field, baseContext), ...present(projectFile)], overrides, undefined, count);

  const [namespace, config] = choose(project, chosen ?? defaultEnvironment(project, baseContext, path));
  const defaultVarfile = `garden.${config.name}.env`;
  const context = { ...baseContext, ...variablesAs(projectScope.values) };
  const environmentFile =
    config.varfile === undefined
      ? readLevel(reader, "", defaultVarfile, baseContext)
      : varfileLevel(reader, config.varfile, "", defaultVarfile, context, baseContext);
  const scope = new Scope(
    [level(config.field, baseContext), ...present(environmentFile)],
    overrides,
    projectScope,
    count,
  );
  const environment = environmentOf(config, namespace, context, path);
  const environmentContext = { ...baseContext, environment, ...variablesAs(scope.values) };

  const providers = providersOf(project, config.name, count);
  const known: Record<string, unknown> = {};
  const providerContext = { ...environmentContext, providers: known };
  for (const provider of providers) {
    const config = templateValues(provider.config, providerContext, [...path, ...provider.field.path]);
    const given = getOwn(outputs, provider.name);
    Object.defineProperty(known, provider.name, {
      value: { config, outputs: (isMap(given) ? getOwn(given, "outputs") : undefined) ?? LATE },
      enumerable: true,
    });
  }
  return { config, scope, baseContext, context: environmentContext, providerContext, providers };
}

const PROJECT_VARFILE = "garden.env";

/** Variables as contexts have them. */
export function variablesAs(values: unknown): { readonly var: unknown; readonly variables: unknown } {
  return { var: values, variables: values };
}

function present<T>(value: T | undefined): T[] {
  return value === undefined ? [] : [value];
}

function defaultEnvironment(
  { field, environments }: ProjectConfig,
  context: TemplateContext,
  path: readonly number[],
): string {
  const named = field.at("defaultEnvironment");
  if (!named.isThere) {
    if (environments[0] === undefined) throw field.error("the project has no environments");
    return environments[0].name;
  }
  const name = resolveNode(named.value, context, [...path, ...named.path]);
  if (typeof name !== "string") throw named.error("the default environment must be a name");
  return name === "" && environments[0] !== undefined ? environments[0].name : name;
}

/** The namespace, if one is said, and the environment. */
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
    `there is no environment ${JSON.stringify(chosen)} (there is ${names})`,
  );
}

function environmentOf(
  { field, name }: EnvironmentConfig,
  chosen: string | undefined,
  context: TemplateContext,
  path: readonly number[],
): Readonly<Variables> {
  const byDefault = field.at("defaultNamespace");
  const namespace =
    chosen ?? (byDefault.isThere ? resolveNode(byDefault.value, context, [...path, ...byDefault.path]) : "default");
  return { name, namespace, fullName: `${namespace}.${name}` };
}

/** The providers of an environment: those of one name are merged, as JSON Merge Patches to the first. */
function providersOf(project: ProjectConfig, environment: string, count: CountEntries): Environment["providers"] {
  const byName = new Map<string, { field: Field; configs: Readonly<Variables>[] }>();
  for (const { field, name } of project.providers) {
    const only = field.at("environments").items();
    if (only.length > 0 && !only.some((each) => each.value === environment)) continue;
    const first = byName.get(name);
    if (first === undefined) byName.set(name, { field, configs: [field.map()] });
    else first.configs.push(field.map());
  }
  return Array.from(byName, ([name, { field, configs }]) => {
    const [config, ...patches] = configs;
    return { name, field, config: mergePatches(config, patches, count) as Variables };
  });
}
