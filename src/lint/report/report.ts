/** What a run of lint has found, for reports. */

import type { Finding, Severity } from "../finding.ts";

export interface Summary {
  readonly files: number;
  readonly pods: number;
  readonly envFiles: number;
  readonly projects: number;
  /** Files that are not what they seem, or cannot be read; each line says what to do. */
  readonly skipped: readonly string[];
}

export interface Report {
  /** In the order of the files, and of the places in them. */
  readonly findings: readonly Finding[];
  /** Findings beyond the most that are kept. */
  readonly more: number;
  readonly summary: Summary;
  /** The file's path from the working directory, with `/` between its parts. */
  readonly pathOf: (file: string) => string;
}

/** How many findings there are of each severity. */
export function countsOf(findings: readonly Finding[]): Readonly<Record<Severity, number>> {
  const counts = { error: 0, warning: 0, note: 0 };
  for (const { severity } of findings) counts[severity]++;
  return counts;
}

/** The message, and the template that Helm has made the object of. */
export function messageOf({ message, helmSource }: Finding): string {
  return helmSource === undefined ? message : `${message} (template ${helmSource})`;
}
