/** `varexpand fn`: what a host of KRM functions gives it and gets back. */
import { load } from "js-yaml";
import { describe, expect, test } from "vitest";
import type { Finding } from "../../../../src/lint/finding.ts";
import { RULES } from "../../../../src/lint/rules/rules.ts";
import { parseManifest } from "../../../../src/yaml/parse.ts";
import { runInMemory } from "../../memory-io.ts";
import { FolderPerTest } from "../../temporary.ts";

const folder = new FolderPerTest();

async function fn(stdin: string) {
  const { code, messages, output } = await runInMemory(["fn"], { stdin });
  return { code, output, messages };
}

interface Output {
  readonly items: unknown;
  readonly results?: readonly { readonly message: string; readonly tags?: { readonly rule: string } }[];
}

const read = (output: string) => load(output) as Output;

/** A ResourceList of YAML items, followed by `more`. */
const list = (items: string, more = "") =>
  `apiVersion: config.kubernetes.io/v1\nkind: ResourceList\nitems:\n${items}${more}`;

/** An item in one line. */
const pod = (container: string, metadata = "name: web") =>
  `- {apiVersion: v1, kind: Pod, metadata: {${metadata}}, spec: {containers: [{name: app, image: a, ${container}}]}}\n`;
const UNDEFINED = pod("args: [$(A)]");
const LATER = pod("env: [{name: A, value: $(B)}, {name: B, value: b}]");
const config = (data: string) => `functionConfig: {apiVersion: v1, kind: ConfigMap, data: {${data}}}\n`;
const lintConfig = (spec: string) => `functionConfig: {apiVersion: varexpand.dev/v1, kind: Lint, spec: {${spec}}}\n`;

const DEPLOYMENT = `# What a host gives.
apiVersion: config.kubernetes.io/v1
kind: ResourceList
items:
- # the web server
  apiVersion: apps/v1
  kind: Deployment
  metadata:
    name: web
    namespace: shop
    annotations:
      internal.config.kubernetes.io/index: '1'
      internal.config.kubernetes.io/path: 'k8s/web.yaml'
      internal.config.kubernetes.io/id: '7'
  spec:
    selector: {matchLabels: {app: web}}   # as below
    template:
      metadata: {labels: {app: web}}
      spec:
        containers:
        - name: app
          image: example/app
          args: ['--url=$(URL)', '$(NAM)']
          env:
          - {name: URL, value: 'http://$(HOST)'}
          - {name: HOST, value: db}
          - {name: NAME, value: web}
- {apiVersion: example.com/v1, kind: Site, metadata: {name: home}}
`;

test("turns findings into results, without changing other text", async () => {
  const results = `results:
  - message: $(NAM) is not expanded: nothing defines NAM; did you mean NAME?
    severity: warning
    resourceRef:
      apiVersion: apps/v1
      kind: Deployment
      namespace: shop
      name: web
    field:
      path: spec.template.spec.containers[0].args[1]
    file:
      path: k8s/web.yaml
      index: 1
    tags:
      rule: undefined-reference
  - message: $(HOST) is not expanded: HOST is declared later, at spec.template.spec.containers[0].env[1]
    severity: error
    resourceRef:
      apiVersion: apps/v1
      kind: Deployment
      namespace: shop
      name: web
    field:
      path: spec.template.spec.containers[0].env[0].value
    file:
      path: k8s/web.yaml
      index: 1
    tags:
      rule: use-before-declaration
`.replace(/message: (.*)/g, "message: '$1'");
  const object = "k8s/web.yaml: Deployment/shop/web";
  expect(await fn(DEPLOYMENT)).toEqual({
    code: 1,
    output: DEPLOYMENT.replace("apiVersion", `${results}apiVersion`),
    messages: [
      `${object} spec.template.spec.containers[0].args[1]: warning: $(NAM) is not expanded: nothing defines NAM; did you mean NAME? [undefined-reference]`,
      `${object} spec.template.spec.containers[0].env[0].value: error: $(HOST) is not expanded: HOST is declared later, at spec.template.spec.containers[0].env[1] [use-before-declaration]`,
      "checked 2 objects, 1 pod: 1 error, 1 warning; skipped 1 object without a pod: 1 Site",
    ],
  });
});

describe("the output", () => {
  test.each([
    ["YAML", list(`# first\n${pod("args: [a]").trimEnd()} # meant\n`)],
    ["no items", "apiVersion: config.kubernetes.io/v1\nkind: ResourceList\nitems: []\n"],
    ["nothing but a configuration", `apiVersion: config.kubernetes.io/v1\nkind: ResourceList\n${config("")}`],
    ["the older versions", list(pod("args: [a]")).replace("/v1", "/v1beta1")],
    ["the older versions", list(pod("args: [a]")).replace("/v1", "/v1alpha1")],
    ["CR LF, and no line break at the end", list(pod("args: [a]")).replaceAll("\n", "\r\n").trimEnd()],
    ["JSON", '{"apiVersion": "config.kubernetes.io/v1", "kind": "ResourceList", "items": []}'],
  ])("is the input if nothing is found: %s", async (_, text) => {
    expect(await fn(text)).toMatchObject({ code: 0, output: text });
  });

  test.each([
    ["JSON", JSON.stringify(load(list(UNDEFINED)))],
    ["JSON in lines", JSON.stringify(load(list(UNDEFINED)), undefined, 2)],
    [
      "a mapping in braces, with a comma at its end",
      `--- !!map {${list(`[${UNDEFINED.slice(2)}],`)
        .replaceAll("\n", ", ")
        .replace("items:, ", "items: ")
        .replace(",, ", ",")}}\n`,
    ],
    ["an indented mapping below a directive", `--- # first\n${list(UNDEFINED).replace(/^(?=.)/gm, "  ")}`],
    ["a text at the end", `${list(UNDEFINED)}note: |+\n  a\n\n`],
    ["a text at the end, without a line break", `${list(UNDEFINED)}note: |\n  a`],
    ["an anchor before the first key", `&first ${list(UNDEFINED)}`],
    ["results of another function", `${list(UNDEFINED)}results:\n- message: first\n  severity: info\nnote: a\n`],
    ["results of another function, at the end", `${list(UNDEFINED)}results:\n- message: |\n    first\n`],
    ["results without a value", `results:\n${list(UNDEFINED)}`],
    ["no results", `${list(UNDEFINED)}results: []\n`],
    ["results without a value, after a space", `"results" : # a: b\n${list(UNDEFINED)}`],
    ["results without a value, after a line of its own", `? results # a: b\n: \n${list(UNDEFINED)}`],
    ["null", `${list(UNDEFINED)}results: ~ # none\n`],
    ["results in brackets", `${list(UNDEFINED)}results: [{message: first}]\n`],
    ["no results in JSON", JSON.stringify({ ...(load(list(UNDEFINED)) as object), results: [] })],
    ["results in JSON", JSON.stringify({ ...(load(list(UNDEFINED)) as object), results: [{ message: "first" }] })],
  ])("with results, it has the same values: %s", async (_, text) => {
    const { output } = await fn(text);
    const read = (written: string) => (text.startsWith("{") ? JSON.parse(written) : load(written)) as Output;
    const { results, ...others } = read(output);
    const { results: before, ...given } = read(text);
    expect(others).toEqual(given);
    expect(results?.slice(1)).toEqual(before ?? []);
    expect(results?.[0]).toMatchObject({ tags: { rule: "undefined-reference" } });
  });
});

// The function gets the objects of one package: neither a Garden project nor the repository that Flux reads.
describe.each(
  RULES.filter(
    ({ id, triggers, passes }) =>
      !id.startsWith("flux-") && [...triggers, ...passes].every(({ text }) => /^apiVersion: (?!garden)/m.test(text)),
  ),
)("$id: the same findings as lint", ({ triggers, passes }) => {
  test.each([
    ["triggers", triggers],
    ["passes", passes],
  ])("%s", async (_, example) => {
    const files = example.map(({ name, text }) => folder.file(name, text));
    const lint = await runInMemory(["lint", "-o", "json", ...files]);
    const rules = (JSON.parse(lint.output).findings as Finding[]).map(({ rule }) => rule).sort();
    const items = example.flatMap(({ text }) => parseManifest(text).map(({ value }) => value));
    const all = { apiVersion: "config.kubernetes.io/v1", kind: "ResourceList", items };
    const { results = [] } = read((await fn(JSON.stringify(all))).output);
    expect(results.map(({ tags }) => tags?.rule).sort()).toEqual(rules);
  });
});

describe("the position of a finding", () => {
  const results = async (text: string) => read((await fn(text)).output).results;
  const annotated = (annotations: string) => pod("args: [$(A)]", `name: web, annotations: {${annotations}}`);
  const indexed = (index: string) =>
    `"internal.config.kubernetes.io/path": b.yaml, "internal.config.kubernetes.io/index": "${index}"`;

  test.each<readonly [string, string, object | undefined]>([
    [
      "the annotations of older hosts",
      '"config.kubernetes.io/path": a/b.yaml, "config.kubernetes.io/index": "2"',
      { path: "a/b.yaml", index: 2 },
    ],
    [
      "the origin that kustomize records",
      '"config.kubernetes.io/origin": "path: base/web.yaml\\n"',
      { path: "base/web.yaml" },
    ],
    [
      "an origin in another repository",
      '"config.kubernetes.io/origin": "path: web.yaml\\nrepo: https://git.example\\n"',
      undefined,
    ],
    ["an origin that is not YAML", '"config.kubernetes.io/origin": "path: ["', undefined],
    ["an origin without a path", '"config.kubernetes.io/origin": "path: \\"\\""', undefined],
    [
      "a path before an origin, and before an older path",
      '"config.kubernetes.io/origin": "path: c.yaml", "config.kubernetes.io/path": b.yaml, "internal.config.kubernetes.io/path": a.yaml',
      { path: "a.yaml" },
    ],
    [
      "an empty path, which is not counted",
      '"internal.config.kubernetes.io/path": "", "config.kubernetes.io/path": b.yaml',
      { path: "b.yaml" },
    ],
    ["an index without a path", '"config.kubernetes.io/index": "2"', undefined],
    ...["0", "12", "999999999"].map((index) => {
      return [`the index ${index}`, indexed(index), { path: "b.yaml", index: Number(index) }] as const;
    }),
    ...["", "x", "x2", "2x", "-1", "1.5", "true", "1000000000"].map((index) => {
      return [`the index ${index}, which is not counted`, indexed(index), { path: "b.yaml" }] as const;
    }),
  ])("%s", async (_, annotations, file) => {
    const [result] = (await results(list(annotated(annotations))))!;
    expect(result).toEqual({
      message: "$(A) is not expanded: nothing defines A",
      severity: "warning",
      resourceRef: { apiVersion: "v1", kind: "Pod", name: "web" },
      field: { path: "spec.containers[0].args[0]" },
      ...(file && { file }),
      tags: { rule: "undefined-reference" },
    });
  });

  test.each([
    [
      "what the API server refuses: the message has no field",
      pod("env: [{name: A=B, value: a}]"),
      "spec.containers[0].env[0].name",
      /^(?!spec)/,
    ],
    [
      "an entry of a list",
      pod("env: [{name: A}, {name: A}]"),
      "spec.containers[0].env[1]",
      /the first is at spec\.containers\[0\]\.env\[0\]$/,
    ],
    [
      "a wrong type",
      "- {apiVersion: v1, kind: ConfigMap, metadata: {name: c}, data: [a]}\n",
      "data",
      /^expected a mapping, found a list$/,
    ],
  ])("%s", async (_, item, path, message) => {
    expect(await results(list(item))).toMatchObject([{ field: { path }, message: expect.stringMatching(message) }]);
  });

  test("long names are shortened in messages, but not in results", async () => {
    const name = "n".repeat(201);
    const { messages, output } = await fn(list(pod("args: [$(A)]", `name: ${name}, namespace: s`)));
    expect(messages[0]).toMatch(/^Pod\/s\/n{200}\.\.\. spec\.containers\[0\]\.args\[0\]: warning: /);
    expect(read(output).results).toMatchObject([{ resourceRef: { namespace: "s", name } }]);
  });

  test("a name that the API server will make", async () => {
    const [result] = (await results(list(pod("args: [$(A)]", "generateName: web-"))))!;
    expect(result).toMatchObject({ resourceRef: { apiVersion: "v1", kind: "Pod", name: "web-" } });
  });
});

describe("objects that the list does not contain", () => {
  const map = (name: string, annotations = "") =>
    `- {apiVersion: v1, kind: ConfigMap, metadata: {name: ${name}, annotations: {${annotations}}}, data: {A: a}}\n`;
  const reader = pod("envFrom: [{configMapRef: {name: c}}], args: [$(A), $(B)]");
  const messages = async (text: string) => read((await fn(text)).output).results?.map(({ message }) => message) ?? [];
  const B = "$(B) is not expanded: nothing defines B";
  const MISSING = 'container app will not start: configmap "c" not found';

  test.each([
    ["what is not there is unknown", reader, "", []],
    ["what is there is known", map("c") + reader, "", [B]],
    ["complete: what is not there is missing", reader, "complete: 'true'", [expect.stringContaining(MISSING)]],
    [
      "an object has the names that it had before kustomize's prefix",
      map("dev-c", '"internal.config.kubernetes.io/previousNames": "c,c"') + reader,
      "complete: 'true'",
      [B],
    ],
    [
      "unless another object has such a name now",
      map("dev-c", '"internal.config.kubernetes.io/previousNames": c') + map("c").replace("A: a", "B: b") + reader,
      "",
      ["$(A) is not expanded: nothing defines A"],
    ],
  ])("%s", async (_, items, data, expected) => {
    expect(await messages(list(items, config(data)))).toEqual(expected);
  });

  const at = (path: string) => `"internal.config.kubernetes.io/path": ${path}`;
  const readerAt = pod(
    "envFrom: [{configMapRef: {name: c}}], args: [$(B)]",
    `name: web, annotations: {${at("a/web.yaml")}}`,
  );

  test("objects of another folder are unknown, as in lint, unless the list is complete", async () => {
    const items = map("c", at("b/c.yaml")) + readerAt;
    expect(await messages(list(items))).toEqual([]);
    expect(await messages(list(map("c", at("a/c.yaml")) + readerAt))).toEqual([B]);
    expect(await messages(list(items, config("complete: 'true'")))).toEqual([B]);
  });

  test("does not report patches next to a kustomization, nor names that it sets", async () => {
    const kustomization = (path: string, patches = "[]") =>
      `- {apiVersion: kustomize.config.k8s.io/v1beta1, kind: Kustomization, metadata: {name: k, annotations: {${at(path)}}}, vars: [{name: B}], patches: ${patches}}\n`;
    const patch = `- {apiVersion: v1, kind: Pod, metadata: {name: web, annotations: {${at("a/web.yaml")}}}, spec: {containers: [{name: app, args: [$(A)]}]}}\n`;
    expect(await messages(list(patch))).not.toEqual([]);
    expect(await messages(list(kustomization("b/kustomization.yaml") + patch))).not.toEqual([]);
    expect(await messages(list(kustomization("kustomization.yaml") + patch))).toEqual([]);
    expect(await messages(list(kustomization("b/k.yaml", "[{path: ../a/web.yaml}]") + patch))).toEqual([]);
    expect(await messages(list(kustomization("b/k.yaml", "[{path: ../a/other.yaml}]") + patch))).not.toEqual([]);
    expect(await messages(list(kustomization("b/kustomization.yaml") + pod("args: [$(B)]")))).toEqual([]);
  });
});

describe("functionConfig", () => {
  test.each([
    ["an error fails by default", LATER, "", 1],
    ["a warning does not", UNDEFINED, "", 0],
    ["failOn: warning", UNDEFINED, config("failOn: warning"), 1],
    ["failOn: note", UNDEFINED, lintConfig("failOn: note"), 1],
    ["failOn: never", LATER, lintConfig("failOn: never"), 0],
    ["rules of a ConfigMap", UNDEFINED, config('rules: "undefined-reference: error"'), 1],
    ["rules", UNDEFINED, lintConfig("rules: {undefined-reference: error}"), 1],
  ])("%s", async (_, items, more, code) => {
    const result = await fn(list(items, more));
    expect({ code: result.code, results: read(result.output).results?.length }).toEqual({ code, results: 1 });
  });

  const annotated = pod("args: [$(A)]", 'name: web, annotations: {"internal.config.kubernetes.io/path": a/b.yaml}');

  test.each([
    ["rules", UNDEFINED, lintConfig("rules: {undefined-reference: off}")],
    ["known", UNDEFINED, lintConfig("known: [A*]")],
    ["known in a ConfigMap", UNDEFINED, config("known: '[A*]'")],
    ["ignore by a path", annotated, lintConfig("ignore: [{path: a, rule: undefined-reference}]")],
    ["ignore by an object", UNDEFINED, lintConfig("ignore: [{path: '*', rule: undefined-reference, name: Pod/web}]")],
    ["a Lint without a spec", pod("args: [a]"), "functionConfig: {apiVersion: varexpand.dev/v1, kind: Lint}\n"],
    ["a Lint with an empty spec, and metadata", pod("args: [a]"), lintConfig("").replace("kind", "metadata: {}, kind")],
    ["a ConfigMap with empty data", pod("args: [a]"), "functionConfig: {apiVersion: v1, kind: ConfigMap, data: }\n"],
    ["a configuration without members", pod("args: [a]"), "functionConfig: {apiVersion: v1, kind: ConfigMap}\n"],
    ["no configuration", pod("args: [a]"), "functionConfig:\n"],
    [
      "templates",
      "- {kind: Site, spec: {pod: {spec: {containers: [{name: a, image: a, args: [$(A )]}]}}}}\n",
      lintConfig("templates: [{kind: Site, path: spec.other}]"),
    ],
    [
      "an annotation that suppresses",
      pod("args: [$(A)]", 'name: web, annotations: {"varexpand.dev/ignore": undefined-reference}'),
      "",
    ],
    ["a comment that suppresses", `# varexpand-ignore undefined-reference: meant\n${UNDEFINED}`, ""],
  ])("%s: nothing is found", async (_, items, more) => {
    const text = list(items, more);
    expect(await fn(text)).toMatchObject({ code: 0, output: text, messages: [expect.stringContaining("no findings")] });
  });

  test.each([
    ["", "1 error"],
    [lintConfig("profile: design"), "1 error"],
    [lintConfig("profile: kubelet"), "no findings"],
    [config("profile: kubelet"), "no findings"],
  ])("only the design forbids a path that begins with dots: %j", async (more, found) => {
    const from = "fileKeyRef: {volumeName: v, path: ..set.env, key: A}";
    const item = pod(`env: [{name: A, valueFrom: {${from}}}]}], volumes: [{name: v, emptyDir: {}`);
    expect((await fn(list(item, more))).messages.at(-1)).toBe(`checked 1 object, 1 pod: ${found}`);
  });

  test("unused settings are reported", async () => {
    const ignore = lintConfig("ignore: [{path: '*', rule: lost-dollar}]");
    expect((await fn(list(pod("args: [a]"), ignore))).messages).toEqual([
      "<stdin>:5:76: functionConfig: unused: there is no finding of lost-dollar",
      "checked 1 object, 1 pod: no findings",
    ]);
  });

  test.each([
    [lintConfig("failon: error"), '<stdin>:5:67: functionConfig: unknown key "failon"; did you mean failOn?'],
    [lintConfig("failOn: high"), "<stdin>:5:75: functionConfig: one of note, warning, error, never is expected"],
    [lintConfig("rules: {no-such: off}"), expect.stringMatching(/^<stdin>:5:84: functionConfig: unknown rule/)],
    [lintConfig("complete: maybe"), "<stdin>:5:77: functionConfig: true or false is expected"],
    [config("complete: maybe"), "<stdin>:5:68: functionConfig: data.complete: true or false is expected"],
    [
      config("complete: true"),
      "<stdin>:5:68: functionConfig: data.complete: the values of a ConfigMap are texts; write it in quotes",
    ],
    [config('known: ""'), "<stdin>:5:65: functionConfig: data.known is empty"],
    [config("known: '['"), "<stdin>:5:65: functionConfig: data.known: the text ends before a [ or { is closed"],
    [
      lintConfig("").replace("spec", "data"),
      '<stdin>:5:60: functionConfig: unknown key "data"; known: apiVersion, kind, metadata, spec',
    ],
    [config("known: '*_URL'"), expect.stringMatching(/^<stdin>:5:65: functionConfig: data\.known: /)],
    [config("envFiles: '[a]'"), expect.stringMatching(/^<stdin>:5:58: functionConfig: unknown key "envFiles"; /)],
    [
      "functionConfig: {kind: Other}\n",
      "<stdin>:5:17: functionConfig: it is a ConfigMap (v1) or a Lint (varexpand.dev/v1)",
    ],
    ["functionConfig: []\n", "<stdin>:5:17: functionConfig: a mapping is expected"],
  ])("%j is refused", async (more, message) => {
    const { code, messages, output } = await fn(list(pod("args: [a]"), more));
    expect({ code, output, messages }).toEqual({ code: 2, output: "", messages: [expect.anything()] });
    expect(messages[0]!.replace(/^varexpand: /, "")).toEqual(message);
  });
});

describe("input that is not a ResourceList is rejected", () => {
  test.each([
    ["", "<stdin>: fn reads one ResourceList of config.kubernetes.io/v1 from standard input, and there is nothing"],
    ["a: [", "<stdin>:1:5: "],
    [
      "kind: Pod\n",
      "<stdin>:1:1: fn reads one ResourceList of config.kubernetes.io/v1 from standard input, and this is Pod; varexpand lint reads manifests",
    ],
    [
      "- a\n",
      "<stdin>:1:1: fn reads one ResourceList of config.kubernetes.io/v1 from standard input, and this is not one; varexpand lint reads manifests",
    ],
    [
      "kind: ResourceList\n",
      "<stdin>:1:1: fn reads one ResourceList of config.kubernetes.io/v1 from standard input, this one has no apiVersion",
    ],
    [
      list("").replace("/v1", "/v9"),
      "<stdin>:1:13: fn reads one ResourceList of config.kubernetes.io/v1 from standard input, not of config.kubernetes.io/v9",
    ],
    [
      list("").replace("config.kubernetes.io/v1", "3"),
      "<stdin>:1:13: fn reads one ResourceList of config.kubernetes.io/v1 from standard input, not of another type",
    ],
    [
      list("").replace("/v1", "/".repeat(100)),
      `<stdin>:1:13: fn reads one ResourceList of config.kubernetes.io/v1 from standard input, not of config.kubernetes.io${"/".repeat(80)}...`,
    ],
    [`${list(UNDEFINED)}---\nkind: Pod\n`, "<stdin>:6:1: the input is one ResourceList, and this is another document"],
    [list("  a: b\n"), "<stdin>:4:3: items is a list"],
    [list("- a\n"), "<stdin>:4:3: an item is an object"],
    [list(UNDEFINED, "results: {items: []}\n"), "<stdin>:5:10: results is a list"],
    [`? results\n${list(UNDEFINED)}`, "<stdin>:1:10: results is a list"],
    [`{results, ${JSON.stringify(load(list(UNDEFINED))).slice(1)}`, "<stdin>:1:9: results is a list"],
  ])("%j", async (stdin, message) => {
    const { code, messages, output } = await fn(stdin);
    expect({ code, output }).toEqual({ code: 2, output: "" });
    expect(messages).toEqual([expect.stringContaining(`varexpand: ${message}`)]);
  });

  test("arguments, and a terminal", async () => {
    const streams = { "standard input": "/dev/null" };
    expect(await runInMemory(["fn", "a.yaml"])).toMatchObject({
      code: 2,
      messages: [
        "varexpand fn: fn takes no arguments: it reads a ResourceList from standard input (see varexpand fn --help)",
      ],
    });
    expect(await runInMemory(["fn"], { streams })).toMatchObject({
      code: 2,
      messages: [
        "varexpand fn: nothing to read: pipe a ResourceList in; kpt and kustomize do (see varexpand fn --help)",
      ],
    });
  });
});

test("results and messages contain neither values of Secrets nor control characters", async () => {
  const secret = "- {apiVersion: v1, kind: Secret, metadata: {name: s}, stringData: {A: hunter2}}\n";
  const items = `${secret}${pod('envFrom: [{secretRef: {name: s}}], args: [$(A), "$(B\\x1b[2J)"]', '"name": "w\\x1b[31m"')}`;
  const { output, messages } = await fn(list(items));
  expect(output.slice(0, output.indexOf("apiVersion: config"))).toContain("secret-in-command");
  expect(output.match(/hunter2/g)).toEqual(["hunter2"]);
  expect(messages.join("\n")).not.toMatch(/hunter2|\x1b/);
  expect(messages[0]).toContain("Pod/w\\u001b[31m");
});
