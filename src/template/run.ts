import { TemplateError, type TemplateErrorCode } from "./error.ts";
import type { FoundAnswer } from "./lazy.ts";
import { MAX_DEPTH, MAX_TEXT, MAX_VALUES } from "./limits.ts";
import type { MissingKey } from "./missing.ts";
import type { Lookup } from "./syntax.ts";
import type { Unresolved } from "./unresolved.ts";

/**
 * What templates are resolved with: keys and their values. A function is a value that is not known before it is looked
 * up; it is called without arguments, and once at most.
 */
export type TemplateContext = Readonly<Record<string, unknown>>;

/** What the expression of a key that is not there evaluates to; `Run.missing` tells which key. */
export const MISSING: unique symbol = /* @__PURE__ */ Symbol("missing");

/** Thrown out of an expression that depends on what is not known yet, in a resolution where missing keys are errors. */
export const NOT_KNOWN: unique symbol = /* @__PURE__ */ Symbol("not known yet");

/** What a `$forEach` adds to the context. */
export interface Loop {
  readonly item: { readonly key: string; readonly value: unknown };
}

interface ErrorDetails {
  readonly key?: string | undefined;
  readonly chain?: readonly string[] | undefined;
  readonly cause?: unknown;
}

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
  path: (string | number)[] = [];
  /** The string that is evaluated. */
  source = "";
  /** The key that made an expression `MISSING` last. */
  missing: MissingKey | undefined = undefined;
  /** Objects of the context that hold no functions. */
  plain: Set<object> | undefined = undefined;
  /** Objects of the context that do, and what they became. */
  settled: Map<object, unknown> | undefined = undefined;
  /** What a partial resolution could not finish: values of the context, and of which lookup the last one was. */
  unresolvedValues: Map<object, FoundAnswer> | undefined = undefined;
  unresolved: { readonly lookup: Lookup; readonly value: Unresolved } | undefined = undefined;
  /** Whether a partial resolution has left something that looks up `item`. */
  leavesItem = false;
  depth: number;
  private textLeft = MAX_TEXT;
  private valuesLeft = MAX_VALUES;

  constructor(context: TemplateContext, partial: boolean | "late", depth: number) {
    this.context = context;
    this.partial = partial !== false;
    this.missingIsUnknown = partial === true;
    this.depth = depth;
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

  /** Goes some levels down; `leave` comes back. An exception ends the run, so that nobody leaves then. */
  enter(levels: number): void {
    this.depth += levels;
    if (this.depth > MAX_DEPTH) {
      throw this.error("limit", `documents, variables and expressions are nested deeper than ${MAX_DEPTH} levels`);
    }
  }

  leave(levels: number): void {
    this.depth -= levels;
  }

  /** Counts text that was made. */
  countText(length: number): void {
    this.textLeft -= length;
    if (this.textLeft < 0) throw this.error("limit", `the result has more than ${MAX_TEXT} characters`);
  }

  /** Counts values that were visited or made. */
  countValues(count: number): void {
    this.valuesLeft -= count;
    if (this.valuesLeft < 0) throw this.error("limit", `the result has more than ${MAX_VALUES} values`);
  }
}
