/** Errors of variables, and of the files and flags that give them. */

import type { TemplateErrorCode } from "../template/error.ts";
import { positionAfter } from "../text/position.ts";

/**
 * A code of `TemplateError`, where a template of a project cannot be resolved, or:
 *
 * - `syntax`: a file is not YAML or JSON, as its suffix says;
 * - `varfile-not-a-map`: a varfile is not one map;
 * - `varfile-documents`: a YAML varfile holds several documents;
 * - `varfile-missing`, `varfile-outside`, `varfile-unreadable`: a varfile does not exist; it is outside of its folder; it
 *   cannot be read;
 * - `var-flag`: a `--var` is not `key=value`, or its key has an empty part or an index beyond the end of a list;
 * - `document`: a field of a config document has a wrong type or value, or is missing;
 * - `unknown-environment`, `unknown-action`: none has that name;
 * - `self-reference`, `circular-dependency`: an action refers to itself, directly or by way of others.
 *
 * `limit` also stands for files, variables and projects beyond the limit that the message states.
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

/** Variables that cannot be read or resolved. The message names the mistake and its place, and never shows a value. */
export class VariablesError extends Error {
  override readonly name = "VariablesError";
  readonly code: VariablesErrorCode;
  readonly file: string | undefined;
  readonly line: number | undefined;
  readonly column: number | undefined;
  readonly offset: number | undefined;
  /** What else is wrong in the same project, in the order of its documents: each error as it would be thrown alone. */
  others: readonly VariablesError[] = [];
  /** @internal Whether the message can show what is made of a secret. */
  isSecret = false;
  /** @internal Whether what is missing can be in a part of the project that is not available. */
  mayBeElsewhere = false;

  /** @internal */
  constructor(code: VariablesErrorCode, reason: string, place: PartOfPlace = {}, options?: ErrorOptions) {
    super(`${placePrefix(place)}${reason}`, options);
    this.code = code;
    ({ file: this.file, line: this.line, column: this.column, offset: this.offset } = place);
  }
}

/** As `SourcePlace`; undefined for what is not known. */
type PartOfPlace = Partial<Pick<VariablesError, keyof SourcePlace>>;

/** The place of an offset into the text of a file. */
export function placeAt(text: string, offset: number, file?: string): PartOfPlace {
  return { ...positionAfter(text, 0, offset, "YAML"), offset, file };
}

/** How many names a message lists. */
const LISTED = 20;

/** The first 20 names, for a message. */
export function listOfNames(names: readonly string[]): string {
  if (names.length === 0) return "none";
  const more = names.length > LISTED ? ` and ${names.length - LISTED} more` : "";
  return `${names.slice(0, LISTED).join(", ")}${more}`;
}

function placePrefix({ file, line, column }: PartOfPlace): string {
  if (file === undefined) return line === undefined ? "" : `line ${line}, column ${column}: `;
  return line === undefined ? `${file}: ` : `${file}:${line}:${column}: `;
}
