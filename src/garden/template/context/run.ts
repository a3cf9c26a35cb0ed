import { TemplateError, type TemplateErrorCode, type TemplateErrorDetails } from "../error.ts";
import { Budget, SCANNED, VALUE_SIZE } from "../functions/budget.ts";
import { LimitExceeded, MAX_DEPTH } from "../limits.ts";
import { DEFAULT_LANGUAGE, type Language } from "../syntax/language.ts";
import type { LookupFrames } from "./lookup-frames.ts";
import type { MissingKey } from "./missing-key.ts";

/**
 * The keys and values that templates look up. A function returns its value when it is looked up. It is called at most once,
 * with the resolution that needs the value (`TemplateOptions.within`). Everything in `secrets` is secret: neither it nor any
 * value computed from it appears in an error.
 */
export type TemplateContext = Readonly<Record<string, unknown>>;

/** A resolution that calls a function of the context. Templates that the function resolves belong to it. */
export interface OuterResolution {
  /** The number of levels of documents, variables, and expressions so far. */
  readonly depth: number;
}

/** Returns a value or a `NoValue`. */
export type Evaluate = (run: Run) => unknown;

/** The part of the context that a `$forEach` adds. */
export interface Loop {
  readonly item: { readonly key: string; readonly value: unknown };
  /** Whether the collection depends on a secret. */
  readonly isSecret?: boolean;
}

/** The value of a function or an object in the context. */
export interface ContextValue {
  /** A value or a `NoValue`: `Unresolved` if a part of it is not known yet. */
  readonly value: unknown;
  /** Whether it depends on a secret. */
  readonly isSecret: boolean;
}

/** Smaller than any number of secrets. */
const UNDER_SECRET = -1;

/** Where a resolution is. */
type RunFrame = Pick<Run, "depth" | "leavesItem" | "secretsBefore">;

/** One resolution: its context, its position in the document, and its budget. */
export class Run implements OuterResolution {
  context: TemplateContext;
  /** The functions of contexts that it is resolving, if it has called any. */
  frames: LookupFrames | undefined = undefined;
  /** The language of the strings in the document. */
  language: Language;
  /** Whether values that are not known yet are left unresolved. */
  readonly partial: boolean;
  /** Whether a missing key counts as not known yet. */
  readonly missingIsUnknown: boolean;
  /** The innermost loop. */
  loop: Loop | undefined = undefined;
  /** The keys from the document's root to the current value. */
  path: (string | number)[] = [];
  /** The current template string. */
  source = "";
  /** The missing key of the last error of this run. */
  failedKey: MissingKey | undefined = undefined;
  /** Objects of the context without functions. */
  plainObjects: Set<object> | undefined = undefined;
  /** Objects of the context with functions, as data. */
  objectData: Map<object, ContextValue> | undefined = undefined;
  /**
   * Values of functions and objects that are not known yet; the next run may know them. They are kept by the context of the
   * lookup, because the unresolved rest can mean something else in another one.
   */
  private unresolvedValues: Map<TemplateContext, Map<object, ContextValue>> | undefined = undefined;
  /** Whether an unresolved part looks up `item`. */
  leavesItem = false;
  /**
   * How often secrets were looked up. If the number grows during an evaluation, the result is secret. It never decreases: an
   * exception does not make a secret public.
   */
  secretsSeen = 0;
  /**
   * `secretsSeen` at the start of the current value: an error depends on a secret if the number has grown since.
   * `UNDER_SECRET` if a secret decided whether the value is resolved.
   */
  secretsBefore = 0;
  depth: number;
  readonly budget: Budget;

  constructor(
    context: TemplateContext,
    partial: boolean | "late",
    depth: number,
    budget = new Budget(),
    language: Language = DEFAULT_LANGUAGE,
  ) {
    this.context = context;
    this.language = language;
    this.partial = partial !== false;
    this.missingIsUnknown = partial === true;
    this.depth = depth;
    this.budget = budget;
  }

  /** An error at an offset in the current string. */
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

  /** Starts a value that does not depend on those before it. */
  beginValue(): void {
    if (this.secretsBefore !== UNDER_SECRET) this.secretsBefore = this.secretsSeen;
  }

  /** Resolves a value that is needed because of a decision. The decision depends on a secret if `secretsSeen` has grown. */
  decided<T>(secretsSeen: number, resolve: (run: Run) => T): T {
    const outer = this.secretsBefore;
    if (this.secretsSeen > secretsSeen) this.secretsBefore = UNDER_SECRET;
    const value = resolve(this);
    this.secretsBefore = outer;
    return value;
  }

  /** The value of a function or an object in this context, if it was not known yet. */
  unresolvedValue(of: object): ContextValue | undefined {
    return this.unresolvedValues?.get(this.context)?.get(of);
  }

  keepUnresolved(of: object, value: ContextValue): void {
    this.unresolvedValues ??= new Map();
    const values = this.unresolvedValues.get(this.context) ?? new Map<object, ContextValue>();
    this.unresolvedValues.set(this.context, values.set(of, value));
  }

  /** Returns to where the resolution was before an exception. What it has looked up since still counts as seen. */
  returnTo({ depth, leavesItem, secretsBefore }: RunFrame): void {
    this.depth = depth;
    this.leavesItem = leavesItem;
    this.secretsBefore = secretsBefore;
  }

  /** Enters some levels; `leave` leaves them. A caller that catches an exception calls `returnTo`. */
  enter(levels: number): void {
    this.depth += levels;
    if (this.depth > MAX_DEPTH) {
      throw this.error("limit", `documents, variables and expressions are nested deeper than ${MAX_DEPTH} levels`);
    }
  }

  leave(levels: number): void {
    this.depth -= levels;
  }

  /** Counts visited values and evaluated operands. */
  countSteps(count: number): void {
    try {
      this.budget.countSteps(count);
    } catch (error) {
      throw this.limitError(error);
    }
  }

  /** Counts characters or elements that an operation searches. */
  countScanned(length: number): void {
    this.countSteps(Math.ceil(length / SCANNED));
  }

  /** Counts the length of new text. */
  countText(length: number): void {
    try {
      this.budget.countText(length);
    } catch (error) {
      throw this.limitError(error);
    }
  }

  /** Counts the values of new lists and maps. */
  countValues(count: number): void {
    this.countText(count * VALUE_SIZE);
  }

  /** Counts a value before it is written as text. */
  countWritten(value: unknown): void {
    try {
      this.budget.countWritten(value);
    } catch (error) {
      throw this.limitError(error);
    }
  }

  /** Turns an error of the budget into a `TemplateError` with the run's path; returns other errors unchanged. */
  limitError(error: unknown): unknown {
    return error instanceof LimitExceeded ? this.error("limit", error.message) : error;
  }
}
