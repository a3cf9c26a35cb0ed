/** The files that `varexpand lint` reads: which of them count, and which are skipped. */
import { lstatSync, readFileSync, symlinkSync } from "node:fs";
import { expect, test } from "vitest";
import { pod } from "../../../lint/looked.ts";
import { runInMemory } from "../../memory-io.ts";
import { FolderPerTest } from "../../temporary.ts";

const folder = new FolderPerTest();

/** Runs lint, with the folder's path left out of what it prints. */
async function lint(...args: string[]) {
  const { code, messages, output } = await runInMemory(["lint", ...args]);
  const plain = (text: string) => text.replaceAll(`${folder.path}/`, "");
  return { code, output: plain(output), messages: messages.map(plain) };
}

const BYTES = Uint8Array.of(0x41, 0x3d, 0xff, 0x0a);

test("an object that reads the environment of one in another file", async () => {
  folder.write({
    "a.yaml": pod("args: [a]"),
    "scaler.yaml":
      "apiVersion: keda.sh/v1alpha1\nkind: ScaledObject\nmetadata: {name: s}\nspec:\n  scaleTargetRef: {name: worker}\n  triggers:\n  - {type: rabbitmq, metadata: {hostFromEnv: HOST}}\n",
    "worker.yaml":
      "apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: worker}\nspec: {selector: {}, template: {spec: {containers: [{name: c, image: i}]}}}\n",
  });
  expect(await lint(folder.path)).toMatchObject({
    code: 1,
    output: "scaler.yaml:7:46: warning: container c of Deployment/worker does not set HOST [env-consumer]\n",
  });
});

test.each([
  ["little-endian", "fffe41003d003100"],
  ["big-endian", "feff0041003d0031"],
])("an env file in UTF-16, %s, is reported with the conversion", async (_, hex) => {
  folder.file("k/.env", Buffer.from(hex, "hex"));
  const message = "k/.env: the file is UTF-16; save it as UTF-8";
  const { code, messages } = await lint(folder.at("k"));
  expect({ code, first: messages[0] }).toEqual({ code: 2, first: `${message}; skipped` });
  expect(await lint(folder.at("k/.env"))).toMatchObject({ code: 2, messages: [`varexpand: ${message}`] });
});

test("an env file that is not UTF-8 is skipped in a directory, and an error if it is named", async () => {
  folder.write({ "k/b.env": "A='1'\n" });
  folder.file("k/a.env", BYTES);
  expect(await lint(folder.at("k"))).toEqual({
    code: 0,
    output: "",
    messages: ["checked 1 env file: no findings; skipped 1 file of other types"],
  });
  for (const args of [[folder.at("k/a.env")], ["--envfile", folder.at("k/a.env")]]) {
    expect(await lint(...args)).toEqual({
      code: 2,
      output: "",
      messages: ["varexpand: k/a.env:1:3: the file is not valid UTF-8"],
    });
  }
});

test.each<[string, string[], string]>([
  ["", [], "checked 0 files: no findings"],
  ["\n", [], "checked 0 files: no findings"],
  ["# a\n", [], "checked 0 files: no findings"],
  ["# a\n", ["--fix"], "checked 0 files: no findings"],
  ["a: [\n", [], "k/a.yaml:2:1: the text ends before a [ or { is closed; skipped"],
  ["a: [\n", ["--fix"], "k/a.yaml:2:1: the text ends before a [ or { is closed; skipped"],
  // Every pod of a file without an error is checked.
  [`${pod("args: [a]")}---\n${pod("args: [a]")}`, ["--fix"], "checked 1 file, 2 pods: no findings"],
])("%j %j in a directory", async (text, options, message) => {
  folder.file("k/a.yaml", text);
  const result = await lint("--skip-unchecked", ...options, folder.at("k"));
  expect({ code: result.code, first: result.messages[0], output: result.output }).toEqual({
    code: 0,
    first: message,
    output: "",
  });
  expect(readFileSync(folder.at("k/a.yaml"), "utf8")).toBe(text);
});

test("--fix changes the files with fixes, and no others", async () => {
  const early = pod("env:\n- {name: URL, value: x$(HOST)}\n- {name: HOST, value: db}");
  const fixed = pod("env:\n- {name: HOST, value: db}\n- {name: URL, value: x$(HOST)}");
  const other = pod("args: [$(NONE)]");
  folder.write({ "a.yaml": `${other}---\n${early}`, "b.yaml": other, "c.yaml": early, "d.yaml": fixed });
  expect(await lint("--fix", folder.path)).toEqual({
    code: 1,
    output:
      "a.yaml:9:12: warning: $(NONE) is not expanded: the variable is not defined [undefined-reference]\n  also: b.yaml:9:12\n",
    messages: ["fixed 1 problem in a.yaml", "fixed 1 problem in c.yaml", "checked 4 files, 5 pods: 2 warnings"],
  });
  const texts = ["a.yaml", "b.yaml", "c.yaml", "d.yaml"].map((name) => readFileSync(folder.at(name), "utf8"));
  expect(texts).toEqual([`${other}---\n${fixed}`, other, fixed, fixed]);
});

test("--fix changes the files that links lead to, unless they lead out of the repository", async () => {
  const early = pod("env:\n- {name: URL, value: x$(HOST)}\n- {name: HOST, value: db}");
  const fixed = pod("env:\n- {name: HOST, value: db}\n- {name: URL, value: x$(HOST)}");
  folder.write({ ".git/HEAD": "", "a.yaml": early, "b/c.yaml": early });
  symlinkSync("../a.yaml", folder.at("b/link.yaml"));
  symlinkSync("b", folder.at("d"));
  const paths = ["b/link.yaml", "a.yaml", "d/c.yaml"].map((name) => folder.at(name));
  expect((await lint("--fix", ...paths)).messages).toContain("fixed 1 problem in b/link.yaml");
  expect([readFileSync(folder.at("a.yaml"), "utf8"), readFileSync(folder.at("b/c.yaml"), "utf8")]).toEqual([
    fixed,
    fixed,
  ]);
  expect(lstatSync(folder.at("b/link.yaml")).isSymbolicLink()).toBe(true);
});

test("--fix does not change standard input", async () => {
  const stdin = pod("env:\n- {name: URL, value: x$(HOST)}\n- {name: HOST, value: db}");
  const { code, messages, output } = await runInMemory(["lint", "--fix", "-"], { stdin });
  expect({ code, messages, output }).toEqual({
    code: 1,
    messages: ["checked 1 file, 1 pod: 1 error"],
    output:
      "<stdin>:10:27: error: $(HOST) is not expanded: the variable is declared later at line 11 [use-before-declaration]\n",
  });
});

test("what a kustomization in the second of two directories reads can be fixed", async () => {
  const broken = "kind: ConfigMap\napiVersion: v1\nmetadata: {name: c}\ndata: {A: '${X[@]}'}\n";
  folder.write({
    ".git/HEAD": "",
    "clusters/apps.yaml": `apiVersion: kustomize.toolkit.fluxcd.io/v1
kind: Kustomization
metadata: {name: apps, namespace: flux-system}
spec: {path: ./apps, sourceRef: {kind: GitRepository, name: flux-system}, postBuild: {substitute: {B: x}}}
`,
    "apps/kustomization.yaml": "resources: [a.txt]\n",
    "apps/a.txt": broken,
  });
  await lint("--fix", folder.at("clusters"), folder.at("apps"));
  expect(readFileSync(folder.at("apps/a.txt"), "utf8")).toBe(broken.replace("${X", () => "$${X"));
});

test("an invalid object is reported in a file without pods", async () => {
  folder.write({
    "a.yaml": "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: c}\ndata: [a]\n",
    "b.yaml": "apiVersion: v1\nkind: List\nitems:\n- kind: Secret\n  apiVersion: v1\n  metadata: {name: 3}\n",
  });
  expect(await lint(folder.path)).toEqual({
    code: 1,
    output: `a.yaml:4:7: error: data: expected a mapping, found a list [invalid-manifest]
b.yaml:6:20: error: metadata.name: expected a string, found a number; write it in quotes [invalid-manifest]
`,
    messages: ["checked 2 files, 0 pods: 2 errors"],
  });
});

test("each kustomization of a repository with Flux is rendered once", async () => {
  const kustomization = "resources: [pod.yaml]\n";
  folder.write({
    ".git/HEAD": "",
    "clusters/apps.yaml": `apiVersion: kustomize.toolkit.fluxcd.io/v1
kind: Kustomization
metadata: {name: apps, namespace: flux-system}
spec: {path: ./apps, sourceRef: {kind: GitRepository, name: flux-system}, postBuild: {substitute: {A: x}}}
`,
    "apps/kustomization.yaml": kustomization,
    "apps/pod.yaml": pod('args: ["${A}"]'),
    "other/kustomization.yaml": kustomization,
    "other/pod.yaml": pod("args: [a]"),
  });
  const { code, messages } = await lint(folder.path);
  expect({ code, messages }).toEqual({
    code: 0,
    messages: [
      "rendered 2 kustomizations",
      "checked 5 files, 2 pods: no findings; skipped 1 object without a pod: 1 Kustomization",
    ],
  });
});

test("files that people copy, and env files that no program uses", async () => {
  const secret = "apiVersion: v1\nkind: Secret\nmetadata: {name: a}\ndata: {a: billy}\n";
  const env = "A B=1\n";
  folder.write({
    "a.example.yaml": secret,
    "b.yaml": secret,
    "fixtures/a.env": env,
    ".archive/b.env": env,
    "c.env": env,
    ".env.old": env,
    "d/main.py": "",
    "d/.env": env,
    "d/named.env": `# varexpand-dialect: compose\n${env}`,
    "e/main.py": "",
    "e/package.json": "{}",
    "e/.env": env,
  });
  const { output } = await lint("-R", "--all", folder.path);
  const levels = output
    .split("\n")
    .flatMap((line) => /^(.*?):.*?: (error|note): /.exec(line)?.slice(1).join(" ") ?? []);
  expect([...new Set(levels)].sort()).toEqual([
    ".archive/b.env note",
    ".env.old note",
    "a.example.yaml note",
    "b.yaml error",
    "c.env error",
    "d/.env note",
    "d/named.env error",
    "e/.env error",
    "fixtures/a.env note",
  ]);
});
