/** `-o sarif`: SARIF 2.1.0, as GitHub's code scanning takes it. */

import { unknownLines } from "../../repository/unknowns.ts";
import { makeWellFormed } from "../../yaml/write/string.ts";
import type { Finding } from "../finding.ts";
import type { Rule } from "../rules/rule.ts";
import { RULES } from "../rules/rules.ts";
import { fingerprints } from "./fingerprint.ts";
import { messageOf, type Report } from "./report.ts";

/** GitHub shows no more results of one run. */
const MAX_RESULTS = 25_000;

const SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json";

export function sarifReport({ findings, pathOf, summary }: Report): string {
  const fingerprintOf = fingerprints(pathOf);
  const results = mostSevere(findings).map((finding) => {
    const { line, endLine, rule, severity, utf16 } = finding;
    const region = { startLine: line, startColumn: utf16.column, endLine, endColumn: utf16.endColumn };
    return {
      ruleId: rule,
      ruleIndex: RULES.findIndex(({ id }) => id === rule),
      level: severity,
      message: { text: messageOf(finding) },
      locations: [{ physicalLocation: { artifactLocation: { uri: uriOf(pathOf(finding.file)) }, region } }],
      partialFingerprints: { "varexpand/v1": fingerprintOf(finding) },
    };
  });
  const driver = { name: "varexpand", rules: RULES.map(ruleDescriptor) };
  const toolExecutionNotifications = unknownLines(summary.unknowns, false).map((text) => {
    return { level: "note", message: { text } };
  });
  const invocations = [{ executionSuccessful: true, toolExecutionNotifications }];
  const log = {
    $schema: SCHEMA,
    version: "2.1.0",
    runs: [{ tool: { driver }, invocations, columnKind: "utf16CodeUnits", results }],
  };
  return `${JSON.stringify(log, undefined, 1)}\n`;
}

/** As many as are shown, the notes left out first. */
function mostSevere(findings: readonly Finding[]): readonly Finding[] {
  if (findings.length <= MAX_RESULTS) return findings;
  const ofSeverity = (["error", "warning", "note"] as const).flatMap((severity) =>
    findings.filter((finding) => finding.severity === severity),
  );
  const kept = new Set(ofSeverity.slice(0, MAX_RESULTS));
  return findings.filter((finding) => kept.has(finding));
}

function ruleDescriptor({ id, severity, short, full }: Rule) {
  return {
    id,
    shortDescription: { text: short },
    fullDescription: { text: full },
    help: { text: full, markdown: full },
    defaultConfiguration: severity === "off" ? { enabled: false } : { level: severity },
  };
}

/** A relative reference: whatever is not plain in a path is percent-encoded. */
function uriOf(path: string): string {
  return path
    .split("/")
    .map((part) => encodeURIComponent(makeWellFormed(part)))
    .join("/");
}
