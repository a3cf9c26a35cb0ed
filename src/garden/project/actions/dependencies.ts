/** Which actions refer to which, and the order of the actions: each after those that it depends on. */

import { getOwn, setKey } from "../../../text/own-keys.ts";
import { actionReferences, type Language, type TemplateContext } from "../../template/internal.ts";
import { isMap, type Variables } from "../../template/values.ts";
import { VariablesError } from "../../variables/error.ts";
import { type ActionKind, actionKey, KIND_NAMES } from "../documents/config.ts";
import { Field } from "../documents/field.ts";
import type { Action } from "./action.ts";

/** `actions` in templates. Records which actions each document's templates look up. */
export class ActionReferences {
  /** What other actions see of each action, by kind and name. */
  private readonly selves: Readonly<Record<ActionKind, Variables>> = { build: {}, deploy: {}, run: {}, test: {} };
  private readonly lookedUp = new Map<string, Set<string>>();

  /** @param key `KIND.NAME` */
  add(key: string, self: unknown): void {
    const dot = key.indexOf(".");
    setKey(this.selves[key.slice(0, dot) as ActionKind], key.slice(dot + 1), self);
  }

  /** The keys of the actions that a document's templates have looked up. */
  of(document: string): ReadonlySet<string> {
    return this.lookedUp.get(document)!;
  }

  /** `actions` for the templates of a document. An action cannot refer to itself. */
  contextFor(document: string): TemplateContext {
    const lookedUp = new Set<string>();
    this.lookedUp.set(document, lookedUp);
    // A proxy for each kind: a map of all actions for each action would need quadratic memory.
    const ofKind = (kind: ActionKind) =>
      new Proxy(this.selves[kind], {
        get(selves, name) {
          // Functions that write a value as text look up other names.
          if (typeof name !== "string" || !Object.hasOwn(selves, name)) return undefined;
          const key = actionKey(kind, name);
          if (key === document) return () => throwSelfReference(key);
          lookedUp.add(key);
          return selves[name];
        },
      });
    const kinds = { build: ofKind("build"), deploy: ofKind("deploy"), run: ofKind("run"), test: ofKind("test") };
    return Object.fromEntries(Array.from(KIND_NAMES, ([name, kind]) => [name, kinds[kind]]));
  }
}

function throwSelfReference(self: string): never {
  throw new VariablesError("self-reference", `${self} cannot refer to itself; use \`this\``);
}

/**
 * The dependencies that an action's document names: in `dependencies` and `build`, and in templates that are not known yet.
 *
 * @param document the resolved document, with templates for what is not known yet
 * @param isKnown whether an action with that key exists
 * @throws VariablesError (`unknown-action`, `self-reference`, `document`)
 */
export function namedDependencies(
  action: Action,
  document: unknown,
  isKnown: (key: string) => boolean,
  language: Language,
): string[] {
  const { field: own, kind, name } = action.config;
  const resolved = new Field(own.source, document, own.path);
  const self = actionKey(kind, name);
  const check = (field: Field, key: string): string => {
    const isSecret = action.secretFields.has(String(field.path[own.path.length]));
    if (key === self) throw marked(field.error(`${self} cannot depend on itself`, "self-reference"), isSecret);
    if (!isKnown(key)) throw marked(field.error(`no such action: ${key}`, "unknown-action"), isSecret);
    return key;
  };
  const declared = resolved
    .at("dependencies")
    .items()
    .filter(({ value }) => isEntry(value))
    .map((field) => check(field, declaredKey(field)));
  const build = resolved.at("build");
  if (build.hasValue && kind !== "build") declared.push(check(build, actionKey("build", build.text())));

  const referred = actionReferences(resolved.value, action.context, language).map(({ kind = "", name, path }) => {
    const field = path.reduce((at, key) => at.at(key), resolved);
    const known = KIND_NAMES.get(kind);
    if (known === undefined || name === undefined) {
      throw field.error("incomplete reference to an action; write actions.KIND.NAME (build, deploy, run, test)");
    }
    return check(field, actionKey(known, name));
  });
  return [...declared, ...referred];
}

function marked(error: VariablesError, isSecret: boolean): VariablesError {
  error.isSecret = isSecret;
  return error;
}

/** Whether an entry of `dependencies` counts: a template can resolve to null to leave an entry out. */
export function isEntry(value: unknown): boolean {
  return value !== undefined && value !== null && value !== "";
}

/** The key of `KIND.NAME`, or of `{ kind, name }`. */
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
    /** Each action in the chain needs the next one. */
    const chain: { key: string; needs: Iterator<string> }[] = [];
    const enter = (key: string) => {
      state.set(key, "open");
      chain.push({ key, needs: dependencies.get(key)!.values() });
    };
    if (!state.has(root)) enter(root);
    for (let last = chain.at(-1); last !== undefined; last = chain.at(-1)) {
      const { value: next, done } = last.needs.next();
      if (done) {
        state.set(last.key, "done");
        ordered.push(actions.get(last.key)!);
        chain.pop();
      } else if (actions.has(next) && !state.has(next)) {
        enter(next);
      } else if (state.get(next) === "open") {
        const keys = chain.map(({ key }) => key);
        const cycle = [...keys.slice(keys.indexOf(next)), next];
        const isSecret = cycle.some((key) => actions.get(key)!.secretFields.size > 0);
        const { field } = actions.get(next)!.config;
        const reason = `${next} depends on itself: ${cycle.join(" -> ")}`;
        throw marked(field.at("name").error(reason, "circular-dependency"), isSecret);
      }
    }
  }
  return ordered;
}
