/** Shell syntax, by the form of the reference and by what sets the variable. */
import { expect, test } from "vitest";
import { foundBy, pod } from "../../looked.ts";

const own = (reference: string, name: string) =>
  `«${reference}» shell-syntax: ${reference} is not expanded: no shell reads it, and ${name} of the image is not visible to Kubernetes`;
const write = (reference: string, name: string, more = "") =>
  `«${reference}» shell-syntax: ${reference} is not expanded: no shell reads it; write $(${name})${more}`;
const command = (text: string) =>
  `«$(${text})» shell-syntax: $(${text}) is not expanded: command substitution needs a shell`;

test.each<[text: string, findings: string[]]>([
  ["x${A}", [write("${A}", "A")]],
  ["${A}x", [write("${A}", "A")]],
  ["x$A", [write("$A", "A")]],
  ["${A} $A", [write("${A}", "A"), write("$A", "A")]],
  // A default can be a password.
  ["x${A:-secret}", ["«${A:-secret}» shell-syntax: ${A…} is not expanded: no shell reads it; write $(A)"]],
  // A placeholder of another tool, an expression of Chainsaw, and variables that the container does not declare.
  ["${A}", []],
  ["$A", []],
  ["(x${A})", []],
  ["(x\n${A})", []],
  ["(x)${A}", [write("${A}", "A")]],
  ["x(${A})", [write("${A}", "A")]],
  ["x${B} $B", []],
  ["x$${A}", []],
  // Commands, and names that are no variables.
  ["$(date)", [command("date")]],
  ["x$( date )", [command(" date ")]],
  ["$(cat /etc/hosts)", [command("cat /etc/hosts")]],
  ["$(a b)", [command("a b")]],
  ["$(dates)", ["«$(dates)» undefined-reference: $(dates) is not expanded: the variable is not defined"]],
  ["$(A )", ["«$(A )» undefined-reference: $(A ) is not expanded: the variable is not defined; did you mean A?"]],
])("the argument %j", (text, findings) => {
  expect(foundBy("shell-syntax", pod(`args: [${JSON.stringify(text)}]\nenv: [{name: A, value: a}]`))).toEqual(findings);
});

test.each<[title: string, env: string, findings: string[]]>([
  ["an earlier variable", "{name: A, value: a}, {name: B, value: 'x${A}'}", [write("${A}", "A")]],
  ["a later variable", "{name: B, value: 'x${A}'}, {name: A, value: a}", [write("${A}", "A", " and declare A before")]],
  ["its own name, set by an earlier entry", "{name: T, value: a}, {name: T, value: 'x${T}'}", [write("${T}", "T")]],
  [
    "a variable between its two declarations",
    "{name: A, value: a}, {name: B, value: 'x${A}'}, {name: A, value: b}",
    [write("${A}", "A")],
  ],
  ["the variable of the image", "{name: PATH, value: '${PATH}:/x'}", [own("${PATH}", "PATH")]],
  ["JAVA_OPTS of the image", "{name: JAVA_OPTS, value: '-x $JAVA_OPTS'}", [own("$JAVA_OPTS", "JAVA_OPTS")]],
  [
    "OPTIONS, FLAGS, and ARGS of the image",
    "{name: A_OPTIONS, value: 'x$A_OPTIONS'}, {name: FLAGS, value: 'x$FLAGS'}, {name: ARGS1, value: 'x$ARGS1'}",
    [own("$A_OPTIONS", "A_OPTIONS"), own("$FLAGS", "FLAGS"), own("$ARGS1", "ARGS1")],
  ],
  ["a URL with the variable of the image", "{name: U, value: 'http://${U}'}", [own("${U}", "U")]],
  ["a placeholder in a variable of the same name", "{name: HOST, value: '${HOST}:80'}", []],
  [
    "a whole value, beside a reference of Kubernetes",
    "{name: A, value: a}, {name: B, value: '${A}'}, {name: C, value: $(A)}",
    [write("${A}", "A")],
  ],
  ["a variable of the same name in a value of several lines", '{name: A, value: a}, {name: B, value: "x\\n${A}"}', []],
  ["a line break at the end", '{name: A, value: a}, {name: B, value: "x${A}\\n"}', [write("${A}", "A")]],
  ["a command in a value of several lines", '{name: B, value: "x\\n$(date)"}', []],
])("an entry of env with %s", (_, env, findings) => {
  const found = foundBy("shell-syntax", pod(`env: [${env}]`));
  expect(found.filter((line) => !line.includes("duplicate-variable"))).toEqual(findings);
});

test.each(["x${A}", "${A}"])("a mount sees every variable of the container: %s", (subPathExpr) => {
  const mount = `volumeMounts: [{name: v, mountPath: /v, subPathExpr: '${subPathExpr}'}]\nenv: [{name: A, value: a}]`;
  expect(foundBy("shell-syntax", pod(mount, "  volumes: [{name: v, emptyDir: {}}]\n"))).toEqual([write("${A}", "A")]);
});

test.each([
  ["a literal value", "env: [{name: A, value: a}]", "; write $(A)"],
  ["a field", "env: [{name: A, valueFrom: {fieldRef: {fieldPath: metadata.name}}}]", ""],
  ["a variable of envFrom", "envFrom: [{configMapRef: {name: c}}]", ""],
])("an exec probe sees only literal values of env: %s", (_, members, hint) => {
  const map = "kind: ConfigMap\nmetadata: {name: c}\ndata: {A: a}\n---\n";
  const probe = "livenessProbe: {exec: {command: ['x${A}']}}";
  expect(foundBy("shell-syntax", map + pod(`${members}\n${probe}`))).toEqual([
    `«\${A}» shell-syntax: \${A} is not expanded: no shell reads it${hint}`,
  ]);
});

test("variables that the container takes from elsewhere are set before its entries", () => {
  const map = "kind: ConfigMap\nmetadata: {name: c}\ndata: {A: a}\n---\n";
  const members = "envFrom: [{configMapRef: {name: c}}]\nenv: [{name: B, value: 'x${A}'}, {name: C, value: 'x${A}'}]";
  expect(foundBy("shell-syntax", map + pod(members))).toEqual([write("${A}", "A"), write("${A}", "A")]);
});

test("a mount whose path refers to a variable that does not exist has the error of the container", () => {
  const text = pod(
    "volumeMounts: [{name: v, mountPath: /v, subPathExpr: $(date)}]",
    "  volumes: [{name: v, emptyDir: {}}]\n",
  );
  expect(foundBy("shell-syntax", text)).toEqual([
    "«$(date)» container-config-error: container app will not start: missing value for date",
  ]);
});

test("a parameter of a Template, and commands in kinds of other APIs", () => {
  const spec = "{containers: [{name: a, image: i, args: ['x${A}', 'x$A', $(date)], env: [{name: A, value: a}]}]}";
  const template = `{apiVersion: template.openshift.io/v1, kind: Template, parameters: [{name: A}], objects: [{apiVersion: v1, kind: Pod, metadata: {name: p}, spec: ${spec}}]}`;
  expect(foundBy("shell-syntax", template)).toEqual([]);
  expect(foundBy("shell-syntax", template.replace("{name: A}]", "{name: B}]"))).toEqual([
    write("${A}", "A"),
    write("$A", "A"),
  ]);
  const list = `{apiVersion: v1, kind: List, items: [${template}]}`;
  expect(foundBy("shell-syntax", list)).toEqual([]);
  const rollout = `{apiVersion: argoproj.io/v1alpha1, kind: Rollout, metadata: {name: r}, spec: {template: {spec: ${spec}}}}`;
  expect(foundBy("shell-syntax", rollout)).toEqual([write("${A}", "A"), write("$A", "A")]);
});

/** POSIX commands with output, and a few more. */
test.each(
  (
    "arch awk base64 basename cat curl cut date df dig dirname du echo env expr find free getconf getent git grep groups " +
    "head hostname id ifconfig ip jcmd jps jq kubectl locale logname ls mktemp mount netstat nproc nslookup openssl pidof " +
    "pgrep printenv printf ps pwd readlink realpath sed seq sort ss stat tail tr tty umask uname uptime uuidgen wc wget " +
    "which who whoami"
  ).split(" "),
)("$(%s) is a command", (name) => {
  expect(foundBy("shell-syntax", pod(`args: ["$(${name})"]`))).toEqual([command(name)]);
});

test.each([
  ['{ read l; curl -d "$A" x; }', 0],
  ["test -f /x && echo $A", 0],
  ["User ID=x;Password=$A", 1],
  ["-Xmx1g -Dx=$A", 1],
])("a value that is a script: %s", (value, count) => {
  const lines = pod(`env:\n- {name: A, value: a}\n- name: B\n  value: ${JSON.stringify(value)}\n`);
  expect(foundBy("shell-syntax", lines)).toHaveLength(count);
});

test.each([
  ["command", "[python, -c, \"import os\\nprint('${A}')\"]", 0],
  ["args", '["-e", "console.log(1)\\n`${A}`"]', 0],
  ["command", '[server, "--host=${A}\\n"]', 1],
  ["command", "[python, -c, 'print(\"x${A}\")']", 1],
])("a script of another language: %s: %s", (field, words, count) => {
  const lines = pod(`${field}: ${words}\nenv:\n- {name: A, value: a}\n`);
  expect(foundBy("shell-syntax", lines)).toHaveLength(count);
});
