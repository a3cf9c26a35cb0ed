/** Fields of actions whose values other parts of the project need: whether an action is disabled, and where its files are. */

import { derivedValue, NOT_KNOWN_YET, type TemplateContext } from "../../template/internal.ts";
import { VariablesError } from "../../variables/error.ts";
import { type ActionConfig, joinPath } from "../documents/config.ts";
import { type Field, typeName } from "../documents/field.ts";
import type { Resolution } from "../resolution.ts";
import type { ProjectEnvironment } from "../variables/environment.ts";

/**
 * `this.disabled` of an action, for a context. An action is disabled by `disabled`, or by `environments` without the chosen
 * environment.
 *
 * @param context the context of the two fields
 */
export function disabledValue(
  { field }: ActionConfig,
  environment: string,
  context: TemplateContext,
  resolution: Resolution,
): unknown {
  const disabled = field.at("disabled");
  const named = field.at("environments");
  if (!disabled.hasValue && !named.hasValue) return false;
  const environments = resolution.contextValues(named, context);
  const isList = Array.isArray(environments);
  const names = isList ? environments : [environments];
  const flag = resolution.contextValues(disabled, context);
  if (typeof flag !== "function" && names.every((name) => typeof name !== "function"))
    return isDisabled(disabled, flag, environments, environment);
  return derivedValue([flag, ...names], (known, ...given) =>
    isDisabled(disabled, known, isList ? given : given[0], environment),
  );
}

/** Whether an action is disabled, before variables are known: another action has the same name, and only one counts. */
export function isDisabledEarly(
  config: ActionConfig,
  { config: { name }, context }: ProjectEnvironment,
  resolution: Resolution,
): boolean {
  const tooEarly = () => {
    throw new VariablesError("document", "`disabled` cannot refer to variables if two actions have the same name");
  };
  const early = { ...context, ...config.contextIn(context), var: tooEarly, variables: tooEarly };
  const flag = resolution.resolveEarly(config.field.at("disabled"), early);
  const environments = resolution.resolveEarly(config.field.at("environments"), early);
  return isDisabled(config.field.at("disabled"), flag, environments, name);
}

function isDisabled(field: Field, flag: unknown, environments: unknown, environment: string): boolean {
  return booleanOf(field, flag) || (Array.isArray(environments) && !environments.includes(environment));
}

/** The value of `disabled`. Variables from dotenv files and from `--var` are always text. */
export function booleanOf(field: Field, value: unknown): boolean {
  if (value === undefined || value === null) return false;
  if (typeof value === "boolean") return value;
  const word = typeof value === "string" ? value.toLowerCase() : "";
  if (word === "true" || word === "false") return word === "true";
  throw field.error(`this must be true or false, not ${typeof value === "string" ? "other text" : typeName(value)}`);
}

/**
 * `this.sourcePath` of an action, for a context: the folder of its config file, or `source.path` from there. The path in
 * another repository, which is not fetched, is not known yet.
 *
 * @param root the project's folder
 * @param context the context of `source`
 */
export function sourcePathOf(
  { field, folder }: ActionConfig,
  root: string | undefined,
  context: TemplateContext,
  resolution: Resolution,
): unknown {
  if (root === undefined || field.at("source").at("repository").hasValue) return NOT_KNOWN_YET;
  const from = (path: unknown) => joinPath(root, typeof path === "string" ? `${folder}/${path}` : folder);
  const path = resolution.contextValues(field.at("source").at("path"), context);
  return typeof path === "function" ? derivedValue([path], from) : from(path);
}
