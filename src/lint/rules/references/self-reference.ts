/** An entry of `env` that refers to itself. */

import { reasonText } from "../../../kubernetes/pod/reason-text.ts";
import { container } from "../example.ts";
import { stays, type UseRule } from "../rule.ts";

export const selfReference: UseRule = {
  id: "self-reference",
  severity: "error",
  short: "a variable refers to itself before it is set",
  full: `\`PATH: $(PATH):/opt/bin\` does not add to the image's \`PATH\`: the kubelet does not read the variables of an image. The
value is not expanded, and the program's \`PATH\` begins with the text \`$(PATH)\`.

Write the whole value, or let a shell in the container add to it.`,
  triggers: container(`env:
- name: PATH
  value: $(PATH):/opt/bin`),
  passes: container(`env:
- name: PATH
  value: /usr/bin:/bin:/opt/bin`),
  sees: "use",
  verdicts: ["declared-later"],
  check({ pod: { isKnown }, use }) {
    const { name } = use;
    if (isKnown(name) || use.reason !== "self-reference") return [];
    return [{ message: `${stays(name)}: ${reasonText(use)}` }];
  },
};
