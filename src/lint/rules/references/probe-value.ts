/** A reference in an exec probe, which is expanded with different values. */

import { reasonText } from "../../../kubernetes/pod/reason-text.ts";
import { shownName } from "../../pod-place.ts";
import { container } from "../example.ts";
import { isInProbe, type UseRule } from "../rule.ts";

export const probeValue: UseRule = {
  id: "probe-value",
  severity: "warning",
  short: "an exec probe uses a different value than the container",
  full: `The commands of exec probes are expanded with the literal values in \`env\`: a variable with \`valueFrom\` is empty, a
variable of \`envFrom\` is not defined, and references in values are not expanded.

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
  sees: "use",
  verdicts: ["expanded", "undefined"],
  check({ use }) {
    const { definition, name, path, value, verdict } = use;
    if (!isInProbe(path) || definition === undefined) return [];
    const say = (what: string) => [{ message: `$(${shownName(name)}) in a probe ${what}` }];
    if (verdict === "undefined") return say(`is not expanded: ${reasonText(use)}`);
    if (definition.source.kind !== "value")
      return say(`is empty: probes do not see the valueFrom of ${shownName(name)}`);
    if (value === definition.value) return [];
    return say(`is the literal value of ${shownName(name)}: probes do not expand the references in it`);
  },
};
