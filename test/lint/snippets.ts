/** Parts of pods, and what lint reports about each: all findings and fixes, with their places. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { runInMemory } from "../cli/memory-io.ts";
import { pod } from "./looked.ts";

const ENV = "env: [{name: A, value: a}, {name: B, value: b}, {name: LONG_NAME, value: x}]";
const args = (...texts: string[]) => texts.map((text) => `args: [${text}]\n${ENV}`);
const env = (...entries: string[]) => entries.map((entry) => `env:\n${entry}`);
const members = (...lines: string[]) => lines.map((line) => `${line}\n${ENV}`);
const secret = "env: [{name: P, valueFrom: {secretKeyRef: {name: s, key: k}}}, {name: Q, value: x$(P)}]";

/** The lines of a container, by the behavior that they show. The reports leave `ENV` out. */
export const SNIPPETS: Readonly<Record<string, readonly string[]>> = {
  references: [
    ...args(
      "$(A)",
      "$(a)",
      "$(AA)",
      "$( A)",
      "$(A )",
      "$()",
      "$(A.B)",
      "$(1)",
      "$(LONG-NAME)",
      "$(long_name)",
      "$(NOTHING_LIKE_IT)",
      '"x$(A)y$(C)z"',
      '"é😀$(C) $(C)"',
      "'it''s $(C)'",
      '"\\u0024(C) \\x24(A) $\\u0028C)"',
      '"$(A$(B))"',
      '"$(A $(B)"',
      '"$(C $(A)"',
      '"$(A"',
      '"$(C"',
      '"$("',
      '"a$"',
      '"$$(A) $$(C) $$$(A) $$$$(A) $$"',
      '"$(A:-x) $(C:-x) $(A:=x) $(A-x)"',
      '"$(A:x) $(hostname) $(cat /etc/x) $(date +%s)"',
      '"$(id -u):$(LONG_NAM)"',
    ),
    "args:\n- |\n  first $(C)\n  second $(D)\n- >-\n  folded\n  $(E)\n- plain\n  goes on $(F)",
    'args: ["one\n  two $(C)"]',
    "command: [$(A), $(C)]\nargs: [$(A), $(C)]",
  ],
  "shell-syntax": [
    ...args(
      '"$A"',
      '"x$A"',
      '"$AB"',
      '"${A}"',
      '"x${A}"',
      '"${A} "',
      '"${C}"',
      '"x${C}"',
      '"x${A:-b}"',
      '"x${A-b} ${B:+c}"',
      '"x${#A} ${!A} ${A[0]}"',
      '"x$1 $@ $# $?"',
      '"($A x)"',
      '"x$$A x$${A}"',
      '"x\\u0024{A}"',
      "'x${A}'",
      '"x{$A} {{A}} %A% <A>"',
    ),
    ...env(
      "- {name: A, value: a}\n- {name: B, value: 'x${A}'}",
      "- {name: B, value: 'x${A}'}\n- {name: A, value: a}",
      "- {name: PATH, value: '$PATH:/bin'}",
      "- {name: PATH, value: '${PATH}:/bin'}",
      "- {name: HOST, value: '${HOST}:80'}",
      "- {name: URL, value: 'http://${URL}/x'}",
      "- {name: JAVA_OPTS, value: '$JAVA_OPTS -x'}",
      "- {name: A, value: a}\n- {name: A, value: '${A}b'}",
      "- {name: A, value: a}\n- name: SCRIPT\n  value: |\n    echo ${A}\n    echo $(date)",
      "- {name: A, value: a}\n- name: ONE_LINE\n  value: |\n    echo ${A}",
    ),
  ],
  shells: members(
    'command: [sh, -c, "$(A) $A ${A} $(C) $C $(date) $1"]',
    'command: [/bin/bash, -euxo, pipefail, -c, "$(C) $A"]',
    'command: [bash, -o, errexit, -c, "$(C) $A"]',
    'command: [bash, -xc, "$(C) $A"]',
    'command: [bash, -c, --, "$(C) $A"]',
    'command: [bash, --norc, -c, "$(C) $A", "$(C) $A"]',
    'command: [bash, --rcfile, -c, "$(C) $A"]',
    'command: [bash, +x, -c, "$(C) $A"]',
    'command: [bash, script, "$(C) $A"]',
    'command: [bash, -, -c, "$(C) $A"]',
    'command: [bash.exe, -c, "$(C) $A"]',
    'command: [bash.EXE, -c, "$(C) $A"]',
    'command: [sh]\nargs: [-c, "$(C) $A"]',
    'command: [sh, -c]\nargs: ["$(C) $A", "$(D) $B"]',
    'command: [tini, --, sh, -c, "$(C) $A"]',
    'command: [tini, -p, x, sh, -c, "$(C) $A"]',
    'command: [/sbin/tini-static, -e, x, --, sh, -c, "$(C) $A"]',
    'command: [env, -i, X=1, Y=$A, sh, -c, "$(C) $A"]',
    'command: [env, -u, X, --, Z=1, sh, -c, "$(C) $A"]',
    "command: [env, X=1]",
    'command: [timeout, -k, "5", "10", sh, -c, "$(C) $A"]',
    'command: [timeout, sh, -c, "$(C) $A"]',
    'command: [nice, -n, "5", sh, -c, "$(C) $A"]',
    'command: [nice, --adjustment, "5", ionice, -c, "2", sh, -c, "$(C) $A"]',
    'command: [sudo, -u, me, A=1, sh, -c, "$(C) $A"]',
    'command: [gosu, me, sh, -c, "$(C) $A"]',
    'command: [su-exec, me, sh, -c, "$(C) $A"]',
    'command: [chroot, /x, sh, -c, "$(C) $A"]',
    'command: [exec, -a, x, sh, -c, "$(C) $A"]',
    'command: [nsenter, -t, "1", -m, sh, -c, "$(C) $A"]',
    'command: [stdbuf, -o, L, sh, -c, "$(C) $A"]',
    'command: [dumb-init, -r, x, --, sh, -c, "$(C) $A"]',
    'command: [busybox, nohup, setsid, time, command, catatonit, sh, -c, "$(C) $A"]',
    'command: [su, -c, "$(C) $A"]',
    'command: [su, me, -lc, "$(C) $A"]',
    'command: [runuser, me, --command, "$(C) $A", "$(D) $B"]',
    'command: [su, "$(C) $A"]',
    'command: [pwsh, -Command, "$(C) $A", "$(D)"]',
    'command: [powershell, /c, "$(C) $A"]',
    'command: [pwsh, "$(C) $A"]',
    'command: [other, --, sh, -c, "$(C) $A"]',
    'command: [other, sh, -c, "$(C) $A"]',
    'command: [python, -c, "$(C) $A"]',
    'command: ["#!/bin/sh\\n$(C) $A"]',
    'command: [x, "#!/usr/bin/env bash\\n$(C) $A"]',
    'command: [x, "#! /usr/bin/env -S ksh\\n$(C) $A"]',
    'command: [x, "#!/usr/bin/python\\n$(C) $A"]',
    'command: [x, "#!/bin/shx\\n$(C) $A"]',
    'args: [-c, "two words $(C) $A"]',
    'args: [-c, "one$(C)$A"]',
    'args: [sh, -c, "$(C) $A"]',
    'args: [-x, -c, " $(C) "]',
    'args: ["$(C) $A b"]',
    'command: [/docker-entrypoint.sh]\nargs: [sh, -c, "$(C) $A"]',
    'command: [x, /run.sh]\nargs: [bash, -c, "$(C) $A"]',
    'command: [/EntryPoint]\nargs: [bash, -c, "$(C) $A"]',
    'command: [/server]\nargs: [bash, -c, "$(C) $A"]',
  ),
  fields: members(
    'image: "x/$(A):${A}"',
    "workingDir: /$(A)/$(C)/${A}",
    "lifecycle: {preStop: {exec: {command: [x, $(A), $(C), $A]}}, postStart: {exec: {command: [sh, -c, 'x $(A) $(C) $A']}}}",
    "lifecycle: {preStop: {httpGet: {path: /$(A), port: 80, host: $(C)}}}",
    "livenessProbe: {exec: {command: [x, $(A), $(C), $A]}}",
    "readinessProbe: {exec: {command: [sh, -c, 'x $(A) $(C) $A ${A}']}}",
    "startupProbe: {httpGet: {path: /$(A), port: 80, httpHeaders: [{name: x, value: $(NAME)}]}}",
    "livenessProbe: {tcpSocket: {host: $(A), port: 80}}",
    "livenessProbe: {grpc: {service: $(A), port: 80}}",
    "ports: [{name: $(A), containerPort: 80}]",
    "securityContext: {seLinuxOptions: {user: $(A)}}",
  ),
  volumes: [
    "volumeMounts: [{name: v, mountPath: /v, subPath: $(A)}]\nenv: [{name: A, value: a}]",
    "volumeMounts:\n- name: v\n  mountPath: /v\n  subPath: x/$(A)\nenv: [{name: A, value: a}]",
    'volumeMounts: [{name: v, mountPath: /v, "subPath": $(A)}]\nenv: [{name: A, value: a}]',
    "volumeMounts: [{name: v, mountPath: /v, subPath: $(A)$$}]\nenv: [{name: A, value: a}]",
    "volumeMounts: [{name: v, mountPath: /v, subPath: $(A)$(B)}]\nenv: [{name: A, value: a}]",
    "volumeMounts: [{name: v, mountPath: /v, subPath: $(LOWER)}]",
    "volumeMounts: [{name: v, mountPath: /v, subPath: $(lower)}]",
    "volumeMounts: [{name: v, mountPath: /v, subPathExpr: $(A)}]\nenv: [{name: A, value: a}]",
    "volumeMounts: [{name: v, mountPath: /v, subPathExpr: $(B)}]\nenv: [{name: A, value: a}]",
    "volumeMounts: [{name: v, mountPath: /v, subPathExpr: $(date)}]",
    "volumeMounts: [{name: v, mountPath: /v, subPathExpr: ../$(A)}]\nenv: [{name: A, value: a}]",
    "volumeMounts: [{name: v, mountPath: /v, subPathExpr: $(A)}]\nenv: [{name: A, value: ..}]",
    "volumeMounts: [{name: v, mountPath: /$(A), subPath: x, subPathExpr: z}]\nenv: [{name: A, value: a}]",
  ],
  order: env(
    "- {name: U, value: $(H)}\n- {name: H, value: h}",
    "- name: U\n  value: $(H)\n- name: H\n  value: h",
    "- name: U\n  value: $(H) # why\n# of H\n- name: H # h\n  value: h\n# after\n- name: Z\n  value: z",
    "- name: U\n  value: $(H)$(I)\n- name: I\n  value: $(H)\n- name: H\n  value: h",
    "- name: U\n  value: $(H)\n- name: H\n  value: $(U)",
    "- name: U\n  value: $(U)",
    "- name: U\n  value: a\n- name: U\n  value: $(U)b",
    "- name: PATH\n  value: $(PATH):/bin",
    "- name: U\n  value: $(H)\n- name: H\n  value: h\n- name: H\n  value: i",
    "- name: H\n  value: h\n- name: U\n  value: $(H)\n- name: H\n  value: i",
    "- name: U\n  value: $(H)\n- name: H\n  valueFrom: {fieldRef: {fieldPath: metadata.name}}",
    "- name: U\n  value: $(H)\n- name: H\n  valueFrom:\n    secretKeyRef:\n      name: s\n      key: k",
    '- {"name": "U", "value": "$(H)"}\n- {"name": "H", "value": "h"}',
    "- name: U\n  value: |\n    $(H)\n- name: H\n  value: h",
    "- name: U\n  value: $(H)\n- name: V\n  value: $(H)\n- name: H\n  value: h",
    "- name: U\n  value: $$(H)$$\n- name: H\n  value: h",
  ),
  duplicates: env(
    "- {name: A, value: a}\n- {name: A, value: a}",
    "- {name: A, value: a}\n- {name: A, value: b}",
    "- {name: A, value: a}\n- {name: B, value: b}\n- {name: A, value: c}\n- {name: B, value: b}\n- {name: A, value: d}",
    '- {name: A, value: a}\n- {"name": "A", "value": "a"}',
    "- {name: A, value: a}\n- {name: A, valueFrom: {fieldRef: {fieldPath: metadata.name}}}",
    "- {name: A}\n- {name: A, value: ''}",
  ),
  dollars: env(
    "- {name: P, value: pa$$word}",
    "- {name: P, value: pa$$$$word}",
    "- {name: P, value: pa$$$word}",
    "- {name: P, value: $$}",
    "- {name: P, value: $$(A)}",
    "- {name: P, value: a$$b$$c}",
    "- {name: Q, value: a$b}\n- {name: P, value: xa$$b}",
    "- {name: Q, value: $b}\n- {name: P, value: a$$b$$c}",
    '- {name: P, value: "a\\u0024$b"}',
  ),
  secrets: [
    `args: [$(P)]\n${secret}`,
    `command: [x, "y$(P)"]\n${secret}`,
    `args: [$(Q)]\n${secret}`,
    `args: [$$(P)]\n${secret}`,
    `livenessProbe: {exec: {command: [x, $(P)]}}\n${secret}`,
    `command: [sh, -c, "x $(P)"]\n${secret}`,
    "args: [$(P)]\nenvFrom: [{secretRef: {name: s}}]",
    "args: [$(F)]\nenv: [{name: F, valueFrom: {fieldRef: {fieldPath: metadata.uid}}}]",
  ],
  sources: [
    "args: [$(A)]\nenvFrom: [{configMapRef: {name: c}}]",
    "args: [$(A), $(X_A)]\nenvFrom: [{prefix: X_, secretRef: {name: c, optional: true}}]",
    "args: [$(SOME_SERVICE_HOST), $(SOME_PORT_80_TCP), $(OTHER)]",
    "args: [$(KUBERNETES_SERVICE_HOST)]",
    "args: [$(A)]\nresources: {limits: {example.com/gpu: 1}}",
    "args: [$(A)]\nresources: {limits: {kubernetes.io/x: 1, cpu: 1}}",
    "env: [{name: A, valueFrom: {fieldRef: {fieldPath: spec.none}}}]",
    "env: [{name: A, valueFrom: {fieldRef: {fieldPath: \"metadata.labels['x']\"}}}]\nlivenessProbe: {exec: {command: [x, $(A)]}}",
    "env: [{name: A, valueFrom: {resourceFieldRef: {resource: limits.cpu, divisor: 1m}}}, {name: B, value: $(A)}]",
    "env: [{name: A, valueFrom: {resourceFieldRef: {resource: limits.cpu, divisor: 2}}}]",
    "env: [{name: A, value: a, valueFrom: {fieldRef: {fieldPath: metadata.name}}}]",
    "env: [{name: 1A, value: a}, {name: 'A B', value: b}, {name: '', value: c}]",
    "env: [{name: A, value: 1}, {name: B, value: true}, {name: C, value: null}, {name: 2, value: x}]",
    "env: {A: a}",
    "env: [A]",
    "args: x",
    "command: [1, $(A)]",
    "env: [{name: B, value: $(A)}]\nlivenessProbe: {exec: {command: [x, $(B)]}}\nargs: [$(B)]",
    "env: [{name: A, value: a}, {name: B, value: $(A)}]\nlivenessProbe: {exec: {command: [x, $(B), $(A)]}}",
  ],
};

interface Edit {
  readonly line: number;
  readonly column: number;
  readonly endLine: number;
  readonly endColumn: number;
  readonly text: string;
}

interface Reported extends Omit<Edit, "text"> {
  readonly file: string;
  readonly rule: string;
  readonly severity: string;
  readonly message: string;
  readonly fix?: { readonly description: string; readonly edits: readonly Edit[] };
}

/** Each snippet with its findings. Lines and columns count from its beginning. @param folder empty */
export async function snippetReport(snippets: readonly string[], folder: string): Promise<string> {
  // Files of one folder can refer to each other.
  const nameOf = (i: number) => join(folder, `${i}`.padStart(3, "0"), "pod.yaml");
  for (const [i, snippet] of snippets.entries()) {
    mkdirSync(join(nameOf(i), ".."));
    writeFileSync(
      nameOf(i),
      pod(snippet, snippet.includes("volumeMounts") ? "  volumes: [{name: v, emptyDir: {}}]\n" : ""),
    );
  }
  const args = ["--all", "--rule", "escaped-reference=note", "--rule", "hidden-definition=note"];
  const { output } = await runInMemory(["lint", "-o", "json", ...args, folder]);
  const { findings } = JSON.parse(output) as { findings: readonly Reported[] };
  return snippets
    .map((snippet, i) => {
      const own = findings.filter(({ file }) => file === nameOf(i)).flatMap((finding) => linesOf(finding));
      return `${snippet.replace(`\n${ENV}`, "")}\n${own.map((line) => `    ${line}\n`).join("")}`;
    })
    .join("\n");
}

/** The line on which the lines of `pod` begin, and the column. */
const FIRST_LINE = 9;
const FIRST_COLUMN = 5;

function linesOf({ fix, message, rule, severity, ...range }: Reported): string[] {
  const edits = fix?.edits.map(({ text, ...at }) => `${rangeText(at)} ${JSON.stringify(text)}`).join(", ");
  const fixed = fix === undefined ? [] : [`  fix: ${fix.description}: ${edits}`];
  return [`${rangeText(range)} ${severity} ${rule}: ${message.replace(/\bline (\d+)/g, lineInSnippet)}`, ...fixed];
}

function lineInSnippet(_text: string, line: string): string {
  return `line ${Number(line) - FIRST_LINE + 1}`;
}

function rangeText({ column, endColumn, endLine, line }: Omit<Edit, "text">): string {
  const at = (line: number, column: number) => `${line - FIRST_LINE + 1}:${column - FIRST_COLUMN + 1}`;
  return `${at(line, column)}-${endLine === line ? endColumn - FIRST_COLUMN + 1 : at(endLine, endColumn)}`;
}
