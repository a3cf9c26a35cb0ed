/** The actions of a project with their documents resolved, and in the order that their dependencies give. */
import { documentOf, type Language } from "../template/internal.ts";
import type { Action } from "./action.ts";
import { actionKey } from "./config.ts";
import { inDependencyOrder, namedDependencies } from "./dependencies.ts";
import { Failures } from "./failures.ts";
import type { References } from "./references.ts";
import { type ResolvedDocument, resolvedDocument, withoutEmptyEntries } from "./resolved-document.ts";

/** The actions of a project, and what tells which of them depend on which. */
export interface ProjectActions {
  /** By `KIND.NAME`. */
  readonly actions: ReadonlyMap<string, Action>;
  readonly references: References;
  /** The keys of actions that are known by name only. */
  readonly foreign: ReadonlySet<string>;
  readonly language: Language;
}

/** What resolving an action gives. */
interface ResolvedAction {
  readonly value: Readonly<Record<string, unknown>>;
  /** The value as a document, if it was needed already. */
  readonly document: unknown;
  readonly isDisabled: boolean;
  readonly dependencies: ReadonlySet<string>;
}

/** Actions and those that they depend on, however far. */
export function resolveActions(
  open: readonly string[],
  project: ProjectActions,
  failures: Failures,
): ReadonlyMap<string, ResolvedAction> {
  const resolved = new Map<string, ResolvedAction>();
  const keys = new Set(open);
  for (const key of keys) {
    const action = project.actions.get(key);
    const result = action && failures.attempt(() => resolveAction(key, action, project, failures));
    if (result === undefined) continue;
    resolved.set(key, result);
    for (const needed of result.dependencies) keys.add(needed);
  }
  return resolved;
}

/** An action's document, and what it depends on. What is wrong in a disabled one is no error: nobody runs it. */
function resolveAction(
  key: string,
  action: Action,
  { actions, references, foreign, language }: ProjectActions,
  failures: Failures,
): ResolvedAction {
  const { isDisabled } = action;
  const told = isDisabled ? new Failures() : failures;
  const failed = new Set<string>();
  const value = action.resolve((error, key) => {
    failed.add(key);
    told.add(error);
  });
  const dependencies = new Set(references.of(key));
  const isKnown = (name: string) => actions.has(name) || foreign.has(name);
  const legible =
    failed.size === 0 ? value : Object.fromEntries(Object.entries(value).filter(([name]) => !failed.has(name)));
  let document: unknown;
  const named = told.attempt(() => {
    document = documentOf(legible, language);
    return namedDependencies(action, document, isKnown, language);
  });
  for (const name of named ?? []) dependencies.add(name);
  const filled = withoutEmptyEntries(value);
  return { value: filled, document: filled === legible ? document : undefined, isDisabled, dependencies };
}

/**
 * The documents of actions, each after those that it depends on.
 *
 * @throws VariablesError (`circular-dependency`)
 */
export function documentsInOrder(
  resolved: ReadonlyMap<string, ResolvedAction>,
  project: ProjectActions,
): ResolvedDocument[] {
  const dependencies = new Map(Array.from(resolved, ([key, { dependencies }]) => [key, dependencies] as const));
  const actions = new Map([...project.actions].filter(([key]) => resolved.has(key)));
  return inDependencyOrder(actions, dependencies).map(({ config }) => {
    const key = actionKey(config.kind, config.name);
    const { value, document, isDisabled } = resolved.get(key)!;
    const { file } = config.field.source;
    const named = [...dependencies.get(key)!];
    const told = resolvedDocument(key, file, value, named, project.language, document);
    return isDisabled ? { ...told, isDisabled, unknown: [] } : told;
  });
}
