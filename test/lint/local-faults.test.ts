/** Faults of a text itself are found whatever else about its object is unknown: in patches, Components, and templates. */
import { expect, test } from "vitest";
import { runInMemory } from "../cli/memory-io.ts";
import { FolderPerTest } from "../cli/temporary.ts";

const folder = new FolderPerTest();

/** A Deployment with an unclosed reference, shell syntax, a wrong type, and a duplicate, and one that uses a variable too early. */
const web = (image = "example/app", args = '"--host=$(HOST"') => `apiVersion: apps/v1
kind: Deployment
metadata: {name: web}
spec:
  selector: {matchLabels: {app: web}}
  template:
    spec:
      containers:
      - name: app
        image: ${JSON.stringify(image)}
        args: [${args}]
        env:
        - {name: EARLY, value: $(LATE)}
        - {name: HOST, value: db}
        - {name: URL, value: "http://\${HOST}:80"}
        - {name: LATE, value: a}
        - {name: HOST, value: other}
        - {name: PORT, value: 80}
`;

async function lint(...names: string[]) {
  const { messages, output } = await runInMemory(["lint", "-o", "json", ...names.map((name) => folder.at(name))]);
  const found = JSON.parse(output).findings as { rule: string; line: number }[];
  return { found: found.map(({ line, rule }) => `${line} ${rule}`).sort(), messages };
}

const LOCAL = ["11 malformed-reference", "15 shell-syntax", "17 duplicate-variable", "18 invalid-manifest"];
const ALL = [...LOCAL, "13 use-before-declaration"].sort();

test.each<[string, Readonly<Record<string, string>>, string[], RegExp]>([
  ["a plain manifest", { "k/web.yaml": web() }, ALL, /checked 1 file, 1 pod/],
  [
    "a template of an image",
    { "k/web.yaml": web("registry.example/{{ version }}/app") },
    LOCAL,
    /1 workload skipped: .*Deployment\/web/,
  ],
  [
    "a Component that nothing uses",
    { "k/web.yaml": web(), "k/kustomization.yaml": "kind: Component\nresources: [web.yaml]\n" },
    LOCAL,
    /1 workload may be changed .*Deployment\/web/,
  ],
  [
    "a patch that is not in the repository",
    { "k/web.yaml": web(), "k/kustomization.yaml": "resources: [web.yaml]\npatches: [{path: env/patch.yaml}]\n" },
    [...LOCAL, "2 kustomize-build"],
    /1 workload may be changed .*Deployment\/web/,
  ],
  [
    "a transformer of another program",
    {
      "k/web.yaml": web(),
      "k/kustomization.yaml": "resources: [web.yaml]\ntransformers: [https://example.com/t.yaml]\n",
    },
    LOCAL,
    /1 workload may be changed .*Deployment\/web/,
  ],
  [
    "a Kustomization of Flux that nothing applies",
    {
      "flux/kustomization.yaml": "resources: []\n",
      "flux/web.yaml": `apiVersion: kustomize.toolkit.fluxcd.io/v1
kind: Kustomization
metadata: {name: web, namespace: flux-system}
spec: {path: ./k, sourceRef: {kind: GitRepository, name: flux-system}}
`,
      "k/web.yaml": web(),
    },
    ALL,
    /checked 1 file, 1 pod/,
  ],
  [
    "the assertion of a test, which is not applied",
    { "k/01-assert.yaml": web() },
    [],
    /1 workload skipped: .*Deployment\/web/,
  ],
  [
    "objects next to a test of Kyverno, which are not applied",
    {
      "k/resources.yaml": web(),
      "k/kyverno-test.yaml": "kind: Test\napiVersion: cli.kyverno.io/v1alpha1\nmetadata: {name: t}\n",
    },
    [],
    /1 workload skipped: .*Deployment\/web/,
  ],
])("%s", async (_, files, findings, summary) => {
  folder.write(files);
  const { found, messages } = await lint("k");
  expect(found).toEqual(findings.toSorted());
  expect(messages.join("\n")).toMatch(summary);
});

test("the arguments of a container without a known command can be for a shell", async () => {
  const files = (patch: string) => ({
    "k/kustomization.yaml": `resources: [web.yaml]\n${patch}`,
    "k/web.yaml": web("example/app", '"echo ${HOST} x"'),
  });
  folder.write(files("patches: [{path: none.yaml}]\n"));
  expect((await lint("k")).found).not.toContain("11 shell-syntax");
  folder.write(files(""));
  expect((await lint("k")).found).toContain("11 shell-syntax");
});

/** A patch of a container's variables, in a file of which only the name says that it is one. */
const patch = (value: string) => `apiVersion: apps/v1
kind: Deployment
metadata: {name: web}
spec:
  template:
    spec:
      containers:
      - name: app
        env: [{name: PORT, value: ${value}}]
`;

test.each<[value: string, isReported: boolean]>([
  ["80", true],
  ["true", true],
  ["[a]", true],
  ['"80"', false],
  ["null", false],
  // kustomize reads these as strings.
  ["yes", false],
  ["Off", false],
  ["${PORT}", false],
  ["'{{ port }}'", false],
])("a patch with the value %s", async (value, isReported) => {
  const data = `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\ndata: {PORT: ${value}}\n`;
  folder.write({ "k/web-patch.yaml": patch(value), "k/data-patch.yaml": data });
  expect((await lint("k")).found).toEqual(isReported ? ["4 invalid-manifest", "9 invalid-manifest"] : []);
});

test.each<[kind: string, object: string, line: number]>([
  ["ConfigMap", "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\ndata:\n  PORT: 80\n", 5],
  ["Secret", "apiVersion: v1\nkind: Secret\nmetadata: {name: a}\nstringData:\n  PORT: 80\n", 5],
  ["Service", "apiVersion: v1\nkind: Service\nmetadata: {name: a}\nspec:\n  ports: [{port: http}]\n", 5],
])("a wrong type in a %s that an unsupported transformer can change", async (_, object, line) => {
  folder.write({
    "k/kustomization.yaml": "resources: [a.yaml]\ntransformers: [https://example.com/t.yaml]\n",
    "k/a.yaml": object,
  });
  expect((await lint("k")).found).toEqual([`${line} invalid-manifest`]);
});

test("a reference of a variable to itself is a note in a kustomization, if it is the whole value", async () => {
  const at = (name: string, value: string) =>
    `apiVersion: v1\nkind: Pod\nmetadata: {name: ${name}}\nspec: {containers: [{name: a, image: i, env: [{name: A, value: ${value}}]}]}\n`;
  folder.write({
    "k/kustomization.yaml": "resources: [whole.yaml, part.yaml]\n",
    "k/whole.yaml": at("whole", "$(A)"),
    "k/part.yaml": at("part", "x$(A)"),
    "plain/whole.yaml": at("whole", "$(A)"),
  });
  const { output } = await runInMemory(["lint", "-o", "json", folder.at("k"), folder.at("plain")]);
  const found = JSON.parse(output).findings as { rule: string; file: string; severity: string }[];
  const shown = found.map(({ file, rule, severity }) => `${file.split("/").slice(-2).join("/")} ${rule} ${severity}`);
  expect(shown.sort()).toEqual([
    "k/part.yaml self-reference error",
    "k/whole.yaml self-reference note",
    "plain/whole.yaml self-reference error",
  ]);
});

test("a placeholder in a Secret is one for every rule", async () => {
  folder.write({
    "a.yaml": `apiVersion: v1
kind: Pod
metadata: {name: p}
spec: {containers: [{name: a, image: i, env: [{name: A, valueFrom: {secretKeyRef: {name: s, key: A}}}]}]}
---
apiVersion: v1
kind: Secret
metadata: {name: s}
data: {A: xxxxxxx}
`,
  });
  expect((await lint("a.yaml")).found).toEqual([]);
});
