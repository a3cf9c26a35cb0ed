/** Values that a partial resolution does not know yet, or not completely. */

/**
 * What an evaluation gives where there is no value: a `MissingKey`, which operators like `||` replace and which is an error
 * otherwise; or something `Unresolved`, on which nothing is decided, so that it ends the expression.
 */
export abstract class NoValue {}

/** A piece of a text: known, or a part of a template (`${…}` or `$${…}`) as it is written. */
export interface Piece {
  readonly text: string;
  readonly isTemplate: boolean;
}

/** What is known of a value, and what must be resolved again. Known strings are data: they are not quoted yet. */
export type Rest =
  /** A text with at least one part of a template in it. */
  | { readonly kind: "text"; readonly pieces: readonly Piece[] }
  | { readonly kind: "list"; readonly items: readonly unknown[] }
  /** A map; `$merge` in it is the operator. */
  | { readonly kind: "map"; readonly entries: Readonly<Record<string, unknown>> }
  /** An element `{ $concat: value }`. */
  | { readonly kind: "splice"; readonly value: Unresolved }
  /** A part of the document as it is written. */
  | { readonly kind: "document"; readonly document: unknown }
  /** A value of another context, where its templates mean something else: only a lookup of it can be left. */
  | { readonly kind: "elsewhere" };

/** A value that is not known yet, or not completely. */
export class Unresolved extends NoValue {
  readonly rest: Rest;

  constructor(rest: Rest) {
    super();
    this.rest = rest;
  }
}

export function isUnresolved(value: unknown): value is Unresolved {
  return value instanceof Unresolved;
}

/**
 * In a context, a value that exists but is not known yet; see `TemplateOptions.partial`.
 *
 * @example
 * ```ts
 * const context = { outputs: NOT_KNOWN_YET, env: {} };
 * resolveTemplateString("${env.HOST || 'local'}:${outputs.port}", context, { partial: "late" });
 * // "local:${outputs.port}"
 * ```
 */
export const NOT_KNOWN_YET: object = /* @__PURE__ */ new Unresolved({ kind: "elsewhere" });

/** Whether a map has a key that makes it an operator wherever it stands. */
export function hasOperator(map: object): boolean {
  return Object.hasOwn(map, "$merge") || Object.hasOwn(map, "$if") || Object.hasOwn(map, "$forEach");
}
