/** Variables of `envFrom` and of Services that another definition overrides. */

import type { Definition } from "../../../kubernetes/pod/trace/types.ts";
import type { VariableSource } from "../../../kubernetes/pod/types.ts";
import { shownName } from "../../pod-place.ts";
import { withSettings } from "../example.ts";
import type { Rule } from "../rule.ts";

export const hiddenDefinition: Rule<"container"> = {
  id: "hidden-definition",
  severity: "off",
  short: "a variable of envFrom or of a Service is overridden",
  full: `Variables of \`env\` override those of \`envFrom\`, a later source of \`envFrom\` overrides earlier ones, and both override
the variables that announce Services. This is often intended, so the rule is off by default.`,
  triggers: withSettings(`envFrom:
- configMapRef: {name: settings}
env:
- name: HOST
  value: localhost`),
  passes: withSettings(`envFrom:
- configMapRef: {name: settings}
env:
- name: PORT
  value: "80"`),
  sees: "container",
  check({ pod: { place }, trace: { definitions } }) {
    return definitions.flatMap(({ hides: hidden, isSkipped, name, path }) => {
      if (hidden === undefined || path === undefined || isSkipped) return [];
      const what = sourceName(hidden);
      if (what === undefined) return [];
      const by = path.at(-2) === "env" ? "env" : "a later source of envFrom";
      const same = `${shownName(name)} of ${what} is overridden by ${by}`;
      const message = hidden.path === undefined ? same : `${same}, at ${place.where(path, hidden.path)}`;
      return [{ ...place.atEntry(hidden.path ?? path), message, same, name }];
    });
  },
};

/** The source of a variable of `envFrom` or of a Service; undefined for an entry of `env`. */
function sourceName({ source, path }: Definition): string | undefined {
  if (source.kind === "service") return `Service ${shownName(source.name)}`;
  if (path?.at(-2) !== "envFrom") return undefined;
  const { kind, name } = source as Extract<VariableSource, { readonly kind: "configMapRef" | "secretRef" }>;
  return `${kind === "secretRef" ? "Secret" : "ConfigMap"} ${shownName(name)}`;
}
