import { RULES } from "../../../src/lint/rules/rules.ts";
import type { Transcript } from "../transcript.ts";
import { BROKEN_PODS, SHOP } from "./manifests.ts";

const files = Object.fromEntries(
  RULES.flatMap(({ id, passes, triggers }) => [
    ...triggers.map(({ name, text }) => [`${id}/reported/${name}`, text]),
    ...passes.map(({ name, text }) => [`${id}/not-reported/${name}`, text]),
  ]),
);

const POD = (args: string) => `apiVersion: v1
kind: Pod
metadata: {name: p}
spec: {containers: [{name: c, image: i, args: ${args}}]}
`;

const FIXED = `apiVersion: v1
kind: Pod
metadata: {name: p}
spec:
  containers:
  - name: c
    image: i
    args: ["\${A}", $(B)]
    env:
    - {name: B, value: $(A)}
    - {name: A, value: a}
`;

const CONFIG = `rules: {undefined-reference: error, shell-syntax: off}
ignore:
- {path: ignored.yaml, rule: undefined-reference}
- {path: "*.yaml", rule: undefined-reference, name: SKIP*}
- {path: none.yaml, rule: shell-syntax}
known: [KNOWN, K_*]
envFiles: ["*.conf"]
`;

const COMMENTED = `apiVersion: v1
kind: Pod
metadata:
  name: p
  annotations: {varexpand.dev/ignore: "shell-syntax,undefined-reference: because"}
spec:
  containers:
  - name: c
    image: i
    args:
    - $(A)
    - \${A} # varexpand-ignore shell-syntax
---
apiVersion: v1
kind: Pod
metadata: {name: q}
spec:
  containers:
  - name: c
    image: i
    args:
    # varexpand-ignore undefined-reference: reason
    - $(A)
    - $(B) # varexpand-ignore nothing
    # varexpand-ignore shell-syntax
    - $(C)
`;

export const LINT: Readonly<Record<string, Transcript>> = {
  "lint-rules": {
    files,
    commands: RULES.flatMap(({ id }) => [
      `lint -o github --rule ${id}=error ${id}/reported`,
      `lint --rule ${id}=error ${id}/not-reported`,
    ]),
  },
  "lint-outputs": {
    files: {
      "shop.yaml": SHOP,
      "broken.yaml": BROKEN_PODS,
      "a.env": "A='1\n",
      ".env": "A=1 # c\nA='2'\n",
      "small/a.yaml": POD("[$(A), '${A}']"),
      "small/a.env": "A='1\n",
    },
    commands: [
      "lint",
      "lint .",
      "lint . --all",
      "lint . -o github",
      "lint small -o json",
      "lint small -o sarif",
      "lint small -o gitlab",
      "lint small -o junit",
      "lint shop.yaml --complete",
      "lint broken.yaml --complete --profile kubelet",
      "lint --envfile .env",
      "lint . -o xml",
    ],
  },
  "lint-options": {
    files: {
      "a.yaml": POD('[$(A), $(KNOWN), $(K_1), $(SKIPPED), "${A}"]'),
      "ignored.yaml": POD("[$(A)]"),
      "commented.yaml": COMMENTED,
      "x.conf": "A=1\n",
      "fixed.yaml": FIXED,
      "config/.varexpand.yaml": CONFIG,
      "config/a.yaml": POD('[$(A), $(KNOWN), $(K_1), $(SKIPPED), "${A}"]'),
      "config/ignored.yaml": POD("[$(A)]"),
      "config/x.conf": "A=1\n",
      "bad/one.yaml": "rules: {nothing: error}\n",
      "bad/two.yaml": "rules: {shell-syntax: loud}\n",
      "bad/three.yaml": "rule: {}\n",
      "bad/four.yaml": "ignore: [{rule: shell-syntax, path: ''}]\n",
      "bad/five.yaml": "known: x\n",
      "bad/six.yaml": "templates: [{kind: X}]\n",
      "bad/seven.yaml": "- 1\n",
      "bad/eight.yaml": "a: [\n",
      "bad/nine.yaml": "ignore: [{path: a}]\nenvFiles: [1]\n",
    },
    commands: [
      "lint a.yaml",
      "lint commented.yaml",
      "lint config",
      "lint --config config/.varexpand.yaml a.yaml",
      ...["one", "two", "three", "four", "five", "six", "seven", "eight", "nine"].map(
        (name) => `lint --config bad/${name}.yaml a.yaml`,
      ),
      "lint --config none.yaml a.yaml",
      "lint --rule undefined-reference=off --rule shell-syntax=note a.yaml",
      "lint --rule undefined-reference=note --fail-on note ignored.yaml",
      "lint --rule undefined-reference=note ignored.yaml",
      "lint --fail-on error ignored.yaml",
      "lint --fail-on loud ignored.yaml",
      "lint --rule undefined-reference ignored.yaml",
      "lint --rule undefined=off ignored.yaml",
      "lint --rule undefined-reference=loud ignored.yaml",
      "lint --baseline base.json --write-baseline a.yaml",
      "lint --baseline base.json a.yaml ignored.yaml",
      "lint --baseline a.yaml ignored.yaml",
      "lint --baseline none.json a.yaml",
      "lint --write-baseline a.yaml",
      "lint --diff fixed.yaml",
      "lint --fix fixed.yaml",
      "lint --fix fixed.yaml",
      "lint --fix --diff fixed.yaml",
      ["lint --diff -", FIXED],
      ["lint --fix -", FIXED],
      ["lint -", POD("[$(A)]")],
      ["lint", "a: ["],
      "lint none.yaml",
    ],
  },
};
