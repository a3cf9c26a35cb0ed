/** The rules about what a container gets. */
import { describe, expect, test } from "vitest";
import { jsonPod, looked, pod } from "../looked.ts";

interface Case {
  readonly title: string;
  readonly text: string;
  readonly findings: readonly string[];
}

const CONFIG = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: c}\ndata: {HOST: db, PW: 'pa$word'}\n---\n";
const SECRET = "apiVersion: v1\nkind: Secret\nmetadata: {name: s}\nstringData: {TOKEN: marker-8713}\n---\n";
const SERVICE =
  "apiVersion: v1\nkind: Service\nmetadata: {name: api}\nspec: {clusterIP: 10.0.0.1, ports: [{port: 80}]}\n---\n";
const TOKEN = "env:\n- {name: TOKEN, valueFrom: {secretKeyRef: {name: s, key: TOKEN}}}\n";
const template = (key: string) =>
  `{apiVersion: template.openshift.io/v1, kind: Template, objects: [{apiVersion: v1, kind: Pod, metadata: {name: web}, spec: {containers: [{name: app, image: i, env: [{name: A, valueFrom: {configMapKeyRef: {name: c, key: "${key}"}}}]}]}}]}`;
const inList = (object: string) => `{apiVersion: v1, kind: List, items: [${object}]}`;
const large = (length: number) => "x".repeat(length);

const CASES: Readonly<Record<string, readonly Case[]>> = {
  "container-config-error": [
    {
      title: "a key that is not there",
      text: CONFIG + pod("env:\n- name: HOST\n  valueFrom: {configMapKeyRef: {name: c, key: HOTS}}"),
      findings: [
        "15:13-17 «HOST» container-config-error: container app will not start: couldn't find key HOTS in ConfigMap c",
      ],
    },
    {
      title: "in flow style with CR LF",
      text: (CONFIG + pod("env: [{name: A, valueFrom: {configMapKeyRef: {name: c, key: B}}}]")).replaceAll(
        "\n",
        "\r\n",
      ),
      findings: [
        "14:18-19 «A» container-config-error: container app will not start: couldn't find key B in ConfigMap c",
      ],
    },
    {
      title: "a path that leads out of the volume",
      text: pod(
        'volumeMounts:\n- {name: v, mountPath: /v, subPathExpr: "中$(A)"}',
        "  volumes: [{name: v, emptyDir: {}}]\n",
      ),
      findings: ['10:45-52 «"中$(A)"» container-config-error: container app will not start: missing value for A'],
    },
    {
      title: "in JSON",
      text: CONFIG + jsonPod({ env: [{ name: "A", valueFrom: { configMapKeyRef: { name: "c", key: "B" } } }] }),
      findings: [
        '8:17-20 «"A"» container-config-error: container app will not start: couldn\'t find key B in ConfigMap c',
      ],
    },
    {
      title: "not where the object may be elsewhere",
      text: pod("env:\n- {name: A, valueFrom: {configMapKeyRef: {name: c, key: B}}}"),
      findings: [],
    },
    {
      title: "not where the key is optional",
      text: CONFIG + pod("env:\n- {name: A, valueFrom: {configMapKeyRef: {name: c, key: B, optional: true}}}"),
      findings: [],
    },
    {
      title: "in a Template, which can be in a List",
      text: CONFIG + inList(template("HOTS")),
      findings: [
        "6:209-210 «A» container-config-error: container app will not start: couldn't find key HOTS in ConfigMap c",
      ],
    },
    {
      title: "not where the Secret is empty, because its values are not in the repository",
      text: `apiVersion: v1\nkind: Secret\nmetadata: {name: s}\ndata: {}\n---\n${pod(TOKEN)}`,
      findings: [],
    },
    {
      title: "not where a parameter of a Template is not filled in yet",
      text: `${CONFIG}${template("${KEY}")}\n---\n${inList(template("${KEY}"))}`,
      findings: [],
    },
  ],
  "invalid-manifest": [
    ...["$NAME-data", "'{{ .Values.name }}'", "a${NAME}"].map((name) => ({
      title: `not where another tool replaces the value: ${name}`,
      text: pod(`volumeMounts:\n- name: ${name}\n  mountPath: /data`),
      findings: [],
    })),
    ...[
      ["metadata.lables['app']", "field label does not support subscript", "metadata.labels['app']"],
      ["status.podIp", "field label not supported", "status.podIP"],
      ["metadata.nmae", "field label not supported", "metadata.name"],
    ].map(([wrong, reason, meant]) => ({
      title: `a misspelled field: ${wrong}`,
      text: pod(`env:\n- name: A\n  valueFrom: {fieldRef: {fieldPath: "${wrong}"}}`),
      findings: [
        `11:41-${43 + wrong!.length} «"${wrong}"» invalid-manifest: spec.containers[0].env[0].valueFrom.fieldRef.fieldPath: ` +
          `Invalid value: "${wrong}": error converting fieldPath: ${reason}: ${wrong}; did you mean ${meant}?`,
      ],
    })),
    {
      title: "an object without a name",
      text: pod("").replace("name: web", "nam: web"),
      findings: ["4:3-11 «nam: web» invalid-manifest: metadata.name: Required value: name or generateName is required"],
    },
    { title: "not a placeholder for a boolean", text: pod("", "  hostNetwork: HOST_NETWORK\n"), findings: [] },
    {
      title: "a volume that is not there",
      text: pod("volumeMounts:\n- name: 中data\n  mountPath: /data"),
      findings: ['10:13-18 «中data» invalid-manifest: spec.containers[0].volumeMounts[0].name: Not found: "中data"'],
    },
    {
      title: "a value of a wrong type",
      text: pod("env:\n- name: A\n  value: true"),
      findings: [
        "11:14-18 «true» invalid-manifest: spec.containers[0].env[0].value: expected a string, found a boolean; write it in quotes",
      ],
    },
    {
      title: "an object in place of a text, unless another tool replaces it",
      text: pod("env:\n- name: A\n  value:\n    a: 1\n- {name: B, value: {$concat: [a]}}"),
      findings: [
        "12:9-13 «a: 1» invalid-manifest: spec.containers[0].env[0].value: expected a string, found a mapping",
      ],
    },
    {
      title: "in flow style with CR LF",
      text: pod('env: [{name: A, value: "1"}, {name: B, value: 2}]').replaceAll("\n", "\r\n"),
      findings: [
        "9:51-52 «2» invalid-manifest: spec.containers[0].env[1].value: expected a string, found a number; write it in quotes",
      ],
    },
    {
      title: "in JSON",
      text: jsonPod({ env: [{ name: "A", value: 1 }] }),
      findings: [
        "3:29-30 «1» invalid-manifest: spec.containers[0].env[0].value: expected a string, found a number; write it in quotes",
      ],
    },
    {
      title: "a member of another object",
      text: "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: 5}\n",
      findings: ["3:18-19 «5» invalid-manifest: metadata.name: expected a string, found a number; write it in quotes"],
    },
    { title: "not what another tool fills in", text: pod("env:\n- name: A=${B}\n  value: x"), findings: [] },
    {
      title: "not what a test compares with",
      text: "apiVersion: v1\nkind: Pod\nmetadata: {name: a}\nspec: {containers: [{ready: true}]}\n",
      findings: [],
    },
    {
      title: "not what controllers of other APIs may add",
      text: "apiVersion: argoproj.io/v1alpha1\nkind: Rollout\nmetadata: {name: a}\nspec: {template: {spec: {containers: [{name: a, image: i, volumeMounts: [{name: v, mountPath: /v}]}]}}}\n",
      findings: [],
    },
  ],
  "duplicate-variable": [
    {
      title: "in block style",
      text: pod("env:\n- name: A\n  value: 1a\n- name: A\n  value: 2a"),
      findings: [
        "12:13-14 «A» duplicate-variable: A is declared twice in env: the last declaration takes effect, and server-side apply rejects it; the first is at line 10",
      ],
    },
    {
      title: "in flow style in quotes, with CR LF",
      text: pod("env: [{name: A, value: a}, {name: 'A', value: b}]").replaceAll("\n", "\r\n"),
      findings: [
        "9:39-42 «'A'» duplicate-variable: A is declared twice in env: the last declaration takes effect, and server-side apply rejects it; the first is at line 9",
      ],
    },
    {
      title: "three times in JSON",
      text: jsonPod({
        env: [
          { name: "A", value: "中" },
          { name: "A", value: "2" },
          { name: "A", value: "3" },
        ],
      }),
      findings: [
        '3:42-45 «"A"» duplicate-variable: A is declared twice in env: the last declaration takes effect, and server-side apply rejects it; the first is at line 3',
      ],
    },
    {
      title: "not in two containers",
      text: pod("env: [{name: A, value: a}]\n", "  - name: b\n    image: b\n    env: [{name: A, value: a}]\n"),
      findings: [],
    },
  ],
  "lost-dollar": [
    {
      title: "in block style",
      text: pod("env:\n- name: P\n  value: pa$$word"),
      findings: ["11:16-18 «$$» lost-dollar: $$ becomes a single $; write $$$$ if two are intended"],
    },
    {
      title: "in double quotes with escapes",
      text: pod(String.raw`env: [{name: P, value: "\x24$中"}]`),
      findings: ["9:29-34 «\\x24$» lost-dollar: $$ becomes a single $; write $$$$ if two are intended"],
    },
    {
      title: "in a folded scalar with CR LF",
      text: pod("env:\n- name: P\n  value: >-\n    a\n    b$$").replaceAll("\n", "\r\n"),
      findings: ["13:10-12 «$$» lost-dollar: $$ becomes a single $; write $$$$ if two are intended"],
    },
    {
      title: "in JSON",
      text: jsonPod({ env: [{ name: "P", value: "$$" }] }),
      findings: ["3:30-32 «$$» lost-dollar: $$ becomes a single $; write $$$$ if two are intended"],
    },
    {
      title: "not two of them, not before a parenthesis",
      text: pod("env:\n- {name: A, value: pa$$$$word}\n- {name: B, value: $$(A)}"),
      findings: [],
    },
    { title: "not in a command", text: pod("args: [a$$b]"), findings: [] },
    {
      title: "not what another variable gives",
      text:
        CONFIG +
        pod(
          "env:\n- {name: PW, valueFrom: {configMapKeyRef: {name: c, key: PW}}}\n- {name: URL, value: 'x:pa$$word@h'}",
        ),
      findings: [],
    },
    {
      title: "not what another variable gives several times, and what is next to it",
      text:
        CONFIG +
        pod(
          "env:\n- {name: PW, valueFrom: {configMapKeyRef: {name: c, key: PW}}}\n- {name: URL, value: 'pa$$word pa$$word $$ pa$$word'}",
        ),
      findings: ["16:45-47 «$$» lost-dollar: $$ becomes a single $; write $$$$ if two are intended"],
    },
  ],
  "secret-in-command": [
    {
      title: "in args in flow style",
      text: `${SECRET}${pod(`args: ["-t", "中$(TOKEN)"]\n${TOKEN}`)}`,
      findings: [
        "14:20-28 «$(TOKEN)» secret-in-command: $(TOKEN) in args exposes the value of a Secret in the process list",
      ],
    },
    {
      title: "by way of another variable, with CR LF",
      text: `${SECRET}${pod(`command:\n- run\n- $(B)\n${TOKEN}- {name: B, value: x$(TOKEN)}`)}`.replaceAll(
        "\n",
        "\r\n",
      ),
      findings: ["16:7-11 «$(B)» secret-in-command: $(B) in command exposes the value of a Secret in the process list"],
    },
    { title: "not in env", text: `${SECRET}${pod(`${TOKEN}- {name: B, value: x$(TOKEN)}`)}`, findings: [] },
    {
      title: "not of a ConfigMap",
      text: `${CONFIG}${pod("args: [$(HOST)]\nenvFrom: [{configMapRef: {name: c}}]")}`,
      findings: [],
    },
  ],
  "hidden-definition": [
    {
      title: "by an entry of env",
      text: CONFIG + pod("envFrom:\n- configMapRef: {name: c}\nenv:\n- name: HOST\n  value: 中"),
      findings: ["15:28-29 «c» hidden-definition: HOST of ConfigMap c is overridden by env, at line 17"],
    },
    {
      title: "by a later source, in flow style with CR LF",
      text: (SECRET + pod("envFrom: [{secretRef: {name: s}}, {secretRef: {name: s}}]")).replaceAll("\n", "\r\n"),
      findings: [
        "14:34-35 «s» hidden-definition: TOKEN of Secret s is overridden by a later source of envFrom, at line 14",
      ],
    },
    {
      title: "of a Service, in JSON",
      text: SERVICE + jsonPod({ env: [{ name: "API_PORT", value: "1" }] }),
      findings: ['8:17-27 «"API_PORT"» hidden-definition: API_PORT of Service api is overridden by env'],
    },
    {
      title: "not an entry of env: that is a duplicate",
      text: pod("env: [{name: A, value: a}, {name: A, value: b}]"),
      findings: [
        "9:39-40 «A» duplicate-variable: A is declared twice in env: the last declaration takes effect, and server-side apply rejects it; the first is at line 9",
      ],
    },
    {
      title: "not other names",
      text: CONFIG + pod("envFrom: [{configMapRef: {name: c}}]\nenv: [{name: PORT, value: '1'}]"),
      findings: [],
    },
  ],
  "environment-too-large": [
    {
      title: "one variable of 131,072 bytes",
      text: pod(`env:\n- name: A\n  value: ${large(131_070)}`),
      findings: ["10:13-14 «A» environment-too-large: A and its value have 131,072 bytes; Linux takes at most 131,071"],
    },
    {
      title: "characters of several bytes, in JSON",
      text: jsonPod({ env: [{ name: "A", value: "中".repeat(44_000) }] }),
      findings: [
        '3:17-20 «"A"» environment-too-large: A and its value have 132,002 bytes; Linux takes at most 131,071',
      ],
    },
    {
      title: "all of them",
      text: pod(
        `env:\n${Array.from({ length: 17 }, (_, i) => `- {name: A${i}, value: ${large(130_000)}}`).join("\n")}`,
      ),
      findings: [
        "7:11-14 «app» environment-too-large: the environment has 2,210,211 bytes; Linux takes at most 2,097,152",
      ],
    },
    {
      title: "variables that announce Services, in their namespace only, unless the pod does without",
      text: [
        pod("args: [a]"),
        pod("args: [b]").replace("name: web", "name: b\n  namespace: shop"),
        pod("args: [c]", "  enableServiceLinks: false\n").replace("name: web", "name: c\n  namespace: shop"),
        `apiVersion: v1\nkind: Service\nmetadata: {name: ${large(63)}, namespace: shop}\nspec: {clusterIP: 10.0.0.1, ports: [${Array.from({ length: 5000 }, (_, i) => `{name: p${i}, port: ${i + 1}}`)}]}\n`,
      ].join("---\n"),
      findings: [
        "18:11-14 «app» environment-too-large: the environment has 2,461,416 bytes (2,461,416 of them announce Services); " +
          "Linux takes at most 2,097,152",
      ],
    },
    {
      title: "not in a container that does not start",
      text: `kind: ConfigMap\nmetadata: {name: c}\n---\n${pod(`env:\n- {name: B, valueFrom: {configMapKeyRef: {name: c, key: k}}}\n- name: A\n  value: ${large(131_070)}`)}`,
      findings: [
        "13:14-15 «B» container-config-error: container app will not start: couldn't find key k in ConfigMap c",
      ],
    },
    { title: "not one of 131,071 bytes", text: pod(`env:\n- name: A\n  value: ${large(131_069)}`), findings: [] },
  ],
};

describe.each(Object.entries(CASES))("%s", (rule, cases) => {
  test.each(cases)("$title", async ({ text, findings }) => {
    const lines = await looked(text, ...(rule === "hidden-definition" ? ["--rule", `${rule}=note`] : []));
    expect(lines.map((line) => line.replace(/«(x|中){1000,}»/, "«…»"))).toEqual(findings);
  });
});

test("with --complete, absent objects are missing", async () => {
  const text = pod("args: [$(A)]\nenvFrom: [{configMapRef: {name: c, optional: true}}]");
  expect([await looked(text), await looked(text, "--complete")]).toEqual([
    [],
    ["9:12-16 «$(A)» undefined-reference: $(A) is not expanded: the variable is not defined"],
  ]);
});

test("messages do not contain values of Secrets", async () => {
  const text = `${SECRET}${pod(`args: [$(TOKEN), "$(TOKEN", $(TOKEN:-x)]\n${TOKEN}- {name: TOKEN, value: $(TOKEN)x}`)}`;
  expect(JSON.stringify(await looked(text))).not.toContain("marker");
});
