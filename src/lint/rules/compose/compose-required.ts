/** A variable that a Compose file requires, and that nothing sets. */

import type { ComposeUse } from "../../../compose/uses.ts";
import { shownName } from "../../pod-place.ts";
import type { Rule } from "../rule.ts";
import { firstOfEach, problemAt, project, shownReference } from "./compose-place.ts";

export const composeRequired: Rule<"compose"> = {
  id: "compose-required",
  severity: "error",
  short: "docker compose requires a variable that is not set",
  full: `\`\${NAME:?message}\` and \`\${NAME?message}\` require a variable. If it is not set, docker compose stops:
\`error while interpolating services.app.image: required variable NAME is missing a value: message\`.
The first form also requires that the value is not empty.

The rule reports a variable that the project's env files do not set: \`.env\` in the folder of the Compose file, or
\`composeEnvFiles\` in \`.varexpand.yaml\`. A service's \`env_file\` and \`environment\` set variables only in the container.
Without an env file, or in a file that docker compose reads only with \`-f\`, the variable can come from elsewhere.
\`compose-unset\` counts such variables, and this rule reports them with \`--complete\`.

Set the variable in \`.env\`, or give it a default: \`\${NAME:-default}\`. If only the environment of the command sets it,
list it as \`known\` in \`.varexpand.yaml\`.`,
  triggers: project('ports: ["${PORT:?set the port}:80"]', "HOST=example.com\n"),
  passes: project('ports: ["${PORT:?set the port}:80"]', "PORT=8080\n"),
  sees: "compose",
  check({ isComplete, isKnown, uses }) {
    if (!isKnown && !isComplete) return [];
    const required = uses.filter(({ isAssigned, problem }) => problem.kind === "required" && !isAssigned);
    return firstOfEach(required).map((use) => ({
      ...problemAt(use, messageAbout(use, isComplete)),
      name: use.problem.name,
      ...(use.meant !== undefined && { meant: use.meant }),
    }));
  },
};

function messageAbout(use: ComposeUse, isComplete: boolean): string {
  const { inContainer, isEmpty, meant } = use;
  const condition = isComplete ? "" : " unless its environment sets the variable";
  const what = `docker compose stops${condition}: ${shownReference(use)} requires a value`;
  if (isEmpty) return `${what} that is not empty`;
  if (meant !== undefined) return `${what}; did you mean ${shownName(meant)}?`;
  const where = inContainer === undefined ? "" : `; ${shownName(inContainer)} sets it only in the container`;
  return `${what}${where}; set it in .env`;
}
