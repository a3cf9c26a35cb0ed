/** The value of a Secret in a command line. */

import { shownName } from "../../pod-place.ts";
import { container, type UseRule } from "../rule.ts";

export const secretInCommand: UseRule = {
  id: "secret-in-command",
  severity: "note",
  short: "a Secret's value ends up in a command line",
  full: `Everyone who may list processes on the node, and every tool that collects command lines, sees the value.

Pass the variable itself, and let the program read it.`,
  triggers: container(`args: ["--token=$(TOKEN)"]
env:
- name: TOKEN
  valueFrom: {secretKeyRef: {name: api, key: token}}`).map(({ name, text }) => ({
    name,
    text: `apiVersion: v1
kind: Secret
metadata:
  name: api
stringData:
  token: example
---
${text}`,
  })),
  passes: container(`args: ["--token-from=TOKEN"]
env:
- name: TOKEN
  valueFrom: {secretKeyRef: {name: api, key: token}}`),
  verdicts: ["expanded"],
  check({ isSecret, name, path }) {
    const field = path.at(-2);
    if (isSecret !== true || path.length !== 5 || (field !== "command" && field !== "args")) return undefined;
    return { message: `$(${shownName(name)}) in ${field} puts the value of a Secret into the list of processes` };
  },
};
