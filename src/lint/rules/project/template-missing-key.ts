/** A template that refers to a key that does not exist. */

import { missingKeys } from "../../../garden/project/errors.ts";
import type { VariablesError } from "../../../garden/variables/error.ts";
import type { RawFinding } from "../../finding.ts";
import type { SourceText } from "../../source-text.ts";
import type { Rule } from "../rule.ts";
import { PROJECT, project, RUN } from "./project-document.ts";
import { reasonOf } from "./project-error.ts";

export const templateMissingKey: Rule = {
  id: "template-missing-key",
  severity: "error",
  short: "a template refers to a key that does not exist",
  full: `The project cannot be resolved: Garden stops with an error. The rule checks every environment. Secrets, environment
variables, and outputs are known only when the project runs, so the rule does not report them.`,
  triggers: project(PROJECT("  region: eu\n") + RUN("${var.regoin}")),
  passes: project(PROJECT("  region: eu\n") + RUN("${var.region}")),
};

/** @param isKnown whether something else sets a variable */
export function missingKey(
  error: VariablesError,
  source: SourceText,
  isKnown: (name: string) => boolean,
): RawFinding[] {
  const [context, variable, ...rest] = missingKeys(error.cause) ?? [];
  const isVariable = (context === "var" || context === "variables") && rest.length === 0;
  if (isVariable && isKnown(`${variable}`)) return [];
  const text = source.text.slice(error.offset, source.lineEnd(error.offset!));
  // A key in brackets can be in quotes, which YAML can escape.
  const [all, name, inQuotes = ""] = /^(?:([\w-]+)| *\\?["']+([^\\"'\]]*))?/.exec(text)!;
  const end = error.offset! + all.length;
  return [{ rule: templateMissingKey.id, start: end - (name ?? inQuotes).length, end, message: reasonOf(error) }];
}
