/** A reference in an exec probe, which is expanded with other values. */

import { referencesIn } from "../../../expansion/references.ts";
import { shownName } from "../../pod-place.ts";
import { container, isInProbe, type UseRule } from "../rule.ts";

export const probeValue: UseRule = {
  id: "probe-value",
  severity: "warning",
  short: "an exec probe sees another value than the container",
  full: `The commands of exec probes are expanded with what \`env\` says, as it is written: a variable with \`valueFrom\` is empty,
a variable of \`envFrom\` is not known, and a value with references in it is not expanded.

Let a shell in the container read the variable: \`command: [sh, -c, 'check "$HOST"']\`.`,
  triggers: container(`env:
- name: POD
  valueFrom: {fieldRef: {fieldPath: metadata.name}}
livenessProbe:
  exec:
    command: [check, $(POD)]`),
  passes: container(`env:
- name: POD
  valueFrom: {fieldRef: {fieldPath: metadata.name}}
livenessProbe:
  exec:
    command: [sh, -c, check "$POD"]`),
  verdicts: ["expanded", "undefined"],
  check({ definition, name, path, reason, value, verdict }) {
    if (!isInProbe(path) || definition === undefined) return undefined;
    const say = (what: string) => ({ message: `$(${shownName(name)}) in a probe ${what}` });
    if (verdict === "undefined") return say(`stays as written: ${reason}`);
    if (definition.source.kind !== "value")
      return say(`is empty: a probe does not see what valueFrom gives ${shownName(name)}`);
    const { value: own } = definition;
    const isExpanded = own === undefined ? referencesIn(value ?? "").length > 0 : value !== own;
    if (!isExpanded) return undefined;
    return say(`is the value of ${shownName(name)} as it is written, with nothing in it expanded`);
  },
};
