/** Fingerprints: names of findings that do not change when lines move, and baselines, which are files of them. */

import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import type { Finding } from "../finding.ts";

/**
 * A function from findings to fingerprints. They depend on the file, the rule, the object and the message, not on the
 * line. Equal findings are numbered.
 *
 * @param pathOf the file's path, independent of how the user wrote it
 */
export function fingerprints(pathOf: (file: string) => string): (finding: Finding) => string {
  const counts = new Map<string, number>();
  return ({ file, rule, same, object = "" }) => {
    const text = JSON.stringify([pathOf(file), rule, object, same]);
    const count = counts.get(text) ?? 0;
    counts.set(text, count + 1);
    return bytesToHex(sha256(utf8ToBytes(count === 0 ? text : `${text}${count}`))).slice(0, 32);
  };
}

const VERSION = 1;

/** The text of a baseline file, with one line for each finding so that diffs are readable. */
export function baselineText(findings: readonly Finding[], pathOf: (file: string) => string): string {
  const fingerprintOf = fingerprints(pathOf);
  const lines = findings.map((finding) => {
    const { file, rule } = finding;
    return JSON.stringify({ file: pathOf(file), rule, fingerprint: fingerprintOf(finding) });
  });
  return `{"version": ${VERSION}, "findings": [\n${lines.sort().join(",\n")}\n]}\n`;
}

/** The fingerprints in a baseline file; undefined if the text is not a baseline. */
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

/** The findings that are not in a baseline. */
export function newFindings(
  findings: readonly Finding[],
  known: ReadonlySet<string>,
  pathOf: (file: string) => string,
): Finding[] {
  const fingerprintOf = fingerprints(pathOf);
  return findings.filter((finding) => !known.has(fingerprintOf(finding)));
}
