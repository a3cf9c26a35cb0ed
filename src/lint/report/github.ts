/** `-o github`: annotations, as GitHub Actions reads them from the output of a step. */

import type { Severity } from "../finding.ts";
import { messageOf, type Report } from "./report.ts";

const COMMANDS: Readonly<Record<Severity, string>> = { error: "error", warning: "warning", note: "notice" };

export function githubReport({ findings, pathOf }: Report): string {
  return findings
    .map((finding) => {
      const { file, line, endLine, column, endColumn, rule, severity } = finding;
      const properties = { file: pathOf(file), line, endLine, col: column, endColumn, title: rule };
      const list = Object.entries(properties).map(([name, value]) => `${name}=${escapedProperty(String(value))}`);
      return `::${COMMANDS[severity]} ${list.join(",")}::${escaped(messageOf(finding))}\n`;
    })
    .join("");
}

function escaped(text: string): string {
  return text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
}

function escapedProperty(text: string): string {
  return escaped(text).replaceAll(":", "%3A").replaceAll(",", "%2C");
}
