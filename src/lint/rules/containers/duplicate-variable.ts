/** Entries of `env` with the name of an earlier entry. */

import type { Definition } from "../../../kubernetes/pod/trace/types.ts";
import { addTo } from "../../../text/grouped.ts";
import { equal } from "../../../text/own-keys.ts";
import { shownName } from "../../pod-place.ts";
import { container } from "../example.ts";
import type { Rule } from "../rule.ts";

export const duplicateVariable: Rule<"container"> = {
  id: "duplicate-variable",
  severity: "warning",
  short: "a name is declared twice in one env list",
  full: `The last declaration takes effect. Tools that merge by name (\`kubectl apply\`, patches) can keep another one or change the
order.`,
  triggers: container(`env:
- name: MODE
  value: debug
- name: MODE
  value: release`),
  passes: container(`env:
- name: MODE
  value: release`),
  isLocal: true,
  sees: "container",
  check({ pod: { place }, trace: { definitions } }) {
    const byName = new Map<string, Definition[]>();
    for (const each of definitions) if (each.path?.at(-2) === "env") addTo(byName, each.name, each);
    return [...byName].flatMap(([name, [first, ...others]]) => {
      if (others.length === 0) return [];
      // Equal entries can have different values if they have references.
      const content = ({ need, path, value }: Definition) => [place.nodeAt(path!)?.value, value, need];
      const isSame = others.every((each) => equal(content(each), content(first!)));
      const effect = isSame ? "both values are the same" : "the last declaration takes effect";
      const same = `${shownName(name)} is declared twice in env: ${effect}`;
      const message = `${same}; the first is at ${place.where(first!.path!, others[0]!.path!)}`;
      return [{ ...place.atEntry(others[0]!.path!), message, same, name, ...(isSame && { atMost: "note" as const }) }];
    });
  },
};
