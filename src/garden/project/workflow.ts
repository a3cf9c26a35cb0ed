/** `Workflow` and `Command` documents: what is known about them before they are run. */

import { setKey } from "../../text/own-keys.ts";
import { documentOf, isComplete, NOT_KNOWN_YET, type TemplateContext } from "../template/internal.ts";
import { VariablesError } from "../variables/error.ts";
import type { StepsConfig } from "./documents/config.ts";
import type { Field } from "./documents/field.ts";
import { Failures } from "./errors.ts";
import type { OpenProject } from "./open-project.ts";
import type { Resolution } from "./resolution.ts";
import { type ResolvedDocument, unknownPaths } from "./resolved-document.ts";
import { ownVariables, Scope, type ScopedLevel, variablesAs, variablesLevel } from "./variables/scope.ts";

/** Fields without templates: they define how the document is found and called. */
const PLAIN_FIELDS: Readonly<Record<StepsConfig["kind"], ReadonlySet<string>>> = {
  workflow: /* @__PURE__ */ new Set(["apiVersion", "kind", "name", "triggers"]),
  command: /* @__PURE__ */ new Set(["apiVersion", "kind", "name", "description", "args", "opts"]),
};

/** Fields of a step that can refer to earlier steps. */
const STEP_FIELDS: Readonly<Record<StepsConfig["kind"], ReadonlySet<string> | "all">> = {
  workflow: /* @__PURE__ */ new Set(["command", "script"]),
  command: "all",
};

/**
 * A workflow or a command with its templates resolved. The outputs of steps and the arguments of a command are not known yet.
 */
export function resolveSteps(
  { field, kind, name, contextIn }: StepsConfig,
  { environment, references, resolution }: OpenProject,
): ResolvedDocument {
  const { language } = resolution;
  const key = `${kind}.${name}`;
  const actions = references.contextFor(key);
  const context: Record<string, unknown> =
    kind === "workflow"
      ? { ...environment.context }
      : { ...environment.providerContext, actions, runtime: actions, args: NOT_KNOWN_YET, opts: NOT_KNOWN_YET };
  Object.assign(context, contextIn(context));
  let own: readonly ScopedLevel[] = [];
  if (kind === "command" && field.at("variables").hasValue) {
    const level = variablesLevel("the command's variables", field, context, resolution);
    const scope = new Scope([level], resolution, environment.scope);
    Object.assign(context, variablesAs(scope.values));
    own = scope.levels.slice(-1);
    resolution.onContext?.(field.at("variables"), own[0]!.context);
  }
  const resolveField = (key: string, member: Field) => {
    if (key === "steps") return resolveEach(member, kind, context, resolution, failures);
    return key === "variables" && own.length > 0 ? ownVariables(own, resolution) : resolution.resolve(member, context);
  };
  const failures = new Failures();
  const value: Record<string, unknown> = {};
  let isWhole = true;
  for (const key of Object.keys(field.map())) {
    const member = field.at(key);
    if (key === "name") setKey(value, key, name);
    else if (PLAIN_FIELDS[kind].has(key)) setKey(value, key, member.value);
    else {
      const resolved = failures.attempt(() => resolveField(key, member));
      isWhole &&= isComplete(resolved);
      setKey(value, key, documentOf(resolved, language));
    }
  }
  failures.check();
  const unknown = isWhole ? [] : unknownPaths(value, language);
  const dependencies = [...references.of(key)];
  return { name: key, file: field.source.file, value, isComplete: isWhole, unknown, dependencies, isDisabled: false };
}

function resolveEach(
  list: Field,
  kind: StepsConfig["kind"],
  context: TemplateContext,
  resolution: Resolution,
  failures: Failures,
): unknown {
  const steps = list.items().map((field, i) => {
    const { name } = field.map();
    return { field, name: typeof name === "string" ? name : `step-${i + 1}` };
  });
  const known: Record<string, unknown> = {};
  for (const { name } of steps) setKey(known, name, () => laterStep(name));
  const fields = STEP_FIELDS[kind];
  const withSteps = { ...context, steps: known };
  return steps.map(({ field, name }) => {
    const entries: Record<string, unknown> = {};
    for (const key of Object.keys(field.map())) {
      const seesSteps = fields === "all" || fields.has(key);
      const resolveIt = () => resolution.resolve(field.at(key), seesSteps ? withSteps : context);
      setKey(entries, key, failures.attempt(resolveIt));
    }
    setKey(known, name, NOT_KNOWN_YET);
    return entries;
  });
}

function laterStep(name: string): never {
  throw new VariablesError("document", `${name} is not an earlier step; a step can refer only to the steps before it`);
}
