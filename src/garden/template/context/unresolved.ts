/** Values that are not known yet, or only partly, in a partial resolution. */

/**
 * The result of an evaluation without a value: a `MissingKey`, which is an error unless an operator like `||` replaces it,
 * or something `Unresolved`, which ends the expression because nothing can be decided.
 */
export abstract class NoValue {}

/** A piece of a text: known text, or an unresolved part of a template (`${…}` or `$${…}`). */
export interface Piece {
  readonly text: string;
  readonly isTemplate: boolean;
}

/** The known and the unresolved parts of a value. Known strings are data: they are not quoted yet. */
export type Rest =
  /** A text with at least one part of a template. */
  | { readonly kind: "text"; readonly pieces: readonly Piece[] }
  | { readonly kind: "list"; readonly items: readonly unknown[] }
  /** A map; `$merge` in it is the operator. */
  | { readonly kind: "map"; readonly entries: Readonly<Record<string, unknown>> }
  /** An element `{ $concat: value }`. */
  | { readonly kind: "splice"; readonly value: Unresolved }
  /** An unresolved part of the document. */
  | { readonly kind: "document"; readonly document: unknown }
  /** A value of another context, where its templates mean something else. Only a lookup of it can remain. */
  | { readonly kind: "elsewhere" };

/** A value that is not known yet, or only partly. */
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

/** Whether a map has a key that always makes it an operator. */
export function hasOperator(map: object): boolean {
  return Object.hasOwn(map, "$merge") || Object.hasOwn(map, "$if") || Object.hasOwn(map, "$forEach");
}
