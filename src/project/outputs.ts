/** Outputs: values of providers, modules and actions that exist only after these have run. */

import { isMap } from "../template/values.ts";
import { getOwn } from "../text/own-keys.ts";
import { VariablesError } from "../variables/error.ts";
import type { Variables } from "../variables/map.ts";
import { mergeVariables } from "../variables/merge.ts";
import { KIND_NAMES } from "./dependencies.ts";

/**
 * Outputs by the paths that templates have: `providers.NAME.outputs`, `actions.KIND.NAME.outputs` (also `version` and so
 * on), `runtime.KIND.NAME.outputs`, `modules.NAME.outputs` (also `version`).
 */
export interface Outputs {
  readonly providers: Readonly<Variables>;
  /** The known values of a module, by its name. */
  readonly modules: Readonly<Variables>;
  /** The known values of an action, by `KIND.NAME`. */
  readonly actions: ReadonlyMap<string, Readonly<Variables>>;
}

/** @throws VariablesError (`document`) for other paths, or values that are no maps */
export function readOutputs(outputs: Readonly<Variables>): Outputs {
  for (const name of Object.keys(outputs)) {
    if (name === "providers" || name === "actions" || name === "runtime" || name === "modules") continue;
    throw new VariablesError(
      "document",
      `outputs are of providers, modules, actions or runtime, not of ${JSON.stringify(name)}`,
    );
  }
  const actions = new Map<string, Readonly<Variables>>();
  for (const root of ["actions", "runtime"]) {
    for (const [alias, byName] of entriesOf(getOwn(outputs, root), root)) {
      const kind = KIND_NAMES.get(alias);
      if (kind === undefined) {
        throw new VariablesError(
          "document",
          `outputs: ${root}.${alias} is no kind of actions (known: ${[...KIND_NAMES.keys()].join(", ")})`,
        );
      }
      for (const [name, known] of entriesOf(byName, `${root}.${alias}`)) {
        const key = `${kind}.${name}`;
        entriesOf(known, `${root}.${alias}.${name}`);
        actions.set(key, mergeVariables(actions.get(key) ?? {}, known as Variables));
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
