/** Text that begins like a reference but is not one. */

import { reasonText } from "../../../kubernetes/pod/reason-text.ts";
import { shownName } from "../../pod-place.ts";
import { container } from "../example.ts";
import type { UseRule } from "../rule.ts";

export const malformedReference: UseRule = {
  id: "malformed-reference",
  severity: "warning",
  short: "the text begins like a reference but is not one",
  full: `A reference ends with \`)\`: without it, \`$(HOST\` is text. Kubernetes does not support default values either: in
\`$(PORT:-8080)\`, everything between the parentheses is the name, which no variable has.`,
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
  isLocal: true,
  sees: "use",
  verdicts: ["malformed", "undefined"],
  check({ pod: { place }, use }) {
    const { form, name, verdict } = use;
    if (verdict === "undefined") {
      // The next reference has the parenthesis that ends this one.
      const inner = name.indexOf("$(");
      if (inner === -1 || !place.workload.isBuiltIn) return [];
      const variable = /^[-._a-zA-Z0-9]*/.exec(name)![0];
      return [
        { message: `$(${shownName(variable)} is not expanded: it has no closing parenthesis before the next $(` },
      ];
    }
    if (form === "unclosed") {
      return [{ message: `$(${shownName(name)} is not expanded: ${reasonText(use)}` }];
    }
    if (form !== "default") return [];
    // The text after the name can be a password.
    const variable = /^[-._a-zA-Z0-9]*/.exec(name)![0];
    return [{ message: `$(${shownName(variable)}…) is not expanded: ${reasonText(use)}` }];
  },
};
