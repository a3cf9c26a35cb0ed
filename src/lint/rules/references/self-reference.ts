/** An entry of `env` that refers to itself. */

import { fileAt } from "../../../kubernetes/kustomize/index.ts";
import { reasonText } from "../../../kubernetes/pod/reason-text.ts";
import { stringAt } from "../../pod-place.ts";
import { container } from "../example.ts";
import { stays, type UseRule } from "../rule.ts";

export const selfReference: UseRule = {
  id: "self-reference",
  severity: "error",
  short: "a variable refers to itself before it is set",
  full: `\`PATH: $(PATH):/opt/bin\` does not add to the image's \`PATH\`: the kubelet does not read the variables of an image. The
value is not expanded, and the program's \`PATH\` begins with the text \`$(PATH)\`.

A value that is only a reference to its own name is a note in a kustomization: a program that builds it can declare a
variable of kustomize.

Write the whole value, or let a shell in the container add to it.`,
  triggers: container(`env:
- name: PATH
  value: $(PATH):/opt/bin`),
  passes: container(`env:
- name: PATH
  value: /usr/bin:/bin:/opt/bin`),
  sees: "use",
  verdicts: ["declared-later"],
  check({ pod: { isKnown, place }, use }) {
    const { end, name, path, start } = use;
    if (isKnown(name) || use.reason !== "self-reference") return [];
    // A program that builds the kustomization can declare a variable of kustomize.
    const isWhole = start === 0 && end === stringAt(place, path)?.length;
    const note = isWhole && fileAt(place.document, []) !== undefined ? ({ atMost: "note" } as const) : {};
    return [{ message: `${stays(name)}: ${reasonText(use)}`, ...note }];
  },
};
