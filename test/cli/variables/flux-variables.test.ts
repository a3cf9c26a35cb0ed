/** `varexpand expand --flux-kustomization`. */
import { resolve } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { KUBERNETES } from "../../../src/yaml/dialect.ts";
import { nodeAt } from "../../../src/yaml/node.ts";
import { parseYaml } from "../../../src/yaml/parse.ts";
import { runInMemory } from "../memory-io.ts";
import { FolderPerTest } from "../temporary.ts";

const folder = new FolderPerTest();

const kustomization = (name: string, path: string, spec: string) => `---
apiVersion: kustomize.toolkit.fluxcd.io/v1
kind: Kustomization
metadata: {name: ${name}}
spec:
  path: ${path}
  sourceRef: {kind: GitRepository, name: flux-system}
${spec.replace(/^(?=.)/gm, "  ")}
`;

const PARENT = `patches:
- target: {kind: Kustomization}
  patch: |
    apiVersion: kustomize.toolkit.fluxcd.io/v1
    kind: Kustomization
    metadata: {name: _}
    spec: {postBuild: {substituteFrom: [{kind: ConfigMap, name: vars}, {kind: Secret, name: vars}]}}
`;

const own = (value: string) => `postBuild: {substitute: {HOST: ${value}}}\n`;

beforeEach(() => {
  folder.write({
    ".git/HEAD": "",
    "clusters/cluster.yaml": kustomization("cluster", "./apps", PARENT),
    "apps/ks.yaml": kustomization("web", "./web", own("web")) + kustomization("db", "./db", own("db")),
    "clusters/vars.yaml": "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: vars}\ndata: {DOMAIN: example.com}\n",
    "clusters/secret.yaml": "apiVersion: v1\nkind: Secret\nmetadata: {name: vars}\ndata: {TOKEN: eA==}\n",
    "web/web.yaml": "a: ${HOST}.${DOMAIN:=x}\n",
    "db/db.yaml": "a: ${HOST}\n",
  });
});

async function expand(...args: string[]) {
  const given = args.map((arg) => (arg.includes("ks.yaml") || arg.includes(".yaml") ? folder.at(arg) : arg));
  const { code, messages, output } = await runInMemory(["expand", "--syntax", "flux", ...given], { stdin: "" });
  return { code, output, messages: messages.map((line) => line.replaceAll(`${folder.path}/`, "")) };
}

const SECRET = "apps/ks.yaml: values of Secret/vars are not known; set them with -e or --envfile";

describe("the variables of a Kustomization", () => {
  test("are its own, and those that its parent adds", async () => {
    const expected = { code: 0, output: "a: web.example.com\n", messages: [SECRET] };
    expect(await expand("--flux-kustomization", "apps/ks.yaml#web", "web/web.yaml")).toEqual(expected);
  });

  test("do not require its path", async () => {
    folder.write({
      "apps/ks.yaml": kustomization("web", "./elsewhere", own("web")) + kustomization("db", "./db", own("db")),
    });
    const { code, output } = await expand("--flux-kustomization", "apps/ks.yaml#web", "db/db.yaml");
    expect({ code, output }).toEqual({ code: 0, output: "a: web\n" });
    expect((await expand("--flux-kustomization", "apps/ks.yaml#db", "db/db.yaml")).output).toBe("a: db\n");
  });

  test("are overridden by -e", async () => {
    const { output } = await expand("--flux-kustomization", "apps/ks.yaml#db", "-e", "HOST=other", "db/db.yaml");
    expect(output).toBe("a: other\n");
  });

  test("are those of one Kustomization", async () => {
    const message = "apps/ks.yaml: several Kustomizations (web, db); select one with FILE#NAME";
    const { code, messages } = await expand("--flux-kustomization", "apps/ks.yaml", "web/web.yaml");
    expect({ code, messages }).toEqual({ code: 2, messages: [expect.stringContaining(message)] });
  });

  test("require a Kustomization, and the syntax", async () => {
    const { messages } = await expand("--flux-kustomization", "web/web.yaml", "web/web.yaml");
    expect(messages[0]).toContain("web/web.yaml: not a Kustomization of Flux");
    const { code } = await runInMemory(["expand", "--flux-kustomization", "ks.yaml", "x.yaml"]);
    expect(code).toBe(2);
  });

  test.each([
    ["web", /: is a directory$/],
    ["/dev/null", /: not a Kustomization of Flux$/],
  ])("require a file: %s", async (path, message) => {
    const [given, operand] = [resolve(folder.path, path), folder.at("web/web.yaml")];
    const { code, messages } = await runInMemory([
      "expand",
      "--syntax",
      "flux",
      "--flux-kustomization",
      given,
      operand,
    ]);
    expect({ code, messages }).toEqual({ code: 2, messages: [expect.stringMatching(message)] });
  });
});

describe("objects become what Flux reads", () => {
  const pod = (value: string) =>
    `apiVersion: v1\nkind: Pod\nmetadata: {name: a}\nspec:\n  containers:\n  - env:\n    - name: A\n      value: "${value}"\n`;
  const expanded = (value: string, variables: string, ...args: string[]) => {
    const ks = kustomization("web", "./web", `postBuild: {substitute: ${variables}}\n`);
    folder.write({ "clusters/cluster.yaml": "", "apps/ks.yaml": ks, "web/pod.yaml": pod(value) });
    return expand("--flux-kustomization", "apps/ks.yaml", ...args, "web/pod.yaml");
  };

  test.each([
    ["${A}", '{A: "80"}', 80],
    ["${A}", '{A: \'{"b": "c"}\'}', { b: "c" }],
    ["${A}", '{A: "x #y"}', "x"],
    ["${A}", '{A: "12:30"}', "12:30"],
    ["${Q}${A}${Q}", "{A: '80', Q: '\"'}", "80"],
  ])("%s with %s", async (value, variables, expected) => {
    for (const args of [[], ["--yaml"]]) {
      const { output } = await expanded(value, variables, ...args);
      const [document] = parseYaml(output, KUBERNETES);
      expect(nodeAt(document!, ["spec", "containers", 0, "env", 0, "value"])?.value).toEqual(expected);
    }
  });

  test("or the place of a value that breaks the YAML", async () => {
    expect(await expanded("${A}", "{A: '*x'}")).toEqual({
      code: 2,
      output: "",
      messages: ["web/pod.yaml:8:14: ${A}: the object is not valid YAML after substitution"],
    });
  });

  test("but not names outside of --only", async () => {
    const { output } = await expanded("${A}${B:=1}", "{A: '1'}", "--only", "A");
    expect(output).toContain('value: "1${B:=1}"');
  });
});
