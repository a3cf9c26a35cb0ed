/** Entries of `env` with the name of an earlier entry. */

import type { ContainerTrace, Definition } from "../../../kubernetes/pod/trace/types.ts";
import { addTo } from "../../../text/grouped.ts";
import { equal } from "../../../text/own-keys.ts";
import type { RawFix } from "../../finding.ts";
import { entryLines, listOf } from "../../fix/move-declaration.ts";
import { type PodPlace, shownName } from "../../pod-place.ts";
import { container } from "../example.ts";
import type { Rule } from "../rule.ts";

export const duplicateVariable: Rule<"container"> = {
  id: "duplicate-variable",
  severity: "error",
  short: "a name is declared twice in one env list",
  full: `Server-side apply rejects the object, even if both values are the same: Flux and Helm 4 apply that way, and
\`kubectl apply --server-side\`. In what a Kustomization of Flux applies, it is an error. Elsewhere it is a warning: the last
declaration takes effect, and tools that merge by name (\`kubectl apply\`, patches) can keep another one or change the order.
\`--fix\` removes entries that are equal to the first one.`,
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
  check({ pod: { isServerSide, place }, trace }) {
    const { definitions } = trace;
    const byName = new Map<string, Definition[]>();
    for (const each of definitions) if (each.path?.at(-2) === "env") addTo(byName, each.name, each);
    return [...byName].flatMap(([name, [first, ...others]]) => {
      if (others.length === 0) return [];
      // Equal entries can have different values if they have references.
      const content = ({ need, path, value }: Definition) => [place.nodeAt(path!)?.value, value, need];
      const isSame = others.every((each) => equal(content(each), content(first!)));
      const effect = isSame ? "both values are the same" : "the last declaration takes effect";
      const isRejected = isServerSide && place.workload.isBuiltIn;
      const rejects = isRejected ? "Flux applies it server-side, which rejects it" : "server-side apply rejects it";
      const same = `${shownName(name)} is declared twice in env: ${isRejected ? rejects : `${effect}, and ${rejects}`}`;
      const message = `${same}; the first is at ${place.where(first!.path!, others[0]!.path!)}`;
      const at = place.atEntry(others[0]!.path!);
      const fix = isSame && at.inFile === undefined ? removal(others, trace, place) : undefined;
      return [{ ...at, message, same, name, fix, ...(!isRejected && { atMost: "warning" as const }) }];
    });
  },
};

/** Removes entries of `env` with the same name and value as an earlier one. */
function removal(entries: readonly Definition[], trace: ContainerTrace, place: PodPlace): RawFix | undefined {
  const { env } = listOf(trace, place);
  const edits = entries.flatMap(({ path }) => {
    const lines = env && entryLines(env, path!.at(-1) as number, place.source);
    return lines === undefined ? [] : [{ ...lines, text: "" }];
  });
  return edits.length === entries.length
    ? { description: `remove the duplicate of ${shownName(entries[0]!.name)}`, edits }
    : undefined;
}
