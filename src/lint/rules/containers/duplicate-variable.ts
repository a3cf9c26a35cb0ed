/** Entries of `env` with the name of an earlier entry. */

import type { ManifestPath } from "../../../kubernetes/pod/types.ts";
import { addTo } from "../../../text/grouped.ts";
import { shownName } from "../../pod-place.ts";
import { type ContainerRule, container } from "../rule.ts";

export const duplicateVariable: ContainerRule = {
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
  check({ definitions }, { place }) {
    const byName = new Map<string, ManifestPath[]>();
    for (const { name, path } of definitions) if (path?.at(-2) === "env") addTo(byName, name, path);
    return [...byName].flatMap(([name, [first, ...others]]) => {
      if (others.length === 0) return [];
      const value = (path: ManifestPath) => JSON.stringify({ ...(place.nodeAt(path)?.value as object), name });
      const isSame = others.every((path) => value(path) === value(first!));
      const effect = isSame ? "both values are the same" : "the last declaration takes effect";
      const same = `${shownName(name)} is declared twice in env: ${effect}`;
      const message = `${same}; the first is at ${place.where(first!, others[0]!)}`;
      return [{ ...place.atEntry(others[0]!), message, same, name, ...(isSame && { isNote: true as const }) }];
    });
  },
};
