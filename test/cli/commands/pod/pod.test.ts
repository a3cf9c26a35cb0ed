import { existsSync, readdirSync, readFileSync, symlinkSync } from "node:fs";
import { stripVTControlCharacters } from "node:util";
import { describe, expect, test } from "vitest";
import { type Outcome, runInMemory } from "../../memory-io.ts";
import { TemporaryFolder } from "../../temporary.ts";

const folder = new TemporaryFolder();

/** Runs `varexpand pod -f -` on a manifest. */
function pod(stdin: string, ...args: string[]): Promise<Outcome> {
  return runInMemory(["pod", "-f", "-", ...args], { stdin });
}

const CONTAINERS = `containers:
- name: app
  env:
  - {name: A, value: "1"}
  - {name: B, value: $(A)2} # why
  args: ["$(B)", $(NONE)]
`;

function indented(text: string, by: number): string {
  return text.replace(/^(?=.)/gm, " ".repeat(by));
}

describe("every kind that has a pod", () => {
  test.each([
    ["v1", "Pod", "spec:\n", "spec"],
    ["v1", "PodTemplate", "template:\n spec:\n", "template.spec"],
    ["v1", "ReplicationController", "spec:\n template:\n  spec:\n", "spec.template.spec"],
    ["apps/v1", "Deployment", "spec:\n template:\n  spec:\n", "spec.template.spec"],
    ["extensions/v1beta1", "Deployment", "spec:\n template:\n  spec:\n", "spec.template.spec"],
    ["apps/v1", "ReplicaSet", "spec:\n template:\n  spec:\n", "spec.template.spec"],
    ["apps/v1", "StatefulSet", "spec:\n template:\n  spec:\n", "spec.template.spec"],
    ["apps/v1", "DaemonSet", "spec:\n template:\n  spec:\n", "spec.template.spec"],
    ["batch/v1", "Job", "spec:\n template:\n  spec:\n", "spec.template.spec"],
    [
      "batch/v1",
      "CronJob",
      "spec:\n jobTemplate:\n  spec:\n   template:\n    spec:\n",
      "spec.jobTemplate.spec.template.spec",
    ],
  ])("%s %s", async (apiVersion, kind, above, path) => {
    const text = `apiVersion: ${apiVersion}\nkind: ${kind}\nmetadata: {name: x, namespace: ns}\n${above}${indented(CONTAINERS, 8)}`;
    const line = text.split("\n").length - 1;
    expect(await pod(text, "--strict")).toEqual({
      code: 1,
      output: text.replace("$(A)2}", '"12"}').replace('"$(B)"', '"12"'),
      bytes: expect.anything(),
      messages: [
        `<stdin>:${line}:26: ${kind}/ns/x ${path}.containers{app}: Warning UnresolvedReference: ` +
          "$(NONE) is not expanded: the variable is not defined",
      ],
    });
  });

  test.each(["List", "PodList"])("a %s of them", async (kind) => {
    const item = kind === "List" ? "kind: Pod\n  " : "";
    const text = `kind: ${kind}\nitems:\n- ${item}metadata: {name: x}\n  spec:\n${indented(CONTAINERS, 4)}`;
    const { output, messages } = await pod(text);
    expect(output).toBe(text.replace("$(A)2}", '"12"}').replace('"$(B)"', '"12"'));
    expect(messages).toHaveLength(1);
    expect(messages[0]).toContain("Pod/x spec.containers{app}");
  });

  test("other kinds, and other groups' kinds of the same name, stay as they are", async () => {
    const text = ["apps/v1beta9x/Ingress", "example.com/v1/Deployment", "serving.knative.dev/v1/Service"]
      .map((name) => name.split("/"))
      .map(
        (parts) =>
          `apiVersion: ${parts.slice(0, -1).join("/")}\nkind: ${parts.at(-1)}\nspec: {template: {spec: $(A)}}\n`,
      )
      .join("---\n");
    expect(await pod(text)).toMatchObject({
      code: 0,
      output: text,
      messages: [
        "<stdin>: found no Pod or workload",
        "skipped 3 objects without a pod: 1 Ingress, 1 Deployment, 1 Service",
      ],
    });
  });

  test("init and ephemeral containers, probes and subPathExpr", async () => {
    const text = `kind: Pod
metadata: {name: x}
spec:
  volumes: [{name: v, emptyDir: {}}]
  initContainers:
  - name: init
    env: [{name: A, value: a}]
    args: [$(A)]
  containers:
  - name: app
    env: [{name: A, value: b}]
    volumeMounts: [{name: v, mountPath: /v, subPathExpr: $(A)/c}]
    livenessProbe: {exec: {command: [check, $(A)]}}
    lifecycle: {preStop: {exec: {command: [stop, $(A)]}}}
  ephemeralContainers:
  - name: debug
    env: [{name: A, value: c}]
    command: [$(A)]
`;
    const expected = text
      .replace("args: [$(A)]", "args: [a]")
      .replace("$(A)/c", "b/c")
      .replace("[check, $(A)]", "[check, b]")
      .replace("command: [$(A)]", "command: [c]");
    expect(await pod(text, "--strict")).toMatchObject({ code: 0, output: expected, messages: [] });
  });
});

describe("objects that pods refer to", () => {
  const refersTo = (env: string) => `kind: Pod
metadata: {name: x, namespace: ns}
spec:
  containers:
  - name: app
    env:
${indented(env, 4)}    args: [$(V)]
`;
  const argsOf = async (text: string, ...args: string[]) => {
    const { output, messages } = await pod(text, "-o", "json", ...args);
    const value = JSON.parse(output);
    const items = value.kind === "List" ? value.items : [value];
    return { args: items.find((item: { kind: string }) => item.kind === "Pod").spec.containers[0].args, messages };
  };

  test("services of its namespace in the same stream; of another file with --complete", async () => {
    const service =
      "kind: Service\nmetadata: {name: db, namespace: ns}\nspec: {clusterIP: 10.0.0.1, ports: [{port: 80}]}\n";
    const text = refersTo("- {name: V, value: $(DB_SERVICE_HOST):$(DB_SERVICE_PORT)}\n");
    expect(await argsOf(`${service}---\n${text}`)).toEqual({ args: ["10.0.0.1:80"], messages: [] });
    const file = folder.file("service.yaml", service);
    expect((await argsOf(text, "-f", file)).messages).toEqual([
      `<stdin>:7:24: Pod/ns/x: $(DB_SERVICE_HOST): unknown: needs Service ns/db (in ${file})`,
    ]);
    expect(await argsOf(text, "--complete", "-f", file)).toEqual({ args: ["10.0.0.1:80"], messages: [] });
    const elsewhere = `${service.replace("namespace: ns", "namespace: other")}---\n${text}`;
    expect((await argsOf(elsewhere)).messages).toEqual([
      "<stdin>:11:24: Pod/ns/x: $(DB_SERVICE_HOST): unknown: needs Service ns/db (add it with -f)",
    ]);
    expect((await argsOf(elsewhere, "--complete")).messages).toHaveLength(2);
  });

  test("ConfigMaps and Secrets", async () => {
    const objects = `kind: ConfigMap
metadata: {name: c, namespace: ns}
data: {k: "1"}
---
kind: Secret
metadata: {name: s, namespace: ns}
data: {k: Mg==}
---
`;
    const text = refersTo(`- name: C
  valueFrom: {configMapKeyRef: {name: c, key: k}}
- name: S
  valueFrom: {secretKeyRef: {name: s, key: k}}
- {name: V, value: $(C)$(S)}
`);
    expect(await argsOf(objects + text)).toEqual({ args: ["12"], messages: [] });
    expect(await argsOf(text)).toEqual({
      args: ["$(V)"],
      messages: [
        "<stdin>:7:7: Pod/ns/x: spec.containers[0].env[0] (C): unknown: needs ConfigMap ns/c (add it with -f)",
        "<stdin>:9:7: Pod/ns/x: spec.containers[0].env[1] (S): unknown: needs Secret ns/s (add it with -f)",
        "2 sources are not in the input: ConfigMap ns/c (1 name), Secret ns/s (1 name)",
      ],
    });
  });

  test("an entry that can set many variables has no name", async () => {
    const { messages } = await pod(
      "kind: Pod\nmetadata: {name: x}\nspec: {containers: [{name: a, envFrom: [{configMapRef: {name: c}}]}]}",
    );
    expect(messages).toEqual([
      "<stdin>:3:41: Pod/x: spec.containers[0].envFrom[0]: unknown: needs ConfigMap c (add it with -f)",
    ]);
  });

  test("the node and the pod's addresses, from options", async () => {
    const text = refersTo(`- {name: I, valueFrom: {fieldRef: {fieldPath: status.podIPs}}}
- {name: H, valueFrom: {fieldRef: {fieldPath: status.hostIPs}}}
- {name: NODE, valueFrom: {fieldRef: {fieldPath: spec.nodeName}}}
- {name: L, valueFrom: {resourceFieldRef: {resource: limits.cpu}}}
- {name: V, value: $(I) $(H) $(NODE) $(L)}
`);
    const node = folder.file(
      "node.yaml",
      `kind: Node
metadata: {name: worker}
status:
  allocatable: {cpu: "4"}
  addresses:
  - {type: Hostname, address: worker}
  - {type: ExternalIP, address: 1.2.3.4}
  - {type: InternalIP, address: 10.0.0.1}
  - {type: InternalIP, address: 10.0.0.2}
  - {type: ExternalIP, address: "fd00::1"}
`,
    );
    expect(await argsOf(text, "--node", node, "--pod-ip", "10.1.0.1", "--pod-ip", "fd00::2")).toEqual({
      args: ["10.1.0.1,fd00::2 10.0.0.1,fd00::1 worker 4"],
      messages: [],
    });
    const { args, messages } = await argsOf(text);
    expect(args).toEqual(["$(V)"]);
    expect(messages.map((line) => line.replace(/.*unknown: needs /, ""))).toEqual([
      "the pod's IP addresses (set --pod-ip IP)",
      "the node's IP addresses (set --node FILE)",
      "the node's name (set --node FILE)",
      "the node's allocatable resources (set --node FILE)",
    ]);
  });

  test("a node of the stream, by its name", async () => {
    const text = refersTo("- {name: V, valueFrom: {fieldRef: {fieldPath: status.hostIP}}}\n");
    const placed = text.replace("spec:", "spec:\n  nodeName: b");
    const nodes = ["a", "b"].map(
      (name, i) =>
        `kind: Node\nmetadata: {name: ${name}}\nstatus: {addresses: [{type: InternalIP, address: 10.0.0.${i}}]}\n---\n`,
    );
    expect(await argsOf(nodes.join("") + placed)).toEqual({ args: ["10.0.0.1"], messages: [] });
  });

  test("reads a volume's files from a folder, and does not follow links out of it", async () => {
    const text = refersTo("- {name: V, valueFrom: {fileKeyRef: {volumeName: v, path: sub/app.env, key: K}}}\n").replace(
      "spec:",
      "spec:\n  volumes: [{name: v, emptyDir: {}}]",
    );
    folder.file("volume/app.env", "K='from the file'\n");
    folder.file("app.env", "K='from outside'\n");
    symlinkSync("..", folder.at("volume/sub"));
    expect(await argsOf(text, "--volume", `v=${folder.at("volume")}`)).toEqual({
      args: ["from the file"],
      messages: [],
    });
    expect((await argsOf(text)).messages).toEqual([
      '<stdin>:8:7: Pod/ns/x: spec.containers[0].env[0] (V): unknown: needs the files of volume "v" (set --volume NAME=DIR)',
    ]);
  });
});

describe("outputs", () => {
  const text = `# a comment
kind: Pod
metadata: {name: x}
spec:
  containers:
  - name: one
    env:
    - {name: A, value: it's}
    - {name: B, value: "$(A)\\n2"}
    - name: IP
      valueFrom: {fieldRef: {fieldPath: status.podIP}}
    command: [run, $(A)]
  - name: two
    env:
    - name: C
      valueFrom: {configMapKeyRef: {name: c, key: gone, optional: true}}
---
kind: ConfigMap
metadata: {name: c}
`;

  test("env: a shell's assignments", async () => {
    expect((await pod(text, "-o", "env")).output).toBe(`# Pod/x, container one
A='it'\\''s'
B='it'\\''s
2'
# IP is unknown: needs the pod's IP addresses (set --pod-ip IP)

# Pod/x, container two
`);
  });

  test("table: for reading, with sources and places", async () => {
    expect((await pod(text, "-o", "table")).output).toBe(`Pod/x, container one
  NAME  VALUE                                                    FROM                   AT
  A     it's                                                     value                  <stdin>:8:7
  B     it's\\n2                                                  value                  <stdin>:9:7
  IP    unknown: needs the pod's IP addresses (set --pod-ip IP)  fieldRef status.podIP  <stdin>:10:7
  command: ["run","it's"]

Pod/x, container two
  NAME  VALUE                FROM                    AT
  C     (optional, missing)  configMapKeyRef c gone  <stdin>:15:7
`);
  });

  test("json: one object, or a List of them", async () => {
    const { output } = await pod(text, "-o", "json");
    const { items, ...list } = JSON.parse(output);
    expect(list).toEqual({ apiVersion: "v1", kind: "List" });
    expect(items.map((item: { kind: string }) => item.kind)).toEqual(["Pod", "ConfigMap"]);
    expect(items[0].spec.containers[0].command).toEqual(["run", "it's"]);
    const single = await pod(text.slice(0, text.indexOf("---")), "-o", "json");
    expect(JSON.parse(single.output).kind).toBe("Pod");
  });

  test("yaml: several files become one stream, and JSON stays JSON", async () => {
    const a = folder.file("a.yaml", "kind: A\nb: 1");
    const b = folder.file("b.json", '{"kind": "Pod", "spec": {"containers": [{"name": "x", "args": ["$$(A)"]}]}}\n');
    const c = folder.file("c.yaml", "--- # c\nkind: C\n");
    expect((await runInMemory(["pod", "-f", a, "-f", b, "-f", c])).output).toBe(
      'kind: A\nb: 1\n---\n{"kind": "Pod", "spec": {"containers": [{"name": "x", "args": ["$$(A)"]}]}}\n--- # c\nkind: C\n',
    );
  });

  test("yaml: an empty file is an empty document", async () => {
    const empty = folder.file("empty.yaml", "");
    const other = folder.file("other.yaml", "kind: A");
    const args = ["pod", "-f", empty, "-f", other, "-f", empty, "-f", empty, "-f", other];
    expect((await runInMemory(args)).output).toBe("\n---\nkind: A\n---\n---\n---\nkind: A");
  });

  test("shows that a container does not start", async () => {
    const broken = `kind: Pod
metadata: {name: x}
spec: {containers: [{name: a, envFrom: [{configMapRef: {name: c}}]}]}
---
kind: ConfigMap
metadata: {name: other}
`;
    const message = 'configmap "c" not found';
    expect((await pod(broken, "-o", "env", "--complete")).output).toBe(
      `# Pod/x, container a\n# does not start: ${message}\n`,
    );
    const { code, output, messages } = await pod(broken, "-o", "table", "--strict", "--complete");
    expect(code).toBe(1);
    expect(output).toBe(`Pod/x, container a\n  does not start: CreateContainerConfigError: ${message}\n`);
    expect(messages).toEqual([
      `<stdin>:3:41: Pod/x spec.containers{a}: Warning Failed: Error: ${message}`,
      "1 pod, 1 container: 1 finding; --wide shows everything in full",
    ]);
  });

  test("colors are optional", async () => {
    const colored = await runInMemory(["pod", "-f", "-", "-o", "table"], { stdin: text, colors: true });
    expect(colored.output).toContain("\u001b[1mPod/x, container one\u001b[22m\n");
    expect(stripVTControlCharacters(colored.output)).toBe((await pod(text, "-o", "table")).output);
  });
});

describe("events", () => {
  const manyReferences = (names: string[]) =>
    `apiVersion: v1\nkind: Pod\nmetadata: {name: x, namespace: ns, uid: u}\nspec:\n  containers:\n  - name: a\n    args:\n${names.map((name) => `    - $(${name})\n`).join("")}`;

  test("are written as v1 Events, all of them or none", async () => {
    const file = folder.at("events/out.jsonl");
    folder.file("events/other", "");
    const { code, messages } = await pod(manyReferences(["A", "A", "B"]), "--events", file);
    expect(code).toBe(0);
    expect(messages).toEqual([
      "<stdin>:8:7: Pod/ns/x spec.containers{a}: Warning UnresolvedReference: $(A) is not expanded: the variable is not defined; 1 more of this, at <stdin>:9:7",
      "<stdin>:10:7: Pod/ns/x spec.containers{a}: Warning UnresolvedReference: $(B) is not expanded: the variable is not defined",
    ]);
    const events = readFileSync(file, "utf8")
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(events).toHaveLength(2);
    expect(events[0]).toMatchObject({
      apiVersion: "v1",
      kind: "Event",
      metadata: { namespace: "ns" },
      involvedObject: {
        apiVersion: "v1",
        kind: "Pod",
        namespace: "ns",
        name: "x",
        uid: "u",
        fieldPath: "spec.containers{a}",
      },
      type: "Warning",
      reason: "UnresolvedReference",
      count: 2,
    });
    expect(readdirSync(folder.at("events")).sort()).toEqual(["other", "out.jsonl"]);
    const { code: failed, output } = await pod(manyReferences(["A"]), "--events", folder.at("none/out"));
    expect({ failed, output }).toEqual({ failed: 2, output: "" });
  });

  test("the same finding in many places is one line, unless --all is given", async () => {
    const text = "$(A) is not expanded: the variable is not defined";
    const line = (at: number) => `<stdin>:${at}:7: Pod/ns/x spec.containers{a}: Warning UnresolvedReference: ${text}`;
    const same = manyReferences(Array(500).fill("A"));
    expect((await pod(same)).messages).toEqual([`${line(8)}; 499 more of this, at <stdin>:9:7, <stdin>:10:7, ...`]);
    expect((await pod(same, "--all")).messages).toEqual(Array.from({ length: 500 }, (_, i) => line(i + 8)));
    const different = manyReferences(Array.from({ length: 500 }, (_, i) => `A${i}`));
    const { messages } = await pod(different);
    expect(messages).toHaveLength(101);
    expect(messages[100]).toBe("400 more findings; --all lists all");
    expect((await pod(different, "--all")).messages).toHaveLength(500);
  });

  test("the same finding in many pods is one line, the line of a later declaration apart", async () => {
    const one = (i: number) => `kind: Pod
metadata: {name: x${i}}
spec:
  containers:
  - name: a
    env:
    - {name: A, value: "$(B)"}
    - {name: B, value: "b"}
`;
    const many = Array.from({ length: 1000 }, (_, i) => one(i)).join("---\n");
    const { code, messages } = await pod(many, "--strict");
    expect(code).toBe(1);
    expect(messages).toEqual([
      "<stdin>:7:25: Pod/x0 spec.containers{a}: Warning UnresolvedReference: $(B) is not expanded: the variable is " +
        "declared later at line 8; 999 more of this, at <stdin>:16:25, <stdin>:25:25, ...",
    ]);
  });

  test("an undefined name comes with the closest one", async () => {
    const spec = '{containers: [{name: a, env: [{name: DB_PASSWORD, value: x}], args: ["$(DB_PASWORD)", "$(OTHER)"]}]}';
    const { messages } = await pod(`kind: Pod\nmetadata: {name: x}\nspec: ${spec}\n`);
    expect(messages.map((line) => line.replace(/.*is not expanded: /, ""))).toEqual([
      "the variable is not defined; did you mean DB_PASSWORD?",
      "the variable is not defined",
    ]);
  });

  test("a reference that a shell reads is an event of the API but not a finding", async () => {
    const file = folder.at("shell.jsonl");
    const spec = '{containers: [{name: a, command: [sh, -c, "echo $(date)"]}]}';
    const args = ["--strict", "--events", file];
    const { code, messages } = await pod(`kind: Pod\nmetadata: {name: x}\nspec: ${spec}\n`, ...args);
    expect({ code, messages }).toEqual({ code: 0, messages: [] });
    expect(JSON.parse(readFileSync(file, "utf8"))).toMatchObject({
      reason: "UnresolvedReference",
      message: "$(date) is not expanded: no variable has the name, and a shell reads the text",
    });
  });

  test("names with control characters stay on their line", async () => {
    const { messages } = await pod('kind: Pod\nspec: {containers: [{name: a, args: ["$(\\n\\e[31m)"]}]}');
    expect(messages).toEqual([expect.stringContaining("$(\\n\\u001b[31m) is not expanded")]);
  });
});

describe("errors and their places", () => {
  test.each([
    ["a: [1\n", "<stdin>:2:1: the text ends before a [ or { is closed"],
    ["kind: Pod\n---\n- a\n", "<stdin>:3:1: a Kubernetes object is a mapping, not a list"],
    ["text", "<stdin>:1:1: a Kubernetes object is a mapping, not a string"],
    ["a: 1\n", "<stdin>:1:1: the object has no kind"],
    ["kind: List\nitems:\n- 1\n", "<stdin>:3:3: a Kubernetes object is a mapping, not a number"],
    ["kind: Deployment\nspec: {template: []}\n", "<stdin>:2:18: spec.template: expected a mapping, found a list"],
    ["kind: Deployment\nmetadata: {name: 1}\n", "<stdin>:2:18: metadata.name: expected a string, found a number"],
    ["kind: Service\nspec: {ports: [http]}\n", "<stdin>:2:16: spec.ports[0]: expected a mapping, found a string"],
    ["kind: ConfigMap\ndata: text\n", "<stdin>:2:7: data: expected a mapping, found a string"],
  ])("%j", async (text, message) => {
    expect(await pod(text)).toMatchObject({ code: 2, output: "", messages: [`varexpand: ${message}`] });
  });

  test("a duplicate key is a warning with both places, and the last value is used", async () => {
    const text = `kind: Pod
metadata: {name: a}
spec:
  containers:
  - name: a
    image: i
    args: [$(X)]
    env: [{name: X, value: old, value: new}]
kind: Pod
`;
    const { code, output, messages } = await pod(text);
    expect(code).toBe(0);
    expect(output).toContain("args: [new]");
    expect(messages).toEqual([
      '<stdin>:8:33: warning: duplicate key "value"; this value is used, not the one at <stdin>:8:21',
      '<stdin>:9:1: warning: duplicate key "kind"; this value is used, not the one at <stdin>:1:1',
    ]);
  });

  test("null is an empty string where a list or a map has strings", async () => {
    const text = `kind: ConfigMap
metadata: {name: c}
data: {A: null}
---
kind: Pod
metadata: {name: a}
spec:
  containers:
  - name: a
    image: i
    args: [~, "$(A)b", null]
    envFrom: [{configMapRef: {name: c}}]
`;
    const { code, output, messages } = await pod(text);
    expect({ code, messages }).toEqual({ code: 0, messages: [] });
    expect(output).toContain('args: [~, "b", null]');
  });

  test("many duplicate keys are counted", async () => {
    const keys = Array.from({ length: 110 }, (_, i) => `k${i}: 1\n`).join("");
    const { messages } = await pod(`kind: ConfigMap\n${keys}${keys}`);
    expect(messages.filter((line) => line.includes("warning: duplicate key"))).toHaveLength(100);
    expect(messages).toContain("10 more duplicate keys; --all lists all");
  });

  test("all problems of all pods, with their paths", async () => {
    const text = `kind: Pod
metadata: {name: x}
spec:
  containers:
  - name: a
    env:
    - value: secret
    - {name: A, value: on}
    args: [1]
---
kind: Deployment
metadata: {name: x}
spec:
  template:
    spec:
      containers: {}
`;
    const { code, output, messages } = await pod(text, "--events", folder.at("not-written"));
    expect({ code, output, messages }).toEqual({
      code: 2,
      output: "",
      messages: [
        "varexpand: <stdin>:8:24: Pod/x: spec.containers[0].env[1].value: expected a string, found a boolean",
        "varexpand: <stdin>:9:12: Pod/x: spec.containers[0].args[0]: expected a string, found a number",
        "varexpand: <stdin>:7:7: Pod/x: spec.containers[0].env[0].name: Required value",
        "varexpand: <stdin>:16:19: Deployment/x: spec.template.spec.containers: expected a list, found a mapping",
      ],
    });
    expect(existsSync(folder.at("not-written"))).toBe(false);
  });

  test.each([
    [["pod"], "varexpand pod: nothing to read; name files or directories, or pipe them in (see varexpand pod --help)"],
    [["pod", "x.yaml"], "varexpand: x.yaml: no such file or directory"],
    [["pod", "-f", "-", "-f", "-"], "varexpand: <stdin>: standard input can be read only once"],
    [
      ["pod", "-f", "-", "--events", "-"],
      "varexpand pod: --events -: not a file; events cannot go to standard output (see varexpand pod --help)",
    ],
    [["pod", "-f", "/no/such"], "varexpand: /no/such: no such file or directory"],
    [
      ["pod", "-f", "-", "--pod-ip", "1.2.3"],
      "varexpand pod: --pod-ip 1.2.3: not an IP address (see varexpand pod --help)",
    ],
    [
      ["pod", "-f", "-", "--volume", "x"],
      "varexpand pod: --volume x: write --volume NAME=DIR (see varexpand pod --help)",
    ],
    [["pod", "-f", "-", "--volume", "x=/no/such"], "varexpand: /no/such: no such file or directory"],
    [["pod", "-f", "-", "--volume", "x=/dev/null"], "varexpand: /dev/null: not a directory"],
    [["pod", "-f", "-", "--node", "/dev/null"], "varexpand: /dev/null: the file must contain exactly one Node, not 0"],
  ])("%j", async (args, message) => {
    expect(await runInMemory(args, { stdin: "kind: Pod\n", streams: {} })).toMatchObject({
      code: 2,
      output: "",
      messages: [message],
    });
  });

  test("references that double end at a limit before memory runs out", async () => {
    const env = Array.from(
      { length: 64 },
      (_, i) => `   - {name: A${i}, value: "${i === 0 ? "x" : `$(A${i - 1})$(A${i - 1})`}"}\n`,
    );
    const { code, messages } = await pod(
      `kind: Pod\nmetadata: {name: x}\nspec:\n containers:\n - name: a\n   env:\n${env.join("")}`,
    );
    expect(code).toBe(2);
    expect(messages).toEqual([
      expect.stringMatching(/^varexpand: <stdin>:\d+:\d+: Pod\/x: .* expand to more than \d+ characters$/),
    ]);
  });
});

describe("options set the limits", () => {
  test("of documents", async () => {
    const text = `kind: A\nb: ${"x".repeat(100)}\n`;
    expect(await pod(text, "--document-limit", "50")).toMatchObject({
      code: 2,
      output: "",
      messages: ["varexpand: <stdin>:1:1: the document has more than 50 bytes; raise the limit with --document-limit"],
    });
    expect(await pod(text, "--document-limit", "200")).toMatchObject({ code: 0, output: text });
  });

  test("of expansion", async () => {
    const text = "kind: Pod\nspec: {containers: [{name: a, env: [{name: A, value: abc}], args: [$(A)$(A)]}]}\n";
    const { code, messages } = await pod(text, "--expansion-limit", "5");
    expect({ code, messages }).toEqual({
      code: 2,
      messages: [expect.stringContaining("the pod's references expand to more than 5 characters")],
    });
    expect((await pod(text, "--expansion-limit", "6")).code).toBe(0);
  });

  test.each(["", "0", "-1", "+100", "1.5", "1e3", "0x100", "100 ", " 100", "x", "9007199254740992", "9".repeat(400)])(
    "a limit is a whole number: %j",
    async (limit) => {
      const shown = limit.length > 200 ? `${limit.slice(0, 200)}...` : limit;
      for (const option of ["--document-limit", "--expansion-limit"]) {
        expect(await pod("kind: A\n", `${option}=${limit}`)).toMatchObject({
          code: 2,
          output: "",
          messages: [`varexpand pod: ${option} ${shown}: not a positive whole number (see varexpand pod --help)`],
        });
      }
    },
  );

  test.each(["100", "0100", "9007199254740991"])("a limit of %s", async (limit) => {
    for (const option of ["--document-limit", "--expansion-limit"]) {
      expect((await pod("kind: A\n", `${option}=${limit}`)).code).toBe(0);
    }
  });
});
