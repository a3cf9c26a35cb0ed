import { TemplateError, type TemplateErrorCode } from "../error.ts";
import { Budget, SCANNED, sharedBudget, VALUE_SIZE } from "../functions/budget.ts";
import { LimitExceeded } from "../functions/limits.ts";
import { MAX_DEPTH } from "../limits.ts";
import type { Lookup } from "../syntax/tree.ts";
import type { FoundAnswer } from "./context-functions.ts";
import type { MissingKey } from "./missing-key.ts";
import type { Unresolved } from "./unresolved.ts";

/**
 * What templates are resolved with: keys and their values. A function is a value that is not known before it is looked
 * up; it is called without arguments, and once at most. What `secrets` holds is secret: neither it nor what is made of it
 * shows in an error.
 */
export type TemplateContext = Readonly<Record<string, unknown>>;

/** What the expression of a key that is not there evaluates to; `Run.missing` tells which key. */
export const MISSING: unique symbol = /* @__PURE__ */ Symbol("missing");

/** Thrown out of an expression that depends on what is not known yet, in a resolution where missing keys are errors. */
export const NOT_KNOWN: unique symbol = /* @__PURE__ */ Symbol("not known yet");

/** What a `$forEach` adds to the context. */
export interface Loop {
  readonly item: { readonly key: string; readonly value: unknown };
  /** Whether the collection is made of something secret. */
  readonly isSecret?: boolean;
}

interface ErrorDetails {
  readonly key?: string | undefined;
  readonly chain?: readonly string[] | undefined;
  readonly cause?: unknown;
}

/** What an evaluation may change and leaves as it was. */
export interface RunPosition {
  readonly context: TemplateContext;
  readonly loop: Loop | undefined;
  readonly source: string;
  readonly depth: number;
  readonly leavesItem: boolean;
  readonly touchesSecret: boolean;
  readonly path: (string | number)[];
  readonly pathLength: number;
}

/** What an object of the context is as data. */
interface SettledValue {
  readonly value: unknown;
  readonly isSecret: boolean;
}

/** The path of a string that stands alone. Nobody changes it: who resolves a document sets a path of its own. */
const NO_PATH: (string | number)[] = [];

/** Steps, and size, that are counted together; far less than the limits that hold without options. */
const LITTLE = 1000;

/** One resolution: its context, where it stands, and what it has cost. */
export class Run {
  context: TemplateContext;
  /** Whether what is not known yet stays. */
  readonly partial: boolean;
  /** Whether a missing key is one that is not known yet. */
  readonly missingIsUnknown: boolean;
  /** The innermost loop. */
  loop: Loop | undefined = undefined;
  /** The keys from the document's root to here. */
  path: (string | number)[] = NO_PATH;
  /** The string that is evaluated. */
  source = "";
  /** The key that made an expression `MISSING` last. */
  missing: MissingKey | undefined = undefined;
  /** Objects of the context that hold no functions. */
  plain: Set<object> | undefined = undefined;
  /** Objects of the context that do, and what they became. */
  settled: Map<object, SettledValue> | undefined = undefined;
  /** What a partial resolution could not finish: values of the context, and of which lookup the last one was. */
  unresolvedValues: Map<object, FoundAnswer> | undefined = undefined;
  unresolved: { readonly lookup: Lookup; readonly value: Unresolved } | undefined = undefined;
  /** Whether a partial resolution has left something that looks up `item`. */
  leavesItem = false;
  /**
   * Whether something secret has been looked up: then what was evaluated is secret, whatever was made of it. Who wants to
   * know it of one evaluation calls `forgetSecrets` before and `recallSecrets` behind it.
   */
  touchesSecret = false;
  depth: number;
  /** Undefined until it is needed: most resolutions are so short that making a budget would show. */
  private ownBudget: Budget | undefined;
  /** Steps and size that the budget has not been told yet, up to `tolerated`. */
  private steps = 0;
  private size = 0;
  private readonly tolerated: number;

  constructor(context: TemplateContext, partial: boolean | "late", depth: number, budget = sharedBudget()) {
    this.context = context;
    this.partial = partial !== false;
    this.missingIsUnknown = partial === true;
    this.depth = depth;
    this.ownBudget = budget;
    this.tolerated = budget === undefined ? LITTLE : 0;
  }

  /** What the resolution may still cost. */
  get budget(): Budget {
    const budget = this.ownBudget ?? new Budget();
    this.ownBudget = budget;
    // Should this be too much, the next that is counted is refused.
    budget.stepsLeft -= this.steps;
    budget.sizeLeft -= this.size;
    this.steps = 0;
    this.size = 0;
    return budget;
  }

  /** An error at an offset of the string that is evaluated. */
  error(code: TemplateErrorCode, reason: string, offset?: number, details?: ErrorDetails): TemplateError {
    const source = offset === undefined ? undefined : this.source;
    return new TemplateError(code, reason, { path: this.path.slice(), source, offset, ...details });
  }

  /** The error for the last missing key. */
  missingError(): TemplateError {
    const { code, at, key, chain } = this.missing!;
    return this.error(code, this.missing!.reason(), at, { key, chain });
  }

  /** Goes some levels down; `leave` comes back. Who goes on after an exception comes back with `restore`. */
  enter(levels: number): void {
    this.depth += levels;
    if (this.depth > MAX_DEPTH) {
      throw this.error("limit", `documents, variables and expressions are nested deeper than ${MAX_DEPTH} levels`);
    }
  }

  leave(levels: number): void {
    this.depth -= levels;
  }

  /** Where the run stands: for `restore`, should an evaluation end with an exception that does not end the run. */
  position(): RunPosition {
    const { context, loop, source, depth, leavesItem, touchesSecret } = this;
    return { context, loop, source, depth, leavesItem, touchesSecret, path: this.path, pathLength: this.path.length };
  }

  restore({ pathLength, ...position }: RunPosition): void {
    Object.assign(this, position);
    this.path.length = pathLength;
  }

  /** Counts values that are visited, and operands that are evaluated. */
  countSteps(count: number): void {
    this.steps += count;
    if (this.steps >= this.tolerated) this.tellBudget();
  }

  /** Counts characters or elements that are looked through. */
  countScanned(length: number): void {
    this.countSteps(Math.ceil(length / SCANNED));
  }

  /** Counts text that is made. */
  countText(length: number): void {
    this.size += length;
    if (this.size >= this.tolerated) this.tellBudget();
  }

  private tellBudget(): void {
    const { steps, size } = this;
    this.steps = 0;
    this.size = 0;
    try {
      this.budget.countSteps(steps);
      this.budget.countText(size);
    } catch (error) {
      throw this.limitError(error);
    }
  }

  /** Counts values in lists and maps that are made. */
  countValues(count: number): void {
    this.countText(count * VALUE_SIZE);
  }

  /** Begins to tell whether something secret is looked up from here on; gives what it was until here. */
  forgetSecrets(): boolean {
    const before = this.touchesSecret;
    this.touchesSecret = false;
    return before;
  }

  /** Whether something secret has been looked up since `forgetSecrets`, which gave `before`. */
  recallSecrets(before: boolean): boolean {
    const isSecret = this.touchesSecret;
    this.touchesSecret = isSecret || before;
    return isSecret;
  }

  /** Counts a value that is going to be written out as text, as a tree. */
  countWritten(value: unknown): void {
    try {
      this.budget.countWritten(value);
    } catch (error) {
      throw this.limitError(error);
    }
  }

  /** An error of the budget as one that tells the place. */
  limitError(error: unknown, at?: number): unknown {
    return error instanceof LimitExceeded ? this.error("limit", error.message, at) : error;
  }
}
