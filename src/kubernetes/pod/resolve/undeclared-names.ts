/** What becomes of a reference whose name nothing sets: a shell's, a mistake in writing, or just a name too many. */

import type { Container } from "../objects.ts";
import type { UnresolvedReference } from "../types.ts";
import { ShellTexts } from "./shell-text.ts";
import type { TextPlace } from "./text-place.ts";

export type Judgement = Pick<UnresolvedReference, "verdict" | "reason">;

const NOT_DEFINED: Judgement = { verdict: "undefined", reason: "the variable is not defined" };
const SHELLS: Judgement = { verdict: "shell", reason: "no variable has the name, and a shell reads the text" };
const WITH_DEFAULT: Judgement = { verdict: "malformed", reason: "Kubernetes takes the default as a part of the name" };

/** `$(NAME:-default)` and its like, without the parentheses. */
const DEFAULT = /^([-._a-zA-Z][-._a-zA-Z0-9]*):[-=?+]/;

/** The name in `NAME:-default`; undefined for a name without a default. */
export function nameBeforeDefault(name: string): string | undefined {
  return DEFAULT.exec(name)?.[1];
}

/** What becomes of a reference whose name nothing sets, unless a shell reads the text. */
export function judgeName(name: string): Judgement {
  return nameBeforeDefault(name) === undefined ? NOT_DEFINED : WITH_DEFAULT;
}

export class UndeclaredNames {
  private readonly shellTexts: ShellTexts;

  constructor(container: Container) {
    this.shellTexts = new ShellTexts(container);
  }

  /** What becomes of a reference in a text that a shell reads; undefined in another one. */
  judgeText(place: TextPlace): Judgement | undefined {
    return place.isElement && this.shellTexts.has(place.pathInContainer) ? SHELLS : undefined;
  }
}
