/** What depends on secrets: found by a second project, in which they are not known yet. */
import { LATE } from "../template/context/unresolved.ts";
import { VariablesError } from "../variables/error.ts";
import { memberOf } from "./explanation.ts";
import type { Scope } from "./scope.ts";

/** The scopes of a project by the names of the documents that see them. */
export type Scopes = ReadonlyMap<string, Scope>;

const late = /* @__PURE__ */ new WeakSet<object>();

/** A project's `secrets`, where none is known yet. */
export function lateSecrets(onAsked?: () => void): () => unknown {
  const secrets = () => {
    onAsked?.();
    return LATE;
  };
  late.add(secrets);
  return secrets;
}

/** Whether a project has secrets, and may not tell them. */
export function hasSecrets(secrets: unknown): boolean {
  return secrets !== undefined && !(typeof secrets === "function" && late.has(secrets));
}

/** Names are told to everyone. */
export class SecretNameError extends VariablesError {
  /** @internal */
  constructor() {
    super("document", "the name of a file, an environment or an action depends on a secret");
  }
}

/**
 * Tells which variables depend on a secret, however far. What depends on one is late in the second project, so that
 * nothing remembers it: each question that leads to a secret asks for it anew, and is noticed.
 */
export class SecretFinder {
  private readonly scopes: Scopes;
  private isAsked = false;
  /** Whether what holds for the whole project depends on a secret. */
  private readonly isSecret: boolean;

  /**
   * @param open opens the project with these `secrets` in its world
   * @throws SecretNameError where it cannot be opened without
   */
  constructor(open: (secrets: () => unknown) => Scopes) {
    const secrets = lateSecrets(() => {
      this.isAsked = true;
    });
    try {
      this.scopes = open(secrets);
    } catch {
      throw new SecretNameError();
    }
    this.isSecret = this.isAsked;
  }

  /** Whether a variable depends on a secret, in a part of what a document sees. */
  dependsOnSecret(document: string, partOf: (scope: Scope) => unknown, keys: readonly string[]): boolean {
    if (this.isSecret) return true;
    this.isAsked = false;
    try {
      memberOf(partOf(this.scopes.get(document)!), keys);
    } catch {
      // It has a value only with the secrets.
      return true;
    }
    return this.isAsked;
  }
}
