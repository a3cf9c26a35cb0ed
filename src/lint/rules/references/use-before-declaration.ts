/** A reference to a later entry of `env`. */

import { declaredAt, reasonText } from "../../../kubernetes/pod/reason-text.ts";
import { moveBefore } from "../../fix/move-declaration.ts";
import { shownName } from "../../pod-place.ts";
import { container } from "../example.ts";
import { isObjectNeed, stays, type UseRule } from "../rule.ts";

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

If a source of \`envFrom\` or a Service that is not in the input can set the name, too, the finding is a warning that names it.

Move the declaration before its use. \`varexpand lint --fix\` does that for lists in block style.`,
  triggers: container(ENV_ORDER),
  passes: container(`env:
- name: HOST
  value: db
- name: URL
  value: http://$(HOST):8080`),
  isFixable: true,
  sees: "use",
  verdicts: ["declared-later", "unknown"],
  check({ pod: { isKnown, place }, trace, use }) {
    const { declaration, name, need, path } = use;
    if (declaration === undefined || isKnown(name) || use.reason === "self-reference") return [];
    const say = (where?: string) => {
      const text = `${stays(name)}: ${reasonText({ name, path, reason: "declared-later" }, where)}`;
      return need === undefined
        ? text
        : `${text}; this works only if ${shownName(need.needs)} sets ${shownName(name)}, too`;
    };
    const [same, message] = [say(), say(declaredAt(place.where(declaration, use.path)))];
    if (need === undefined) return [{ message, same, fix: () => moveBefore(use, trace, place) }];
    return isObjectNeed(need) ? [{ message, same, atMost: "warning" }] : [];
  },
};
