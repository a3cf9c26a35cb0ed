/** `varexpand lint` on files that kustomizations list. */
import { readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { relative } from "node:path";
import { describe, expect, test } from "vitest";
import { deployment } from "../../../kubernetes/kustomize/render.ts";
import { hasTool } from "../../../tools.ts";
import { runInMemory } from "../../memory-io.ts";
import { FolderPerTest } from "../../temporary.ts";

const folder = new FolderPerTest();

async function lint(...args: string[]) {
  const { code, messages, output } = await runInMemory(["lint", ...args]);
  // Paths outside the working directory are relative to it.
  const shown = relative(process.cwd(), folder.path);
  const plain = (text: string) => text.replaceAll(`${shown}/`, "").replaceAll(`${folder.path}/`, "");
  return { code, output: plain(output), messages: messages.map(plain) };
}

async function findings(...args: string[]): Promise<string[]> {
  const { output } = await lint(...args);
  return output.split("\n").filter((line) => line !== "");
}

/** A complete Deployment: nothing in it is refused. */
const web = (lines: string) =>
  deployment(lines).replace(
    "  template:\n",
    "  selector: {matchLabels: {app: web}}\n  template:\n    metadata: {labels: {app: web}}\n",
  );

const patch = (env: string) => deployment(`env:\n${env}`).replace("        image: example/app\n", "");

const OVERLAYS = {
  ".git/HEAD": "",
  "base/kustomization.yaml": "resources: [web.yaml]\n",
  "base/web.yaml": web('args: ["$(CLUSTER)", "$(TYPO)"]'),
  "overlays/dev/kustomization.yaml": "resources: [../../base]\npatches: [{path: patch.yaml}]\n",
  "overlays/dev/patch.yaml": patch("- {name: CLUSTER, value: dev}\n- {name: URL, value: $(NONE)}"),
  "overlays/prod/kustomization.yaml": "resources: [../../base]\n",
};

const ONLY_IN_PROD =
  "base/web.yaml:13:17: warning: $(CLUSTER) is not expanded: the variable is not defined (only in kustomization overlays/prod) [undefined-reference]";
const IN_BOTH =
  "base/web.yaml:13:31: warning: $(TYPO) is not expanded: the variable is not defined (kustomizations overlays/dev, overlays/prod) [undefined-reference]";
const IN_PATCH =
  "overlays/dev/patch.yaml:12:30: warning: $(NONE) is not expanded: the variable is not defined (kustomization overlays/dev) [undefined-reference]";

describe("findings in a base and its overlays", () => {
  test("are reported once, with the overlays that differ", async () => {
    folder.write(OVERLAYS);
    const { messages, output } = await lint(folder.path);
    expect(output.split("\n")).toEqual([ONLY_IN_PROD, IN_BOTH, IN_PATCH, ""]);
    expect(messages).toEqual(["rendered 2 kustomizations", "checked 5 files, 1 pod: 3 warnings"]);
  });

  test("a file of the base has the findings of all overlays", async () => {
    folder.write(OVERLAYS);
    expect(await findings(folder.at("base/web.yaml"))).toEqual([ONLY_IN_PROD, IN_BOTH]);
  });

  test("the folder of an overlay has the findings of what it renders", async () => {
    folder.write(OVERLAYS);
    const inOne = IN_BOTH.replace("kustomizations overlays/dev, overlays/prod", "kustomization overlays/dev");
    expect((await findings(folder.at("overlays/dev"))).sort()).toEqual([inOne, IN_PATCH].sort());
  });

  test.skipIf(!hasTool("kubectl", "version", "--client"))("-k has places in the source files", async () => {
    folder.write(OVERLAYS);
    const { messages, output } = await lint("-k", folder.at("overlays/dev"));
    const inOne = IN_BOTH.replace("kustomizations overlays/dev, overlays/prod", "kustomization overlays/dev");
    expect(output.split("\n").sort()).toEqual(["", inOne, IN_PATCH].sort());
    expect(messages).toEqual(["rendered 1 kustomization", "checked 1 file, 1 pod: 2 warnings"]);
  });

  test.skipIf(!hasTool("kubectl", "version", "--client"))(
    "-k has the start of the file that an object comes from, if varexpand does not support the transformer",
    async () => {
      const prefix = `apiVersion: builtin
kind: PrefixTransformer
metadata: {name: p}
prefix: dev-
fieldSpecs: [{path: metadata/name}]
`;
      folder.write({
        ...OVERLAYS,
        "overlays/dev/kustomization.yaml": "resources: [../../base]\ntransformers: [prefix.yaml]\n",
        "overlays/dev/prefix.yaml": prefix,
      });
      expect((await findings("-k", folder.at("overlays/dev"))).map((line) => line.split(" is ")[0])).toEqual([
        "base/web.yaml:1:1: warning: $(CLUSTER)",
        "base/web.yaml:1:1: warning: $(TYPO)",
      ]);
    },
  );

  test("reports name real paths", async () => {
    folder.write(OVERLAYS);
    const { output } = await lint("-o", "json", folder.path);
    const { findings } = JSON.parse(output) as { findings: { file: string; message: string }[] };
    expect(findings.map(({ file }) => file.slice(file.indexOf("base/")))).toContain("base/web.yaml");
    expect(findings[0]!.message).toContain("(only in kustomization overlays/prod)");
  });
});

describe("what a kustomization adds", () => {
  const settings = (literals: string) => ({
    "k/kustomization.yaml": `resources: [web.yaml]\nconfigMapGenerator: [{name: settings, literals: [${literals}]}]\n`,
    "k/web.yaml": web("env:\n- name: PORT\n  valueFrom: {configMapKeyRef: {name: settings, key: PORT}}"),
  });

  test("reports a container that will not start, next to a kustomization", async () => {
    folder.write(settings("PROT=80"));
    expect(await findings(folder.at("k"))).toEqual([
      "k/web.yaml:14:17: error: container app will not start: couldn't find key PORT in ConfigMap settings (kustomization k) [container-config-error]",
    ]);
    folder.write(settings("PORT=80"));
    expect(await findings(folder.at("k"))).toEqual([]);
  });

  test("variables, also in fields that only the configuration names", async () => {
    folder.write({
      "k/kustomization.yaml": `resources: [web.yaml]
configurations: [config.yaml]
configMapGenerator: [{name: settings, literals: [MEMORY=1Gi]}]
vars: [{name: MEMORY, objref: {apiVersion: v1, kind: ConfigMap, name: settings}, fieldref: {fieldpath: data.MEMORY}}]
`,
      "k/config.yaml":
        "varReference: [{kind: Deployment, path: spec/template/spec/containers/resources/limits/memory}]\n",
      "k/web.yaml": web("args: [$(MEMORY)]\nresources: {limits: {memory: $(MEMORY)}}"),
    });
    expect(await findings(folder.at("k"))).toEqual([]);
  });

  test.each([[], ["-f"]])("the env files of generators are read, whatever their name %j", async (...flag) => {
    folder.write({
      ".git/HEAD": "",
      "k/kustomization.yaml": "configMapGenerator: [{name: c, envs: [x.properties, none, ../../y.properties]}]\n",
      "k/x.properties": "A=1\n=2\n",
    });
    const { messages, output } = await lint(...flag, folder.path);
    expect(output).toMatch(/^k\/kustomization.yaml:1:53: error: .*'none': no such file or directory/);
    expect(output).toMatch(/\nk\/x\.properties:2:1: error: .*kubectl/);
    expect(messages.at(-1)).toBe("checked 1 file, 0 pods, 1 env file: 2 errors");
  });

  test("yes is a string", async () => {
    folder.write({
      "k/kustomization.yaml": "resources: [web.yaml]",
      "k/web.yaml": web("env: [{name: A, value: yes}]"),
    });
    expect(await findings(folder.at("k"))).toEqual([]);
  });

  test("names the files if one entry is in a patch and the other in the base", async () => {
    folder.write({
      "k/kustomization.yaml": "resources: [web.yaml]\npatches: [{path: patch.yaml}]\n",
      "k/web.yaml": web("env:\n- {name: HOST, value: db}"),
      "k/patch.yaml": patch("- {name: URL, value: http://$(HOST)}"),
    });
    expect(await findings(folder.at("k"))).toEqual([
      "k/patch.yaml:11:37: error: $(HOST) is not expanded: the variable is declared later at line 14 of web.yaml (kustomization k) [use-before-declaration]",
    ]);
  });

  test("checks a file that kustomize refuses on its own", async () => {
    folder.write({
      "k/kustomization.yaml": "resources: [web.yaml]\n",
      "k/web.yaml": `${web("args: [$(NONE)]")}---\nkind: ConfigMap\nmetadata: {nam: c}\n`,
    });
    expect((await findings(folder.at("k"))).join()).toContain(
      "k/web.yaml:13:16: warning: $(NONE) is not expanded: the variable is not defined [undefined-reference]",
    );
  });

  test("checks a manifest that is the content of a ConfigMap on its own", async () => {
    folder.write({
      "k/kustomization.yaml": "configMapGenerator: [{name: c, files: [web.yaml]}]\n",
      "k/web.yaml": web("args: [$(NONE)]"),
    });
    expect(await findings(folder.at("k"))).toEqual([
      "k/web.yaml:13:16: warning: $(NONE) is not expanded: the variable is not defined [undefined-reference]",
    ]);
  });

  test("reports the lines of an inline patch in the kustomization", async () => {
    const json = `resources: [web.yaml]
patches:
- target: {kind: Deployment}
  patch: |-
    - op: add
      path: /spec/template/spec/containers/0/args
      value: ["$(NONE)"]
`;
    folder.write({ "k/kustomization.yaml": json, "k/web.yaml": web("") });
    expect(await findings(folder.at("k"))).toEqual([
      "k/kustomization.yaml:7:16: warning: $(NONE) is not expanded: the variable is not defined (kustomization k) [undefined-reference]",
    ]);
  });
});

describe("what is not supported", () => {
  test.each([
    ["resources: [web.yaml, 'https://example.org/x.yaml']", "1:23: not evaluated: remote resources are not read"],
    ["resources: [web.yaml]\nhelmCharts: [{name: x}]", "2:13: not evaluated: helmCharts: not supported"],
    ["resources: [web.yaml]\ngenerators: [x.yaml]", "2:13: not evaluated: generators: not supported"],
  ])("%s: with --complete, absent objects are unknown", async (kustomization, place) => {
    const env = "envFrom:\n- configMapRef: {name: absent}\nargs: [$(ABSENT)]";
    folder.write({ "k/kustomization.yaml": kustomization, "k/web.yaml": web(env) });
    const { messages, output } = await lint("--complete", folder.at("k"));
    expect(output).toBe("");
    expect(messages[0]).toBe(`k/kustomization.yaml:${place}`);
    expect(messages).toContain("rendered 1 kustomization, 1 of them only in part");
  });

  test.each([
    ["a patch that is not UTF-8", "patches: [{path: binary.yaml}]"],
    ["a remote patch", "patchesStrategicMerge: ['https://example.org/x.yaml']"],
    ["a transformer", "transformers: ['kind: X\\nmetadata: {name: y}']"],
    ["a configuration that is not UTF-8", "configurations: [binary.yaml]"],
    [
      "a replacement of a part of a string",
      "replacements: [{sourceValue: x, targets: [{select: {kind: Deployment}, fieldPaths: [metadata.name.x]}]}]",
    ],
    ["a variable without an object", "vars: [{name: A, objref: {kind: X, name: y}}]"],
    [
      "an operation whose result is not known",
      'patches: [{target: {kind: .*}, patch: \'[{"op": "copy", "from": "/x", "path": "/y"}]\'}]',
    ],
  ])("%s makes the object unknown", async (_, lines) => {
    folder.write({ "k/kustomization.yaml": `resources: [web.yaml]\n${lines}\n`, "k/web.yaml": web("args: [$(A)]") });
    writeFileSync(folder.at("k/binary.yaml"), Uint8Array.of(0xff));
    const { messages, output } = await lint(folder.at("k"));
    expect(output).toBe("");
    expect(messages.join("\n")).toContain("1 workload may be changed by parts that are not evaluated: Deployment/web");
  });

  test("kustomizations that are part of each other", async () => {
    folder.write({
      "a/kustomization.yaml": "resources: [../b, web.yaml]",
      "a/web.yaml": web("args: [$(A)]"),
      "b/kustomization.yaml": "resources: [../a]",
    });
    expect((await lint(folder.path)).code).toBeLessThan(2);
  });
});

describe("suppressions", () => {
  const files = (comment: string, annotation: string) => ({
    "k/kustomization.yaml": "resources: [web.yaml]\n",
    "k/web.yaml": web(`args: [$(A)]${comment}`).replace("  name: web\n", `  name: web\n${annotation}`),
  });

  test("comments of the sources apply, and unused ones are reported", async () => {
    folder.write(files(" # varexpand-ignore undefined-reference", ""));
    expect(await lint(folder.at("k"))).toMatchObject({
      output: "",
      messages: [/rendered/, /no findings/].map((each) => expect.stringMatching(each)),
    });
    folder.write(files(" # varexpand-ignore self-reference", ""));
    const { messages, output } = await lint(folder.at("k"));
    expect(output).toContain("undefined-reference");
    expect(messages.join("\n")).toContain("k/web.yaml:13:22: unused");
  });

  test("annotations apply", async () => {
    folder.write(files("", "  annotations: {varexpand.dev/ignore: undefined-reference}\n"));
    expect((await lint(folder.at("k"))).output).toBe("");
    folder.write(files("", "  annotations: {varexpand.dev/ignore: self-reference}\n"));
    expect((await lint(folder.at("k"))).messages.join("\n")).toContain("unused");
  });
});

test("--fix changes a file that a kustomization lists", async () => {
  folder.write({
    "k/kustomization.yaml": "resources: [web.yaml]\n",
    "k/web.yaml": web("env:\n- name: URL\n  value: http://$(HOST)\n- name: HOST\n  value: db"),
  });
  expect(await lint("--fix", folder.at("k"))).toMatchObject({
    code: 0,
    messages: ["fixed 1 problem in k/web.yaml", "rendered 1 kustomization", "checked 2 files, 1 pod: no findings"],
  });
});

test("--fix does not change a patch: its variables are declared in another order after kustomize", async () => {
  const files = {
    "k/kustomization.yaml": "resources: [web.yaml]\npatches: [{path: patch.yaml}]\n",
    "k/web.yaml": web("env:\n- {name: URL, value: http://$(HOST)}"),
    "k/patch.yaml": patch("- {name: A, value: $(HOST)}\n- {name: HOST, value: db}"),
  };
  folder.write(files);
  expect(await lint("--fix", folder.at("k"))).toEqual({
    code: 1,
    output:
      "k/patch.yaml:11:28: error: $(HOST) is not expanded: the variable is declared later at line 12 (kustomization k) [use-before-declaration]\n",
    messages: ["rendered 1 kustomization", "checked 3 files, 1 pod: 1 error"],
  });
  for (const [name, text] of Object.entries(files)) expect(readFileSync(folder.at(name), "utf8")).toBe(text);
});

describe("what is not evaluated", () => {
  const HOSTILE = {
    ".git/HEAD": "",
    "bomb/kustomization.yaml": `resources: [web.yaml]
patches:
- target: {kind: Deployment}
  patch: |
${Array.from({ length: 30 }, (_, i) => `    - {op: copy, from: /spec, path: /spec/k${i}}\n`).join("")}`,
    "bomb/web.yaml": web(""),
    "app/kustomization.yaml": "resources: [web.yaml]\nconfigMapGenerator: [{name: s, envs: [../s.env]}]\n",
    "app/web.yaml": web('args: ["$(TYPO)"]'),
    "s.env": "A=b\n",
  };
  const BUDGET = "bomb/kustomization.yaml:3:3: not evaluated: it requires far more work than its size allows";
  const OUTSIDE =
    "app/kustomization.yaml:2:22: not evaluated: security; file '../s.env' is not in or below the kustomization's directory";

  test("is listed with its place, and fails with --fail-on unknown", async () => {
    folder.write(HOSTILE);
    const { code, messages } = await lint(folder.path, "--rule", "undefined-reference=note");
    expect([code, messages.slice(0, 2)]).toEqual([0, [OUTSIDE, BUDGET]]);
    const failing = await lint(folder.path, "--rule", "undefined-reference=note", "--fail-on", "unknown");
    expect([failing.code, failing.messages]).toEqual([1, messages]);
    expect((await lint(folder.at("s.env"), "--fail-on", "unknown")).code).toBe(0);
  });

  test("with --load-restrictor LoadRestrictionsNone, files outside the directory are read", async () => {
    folder.write({ ...HOSTILE, "bomb/kustomization.yaml": "resources: [web.yaml]\n" });
    const options = ["--load-restrictor", "LoadRestrictionsNone", "--rule", "undefined-reference=note"];
    expect((await lint(folder.path, ...options, "--fail-on", "unknown")).code).toBe(0);
  });
});

describe("links", () => {
  const SECRET = "PASSWORD-WITH-A-DASH=x\nroot:x:0:0\n";

  test("out of the repository are not followed, and are counted", async () => {
    folder.write({
      "secret.txt": SECRET,
      "repo/.git/HEAD": "",
      "repo/in.env": "A=b\n",
      "repo/app/kustomization.yaml": "{}",
    });
    symlinkSync("../secret.txt", folder.at("repo/.env"));
    symlinkSync("in.env", folder.at("repo/link.env"));
    const { output, messages } = await lint(folder.at("repo"));
    expect(output + messages).not.toMatch(/PASSWORD|root/);
    expect(messages.at(-1)).toContain("skipped 1 link out of the repository");
  });

  test.each([
    ["resources: [link.yaml]", "link.yaml"],
    ["configMapGenerator: [{name: g, envs: [link.yaml]}]", "link.yaml"],
  ])("%s out of the repository is not loaded", async (kustomization, path) => {
    folder.write({ "outside.yaml": web('args: ["$(OUTSIDE)"]'), "repo/.git/HEAD": "" });
    folder.write({ "repo/app/kustomization.yaml": kustomization });
    symlinkSync("../../outside.yaml", folder.at(`repo/app/${path}`));
    const { code, output, messages } = await lint(folder.at("repo"), "--fail-on", "unknown");
    expect(output + messages).not.toContain("OUTSIDE");
    expect(messages[0]).toMatch(/^repo\/app\/kustomization.yaml:.*: not evaluated: files .* are not read$/);
    expect(code).toBe(1);
  });
});

test.each(["web", "Deployment/web", "prod-web-v1", "Deployment/prod-web-v1", "w*"])(
  "ignore: {name: %s} is about an object that a namePrefix and a nameSuffix rename",
  async (name) => {
    folder.write({
      ".git/HEAD": "",
      ".varexpand.yaml": `ignore: [{path: "*.yaml", rule: undefined-reference, name: ${JSON.stringify(name)}}]\n`,
      "base/kustomization.yaml": "resources: [web.yaml]\n",
      "base/web.yaml": web('args: ["$(TYPO)", "$(OPEN"]'),
      "prod/kustomization.yaml": "resources: [../base]\nnamePrefix: prod-\nnameSuffix: -v1\n",
    });
    const found = await findings("--config", folder.at(".varexpand.yaml"), folder.path);
    expect(found.map((line) => line.replace(/.* /, ""))).toEqual(["[malformed-reference]"]);
  },
);

/** The severity of a finding about a kustomization in a folder that cannot be built. */
async function buildSeverity(path: string, ...operands: string[]): Promise<string | undefined> {
  folder.write({ "k/.git/HEAD": "", [`k/${path}/kustomization.yaml`]: "resources: [none.yaml]\n" });
  const found = await findings(...operands.map((operand) => folder.at(operand)));
  return found.map((line) => line.replace(/^[^ ]* ([a-z]*): .* \[kustomize-build\]$/, "$1")).join(", ");
}

test.each<[path: string, severity: string]>([
  ["prod", "error"],
  ["testdata-prod", "error"],
  ["examples/prod", "note"],
  ["legacy/prod", "note"],
  ["testdata/prod", ""],
  ["pkg/testdata", ""],
  ["pkg/fixtures/a", ""],
  ["src/__tests__", ""],
  ["tests", "note"],
  ["pkg/tests/a", "note"],
  ["e2e/a", "note"],
  ["test/a", "note"],
  ["test", "note"],
  ["overlays/test", "error"],
  ["contest/a", "error"],
  ["tests-prod", "error"],
])("a kustomization in %s that cannot be built: %s", async (path, severity) => {
  expect(await buildSeverity(path, "k")).toBe(severity);
});

test.each<[path: string, operands: string[], severity: string]>([
  ["tests/a", ["k/tests/a/kustomization.yaml"], "error"],
  ["tests/a", ["k", "k/tests/a/kustomization.yaml"], "error"],
  ["tests/a", ["k/tests"], "error"],
  ["examples/a", ["k/examples"], "error"],
  ["testdata/a", ["k/testdata"], "error"],
  ["testdata/a", ["k", "k/testdata"], "error"],
  ["testdata/a", ["k/testdata/a/kustomization.yaml"], "error"],
  ["a/tests/b", ["k/a"], "note"],
  ["overlays/test", ["k/overlays"], "error"],
  ["test/a", ["k/test"], "error"],
])("a kustomization in %s that cannot be built, in %j: %s", async (path, operands, severity) => {
  expect(await buildSeverity(path, ...operands)).toBe(severity);
});

test.each<[root: string, isReported: boolean]>([
  ["testdata/k", true],
  ["k/testdata", false],
  ["k/fixtures", false],
])("a pod of a kustomization in %s, below the folder that is searched or above it", async (path, isReported) => {
  folder.write({
    [`${path}/kustomization.yaml`]: "resources: [web.yaml]\n",
    [`${path}/web.yaml`]: web('args: ["$(TYPO)"]'),
  });
  const found = await findings(folder.at(isReported ? path : "k"));
  expect(found.map((line) => line.replace(/.* /, ""))).toEqual(isReported ? ["[undefined-reference]"] : []);
});

test.each<[operands: string[], severity: string]>([
  [["k"], "note"],
  [["k/blog"], "error"],
  [["k", "k/blog/kustomization.yaml"], "error"],
])(
  "a kustomization that cannot be built, and that another one lists in a comment, in %j: %s",
  async (operands, level) => {
    folder.write({ "k/kustomization.yaml": "resources:\n# - blog\n- a.yaml\n", "k/a.yaml": web("") });
    expect(await buildSeverity("blog", ...operands)).toBe(level);
  },
);

test.each([
  ["a repository", { ".git/HEAD": "" }],
  ["a folder that is not a repository", {}],
])("in %s, scripts are searched for what is missing", async (_, files) => {
  folder.write({
    ...files,
    "base/kustomization.yaml": "resources: [crds.yaml, typo.yaml]\n",
    "hack/update.sh": "curl -o base/crds.yaml https://example.com/crds.yaml\n",
  });
  expect(await findings("-R", folder.path)).toEqual([
    "base/kustomization.yaml:1:24: error: kustomize cannot build the kustomization: accumulating resources: 'typo.yaml': no such file or directory (kustomization base) [kustomize-build]",
  ]);
});

test.each<[folder: string, level: string]>([
  ["k/", "warning"],
  ["archive/k/", "note"],
  ["tests/k/", "note"],
  ["apps/e2e/k/", "note"],
])("what %s applies has findings of the level %s", async (at, level) => {
  const other = { "other.yaml": web("args: [$(B)]").replaceAll("web", "other") };
  folder.write({ [`${at}kustomization.yaml`]: "resources: [a.yaml]\n", [`${at}a.yaml`]: web("args: [$(A)]") });
  folder.write(Object.fromEntries(Object.entries(other).map(([name, text]) => [`${at}../${name}`, text])));
  const levels = (await findings(folder.path)).map((line) => /: (error|warning|note): /.exec(line)?.[1]);
  expect(levels).toEqual([level, level]);
});

test("what an archive contains is not archived if another kustomization uses it", async () => {
  folder.write({
    "archive/kustomization.yaml": "resources: [a.yaml]\n",
    "archive/a.yaml": web("args: [$(A)]"),
    "k/kustomization.yaml": "resources: [../archive]\n",
  });
  expect(await findings(folder.path)).toEqual([expect.stringContaining(": warning: ")]);
});

test.each(["web.yaml", "web.template.yaml"])("a key that is missing in %s", async (name) => {
  const settings = "\n---\napiVersion: v1\nkind: ConfigMap\nmetadata: {name: x}\ndata: {A: b}\n";
  const text = web("env: [{name: A, valueFrom: {configMapKeyRef: {name: x, key: C}}}]") + settings;
  folder.write({ [name]: text });
  expect(await findings(folder.path)).toEqual([
    expect.stringContaining(name === "web.yaml" ? ": error: " : ": note: "),
  ]);
});

test.each<[list: string, expected: number]>([
  ["# patches:\n# - path: patch.yaml\n", 0],
  ["# patchesStrategicMerge:\n# - patch.yaml\n", 0],
  ["# - other.yaml\n", 2],
])("a file that only a comment lists as a patch is not an object: %j", async (list, expected) => {
  const patch = web("env:\n- {name: A, value: $(B)}\n- {name: C, valueFrom: {secretKeyRef: {name: x}}}");
  folder.write({ "k/kustomization.yaml": `resources: [a.yaml]\n${list}`, "k/a.yaml": web(""), "k/patch.yaml": patch });
  expect(await findings(folder.path)).toHaveLength(expected);
});
