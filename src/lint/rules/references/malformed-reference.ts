/** Text that begins like a reference and is not one. */

import { shownName } from "../../pod-place.ts";
import { container, type UseRule } from "../rule.ts";

export const malformedReference: UseRule = {
  id: "malformed-reference",
  severity: "warning",
  short: "something begins like a reference, and is none",
  full: `A reference ends with \`)\`: without one, \`$(HOST\` is text. There are no default values either: all of
\`$(PORT:-8080)\` between the parentheses is taken for a name, which no variable has.`,
  triggers: container(`args: ["--host=$(HOST", "--port=$(PORT:-8080)"]
env:
- name: HOST
  value: db
- name: PORT
  value: "80"`),
  passes: container(`args: ["--host=$(HOST)", "--port=$(PORT)"]
env:
- name: HOST
  value: db
- name: PORT
  value: "80"`),
  verdicts: ["malformed"],
  check({ form, name }) {
    if (form === "unclosed") {
      return { message: `$(${shownName(name)} stays as written: it has no closing parenthesis` };
    }
    if (form !== "default") return undefined;
    // The text after the name can be a password.
    const variable = /^[-._a-zA-Z0-9]*/.exec(name)![0];
    return { message: `$(${shownName(variable)}…) stays as written: Kubernetes has no default values` };
  },
};
