/** The value of a Secret in a command line. */

import { shownName } from "../../pod-place.ts";
import { container } from "../example.ts";
import type { UseRule } from "../rule.ts";

/** The last word of a name whose value is not a secret. */
const NOT_SECRET =
  /(?:^|[_.-])(?:bucket|database|endpoint|host|hostname|name|namespace|port|region|user|username|zone)$/i;

export const secretInCommand: UseRule = {
  id: "secret-in-command",
  severity: "note",
  short: "the value of a Secret is in a command line",
  full: `Everyone who can list processes on the node, and every tool that collects command lines, can read the value. The rule
ignores variables whose names say that they are not secrets, such as \`DB_HOST\`, \`DB_USER\`, and \`S3_REGION\`.

Pass the variable itself, and let the program read it.`,
  triggers: container(`args: ["--token=$(TOKEN)"]
env:
- name: TOKEN
  valueFrom: {secretKeyRef: {name: api, key: token}}`),
  passes: container(`args: ["--token-from=TOKEN"]
env:
- name: TOKEN
  valueFrom: {secretKeyRef: {name: api, key: token}}`),
  sees: "use",
  verdicts: ["expanded", "unknown"],
  check({ use: { definition, isSecret, name, path } }) {
    const field = path.at(-2);
    const kind = definition?.source.kind;
    if (
      !(isSecret || kind === "secretKeyRef" || kind === "secretRef") ||
      path.length !== 5 ||
      // `dbHost` consists of two words.
      NOT_SECRET.test(name.replace(/(?<=[a-z0-9])(?=[A-Z])/g, "_")) ||
      (field !== "command" && field !== "args")
    )
      return [];
    return [{ message: `$(${shownName(name)}) in ${field} exposes the value of a Secret in the process list` }];
  },
};
