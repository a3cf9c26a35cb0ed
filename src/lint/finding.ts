/** What a rule has found, and where. */

export type Severity = "error" | "warning" | "note";

/** From the least to the most severe. */
export const SEVERITIES = ["note", "warning", "error"] as const satisfies readonly Severity[];

/** A place in a file: lines and columns count from 1, columns in characters; the end is behind the last character. */
export interface Region {
  readonly line: number;
  readonly column: number;
  readonly endLine: number;
  readonly endColumn: number;
}

/** A region with what reports need beside it. */
export interface PlacedRegion extends Region {
  /** The columns in UTF-16 code units. */
  readonly utf16: { readonly column: number; readonly endColumn: number };
  /** Offsets in the file's text, without its byte order mark, in UTF-16 code units. */
  readonly start: number;
  readonly end: number;
  /** The line that it begins on, cut where it is very long. */
  readonly sourceLine: SourceLine;
}

/** A line of a file, as a report shows it. */
export interface SourceLine {
  readonly text: string;
  /** What to underline, in UTF-16 code units of the text. */
  readonly start: number;
  readonly end: number;
}

/** A change of the text of a file. */
export interface FixEdit extends Region {
  /** Offsets in the file's text, without its byte order mark, in UTF-16 code units. */
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** What `--fix` does about a finding. */
export interface Fix {
  readonly description: string;
  readonly edits: readonly FixEdit[];
}

/** What a rule has found. */
export interface Finding extends PlacedRegion {
  /** The file's name, as it was given. */
  readonly file: string;
  /** The id of the rule. */
  readonly rule: string;
  readonly severity: Severity;
  /** What is wrong, without the place. It never holds a value: it may be a secret. */
  readonly message: string;
  /** Findings with the same text here say the same of several places; the message, unless that names a place. */
  readonly same: string;
  readonly fix?: Fix;
  /** What the finding is about: the variable, and the object (`Deployment/web`). */
  readonly name?: string;
  readonly object?: string;
  /** The template that Helm has made the object of. */
  readonly helmSource?: string;
}

/** The most findings of one run that are kept. */
export const MOST_FINDINGS = 100_000;

/** Whether a severity is at or above a limit. */
export function isAtLeast(severity: Severity, limit: Severity): boolean {
  return SEVERITIES.indexOf(severity) >= SEVERITIES.indexOf(limit);
}
