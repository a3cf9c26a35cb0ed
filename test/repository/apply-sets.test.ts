/** What `pod`, `explain`, `run`, and `lint` show for one repository: the values that a cluster would use. */
import { relative } from "node:path";
import { describe, expect, test } from "vitest";
import { runInMemory } from "../cli/memory-io.ts";
import { FolderPerTest } from "../cli/temporary.ts";

const folder = new FolderPerTest();

type Files = Readonly<Record<string, string>>;

async function run(files: Files, [command, ...args]: readonly [string, ...string[]]) {
  folder.write({ ".git/HEAD": "", ...files });
  const paths = args.map((arg) => (arg.startsWith("@") ? folder.at(arg.slice(1) || ".") : arg));
  const { code, messages, output } = await runInMemory([command, ...paths]);
  const names = [relative(process.cwd(), folder.path), folder.path];
  const shown = (text: string) =>
    names.reduce((left, name) => left.replaceAll(`${name}/`, "").replaceAll(name, "."), text);
  return { code, output: shown(output), messages: messages.map(shown) };
}

const pods = async (files: Files, ...args: string[]) => (await run(files, ["pod", "-o", "env", ...args])).output;

const configMap = (name: string, data: string, metadata = "") =>
  `---\napiVersion: v1\nkind: ConfigMap\nmetadata: {name: ${name}${metadata}}\ndata: {${data}}\n`;

const deployment = (name: string, container: string, metadata = "") => `---
apiVersion: apps/v1
kind: Deployment
metadata: {name: ${name}${metadata}}
spec:
  selector: {matchLabels: {app: ${name}}}
  template:
    metadata: {labels: {app: ${name}}}
    spec:
      containers:
      - {name: app, image: i, ${container}}
`;

const FROM_SETTINGS = "envFrom: [{configMapRef: {name: settings}}]";

const flux = (name: string, path: string, spec = "") => `---
apiVersion: kustomize.toolkit.fluxcd.io/v1
kind: Kustomization
metadata: {name: ${name}, namespace: flux-system}
spec:
  path: ${path}
  sourceRef: {kind: GitRepository, name: flux-system}
${spec.replace(/^(?=.)/gm, "  ")}
`;

describe("an object of the same name in several places", () => {
  const all = (value: string) => configMap("settings", `DB: ${value}`) + deployment("web", FROM_SETTINGS);
  const files = { "prod/all.yaml": all("prod-db"), "staging/all.yaml": all("staging-db") };
  const expected =
    "# Deployment/web, container app in folder prod\nDB=prod-db\n\n# Deployment/web, container app in folder staging\nDB=staging-db\n";

  test("each folder uses its own", async () => {
    expect(await pods(files, "-R", "@")).toBe(expected);
    expect(await pods(files, "@prod", "@staging")).toBe(expected);
    expect(await pods(files, "@prod/all.yaml", "@staging/all.yaml")).toBe(expected);
    const { output } = await run(files, ["explain", "-R", "@", "DB"]);
    expect(output).toContain('"prod-db"  prod/all.yaml:16:');
    expect(output).toContain("configMapRef settings DB, prod/all.yaml:5:12");
    expect(output).toContain('"staging-db"  staging/all.yaml:16:');
    expect(output).toContain("configMapRef settings DB, staging/all.yaml:5:12");
  });

  test("a file of a folder uses its own", async () => {
    const inOne = { "a.yaml": all("a"), "b.yaml": all("b") };
    expect((await pods(inOne, "@")).match(/^DB=.*/gm)).toEqual(["DB=a", "DB=b"]);
  });

  test("the only one in the input counts, and its place is shown", async () => {
    const split = {
      "config/c.yaml": configMap("settings", "DB: one"),
      "deploy/d.yaml": deployment("web", FROM_SETTINGS),
    };
    expect(await pods(split, "-R", "@")).toContain("DB=one");
    expect((await run(split, ["explain", "-R", "@", "DB"])).output).toContain("config/c.yaml:5:");
  });

  test("of several candidates, none counts, and a message names them", async () => {
    const split = {
      "a/c.yaml": configMap("settings", "DB: one"),
      "b/c.yaml": configMap("settings", "DB: two"),
      "deploy/d.yaml": deployment("web", FROM_SETTINGS),
    };
    const { messages, output } = await run(split, ["pod", "-R", "@", "-o", "env"]);
    expect(output).not.toContain("DB=");
    expect(messages).toEqual([
      expect.stringMatching(/unknown: needs ConfigMap settings \(in .*a\/c\.yaml and .*b\/c\.yaml\)$/),
    ]);
  });

  test("a candidate of another namespace does not count", async () => {
    const split = {
      "config/c.yaml": configMap("settings", "DB: one", ", namespace: other"),
      "deploy/d.yaml": deployment("web", FROM_SETTINGS, ", namespace: shop"),
    };
    expect(await pods(split, "-R", "@")).not.toContain("DB=one");
  });
});

describe("Services", () => {
  const service =
    "---\napiVersion: v1\nkind: Service\nmetadata: {name: db}\nspec: {clusterIP: 10.0.0.1, ports: [{port: 80}]}\n";
  const files = { "svc/s.yaml": service, "web/d.yaml": deployment("web", "args: [$(DB_SERVICE_HOST)]") };

  test("count in their own set", async () => {
    const { messages, output } = await run(files, ["pod", "-R", "@", "-o", "env"]);
    expect(output).toContain("# DB_SERVICE_HOST is unknown");
    expect(messages.join("\n")).toMatch(/needs Service db \(in .*svc\/s\.yaml\)/);
    const together = { "all/s.yaml": service, "all/d.yaml": deployment("web", "args: [x]") };
    expect(await pods(together, "@all")).toContain("DB_SERVICE_HOST=10.0.0.1");
  });

  test("count in the whole input with --complete", async () => {
    expect(await pods(files, "-R", "@", "--complete")).toContain("DB_SERVICE_HOST=10.0.0.1");
  });
});

describe("Flux", () => {
  test("targetNamespace selects the objects", async () => {
    const app = (name: string) =>
      configMap("settings", `MODE: mode-${name}`) +
      `---\napiVersion: v1\nkind: Service\nmetadata: {name: svc-${name}}\nspec: {clusterIP: 10.0.0.1, ports: [{port: 80}]}\n` +
      deployment(`web-${name}`, FROM_SETTINGS);
    const files = {
      "c/ks.yaml": flux("a", "./apps/a", "targetNamespace: ns-a\n") + flux("b", "./apps/b", "targetNamespace: ns-b\n"),
      "apps/a/app.yaml": app("a"),
      "apps/b/app.yaml": app("b"),
    };
    const output = await pods(files, "-R", "@", "deploy/web-a");
    expect(output).toContain(
      "# Deployment/ns-a/web-a, container app in Flux Kustomization flux-system/a\nMODE=mode-a\n",
    );
    expect(output).toContain("SVC_A_SERVICE_HOST=10.0.0.1");
    expect(output).not.toContain("SVC_B");
  });

  test("an overlay, patches, and substitution together", async () => {
    const patch =
      '- target: {kind: Deployment}\n  patch: |\n    - {op: add, path: /spec/template/spec/containers/0/env/-, value: {name: "P", value: "x.${DOMAIN}"}}\n';
    const files = {
      "clusters/a.yaml": flux(
        "apps",
        "./apps/prod",
        `patches:\n${patch}postBuild: {substitute: {DOMAIN: example.com}}\n`,
      ),
      "apps/base/kustomization.yaml": "resources: [d.yaml]\n",
      "apps/base/d.yaml": deployment(
        "web",
        'env: [{name: HOST, value: "base.${DOMAIN}"}, {name: URL, value: "https://$(HOST)"}]',
      ),
      "apps/prod/kustomization.yaml": "namespace: prod\nresources: [../base]\npatches: [{path: p.yaml}]\n",
      "apps/prod/p.yaml":
        'apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: web}\nspec: {template: {spec: {containers: [{name: app, env: [{name: HOST, value: "prod.${DOMAIN}"}]}]}}}\n',
    };
    const title = "Deployment/prod/web, container app in Flux Kustomization flux-system/apps";
    const env = `# ${title}\nHOST=prod.example.com\nURL=https://prod.example.com\nP=x.example.com\n`;
    expect(await pods(files, "-R", "@")).toBe(env);
    expect(await pods(files, "@apps/prod")).toBe(env);
    expect((await run(files, ["explain", "-R", "@", "URL"])).output).toContain(
      `URL in ${title}: "https://prod.example.com"`,
    );
    expect(await pods(files, "-R", "@", "--in", "flux-system/apps")).toBe(env);
    // The folder of a kustomization that Flux does not name shows that one.
    expect(await pods(files, "@apps/base")).toContain(
      "container app in kustomization apps/base\nHOST='base.${DOMAIN}'",
    );
    const wrong = await run(files, ["pod", "-R", "@", "--in", "flux-system/app"]);
    expect([wrong.code, wrong.messages[0]]).toEqual([2, expect.stringContaining("did you mean flux-system/apps?")]);
  });

  test.each(["a.yaml", "z/a.yaml"])("the Kustomization in %s counts for one file of its path", async (name) => {
    const ks = flux("a", "./m", "postBuild: {substitute: {HOST: db}}\n");
    const web = deployment("web", `env: [{name: A, value: "\${HOST}"}]`);
    expect(await pods({ [name]: ks, "m/web.yaml": web }, "@m/web.yaml")).toContain("A=db\n");
  });

  test("a workload in two overlays is shown for both, and not for the base", async () => {
    const overlay = (name: string) => `namePrefix: ${name}-\nresources: [../base]\n`;
    const files = {
      "base/kustomization.yaml": "resources: [d.yaml]\n",
      "base/d.yaml": deployment("web", "env: [{name: A, value: a}]"),
      "dev/kustomization.yaml": overlay("dev"),
      "prod/kustomization.yaml": overlay("prod"),
    };
    const titles = (await pods(files, "-R", "@")).match(/^#.*/gm);
    expect(titles).toEqual([
      "# Deployment/dev-web, container app in kustomization dev",
      "# Deployment/prod-web, container app in kustomization prod",
    ]);
    expect((await pods(files, "-R", "@", "--in", "@prod")).match(/^#.*/gm)).toEqual([titles![1]]);
    const { code, messages } = await run(files, ["run", "-f", "@base/d.yaml", "--", "true"]);
    expect([code, messages.at(-1)]).toEqual([
      125,
      expect.stringContaining("select one with KIND/NAME, -c CONTAINER, and --in NAME"),
    ]);
  });

  test("a workload that an unsupported part may change is named, and not shown", async () => {
    const files = {
      "kustomization.yaml": "resources: [d.yaml]\ntransformers: [other.yaml]\n",
      "d.yaml": deployment("web", "env: [{name: A, value: a}]"),
    };
    const { messages, output } = await run(files, ["pod", "@", "-o", "env"]);
    expect(output).toBe("");
    expect(messages.join("\n")).toContain("Deployment/web: not evaluated in kustomization ");
    expect(messages.join("\n")).not.toContain("found no Pod");
  });
});

describe("values that are not in the input", () => {
  const pod = (secret: string) =>
    `---\napiVersion: v1\nkind: Pod\nmetadata: {name: p}\nspec:\n  containers:\n  - name: app\n    image: i\n    env:\n    - {name: PW, valueFrom: {secretKeyRef: {name: db, key: password}}}\n    - {name: URL, value: "pg://u:$(PW)@h"}\n${secret}`;
  const secret = (rest: string) => `---\napiVersion: v1\nkind: Secret\nmetadata: {name: db}\n${rest}\n`;
  const encrypted = "ENC[AES256_GCM,data:abcd,iv:xx==,tag:yy==,type:str]";

  test.each([
    ["SOPS, stringData", secret(`stringData: {password: "${encrypted}"}\nsops: {mac: "${encrypted}"}`)],
    ["SOPS, data", secret(`data: {password: "${encrypted}"}\nsops: {mac: "${encrypted}"}`)],
    ["a path of argocd-vault-plugin", secret("stringData: {password: '<path:secret/data/db#password>'}")],
    ["a path inside of a value", secret("stringData: {password: 'x<path:secret/data/db#password>'}")],
    ["a modifier", secret("data: {password: <password | base64encode>}")],
    [
      "an annotation of the plugin",
      secret("stringData: {password: 'a-<password>'}").replace(
        "{name: db}",
        "{name: db, annotations: {avp.kubernetes.io/path: p}}",
      ),
    ],
    ["a variable of another tool", secret("data: {password: '${PASSWORD}'}")],
    ["a template of another tool", secret("data: {password: '{{ pw | b64enc }}'}")],
  ])("%s: the key is known, the value is not", async (_, text) => {
    const files = { "p.yaml": pod(text) };
    const { code, output } = await run(files, ["pod", "@p.yaml", "-o", "env"]);
    expect(code).toBe(0);
    expect(output).toMatch(/^# PW is unknown: needs (?:the decrypted|what a plugin writes into) Secret db$/m);
    expect(output).not.toMatch(/ENC\[|^PW=|does not start/m);
    const ran = await run(files, ["run", "-f", "@p.yaml", "--", "true"]);
    expect([ran.code, ran.messages.at(-1)]).toEqual([125, expect.stringContaining("-e NAME=VALUE")]);
    expect((await run(files, ["run", "-f", "@p.yaml", "-e", "PW=x", "--", "true"])).code).toBe(0);
    // Another key of the Secret does not exist.
    const other = { "p.yaml": pod(text).replace("key: password", "key: other") };
    expect((await run(other, ["pod", "@p.yaml", "-o", "env"])).output).toContain("couldn't find key other");
  });

  test.each([
    ["text in angle brackets among other text", "stringData: {password: 'a <b> c'}", "a <b> c"],
    ["a reference in plain text", "stringData: {password: '${PASSWORD}'}", "${PASSWORD}"],
  ])("%s is a value", async (_, text, value) => {
    const { output } = await run({ "p.yaml": pod(secret(text)) }, ["pod", "@p.yaml", "-o", "env", "--show-secrets"]);
    expect(output).toContain(`PW='${value}'`);
  });
});

test("a folder whose workloads are invalid: the errors, and exit code 1", async () => {
  const files = { "k/d.yaml": deployment("web", "env: [{name: A}]").replace("name: app, ", "") };
  const { code, messages } = await run(files, ["pod", "@k"]);
  expect(code).toBe(1);
  expect(messages.join("\n")).toContain("Deployment/web: spec.template.spec.containers[0].name");
  expect(messages.join("\n")).not.toContain("found no");
});
