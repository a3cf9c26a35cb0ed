/** The rules about references, `$(NAME)`, and what looks like one. */

import { container, type Rule } from "./rule.ts";

const ENV_ORDER = `env:
- name: URL
  value: http://$(HOST):8080
- name: HOST
  value: db`;

export const RULES_OF_REFERENCES: readonly Rule[] = [
  {
    id: "use-before-declaration",
    severity: "error",
    short: "a variable is used before its declaration",
    full: `The kubelet goes through \`env\` from top to bottom. A reference to a variable that is declared further down stays in
the value as it is written: the program sees the text \`$(HOST)\`. No event and no log says so.

Move the declaration before its use. \`varexpand lint --fix\` does that for lists in block style.`,
    triggers: container(ENV_ORDER),
    passes: container(`env:
- name: HOST
  value: db
- name: URL
  value: http://$(HOST):8080`),
  },
  {
    id: "self-reference",
    severity: "error",
    short: "a variable refers to itself, and nothing sets it before",
    full: `\`PATH: $(PATH):/opt/bin\` does not add to the image's \`PATH\`: the kubelet never sees the variables of an image. The
value stays as it is written, and the program's \`PATH\` begins with the text \`$(PATH)\`.

Write the whole value, or let a shell in the container add to it.`,
    triggers: container(`env:
- name: PATH
  value: $(PATH):/opt/bin`),
    passes: container(`env:
- name: PATH
  value: /usr/bin:/bin:/opt/bin`),
  },
  {
    id: "undefined-reference",
    severity: "warning",
    short: "nothing defines the variable that is referred to",
    full: `The reference stays as it is written: the program sees the text \`$(HOST)\`. The rule is silent where something that is
not in the manifests may define the name: a ConfigMap or Secret of \`envFrom\` that is not here, a Service, what a
controller sets. With \`--complete\`, what is not here does not exist.

Correct the name, declare the variable, or write \`$$(HOST)\` if the program is to see \`$(HOST)\`. Names that something
else sets can be listed in \`.varexpand.yaml\`: \`known: [AWS_*]\`.`,
    triggers: container(`args: ["--user=$(DB_USR)"]
env:
- name: DB_USER
  value: shop`),
    passes: container(`args: ["--user=$(DB_USER)"]
env:
- name: DB_USER
  value: shop`),
  },
  {
    id: "shell-syntax",
    severity: "warning",
    short: "a variable is written as in a shell, where no shell runs",
    full: `Kubernetes expands \`$(NAME)\` only. \`$NAME\` and \`\${NAME}\` are for a shell, and where none runs the program sees them as
they are written. The rule speaks of variables that the container declares, and is silent where the whole value is
\`\${NAME}\`: that is usually a placeholder of another tool.

Write \`$(NAME)\`. \`varexpand lint --fix\` does that for \`\${NAME}\` of a variable that is declared before.`,
    triggers: container(`env:
- name: HOST
  value: db
- name: URL
  value: http://\${HOST}:8080`),
    passes: container(`command: [sh, -c, "exec server --host=\${HOST}"]
env:
- name: HOST
  value: db`),
  },
  {
    id: "malformed-reference",
    severity: "warning",
    short: "something begins like a reference, and is none",
    full: `A reference ends with \`)\`: without one, \`$(HOST\` is text. There are no default values either: all of
\`$(PORT:-8080)\` between the parentheses is taken for a name, which no variable has.`,
    triggers: container(`args: ["--host=$(HOST", "--port=$(PORT:-8080)"]
env:
- name: HOST
  value: db
- name: PORT
  value: "80"`),
    passes: container(`args: ["--host=$(HOST)", "--port=$(PORT)"]
env:
- name: HOST
  value: db
- name: PORT
  value: "80"`),
  },
  {
    id: "never-expanded",
    severity: "warning",
    short: "a reference stands in a field that is never expanded",
    full: `References are expanded in the values of \`env\`, in \`command\` and \`args\`, in \`subPathExpr\`, and in the commands of
probes. In every other field they are text: commands of lifecycle hooks, \`httpGet\`, \`subPath\`, \`mountPath\`, \`image\`,
and the values that ConfigMaps and Secrets give. The rule speaks of variables that the container declares.

Write \`subPathExpr\` in place of \`subPath\`; \`varexpand lint --fix\` does that. In a hook, let a shell read the variable:
\`sh -c 'echo "$NAME"'\`.`,
    triggers: container(`env:
- name: POD
  valueFrom: {fieldRef: {fieldPath: metadata.name}}
volumeMounts:
- name: logs
  mountPath: /logs
  subPath: $(POD)`).map(withVolume),
    passes: container(`env:
- name: POD
  valueFrom: {fieldRef: {fieldPath: metadata.name}}
volumeMounts:
- name: logs
  mountPath: /logs
  subPathExpr: $(POD)`).map(withVolume),
  },
  {
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
  },
];

function withVolume({ name, text }: { readonly name: string; readonly text: string }) {
  return { name, text: `${text}  volumes:\n  - name: logs\n    emptyDir: {}\n` };
}
