/** References that stay unexpanded: where they are in their text, and why. */

import { UNRESOLVED_REFERENCE } from "../../../events/reasons.ts";
import { unresolvedMessage } from "../../../events/recorder.ts";
import type { EnvVar } from "../objects.ts";
import type { ContainerEvent, UnresolvedReference } from "../types.ts";

/** Why a name has no value. */
export type NameVerdict = Pick<UnresolvedReference, "verdict" | "reason">;

const NOT_DEFINED: NameVerdict = { verdict: "undefined", reason: "the variable is not defined" };
const WITH_DEFAULT: NameVerdict = {
  verdict: "malformed",
  reason: "Kubernetes takes the default as a part of the name",
};

/** `$(NAME:-default)` and its like, without the parentheses. */
const DEFAULT = /^([-._a-zA-Z][-._a-zA-Z0-9]*):[-=?+]/;

/** The name in `NAME:-default`; undefined for a name without a default. */
export function nameBeforeDefault(name: string): string | undefined {
  return DEFAULT.exec(name)?.[1];
}

/** Why a name that nothing sets has no value, in a text that no shell reads. */
export function verdictOfName(name: string): NameVerdict {
  return nameBeforeDefault(name) === undefined ? NOT_DEFINED : WITH_DEFAULT;
}

export function unresolvedEvent(reference: UnresolvedReference, fieldPath: string): ContainerEvent {
  const { name, path, reason } = reference;
  const message = unresolvedMessage(name, reason);
  return { type: "Warning", reason: UNRESOLVED_REFERENCE, message, fieldPath, path, reference };
}

/** The entries of `env` by name, to find the one that declares a name later. */
export class LaterEntries {
  /** The index of the first entry of each name that is not set yet, or -1. */
  private readonly first = new Map<string, number>();
  /** For each entry, the index of the next entry with the same name, or -1. */
  private readonly next: number[] = [];

  constructor(entries: readonly EnvVar[]) {
    for (let i = entries.length - 1; i >= 0; i--) {
      const { name = "" } = entries[i]!;
      this.next[i] = this.first.get(name) ?? -1;
      this.first.set(name, i);
    }
  }

  /**
   * The number of the first entry of a name that is not set yet, the current one included.
   *
   * @param current the number of the entry that is being set; must not decrease from call to call
   */
  indexOf(name: string, current: number): number | undefined {
    let number = this.first.get(name) ?? -1;
    if (number !== -1 && number < current) {
      while (number !== -1 && number < current) number = this.next[number]!;
      this.first.set(name, number);
    }
    return number === -1 ? undefined : number;
  }
}
