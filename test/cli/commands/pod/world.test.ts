/** What is not in the input is unknown, and named with what would settle it; `--complete` makes it missing. */
import { describe, expect, test } from "vitest";
import { runInMemory } from "../../memory-io.ts";
import { TemporaryFolder } from "../../temporary.ts";

const folder = new TemporaryFolder();
const pod = (stdin: string, ...args: string[]) => runInMemory(["pod", "-f", "-", ...args], { stdin });

/** One Secret is here, and others are made by something else. */
const INSTALL = `apiVersion: v1
kind: Secret
metadata: {name: here, namespace: argo}
stringData: {token: t}
---
apiVersion: apps/v1
kind: Deployment
metadata: {name: server, namespace: argo}
spec:
  template:
    spec:
      containers:
      - name: server
        image: server
        args: ["--redis=$(REDIS)", "--token=$(TOKEN)", "--typo=$(TOKEN )"]
        env:
        - {name: TOKEN, valueFrom: {secretKeyRef: {name: here, key: token}}}
        - {name: REDIS, valueFrom: {secretKeyRef: {name: made-later, key: auth}}}
`;

describe.each(["design", "kubelet"])("%s", (profile) => {
  test("an absent object is unknown, even if there are others of its kind, and is not a finding", async () => {
    const text = INSTALL.replace(', "--typo=$(TOKEN )"', "");
    const { code, output, messages } = await pod(text, "--strict", "--profile", profile);
    expect(code).toBe(0);
    expect(output).toBe(text.replace("$(TOKEN)", "t"));
    expect(messages).toEqual([
      "<stdin>:18:11: Deployment/argo/server: spec.template.spec.containers[0].env[1] (REDIS): " +
        "unknown: needs Secret argo/made-later (add it with -f)",
    ]);
  });

  test("the table shows every container, and each reference with its place and reason", async () => {
    const { code, output } = await pod(INSTALL, "--strict", "-o", "table", "--profile", profile);
    expect(code).toBe(1);
    expect(output).toBe(`Deployment/argo/server, container server
  NAME   VALUE                                                   FROM                               AT
  TOKEN  ***                                                     secretKeyRef argo/here token       <stdin>:17:11
  REDIS  unknown: needs Secret argo/made-later (add it with -f)  secretKeyRef argo/made-later auth  <stdin>:18:11
  args: ["--redis=$(REDIS)","***","--typo=$(TOKEN )"]
  <stdin>:15:25: $(REDIS): unknown: needs Secret argo/made-later (add it with -f)
  <stdin>:15:64: $(TOKEN ): the variable is not defined; did you mean TOKEN?
`);
  });

  test("--complete: the container does not start", async () => {
    const { code, messages } = await pod(INSTALL, "--strict", "--complete", "--profile", profile);
    expect({ code, messages }).toEqual({
      code: 1,
      messages: [
        "<stdin>:18:11: Deployment/argo/server spec.template.spec.containers{server}: Warning Failed: " +
          'Error: secret "made-later" not found',
      ],
    });
  });
});

test("prints one line for each unknown, even if many values depend on it", async () => {
  const one = (i: number) => `kind: Pod
metadata: {name: p${i}, namespace: ns}
spec: {containers: [{name: a, env: [{name: NODE, valueFrom: {fieldRef: {fieldPath: spec.nodeName}}}]}]}
`;
  const same = await pod(Array.from({ length: 20 }, (_, i) => one(i)).join("---\n"));
  expect(same.messages).toEqual([
    "<stdin>:3:37: Pod/ns/p0: spec.containers[0].env[0] (NODE): unknown: needs the node's name (set --node FILE); " +
      "19 more of this, at <stdin>:7:37, <stdin>:11:37, ...",
  ]);
  const distinct = await pod(
    Array.from({ length: 130 }, (_, i) =>
      one(i).replace("fieldRef: {fieldPath: spec.nodeName}", `secretKeyRef: {name: s${i}, key: k}`),
    ).join("---\n"),
  );
  expect(distinct.messages).toHaveLength(102);
  expect(distinct.messages.at(-2)).toBe("30 more unknown; --all lists all");
});

test("reports the position of a reference that is not expanded, in every scalar style", async () => {
  const text = `kind: Pod
metadata: {name: x, namespace: ns}
spec:
  containers:
  - name: a
    args:
    - plain $(A)
    - "double \\x24(B)"
    - 'single '' $(C)'
    - |
      block
        $(D) and $(E)
    - >-
      folded
      $(F)
    - $$(G) $(G)
`;
  const { output } = await pod(text, "-o", "table");
  const places = output.split("\n").flatMap((line) => /<stdin>:(\d+:\d+): \$\((\w)\)/.exec(line)?.slice(1) ?? []);
  expect(places).toEqual(["7:13", "A", "8:15", "B", "9:18", "C", "12:9", "D", "12:18", "E", "15:7", "F", "16:13", "G"]);
  const { messages } = await pod(text);
  expect(messages[0]).toMatch(/^<stdin>:7:13: Pod\/ns\/x spec.containers\{a\}: .*\$\(A\) is not expanded/);
});

test("a reference to a variable that is declared later names the line", async () => {
  const text = `kind: Pod
metadata: {name: x, namespace: ns}
spec:
  containers:
  - name: a
    env:
    - {name: A, value: "-$(B)"}
    - {name: B, value: "$(B)"}
`;
  const { code, messages } = await pod(text, "--strict");
  const event = "Pod/ns/x spec.containers{a}: Warning UnresolvedReference:";
  expect({ code, messages }).toEqual({
    code: 1,
    messages: [
      `<stdin>:7:26: ${event} $(B) is not expanded: the variable is declared later at line 8`,
      `<stdin>:8:25: ${event} $(B) is not expanded: the variable refers to itself before it is set`,
    ],
  });
});

test("an Indexed Job's index is valid in args, and not in env", async () => {
  const text = `apiVersion: batch/v1
kind: Job
metadata: {name: x, namespace: ns}
spec:
  completionMode: Indexed
  template:
    spec:
      containers:
      - name: a
        args: [$(JOB_COMPLETION_INDEX)]
        env:
        - {name: A, value: $(JOB_COMPLETION_INDEX)}
`;
  const { code, output, messages } = await pod(text.replace("value: $(JOB_COMPLETION_INDEX)", "value: x"), "--strict");
  expect({ code, output }).toEqual({ code: 0, output: text.replace("value: $(JOB_COMPLETION_INDEX)", "value: x") });
  expect(messages).toHaveLength(1);
  const early = await pod(text, "--strict");
  expect(early.code).toBe(1);
  expect(early.messages.at(-1)).toContain(
    "<stdin>:12:28: Job/ns/x spec.template.spec.containers{a}: Warning UnresolvedReference: " +
      "$(JOB_COMPLETION_INDEX) is not expanded: the variable is declared later by the Job controller",
  );
});

describe("-n", () => {
  const text = `kind: Deployment
metadata: {name: x}
spec:
  template:
    metadata: {name: not-the-pods, namespace: not-the-pods}
    spec:
      containers:
      - name: a
        args: [$(NS), $(K), $(NAME), $(DB_SERVICE_PORT)]
        env:
        - {name: NS, valueFrom: {fieldRef: {fieldPath: metadata.namespace}}}
        - {name: K, valueFrom: {configMapKeyRef: {name: c, key: k}}}
        - {name: NAME, valueFrom: {fieldRef: {fieldPath: metadata.name}}}
`;
  const others = `---
kind: ConfigMap
metadata: {name: c, namespace: prod}
data: {k: v}
---
kind: Service
metadata: {name: db}
spec: {clusterIP: 10.0.0.1, ports: [{port: 5}]}
`;
  const argsOf = (output: string) =>
    output
      .split("\n")
      .find((line) => line.includes("args:"))
      ?.trim();

  test("without it, the namespace is unknown", async () => {
    const { code, output, messages } = await pod(text + others, "--strict");
    expect({ code, args: argsOf(output) }).toEqual({ code: 0, args: 'args: [$(NS), $(K), $(NAME), "5"]' });
    expect(messages).toEqual([
      "<stdin>:11:11: Deployment/x: spec.template.spec.containers[0].env[0] (NS): " +
        "unknown: needs the pod's namespace (set -n NAMESPACE); 1 more of this, at <stdin>:12:11",
      "<stdin>:13:11: Deployment/x: spec.template.spec.containers[0].env[2] (NAME): unknown: needs the pod's name",
    ]);
  });

  test("applies only to objects without a namespace of their own", async () => {
    for (const option of ["-n", "--namespace"]) {
      const { output } = await pod(text + others, option, "prod");
      expect(argsOf(output)).toBe('args: [prod, v, $(NAME), "5"]');
      const other = await pod(text + others, option, "dev");
      expect(argsOf(other.output)).toBe('args: [dev, $(K), $(NAME), "5"]');
    }
    const said = await pod(text.replace("{name: x}", "{name: x, namespace: own}") + others, "-n", "prod");
    expect(argsOf(said.output)).toBe("args: [own, $(K), $(NAME), $(DB_SERVICE_PORT)]");
  });

  test.each(["a", "a-0", "a".repeat(63)])("%j is a namespace", async (name) => {
    expect(argsOf((await pod(text, `--namespace=${name}`)).output)).toContain(`args: [${name}, `);
  });

  test.each(["", "A", "-a", "a_b", "a/b", "a".repeat(64)])("%j is not a namespace", async (name) => {
    expect(await pod(text, `--namespace=${name}`)).toMatchObject({
      code: 2,
      output: "",
      messages: [expect.stringContaining(`--namespace ${name}: not a valid namespace`)],
    });
  });
});

test("zone and region come with --node", async () => {
  const text = `kind: Pod
metadata: {name: x, namespace: ns}
spec:
  volumes: [{name: v, emptyDir: {}}]
  containers:
  - name: a
    env: [{name: Z, valueFrom: {fieldRef: {fieldPath: "metadata.labels['topology.kubernetes.io/zone']"}}}]
    volumeMounts: [{name: v, mountPath: /v, subPathExpr: $(Z)}]
`;
  const open = await pod(text, "--strict");
  expect(open).toMatchObject({ code: 0, output: text });
  expect(open.messages).toEqual([
    "<stdin>:7:11: Pod/ns/x: spec.containers[0].env[0] (Z): " +
      "unknown: needs the node's label topology.kubernetes.io/zone (set --node FILE)",
  ]);
  const node = folder.file(
    "node.yaml",
    "kind: Node\nmetadata: {name: n1, labels: {topology.kubernetes.io/zone: z1, other: 5}}\n",
  );
  const placed = await pod(text, "--node", node);
  expect(placed).toMatchObject({ code: 0, output: text.replace("$(Z)", "z1"), messages: [] });
});

test.each([
  ["the pod's own", "nodeName: mine", "mine"],
  ["that of --node", "hostNetwork: false", "given"],
])("the name of the node is %s", async (_, spec, expected) => {
  const text = `kind: Pod
metadata: {name: x, namespace: ns}
spec:
  ${spec}
  containers: [{name: a, env: [{name: NODE, valueFrom: {fieldRef: {fieldPath: spec.nodeName}}}], args: [$(NODE)]}]
`;
  const node = folder.file("node.yaml", "kind: Node\nmetadata: {name: given}\n");
  expect((await pod(text, "--node", node)).output).toBe(text.replace("$(NODE)", expected));
});

test("the API server's address is unknown, unless its Service is given", async () => {
  const text = `kind: Pod
metadata: {name: x, namespace: ns}
spec: {containers: [{name: a, args: [$(KUBERNETES_SERVICE_HOST)]}]}
`;
  for (const option of [[], ["--complete"], ["--profile", "kubelet"]]) {
    expect(await pod(text, "--strict", ...option)).toMatchObject({
      code: 0,
      messages: ["<stdin>:3:38: Pod/ns/x: $(KUBERNETES_SERVICE_HOST): " + "unknown: needs Service default/kubernetes"],
    });
  }
  const service =
    "---\nkind: Service\nmetadata: {name: kubernetes, namespace: default}\nspec: {clusterIP: 10.96.0.1}\n";
  expect((await pod(text + service)).output).toContain("args: [10.96.0.1]");
});

test("shows a value together with the absent source that can replace it", async () => {
  const text = `kind: ConfigMap
metadata: {name: c, namespace: ns}
data: {HOST: db}
---
kind: Pod
metadata: {name: x, namespace: ns}
spec: {containers: [{name: a, envFrom: [{configMapRef: {name: c}}, {secretRef: {name: s}}]}]}
`;
  const { output } = await pod(text, "-o", "table");
  expect(output).toContain("HOST  db (unless Secret ns/s sets it)");
  expect((await pod(text, "-o", "env")).output).not.toContain("HOST=db");
});
