/** `-o junit`: a suite for each file, with a failed test case for each finding. */

import { unknownLines } from "../../repository/unknowns.ts";
import { grouped } from "../../text/grouped.ts";
import { makeWellFormed } from "../../yaml/write/string.ts";
import type { Finding } from "../finding.ts";
import { messageOf, type Report } from "./report.ts";

export function junitReport({ findings, pathOf, summary }: Report): string {
  const suites = Array.from(
    grouped(findings, ({ file }) => pathOf(file)),
    ([path, found]) => suiteOf(path, found),
  );
  const unknown = unknownLines(summary.unknowns, false);
  const skipped = unknown.map((line) => caseOf("not checked", `\n      <skipped message="${xml(line)}"/>\n    `));
  // Without any test case, servers take a report for a mistake.
  const own = findings.length === 0 ? [caseOf("no findings"), ...skipped] : skipped;
  if (own.length > 0) {
    const counts = `tests="${own.length}" failures="0" errors="0"${skippedCount(unknown)}`;
    suites.push(`  <testsuite name="varexpand lint" ${counts}>\n${own.join("")}  </testsuite>\n`);
  }
  const total = `tests="${own.length + findings.length}" failures="${findings.length}" errors="0"${skippedCount(unknown)}`;
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="varexpand lint" ${total}>\n${suites.join("")}</testsuites>\n`;
}

function skippedCount({ length }: readonly string[]): string {
  return length === 0 ? "" : ` skipped="${length}"`;
}

function caseOf(name: string, content = ""): string {
  const start = `    <testcase classname="varexpand lint" name="${name}"`;
  return content === "" ? `${start}/>\n` : `${start}>${content}</testcase>\n`;
}

function suiteOf(path: string, findings: readonly Finding[]): string {
  const cases = findings.map((finding) => {
    const { line, column, rule, severity } = finding;
    const message = messageOf(finding);
    const name = `${rule} at ${line}:${column}`;
    return `    <testcase classname="${xml(path)}" name="${xml(name)}">
      <failure type="${severity}" message="${xml(message)}">${xml(`${path}:${line}:${column}: ${severity}: ${message}`)}</failure>
    </testcase>
`;
  });
  const counts = `tests="${findings.length}" failures="${findings.length}" errors="0"`;
  return `  <testsuite name="${xml(path)}" ${counts}>\n${cases.join("")}  </testsuite>\n`;
}

const ENTITIES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

/** Text for an attribute or an element, without the characters that no XML may have. */
function xml(text: string): string {
  return makeWellFormed(text)
    .replace(/[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g, "\ufffd")
    .replace(/[&<>"]/g, (character) => ENTITIES[character]!)
    .replace(/[\t\n\r]/g, (character) => `&#${character.charCodeAt(0)};`);
}
