/** The rules about references: what is reported, and at which exact place. */
import { describe, expect, test } from "vitest";
import { jsonPod, looked, pod } from "../looked.ts";

interface Case {
  readonly title: string;
  readonly text: string;
  readonly findings: readonly string[];
}

const VOLUME = "  volumes:\n  - name: logs\n    emptyDir: {}\n";
const POD_NAME = `env:
- name: POD
  valueFrom: {fieldRef: {fieldPath: metadata.name}}
`;

const CASES: Readonly<Record<string, readonly Case[]>> = {
  "use-before-declaration": [
    {
      title: "in block style",
      text: pod("env:\n- name: URL\n  value: http://$(HOST):80\n- name: HOST\n  value: db"),
      findings: [
        "11:21-28 «$(HOST)» use-before-declaration: $(HOST) is not expanded: the variable is declared later at line 12",
      ],
    },
    {
      title: "in flow style, in double quotes with escapes",
      text: pod(String.raw`env: [{name: URL, value: "\u4e2d\t$(HOST)"}, {name: HOST, value: db}]`),
      findings: [
        "9:39-46 «$(HOST)» use-before-declaration: $(HOST) is not expanded: the variable is declared later at line 9",
      ],
    },
    {
      title: "in single quotes, after characters of several bytes",
      text: pod("env:\n- name: URL\n  value: '中''😀 $(HOST)'\n- {name: HOST, value: db}"),
      findings: [
        "11:20-27 «$(HOST)» use-before-declaration: $(HOST) is not expanded: the variable is declared later at line 12",
      ],
    },
    {
      title: "in a folded scalar",
      text: pod("env:\n- name: URL\n  value: >-\n    http://\n    $(HOST)\n    /x\n- name: HOST\n  value: db"),
      findings: [
        "13:9-16 «$(HOST)» use-before-declaration: $(HOST) is not expanded: the variable is declared later at line 15",
      ],
    },
    {
      title: "in a literal scalar",
      text: pod("env:\n- name: URL\n  value: |\n    a\n      $(HOST)\n- name: HOST\n  value: db"),
      findings: [
        "13:11-18 «$(HOST)» use-before-declaration: $(HOST) is not expanded: the variable is declared later at line 14",
      ],
    },
    {
      title: "in JSON",
      text: jsonPod({
        env: [
          { name: "URL", value: 'a"$(HOST)' },
          { name: "HOST", value: "db" },
        ],
      }),
      findings: [
        "3:35-42 «$(HOST)» use-before-declaration: $(HOST) is not expanded: the variable is declared later at line 3",
      ],
    },
    {
      title: "in a file with CR LF",
      text: pod("env:\n- name: URL\n  value: http://$(HOST):80\n- name: HOST\n  value: db").replaceAll("\n", "\r\n"),
      findings: [
        "11:21-28 «$(HOST)» use-before-declaration: $(HOST) is not expanded: the variable is declared later at line 12",
      ],
    },
    {
      title: "each use has its place",
      text: pod("env:\n- name: URL\n  value: $(HOST) $$ $(HOST)\n- name: HOST\n  value: db"),
      findings: [
        "11:14-21 «$(HOST)» use-before-declaration: $(HOST) is not expanded: the variable is declared later at line 12",
        "11:22-24 «$$» lost-dollar: $$ becomes a single $; write $$$$ if two are intended",
        "11:25-32 «$(HOST)» use-before-declaration: $(HOST) is not expanded: the variable is declared later at line 12",
      ],
    },
    {
      title: "not where it is declared before",
      text: pod("env:\n- name: HOST\n  value: db\n- name: URL\n  value: http://$(HOST)"),
      findings: [],
    },
    {
      title: "not in a command, which is expanded when all are declared",
      text: pod("args: [$(HOST)]\nenv:\n- name: HOST\n  value: db"),
      findings: [],
    },
    {
      title: "with the condition where something absent may declare it before",
      text: pod("envFrom: [{configMapRef: {name: c}}]\nenv:\n- {name: URL, value: $(HOST)}\n- {name: HOST, value: db}"),
      findings: [
        "11:26-33 «$(HOST)» use-before-declaration: $(HOST) is not expanded: the variable is declared later at line 12; this works only if ConfigMap c sets HOST, too",
      ],
    },
  ],
  "self-reference": [
    {
      title: "in block style",
      text: pod("env:\n- name: PATH\n  value: $(PATH):/opt/bin"),
      findings: [
        "11:14-21 «$(PATH)» self-reference: $(PATH) is not expanded: the variable refers to itself before it is set",
      ],
    },
    {
      title: "in flow style",
      text: pod('env: [{name: PATH, value: "/opt/bin:$(PATH)"}]'),
      findings: [
        "9:41-48 «$(PATH)» self-reference: $(PATH) is not expanded: the variable refers to itself before it is set",
      ],
    },
    {
      title: "in JSON",
      text: jsonPod({ env: [{ name: "PATH", value: "中:$(PATH)" }] }),
      findings: [
        "3:35-42 «$(PATH)» self-reference: $(PATH) is not expanded: the variable refers to itself before it is set",
      ],
    },
    {
      title: "in a folded scalar with CR LF",
      text: pod("env:\n- name: PATH\n  value: >\n    /opt/bin:\n    $(PATH)").replaceAll("\n", "\r\n"),
      findings: [
        "13:9-16 «$(PATH)» self-reference: $(PATH) is not expanded: the variable refers to itself before it is set",
      ],
    },
    {
      title: "not where an entry before has the name",
      text: pod("env:\n- name: P\n  value: /bin\n- name: P\n  value: $(P):/opt/bin"),
      findings: [
        "12:13-14 «P» duplicate-variable: P is declared twice in env: the last declaration takes effect, and server-side apply rejects it; the first is at line 10",
      ],
    },
  ],
  "undefined-reference": [
    {
      title: "in args, with the closest name",
      text: pod('args: ["-u", "x$(DB_USR)"]\nenv:\n- {name: DB_USER, value: a}'),
      findings: [
        "9:20-29 «$(DB_USR)» undefined-reference: $(DB_USR) is not expanded: the variable is not defined; did you mean DB_USER?",
      ],
    },
    {
      title: "in a command in block style",
      text: pod("command:\n- run\n- $(HOST)"),
      findings: ["11:7-14 «$(HOST)» undefined-reference: $(HOST) is not expanded: the variable is not defined"],
    },
    {
      title: "in JSON after a character of two code units",
      text: jsonPod({ args: ["😀$(HOST)"] }),
      findings: ["3:12-19 «$(HOST)» undefined-reference: $(HOST) is not expanded: the variable is not defined"],
    },
    {
      title: "in a folded scalar",
      text: pod("args:\n- >-\n  a\n  b $(HOST)"),
      findings: ["12:9-16 «$(HOST)» undefined-reference: $(HOST) is not expanded: the variable is not defined"],
    },
    {
      title: "in single quotes with CR LF",
      text: pod("args:\n- '$(HOST)''s'").replaceAll("\n", "\r\n"),
      findings: ["10:8-15 «$(HOST)» undefined-reference: $(HOST) is not expanded: the variable is not defined"],
    },
    {
      title: "a space in a name that is declared",
      text: pod("args: ['$(HOST )']\nenv:\n- {name: HOST, value: db}"),
      findings: [
        "9:13-21 «$(HOST )» undefined-reference: $(HOST ) is not expanded: the variable is not defined; did you mean HOST?",
      ],
    },
    {
      title: "not where an absent object may define it",
      text: pod("args: [$(HOST)]\nenvFrom: [{secretRef: {name: s}}]"),
      findings: [],
    },
    {
      title: "not what announces a Service",
      text: pod("args: [$(DB_SERVICE_HOST), $(KUBERNETES_SERVICE_PORT)]"),
      findings: [],
    },
    {
      title: "not a command: that is shell syntax",
      text: pod("args: [$(date), $(seq 1 3), '$(wget -qO- x)']"),
      findings: [
        "9:12-19 «$(date)» shell-syntax: $(date) is not expanded: command substitution needs a shell",
        "9:21-31 «$(seq 1 3)» shell-syntax: $(seq 1 3) is not expanded: command substitution needs a shell",
        "9:34-48 «$(wget -qO- x)» shell-syntax: $(wget -qO- x) is not expanded: command substitution needs a shell",
      ],
    },
    { title: "not in a shell's text", text: pod("command: [sh, -c, 'echo $(HOST) $USER ${HOME}']"), findings: [] },
    { title: "not what is escaped", text: pod("args: [$$(HOST)]"), findings: [] },
  ],
  "shell-syntax": [
    {
      title: "braces in block style",
      text: pod("env:\n- {name: HOST, value: db}\n- name: URL\n  value: http://${HOST}:80"),
      findings: ["12:21-28 «${HOST}» shell-syntax: ${HOST} is not expanded: no shell reads it; write $(HOST)"],
    },
    {
      title: "a bare name in double quotes",
      text: pod('env:\n- {name: HOST, value: db}\n- name: URL\n  value: "\\t$HOST/"'),
      findings: ["12:17-22 «$HOST» shell-syntax: $HOST is not expanded: no shell reads it; write $(HOST)"],
    },
    {
      title: "in args in flow style, after a wide character",
      text: pod("args: ['中${HOST}']\nenv:\n- {name: HOST, value: db}"),
      findings: ["9:14-21 «${HOST}» shell-syntax: ${HOST} is not expanded: no shell reads it; write $(HOST)"],
    },
    {
      title: "in a folded scalar with CR LF",
      text: pod("args:\n- >-\n  a\n  ${HOST}/b\nenv:\n- {name: HOST, value: db}").replaceAll("\n", "\r\n"),
      findings: ["12:7-14 «${HOST}» shell-syntax: ${HOST} is not expanded: no shell reads it; write $(HOST)"],
    },
    {
      title: "in JSON",
      text: jsonPod({ args: ["${HOST}:80"], env: [{ name: "HOST", value: "db" }] }),
      findings: ["3:11-18 «${HOST}» shell-syntax: ${HOST} is not expanded: no shell reads it; write $(HOST)"],
    },
    {
      title: "of the variable itself",
      text: pod("env:\n- name: LD_LIBRARY_PATH\n  value: ${LD_LIBRARY_PATH}:/lib"),
      findings: [
        "11:14-32 «${LD_LIBRARY_PATH}» shell-syntax: ${LD_LIBRARY_PATH} is not expanded: no shell reads it, and LD_LIBRARY_PATH of the image is not visible to Kubernetes",
      ],
    },
    {
      title: "a default, without showing it",
      text: pod("args: ['${HOST:-hunter2}:80']\nenv:\n- {name: HOST, value: db}"),
      findings: ["9:13-29 «${HOST:-hunter2}» shell-syntax: ${HOST…} is not expanded: no shell reads it; write $(HOST)"],
    },
    {
      title: "not as a whole value: other tools fill it in",
      text: pod("env:\n- {name: HOST, value: '${HOST}'}\n- {name: B, value: $HOST}"),
      findings: [],
    },
    { title: "not of a name that is not declared", text: pod("args: ['${HOME}/x', '^a$b']"), findings: [] },
    {
      title: "not in a script that is the value of a variable",
      text: pod(
        "env:\n- {name: HOST, value: db}\n- name: SCRIPT\n  value: |\n    #!/bin/sh\n    ip=$(getent hosts $HOST)\n    run http://${HOST}:80",
      ),
      findings: [],
    },
    {
      title: "not where a shell reads it",
      text: pod("command: [bash, -lc, 'run ${HOST} $HOST']\nenv:\n- {name: HOST, value: db}"),
      findings: [],
    },
  ],
  "malformed-reference": [
    {
      title: "without an end",
      text: pod("args: ['--host=$(HOST', b]\nenv:\n- {name: HOST, value: db}"),
      findings: ["9:20-26 «$(HOST» malformed-reference: $(HOST is not expanded: it has no closing parenthesis"],
    },
    {
      title: "with a default, which is not shown",
      text: pod("args:\n- --port=$(PORT:-hunter2)"),
      findings: [
        "10:14-30 «$(PORT:-hunter2)» malformed-reference: $(PORT…) is not expanded: Kubernetes has no default values",
      ],
    },
    {
      title: "in JSON",
      text: jsonPod({ args: ["中$(PORT:-80)"] }),
      findings: [
        "3:12-23 «$(PORT:-80)» malformed-reference: $(PORT…) is not expanded: Kubernetes has no default values",
      ],
    },
    {
      title: "in a folded scalar with CR LF",
      text: pod("env:\n- name: A\n  value: >-\n    x\n    $(PORT:-80) y").replaceAll("\n", "\r\n"),
      findings: [
        "13:9-20 «$(PORT:-80)» malformed-reference: $(PORT…) is not expanded: Kubernetes has no default values",
      ],
    },
    {
      title: "in flow style, in double quotes",
      text: pod('args: ["\\"$(HOST"]'),
      findings: ["9:15-21 «$(HOST» malformed-reference: $(HOST is not expanded: it has no closing parenthesis"],
    },
    { title: "not in a shell's text", text: pod("args: [sh, -c, 'echo $(date', '${A:-b}']"), findings: [] },
  ],
  "never-expanded": [
    {
      title: "in a lifecycle hook",
      text: pod(`${POD_NAME}lifecycle:\n  preStop:\n    exec:\n      command: [bye, $(POD)]`),
      findings: ["15:26-32 «$(POD)» never-expanded: $(POD) is not expanded: lifecycle hooks are never expanded"],
    },
    {
      title: "in subPath",
      text: pod(`${POD_NAME}volumeMounts:\n- name: logs\n  mountPath: /logs\n  subPath: "中/$(POD)"`, VOLUME),
      findings: ["15:19-25 «$(POD)» never-expanded: $(POD) is not expanded: subPath is never expanded; subPathExpr is"],
    },
    {
      title: "in httpGet",
      text: pod(`${POD_NAME}livenessProbe:\n  httpGet: {path: /$(POD), port: 80}`),
      findings: ["13:24-30 «$(POD)» never-expanded: $(POD) is not expanded: httpGet is never expanded"],
    },
    {
      title: "in workingDir with CR LF",
      text: pod(`${POD_NAME}workingDir: /srv/$(POD)`).replaceAll("\n", "\r\n"),
      findings: ["12:22-28 «$(POD)» never-expanded: $(POD) is not expanded: workingDir is never expanded"],
    },
    {
      title: "in JSON",
      text: jsonPod({ workingDir: "/$(A)", env: [{ name: "A", value: "a" }] }),
      findings: ["3:17-21 «$(A)» never-expanded: $(A) is not expanded: workingDir is never expanded"],
    },
    { title: "not of a name that is not declared", text: pod("workingDir: /srv/$(POD)"), findings: [] },
    {
      title: "not in subPathExpr",
      text: pod(`${POD_NAME}volumeMounts:\n- name: logs\n  mountPath: /logs\n  subPathExpr: $(POD)`, VOLUME),
      findings: [],
    },
  ],
  "probe-value": [
    {
      title: "of a variable with valueFrom",
      text: pod(`${POD_NAME}livenessProbe:\n  exec:\n    command: [check, '中 $(POD)']`),
      findings: ["14:29-35 «$(POD)» probe-value: $(POD) in a probe is empty: probes do not see the valueFrom of POD"],
    },
    {
      title: "of a variable whose value has references",
      text: pod(
        "env:\n- {name: A, value: a}\n- {name: B, value: b$(A)}\nreadinessProbe:\n  exec:\n    command:\n    - check\n    - >-\n      x\n      $(B)",
      ),
      findings: [
        "18:11-15 «$(B)» probe-value: $(B) in a probe is the literal value of B: probes do not expand the references in it",
      ],
    },
    {
      title: "in JSON",
      text: jsonPod({
        env: [{ name: "POD", valueFrom: { fieldRef: { fieldPath: "metadata.name" } } }],
        startupProbe: { exec: { command: ["$(POD)"] } },
      }),
      findings: ["4:38-44 «$(POD)» probe-value: $(POD) in a probe is empty: probes do not see the valueFrom of POD"],
    },
    {
      title: "not of a plain value",
      text: pod("env:\n- {name: A, value: a}\nlivenessProbe:\n  exec: {command: [check, $(A)]}"),
      findings: [],
    },
    {
      title: "not where a shell reads the variable",
      text: pod(`${POD_NAME}livenessProbe:\n  exec: {command: [sh, -c, check "$POD"]}`),
      findings: [],
    },
  ],
};

describe.each(Object.entries(CASES))("%s", (_, cases) => {
  test.each(cases)("$title", async ({ text, findings }) => {
    expect(await looked(text)).toEqual(findings);
  });
});
