/** A kustomization that kustomize cannot build. */

import { roleOfPath } from "../../../kubernetes/cluster/not-applied.ts";
import { printable } from "../../../text/printable.ts";
import { isPutAway } from "../../../text/put-away.ts";
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

A missing file is not reported if other machines can have it:

- one that \`.gitignore\` lists, or that is in a Git submodule
- one of a \`secretGenerator\`, a certificate, \`.env\`, or one whose name has \`secret\`, \`sops\`, or \`credential\`
- one with a template, an example, or an encrypted file beside it: \`kustomization.yaml.in\`, \`tokens.example.yaml\`,
  \`tokens.enc.yaml\`
- one that a script, a Makefile, \`make manifests\` of Kubebuilder, or \`flux bootstrap\` writes

A kustomization with patches and without resources is not evaluated: Argo CD and Fleet apply it to what another program
renders. Kustomizations in \`fixtures\` and \`testdata\` are not reported either. Those in folders such as \`archive\`,
\`examples\`, and \`templates\` are notes, and so are those in \`tests\`, in \`e2e\`, and in \`test\` at the top of a repository,
because a test can fail on purpose. The same is true of what a kustomization above lists only in a comment, and of the folder of
a Kustomization of Flux that is only listed so or is suspended. To check them, name the file or the folder.
Parts that varexpand does not support, such as remote resources, are counted in the summary.`,
  triggers: example("setings.yaml"),
  passes: example("settings.yaml"),
  sees: "build",
  check: ({ isOfTest, pathInSearch, sourceOf, unevaluated }) =>
    unevaluated
      .filter(({ file, reason }) => reason === "refused" && !roleOfPath(pathInSearch(file)).isExpected)
      .map(({ end, file, message, start }) => {
        const text = `kustomize cannot build the kustomization: ${printable(message, MAX_TEXT)}`;
        return {
          start,
          end,
          inFile: sourceOf(file),
          message: text,
          ...((isOfTest(file) || isPutAway(pathInSearch(file))) && { atMost: "note" as const }),
        };
      }),
};
