/** Findings that are known already, by their fingerprints. */

import type { Finding } from "./finding.ts";
import { fingerprints } from "./fingerprint.ts";

const VERSION = 1;

/** The text of a baseline file: an object with one line for each finding, so that its changes can be read. */
export function baselineText(findings: readonly Finding[], pathOf: (file: string) => string): string {
  const fingerprintOf = fingerprints(pathOf);
  const lines = findings.map((finding) => {
    const { file, rule } = finding;
    return JSON.stringify({ file: pathOf(file), rule, fingerprint: fingerprintOf(finding) });
  });
  return `{"version": ${VERSION}, "findings": [\n${lines.sort().join(",\n")}\n]}\n`;
}

/** The fingerprints in a baseline file; undefined if the text is none. */
export function readBaseline(text: string): ReadonlySet<string> | undefined {
  let value: { version?: unknown; findings?: unknown } | null;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (typeof value !== "object" || value?.version !== VERSION || !Array.isArray(value.findings)) return undefined;
  const known = new Set<string>();
  for (const finding of value.findings) {
    if (typeof finding?.fingerprint !== "string") return undefined;
    known.add(finding.fingerprint);
  }
  return known;
}

/** The findings that a baseline does not have. */
export function newFindings(
  findings: readonly Finding[],
  known: ReadonlySet<string>,
  pathOf: (file: string) => string,
): Finding[] {
  const fingerprintOf = fingerprints(pathOf);
  return findings.filter((finding) => !known.has(fingerprintOf(finding)));
}
