/** `varexpand pod` and `explain` on manifests that Kustomizations of Flux apply. */
import { expect, test } from "vitest";
import { runInMemory } from "../../memory-io.ts";
import { FolderPerTest } from "../../temporary.ts";

const folder = new FolderPerTest();

function kustomization(name: string, variables: string): string {
  return `apiVersion: kustomize.toolkit.fluxcd.io/v1
kind: Kustomization
metadata: {name: ${name}, namespace: flux-system}
spec:
  path: ./apps
  sourceRef: {kind: GitRepository, name: flux-system}
  postBuild:
${variables.replace(/^(?=.)/gm, "    ")}
---
`;
}

const VARIABLES = `substitute: {DOMAIN: example.com, PORT: "8080", PREFIX: APP}
substituteFrom:
- {kind: Secret, name: secrets}
- {kind: ConfigMap, name: settings}
`;

const SOURCES = `apiVersion: v1
kind: Secret
metadata: {name: secrets}
stringData: {TOKEN: marker-8713}
---
apiVersion: v1
kind: ConfigMap
metadata: {name: settings}
data: {REGION: eu}
`;

function deployment(container: string, metadata = "name: web"): string {
  return `apiVersion: apps/v1
kind: Deployment
metadata:
  ${metadata.replaceAll("\n", "\n  ")}
spec:
  selector: {matchLabels: {a: b}}
  template:
    metadata: {labels: {a: b, t: "\${TOKEN}", r: "\${REGION}"}}
    spec:
      containers:
      - name: app
        ${container.replaceAll("\n", "\n        ")}
`;
}

async function run(
  files: Readonly<Record<string, string>>,
  args: readonly string[],
  variables = VARIABLES,
  paths = ["apps"],
): Promise<string> {
  folder.write({ ".git/HEAD": "", "clusters/apps.yaml": kustomization("apps", variables) + SOURCES, ...files });
  const [command, ...rest] = args as [string, ...string[]];
  const { messages, output } = await runInMemory([command, ...paths.map((path) => folder.at(path)), ...rest]);
  return [output, ...messages].join("\n").replaceAll(/[^\s"]*(?=(?:clusters|apps)\/)/g, "");
}

/** The rows of the table: names and values. */
async function rows(container: string, more: readonly string[] = [], others = "", variables = VARIABLES) {
  const text = await run(
    { "apps/web.yaml": deployment(container) + others },
    ["pod", "-o", "table", ...more],
    variables,
  );
  const start = text.indexOf("NAME");
  return text
    .slice(start)
    .split("\n")
    .slice(1)
    .map((line) => line.trim().split(/ {2,}/).slice(0, 2).join("="));
}

test.each(["\\u0024{DOMAIN}", "$\\x7bDOMAIN}", "\\U00000024\\u007BDOMAIN}"])(
  "references with escapes are replaced: %s",
  async (text) => {
    // Nothing else in the file refers to a variable.
    const written = deployment(`env: [{name: URL, value: "${text}"}]`).replaceAll(/\$(?=\{[TR])/g, "x");
    expect(await run({ "apps/web.yaml": written }, ["pod", "-o", "table"])).toMatch(/^ +URL +example\.com /m);
  },
);

test("the rendered objects are printed after substitution", async () => {
  const written = deployment(
    `image: "app:\${REGION}" # tag
ports: [{containerPort: "\${PORT}"}]
command: [sh, "https://\${DOMAIN}/$(URL)", "$\${HOME}", "$$(URL)"]
env:
- {name: URL, value: "\${DOMAIN}/$(PATH_OF)", } # url
- name: BLOCK
  value: |
    a: \${REGION}
    b: $\${REGION}`,
    "name: web-${REGION}\nannotations: {n: '${NONE:=1} ${PORT}'}",
  );
  const text = await run(
    { "apps/web.yaml": `${written}---\napiVersion: v1\nkind: ConfigMap\nmetadata: {name: c}\ndata: {P: "\${PORT}"}\n` },
    ["pod"],
  );
  expect(text).toContain("  name: web-eu\n  annotations:\n    'n': 1 8080\n");
  expect(text).toContain("image: app:eu\n          ports:\n            - containerPort: 8080\n");
  expect(text).toContain("- https://example.com/example.com/$$(PATH_OF)\n            - ${HOME}\n");
  expect(text).toContain("kind: ConfigMap\nmetadata:\n  name: c\ndata:\n  P: 8080\n");
  const json = await run({}, ["pod", "-o", "json"]);
  expect(json).toContain('"containerPort": 8080');
  expect(json).toContain('"image": "app:eu"');
});

test("a value that becomes a number is one that the API server rejects", async () => {
  const text = await run({ "apps/web.yaml": deployment('env: [{name: PORT, value: "${PORT}"}]') }, ["pod"], VARIABLES, [
    "apps/web.yaml",
  ]);
  expect(text).toContain("env[0].value: expected a string, found a number");
});

test("a text with an unknown variable is unknown, and so is everything that uses it", async () => {
  const found = await rows(
    `resources: {limits: {memory: "\${TOKEN}"}}
command: [echo, "$(KEY) \${TOKEN}"]
livenessProbe: {exec: {command: ["$(KEY)"]}}
env:
- {name: KEY, value: "\${TOKEN}"}
- {name: LITERAL, value: "$\${REGION}"}
- {name: USE, value: "$(KEY)"}
- {name: UNSET, value: "\${NOTHING}"}
- {name: LABEL, valueFrom: {fieldRef: {fieldPath: "metadata.labels['t']"}}}
- {name: REGION, valueFrom: {fieldRef: {fieldPath: "metadata.labels['r']"}}}
- {name: MEMORY, valueFrom: {resourceFieldRef: {resource: limits.memory}}}
- {name: REF, valueFrom: {secretKeyRef: {name: "s-\${TOKEN}", key: a}}}`,
    ["--complete"],
  );
  expect(found).toEqual(
    expect.arrayContaining([
      "LITERAL=${REGION}",
      "USE=$(KEY)",
      "REGION=eu",
      "KEY=unknown: needs the Flux variable TOKEN",
      "UNSET=unknown: needs the Flux variable NOTHING",
      "LABEL=unknown: needs the Flux variable TOKEN",
      "MEMORY=unknown: needs the Flux variable TOKEN",
      "REF=unknown: needs the Flux variable TOKEN",
      "unknown: needs the Flux variable TOKEN=value",
    ]),
  );
  const uses = found.filter((line) => line.includes("$(KEY): unknown: needs the Flux variable TOKEN"));
  expect(uses).toHaveLength(3);
  expect(found.join("\n")).not.toContain("marker");
});

test("a name that is unknown can be any", async () => {
  const found = await rows('env: [{name: "${TOKEN}_A", value: x}, {name: USE, value: "$(X_A)"}]', ["--complete"]);
  expect(found.join("\n")).toMatch(/\$\(X_A\): unknown: needs the Flux variable TOKEN/);
});

test("keys and values of ConfigMaps and Secrets", async () => {
  const others = `---
apiVersion: v1
kind: ConfigMap
metadata: {name: data}
data: {"\${PREFIX}_URL": "\${DOMAIN}", KEY: "\${TOKEN}", "\${TOKEN}": x}
---
apiVersion: v1
kind: Secret
metadata: {name: hidden}
stringData: {A: "\${REGION}", B: "\${TOKEN}"}
data: {C: "\${TOKEN}"}
`;
  const container = `envFrom: [{configMapRef: {name: data}}, {secretRef: {name: hidden}}]
env:
- {name: USE, value: "$(APP_URL) $(KEY) $(OTHER)"}
- {name: ONE, valueFrom: {configMapKeyRef: {name: data, key: KEY}}}`;
  const found = await rows(container, ["--complete", "--show-secrets"], others);
  expect(found.slice(1, found.indexOf(""))).toEqual([
    "A=eu",
    "USE=example.com $(KEY) $(OTHER)",
    "KEY=unknown: needs the Flux variable TOKEN",
    "unknown: needs the Flux variable TOKEN=configMapRef data",
    "C=unknown: needs the Flux variable TOKEN",
    "B=unknown: needs the Flux variable TOKEN",
    "ONE=unknown: needs the Flux variable TOKEN",
    "apps/web.yaml:14:42: $(KEY): unknown: needs the Flux variable TOKEN",
    "apps/web.yaml:14:49: $(OTHER): unknown: needs the Flux variable TOKEN",
  ]);
  expect(await run({}, ["pod", "-o", "json"])).toContain('"APP_URL": "example.com"');
  expect(await run({}, ["pod", "-o", "yaml"])).toContain("APP_URL: example.com\n");
});

test.each([
  [
    "a source that is not in the repository",
    "substituteFrom: [{kind: ConfigMap, name: other}]\n",
    "the Flux variable DOMAIN",
  ],
  [
    "an optional source that is not in the repository",
    "substituteFrom: [{kind: ConfigMap, name: other, optional: true}]\n",
    "ConfigMap flux-system/other",
  ],
  ["text that Flux cannot parse", "substitute: {A: b}\n", "the Flux variable DOMAIN"],
])("%s", async (_, variables, needs) => {
  const [name, value] = ["URL", "${DOMAIN}"];
  const found = await rows(`env: [{name: ${name}, value: "${value}"}]`, [], "", variables);
  expect(found[0]).toBe(`URL=unknown: needs ${needs}`);
});

test("malformed text is unknown", async () => {
  const found = await rows('env: [{name: X, value: "${A-b}"}]');
  expect(found[0]).toBe("X=unknown: needs text that Flux can parse");
});

test.each(["{a: '${DOMAIN}'}", "x: ${DOMAIN}"])("a quote in %s breaks the YAML around it", async (text) => {
  const found = await rows(
    `env: [{name: X, value: ${JSON.stringify(text)}}]`,
    [],
    "",
    'substitute: {DOMAIN: "it\'s"}\n',
  );
  expect(found[0]).toBe("X=unknown: needs values that do not break the YAML around them");
});

test("several Kustomizations: the pod of each one is shown", async () => {
  const others = kustomization("other", "substitute: {DOMAIN: example.org, PORT: '8080'}\n");
  const text = await run(
    {
      "clusters/other.yaml": others,
      "apps/web.yaml": deployment('image: i\nenv: [{name: A, value: "${DOMAIN}"}, {name: B, value: ":${PORT}"}]'),
    },
    ["pod", "-o", "table"],
  );
  expect(text).toMatch(/ in Flux Kustomization flux-system\/apps\n.*\n +A +example\.com .*\n +B +:8080 /);
  expect(text).toMatch(/ in Flux Kustomization flux-system\/other\n.*\n +A +example\.org .*\n +B +:8080 /);
});

test("a file that a Kustomization without variables applies, too", async () => {
  const text = await run(
    {
      "clusters/other.yaml": kustomization("other", "").replace("  postBuild:\n", ""),
      "apps/web.yaml": deployment('env: [{name: A, value: "${DOMAIN:=x}"}, {name: B, value: "$${PORT}"}]'),
    },
    ["pod", "-o", "table"],
  );
  expect(text).toMatch(/ in Flux Kustomization flux-system\/apps\n.*\n +A +example\.com .*\n +B +\$\{PORT\} /);
  expect(text).toMatch(/ in Flux Kustomization flux-system\/other\n.*\n +A +\$\{DOMAIN:=x\} .*\n +B +\$\{PORT\} /);
});

test("unknown texts of the output are reported once for each variable", async () => {
  const text = await run({ "apps/web.yaml": deployment('image: "i:${TOKEN}"\nstdin: "${NOTHING}"') }, ["pod"]);
  expect(text).toContain("apps/web.yaml:8:34: spec.template.metadata.labels.t: unknown: needs the Flux variable TOKEN");
  expect(text).toContain("containers[0].stdin: unknown: needs the Flux variable NOTHING");
  expect(text.match(/unknown: /g)).toHaveLength(2);
});

test("other files and disabled objects stay as they are", async () => {
  const env = 'env: [{name: A, value: "${DOMAIN}"}]';
  const disabled = deployment(env, "name: web\nannotations: {kustomize.toolkit.fluxcd.io/substitute: disabled}");
  const text = await run(
    { "apps/web.yaml": disabled, "other/web.yaml": deployment(env) },
    ["pod", "-o", "env"],
    VARIABLES,
    ["apps", "other"],
  );
  expect(text.match(/^A=.*/gm)).toEqual(["A='${DOMAIN}'", "A='${DOMAIN}'"]);
});

test("without a repository, the Kustomizations must be among the inputs", async () => {
  const files = {
    "clusters/apps.yaml": kustomization("apps", VARIABLES),
    "apps/web.yaml": deployment('env: [{name: A, value: "${PORT}/"}]'),
  };
  folder.write(files);
  const envOf = async (...paths: string[]) => (await runInMemory(["pod", "-o", "env", ...paths])).output;
  expect(await envOf(folder.at("apps"))).toContain("A='${PORT}/'");
  expect(await envOf("-R", folder.path)).toContain("A=8080/");
});

test("files of several repositories: each has the variables of its own", async () => {
  folder.write({
    "a/.git/HEAD": "",
    "a/clusters/apps.yaml": kustomization("apps", VARIABLES),
    "a/apps/web.yaml": deployment('env: [{name: A, value: "${PORT}/"}]'),
    "b/.git/HEAD": "",
    "b/apps/web.yaml": deployment('env: [{name: B, value: "${PORT}/"}]'),
  });
  for (const paths of [
    ["a/apps", "b/apps"],
    ["b/apps", "a/apps"],
  ]) {
    const { output } = await runInMemory(["pod", "-o", "env", ...paths.map((path) => folder.at(path))]);
    expect(output.match(/^[AB]=.*/gm)!.sort()).toEqual(["A=8080/", "B='${PORT}/'"]);
  }
});

test("explain: variables after substitution, and where Flux sets them", async () => {
  const files = {
    "apps/web.yaml": deployment(`env:
- {name: A, value: "\${REGION}"}
- {name: B, value: "\${TOKEN}"}
- {name: USE, value: "$(A) $(B) \${TOKEN}"}`),
  };
  expect(
    await run(files, ["explain", "A"]),
  ).toContain(`A in Deployment/web, container app in Flux Kustomization flux-system/apps: "eu"
  "eu"  apps/web.yaml:13:11  value
  uses:
  apps/web.yaml:15:31  env[2].value  expanded: "eu"
`);
  expect(await run(files, ["explain", "B"])).toContain(
    "B in Deployment/web, container app in Flux Kustomization flux-system/apps: unknown: needs the Flux variable TOKEN\n",
  );
  expect(await run(files, ["explain", "REGION"])).toContain(
    'REGION in Kustomization/flux-system/apps: "eu"\n  "eu"  clusters/apps.yaml:22:16  ConfigMap/settings\n',
  );
});

test("each item of a List is excluded from substitution on its own", async () => {
  const item = (name: string, labels: string) =>
    `- {apiVersion: v1, kind: Pod, metadata: {name: ${name}, ${labels}}, spec: {containers: [{name: a, image: i, args: ["\${DOMAIN}"]}]}}\n`;
  const disabled = "labels: {kustomize.toolkit.fluxcd.io/substitute: disabled}";
  const list = `apiVersion: v1\nkind: List\nmetadata: {${disabled}}\nitems:\n${item("one", disabled)}${item("two", "labels: {}")}`;
  const output = await run({ "apps/list.yaml": list }, ["pod", "-o", "json"]);
  expect(output.match(/"(?:\$\{DOMAIN\}|example.com)"/g)).toEqual(['"${DOMAIN}"', '"example.com"']);
});
