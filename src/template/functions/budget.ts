import { DEFAULT_SIZE, DEFAULT_STEPS } from "../limits.ts";
import { LimitExceeded, writtenSize } from "./limits.ts";

/** What a resolution may cost, whatever its input. If it costs more, it ends with a `TemplateError`, code `limit`. */
export interface TemplateLimits {
  /**
   * The most steps; 20,000,000 by default, which take some seconds. A step is a value of the document that is visited
   * (in a loop, once for each time), a part or an operand of a template that is evaluated, or 16 characters or elements
   * that an operator or a helper function looks through.
   */
  readonly steps?: number;
  /**
   * The largest total size of the values that are made, intermediate values included; 134,217,728 by default. A text counts
   * its UTF-16 units, a list or a map 16 for each of its values. A value that stands in several places counts in each one
   * that copies it or makes text of it; references to it cost nothing.
   */
  readonly size?: number;
}

/** Elements or characters that are looked through in one step. */
export const SCANNED = 16;

/** The size of a value in a list or a map, beside its text. */
export const VALUE_SIZE = 16;

/** Limits, and what messages call the options that set them. */
interface Settings extends Required<TemplateLimits> {
  readonly stepsOption: string;
  readonly sizeOption: string;
}

const DEFAULTS: Settings = {
  steps: DEFAULT_STEPS,
  size: DEFAULT_SIZE,
  stepsOption: "the option limits.steps",
  sizeOption: "the option limits.size",
};

/** What a resolution may still cost; `budgetOf` makes one with other limits. */
export class Budget {
  stepsLeft: number;
  sizeLeft: number;
  private readonly settings: Settings;

  constructor(settings = DEFAULTS) {
    this.settings = settings;
    this.stepsLeft = settings.steps;
    this.sizeLeft = settings.size;
  }

  /** @throws LimitExceeded, as all the others */
  countSteps(count: number): void {
    this.stepsLeft -= count;
    if (this.stepsLeft < 0) throw this.tooManySteps();
  }

  /** Counts characters or elements that are looked through. */
  countScanned(length: number): void {
    this.countSteps(length <= SCANNED ? 1 : Math.ceil(length / SCANNED));
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

  /** Counts a value that is going to be written as text: shared parts count each time. Gives its size. */
  countWritten(value: unknown, indent?: number, nodeSize?: number, textLimit?: number): number {
    const size = writtenSize(value, this.sizeLeft, indent, nodeSize, textLimit);
    this.countText(size);
    this.countScanned(size);
    return size;
  }

  /** Checks that a value, written as text, is within the limit of size on its own. */
  checkWritten(value: unknown): void {
    const { size } = this.settings;
    if (writtenSize(value, size) > size) throw this.tooLarge();
  }

  /** Checks that there is room for so many characters, without counting them. */
  checkRoom(length: number): void {
    if (length > this.sizeLeft) throw this.tooLarge();
  }

  /** Checks that there is room for so many values in a list, without counting them. */
  checkRoomForValues(count: number): void {
    this.checkRoom(count * VALUE_SIZE);
  }

  private tooManySteps(): LimitExceeded {
    const { steps, stepsOption } = this.settings;
    return new LimitExceeded(
      `this takes more than ${steps} steps; if it should, set a higher limit with ${stepsOption}`,
    );
  }

  private tooLarge(): LimitExceeded {
    const { size, sizeOption } = this.settings;
    const reason = `what is made is larger than ${size} characters`;
    return new LimitExceeded(`${reason}; if it should be, set a higher limit with ${sizeOption}`);
  }
}

/**
 * A budget with limits.
 *
 * @param stepsOption what messages call the option that sets the most steps
 * @param sizeOption the same of the size
 * @throws RangeError for a limit that is not a number from 0 on
 */
export function budgetOf(
  { steps = DEFAULT_STEPS, size = DEFAULT_SIZE }: TemplateLimits,
  { stepsOption, sizeOption }: Pick<Settings, "stepsOption" | "sizeOption"> = DEFAULTS,
): Budget {
  if (!(steps >= 0)) throw new RangeError(`${stepsOption} must be a number from 0 on`);
  if (!(size >= 0)) throw new RangeError(`${sizeOption} must be a number from 0 on`);
  return new Budget({ steps, size, stepsOption, sizeOption });
}

let shared: Budget | undefined;

/** The budget of resolutions that have no limits of their own; undefined if each has a budget. */
export function sharedBudget(): Budget | undefined {
  return shared;
}

/** Runs an action whose resolutions share a budget. The action is synchronous. */
export function shareBudget<T>(budget: Budget, action: () => T): T {
  const outer = shared;
  shared = budget;
  try {
    return action();
  } finally {
    shared = outer;
  }
}
