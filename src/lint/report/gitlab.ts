/** `-o gitlab`: a report of GitLab's code quality. */

import type { Severity } from "../finding.ts";
import { fingerprints } from "./fingerprint.ts";
import { messageOf, type Report } from "./report.ts";

const GITLAB_SEVERITIES: Readonly<Record<Severity, string>> = { error: "major", warning: "minor", note: "info" };

export function gitlabReport({ findings, pathOf }: Report): string {
  const fingerprintOf = fingerprints(pathOf);
  const issues = findings.map((finding) => {
    const { file, line, endLine, rule, severity } = finding;
    return JSON.stringify({
      description: messageOf(finding),
      check_name: rule,
      fingerprint: fingerprintOf(finding),
      severity: GITLAB_SEVERITIES[severity],
      location: { path: pathOf(file), lines: { begin: line, end: endLine } },
    });
  });
  return issues.length === 0 ? "[]\n" : `[\n${issues.join(",\n")}\n]\n`;
}
