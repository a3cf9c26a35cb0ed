/** A reference to a later entry of `env`. */

import { declaredAt, reasonText } from "../../../kubernetes/pod/reason-text.ts";
import { moveBefore } from "../../fix/move-declaration.ts";
import { container } from "../example.ts";
import { stays, type UseRule } from "../rule.ts";

const ENV_ORDER = `env:
- name: URL
  value: http://$(HOST):8080
- name: HOST
  value: db`;

export const useBeforeDeclaration: UseRule = {
  id: "use-before-declaration",
  severity: "error",
  short: "a variable is used before its declaration",
  full: `The kubelet processes \`env\` from top to bottom. A reference to a variable that is declared later is not expanded: the
program receives the text \`$(HOST)\`, and no event or log entry reports it.

Move the declaration before its use. \`varexpand lint --fix\` does that for lists in block style.`,
  triggers: container(ENV_ORDER),
  passes: container(`env:
- name: HOST
  value: db
- name: URL
  value: http://$(HOST):8080`),
  sees: "use",
  verdicts: ["declared-later"],
  check({ pod: { isKnown, place }, trace, use }) {
    const { declaration = [], name } = use;
    if (isKnown(name) || use.reason === "self-reference") return [];
    const same = `${stays(name)}: ${reasonText(use)}`;
    const message = `${stays(name)}: ${reasonText(use, declaredAt(place.where(declaration, use.path)))}`;
    return [{ message, same, fix: () => moveBefore(use, trace, place) }];
  },
};
