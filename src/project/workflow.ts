/** `Workflow` and `Command` documents: what is known of them before they are run. */
import {
  documentOf,
  isComplete,
  NOT_KNOWN_YET,
  resolveInContext,
  type TemplateContext,
  Unresolved,
} from "../template/internal.ts";
import { setKey } from "../text/own-keys.ts";
import { VariablesError } from "../variables/error.ts";
import type { StepsConfig } from "./config.ts";
import type { Field } from "./config-field.ts";
import type { ProjectEnvironment } from "./project-environment.ts";
import type { Resolution } from "./resolution.ts";
import { Scope, variablesAs, variablesLevel } from "./scope.ts";

/** Fields without templates: they say how the document is found and called. */
const PLAIN_FIELDS: Readonly<Record<StepsConfig["kind"], ReadonlySet<string>>> = {
  workflow: /* @__PURE__ */ new Set(["apiVersion", "kind", "name", "triggers"]),
  command: /* @__PURE__ */ new Set(["apiVersion", "kind", "name", "description", "args", "opts"]),
};

/** Fields of a step that may refer to the steps before it. */
const STEP_FIELDS: Readonly<Record<StepsConfig["kind"], ReadonlySet<string> | "all">> = {
  workflow: /* @__PURE__ */ new Set(["command", "script"]),
  command: "all",
};

export interface ResolvedSteps {
  readonly value: Readonly<Record<string, unknown>>;
  readonly isComplete: boolean;
}

/**
 * A document with its templates resolved. What steps give, and what a command is called with, is not known yet.
 *
 * @param references `actions`, `runtime` and `modules`, for a command
 * @throws VariablesError, TemplateError
 */
export function resolveSteps(
  { field, kind, name, contextIn }: StepsConfig,
  environment: ProjectEnvironment,
  references: TemplateContext,
  resolution: Resolution,
): ResolvedSteps {
  const context: Record<string, unknown> =
    kind === "workflow"
      ? { ...environment.context }
      : { ...environment.providerContext, ...references, args: NOT_KNOWN_YET, opts: NOT_KNOWN_YET };
  Object.assign(context, contextIn(context));
  let variables: unknown;
  if (kind === "command" && field.at("variables").isThere) {
    const own = variablesLevel("the command's variables", field, context, resolution);
    const scope = new Scope([own], resolution, environment.scope);
    Object.assign(context, variablesAs(scope.values));
    const { values, tree, context: ofLevel, path } = scope.levels.at(-1)!;
    variables = resolveInContext(values, tree, ofLevel, "var", path, resolution.language);
  }
  const value: Record<string, unknown> = {};
  let complete = true;
  for (const key of Object.keys(field.map())) {
    const member = field.at(key);
    if (key === "name") setKey(value, key, name);
    else if (PLAIN_FIELDS[kind].has(key)) setKey(value, key, member.value);
    else {
      const resolved =
        key === "steps"
          ? resolveEach(member, kind, context, resolution)
          : key === "variables" && variables !== undefined
            ? variables
            : resolution.resolve(member, context);
      complete &&= isComplete(resolved);
      setKey(value, key, documentOf(resolved, resolution.language));
    }
  }
  return { value, isComplete: complete };
}

function resolveEach(
  list: Field,
  kind: StepsConfig["kind"],
  context: TemplateContext,
  resolution: Resolution,
): unknown {
  const steps = list.items().map((field, i) => {
    const { name } = field.map();
    return { field, name: typeof name === "string" ? name : `step-${i + 1}` };
  });
  const before: Record<string, unknown> = {};
  for (const { name } of steps) setKey(before, name, () => laterStep(name));
  const fields = STEP_FIELDS[kind];
  const withSteps = { ...context, steps: before };
  const items = steps.map(({ field, name }) => {
    const entries: Record<string, unknown> = {};
    for (const key of Object.keys(field.map())) {
      const seesSteps = fields === "all" || fields.has(key);
      setKey(entries, key, resolution.resolve(field.at(key), seesSteps ? withSteps : context));
    }
    setKey(before, name, NOT_KNOWN_YET);
    return entries;
  });
  return items.some((item) => !isComplete(item)) ? new Unresolved({ kind: "list", items }) : items;
}

function laterStep(name: string): never {
  throw new VariablesError("document", `a step can refer only to steps before it, and ${name} is none`);
}
