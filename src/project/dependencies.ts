/** The order of a project's actions: each after those that it depends on. */

import { actionReferences, type Language } from "../template/internal.ts";
import { isMap } from "../template/values.ts";
import { getOwn } from "../text/own-keys.ts";
import type { VariablesError } from "../variables/error.ts";
import type { Action } from "./action.ts";
import { type ActionKind, actionKey } from "./config.ts";
import { Field } from "./config-field.ts";

/** The kinds of actions by the names that references may use. */
export const KIND_NAMES: ReadonlyMap<string, ActionKind> = /* @__PURE__ */ new Map<string, ActionKind>([
  ["build", "build"],
  ["deploy", "deploy"],
  ["run", "run"],
  ["test", "test"],
  ["services", "deploy"],
  ["tasks", "run"],
]);

/**
 * The dependencies that an action's document names: in `dependencies` and `build`, and in templates that are not known yet.
 *
 * @param document the resolved document, with templates for what is not known yet
 * @param isKnown whether there is an action of that key
 * @throws VariablesError (`unknown-action`, `self-reference`, `document`)
 */
export function namedDependencies(
  action: Action,
  document: unknown,
  isKnown: (key: string) => boolean,
  language: Language,
): string[] {
  const resolved = new Field(action.config.field.source, document, action.config.field.path);
  const self = actionKey(action.config.kind, action.config.name);
  const check = (field: Field, key: string): string => {
    const isSecret = action.secretFields.has(String(field.path[action.config.field.path.length]));
    if (key === self) throw marked(field.error(`${self} cannot depend on itself`, "self-reference"), isSecret);
    if (!isKnown(key)) throw marked(field.error(`there is no action ${key}`, "unknown-action"), isSecret);
    return key;
  };
  const declared = resolved
    .at("dependencies")
    .items()
    .filter(({ value }) => isEntry(value))
    .map((field) => check(field, declaredKey(field)));
  const build = resolved.at("build");
  if (build.isThere && action.config.kind !== "build") declared.push(check(build, actionKey("build", build.text())));

  const referred = actionReferences(resolved.value, action.context, language).map(({ kind, name, path }) => {
    const field = path.reduce((at, key) => at.at(key), resolved);
    const known = kind === undefined ? undefined : KIND_NAMES.get(kind);
    if (known === undefined || name === undefined) {
      throw field.error(
        "a reference to an action names its kind (build, deploy, run, test) and its name: actions.KIND.NAME",
      );
    }
    return check(field, actionKey(known, name));
  });
  return [...declared, ...referred];
}

function marked(error: VariablesError, isSecret: boolean): VariablesError {
  error.isSecret = isSecret;
  return error;
}

/** Whether an entry of `dependencies` counts: a template may give null, so that there is no dependency. */
export function isEntry(value: unknown): boolean {
  return value !== undefined && value !== null && value !== "";
}

/** `KIND.NAME`, or `{ kind, name }`. */
function declaredKey(field: Field): string {
  const { value } = field;
  if (isMap(value)) return actionKey(String(getOwn(value, "kind")).toLowerCase(), field.at("name").text());
  return field.text();
}

/**
 * The actions, each after those that it depends on; otherwise in their given order.
 *
 * @throws VariablesError (`circular-dependency`)
 */
export function inDependencyOrder(
  actions: ReadonlyMap<string, Action>,
  dependencies: ReadonlyMap<string, ReadonlySet<string>>,
): Action[] {
  const ordered: Action[] = [];
  const state = new Map<string, "open" | "done">();
  for (const root of actions.keys()) {
    /** Each waits for the next. */
    const chain: { key: string; waitsFor: Iterator<string> }[] = [];
    const enter = (key: string) => {
      state.set(key, "open");
      chain.push({ key, waitsFor: (dependencies.get(key) ?? new Set()).values() });
    };
    if (!state.has(root)) enter(root);
    for (let last = chain.at(-1); last !== undefined; last = chain.at(-1)) {
      const { value: next, done } = last.waitsFor.next();
      if (done) {
        state.set(last.key, "done");
        ordered.push(actions.get(last.key)!);
        chain.pop();
      } else if (!actions.has(next)) {
      } else if (!state.has(next)) {
        enter(next);
      } else if (state.get(next) === "open") {
        const keys = chain.map(({ key }) => key);
        const circle = [...keys.slice(keys.indexOf(next)), next];
        const { field } = actions.get(next)!.config;
        const reason = `${next} depends on itself: ${circle.join(" -> ")}`;
        const isSecret = circle.some((key) => actions.get(key)!.secretFields.size > 0);
        throw marked(field.at("name").error(reason, "circular-dependency"), isSecret);
      }
    }
  }
  return ordered;
}
