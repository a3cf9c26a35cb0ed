import { LimitExceeded, writtenSize } from "./functions/limits.ts";
import { DEFAULT_SIZE, DEFAULT_STEPS } from "./limits.ts";

/** What a resolution may cost, whatever its input. What goes beyond is a `TemplateError` with the code `limit`. */
export interface TemplateLimits {
  /**
   * The most steps; 20,000,000 if not said, which take some seconds. A step is a value of the document that is visited
   * (in a loop, once for each time), a part or an operand of a template that is evaluated, or 16 characters or elements
   * that an operator or a helper function looks through.
   */
  readonly steps?: number;
  /**
   * The largest size of all that is made, what is made on the way included; 134,217,728 if not said. A text counts its
   * UTF-16 units, a list or a map 16 for each of its values. A value that stands in several places counts in each as soon as
   * it is copied or becomes text; that it is referred to costs nothing.
   */
  readonly size?: number;
}

/** Elements or characters that can be looked through in the time of one step. */
export const SCANNED = 16;

/** The size of a value in a list or a map, beside its text. */
export const VALUE_SIZE = 16;

const OPTIONS = { steps: "the option limits.steps", size: "the option limits.size" };

/** What a resolution may still cost. */
export class Budget {
  stepsLeft: number;
  sizeLeft: number;
  private readonly steps: number;
  private readonly size: number;
  private readonly options: typeof OPTIONS;

  /**
   * @param options what messages call the options that set the limits
   * @throws RangeError for a limit that is no number from 0 on
   */
  constructor(limits?: TemplateLimits, options = OPTIONS) {
    this.options = options;
    this.steps = limits?.steps ?? DEFAULT_STEPS;
    this.size = limits?.size ?? DEFAULT_SIZE;
    this.stepsLeft = this.steps;
    this.sizeLeft = this.size;
    if (limits === undefined) return;
    for (const name of ["steps", "size"] as const) {
      if (!(this[name] >= 0)) throw new RangeError(`${options[name]} must be a number from 0 on`);
    }
  }

  /** @throws LimitExceeded, as all the others */
  countSteps(count: number): void {
    this.stepsLeft -= count;
    if (this.stepsLeft >= 0) return;
    throw new LimitExceeded(
      `this takes more than ${this.steps} steps; if it should, set a higher limit with ${this.options.steps}`,
    );
  }

  /** Counts characters or elements that are looked through. */
  countScanned(length: number): void {
    this.countSteps(Math.ceil(length / SCANNED));
  }

  /** Counts text that is made. */
  countText(length: number): void {
    this.checkRoom(length);
    this.sizeLeft -= length;
  }

  /** Counts values in lists and maps that are made. */
  countValues(count: number): void {
    this.countText(count * VALUE_SIZE);
  }

  /** Counts a value that is going to be written out as text: as a tree, however much of it is shared. */
  countWritten(value: unknown, indent?: number, nodeSize?: number, textLimit?: number): void {
    const size = writtenSize(value, this.sizeLeft, indent, nodeSize, textLimit);
    this.countText(size);
    this.countScanned(size);
  }

  /** Whether there is room for so many characters; they are not counted yet. */
  checkRoom(length: number): void {
    if (length <= this.sizeLeft) return;
    throw new LimitExceeded(
      `what is made is larger than ${this.size} characters; if it should be, set a higher limit with ${this.options.size}`,
    );
  }

  /** Whether there is room for so many values in a list; they are not counted yet. */
  checkRoomForValues(count: number): void {
    this.checkRoom(count * VALUE_SIZE);
  }
}

let shared: Budget | undefined;

/** What resolutions count with that say nothing of a budget of their own. */
export function sharedBudget(): Budget {
  return shared ?? new Budget();
}

/** Lets all resolutions that an action makes share a budget; the action ends before this returns. */
export function shareBudget<T>(budget: Budget, action: () => T): T {
  const outer = shared;
  shared = budget;
  try {
    return action();
  } finally {
    shared = outer;
  }
}
