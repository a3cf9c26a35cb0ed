/** `actions` in templates: what they see of other actions, and which of these they look up. */
import type { TemplateContext } from "../template/internal.ts";
import { setKey } from "../text/own-keys.ts";
import { VariablesError } from "../variables/error.ts";
import { type ActionKind, actionKey } from "./config.ts";
import { KIND_NAMES } from "./dependencies.ts";

export class References {
  /** The parts of actions that other actions see, by kind and name. */
  private readonly selves = new Map<ActionKind, Record<string, unknown>>();
  /** The actions that each document's templates have looked up. */
  private readonly lookedUp = new Map<string, Set<string>>();

  /** @param key `KIND.NAME` */
  add(key: string, self: unknown): void {
    const dot = key.indexOf(".");
    const kind = key.slice(0, dot) as ActionKind;
    const ofKind = this.selves.get(kind) ?? {};
    setKey(ofKind, key.slice(dot + 1), self);
    this.selves.set(kind, ofKind);
  }

  /** The actions that a document's templates have looked up, by `KIND.NAME`. */
  of(key: string): ReadonlySet<string> {
    return this.lookedUp.get(key) ?? new Set();
  }

  /** `actions` for the templates of a document: every action by kind and name. */
  contextFor(self: string): TemplateContext {
    const lookedUp = new Set<string>();
    this.lookedUp.set(self, lookedUp);
    const selfReference = () => {
      throw new VariablesError("self-reference", `${self} cannot refer to itself (there is \`this\`)`);
    };
    const ofKind = (kind: ActionKind) => () =>
      // A map for each action would have an entry for each other action: together, their number squared.
      new Proxy(this.selves.get(kind) ?? {}, {
        get(selves, name) {
          if (typeof name !== "string" || !Object.hasOwn(selves, name)) return undefined;
          const key = actionKey(kind, name);
          if (key === self) return selfReference;
          lookedUp.add(key);
          return selves[name];
        },
      });
    const context: Record<string, unknown> = {};
    for (const [name, kind] of KIND_NAMES) context[name] = ofKind(kind);
    return context;
  }
}
