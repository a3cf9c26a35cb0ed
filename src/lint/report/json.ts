/** `-o json` */

import { countsOf, messageOf, type Report } from "./report.ts";

export function jsonReport({ findings, more, summary }: Report): string {
  const counts = countsOf(findings);
  const { skipped, unknowns, ...counted } = summary;
  const unknown = unknowns.map(({ names, reason, what, why }) => ({ what, reason, why, names: [...names].sort() }));
  const lines = findings.map((finding) => {
    const { file, line, column, endLine, endColumn, rule, severity, fix } = finding;
    const plain = { file, line, column, endLine, endColumn, rule, severity, message: messageOf(finding) };
    if (fix === undefined) return JSON.stringify(plain);
    const edits = fix.edits.map(({ line, column, endLine, endColumn, text }) => {
      return { line, column, endLine, endColumn, text };
    });
    return JSON.stringify({ ...plain, fix: { description: fix.description, edits } });
  });
  const shown = {
    ...counted,
    errors: counts.error,
    warnings: counts.warning,
    notes: counts.note,
    ...(more > 0 && { notListed: more }),
    ...(skipped.length > 0 && { skipped }),
    ...(unknown.length > 0 && { unknown }),
  };
  const list = lines.length === 0 ? "[]" : `[\n${lines.join(",\n")}\n]`;
  return `{"findings":${list},\n"summary":${JSON.stringify(shown)}}\n`;
}
