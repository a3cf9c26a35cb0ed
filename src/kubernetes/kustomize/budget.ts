/** Limits for rendering: a small input can require any amount of work. What exceeds a limit is not evaluated. */

/**
 * Why something is not evaluated:
 *
 * - `refused`: kustomize cannot build it.
 * - `restricted`: kustomize refuses to load a file, unless an option allows it.
 * - `unsupported`: varexpand does not do what kustomize does.
 * - `absent`: a file that is not here, and that other machines can have.
 * - `budget`, `depth`: too much work, or too many levels.
 */
export type UnevaluatedReason = "refused" | "restricted" | "unsupported" | "absent" | "budget" | "depth";

/** Something that is not evaluated, and its place. */
export interface Unevaluated {
  readonly reason: UnevaluatedReason;
  /** For people: without the place. */
  readonly message: string;
  /** The path of the file that requires it. */
  readonly file: string;
  /** The offsets in the file, in UTF-16 code units. */
  readonly start: number;
  readonly end: number;
}

/** Ends a rendering that exceeds a limit. Callers of `Kustomizer` do not see it. */
export class LimitError extends Error {
  readonly reason: UnevaluatedReason;
  /** Set where the error passes the part of a kustomization that exceeds the limit. */
  place: Pick<Unevaluated, "file" | "start" | "end"> | undefined;

  constructor(reason: UnevaluatedReason, message: string) {
    super(message);
    this.reason = reason;
  }
}

/** Runs a step of a rendering. If it exceeds a limit, the innermost step is the place. */
export function atPlace<T>(file: string, start: number, step: () => T): T {
  try {
    return step();
  } catch (error) {
    if (error instanceof LimitError) error.place ??= { file, start, end: start };
    throw error;
  }
}

/** Work that every input can require. A unit is about a node of a document that is visited or copied. */
const BASE = 2_000_000;

/** Units for each character of the input. */
const UNITS_PER_CHARACTER = 16;

/** A rendering can take this part of the work that is left, so that it leaves some for others. */
const SHARE = 1 / 4;

/** The work that is left, in proportion to the size of the input. Pass one budget to all that evaluates the same input. */
export class Budget {
  /** Whether there was not enough once. */
  isSpent = false;
  private allowed: number;
  private spent = 0;
  private readonly whole: Budget | undefined;

  /** @param units what can be spent before anything is read */
  constructor(units = BASE, whole?: Budget) {
    this.allowed = units;
    this.whole = whole;
  }

  /** Adds the work that a text allows. Call it once for each file that is read. */
  add(characters: number): void {
    this.allowed += characters * UNITS_PER_CHARACTER;
  }

  /** Spends work, and returns whether there is enough. Once there is not, there is not enough for anything. */
  take(units: number): boolean {
    if (units > this.left || this.whole?.take(units) === false) this.isSpent = true;
    else this.spent += units;
    return !this.isSpent;
  }

  /** @throws LimitError if there is not enough */
  spend(units: number): void {
    if (!this.take(units)) throw new LimitError("budget", "it requires far more work than its size allows");
  }

  /** A part of the budget, for one rendering. */
  share(): Budget {
    return new Budget(0, this);
  }

  private get left(): number {
    const whole = this.whole === undefined ? this.allowed : SHARE * (this.whole.left + this.spent);
    return whole - this.spent;
  }
}
