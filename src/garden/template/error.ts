import { placeFinder } from "../../text/position.ts";
import { visibleText } from "../../text/printable.ts";

/**
 * - `parse`: the string is not a template
 * - `missing-key`: a lookup of a key that does not exist (`key`)
 * - `circular`: a key whose value depends on itself (`key`)
 * - `type`: an operator or a lookup on a value of the wrong type
 * - `function`: a helper function that does not exist or fails
 * - `structure`: a structural operator (`$if`, `$concat`, `$forEach`, `$merge`) with wrong keys or a wrong value
 * - `context`: a function in the context threw an error (`cause`, unless the value is secret)
 * - `limit`: too deeply nested, or larger than `TemplateOptions.limits` allow
 */
export type TemplateErrorCode =
  | "parse"
  | "missing-key"
  | "circular"
  | "type"
  | "function"
  | "structure"
  | "context"
  | "limit";

/** Keys and indexes from a document's root to a value. */
export type DocumentPath = readonly (string | number)[];

export interface TemplateErrorDetails {
  path?: DocumentPath;
  /** The template string, and the offset of the error in it. */
  source?: string | undefined;
  offset?: number | undefined;
  key?: string | undefined;
  keys?: DocumentPath | undefined;
  isSecret?: boolean;
  chain?: readonly string[] | undefined;
  cause?: unknown;
}

/** The longest path that a message shows. */
const SHOWN_PATH = 1000;

function shownPath(path: DocumentPath): string {
  const text = path.join(".");
  return visibleText(text.length > SHOWN_PATH ? `${text.slice(0, SHOWN_PATH)}…` : text);
}

/**
 * A template that cannot be resolved. The message has the place and the reason. It quotes keys and names of types, but never
 * values; `***` replaces a key that was computed from a secret. It is one printable line: invisible characters are escaped.
 *
 * @example
 * ```ts
 * try {
 *   resolveTemplates({ spec: { image: "app:${var.tga}" } }, { var: { tag: "v1" } });
 * } catch (error) {
 *   // error.message: spec.image:1:11: no such key: "tga" under var (did you mean "tag"?)
 *   // error.code: "missing-key", error.key: "tga", error.path: ["spec", "image"], error.offset: 10
 * }
 * ```
 */
export class TemplateError extends Error {
  override readonly name = "TemplateError";
  readonly code: TemplateErrorCode;
  /** The message without the place. */
  readonly reason: string;
  /** The path into the document; empty for a string on its own. */
  readonly path: DocumentPath;
  /** The missing key. */
  readonly key: string | undefined;
  /**
   * The values of the context that led here, each looked up by the one before it. The last one is broken or, if a value
   * depends on itself, is the first one again.
   */
  readonly chain: readonly string[];
  /** The offset in the template string, in UTF-16 units from 0; undefined if the error is not in a string. */
  readonly offset: number | undefined;
  /** The line in the template string, from 1. */
  readonly line: number | undefined;
  /** The column in the template string, in characters from 1. */
  readonly column: number | undefined;

  /** @internal The keys that lead to the missing key, in the form that messages show. */
  readonly keys: DocumentPath | undefined;
  /** @internal Whether the error, or its details, depend on a secret. */
  readonly isSecret: boolean;

  /** @internal */
  constructor(code: TemplateErrorCode, reason: string, details: TemplateErrorDetails = {}) {
    const { path = [], source, offset, key, keys, isSecret = false, chain = [], cause } = details;
    const shown: (string | number)[] = path.length > 0 ? [shownPath(path)] : [];
    const place = source === undefined || offset === undefined ? undefined : placeFinder(source)(offset);
    if (place !== undefined) shown.push(place.line, place.column);
    const shownReason = visibleText(reason);
    const message = `${shown.join(":")}${shown.length > 0 ? ": " : ""}${shownReason}`;
    super(message, cause === undefined ? undefined : { cause });
    this.code = code;
    this.reason = shownReason;
    this.path = path;
    this.key = key;
    this.keys = keys;
    this.isSecret = isSecret;
    this.chain = chain;
    this.offset = offset;
    this.line = place?.line;
    this.column = place?.column;
  }
}
