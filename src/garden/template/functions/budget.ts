import { DEFAULT_SIZE, DEFAULT_STEPS, LimitExceeded, writtenSize } from "../limits.ts";

/** Limits for the cost of a resolution. Exceeding one is a `TemplateError` with the code `limit`. */
export interface TemplateLimits {
  /**
   * The most steps. Default: 20,000,000, which take some seconds. A step is a visited value of the document (in a loop, once
   * for each iteration), an evaluated part or operand of a template, or 16 characters or elements that an operator or a
   * helper function searches.
   */
  readonly steps?: number;
  /**
   * The largest total size of all created values, including intermediate ones. Default: 134,217,728. A text counts its
   * UTF-16 units, a list or a map 16 for each of its values. A value that appears in several places counts in each place
   * that copies it or writes it as text; references to it are free.
   */
  readonly size?: number;
}

/** The number of elements or characters that are searched in one step. */
export const SCANNED = 16;

/** The size of a value in a list or a map, in addition to its text. */
export const VALUE_SIZE = 16;

/** Limits, and the names of their options in messages. */
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

/** The rest of what a resolution can cost. */
export class Budget {
  stepsLeft: number;
  sizeLeft: number;
  private readonly settings: Settings;

  constructor(settings = DEFAULTS) {
    this.settings = settings;
    this.stepsLeft = settings.steps;
    this.sizeLeft = settings.size;
  }

  countSteps(count: number): void {
    this.stepsLeft -= count;
    if (this.stepsLeft >= 0) return;
    const { steps, stepsOption } = this.settings;
    throw new LimitExceeded(
      `this takes more than ${steps} steps; if that is intended, set a higher limit with ${stepsOption}`,
    );
  }

  /** Counts searched characters or elements. */
  countScanned(length: number): void {
    this.countSteps(length <= SCANNED ? 1 : Math.ceil(length / SCANNED));
  }

  /** Counts the length of new text. */
  countText(length: number): void {
    this.checkRoom(length);
    this.sizeLeft -= length;
  }

  /** Counts the values of new lists and maps. */
  countValues(count: number): void {
    this.countText(count * VALUE_SIZE);
  }

  /** Counts a value that will be written as text, and returns its size. Shared parts count each time. */
  countWritten(value: unknown, indent?: number, nodeSize?: number, textLimit?: number): number {
    const size = writtenSize(value, this.sizeLeft, indent, nodeSize, textLimit);
    this.countText(size);
    this.countScanned(size);
    return size;
  }

  /** Checks that a value, written as text, does not exceed the limit by itself. */
  checkWritten(value: unknown): void {
    const { size } = this.settings;
    if (writtenSize(value, size) > size) throw this.tooLarge();
  }

  /** Checks that the budget allows this many characters, without counting them. */
  checkRoom(length: number): void {
    if (length > this.sizeLeft) throw this.tooLarge();
  }

  /** Checks that the budget allows this many values in a list, without counting them. */
  checkRoomForValues(count: number): void {
    this.checkRoom(count * VALUE_SIZE);
  }

  private tooLarge(): LimitExceeded {
    const { size, sizeOption } = this.settings;
    return new LimitExceeded(
      `the results are larger than ${size} characters; if that is intended, set a higher limit with ${sizeOption}`,
    );
  }
}

/**
 * A budget with limits.
 *
 * @param options the names of the options in messages
 * @throws RangeError for a limit that is not a number, or is negative
 */
export function budgetOf(
  { steps = DEFAULT_STEPS, size = DEFAULT_SIZE }: TemplateLimits,
  options: Pick<Settings, "stepsOption" | "sizeOption"> = DEFAULTS,
): Budget {
  if (!(steps >= 0)) throw new RangeError(`${options.stepsOption} must be a number, 0 or greater`);
  if (!(size >= 0)) throw new RangeError(`${options.sizeOption} must be a number, 0 or greater`);
  return new Budget({ ...options, steps, size });
}
