/** Errors about variables, and about the files and flags that set them. */

import { closest, listOfClosest } from "../../text/closest.ts";
import { positionAfter } from "../../text/position.ts";
import type { TemplateErrorCode } from "../template/error.ts";

/**
 * A code of `TemplateError`, where a template of a project cannot be resolved, or:
 *
 * - `syntax`: a file with the suffix of YAML or JSON is not valid YAML or JSON;
 * - `varfile-not-a-map`: a varfile is not a map;
 * - `varfile-documents`: a YAML varfile has several documents;
 * - `varfile-missing`, `varfile-outside`, `varfile-unreadable`: a varfile does not exist; it is outside its folder; it cannot
 *   be read;
 * - `var-flag`: a `--var` is not `key=value`, or its key has an empty part or an index beyond the end of a list;
 * - `document`: a field of a config document is missing, or has a wrong type or value;
 * - `unknown-environment`, `unknown-action`: no environment or action has that name;
 * - `self-reference`, `circular-dependency`: an action refers to itself, directly or indirectly.
 *
 * `limit` also covers files, variables, and projects that exceed the limit in the message.
 */
export type VariablesErrorCode =
  | TemplateErrorCode
  | "syntax"
  | "varfile-not-a-map"
  | "varfile-documents"
  | "varfile-missing"
  | "varfile-outside"
  | "varfile-unreadable"
  | "var-flag"
  | "document"
  | "unknown-environment"
  | "unknown-action"
  | "self-reference"
  | "circular-dependency";

/** A place in a file. Lines and columns count from 1, columns in characters; the offset counts UTF-16 code units from 0. */
export interface SourcePlace {
  readonly file?: string;
  readonly line?: number;
  readonly column?: number;
  readonly offset?: number;
}

/** Variables that cannot be read or resolved. The message has the place and the reason, and never a value. */
export class VariablesError extends Error {
  override readonly name = "VariablesError";
  readonly code: VariablesErrorCode;
  /** The message without the place. */
  reason: string;
  readonly file: string | undefined;
  readonly line: number | undefined;
  readonly column: number | undefined;
  readonly offset: number | undefined;
  /** The other errors in the same project, in the order of its documents. */
  others: readonly VariablesError[] = [];
  /** @internal Equal for errors with one cause. Their messages can name different places that need the broken value. */
  mistake: string;
  /** @internal Whether the message can contain a value that depends on a secret. */
  isSecret = false;
  /** @internal Whether a secret is missing. */
  isMissingSecret = false;
  /** @internal Whether what is missing can be in a part of the project that is not available. */
  mayBeElsewhere = false;

  /** @internal */
  constructor(code: VariablesErrorCode, reason: string, place: PartOfPlace = {}, options?: ErrorOptions) {
    super(`${placePrefix(place)}${reason}`, options);
    this.code = code;
    this.reason = reason;
    this.mistake = `${code} ${this.message}`;
    ({ file: this.file, line: this.line, column: this.column, offset: this.offset } = place);
  }

  /** @internal */
  addHint(hint: string): void {
    this.message += hint;
    this.reason += hint;
  }
}

/** A `SourcePlace` whose unknown parts can be undefined. */
type PartOfPlace = Partial<Pick<VariablesError, keyof SourcePlace>>;

/** The place of an offset in the text of a file. */
export function placeAt(text: string, offset: number, file?: string): PartOfPlace {
  return { ...positionAfter(text, 0, offset, "YAML"), offset, file };
}

/** The largest number of names that a message lists. */
const LISTED = 20;

/** Names for a message, at most 20. */
export function listOfNames(names: readonly string[]): string {
  const more = names.length > LISTED ? ` and ${names.length - LISTED} more` : "";
  return `${names.slice(0, LISTED).join(", ")}${more}`;
}

/** A hint for a message about a name that does not exist: the name that was probably meant, or the closest ones. */
export function suggestion(name: string, known: readonly string[]): string {
  const meant = closest(name, known);
  if (meant !== undefined) return `did you mean ${meant}?`;
  return known.length === 0 ? "there are none" : `known: ${listOfClosest(name, known)}`;
}

function placePrefix({ file, line, column }: PartOfPlace): string {
  if (file === undefined) return line === undefined ? "" : `line ${line}, column ${column}: `;
  return line === undefined ? `${file}: ` : `${file}:${line}:${column}: `;
}
