/** `varexpand lint` on repositories with Kustomizations of Flux. */
import { readFileSync } from "node:fs";
import { relative } from "node:path";
import { describe, expect, test } from "vitest";
import { runInMemory } from "../../memory-io.ts";
import { FolderPerTest } from "../../temporary.ts";

const folder = new FolderPerTest();

async function lint(files: Readonly<Record<string, string>>, ...args: string[]): Promise<string[]> {
  folder.write({ ".git/HEAD": "", ...files });
  const { output } = await runInMemory(["lint", "--all", ...args, folder.path]);
  return withoutFolder(output.split("\n")).filter((line) => line !== "");
}

function withoutFolder(lines: readonly string[]): string[] {
  const shown = relative(process.cwd(), folder.path);
  return lines.map((line) => line.replace(`${shown}/`, "").replace(`${folder.path}/`, ""));
}

/** A Kustomization of Flux. */
function kustomization(name: string, path: string, spec = ""): string {
  return `---
apiVersion: kustomize.toolkit.fluxcd.io/v1
kind: Kustomization
metadata:
  name: ${name}
  namespace: flux-system
spec:
  path: ${path}
  sourceRef:
    kind: GitRepository
    name: flux-system
${spec.replace(/^(?=.)/gm, "  ")}
`;
}

function object(kind: string, name: string, data: string, metadata = ""): string {
  const members = data.replace(/^(?=.)/gm, "  ");
  return `apiVersion: v1
kind: ${kind}
metadata:
  name: ${name}
${metadata}data:
${members}
`;
}

const pod = (lines: string) => `apiVersion: v1
kind: Pod
metadata: {name: web}
spec:
  containers:
  - name: app
    image: example/app
${lines.replace(/^(?=.)/gm, "    ")}
`;

const settings = (data: string, metadata?: string) => object("ConfigMap", "settings", data, metadata);

const substitute = (variables: string) => `postBuild:\n  substitute:\n${variables.replace(/^(?=.)/gm, "    ")}`;

const from = (kind: string, name: string, more = "") =>
  `postBuild:\n  substituteFrom:\n  - kind: ${kind}\n    name: ${name}\n${more}`;

test.each([
  ["a repository", { ".git/HEAD": "" }],
  ["a folder that is not a repository", {}],
])("part of %s: parents in other files add variables, and sources in other files set them", async (_, files) => {
  folder.write({
    ...files,
    "cluster/apps.yaml": kustomization(
      "cluster",
      "./apps",
      "patches:\n- target:\n    kind: Kustomization\n  patch: |\n    - op: add\n      path: /spec/postBuild\n" +
        "      value:\n        substitute:\n          HOST: db\n        substituteFrom:\n        - kind: ConfigMap\n          name: settings",
    ),
    "cluster/settings.yaml": settings("PORT: 80", "  namespace: flux-system\n"),
    "apps/web.yaml": kustomization("web", "./web"),
    "web/config.yaml": object("ConfigMap", "web", "url: ${HOST}:${PORT}/${MISSING}"),
  });
  const { output } = await runInMemory(["lint", "--all", folder.at("apps"), folder.at("web")]);
  expect(
    output
      .split("\n")
      .filter((line) => line.includes("[flux-"))
      .join("\n"),
  ).toMatch(/^\S+web\/config.yaml:\d+:\d+: error: Flux 2.9 rejects \$\{MISSING\}.*$/);
});

describe("flux-unset-variable", () => {
  const unset = (place: string, name = "HOST") =>
    `${place}: error: Flux 2.9 rejects \${${name}}, which is not set; set it in postBuild, or write ${
      place.includes(".sh") ? `$\${${name}} to keep the text` : `\${${name}:=default}`
    } (Flux Kustomization flux-system/apps) [flux-unset-variable]`;

  test("is in the file of the object, with its column", async () => {
    const files = {
      "clusters/apps.yaml": kustomization("apps", "./apps", substitute("DOMAIN: example.com")),
      "apps/kustomization.yaml": "resources: [web]\n",
      "apps/web/kustomization.yaml": "resources: [settings.yaml]\n",
      "apps/web/settings.yaml": settings("A: ${DOMAIN}\nB: 'é ${HOST}'\nC: ${HOST:=web}"),
    };
    expect(await lint(files)).toEqual([unset("apps/web/settings.yaml:7:9")]);
  });

  test("a folder without a kustomization consists of all manifests in it", async () => {
    const files = {
      "clusters/apps.yaml": kustomization("apps", "./apps", substitute("DOMAIN: example.com")),
      "apps/web/settings.yaml": settings("B: ${HOST}"),
    };
    expect(await lint(files)).toEqual([
      unset("apps/web/settings.yaml:6:6"),
      "clusters/apps.yaml:14:7: note: nothing in the path of the Kustomization refers to DOMAIN (Flux Kustomization flux-system/apps) [flux-unused-variable]",
    ]);
  });

  test("in a file that a generator reads, it is on the line of the file", async () => {
    const files = {
      "clusters/apps.yaml": kustomization("apps", "./apps", substitute("DOMAIN: example.com")),
      "apps/kustomization.yaml": "configMapGenerator: [{name: scripts, files: [run.sh]}]\n",
      "apps/run.sh": "#!/bin/sh\n# ${DOMAIN}\necho ${HOST}\n",
    };
    expect(await lint(files)).toEqual([unset("apps/run.sh:3:6")]);
  });

  test.each([
    ["a source that is not in the repository", from("ConfigMap", "elsewhere")],
    ["an optional source that is not in the repository", from("ConfigMap", "elsewhere", "    optional: true\n")],
    ["the Secret of an ExternalSecret", from("Secret", "external")],
    ["a Secret that SOPS has encrypted", from("Secret", "encrypted")],
  ])("can be set by %s", async (_, postBuild) => {
    const encrypted = `${object("Secret", "encrypted", "HOST: ENC[AES256_GCM,data:x]")}sops: {version: "3"}\n`;
    const external = "apiVersion: external-secrets.io/v1\nkind: ExternalSecret\nmetadata: {name: external}\nspec: {}\n";
    const files = {
      "clusters/apps.yaml": kustomization("apps", "./apps", postBuild),
      "apps/settings.yaml": settings("B: ${HOST}"),
      "vars.yaml": `${encrypted}---\n${external}`,
    };
    expect(await lint(files)).toEqual([]);
  });

  test.each([
    { place: "apps/vars.yaml", findings: [unset("apps/config.yaml:6:8")] },
    { place: "clusters/vars.yaml", findings: [unset("apps/config.yaml:6:8")] },
    { place: "local/vars.yaml", findings: [] },
  ])(
    "a Secret in plain text can be a placeholder, unless it is near a Kustomization: $place",
    async ({ place, findings }) => {
      const files = {
        "clusters/apps.yaml": kustomization("apps", "./apps", from("Secret", "vars")),
        "apps/config.yaml": object("ConfigMap", "config", "url: ${HOST}"),
        [place]: object("Secret", "vars", "PORT: ODA="),
      };
      expect(await lint(files)).toEqual(findings);
    },
  );

  test.each<[what: string, isSource: boolean, file: string, text: string]>([
    ["SealedSecret", true, "x.yaml", "kind: SealedSecret\napiVersion: a/v1\nmetadata: {name: vars}\n"],
    ["ExternalSecret", true, "x.yaml", "kind: ExternalSecret\napiVersion: a/v1\nmetadata: {name: vars}\n"],
    [
      "VaultStaticSecret",
      true,
      "x.json",
      '{"kind": "VaultStaticSecret", "apiVersion": "a/v1", "metadata": {"name": "vars"}}',
    ],
    ["OnePasswordItem", true, "x.yaml", "kind:   'OnePasswordItem'\napiVersion: a/v1\nmetadata: {name: vars}\n"],
    ["Secret", true, "x.yaml", "kind: Secret\napiVersion: v1\nmetadata: {name: vars}\ndata: {HOST: eA==}\n"],
    ["another kind", false, "x.yaml", "kind: OnePasswordItems\napiVersion: a/v1\nmetadata: {name: vars}\n"],
    ["another name", false, "x.yaml", "kind: SealedSecret\napiVersion: a/v1\nmetadata: {name: other}\n"],
  ])("another object can set the variables of a Secret: %s (%s)", async (_, isSource, file, text) => {
    const files = {
      "clusters/apps.yaml": kustomization("apps", "./apps", from("Secret", "vars")),
      "apps/config.yaml": object("ConfigMap", "config", "url: ${HOST}"),
      "clusters/vars.yaml": object("Secret", "vars", "PORT: ODA="),
      [`more/${file}`]: text,
    };
    const findings = await lint(files);
    expect(findings.filter((line) => line.includes("[flux-unset-variable]"))).toEqual(
      isSource ? [] : [unset("apps/config.yaml:6:8")],
    );
  });

  test("is reported with the closest name of a ConfigMap, and never with a value", async () => {
    const files = {
      "clusters/apps.yaml": kustomization("apps", "./apps", from("ConfigMap", "vars")),
      "apps/settings.yaml": settings("A: ${DOMAINS}"),
      "vars.yaml": object("ConfigMap", "vars", "DOMAIN: secret.example.com"),
    };
    expect(await lint(files)).toEqual([
      "apps/settings.yaml:6:6: error: Flux 2.9 rejects ${DOMAINS}, which is not set; did you mean DOMAIN? (Flux Kustomization flux-system/apps) [flux-unset-variable]",
    ]);
  });

  test.each(["vars", "'vars'", "&n vars", '"v\\x61rs"', "|-\n    vars", "\n    vars", "!!binary dmFycw=="])(
    "a source is found however its name is written: %j",
    async (name) => {
      const files = {
        "clusters/apps.yaml": kustomization("apps", "./apps", from("ConfigMap", "vars")),
        "apps/settings.yaml": settings("A: ${DOMAIN}\nB: ${HOST}"),
        "vars.yaml": object("ConfigMap", name, "DOMAIN: example.com"),
        "others.yaml": object("ConfigMap", "vars-2", "HOST: web"),
      };
      expect(await lint(files)).toEqual([unset("apps/settings.yaml:7:6")]);
    },
  );

  test("a parent changes the Kustomizations that it applies, with patches and with variables", async () => {
    const patch = `patches:
- target: {kind: Kustomization, labelSelector: "plain notin (true)"}
  patch: |
    apiVersion: kustomize.toolkit.fluxcd.io/v1
    kind: Kustomization
    metadata: {name: _}
    spec: {postBuild: {substituteFrom: [{kind: ConfigMap, name: vars}]}}
${substitute("FOLDER: web")}`;
    const files = {
      "clusters/cluster.yaml": kustomization("cluster", "./apps", patch),
      "apps/ks.yaml": kustomization("apps", "./other/${FOLDER}"),
      "apps/kustomization.yaml": "resources: [ks.yaml]\n",
      "other/web/settings.yaml": settings("A: ${DOMAIN}\nB: ${HOST}"),
      "vars.yaml": object("ConfigMap", "vars", "DOMAIN: example.com"),
    };
    expect(await lint(files)).toEqual([unset("other/web/settings.yaml:7:6")]);
  });

  test("a Kustomization in the path of another one that does not apply it is not applied", async () => {
    const files = {
      "clusters/cluster.yaml": kustomization("cluster", "./apps", substitute("FOLDER: web")),
      "apps/ks.yaml": kustomization("apps", "./other", substitute("A: b")),
      "apps/kustomization.yaml": "resources: [settings.yaml]\n",
      "apps/settings.yaml": settings("A: ${FOLDER}"),
      "other/settings.yaml": settings("B: ${HOST}"),
    };
    expect(await lint(files)).toEqual([]);
  });

  test("a copy of a Kustomization that another one applies is not applied, wherever it is", async () => {
    const patch = `patches:
- target: {kind: Kustomization}
  patch: |
    apiVersion: kustomize.toolkit.fluxcd.io/v1
    kind: Kustomization
    metadata: {name: _}
    spec: {postBuild: {substitute: {DOMAIN: a.example}}}
`;
    const files = {
      "cluster/apps.yaml": kustomization("cluster", "./apps", patch),
      "apps/web.yaml": kustomization("web", "./web"),
      ".archive/web.yaml": kustomization("web", "./web", substitute("APP: web")),
      "web/settings.yaml": settings("HOST: web.${DOMAIN}"),
    };
    expect(await lint(files)).toEqual([]);
  });

  test("a path that does not exist is reported only for a Kustomization that is applied", async () => {
    const files = {
      "clusters/apps.yaml":
        kustomization("a", "./apps") + kustomization("b", "./misspelled") + kustomization("c", "./other"),
      "other/settings.yaml": settings("A: a"),
      "tests/vpn.yaml": kustomization("vpn", "./testing"),
      "archive/old-1.yaml": kustomization("o1", "./gone/1"),
      "archive/old-2.yaml": kustomization("o2", "./gone/2"),
      "archive/old-3.yaml": kustomization("o3", "./gone/3"),
      "apps/settings.yaml": settings("A: a"),
    };
    expect((await lint(files)).map((line) => line.replace(/: .*\[/, " ["))).toEqual([
      "clusters/apps.yaml:20:9 [flux-path]",
    ]);
  });

  test("several Kustomizations for one path are evaluated, and equal findings reported once", async () => {
    const files = {
      "clusters/apps.yaml":
        kustomization("a", "./apps", substitute("A: b")) + kustomization("b", "./apps", substitute("B: b")),
      "apps/settings.yaml": settings("A: ${A:=a} ${B:=b} ${A}\nC: ${HOST}"),
    };
    expect(await lint(files)).toEqual([
      "apps/settings.yaml:7:6: error: Flux 2.9 rejects ${HOST}, which is not set; set it in postBuild, or write ${HOST:=default} (Flux Kustomizations flux-system/a, flux-system/b) [flux-unset-variable]",
      "clusters/apps.yaml:19:9: error: the Kustomization does not set ${A}, which ConfigMap/settings in its path uses; other Kustomizations set it (Flux Kustomization flux-system/b) [flux-unset-variable]",
    ]);
  });

  test.each([
    ["an annotation", "  annotations: {kustomize.toolkit.fluxcd.io/substitute: disabled}\n"],
    ["a label", "  labels: {kustomize.toolkit.fluxcd.io/substitute: disabled}\n"],
  ])("%s excludes an object", async (_, metadata) => {
    const files = {
      "clusters/apps.yaml": kustomization("apps", "./apps", substitute("A: b")),
      "apps/settings.yaml": settings("B: ${HOST} ${x-y}", metadata),
      "apps/other.yaml": object("ConfigMap", "other", "A: ${A}"),
    };
    expect(await lint(files)).toEqual([]);
  });

  test("a comment suppresses it, and so does the configuration", async () => {
    const files = {
      "clusters/apps.yaml": kustomization("apps", "./apps", substitute("A: b")),
      "apps/settings.yaml": settings("A: ${A}\nB: ${HOST} # varexpand-ignore flux-unset-variable: later"),
    };
    expect(await lint(files)).toEqual([]);
    const config = folder.file("config.yaml", "known: [HOST]\n");
    const known = { ...files, "apps/settings.yaml": settings("A: ${A}\nB: ${HOST}") };
    expect(await lint(known, "--config", config)).toEqual([]);
  });

  test("a webhook can add variables", async () => {
    const files = {
      "clusters/apps.yaml": kustomization("apps", "./apps", substitute("A: b")),
      "clusters/kustomize-mutating-webhook/ks.yaml": kustomization("webhook", "./webhook"),
      "webhook/settings.yaml": settings("A: b"),
      "apps/settings.yaml": settings("A: ${A}\nB: ${HOST}"),
    };
    expect(await lint(files)).toEqual([]);
  });

  test("the path of another repository is not in this one", async () => {
    const other = kustomization("other", "./apps", substitute("A: b")).replace("GitRepository", "OCIRepository");
    const more = [1, 2].map((i) => kustomization(`x${i}`, `./x${i}`).replace("GitRepository", "OCIRepository"));
    expect(await lint({ "ks.yaml": other + more.join(""), "apps/settings.yaml": settings("A: ${HOST}") })).toEqual([]);
  });

  test("a Kustomization of another repository is not evaluated where a parent applies it", async () => {
    const flux = kustomization("flux", "./", substitute("A: b")).replace("GitRepository", "OCIRepository");
    const files = {
      "clusters/cluster.yaml": kustomization("cluster", "./flux"),
      "flux/apps.yaml": kustomization("apps", "./apps", substitute("HOST: db")),
      "flux/flux.yaml": flux.replace("name: flux-system\n\n", "name: manifests\n\n"),
      "apps/settings.yaml": settings("A: ${HOST}"),
    };
    expect(await lint(files)).toEqual([]);
  });

  test("a Kustomization that is excluded from substitution keeps its text", async () => {
    const label = "  labels: {kustomize.toolkit.fluxcd.io/substitute: disabled}\n";
    const child = kustomization("apps", "./${FOLDER}", substitute("X: x"));
    const files = {
      "clusters/cluster.yaml": kustomization("cluster", "./flux", substitute("FOLDER: apps")),
      "flux/apps.yaml": child.replace("  namespace:", `${label}  namespace:`),
      "flux/settings.yaml": settings("A: ${FOLDER}"),
      "apps/settings.yaml": settings("A: ${HOST}\nB: ${X}"),
    };
    expect(await lint(files)).toEqual([]);
    expect(await lint({ ...files, "flux/apps.yaml": child })).toEqual([unset("apps/settings.yaml:6:6")]);
  });
});

describe("flux-malformed", () => {
  test("is at each reference that Flux cannot parse", async () => {
    const files = {
      "clusters/apps.yaml": kustomization("apps", "./apps", substitute("A: b")),
      "apps/settings.yaml": settings("run.sh: |\n  # ${A} ${LIST[@]}\n  echo $${LIST[@]} ${A-x}"),
    };
    expect(await lint(files)).toEqual([
      "apps/settings.yaml:7:12: error: Flux cannot parse this: expected } after the name; write $$ for a dollar sign (Flux Kustomization flux-system/apps) [flux-malformed]",
      "apps/settings.yaml:8:22: error: Flux cannot parse this: expected } after the name; write $$ for a dollar sign (Flux Kustomization flux-system/apps) [flux-malformed]",
    ]);
  });

  test("there is nothing to parse if there are no variables", async () => {
    const files = {
      "clusters/apps.yaml": kustomization("apps", "./apps", "postBuild: {substitute: {}}"),
      "apps/settings.yaml": settings("A: ${x-y}"),
    };
    expect(await lint(files)).toEqual([]);
    const always = kustomization("apps", "./apps", "postBuild: {substituteStrategy: Always}");
    expect(await lint({ ...files, "clusters/apps.yaml": always })).toHaveLength(1);
  });

  test("descriptions in a CustomResourceDefinition count", async () => {
    const definition = `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: things.example.com}
spec:
  versions: [{schema: {openAPIV3Schema: {description: "such as \${list[@]}"}}}]
`;
    const files = {
      "clusters/apps.yaml": kustomization("apps", "./apps", substitute("A: b")),
      "apps/crd.yaml": definition,
    };
    expect((await lint(files))[0]).toContain("apps/crd.yaml:5:64: error: Flux cannot parse this");
  });
});

describe("flux-operator, flux-changed-type", () => {
  test("operators of a shell", async () => {
    const files = {
      "clusters/apps.yaml": kustomization("apps", "./apps", substitute("A: b")),
      "apps/settings.yaml": settings('A: "${A:+x}"\nB: "${A:?x}"\nC: "${A:-x}"'),
    };
    const suffix = "(Flux Kustomization flux-system/apps) [flux-operator]";
    expect(await lint(files)).toEqual([
      `apps/settings.yaml:6:7: warning: \${A:+…}: Flux uses the word if A is not set; a shell uses the word if A is set ${suffix}`,
      `apps/settings.yaml:7:7: warning: \${A:?…}: Flux uses the word if A is not set; in a shell, it is an error ${suffix}`,
    ]);
  });

  test("strings that are numbers and booleans", async () => {
    const files = {
      "clusters/apps.yaml": kustomization("apps", "./apps", substitute("N: '1'\nQ: '\"'\nT: 'true'\nX: '~'\nS: a")),
      "apps/settings.yaml": settings(
        "A: '${N}${N}'\nB: ${T}\nC: ${X}\nD: ${S}\nE: ${Q}${N}${Q}\nF: |\n  ${N}\nG: 'a: ${N}'\nH: ${N:-2}.5",
      ),
    };
    const message = (place: string, type: string) =>
      `apps/settings.yaml:${place}: error: the value is ${type} after substitution, but this field must be a string (Flux Kustomization flux-system/apps) [flux-changed-type]`;
    expect(await lint(files)).toEqual([
      message("6:6", "a number"),
      message("7:6", "a boolean"),
      message("14:6", "a number"),
    ]);
  });

  test("only where a string is required, and only if the value is known", async () => {
    const service = `apiVersion: v1
kind: Service
metadata: {name: web, annotations: {port: "\${PORT}"}}
spec:
  selector: {app: web}
  ports: [{port: \${PORT}}]
`.replace("{port: ${PORT}}", '{port: "${PORT}"}');
    const files = {
      "clusters/apps.yaml": kustomization("apps", "./apps", from("ConfigMap", "vars")),
      "apps/service.yaml": service,
      "vars.yaml": object("ConfigMap", "vars", "PORT: '80'"),
    };
    expect((await lint(files)).map((line) => line.slice(0, 30))).toEqual(["apps/service.yaml:3:43: error:"]);
    const secret = object("Secret", "vars", "PORT: ODA=");
    const fromSecret = kustomization("apps", "./apps", from("Secret", "vars"));
    expect(await lint({ ...files, "clusters/apps.yaml": fromSecret, "vars.yaml": secret })).toEqual([]);
    const inPath = { ...files, "clusters/apps.yaml": fromSecret, "vars.yaml": "", "clusters/vars.yaml": secret };
    expect(await lint(inPath)).toHaveLength(1);
  });

  test("values that break the YAML, and a child's variables that are not strings", async () => {
    const values = "STAR: '*abc'\nNOTE: 'build 7 #x'\nV: '2.4'\nE: ''\nKEY: 'a: b'";
    const child = `${kustomization("child", "./child", substitute("VERSION: '${V}'\nEMPTY: '${E}'\nID: 711\nNAME: x${V}"))}`;
    const files = {
      "clusters/apps.yaml": kustomization("apps", "./apps", substitute(values)),
      "apps/settings.yaml": settings("A: '${STAR}'\nB: '${NOTE}'\nC: |\n  ${STAR} ${NOTE}\n\nD: '\"${KEY}\"'"),
      "apps/child.yaml": child,
      "child/settings.yaml": settings("A: ${VERSION}${EMPTY}${ID}${NAME}"),
    };
    const shown = (await lint(files)).map((line) => line.replace(/ \(.*\[/, " ["));
    const changed = (type: string) =>
      `the value is ${type} after substitution, but this field must be a string [flux-changed-type]`;
    const lineOf = (text: string) => child.slice(0, child.indexOf(text)).split("\n").length;
    expect(shown).toEqual([
      `apps/child.yaml:${lineOf("VERSION:")}:16: error: ${changed("a number")}`,
      `apps/child.yaml:${lineOf("EMPTY:")}:14: error: ${changed("null")}`,
      `apps/child.yaml:${lineOf("ID:")}:11: error: the value is a number, but this field must be a string; write it in quotes [flux-changed-type]`,
      "apps/settings.yaml:6:6: error: the object is not valid YAML after substitution: the value needs quotes [flux-broken-yaml]",
      "apps/settings.yaml:7:6: warning: a part of the value is a comment after substitution, and is lost: the value needs quotes [flux-broken-yaml]",
    ]);
  });
});

describe("--fix and --diff", () => {
  const apps = kustomization("apps", "./apps", substitute("A: b"));
  const script = "#!/bin/sh\necho ${A} ${LIST[@]} ${A-${B+x}} $${LIST[@]}\n";
  const escaped = (text: string, ...parts: string[]) => {
    return parts.reduce((result, part) => result.replace(part, () => part.replaceAll("${", () => "$${")), text);
  };

  /** The changed files after `--fix`. */
  async function fix(files: Readonly<Record<string, string>>, ...operands: string[]): Promise<Record<string, string>> {
    folder.write({ ".git/HEAD": "", ...files });
    const given = operands.length === 0 ? [folder.path] : operands.map((name) => folder.at(name));
    for (let runs = 0; runs < 2; runs++) await runInMemory(["lint", "--fix", ...given]);
    const after = Object.keys(files).map((name) => [name, readFileSync(folder.at(name), "utf8")] as const);
    return Object.fromEntries(after.filter(([name, text]) => text !== files[name]));
  }

  test("in a manifest, a patch, a literal, and a file that a generator reads", async () => {
    const patches =
      "patches:\n- target: {kind: ConfigMap}\n  patch: |\n    - {op: add, path: /data/P, value: 'é ${x-y}'}\n";
    const generators = `configMapGenerator:\n- {name: run, files: [run.sh], literals: ["A=$\${L[@]} \${L[@]}"]}\n`;
    const kustomize = `resources: [settings.yaml]\n${patches}${generators}`;
    const data = settings('A: "${x+y} ${A}" # ${x+y}\nB: |\n  ${L[@]}');
    const files = {
      "clusters/apps.yaml": apps,
      "apps/kustomization.yaml": kustomize,
      "apps/settings.yaml": data,
      "apps/run.sh": script,
    };
    expect(await fix(files)).toEqual({
      "apps/kustomization.yaml": escaped(kustomize, "${x-y}", " ${L[@]}"),
      "apps/settings.yaml": escaped(data, "${x+y}", "${L[@]}"),
      "apps/run.sh": escaped(script, "${LIST[@]}", "${A-${B+x}}"),
    });
  });

  test("--diff shows one difference for a file that another rule changes, too", async () => {
    const pod = `apiVersion: v1
kind: Pod
metadata: {name: web, annotations: {run: "\${L[@]}"}}
spec:
  containers:
  - name: app
    image: example/app
    env:
    - {name: URL, value: $(HOST)}
    - {name: HOST, value: db}
`;
    const files = { "clusters/apps.yaml": apps, "apps/pod.yaml": pod };
    expect((await lint(files, "--diff")).filter((line) => /^(?:[-+]|diff)/.test(line))).toEqual([
      "--- a/apps/pod.yaml",
      "+++ b/apps/pod.yaml",
      `-metadata: {name: web, annotations: {run: "\${L[@]}"}}`,
      `+metadata: {name: web, annotations: {run: "$\${L[@]}"}}`,
      "-    - {name: URL, value: $(HOST)}",
      "+    - {name: URL, value: $(HOST)}",
    ]);
    expect(await fix(files)).toHaveProperty(["apps/pod.yaml"]);
  });

  test("a byte order mark and carriage returns stay", async () => {
    const data = `\ufeff${settings("A: ${x+y}").replaceAll("\n", "\r\n")}`;
    const files = { "clusters/apps.yaml": apps, "apps/settings.yaml": data };
    expect(await fix(files)).toEqual({ "apps/settings.yaml": escaped(data, "${x+y}") });
  });

  const data = settings("A: ${x+y}");
  const off =
    "patches:\n- target: {kind: ConfigMap}\n  patch: '- {op: add, path: /metadata/labels, value: {kustomize.toolkit.fluxcd.io/substitute: disabled}}'\n";
  test.each([
    ["one without postBuild", ""],
    ["one without variables", "postBuild: {substitute: {}}"],
    ["one whose variables are unknown", from("ConfigMap", "elsewhere", "    optional: true\n")],
    ["one that excludes the object", `${substitute("A: b")}\n${off}`],
  ])("is refused if another Kustomization applies the text unchanged: %s", async (_, other) => {
    const files = {
      "clusters/apps.yaml": apps + kustomization("other", "./apps", other),
      "apps/settings.yaml": data,
    };
    expect((await lint(files)).join("\n")).toContain("apps/settings.yaml:6:6: error: Flux cannot parse this");
    expect(await fix(files)).toEqual({});
    const same = apps + kustomization("other", "./apps", substitute("C: d"));
    expect(await fix({ ...files, "clusters/apps.yaml": same })).toHaveProperty(["apps/settings.yaml"]);
  });

  test("is not applied to text that is suppressed, or that follows a dollar sign", async () => {
    const comment = settings("A: ${x+y} # varexpand-ignore flux-malformed: later\nB: $$${x+y}");
    expect(await fix({ "clusters/apps.yaml": apps, "apps/settings.yaml": comment })).toEqual({});
  });

  test("is applied only to files that are given", async () => {
    const files = {
      "clusters/apps.yaml": apps,
      "apps/kustomization.yaml": "resources: [settings.yaml]\nconfigMapGenerator: [{name: run, files: [run.sh]}]\n",
      "apps/settings.yaml": data,
      "apps/run.sh": script,
    };
    expect(await fix(files, "clusters", "apps/kustomization.yaml")).toEqual({});
    expect(Object.keys(await fix(files, "clusters", "apps/settings.yaml"))).toEqual(["apps/settings.yaml"]);
  });
});

describe("the annotation varexpand.dev/ignore", () => {
  const ignore = (rules: string) => `  annotations: {varexpand.dev/ignore: "${rules}"}\n`;
  const apps = kustomization("apps", "./apps", substitute("A: b"));
  const object1 = settings("A: ${A} ${HOST} ${x-y}", ignore("flux-unset-variable, flux-malformed"));
  const list = (items: string, metadata = "") =>
    `apiVersion: v1\nkind: List\n${metadata}items:\n${items.replace(/^(?=.)/gm, "  ").replace(/^ {2}(?=apiVersion)/gm, "- ")}`;

  /** The findings, and the remarks about suppressions. */
  async function found(files: Readonly<Record<string, string>>, ...args: string[]): Promise<string[]> {
    folder.write({ ".git/HEAD": "", "clusters/apps.yaml": apps, ...files });
    const { messages, output } = await runInMemory(["lint", "--all", ...args, folder.path]);
    const remarks = messages.filter((message) => message.includes("unused"));
    return withoutFolder([...output.split("\n"), ...remarks]).filter((line) => line !== "");
  }

  test.each([
    ["an object without pods", object1],
    ["an item of a List", list(object1)],
    ["an item of a List in a List", list(list(object1))],
    [
      "a pod",
      `${pod('args: ["${A} ${HOST}"]').replace("{name: web}", "{name: web, annotations: {varexpand.dev/ignore: flux-unset-variable}}")}`,
    ],
  ])("of %s suppresses findings in it, and nothing else", async (_, text) => {
    expect(await found({ "apps/object.yaml": text })).toEqual([]);
    expect(await found({ "apps/object.yaml": text }, "--diff")).toEqual([]);
    const more = object("ConfigMap", "more", "A: ${HOST}");
    expect(await found({ "apps/object.yaml": `${text}---\n${more}` })).toEqual([
      expect.stringMatching(/^apps\/object.yaml:\d+:6: error: Flux 2.9 rejects \$\{HOST\}/),
    ]);
  });

  test("of a List does not belong to its items", async () => {
    const text = list(settings("A: ${HOST} ${A}"), `metadata:\n${ignore("flux-unset-variable")}`);
    expect(await found({ "apps/list.yaml": text })).toHaveLength(1);
  });

  test("of a Kustomization suppresses findings about its variables", async () => {
    const spec = substitute("A: b\nUNUSED: c\n1ST: d");
    const text = kustomization("apps", "./apps", spec).replace(
      "  namespace",
      `${ignore("flux-unused-variable,flux-malformed")}  namespace`,
    );
    const data = settings("A: ${A}");
    expect(await found({ "clusters/apps.yaml": text, "apps/settings.yaml": data })).toEqual([]);
    const plain = kustomization("apps", "./apps", spec);
    expect(await found({ "clusters/apps.yaml": plain, "apps/settings.yaml": data })).toHaveLength(3);
  });

  test("of a patch suppresses findings in the object, whatever file they are in", async () => {
    const patch = `patches:\n- patch: |\n    apiVersion: v1\n    kind: ConfigMap\n    metadata: {name: settings, annotations: {varexpand.dev/ignore: flux-unset-variable}}\n    data: {B: "\${OTHER}"}\n`;
    const files = {
      "apps/kustomization.yaml": `resources: [settings.yaml]\n${patch}`,
      "apps/settings.yaml": settings("A: ${HOST} ${A} ${x-y}"),
    };
    expect(await found(files)).toEqual([expect.stringContaining("apps/settings.yaml:6:19: error: Flux cannot parse")]);
  });

  test("is reported if nothing needs it", async () => {
    const text = settings("A: ${A}", ignore("flux-malformed"));
    expect(await found({ "apps/settings.yaml": text })).toEqual([
      expect.stringMatching(/^apps\/settings.yaml:5:39: unused suppression: flux-malformed reports nothing here$/),
    ]);
  });
});

test("each item of a List is excluded from substitution on its own", async () => {
  const disabled = "kustomize.toolkit.fluxcd.io/substitute: disabled";
  const list = (metadata: string, item: string) => `apiVersion: v1
kind: ConfigMapList
metadata: {annotations: {${metadata}}}
items:
- {apiVersion: v1, kind: ConfigMap, metadata: {name: a, labels: {${item}}}, data: {A: "\${A} \${HOST}"}}
- {apiVersion: v1, kind: ConfigMap, metadata: {name: b}, data: {A: "\${A} \${OTHER}"}}
`;
  const files = (metadata: string, item: string) => ({
    "clusters/apps.yaml": kustomization("apps", "./apps", substitute("A: b")),
    "apps/list.yaml": list(metadata, item),
  });
  const places = async (metadata: string, item: string) =>
    (await lint(files(metadata, item))).map((line) => line.replace(/: error.*?(?=\$)|, which.*/g, " "));
  expect(await places("", disabled)).toEqual([expect.stringMatching(/^apps\/list.yaml:6:\d+ \$\{OTHER\} $/)]);
  expect(await places(disabled, "")).toHaveLength(2);
});

test("a Kustomization in a List, and a ConfigMap in one that sets variables", async () => {
  const list = (text: string) =>
    `apiVersion: v1\nkind: List\nitems:\n- ${text.replace("---\n", "").replaceAll("\n", "\n  ")}\n`;
  const files = {
    "clusters/apps.yaml": list(kustomization("apps", "./apps", from("ConfigMap", "vars"))),
    "clusters/vars.yaml": list(object("ConfigMap", "vars", "A: b")),
    "apps/settings.yaml": settings("A: ${A} ${HOST}"),
  };
  expect(await lint(files)).toEqual([
    expect.stringContaining("apps/settings.yaml:6:11: error: Flux 2.9 rejects ${HOST}"),
  ]);
});

describe("names that Flux rejects", () => {
  const message = (name: string) =>
    `error: Flux rejects the variable ${name}: a name has only letters, digits, and _ (Flux Kustomization flux-system/apps) [flux-malformed]`;

  test("of substitute, of a ConfigMap, and of an encrypted Secret", async () => {
    const sources = `${substitute('"my-host": a\n1ST: b\n_OK1: c')}\n  substituteFrom:\n  - {kind: ConfigMap, name: vars}\n  - {kind: Secret, name: hidden}\n`;
    const files = {
      "clusters/apps.yaml": kustomization("apps", "./apps", sources),
      "apps/settings.yaml": settings("A: ${_OK1}"),
      "vars/map.yaml": object("ConfigMap", "vars", "a.b: x\nB: y"),
      "vars/secret.yaml": object("Secret", "hidden", "é: ENC[AES256_GCM,data:x]"),
    };
    expect((await lint(files)).filter((line) => line.includes("rejects"))).toEqual([
      `clusters/apps.yaml:14:8: ${message("my-host")}`,
      `clusters/apps.yaml:15:7: ${message("1ST")}`,
      `vars/map.yaml:6:3: ${message("a.b")}`,
      `vars/secret.yaml:6:3: ${message("é")}`,
    ]);
    const disabled = settings("A: b", "  labels: {kustomize.toolkit.fluxcd.io/substitute: disabled}\n");
    expect((await lint({ ...files, "apps/settings.yaml": disabled })).join()).not.toContain("rejects");
  });
});

describe("flux-not-substituted, flux-unused-variable", () => {
  test("a variable of another Kustomization, in a path without postBuild", async () => {
    const files = {
      "clusters/apps.yaml":
        kustomization("apps", "./apps") + kustomization("infra", "./infra", substitute("DOMAIN: example.com")),
      "apps/settings.yaml": settings("A: ${DOMAIN}\nB: ${OTHER}"),
      "infra/settings.yaml": settings("A: ${DOMAIN}"),
    };
    expect(await lint(files)).toEqual([
      "apps/settings.yaml:6:6: note: ${DOMAIN} is applied unchanged: the Kustomization has no postBuild (Flux Kustomization flux-system/apps) [flux-not-substituted]",
    ]);
  });

  test.each(["DOMAIN=$(hostname -d); echo ${DOMAIN}", "for DOMAIN in a b; do echo ${DOMAIN}; done"])(
    "not in a script that sets it itself: %s",
    async (script) => {
      const files = {
        "clusters/apps.yaml":
          kustomization("apps", "./apps") + kustomization("infra", "./infra", substitute("DOMAIN: example.com")),
        "apps/script.yaml": settings(`run.sh: ${JSON.stringify(script)}`),
        "infra/settings.yaml": settings("A: ${DOMAIN}"),
      };
      expect(await lint(files)).toEqual([]);
    },
  );

  test("a variable can be used by anything that is not available", async () => {
    const files = (resource: string) => ({
      "clusters/apps.yaml": kustomization("apps", "./apps", substitute("A: b\nC: d")),
      "apps/kustomization.yaml": `resources: [settings.yaml, ${resource}]\n`,
      "apps/settings.yaml": settings("A: ${A}"),
      "apps/secret.yaml": object("Secret", "secret", "A: ENC[AES256_GCM,data:x]"),
      "apps/other.yaml": object("ConfigMap", "other", "A: b"),
    });
    expect(await lint(files("secret.yaml"))).toEqual([]);
    expect(await lint(files("https://example.com/x.yaml"))).toEqual([]);
    expect(await lint(files("other.yaml"))).toEqual([
      "clusters/apps.yaml:15:7: note: nothing in the path of the Kustomization refers to C (Flux Kustomization flux-system/apps) [flux-unused-variable]",
    ]);
  });
});

describe("pods in a path in which Flux replaces variables", () => {
  const HOST = "env: [{name: HOST, value: db}, {name: URL, value: 'http://${HOST}:80'}]";

  test("do not have findings of shell-syntax, and --fix does not change them", async () => {
    const files = {
      "clusters/apps.yaml": kustomization("apps", "./apps", substitute("HOST: db")),
      "apps/kustomization.yaml": "resources: [pod.yaml]\n",
      "apps/pod.yaml": pod(HOST),
    };
    expect(await lint(files)).toEqual([]);
    expect(await lint(files, "--diff")).toEqual([]);
    expect((await lint({ ...files, "clusters/apps.yaml": "" })).join()).toContain("[shell-syntax]");
  });

  test("are linted with the values of variables", async () => {
    const files = {
      "clusters/apps.yaml": kustomization("apps", "./apps", substitute("NAME: HOST\nPORT: x")),
      "apps/pod.yaml": pod("env: [{name: '${NAME}', value: db}]\nargs: ['$(HOST)', '$(${NAME})', '$(${PORT})']"),
    };
    expect(await lint(files)).toEqual([
      "apps/pod.yaml:9:38: warning: $(x) is not expanded: the variable is not defined (Flux Kustomization flux-system/apps) [undefined-reference]",
    ]);
  });

  test("can use the keys of ConfigMaps after substitution, and any variable if a key is unknown", async () => {
    const secret = object("Secret", "vars", "PREFIX: b3Bx");
    const files = (postBuild: string) => ({
      "clusters/apps.yaml": kustomization("apps", "./apps", postBuild),
      "apps/settings.yaml": settings("${PREFIX}_URL: x"),
      "apps/pod.yaml": pod("envFrom: [{configMapRef: {name: settings}}]\nargs: ['$(APP_URL)', '$(OTHER)']"),
      "vars.yaml": secret,
    });
    expect(await lint(files(substitute("PREFIX: APP")))).toEqual([
      "apps/pod.yaml:9:27: warning: $(OTHER) is not expanded: the variable is not defined (Flux Kustomization flux-system/apps) [undefined-reference]",
    ]);
    expect(await lint(files(from("Secret", "vars")))).toEqual([]);
    expect(await lint(files(from("Secret", "vars")), "--complete")).toEqual([]);
  });
});

test.each<[spec: string, list: string, level: string]>([
  ["", "- apps.yaml", "error"],
  ["suspend: true\n", "- apps.yaml", "note"],
  ["", "# - apps.yaml", "note"],
])("what nothing applies has notes: %j, %j", async (spec, list, level) => {
  const files = {
    "apps/settings.yaml": settings("B: ${HOST}"),
    "clusters/kustomization.yaml": `namePrefix: ""\nresources:\n${list}\n`,
    "clusters/apps.yaml": kustomization("apps", "./apps", `${spec}${substitute("DOMAIN: example.com")}`),
  };
  const lines = await lint(files);
  expect(lines.flatMap((line) => /: (error|note): .*HOST/.exec(line)?.[1] ?? [])).toEqual([level]);
});

test("without a repository, paths are relative to the folder that is searched", async () => {
  folder.write({
    "clusters/web.yaml": kustomization("web", "./web", substitute("HOST: web")),
    "web/settings.yaml": settings("A: ${HOST}"),
    ".archive/clusters/web.yaml": kustomization("web", "./web"),
    ".archive/web/settings.yaml": settings("A: ${HOST}"),
    ".archive/old/settings.yaml": settings("A: ${HOST}"),
    ".archive/clusters/old.yaml": kustomization("old", "./old", substitute("PORT: web")),
  });
  const { output } = await runInMemory(["lint", folder.path]);
  expect(output).toBe("");
});

test("a Kustomization that Flux does not reconcile has notes", async () => {
  const text = kustomization("apps", "./apps", substitute("DOMAIN: example.com"));
  const disabled = "  annotations: {kustomize.toolkit.fluxcd.io/reconcile: disabled}\nspec:";
  const files = { "apps/settings.yaml": settings("B: ${HOST}"), "clusters/apps.yaml": text.replace("spec:", disabled) };
  expect(await lint(files)).toContainEqual(expect.stringMatching(/: note: .*HOST/));
});

/** A folder that a Kustomization of Flux builds, and that others list. */
const blog = {
  "clusters/main/apps.yaml": kustomization("apps", "./apps"),
  "apps/kustomization.yaml": "resources:\n- settings.yaml\n# - blog/ks.yaml\n",
  "apps/settings.yaml": settings("A: b"),
  "apps/blog/ks.yaml": kustomization("blog", "./apps/blog/app"),
  "apps/blog/app/kustomization.yaml": "resources: [missing.yaml]\n",
};

test.each<[name: string, files: Readonly<Record<string, string>>, level: string | undefined]>([
  ["a comment lists the Kustomization", {}, "note"],
  ["a comment lists its folder", { "apps/kustomization.yaml": "resources:\n- settings.yaml\n# - blog\n" }, "note"],
  ["nothing lists the Kustomization", { "apps/kustomization.yaml": "resources:\n- settings.yaml\n" }, "error"],
  ["another kustomization lists it", { "other/kustomization.yaml": "resources: [../apps/blog/ks.yaml]\n" }, "error"],
  [
    "another Kustomization of Flux applies it",
    {
      "clusters/main/blog.yaml": kustomization("parent", "./apps/blog/flux"),
      "apps/blog/flux/kustomization.yaml": "resources: [../ks.yaml]\n",
    },
    "error",
  ],
  [
    "a list applies it that a comment lists",
    {
      "apps/kustomization.yaml": "resources:\n- settings.yaml\n# - blog\n",
      "apps/blog/kustomization.yaml": "resources: [ks.yaml]\n",
    },
    "note",
  ],
  [
    "a second Kustomization is active",
    { "clusters/main/more.yaml": kustomization("more", "./apps/blog/app") },
    "error",
  ],
  [
    "a second Kustomization is suspended",
    { "more/ks.yaml": kustomization("more", "./apps/blog/app", "suspend: true") },
    "note",
  ],
])("a folder that cannot be built, where %s", async (_, files, level) => {
  const lines = await lint({ ...blog, ...files });
  expect(lines.flatMap((line) => /: (error|note): .*'missing.yaml'/.exec(line)?.[1] ?? [])).toEqual(
    level ? [level] : [],
  );
});

test("a suspended Kustomization does not hide what another one cannot build", async () => {
  const list = { "apps/kustomization.yaml": "resources: [blog/ks.yaml, more/ks.yaml]\n" };
  const shared = { "shared/kustomization.yaml": "resources: [missing.yaml]\n" };
  const users = ["blog", "more"].map((name) => [
    `apps/${name}/app/kustomization.yaml`,
    "resources: [../../../shared]\n",
  ]);
  const suspended = kustomization("blog", "./apps/blog/app", "suspend: true");
  const files = { ...blog, ...list, ...shared, ...Object.fromEntries(users), "apps/blog/ks.yaml": suspended };
  const lines = await lint({ ...files, "apps/more/ks.yaml": kustomization("more", "./apps/more/app") });
  expect(lines).toContainEqual(expect.stringMatching(/: error: .*'missing.yaml'/));
});

describe("components of a Kustomization", () => {
  const files = (spec: string, list = "- web/ks.yaml") => ({
    "clusters/main/apps.yaml": kustomization("apps", "./apps"),
    "apps/kustomization.yaml": `resources:\n- settings.yaml\n${list}\n`,
    "apps/settings.yaml": settings("A: b"),
    "apps/web/ks.yaml": kustomization("web", "./apps/web/app", spec),
    "apps/web/app/kustomization.yaml": "resources: [web.yaml]\npatches: [{path: patch.yaml}]\n",
    "apps/web/app/web.yaml": pod(""),
    "apps/web/app/patch.yaml": object("ConfigMap", "shared", "C: d"),
    "components/shared/kustomization.yaml": "kind: Component\nresources: [shared.yaml]\n",
    "components/shared/shared.yaml": object("ConfigMap", "shared", "A: b"),
  });
  const shared = "components: [../../../components/shared]";

  test.each<[name: string, spec: string, list: string, expected: string[]]>([
    ["are part of what the folder patches", shared, "- web/ks.yaml", []],
    ["are needed", "", "- web/ks.yaml", ["kustomization.yaml:2:11"]],
    ["count if nothing applies it", shared, "", []],
    ["can be missing", `${shared.replace("]", ", ../none]")}\nignoreMissingComponents: true`, "- web/ks.yaml", []],
    ["cannot be missing", shared.replace("]", ", ../none]"), "- web/ks.yaml", ["ks.yaml:12:44"]],
  ])("%s", async (_, spec, list, expected) => {
    const lines = await lint(files(spec, list));
    const places = lines.flatMap((line) => /([\w.]+:\d+:\d+): error: kustomize/.exec(line)?.[1] ?? []);
    expect(places).toEqual(expected);
  });

  test("count if only the folder is named", async () => {
    folder.write({ ".git/HEAD": "", ...files(shared) });
    const { output } = await runInMemory(["lint", folder.at("apps/web/app")]);
    expect(output).toBe("");
  });
});
