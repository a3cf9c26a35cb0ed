/** The rules about what a container gets: its variables, and whether it starts. */

import { container, type Example, type Rule } from "./rule.ts";

const CONFIG = `apiVersion: v1
kind: ConfigMap
metadata:
  name: settings
data:
  HOST: db
---
`;

function withSettings(lines: string): Example {
  return container(lines).map(({ name, text }) => ({ name, text: CONFIG + text }));
}

export const RULES_OF_VALUES: readonly Rule[] = [
  {
    id: "container-config-error",
    severity: "error",
    short: "the container will not start",
    full: `Something that the container's variables or mounts need is missing or wrong: a key that a ConfigMap in these manifests
does not have, a path that leads out of its volume. The kubelet says \`CreateContainerConfigError\`, with the words of the
message.`,
    triggers: withSettings(`env:
- name: HOST
  valueFrom: {configMapKeyRef: {name: settings, key: HOSTNAME}}`),
    passes: withSettings(`env:
- name: HOST
  valueFrom: {configMapKeyRef: {name: settings, key: HOST}}`),
  },
  {
    id: "invalid-manifest",
    severity: "error",
    short: "the API server refuses the object",
    full: `The manifest cannot be applied. The message has the path, and the API server's words.`,
    triggers: container(`volumeMounts:
- name: data
  mountPath: /data`),
    passes: container(`volumeMounts:
- name: data
  mountPath: /data`).map(({ name, text }) => ({ name, text: `${text}  volumes:\n  - name: data\n    emptyDir: {}\n` })),
  },
  {
    id: "environment-too-large",
    severity: "error",
    short: "Linux does not start a program with such an environment",
    full: `One \`NAME=value\` may have 131,071 bytes, and all of them together, with a pointer for each, 2 MiB. Beyond that the
program is not started: "argument list too long". Variables that announce Services count, too: where they are the
reason, set \`enableServiceLinks: false\`.

Mount large values as files.`,
    triggers: container(`env:\n- name: LARGE\n  value: ${"x".repeat(131_072)}`),
    passes: container(`env:\n- name: SMALL\n  value: x`),
  },
  {
    id: "duplicate-variable",
    severity: "warning",
    short: "a name is declared twice in one env list",
    full: `The last declaration counts. Tools that merge by name (\`kubectl apply\`, patches) may keep another one, or change the
order.`,
    triggers: container(`env:
- name: MODE
  value: debug
- name: MODE
  value: release`),
    passes: container(`env:
- name: MODE
  value: release`),
  },
  {
    id: "lost-dollar",
    severity: "note",
    short: "two dollars become one",
    full: `In a value of \`env\`, \`$$\` is an escaped dollar: \`pa$$word\` becomes \`pa$word\`. If the value was copied from elsewhere, a
character is lost. Both readings are possible, so there is no fix: write \`pa$$$$word\` for two dollars, or tell the rule
that one is meant with a comment: \`# varexpand-ignore lost-dollar: one dollar is meant\`.`,
    triggers: container(`env:
- name: PASSWORD
  value: pa$$word`),
    passes: container(`env:
- name: PASSWORD
  value: pa$$$$word`),
  },
  {
    id: "secret-in-command",
    severity: "note",
    short: "a Secret's value ends up in a command line",
    full: `Everyone who may list processes on the node, and every tool that collects command lines, sees the value.

Pass the variable itself, and let the program read it.`,
    triggers: container(`args: ["--token=$(TOKEN)"]
env:
- name: TOKEN
  valueFrom: {secretKeyRef: {name: api, key: token}}`).map(({ name, text }) => ({
      name,
      text: `apiVersion: v1
kind: Secret
metadata:
  name: api
stringData:
  token: example
---
${text}`,
    })),
    passes: container(`args: ["--token-from=TOKEN"]
env:
- name: TOKEN
  valueFrom: {secretKeyRef: {name: api, key: token}}`),
  },
  {
    id: "hidden-definition",
    severity: "note",
    short: "a variable of envFrom or of a Service is covered by another one",
    full: `Variables of \`env\` cover those of \`envFrom\`, a later source of \`envFrom\` covers the ones before it, and both cover the
variables that announce Services. Where that is meant, nothing is wrong.`,
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
  },
];
