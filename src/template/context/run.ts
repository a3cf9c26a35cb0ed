import { TemplateError, type TemplateErrorCode, type TemplateErrorDetails } from "../error.ts";
import { Budget, SCANNED, sharedBudget, VALUE_SIZE } from "../functions/budget.ts";
import { LimitExceeded } from "../functions/limits.ts";
import { MAX_DEPTH } from "../limits.ts";
import { DEFAULT_LANGUAGE, type Language } from "../syntax/language.ts";
import type { MissingKey } from "./missing-key.ts";

/**
 * What templates are resolved with: keys and their values. A function gives its value when it is looked up: it is called
 * without arguments, and at most once. What `secrets` holds is secret: neither it nor anything made of it shows in an
 * error.
 */
export type TemplateContext = Readonly<Record<string, unknown>>;

/** Gives a value, or a `NoValue`. */
export type Evaluate = (run: Run) => unknown;

/** What a `$forEach` adds to the context. */
export interface Loop {
  readonly item: { readonly key: string; readonly value: unknown };
  /** Whether the collection is made of something secret. */
  readonly isSecret?: boolean;
}

/** What a function or an object of the context has given. */
export interface ContextValue {
  /** A value, or a `NoValue`: `Unresolved` if a part of it is not known yet. */
  readonly value: unknown;
  /** Whether it is made of something secret. */
  readonly isSecret: boolean;
}

/** Steps, and size, that are counted together before the budget is told; far less than the default limits. */
const LITTLE = 1000;

/** Less than any number of secrets. */
const UNDER_SECRET = -1;

/** One resolution: its context, its position in the document, and what it has cost. */
export class Run {
  context: TemplateContext;
  /** The language of the strings in the document. */
  language: Language;
  /** Whether what is not known yet stays. */
  readonly partial: boolean;
  /** Whether a missing key counts as not known yet. */
  readonly missingIsUnknown: boolean;
  /** The innermost loop. */
  loop: Loop | undefined = undefined;
  /** The keys from the document's root to the value that is resolved. */
  path: (string | number)[] = [];
  /** The string that is evaluated. */
  source = "";
  /** The key that the last error of this run was about. */
  failedKey: MissingKey | undefined = undefined;
  /** Objects of the context that hold no functions. */
  plainObjects: Set<object> | undefined = undefined;
  /** Objects of the context that hold functions, and what they are as data. */
  objectData: Map<object, ContextValue> | undefined = undefined;
  /**
   * What functions and objects of the context gave that is not known yet: the next run may know it. It is kept by the context
   * of the lookup, because what is left of it may mean something else in another one.
   */
  private unresolvedValues: Map<TemplateContext, Map<object, ContextValue>> | undefined = undefined;
  /** Whether a partial resolution has left something that looks up `item`. */
  leavesItem = false;
  /**
   * How often something secret has been looked up. If the number grows during an evaluation, its result is secret, whatever
   * was made of the secret. Nothing lowers it: not even an exception makes a secret public.
   */
  secretsSeen = 0;
  /**
   * What `secretsSeen` was when the value that is resolved now was begun: an error depends on a secret if it has grown since.
   * `UNDER_SECRET` where a secret decides whether the value is resolved.
   */
  secretsBefore = 0;
  depth: number;
  /** Undefined until it is needed: most resolutions are so short that the cost of a budget would show. */
  private ownBudget: Budget | undefined;
  /** Steps and size that the budget has not been told yet, up to `tolerated`. */
  private steps = 0;
  private size = 0;
  private readonly tolerated: number;

  constructor(
    context: TemplateContext,
    partial: boolean | "late",
    depth: number,
    budget = sharedBudget(),
    language: Language = DEFAULT_LANGUAGE,
  ) {
    this.context = context;
    this.language = language;
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
    // If this is too much, the budget refuses the next count.
    budget.stepsLeft -= this.steps;
    budget.sizeLeft -= this.size;
    this.steps = 0;
    this.size = 0;
    return budget;
  }

  /** An error at an offset of the string that is evaluated. */
  error(code: TemplateErrorCode, reason: string, offset?: number, details?: TemplateErrorDetails): TemplateError {
    const source = offset === undefined ? undefined : this.source;
    const isSecret = this.secretsSeen > this.secretsBefore;
    return new TemplateError(code, reason, { path: this.path.slice(), source, offset, isSecret, ...details });
  }

  /** The error for a missing key. */
  missingError(missing: MissingKey): TemplateError {
    this.failedKey = missing;
    const { code, at, key, keys, chain } = missing;
    return this.error(code, missing.reason(), at, { key, keys, chain });
  }

  /** Begins a value that does not depend on those before it. */
  beginValue(): void {
    if (this.secretsBefore !== UNDER_SECRET) this.secretsBefore = this.secretsSeen;
  }

  /** Resolves something that is only resolved because of a decision, which depends on a secret if `secretsSeen` has grown. */
  decided<T>(secretsSeen: number, resolve: (run: Run) => T): T {
    const outer = this.secretsBefore;
    if (this.secretsSeen > secretsSeen) this.secretsBefore = UNDER_SECRET;
    const value = resolve(this);
    this.secretsBefore = outer;
    return value;
  }

  /** What a function or an object gave in this context, if that was not known yet. */
  unresolvedValue(of: object): ContextValue | undefined {
    return this.unresolvedValues?.get(this.context)?.get(of);
  }

  keepUnresolved(of: object, value: ContextValue): void {
    this.unresolvedValues ??= new Map();
    const values = this.unresolvedValues.get(this.context) ?? new Map<object, ContextValue>();
    this.unresolvedValues.set(this.context, values.set(of, value));
  }

  /** Enters some levels; `leave` leaves them. A caller that catches an exception must restore `depth`. */
  enter(levels: number): void {
    this.depth += levels;
    if (this.depth > MAX_DEPTH) {
      throw this.error("limit", `documents, variables and expressions are nested deeper than ${MAX_DEPTH} levels`);
    }
  }

  leave(levels: number): void {
    this.depth -= levels;
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

  /** Counts a value that is going to be written out as text, as a tree. */
  countWritten(value: unknown): void {
    try {
      this.budget.countWritten(value);
    } catch (error) {
      throw this.limitError(error);
    }
  }

  /** An error of the budget as a `TemplateError` with the run's path; other errors as they are. */
  limitError(error: unknown): unknown {
    return error instanceof LimitExceeded ? this.error("limit", error.message) : error;
  }
}
