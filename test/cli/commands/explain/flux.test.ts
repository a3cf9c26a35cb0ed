/** `varexpand explain` on repositories with Kustomizations of Flux. */
import { expect, test } from "vitest";
import { runInMemory } from "../../memory-io.ts";
import { FolderPerTest } from "../../temporary.ts";

const folder = new FolderPerTest();

const KUSTOMIZATION = `apiVersion: kustomize.toolkit.fluxcd.io/v1
kind: Kustomization
metadata: {name: apps, namespace: flux-system}
spec:
  path: ./apps
  sourceRef: {kind: GitRepository, name: flux-system}
  postBuild:
    substitute:
      DOMAIN: example.com
    substituteFrom:
    - {kind: Secret, name: secrets}
    - {kind: ConfigMap, name: settings}
`;

const FILES = {
  ".git/HEAD": "",
  "clusters/apps.yaml": KUSTOMIZATION,
  "clusters/secrets.yaml": `apiVersion: v1
kind: Secret
metadata: {name: secrets}
stringData: {TOKEN: marker-8713}
`,
  "clusters/settings.yaml": `apiVersion: v1
kind: ConfigMap
metadata: {name: settings}
data: {REGION: eu, UNUSED: x, TEMPLATE: "\${REGION}"}
`,
  "apps/web.yaml": `apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
spec:
  selector: {}
  template:
    spec:
      containers:
      - name: app
        image: i
        env:
        - {name: URL, value: "https://\${DOMAIN}/$(REGION)"}
        - {name: KEY, value: "\${TOKEN}"}
        - {name: UNSET, value: "\${NOTHING}\${NOTHING:-x}"}
`,
};

async function explain(name: string, ...args: string[]) {
  folder.write(FILES);
  const { code, messages, output } = await runInMemory(["explain", "-R", ...args, folder.path, name]);
  return { code, text: (output + messages.join("\n")).replaceAll(/[^\s"]*(?=(?:clusters|apps)\/)/g, "") };
}

test("shows what sets a variable, and each use", async () => {
  expect((await explain("DOMAIN")).text).toBe(`DOMAIN in Kustomization/flux-system/apps: "example.com"
  "example.com"  clusters/apps.yaml:9:15  Kustomization/apps
  uses:
  apps/web.yaml:13:39  Deployment/web spec.template.spec.containers[0].env[0].value  expanded: "example.com"
`);
  expect((await explain("${REGION}")).text).toContain('REGION in Kustomization/flux-system/apps: "eu"');
});

test("never shows a value of a Secret", async () => {
  const { text } = await explain("TOKEN");
  expect(text).toContain("  ***  clusters/secrets.yaml:4:21  Secret/secrets\n");
  expect(text).toContain("env[1].value  expanded: ***\n");
  expect(text).not.toContain("marker");
});

test("shows a variable that nothing uses, and uses of one that nothing sets", async () => {
  expect((await explain("UNUSED")).text).toBe(`UNUSED in Kustomization/flux-system/apps: "x"
  "x"  clusters/settings.yaml:4:28  ConfigMap/settings
`);
  expect((await explain("TEMPLATE")).text).toBe(`TEMPLATE in Kustomization/flux-system/apps: unknown
  unknown  clusters/settings.yaml:4:41  ConfigMap/settings
`);
  const { text } = await explain("NOTHING");
  expect(text).toContain("NOTHING in Kustomization/flux-system/apps: not defined\n  uses:\n");
  expect(text).toContain("undefined: Flux 2.9 refuses the Kustomization\n");
  expect(text).toContain('expanded: "x"\n');
});

test("as JSON", async () => {
  const { text } = await explain("DOMAIN", "-o", "json");
  expect(JSON.parse(text)).toMatchObject([
    {
      name: "DOMAIN",
      kustomization: "Kustomization/flux-system/apps",
      value: "example.com",
      source: "Kustomization/apps",
      uses: [{ verdict: "expanded", value: "example.com" }],
    },
  ]);
});

test("a name that nothing sets or uses is an error", async () => {
  const { code, text } = await explain("OTHER");
  expect(code).toBe(2);
  expect(text).toContain("no selected container defines or uses OTHER");
});
