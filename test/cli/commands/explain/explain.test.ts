/** `varexpand explain`: a variable's value, its definitions and its uses, each with its place. */
import { describe, expect, test } from "vitest";
import { runInMemory } from "../../memory-io.ts";
import { TemporaryFolder } from "../../temporary.ts";

const folder = new TemporaryFolder();

const SHOP = `apiVersion: v1
kind: ConfigMap
metadata: {name: defaults, namespace: shop}
data:
  HOST: cache
  NOTE: "see $(HOST)"
---
kind: Secret
apiVersion: v1
metadata: {name: db, namespace: shop}
stringData: {password: hunter2}
---
apiVersion: apps/v1
kind: Deployment
metadata: {name: web, namespace: shop}
spec:
  template:
    metadata: {annotations: {note: "$(HOST)"}}
    spec:
      containers:
      - name: app
        image: app:$(HOST)
        command: [sh, -c, "echo $(HOST) $(date) \${HOST}"]
        args: ["$$(HOST)"]
        envFrom:
        - configMapRef: {name: defaults}
        env:
        - {name: EARLY, value: "$(HOST) $(URL) $(URLL)"}
        - {name: HOST, value: "db"}
        - {name: PASSWORD, valueFrom: {secretKeyRef: {name: db, key: password}}}
        - {name: URL, value: "x://$(PASSWORD)@$(HOST)/$(IP)"}
        - {name: IP, valueFrom: {fieldRef: {fieldPath: status.podIP}}}
      - name: sidecar
        env: [{name: OTHER, value: "$(KUBERNETES_SERVICE_HOST)"}]
`;

const explain = (args: readonly string[], text = SHOP) => {
  const file = folder.file("shop.yaml", text);
  return runInMemory(["explain", "-f", file, ...args]).then(({ code, output, messages }) => ({
    code,
    output: output.replaceAll(file, "shop.yaml"),
    messages,
  }));
};

describe("what is printed", () => {
  test("definitions that hide each other, and every use", async () => {
    const { code, output } = await explain(["HOST"]);
    expect(code).toBe(0);
    expect(output).toBe(`HOST in Deployment/shop/web, container app: "db"
  "db"     shop.yaml:29:11  value
  "cache"  shop.yaml:26:11  configMapRef shop/defaults HOST, shop.yaml:5:9 (hidden)
  uses:
  shop.yaml:22:20  image                                         not-expanded-here: image is never expanded
  shop.yaml:23:33  command[2]                                    expanded: "db"
  shop.yaml:23:49  command[2]                                    shell: a shell reads the text
  shop.yaml:24:17  args[0]                                       escaped: $$ escapes it
  shop.yaml:6:14   envFrom[0] (configMapRef shop/defaults NOTE)  not-expanded-here: values of ConfigMaps are never expanded
  shop.yaml:28:33  env[0].value                                  expanded: "cache"
  shop.yaml:31:47  env[3].value                                  expanded: "db"

HOST in Deployment/shop/web, outside of containers: never expanded there
  uses:
  shop.yaml:18:37  metadata.annotations.note  not-expanded-here: this field is never expanded
`);
  });

  test("uses in the values of ConfigMaps and Secrets, each at its own place", async () => {
    const file = folder.file(
      "values.yaml",
      `apiVersion: v1
kind: Pod
metadata: {name: p}
spec:
  containers:
  - name: c
    image: i
    env:
    - {name: A, valueFrom: {configMapKeyRef: {name: m, key: block}}}
    - {name: B, valueFrom: {secretKeyRef: {name: s, key: plain}}}
    - {name: C, valueFrom: {secretKeyRef: {name: s, key: encoded}}}
---
apiVersion: v1
kind: ConfigMap
metadata: {name: m}
data:
  block: |
    cost: $5
    "中": $(X)/$(Y), $(X)
---
apiVersion: v1
kind: Secret
metadata: {name: s}
stringData: {plain: "\\u0024(X) $(X)"}
data: {encoded: JChYKQ==}
`,
    );
    const { output } = await runInMemory(["explain", "-o", "json", file, "X"]);
    const uses = JSON.parse(output)[0].uses as { readonly field: string; readonly place: string }[];
    expect(uses.map(({ field, place }) => `${field} ${place.slice(file.length + 1)}`)).toEqual([
      "env[0] 19:10",
      "env[0] 19:21",
      "env[1] 24:22",
      "env[1] 24:32",
      "env[2] 25:17",
    ]);
  });

  test("declared later, and unknown", async () => {
    expect(
      (await explain(["IP"])).output,
    ).toBe(`IP in Deployment/shop/web, container app: unknown: needs the pod's IP addresses (set --pod-ip IP)
  (unknown)  shop.yaml:32:11  fieldRef status.podIP
  uses:
  shop.yaml:31:55  env[3].value  declared-later: the variable is declared later at shop.yaml:32:11
`);
  });

  test("what the unknown value would be", async () => {
    const { output } = await explain(["--pod-ip", "10.0.0.9", "IP"]);
    expect(output.split("\n")[0]).toBe('IP in Deployment/shop/web, container app: "10.0.0.9"');
  });

  test("a name that nothing defines, with the closest one", async () => {
    expect((await explain(["URLL"])).output).toBe(`URLL in Deployment/shop/web, container app: not defined
  uses:
  shop.yaml:28:48  env[0].value  undefined: the variable is not defined; did you mean URL?
`);
  });

  test("a shell's own", async () => {
    expect((await explain(["$(date)"])).output).toBe(`date in Deployment/shop/web, container app: not defined
  uses:
  shop.yaml:23:41  command[2]  shell: no variable has the name, and a shell reads the text
`);
  });

  test("a variable that only a cluster has", async () => {
    expect((await explain(["KUBERNETES_SERVICE_HOST"])).output).toBe(
      `KUBERNETES_SERVICE_HOST in Deployment/shop/web, container sidecar: unknown: needs Service default/kubernetes
  uses:
  shop.yaml:34:37  env[0].value  unknown: needs Service default/kubernetes
`,
    );
  });

  test("secrets and values derived from them are masked", async () => {
    expect((await explain(["PASSWORD"])).output).toBe(`PASSWORD in Deployment/shop/web, container app: ***
  ***  shop.yaml:30:11  secretKeyRef shop/db password, shop.yaml:11:24
  uses:
  shop.yaml:31:35  env[3].value  expanded: ***
`);
    expect((await explain(["URL"])).output).not.toContain("hunter2");
    expect((await explain(["-o", "json", "URL"])).output).not.toContain("hunter2");
    expect((await explain(["--show-secrets", "PASSWORD"])).output).toContain('expanded: "hunter2"');
    expect((await explain(["--show-secrets", "-o", "json", "PASSWORD"])).output).toContain('"value": "hunter2"');
  });

  test("as JSON", async () => {
    const { output } = await explain(["-o", "json", "-c", "sidecar", "OTHER"]);
    expect(JSON.parse(output)).toEqual([
      {
        name: "OTHER",
        workload: "Deployment/shop/web",
        container: "sidecar",
        value: "$(KUBERNETES_SERVICE_HOST)",
        needs: "Service default/kubernetes",
        definitions: [
          {
            value: "$(KUBERNETES_SERVICE_HOST)",
            source: { kind: "value" },
            place: "shop.yaml:34:15",
            needs: "Service default/kubernetes",
            isHidden: false,
          },
        ],
        uses: [],
      },
    ]);
    const [url] = JSON.parse((await explain(["-o", "json", "URL"])).output);
    expect(url.uses).toEqual([
      {
        place: "shop.yaml:28:41",
        field: "env[0].value",
        form: "reference",
        verdict: "declared-later",
        reason: "declared-later",
        declaredAt: "shop.yaml:31:11",
      },
    ]);
    const [host] = JSON.parse((await explain(["-o", "json", "HOST"])).output);
    const uses = host.uses as { readonly verdict: string; readonly value?: string }[];
    expect(uses.map(({ verdict, value }) => [verdict, value])).toEqual([
      ["not-expanded-here", undefined],
      ["expanded", "db"],
      ["shell", undefined],
      ["escaped", undefined],
      ["not-expanded-here", undefined],
      ["expanded", "cache"],
      ["expanded", "db"],
    ]);
  });

  test("a container that does not start", async () => {
    const text = SHOP.replace("{name: db, key: password}", "{name: gone, key: password}");
    const { output } = await explain(["--complete", "URL"], text);
    expect(output.split("\n").slice(0, 3)).toEqual([
      'URL in Deployment/shop/web, container app: "x://$(PASSWORD)@db/$(IP)", partly unknown: needs a container that starts',
      '  does not start: CreateContainerConfigError: secret "gone" not found',
      '  "x://$(PASSWORD)@db/$(IP)"  shop.yaml:31:11  value',
    ]);
  });
});

test("without a pod or workload", async () => {
  const { code, messages } = await runInMemory(["explain", "-f", "-", "A"], {
    stdin: "kind: ConfigMap\nmetadata: {name: a}\n",
  });
  expect(code).toBe(2);
  expect(messages).toEqual(["varexpand explain: found no Pod or workload"]);
});

test("a name that only an absent object can define: lists each container that can have it", async () => {
  const text = SHOP.replace("configMapRef: {name: defaults}", "configMapRef: {name: elsewhere}");
  const { code, output } = await explain(["ANY"], text);
  expect(code).toBe(0);
  expect(output).toBe(
    "ANY in Deployment/shop/web, container app: unknown: needs ConfigMap shop/elsewhere (add it with -f)\n",
  );
});

describe("selection", () => {
  test.each([
    [["deployment/web", "HOST"], 2],
    [["deploy/web", "-c", "app", "HOST"], 1],
    [["Deployments/shop/web", "HOST"], 2],
    [["web", "HOST"], 2],
    [["$(HOST)"], 2],
    [["${HOST}"], 2],
  ])("%j", async (args, paragraphs) => {
    const { code, output } = await explain(args);
    expect(code).toBe(0);
    expect(output.match(/^HOST in/gm)).toHaveLength(paragraphs);
  });

  test.each([
    [["HOTS"], "no selected container defines or uses HOTS; did you mean HOST?"],
    [["-c", "sidecar", "HOST"], "no selected container defines or uses HOST"],
    [["-c", "sidecra", "HOST"], "the selected workloads have no container sidecra; did you mean sidecar?"],
    [["-c", "x", "HOST"], "the selected workloads have no container x; choose from app, sidecar"],
    [["deploy/wbe", "HOST"], "the input has no workload deploy/wbe; did you mean deploy/web?"],
    [["job/web", "HOST"], "the input has no workload job/web; choose from Deployment/web"],
    [
      ["deploy/other/web", "HOST"],
      "the input has no workload deploy/other/web in namespace other; choose from Deployment/web",
    ],
    [["a/b/c/d", "HOST"], "a/b/c/d: neither a file nor a workload; write KIND/NAME (see varexpand explain --help)"],
    [[], "no variable; name it in the last argument (see varexpand explain --help)"],
    [["$(HOST)/"], "no selected container defines or uses $(HOST)/"],
    [["x$(HOST)"], "no selected container defines or uses x$(HOST)"],
    [["$(HOST}"], "no selected container defines or uses $(HOST}"],
    [["$\n{HOST}"], "no selected container defines or uses $\\n{HOST}"],
    [["$(H\nOST)"], "no selected container defines or uses H\\nOST; did you mean HOST?"],
    [["other.yaml"], "no selected container defines or uses other.yaml"],
  ])("%j is an error", async (args, message) => {
    const { code, output, messages } = await explain(args);
    expect({ code, output }).toEqual({ code: 2, output: "" });
    expect(messages).toEqual([`varexpand explain: ${message}`]);
  });

  test("objects that follow the pod, and a pod that the API server rejects", async () => {
    const [config, secret, pod] = SHOP.split("---\n");
    const turned = [pod, secret, config].join("---\n");
    const { output } = await explain(["HOST"], turned);
    expect(output.split("\n")[2]).toMatch(/configMapRef shop\/defaults HOST, shop.yaml:33:9 \(hidden\)$/);
    const { code, messages } = await explain(["HOST"], SHOP.replace("name: sidecar", "name: app"));
    expect({ code, messages: messages.map((line) => line.replace(/^.*shop\.yaml/, "shop.yaml")) }).toEqual({
      code: 2,
      messages: ['shop.yaml:33:15: Deployment/shop/web: spec.template.spec.containers[1].name: Duplicate value: "app"'],
    });
  });
});

test("a limit that a pod exceeds is reported with its field", async () => {
  const text =
    "kind: Pod\nmetadata: {name: p}\nspec: {containers: [{name: a, env: [{name: A, value: abc}], args: [$(A)$(A)]}]}\n";
  const { code, messages } = await runInMemory(["explain", "--expansion-limit", "5", "-", "A"], { stdin: text });
  expect({ code, messages }).toEqual({
    code: 2,
    messages: [
      "varexpand: <stdin>:3:68: Pod/p: spec.containers[0].args[0]: the pod's references expand to more than 5 characters",
    ],
  });
});

test("a single argument is a path only if nothing is piped in", async () => {
  const file = folder.file("piped.yaml", SHOP);
  const alone = await runInMemory(["explain", file]);
  expect(alone).toMatchObject({ code: 2, output: "" });
  expect(alone.messages).toEqual([
    `varexpand explain: ${file} is a path; name a variable after it (see varexpand explain --help)`,
  ]);
  const piped = await runInMemory(["explain", "a.yaml"], { stdin: SHOP, streams: { "standard input": file } });
  expect(piped).toMatchObject({ code: 2, output: "" });
  expect(piped.messages).toEqual(["varexpand explain: no selected container defines or uses a.yaml"]);
});

test("files that are skipped in a directory are reported", async () => {
  folder.file("k/shop.yaml", SHOP.replace("- name: sidecar", "- image: i\n        name: sidecar"));
  folder.file("k/a.txt");
  folder.file("k/chart.yaml", "{{ x }}\n{{ y }}\n");
  const { code, messages } = await runInMemory(["explain", folder.at("k"), "HOST"]);
  expect({ code, messages }).toEqual({
    code: 0,
    messages: [
      `skipped 1 file that is not YAML: ${folder.at("k/chart.yaml")}; try the rendered output`,
      "skipped 1 file of other types",
    ],
  });
});

test("lines are wrapped to the width of a terminal", async () => {
  const file = folder.file("wide.yaml", SHOP);
  const shown = async (environment: { COLUMNS: string }, isTerminal: boolean) => {
    const { output } = await runInMemory(["explain", file, "KUBERNETES_SERVICE_HOST"], { environment, isTerminal });
    return output.split("\n")[0];
  };
  const line =
    "KUBERNETES_SERVICE_HOST in Deployment/shop/web, container sidecar: unknown: needs Service default/kubernetes";
  expect(await shown({ COLUMNS: "70" }, false)).toBe(line);
  expect(await shown({ COLUMNS: "70" }, true)).toBe(
    "KUBERNETES_SERVICE_HOST in Deployment/shop/web, container sidecar:",
  );
});

/** The column of each use of A, whatever the string is written in. */
describe("places", () => {
  const places = async (text: string, name = "pod.yaml") => {
    const file = folder.file(name, text);
    const { output } = await runInMemory(["explain", "-o", "json", file, "A"]);
    const explanations: { uses: { place: string; verdict: string }[] }[] = JSON.parse(output);
    return explanations.flatMap(({ uses }) =>
      uses.map(({ place, verdict }) => `${place.slice(file.length + 1)} ${verdict}`),
    );
  };
  const pod = (args: string) => `kind: Pod
metadata: {name: x}
spec:
  containers:
  - name: a
    args: ${args}
`;

  test.each<[string, string, string[]]>([
    ["flow, plain", "[x$(A), y $(A)]", ["6:13 undefined", "6:21 undefined"]],
    ["double quotes", '["é\\t\\u00e9$(A)", "\\"$$(A)"]', ["6:22 undefined", "6:32 escaped"]],
    ["single quotes", "['it''s $(A) ''$(A)']", ["6:19 undefined", "6:26 undefined"]],
    ["a literal block", '\n    - |\n      one $(A)\n        "$(A)\n', ["8:11 undefined", "9:10 undefined"]],
    ["a folded block", "\n    - >-\n      one\n      $(A) x\n\n      $(A)", ["9:7 undefined", "11:7 undefined"]],
    ["a plain text of several lines", "\n    - one\n      $(A) two\n      ${A}", ["8:7 undefined", "9:7 malformed"]],
    ["quotes over several lines", '["one\n      $(A)\\\n      $(A)"]', ["7:7 undefined", "8:7 undefined"]],
    ["characters of two units", "[😀$(A), '😀é$A']", ["6:13 undefined", "6:22 malformed"]],
    ["an alias", "[&x 'a$(A)', *x]", ["6:17 undefined", "6:17 undefined"]],
  ])("%s", async (_, args, expected) => {
    expect(await places(pod(args))).toEqual(expected);
    const crlf = pod(args).replaceAll("\n", "\r\n");
    expect(await places(crlf)).toEqual(expected);
  });

  test("JSON", async () => {
    const text =
      '{"kind":"Pod","metadata":{"name":"x"},\n "spec":{"containers":[{"name":"a","args":["\\u00e9\\n$(A)😀$(A"]}]}}\n';
    expect(await places(text, "pod.json")).toEqual(["2:53 undefined", "2:58 malformed"]);
  });
});
