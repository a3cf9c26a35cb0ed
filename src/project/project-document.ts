/** The project document, as it is in one of its environments. */
import { setKey } from "../template/values.ts";
import type { ProjectConfig } from "./config.ts";
import type { Environment } from "./project-environment.ts";
import { resolveLevel, resolveNode, valueOf } from "./resolution.ts";
import type { Sources } from "./sources.ts";

/**
 * The document with its templates resolved: `variables` are all that the environment has, with the values that they have
 * there; `environments` is that one, and `providers` those of it.
 *
 * @throws VariablesError, TemplateError
 */
export function resolveProject(
  { field }: ProjectConfig,
  { config, scope, baseContext, context, providerContext, providers }: Environment,
  sources: Sources,
): Readonly<Record<string, unknown>> {
  const path = sources.add(field.source);
  const entries: Record<string, unknown> = {};
  for (const key of Object.keys(field.map())) {
    const { value, path: at } = field.at(key);
    if (key === "variables" || key === "environments" || key === "providers") entries[key] = undefined;
    else setKey(entries, key, resolveNode(value, baseContext, [...path, ...at]));
  }
  entries.environments = [resolveEnvironment()];
  // Each variable has its place here; in what they are together, none has.
  for (const level of scope.levels) resolveLevel(level);
  const variables = valueOf(scope.values, ["var"], path) as object;
  if (Object.keys(variables).length > 0) entries.variables = variables;
  if (providers.length > 0) {
    entries.providers = providers.map((provider) =>
      resolveNode(provider.config, providerContext, [...path, ...provider.field.path]),
    );
  }
  return Object.fromEntries(Object.entries(entries).filter(([, value]) => value !== undefined));

  function resolveEnvironment(): unknown {
    if (typeof config.field.value === "string") return { name: config.name };
    const { variables, varfile, ...others } = config.field.map();
    return resolveNode(others, context, [...path, ...config.field.path]);
  }
}
