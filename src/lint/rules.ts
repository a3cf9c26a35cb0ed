/** Every rule of `varexpand lint`. The pages of documentation are made of this table. */

import { closest } from "../text/closest.ts";
import type { Severity } from "./finding.ts";
import type { Rule } from "./rule.ts";
import { RULES_OF_FILES } from "./rules-of-files.ts";
import { RULES_OF_REFERENCES } from "./rules-of-references.ts";
import { RULES_OF_VALUES } from "./rules-of-values.ts";

export const RULES: readonly Rule[] = [...RULES_OF_REFERENCES, ...RULES_OF_VALUES, ...RULES_OF_FILES];

const BY_ID: ReadonlyMap<string, Rule> = new Map(RULES.map((rule) => [rule.id, rule]));

export function isRule(id: string): boolean {
  return BY_ID.has(id);
}

/** Why there is no rule of an id, for messages: `unknown rule X; did you mean Y?`. */
export function unknownRule(id: string): string {
  const ids = [...BY_ID.keys()];
  const meant = closest(id, ids) ?? ids.find((known) => id !== "" && known.startsWith(id));
  return `unknown rule ${id}; ${meant === undefined ? "docs/rules lists the rules" : `did you mean ${meant}?`}`;
}

/** How severe each rule is; `off`: it is not looked at. */
export class RuleSeverities {
  private readonly set: ReadonlyMap<string, Severity | "off">;

  constructor(set: ReadonlyMap<string, Severity | "off"> = new Map()) {
    this.set = set;
  }

  of(rule: string): Severity | "off" {
    return this.set.get(rule) ?? BY_ID.get(rule)!.severity;
  }
}
