/** Which actions are disabled: by `disabled`, or by `environments` that do not name the chosen environment. */
import { derivedValue, type TemplateContext } from "../template/internal.ts";
import { typeOf } from "../template/values.ts";
import { VariablesError } from "../variables/error.ts";
import type { ActionConfig } from "./config.ts";
import type { Field } from "./config-field.ts";
import type { ProjectEnvironment } from "./project-environment.ts";
import type { Resolution } from "./resolution.ts";

/**
 * `this.disabled` of an action, for a context.
 *
 * @param context what the two fields see
 */
export function disabledValue(
  { field }: ActionConfig,
  environment: string,
  context: TemplateContext,
  resolution: Resolution,
): unknown {
  const disabled = field.at("disabled");
  const named = field.at("environments");
  if (!disabled.isThere && !named.isThere) return false;
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

/**
 * Whether an action is disabled, before it is decided which of two actions of one name counts: neither has variables
 * yet.
 *
 * @throws VariablesError, TemplateError
 */
export function isDisabledAlready(
  config: ActionConfig,
  { config: { name }, context }: ProjectEnvironment,
  resolution: Resolution,
): boolean {
  const tooEarly = () => {
    throw new VariablesError("document", "where two actions have one name, `disabled` cannot refer to variables");
  };
  const early = { ...context, ...config.contextIn(context), var: tooEarly, variables: tooEarly };
  const flag = resolution.resolveEarly(config.field.at("disabled"), early);
  const environments = resolution.resolveEarly(config.field.at("environments"), early);
  return isDisabled(config.field.at("disabled"), flag, environments, name);
}

function isDisabled(field: Field, flag: unknown, environments: unknown, environment: string): boolean {
  return booleanOf(field, flag) || (Array.isArray(environments) && !environments.includes(environment));
}

/** The value of `disabled`: variables of dotenv files and of `--var` are always text. */
export function booleanOf(field: Field, value: unknown): boolean {
  if (value === undefined || value === null) return false;
  if (typeof value === "boolean") return value;
  const word = typeof value === "string" ? value.toLowerCase() : "";
  if (word === "true" || word === "false") return word === "true";
  throw field.error(`this must be true or false, not ${typeof value === "string" ? "another text" : typeOf(value)}`);
}
