/** Resolves actions and those that they depend on, and puts them into the order of their dependencies. */
import { documentOf } from "../../template/internal.ts";
import { actionKey } from "../documents/config.ts";
import { Failures } from "../errors.ts";
import type { OpenProject } from "../open-project.ts";
import { type ResolvedDocument, resolvedDocument } from "../resolved-document.ts";
import type { Action } from "./action.ts";
import { inDependencyOrder, isEntry, namedDependencies } from "./dependencies.ts";

interface ResolvedAction {
  readonly value: Readonly<Record<string, unknown>>;
  /** The value as a document, if it was needed already. */
  readonly document: unknown;
  readonly isDisabled: boolean;
  readonly dependencies: ReadonlySet<string>;
}

/** Actions and those that they depend on, directly or indirectly. Unknown keys are ignored. */
export function resolveActions(
  names: readonly string[],
  project: OpenProject,
  failures: Failures,
): ReadonlyMap<string, ResolvedAction> {
  const resolved = new Map<string, ResolvedAction>();
  const keys = new Set(names);
  for (const key of keys) {
    const action = project.actions.get(key);
    const result = action && failures.attempt(() => resolveAction(key, action, project, failures));
    if (result === undefined) continue;
    resolved.set(key, result);
    for (const needed of result.dependencies) keys.add(needed);
  }
  return resolved;
}

/** An action's document and dependencies. Errors in a disabled action are ignored, because it does not run. */
function resolveAction(
  key: string,
  action: Action,
  { actions, modules, references, resolution: { language } }: OpenProject,
  failures: Failures,
): ResolvedAction {
  const { isDisabled } = action;
  const reported = isDisabled ? new Failures() : failures;
  const failed = new Set<string>();
  const value = action.resolve((error, key) => {
    failed.add(key);
    reported.add(error);
  });
  const dependencies = new Set(references.of(key));
  const isKnown = (name: string) => actions.has(name) || modules.foreign.has(name);
  const legible =
    failed.size === 0 ? value : Object.fromEntries(Object.entries(value).filter(([name]) => !failed.has(name)));
  let document: unknown;
  const named = reported.attempt(() => {
    document = documentOf(legible, language);
    return namedDependencies(action, document, isKnown, language);
  });
  for (const name of named ?? []) dependencies.add(name);
  const filled = withoutEmptyEntries(value);
  return { value: filled, document: filled === legible ? document : undefined, isDisabled, dependencies };
}

/** Lists of an action whose entries without a value do not count. */
const SPARSE_LISTS = ["dependencies", "environments", "include", "exclude"];

/** Leaves out empty entries; returns the document itself if it has none. */
function withoutEmptyEntries(document: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  let result = document;
  for (const key of SPARSE_LISTS) {
    const list = document[key];
    if (Array.isArray(list) && !list.every(isEntry)) result = { ...result, [key]: list.filter(isEntry) };
  }
  return result;
}

/**
 * The documents of actions, each after those that it depends on.
 *
 * @throws VariablesError (`circular-dependency`)
 */
export function documentsInOrder(
  resolved: ReadonlyMap<string, ResolvedAction>,
  project: OpenProject,
): ResolvedDocument[] {
  const dependencies = new Map(Array.from(resolved, ([key, { dependencies }]) => [key, dependencies] as const));
  const actions = new Map([...project.actions].filter(([key]) => resolved.has(key)));
  return inDependencyOrder(actions, dependencies).map(({ config }) => {
    const key = actionKey(config.kind, config.name);
    const { value, document, isDisabled } = resolved.get(key)!;
    const named = [...dependencies.get(key)!];
    const { file } = config.field.source;
    const result = resolvedDocument(key, file, value, named, project.resolution.language, document, config.self);
    return isDisabled ? { ...result, isDisabled, unknown: [] } : result;
  });
}
