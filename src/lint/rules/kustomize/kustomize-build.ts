/** A kustomization that kustomize cannot build. */

import { ARCHIVED } from "../../../kubernetes/flux/index.ts";
import { printable } from "../../../text/printable.ts";
import type { Example } from "../example.ts";
import type { Rule } from "../rule.ts";

const MAX_TEXT = 500;

const example = (resource: string): Example => [
  { name: "kustomization.yaml", text: `resources:\n- ${resource}\n` },
  { name: "settings.yaml", text: "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: settings\ndata:\n  HOST: db\n" },
];

export const kustomizeBuild: Rule<"build"> = {
  id: "kustomize-build",
  severity: "error",
  short: "kustomize cannot build a kustomization",
  full: `\`kustomize build\`, \`kubectl apply -k\`, Argo CD, and Flux fail, so nothing of the kustomization is applied. The finding is at
the entry that fails, and the message is that of kustomize without the paths of the machine. Examples are a resource that does not
exist, a patch for an object that does not exist, and a replacement whose field is missing.

A file that \`.gitignore\` lists, or a missing file of a \`secretGenerator\`, is not reported, because other machines can have it.
Kustomizations in folders such as \`archive\`, \`examples\`, and \`templates\` are not reported either. Parts that varexpand does not
support, such as remote resources, are counted in the summary.`,
  triggers: example("setings.yaml"),
  passes: example("settings.yaml"),
  sees: "build",
  check: ({ nameOf, sourceOf, unevaluated }) =>
    unevaluated
      .filter(({ file, reason }) => reason === "refused" && !ARCHIVED.test(`/${nameOf(file)}`))
      .map(({ end, file, message, start }) => {
        const text = `kustomize cannot build the kustomization: ${printable(message, MAX_TEXT)}`;
        return { start, end, inFile: sourceOf(file), message: text };
      }),
};
