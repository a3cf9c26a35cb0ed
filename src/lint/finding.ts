/** What rules find, before and after it is known whether it is reported. */

import type { SourceFile } from "../kubernetes/kustomize/index.ts";
import type { TracedUse } from "../kubernetes/pod/trace/types.ts";
import type { ManifestPath } from "../kubernetes/pod/types.ts";
import type { Path } from "../yaml/node.ts";

/** A range of a text: offsets in UTF-16 code units. */
export interface TextRange {
  readonly start: number;
  readonly end: number;
  /** For an object that a kustomization puts together: the file that the offsets are in. */
  readonly inFile?: SourceFile;
}

export type Severity = "error" | "warning" | "note";

/** From the least to the most severe. */
export const SEVERITIES = ["note", "warning", "error"] as const satisfies readonly Severity[];

/** A place in a file: lines and columns count from 1, columns in characters; the end is exclusive. */
export interface Region {
  readonly line: number;
  readonly column: number;
  readonly endLine: number;
  readonly endColumn: number;
}

/** A region with details for reports. */
export interface PlacedRegion extends Region {
  /** The columns in UTF-16 code units. */
  readonly utf16: { readonly column: number; readonly endColumn: number };
  /** Offsets in the file's text, without its byte order mark, in UTF-16 code units. */
  readonly start: number;
  readonly end: number;
  /** The line that it begins on, truncated if it is very long. */
  readonly sourceLine: SourceLine;
}

/** A line of a file for a report. */
export interface SourceLine {
  readonly text: string;
  /** The part to underline, in UTF-16 code units. */
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

export interface Fix {
  readonly description: string;
  readonly edits: readonly FixEdit[];
}

export interface Finding extends PlacedRegion {
  /** The file's name as given by the user. */
  readonly file: string;
  /** The id of the rule. */
  readonly rule: string;
  readonly severity: Severity;
  /** The problem, without the place. It never contains a value, which can be a secret. */
  readonly message: string;
  /** The message without places. Reports group findings by it. */
  readonly same: string;
  readonly fix?: Fix;
  /** The similar name that an editor offers instead of `name`. */
  readonly meant?: string;
  /** The variable and the object (`Deployment/web`). */
  readonly name?: string;
  readonly object?: string;
  /** The object with the name that it has in its file, if a kustomization changes it. */
  readonly sourceObject?: string;
  /** The Helm template of the object. */
  readonly helmSource?: string;
  /** The kustomizations whose rendered object has the finding. */
  readonly kustomization?: string;
}

/** More findings of one run are only counted. */
export const MAX_FINDINGS = 100_000;

/** Whether a severity is at or above a limit. */
export function isAtLeast(severity: Severity, limit: Severity): boolean {
  return SEVERITIES.indexOf(severity) >= SEVERITIES.indexOf(limit);
}

/** A change of a text: offsets in UTF-16 code units. */
export interface TextEdit extends TextRange {
  readonly text: string;
}

export interface RawFix {
  readonly description: string;
  readonly edits: readonly TextEdit[];
}

/** A string in a container, and the variable that it is the value of. */
export interface About {
  readonly path: ManifestPath;
  readonly variable: string | undefined;
  readonly use: TracedUse;
}

/** A finding with offsets into a part of a file. */
export interface RawFinding extends TextRange {
  readonly rule: string;
  readonly message: string;
  /** The path in the document, for manifests. */
  readonly path?: Path;
  /** The message without places, if it contains any. */
  readonly same?: string;
  readonly name?: string;
  readonly object?: string;
  /** The object with the name that it has in its file, if a kustomization changes it. */
  readonly sourceObject?: string;
  /** The kustomizations that render the object: `kustomization k8s/overlays/prod`. */
  readonly kustomization?: string;
  /** The similar name that an editor offers instead of `name`. */
  readonly meant?: string;
  /** The highest severity of the finding, whatever the severity of its rule is. */
  readonly atMost?: Exclude<Severity, "error">;
  readonly fix?: RawFix | undefined;
  /** The string that the fix changes for the container. */
  readonly about?: About | undefined;
}

/** The findings as notes, if no one acts on others: in tests, in archives, and in what Flux has suspended. */
export function asNotes<F extends Pick<RawFinding, "atMost">>(
  findings: readonly F[],
  isInactive = false,
): readonly F[] {
  return isInactive ? findings.map((found) => ({ ...found, atMost: "note" })) : findings;
}
