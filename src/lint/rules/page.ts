/** The page of a rule, in Markdown: docs/rules, `varexpand help RULE`, and `varexpand lint --explain RULE`. */

import type { Example } from "./example.ts";
import type { Rule } from "./rule.ts";

/** The longest line of an example that a page shows whole. */
const MAX_LINE = 200;

/** What `lint` does with the example that has a finding. */
export interface ExampleResult {
  /** The lines that it prints. */
  readonly reported: string;
  /** The places of the findings: a file of the example, and a line, from 1 on. */
  readonly places: readonly { readonly file: string; readonly line: number }[];
}

export function rulePage(
  { full, id, isFixable, passes, severity, short, triggers }: Rule,
  result?: ExampleResult,
): string {
  return `# ${id}

${short[0]!.toUpperCase()}${short.slice(1)}. Level: ${severity}.${isFixable ? " Fixable with `--fix`." : ""}

${full}

## Reported

${example(triggers, result?.places)}
${result === undefined ? "" : `\n\`\`\`text\n${result.reported.trimEnd()}\n\`\`\`\n`}
## Not reported

${example(passes)}

## Suppress a finding

Add a comment at the end of the line or on the line before:

\`\`\`
# varexpand-ignore ${id}: the reason
\`\`\`

In JSON, add the annotation \`varexpand.dev/ignore: "${id}"\` to the object or to its pod template. To turn the rule off,
use \`--rule ${id}=off\`, or \`rules: {${id}: off}\` in \`.varexpand.yaml\`.
`;
}

/** The lines with findings are highlighted. */
function example(files: Example, places: ExampleResult["places"] = []): string {
  return files
    .map(({ name, text }) => {
      const shown = text.split("\n").map((line) => (line.length > MAX_LINE ? `${line.slice(0, 60)}…` : line));
      const lines = new Set(places.filter(({ file }) => file === name).map(({ line }) => line));
      const highlighted = lines.size === 0 ? "" : ` {${[...lines].join(",")}}`;
      return `\`\`\`${/\.ya?ml$/.test(name) ? "yaml" : "text"}${highlighted}\n${shown.join("\n").trimEnd()}\n\`\`\``;
    })
    .join("\n\n");
}
