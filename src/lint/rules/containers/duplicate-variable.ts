/** Entries of `env` with a name that an entry before them has. */

import type { ManifestPath } from "../../../kubernetes/pod/types.ts";
import { shownName } from "../../pod-place.ts";
import { type ContainerRule, container } from "../rule.ts";

export const duplicateVariable: ContainerRule = {
  id: "duplicate-variable",
  severity: "warning",
  short: "a name is declared twice in one env list",
  full: `The last declaration counts. Tools that merge by name (\`kubectl apply\`, patches) may keep another one, or change the
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
    const first = new Map<string, ManifestPath>();
    return definitions.flatMap(({ name, path }) => {
      if (path?.at(-2) !== "env") return [];
      const before = first.get(name);
      if (before === undefined) {
        first.set(name, path);
        return [];
      }
      const same = `${shownName(name)} is declared twice in env: the last declaration counts`;
      return [{ ...place.atEntry(path), message: `${same}; the first is at ${place.where(before)}`, same, name }];
    });
  },
};
