/** `varexpand explain` on repositories with Kustomizations of Flux. */
import { describe, expect, test } from "vitest";
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

async function explain(given: string | { name: string; changed: Record<string, string> }, ...args: string[]) {
  const { name, changed } = typeof given === "string" ? { name: given, changed: {} } : given;
  folder.write({ ...FILES, ...changed });
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

describe("as JSON", () => {
  const use = (place: string, entry: number, result: object) => ({
    place: `apps/web.yaml:${place}`,
    field: `Deployment/web spec.template.spec.containers[0].env[${entry}].value`,
    ...result,
  });
  test.each<[string, object]>([
    [
      "DOMAIN",
      {
        value: "example.com",
        source: "Kustomization/apps",
        place: "clusters/apps.yaml:9:15",
        uses: [use("13:39", 0, { verdict: "expanded", value: "example.com" })],
      },
    ],
    [
      "TOKEN",
      {
        value: "***",
        source: "Secret/secrets",
        place: "clusters/secrets.yaml:4:21",
        uses: [use("14:31", 1, { verdict: "expanded", value: "***" })],
      },
    ],
    [
      "NOTHING",
      {
        uses: [use("15:33", 2, { verdict: "undefined" }), use("15:43", 2, { verdict: "expanded", value: "x" })],
      },
    ],
    ["TEMPLATE", { source: "ConfigMap/settings", place: "clusters/settings.yaml:4:41", uses: [] }],
  ])("%s", async (name, expected) => {
    const { code, text } = await explain(name, "-o", "json");
    expect(code).toBe(0);
    expect(JSON.parse(text)).toEqual([
      { name, kustomization: "Kustomization/flux-system/apps", isComplete: true, ...expected },
    ]);
  });
});

test("an absent source can set every variable, and override what precedes it", async () => {
  const source = "    - {kind: ConfigMap, name: absent}\n";
  const changed = { "clusters/apps.yaml": KUSTOMIZATION + source };
  expect((await explain({ name: "NOTHING", changed })).text).toBe(`NOTHING in Kustomization/flux-system/apps: unknown
  uses:
  apps/web.yaml:15:33  Deployment/web spec.template.spec.containers[0].env[2].value  unknown
  apps/web.yaml:15:43  Deployment/web spec.template.spec.containers[0].env[2].value  unknown
`);
  expect((await explain({ name: "UNUSED", changed })).text).toBe(`UNUSED in Kustomization/flux-system/apps: unknown
  unknown  clusters/settings.yaml:4:28  ConfigMap/settings
`);
  const { text } = await explain({ name: "DOMAIN", changed }, "-o", "json");
  expect(JSON.parse(text)).toMatchObject([
    { value: "example.com", isComplete: false, uses: [{ verdict: "expanded" }] },
  ]);
});

describe("the Kustomizations that are shown", () => {
  const kustomization = (name: string, path: string, postBuild: string) => `---
apiVersion: kustomize.toolkit.fluxcd.io/v1
kind: Kustomization
metadata: {name: ${name}, namespace: flux-system}
spec: {path: ${path}, sourceRef: {kind: GitRepository, name: flux-system}${postBuild}}
`;
  const settings = "substituteFrom: [{kind: ConfigMap, name: settings}]";
  const files = {
    ".git/HEAD": "",
    "clusters/all.yaml": [
      kustomization("plain", "./used", ""),
      kustomization("first", "./unused", `, postBuild: {substitute: {OWN: "1", TOO: x}, ${settings}}`),
      kustomization("second", "./unused", `, postBuild: {substitute: {OWN: "2"}, ${settings}}`),
      kustomization("third", "./used", `, postBuild: {${settings}}`),
    ].join(""),
    "clusters/settings.yaml": `apiVersion: v1
kind: ConfigMap
metadata: {name: settings}
data: {SHARED: a, TOO: b, OWN: c, USED: d}
`,
    "used/a.yaml": `apiVersion: v1
kind: ConfigMap
metadata: {name: a}
data: {a: "\${USED} \${TOO:-x}", b: "\${USED:=y}"}
`,
    "unused/b.yaml": "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: b}\n",
  };

  test.each<[string, string, string]>([
    [
      "each that sets it itself, even if nothing uses it",
      "OWN",
      `OWN in Kustomization/flux-system/first: "1"
  "1"  clusters/all.yaml:10:107  Kustomization/first

OWN in Kustomization/flux-system/second: "2"
  "2"  clusters/all.yaml:15:107  Kustomization/second
`,
    ],
    [
      "the first of those that read it from a source, if nothing uses it",
      "SHARED",
      `SHARED in Kustomization/flux-system/first: "a"
  "a"  clusters/settings.yaml:4:16  ConfigMap/settings
`,
    ],
    [
      "only those that use it, of those that read it from a source",
      "USED",
      `USED in Kustomization/flux-system/third: "d"
  "d"  clusters/settings.yaml:4:41  ConfigMap/settings
  uses:
  used/a.yaml:4:12  ConfigMap/a data.a  expanded: "d"
  used/a.yaml:4:36  ConfigMap/a data.b  expanded: "d"
`,
    ],
    [
      "one that sets it itself and one that uses it",
      "TOO",
      `TOO in Kustomization/flux-system/first: "x"
  "x"  clusters/all.yaml:10:117  Kustomization/first

TOO in Kustomization/flux-system/third: "b"
  "b"  clusters/settings.yaml:4:24  ConfigMap/settings
  uses:
  used/a.yaml:4:20  ConfigMap/a data.a  expanded: "b"
`,
    ],
  ])("%s", async (_, name, expected) => {
    folder.write(files);
    const { code, output } = await runInMemory(["explain", "-R", folder.path, name]);
    expect({ code, text: output.replaceAll(/[^\s"]*(?=(?:clusters|used)\/)/g, "") }).toEqual({
      code: 0,
      text: expected,
    });
  });
});

test("a name that nothing sets or uses is an error", async () => {
  const { code, text } = await explain("OTHER");
  expect(code).toBe(2);
  expect(text).toContain("no selected container defines or uses OTHER");
});
