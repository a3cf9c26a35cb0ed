/** The result of a lint run, for reports. */

import type { Unknown } from "../../repository/unknowns.ts";
import type { Finding, Severity } from "../finding.ts";

export interface Summary {
  readonly files: number;
  readonly pods: number;
  readonly envFiles: number;
  readonly projects: number;
  /** A line for each reason why files were skipped. */
  readonly skipped: readonly string[];
  /** What the input does not determine, those with the most names first. */
  readonly unknowns: readonly Unknown[];
}

export interface Report {
  /** In the order of the files and of their positions. */
  readonly findings: readonly Finding[];
  /** The number of findings beyond `MAX_FINDINGS`. */
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

/** The message, with the Helm template or the kustomizations of the object. */
export function messageOf({ message, helmSource, kustomization }: Finding): string {
  if (kustomization !== undefined) return `${message} (${kustomization})`;
  return helmSource === undefined ? message : `${message} (template ${helmSource})`;
}
