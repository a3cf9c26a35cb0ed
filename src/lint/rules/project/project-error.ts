/** An error that keeps a Garden project from being resolved. */

import type { VariablesError } from "../../../garden/variables/error.ts";
import type { RawFinding } from "../../finding.ts";
import type { SourceText } from "../../source-text.ts";
import type { Rule } from "../rule.ts";
import { PROJECT, project, RUN } from "./project-document.ts";

export const projectError: Rule = {
  id: "project-error",
  severity: "error",
  short: "a Garden project cannot be resolved",
  full: `Garden stops with an error. The rule resolves the project in each of its environments, and reports invalid YAML, fields
with wrong values, missing dependencies and varfiles, and templates that cannot be resolved. \`template-missing-key\` reports
missing keys.`,
  triggers: project(PROJECT("  region: eu\n") + RUN("${lowr(var.region)}")),
  passes: project(PROJECT("  region: eu\n") + RUN("${lower(var.region)}")),
};

/** An error as a finding, from its place to the end of the line; the error has an offset. */
export function errorFinding(error: VariablesError, source: SourceText, rule = projectError.id): RawFinding {
  const start = Math.min(error.offset!, source.text.length);
  const end = start + source.text.slice(start, source.lineEnd(start)).trimEnd().length;
  return { rule, start, end, message: reasonOf(error) };
}

/** The message without the place. */
export function reasonOf({ column, file, line, message }: VariablesError): string {
  const prefix = line === undefined ? `${file}: ` : `${file}:${line}:${column}: `;
  return message.startsWith(prefix) ? message.slice(prefix.length) : message;
}
