/** A variable of a Compose file that nothing sets. */

import type { ComposeUse } from "../../../compose/uses.ts";
import { baseName } from "../../../text/paths.ts";
import { shownName } from "../../pod-place.ts";
import type { Problem } from "../problem.ts";
import type { Rule } from "../rule.ts";
import { isLostDollar } from "./compose-dollar.ts";
import { firstOfEach, type LintedCompose, problemAt, project, shownReference } from "./compose-place.ts";

export const composeUnset: Rule<"compose"> = {
  id: "compose-unset",
  severity: "warning",
  short: "docker compose replaces a variable that is not set with nothing",
  full: `Docker compose replaces \`\${NAME}\` with the value from its own environment, or from \`.env\` in the folder of the Compose
file. If neither sets the variable, it inserts nothing and prints a warning:
\`The "NAME" variable is not set. Defaulting to a blank string.\`

The rule reports a name that differs in one character from one that an env file, or an example of one, sets. It also
reports a name that only the service's \`env_file\` or \`environment\` sets, which docker compose does not use for
\`\${NAME}\`. All other names can come from the environment of the command, or from an env file that is not in the
repository. They are counted in one note for each file, or reported one by one with \`--complete\`.

Set the variable in \`.env\`, or give it a default: \`\${NAME:-default}\`, or \`\${NAME-}\` if it can be empty. If the project
has other env files (\`--env-file\`), list them as \`composeEnvFiles\` in \`.varexpand.yaml\`.`,
  triggers: project('ports: ["${HTTP_PROT}:80"]', "HTTP_PORT=8080\n"),
  passes: project('ports: ["${HTTP_PORT}:80", "${HTTPS_PORT:-443}:443"]', "HTTP_PORT=8080\n"),
  sees: "compose",
  check(compose) {
    const { isComplete, isKnown, uses } = compose;
    const isReported = ({ kind }: ComposeUse["problem"]) =>
      kind === "unset" || (kind === "required" && !isKnown && !isComplete);
    const unset = firstOfEach(uses.filter((use) => isReported(use.problem) && !isLostDollar(use)));
    const condition = isComplete ? "" : " unless its environment sets the variable";
    const problems: Problem[] = [];
    const unknown: ComposeUse[] = [];
    for (const use of unset) {
      const hint = hintFor(use, isKnown || isComplete);
      if (hint === undefined && !isComplete) {
        unknown.push(use);
        continue;
      }
      const message = `docker compose replaces ${shownReference(use)} with nothing${condition}`;
      problems.push({
        ...problemAt(use, hint === undefined ? message : `${message}; ${hint}`),
        name: use.problem.name,
        ...(use.meant !== undefined && { meant: use.meant }),
      });
    }
    return unknown.length === 0 ? problems : [...problems, noteAbout(unknown, compose)];
  },
};

function hintFor({ inContainer, meant }: ComposeUse, isKnown: boolean): string | undefined {
  if (meant !== undefined) return `did you mean ${shownName(meant)}?`;
  if (inContainer === undefined || !isKnown) return undefined;
  return `${shownName(inContainer)} sets it only in the container`;
}

/** The most names in a note. */
const MAX_LISTED = 5;

function noteAbout(unknown: readonly ComposeUse[], { envFiles, hasFailed }: LintedCompose): Problem {
  const names = unknown.slice(0, MAX_LISTED).map(({ problem }) => shownName(problem.name));
  const more = unknown.length > names.length ? ` and ${unknown.length - names.length} more` : "";
  const required = unknown.filter(({ problem }) => problem.kind === "required").length;
  const count = unknown.length === 1 ? "1 variable" : `${unknown.length} variables`;
  const needed = required === 0 ? "" : `, ${required} of which must have a value`;
  const files = envFiles.map((path) => shownName(baseName(path))).join(", ");
  const where = hasFailed
    ? `${files} cannot be read`
    : files === ""
      ? "the input has no .env file"
      : `${files} does not set ${unknown.length === 1 ? "it" : "them"}`;
  const message = `${count} can only come from the environment of docker compose${needed}: ${names.join(", ")}${more}; ${where}`;
  return { ...problemAt(unknown[0]!, message), atMost: "note" };
}
