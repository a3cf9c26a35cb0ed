/**
 * Functions of contexts that are being resolved. If values depend on each other in a cycle, the value of each can depend on
 * which of them is looked up first. The result of a lookup must not depend on earlier lookups. So a value that is found while
 * another one of its cycle is resolved is kept only until that one is resolved. The value that it has when it is looked up
 * alone is not used for the others.
 */

import { type Keys, keyPath } from "./missing-key.ts";
import { Unresolved } from "./unresolved.ts";

/** The value of a context function. */
export interface Answer {
  /** A value or a `NoValue`. */
  readonly value: unknown;
  readonly isSecret: boolean;
  /** The lowest level that it depends on, or `INDEPENDENT`. */
  readonly dependsOn: number;
}

const INDEPENDENT = Number.POSITIVE_INFINITY;

/** A context function while it is resolved, and its answers. */
export class FunctionState {
  /** The keys by which it was looked up. */
  keys: Keys = [];
  /** The frames that contain it, and its level there, while it is being resolved. */
  frames: LookupFrames | undefined = undefined;
  level = -1;
  /** Its value when it is looked up alone. */
  alone: Answer | undefined = undefined;
  /** Its value while another one of its cycle is being resolved. */
  onTheWay: Answer | undefined = undefined;
  /** Another function of its cycle; undefined for the cycle's representative, and outside cycles. */
  cycle: FunctionState | undefined = undefined;
}

/** The functions that a resolution, and those within it, are resolving. */
export class LookupFrames {
  /** Each is needed by the one before it. */
  private readonly running: FunctionState[] = [];
  /** The functions with an answer in `onTheWay`. */
  private readonly onTheWay: FunctionState[] = [];
  /** The lowest level that the current function depends on so far. */
  private lowest = INDEPENDENT;
  /** The number of values so far that belong to a cycle. Values computed from them must not be cached. */
  cyclesMet = 0;

  /** The keys that led to the function that is being resolved. */
  get currentKeys(): Keys {
    return this.running.at(-1)!.keys;
  }

  /** The names from a function that is being resolved to itself. The functions between them form a cycle. */
  closeCycle(state: FunctionState): string[] {
    this.joinCycle(state.level);
    return [...this.running.slice(state.level), state]
      .map((link) => keyPath(link.keys))
      .filter((name, i, names) => name !== names[i - 1] || i === names.length - 1);
  }

  /** Records that the current function needs an answer. */
  use({ dependsOn }: Answer): void {
    if (dependsOn < this.running.length) this.joinCycle(dependsOn);
    else if (dependsOn !== INDEPENDENT) this.cyclesMet++;
  }

  /** Records that the functions from a level on depend on each other. */
  private joinCycle(level: number): void {
    this.cyclesMet++;
    this.lowest = Math.min(this.lowest, level);
    const cycle = cycleOf(this.running[level]!);
    for (let i = level + 1; i < this.running.length; i++) {
      const other = cycleOf(this.running[i]!);
      if (other !== cycle) other.cycle = cycle;
    }
  }

  /** @param unresolved the answer in this context, if it is not known yet */
  knownAnswer(state: FunctionState, unresolved: Answer | undefined): Answer | undefined {
    if (state.onTheWay !== undefined) return state.onTheWay;
    const answer = state.alone ?? unresolved;
    if (answer === undefined || answer.dependsOn === INDEPENDENT) return answer;
    const cycle = cycleOf(state);
    return this.running.some((other) => cycleOf(other) === cycle) ? undefined : answer;
  }

  /** Resolves a function that is not being resolved. */
  findAnswer(state: FunctionState, keys: Keys, resolve: () => Omit<Answer, "dependsOn">): Answer {
    const level = this.running.length;
    const firstOnTheWay = this.onTheWay.length;
    const outerLowest = this.lowest;
    this.lowest = INDEPENDENT;
    state.keys = keys;
    state.level = level;
    state.frames = this;
    this.running.push(state);
    let found: Answer;
    try {
      const { isSecret, value } = resolve();
      found = { value, isSecret, dependsOn: this.lowest };
    } finally {
      const isOnTheWay = this.lowest < level;
      this.running.pop();
      state.level = -1;
      state.frames = undefined;
      this.lowest = outerLowest;
      if (!isOnTheWay) this.forgetFrom(firstOnTheWay);
    }
    if (found.dependsOn < level) {
      state.onTheWay = found;
      this.onTheWay.push(state);
    } else if (!(found.value instanceof Unresolved)) {
      state.alone = found;
    }
    return found;
  }

  private forgetFrom(first: number): void {
    for (let i = first; i < this.onTheWay.length; i++) this.onTheWay[i]!.onTheWay = undefined;
    this.onTheWay.length = first;
  }
}

/** The representative of a function's cycle. */
function cycleOf(state: FunctionState): FunctionState {
  let root = state;
  while (root.cycle !== undefined) root = root.cycle;
  if (root !== state) state.cycle = root;
  return root;
}
