/** An escaped reference to a variable of the container. */

import { shownName } from "../../pod-place.ts";
import { container } from "../example.ts";
import type { UseRule } from "../rule.ts";

export const escapedReference: UseRule = {
  id: "escaped-reference",
  severity: "off",
  short: "a reference to a declared variable is escaped",
  full: `\`$$(HOST)\` is the text \`$(HOST)\`, and not the variable's value. This is usually intended, so the rule is off by
default. Turn it on to find references that were escaped by accident.`,
  triggers: container(`args: ["--host=$$(HOST)"]
env:
- name: HOST
  value: db`),
  passes: container(`args: ["--host=$(HOST)"]
env:
- name: HOST
  value: db`),
  sees: "use",
  verdicts: ["escaped"],
  check({ trace: { definitionOf }, use: { name } }) {
    if (name === "" || definitionOf(name) === undefined) return [];
    const shown = shownName(name);
    return [{ message: `$$(${shown}) is the text $(${shown}); write $(${shown}) for the variable's value` }];
  },
};
