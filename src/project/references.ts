/** `actions` in templates: what they see of other actions, and which of these they look up. */
import type { TemplateContext } from "../template/internal.ts";
import { setKey } from "../text/own-keys.ts";
import { VariablesError } from "../variables/error.ts";
import { type ActionKind, actionKey } from "./config.ts";
import { KIND_NAMES } from "./dependencies.ts";

export class References {
  /** The parts of actions that other actions see, by kind and name. */
  private readonly selves: Readonly<Record<ActionKind, Record<string, unknown>>> = {
    build: {},
    deploy: {},
    run: {},
    test: {},
  };
  /** The actions that each document's templates have looked up. */
  private readonly lookedUp = new Map<string, Set<string>>();

  /** @param key `KIND.NAME` */
  add(key: string, self: unknown): void {
    const dot = key.indexOf(".");
    setKey(this.selves[key.slice(0, dot) as ActionKind], key.slice(dot + 1), self);
  }

  /** The actions that a document's templates have looked up, by `KIND.NAME`. */
  of(key: string): ReadonlySet<string> {
    return this.lookedUp.get(key) ?? new Set();
  }

  /** `actions` for the templates of a document: every action by kind and name. */
  contextFor(self: string): TemplateContext {
    const lookedUp = new Set<string>();
    this.lookedUp.set(self, lookedUp);
    const context: Record<string, unknown> = {};
    const ofKinds: Partial<Record<ActionKind, unknown>> = {};
    // A map for each action would have an entry for each other action: together, their number squared.
    for (const [name, kind] of KIND_NAMES) {
      ofKinds[kind] ??= new Proxy(this.selves[kind], new Seen(kind, self, lookedUp));
      context[name] = ofKinds[kind];
    }
    return context;
  }
}

/** What a document sees of the actions of a kind: it is noted which of them it looks up. */
class Seen implements ProxyHandler<Record<string, unknown>> {
  private readonly kind: ActionKind;
  private readonly self: string;
  private readonly lookedUp: Set<string>;

  constructor(kind: ActionKind, self: string, lookedUp: Set<string>) {
    this.kind = kind;
    this.self = self;
    this.lookedUp = lookedUp;
  }

  get(selves: Record<string, unknown>, name: string | symbol): unknown {
    if (typeof name !== "string" || !Object.hasOwn(selves, name)) return undefined;
    const key = actionKey(this.kind, name);
    if (key === this.self) return selfReference(key);
    this.lookedUp.add(key);
    return selves[name];
  }
}

function selfReference(self: string): () => never {
  return () => {
    throw new VariablesError("self-reference", `${self} cannot refer to itself (there is \`this\`)`);
  };
}
