/** A reference in a field that is never expanded. */

import { referencesIn } from "../../../expansion/expand.ts";
import { reasonText } from "../../../kubernetes/pod/reason-text.ts";
import type { ContainerTrace, TracedUse } from "../../../kubernetes/pod/trace/types.ts";
import type { Node } from "../../../yaml/node.ts";
import type { RawFix } from "../../finding.ts";
import { type PodPlace, stringAt } from "../../pod-place.ts";
import { container } from "../example.ts";
import { stays, type UseRule } from "../rule.ts";

export const neverExpanded: UseRule = {
  id: "never-expanded",
  severity: "warning",
  short: "a reference is in a field that is never expanded",
  full: `References are expanded in the values of \`env\`, in \`command\` and \`args\`, in \`subPathExpr\`, and in the commands of
probes. In all other fields they are literal text: commands of lifecycle hooks, \`httpGet\`, \`subPath\`, \`mountPath\`,
\`image\`, and values from ConfigMaps and Secrets. The rule checks references to variables that the container declares
and, in \`httpGet\`, \`subPath\` and values from ConfigMaps, references to any name in uppercase letters.

Write \`subPathExpr\` instead of \`subPath\`, or run \`varexpand lint --fix\`. In a hook, let a shell read the variable:
\`sh -c 'echo "$NAME"'\`.`,
  triggers: container(`env:
- name: POD
  valueFrom: {fieldRef: {fieldPath: metadata.name}}
volumeMounts:
- name: logs
  mountPath: /logs
  subPath: $(POD)`).map(withVolume),
  passes: container(`env:
- name: POD
  valueFrom: {fieldRef: {fieldPath: metadata.name}}
volumeMounts:
- name: logs
  mountPath: /logs
  subPathExpr: $(POD)`).map(withVolume),
  isFixable: true,
  sees: "use",
  verdicts: ["not-expanded-here"],
  check({ pod: { isKnown, isKustomized, place }, trace, use }) {
    const { definition, form, name, path, source } = use;
    if (form !== "reference" || isKnown(name)) return [];
    const isField = path.includes("httpGet") || path.includes("subPath") || source?.kind.startsWith("configMap");
    const isVariable = /^[A-Z][A-Z0-9_]*$/.test(name) && place.workload.isBuiltIn && !isKustomized;
    if (definition === undefined && !(isField && isVariable)) return [];
    return [{ message: `${stays(name)}: ${reasonText(use)}`, fix: () => subPathExpr(use, trace, place) }];
  },
};

/** The key `subPath` becomes `subPathExpr`, if every `$` of its value is a part of a reference to a variable. */
function subPathExpr({ path }: TracedUse, trace: ContainerTrace, place: PodPlace): RawFix | undefined {
  const value = path.at(-1) === "subPath" ? stringAt(place, path) : undefined;
  if (value === undefined) return undefined;
  const references = referencesIn(value);
  const dollars = value.split("$").length - 1;
  const areSet = references.every(({ name }) => trace.definitionOf(name) !== undefined);
  if (dollars !== references.length || !areSet) return undefined;
  const key = keyNodeOf(place.nodeAt(path.slice(0, -1)), "subPath");
  if (key?.kind !== "scalar") return undefined;
  const at = key.end - (key.style === "plain" ? 0 : 1);
  return { description: "write subPathExpr", edits: [{ start: at, end: at, text: "Expr" }] };
}

function keyNodeOf(mapping: Node | undefined, key: string): Node | undefined {
  if (mapping?.kind !== "mapping" || mapping.merged.has(key)) return undefined;
  return mapping.entries.find((entry) => entry.key === key && !entry.isMerge && !entry.isHidden)?.keyNode;
}

function withVolume({ name, text }: { readonly name: string; readonly text: string }) {
  return { name, text: `${text}  volumes:\n  - name: logs\n    emptyDir: {}\n` };
}
