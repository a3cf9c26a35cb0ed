/** Which variables depend on a secret, however far. */
import { LATE } from "../template/unresolved.ts";
import { memberOf } from "./explanation.ts";
import type { Scope } from "./scope.ts";

/** The scopes of a project by the names of the documents that see them. */
export type Scopes = ReadonlyMap<string, Scope>;

/**
 * Asks a second project in which no secret is known yet. What depends on one is late there, so that nothing remembers it:
 * each question that leads to a secret asks for it anew, and is noticed.
 */
export class SecretFinder {
  /** Undefined where the project cannot be opened without secrets: then everything depends on them. */
  private readonly scopes: Scopes | undefined;
  private isAsked = false;

  /** @param open opens the project with these `secrets` in its world */
  constructor(open: (secrets: () => unknown) => Scopes) {
    try {
      const scopes = open(() => {
        this.isAsked = true;
        return LATE;
      });
      this.scopes = this.isAsked ? undefined : scopes;
    } catch {
      this.scopes = undefined;
    }
  }

  /** Whether a variable depends on a secret, in a part of what a document sees. */
  dependsOnSecret(document: string, partOf: (scope: Scope) => unknown, keys: readonly string[]): boolean {
    if (this.scopes === undefined) return true;
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
