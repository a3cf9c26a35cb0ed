/** A `?` after an expression, which is text in some projects. */

import { TemplateError } from "../../../garden/template/error.ts";
import { cachedTemplate } from "../../../garden/template/resolve/cache.ts";
import { memberOf } from "../../../text/own-keys.ts";
import { tryOrUndefined } from "../../../text/try-or-undefined.ts";
import { rangesInText } from "../../../yaml/places.ts";
import { stringsIn } from "../../project-uses.ts";
import type { ProjectProblem } from "../problem.ts";
import type { Rule } from "../rule.ts";
import { PROJECT, type ProjectDocument, project, RUN } from "./project-document.ts";

export const templateOptionalSuffix: Rule<"project"> = {
  id: "template-optional-suffix",
  severity: "warning",
  short: "a ? after an expression is text in projects of apiVersion garden.io/v2",
  full: `Up to \`apiVersion: garden.io/v1\`, \`\${var.tag}?\` is an expression that may be missing. In \`garden.io/v2\` the \`?\` is
part of the text. Write \`\${var.tag || ""}\` or another default. The rule reports strings that consist of one expression and a
\`?\`.`,
  triggers: project(PROJECT("  tag: v1\n").replace("garden.io/v1", "garden.io/v2") + RUN("${var.tag}?")),
  passes: project(PROJECT("  tag: v1\n").replace("garden.io/v1", "garden.io/v2") + RUN("${var.tag}?x=1")),
  sees: "project",
  check({ documents, root }) {
    return memberOf(root.value, "apiVersion") === NO_SUFFIX ? documents.flatMap(optionalSuffixes) : [];
  },
};

/** In projects of this version, a `?` after an expression is text. */
const NO_SUFFIX = "garden.io/v2";

/** The strings in a document that are one expression with a `?` after it. */
function optionalSuffixes({ file, root, source, value }: ProjectDocument): ProjectProblem[] {
  const message = "the ? after the expression is text in projects of apiVersion garden.io/v2; write a default with ||";
  const found: ProjectProblem[] = [];
  for (const { path, text } of stringsIn(value)) {
    if (!text?.endsWith("}?") || !isExpression(text)) continue;
    const [range] = rangesInText(source.text, root, path, [{ start: 0, end: text.length }]);
    found.push({ file, ...range!, message });
  }
  return found;
}

/** Whether a text is one expression, with or without a `?`. */
function isExpression(text: string): boolean {
  const parts = tryOrUndefined(() => cachedTemplate(text).tree.parts, TemplateError) ?? [];
  return parts.length === 1 && parts[0]!.kind === "expression";
}
