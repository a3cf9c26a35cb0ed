/** Options of projects, and the outputs among them: values that exist only after something has run. */

import { getOwn } from "../../text/own-keys.ts";

import type { Budget, TemplateContext } from "../template/internal.ts";
import { isMap, type Variables } from "../template/values.ts";
import { VariablesError } from "../variables/error.ts";
import { mergeVariables } from "../variables/merge.ts";
import { KIND_NAMES } from "./documents/config.ts";
import type { Field } from "./documents/field.ts";
import type { ReadVarfile } from "./documents/sources.ts";
import type { ProjectLimits } from "./limits.ts";

/** Options of `Project`. */
export interface ProjectOptions {
  /** `NAME` or `NAMESPACE.NAME`. Default: the project's default environment, or its first one. */
  readonly environment?: string | undefined;
  /** Single variables that override all levels, in the form that `parseVarFlags` returns. */
  readonly overrides?: Readonly<Record<string, string>>;
  /**
   * The context of all templates: `local`, `git`, `command`, `datetime`, `secrets`. `NOT_KNOWN_YET` marks a value that is not
   * known yet.
   */
  readonly world?: TemplateContext;
  /** Names of variables in `world.local.env` whose values are secret, like those in `world.secrets`. */
  readonly secretVariables?: readonly string[];
  /** Outputs of providers and actions that have run, by the paths that templates use. All others are not known yet. */
  readonly outputs?: Readonly<Variables>;
  /** Finds varfiles. Without it, no varfile exists. */
  readonly readVarfile?: ReadVarfile;
  /**
   * @internal Whether a required varfile that does not exist is only unavailable. Its variables are unknown then, and so is
   * every variable that it could set.
   *
   * @param file the path from the project's folder
   * @param field the place that names the file
   */
  readonly isVarfileUnknown?: (file: string, field: Field) => boolean;
  /** Whether extensions of Garden's language are errors; see `TemplateSyntax`. */
  readonly strict?: boolean;
  /**
   * Whether a file exists, given its path from the project's folder: a container module with a Dockerfile has a Build.
   * Without this function, container modules that may have a Dockerfile are not converted to actions.
   */
  readonly hasFile?: (path: string) => boolean;
  /** Replaces the default limits. Exceeding one is a `VariablesError` with the code `limit`. */
  readonly limits?: ProjectLimits;
  /** The limits that all templates share. @internal */
  readonly budget?: Budget;
}

/** The outputs that are known, sorted. Actions are named `KIND.NAME`. */
export interface Outputs {
  readonly providers: Readonly<Variables>;
  readonly modules: Readonly<Variables>;
  readonly actions: ReadonlyMap<string, Readonly<Variables>>;
}

/**
 * Sorts outputs by their paths: `providers.NAME.outputs`, `modules.NAME.outputs`, `actions.KIND.NAME.outputs`, and
 * `runtime.KIND.NAME.outputs`. Modules and actions can also have a `version` and so on.
 *
 * @throws VariablesError (`document`) for other paths, and for values that are not maps
 */
export function readOutputs(outputs: Readonly<Variables>): Outputs {
  for (const name of Object.keys(outputs)) {
    if (name === "providers" || name === "actions" || name === "runtime" || name === "modules") continue;
    const reason = `unknown key ${JSON.stringify(name)}; write providers, modules, actions, or runtime`;
    throw new VariablesError("document", `outputs: ${reason}`);
  }
  const actions = new Map<string, Readonly<Variables>>();
  for (const root of ["actions", "runtime"]) {
    for (const [alias, byName] of entriesOf(getOwn(outputs, root), root)) {
      const kind = KIND_NAMES.get(alias);
      if (kind === undefined) {
        const reason = `${root}.${alias} is not a kind of action (known: ${[...KIND_NAMES.keys()].join(", ")})`;
        throw new VariablesError("document", `outputs: ${reason}`);
      }
      for (const [name, known] of entriesOf(byName, `${root}.${alias}`)) {
        const key = `${kind}.${name}`;
        const entries = entriesOf(known, `${root}.${alias}.${name}`);
        actions.set(key, mergeVariables(actions.get(key) ?? {}, Object.fromEntries(entries)));
      }
    }
  }
  const providers = getOwn(outputs, "providers");
  for (const [name, known] of entriesOf(providers, "providers")) entriesOf(known, `providers.${name}`);
  const modules = getOwn(outputs, "modules");
  for (const [name, known] of entriesOf(modules, "modules")) {
    for (const [key, value] of entriesOf(known, `modules.${name}`)) {
      if (key === "outputs") entriesOf(value, `modules.${name}.outputs`);
    }
  }
  return { providers: (providers ?? {}) as Variables, modules: (modules ?? {}) as Variables, actions };
}

function entriesOf(value: unknown, path: string): [string, unknown][] {
  if (value === undefined || value === null) return [];
  if (isMap(value)) return Object.entries(value);
  throw new VariablesError("document", `outputs: ${path} must be a map`);
}
