/** Variables whose values contain a character that breaks them. */

import type { Definition } from "../../../kubernetes/pod/trace/types.ts";
import { shownName } from "../../pod-place.ts";
import { container } from "../example.ts";
import type { Problem } from "../problem.ts";
import type { Rule } from "../rule.ts";

const withPassword = (password: string) =>
  container(`env:
- name: PASSWORD
  valueFrom: {secretKeyRef: {name: database, key: password}}`).map(({ name, text }) => ({
    name,
    text: `apiVersion: v1
kind: Secret
metadata:
  name: database
data:
  password: ${password}
---
${text}`,
  }));

export const variableValue: Rule<"container"> = {
  id: "variable-value",
  severity: "error",
  short: "a value has a character that an environment variable should not have",
  full: `A variable whose value has a NUL character is an error: the container does not start.

A note names the keys of Secrets whose values are one line with a line break at its end, if they become variables. The line break
is part of the variable, so passwords and URLs with it are wrong. It usually comes from \`echo password | base64\`; use
\`echo -n\`, or \`kubectl create secret\`. The values are never shown.`,
  triggers: withPassword("c2VjcmV0Cg=="),
  passes: withPassword("c2VjcmV0"),
  sees: "container",
  check({ pod: { place }, trace: { definitions, resolved } }) {
    return definitions.flatMap((definition): Problem[] => {
      const { name, path, value } = definition;
      if (value === undefined || path === undefined) return [];
      const at = { ...place.atEntry(path), name };
      if (value.includes("\0")) {
        const same = `container ${shownName(resolved.name)} will not start: the value of ${shownName(name)} has a NUL character`;
        return [{ ...at, message: same, same }];
      }
      const key = secretKey(definition);
      if (key === undefined || !/^[^\r\n]+\r?\n$/.test(value)) return [];
      const same = `the value of ${shownName(name)} ends with a line break, in ${key}`;
      return [{ ...at, message: same, same, atMost: "note" }];
    });
  },
};

/** `key password of Secret database`; undefined if the value is not that of a Secret. */
function secretKey({ source }: Definition): string | undefined {
  if (source.kind !== "secretKeyRef" && source.kind !== "secretRef") return undefined;
  return `key ${shownName(source.key)} of Secret ${shownName(source.name)}`;
}
