/** A reference to an entry of `env` that is further down. */

import { moveBefore } from "../../fix/move-declaration.ts";
import { shownName } from "../../pod-place.ts";
import { container, isSelfReference, stays, type UseRule } from "../rule.ts";

const ENV_ORDER = `env:
- name: URL
  value: http://$(HOST):8080
- name: HOST
  value: db`;

export const useBeforeDeclaration: UseRule = {
  id: "use-before-declaration",
  severity: "error",
  short: "a variable is used before its declaration",
  full: `The kubelet goes through \`env\` from top to bottom. A reference to a variable that is declared further down stays in
the value as it is written: the program sees the text \`$(HOST)\`. No event and no log says so.

Move the declaration before its use. \`varexpand lint --fix\` does that for lists in block style.`,
  triggers: container(ENV_ORDER),
  passes: container(`env:
- name: HOST
  value: db
- name: URL
  value: http://$(HOST):8080`),
  verdicts: ["declared-later"],
  check(use, _, { isKnown, place }) {
    const { declaration = [], name } = use;
    if (isKnown(name) || isSelfReference(use)) return undefined;
    const same = `${stays(name)}: ${shownName(name)} is declared later`;
    const where = place.where(declaration);
    // An entry that no manifest has is one that a Job's controller appends.
    return { message: `${same}, ${where === undefined ? "by the Job controller" : `at ${where}`}`, same };
  },
  fix: moveBefore,
};
