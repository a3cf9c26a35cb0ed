/** The page of a rule on a terminal: `varexpand help RULE` and `varexpand lint --explain RULE`. */
import { rulePage } from "../lint/rules/page.ts";
import { RULES, unknownRule } from "../lint/rules/rules.ts";
import { printable } from "../text/printable.ts";
import { didYouMean } from "./frame/command.ts";
import { UsageError } from "./frame/errors.ts";
import { HELP_WIDTH } from "./frame/help.ts";
import { wrappedParagraphs } from "./frame/text-width.ts";

/**
 * @param commands the names that the user can mean instead
 * @throws UsageError for an unknown rule
 */
export function ruleHelp(id: string, commands: readonly string[] = []): string {
  const rule = RULES.find((each) => each.id === id);
  if (rule === undefined && commands.length === 0) throw new UsageError(unknownRule(printable(id)));
  if (rule === undefined) {
    const names = [...commands, ...RULES.map((each) => each.id)];
    throw new UsageError(`unknown command or rule ${JSON.stringify(id)}${didYouMean(id, names)}`);
  }
  // A line of three backquotes begins or ends a text, so prose and texts alternate.
  const blocks = rulePage(rule)
    .split(/^```.*$/m)
    .map((part, i) => {
      if (i % 2 === 1) return part.slice(1, -1).replace(/^(?=.)/gm, "    ");
      return wrappedParagraphs(part.replace(/^# /, "").replace(/^## (.*)$/gm, "$1:"), HELP_WIDTH);
    });
  return `${blocks.filter((block) => block !== "").join("\n\n")}\n`;
}
