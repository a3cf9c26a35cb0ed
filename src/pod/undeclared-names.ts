/** What becomes of a reference whose name nothing sets: a shell's, a mistake in writing, or just a name too many. */

import type { Container } from "./objects.ts";
import { ShellTexts } from "./shell-text.ts";
import type { TextPlace } from "./text-place.ts";
import type { UnresolvedReference } from "./types.ts";

type Judgement = Pick<UnresolvedReference, "verdict" | "reason">;

const NOT_DEFINED: Judgement = { verdict: "undefined", reason: "the variable is not defined" };
const SHELLS: Judgement = { verdict: "shell", reason: "no variable has the name, and a shell reads the text" };
const WITH_DEFAULT: Judgement = { verdict: "malformed", reason: "Kubernetes takes the default as a part of the name" };

/** `$(NAME:-default)` and its like, without the parentheses. */
const DEFAULT = /^([-._a-zA-Z][-._a-zA-Z0-9]*):[-=?+]/;

/** The name in `NAME:-default`; undefined for a name without a default. */
export function nameBeforeDefault(name: string): string | undefined {
  return DEFAULT.exec(name)?.[1];
}

export class UndeclaredNames {
  private readonly container: Container;
  private readonly depth: number;
  private shellTexts: ShellTexts | undefined;

  /** @param depth the length of the path to the container */
  constructor(container: Container, depth: number) {
    this.container = container;
    this.depth = depth;
  }

  judge(name: string, place: TextPlace): Judgement {
    if (this.isShellText(place)) return SHELLS;
    return nameBeforeDefault(name) === undefined ? NOT_DEFINED : WITH_DEFAULT;
  }

  private isShellText(place: TextPlace): boolean {
    if (!place.isElement) return false;
    this.shellTexts ??= new ShellTexts(this.container);
    return this.shellTexts.has(place.path.slice(this.depth));
  }
}
