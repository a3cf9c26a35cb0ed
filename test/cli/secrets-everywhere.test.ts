/** A planted secret shows in nothing that `template`, `envfile`, `run` and `expand` say; only data may hold it. */
import { describe, expect, test } from "vitest";
import { runInMemory } from "./memory-io.ts";
import { bash } from "./processes.ts";
import { FolderPerTest } from "./temporary.ts";

const folder = new FolderPerTest();

const MARKER = "Qz7WmXk9VbHj5NfTgLp3";
const base64 = (text: string) => Buffer.from(text).toString("base64");

/** Every six characters of the marker and of what is made of it, in lower case. */
const PIECES: readonly string[] = [
  MARKER,
  [...MARKER].reverse().join(""),
  base64(MARKER),
  base64(MARKER.toUpperCase()),
  base64(`x${MARKER}`).slice(4),
  base64(`xx${MARKER}`).slice(4),
].flatMap((text) => Array.from({ length: text.length - 7 }, (_, i) => text.slice(i, i + 6).toLowerCase()));

function piecesIn(text: string): string[] {
  const said = text.toLowerCase();
  return PIECES.filter((piece) => said.includes(piece));
}

test("the search finds reported secrets", () => {
  const forms = [MARKER.toUpperCase(), MARKER.slice(4, 11), `<${MARKER}>`, base64(`a${MARKER}b`), base64(MARKER)];
  for (const text of forms) expect(piecesIn(text), text).not.toEqual([]);
  expect(piecesIn("nothing of it")).toEqual([]);
});

interface Result {
  readonly args: readonly string[];
  readonly code: number;
  readonly output: string;
  readonly messages: readonly string[];
}

async function resultOf(
  args: readonly string[],
  stdin = "",
  environment: Record<string, string> = {},
): Promise<Result> {
  return { args, ...(await runInMemory(args, { stdin, environment })) };
}

function expectSilence({ args, messages, output }: Result, isData: boolean, what: string): void {
  const said = [...messages, ...(isData ? [] : [output])].join("\n");
  expect({ pieces: piecesIn(said), said: piecesIn(said).length > 0 ? said : "" }, `${what}: ${args.join(" ")}`).toEqual(
    {
      pieces: [],
      said: "",
    },
  );
  expect(said, what).not.toContain("internal error");
}

const SECRETS: Readonly<Record<string, string>> = {
  plain: MARKER,
  lines: `a: 1\n ${MARKER}: [\n*${MARKER}`,
  quoted: `"${MARKER}\\"${MARKER}`,
  json: JSON.stringify({ [MARKER]: [MARKER] }),
};

/** What templates make of a secret. */
const MADE = [
  "secrets.plain",
  "upper(secrets.plain)",
  "lower(secrets.lines)",
  "slice(secrets.plain, 3, 12)",
  "secrets.plain + '-end'",
  "'a-${secrets.quoted}-b'",
  "base64Encode(secrets.plain)",
  "base64Encode('x' + secrets.plain)",
  "base64Encode(upper(secrets.plain))",
  "base64Decode(base64Encode(secrets.plain))",
  "join([secrets.plain, 'a'], '-')",
  "split(secrets.plain, 'W')[1]",
  "replace(secrets.plain, 'Q', '$')",
  "jsonDecode(secrets.json)",
  "jsonEncode(secrets.plain)",
];

/** Values that a template cannot be resolved to, or may not. */
const WRONG: readonly ((made: string) => unknown)[] = [
  (made) => `\${foo[${made}]}`,
  (made) => `\${foo['x' + ${made}].bar}`,
  (made) => `\${(${made}).nope}`,
  (made) => `\${(${made}).nope.again || foo[${made}]}`,
  (made) => `\${foo["<\${${made}}>"].nope}`,
  (made) => `\${jsonDecode(${made}).nope}`,
  (made) => `\${yamlDecode('*' + ${made})}`,
  (made) => `\${formatDate(${made}, 'yyyy')}`,
  (made) => `\${foo[${made}] + 1 - ${made}}`,
  (made) => ({ $if: `\${${made}}`, $then: 1 }),
  (made) => ({ $forEach: `\${${made}}`, $return: "${foo[item.value]}" }),
  (made) => ({ $forEach: [`\${${made}}`], $return: "${foo[item.value]}" }),
  (made) => ({ $merge: `\${${made}}` }),
  (made) => ({ [`\${${made}}`]: "${foo.nope}" }),
];

describe("template of documents", () => {
  test.each(MADE)("%s: messages", async (made) => {
    const context = folder.file("context.json", JSON.stringify({ foo: { bar: 1 }, secrets: SECRETS }));
    const files = folder.file("foo.json", '{"foo": {"bar": 1}}');
    const set = Object.entries(SECRETS).map(([name, value]) => ["--set", `secrets.${name}=${value}`]);
    let refused = 0;
    for (const [i, wrong] of WRONG.entries()) {
      const stdin = JSON.stringify({ a: 1, b: [wrong(made)] });
      const given = i % 2 === 0 ? ["--context", context] : ["--context", files, ...set.flat()];
      for (const args of [
        ["template", ...given],
        ["template", ...given, "--partial", "-o", "json"],
      ]) {
        const result = await resultOf(args, stdin);
        if (result.code !== 0) refused++;
        expectSilence(result, result.code === 0, stdin);
      }
    }
    expect(refused).toBeGreaterThan(WRONG.length / 2);
  });

  test("as data, the values are what they are", async () => {
    const context = folder.file("context.json", JSON.stringify({ secrets: SECRETS }));
    const stdin = JSON.stringify(["${upper(secrets.plain)}", "${base64Encode(secrets.plain)}"]);
    const result = await resultOf(["template", "--context", context, "-o", "json"], stdin);
    expect(JSON.parse(result.output)).toEqual([MARKER.toUpperCase(), base64(MARKER)]);
  });
});

const PROJECT = "kind: Project\nname: p\nenvironments: [{name: dev}]\n";

/** Members of a project and documents beside it, in which a value does harm. */
const PLACES: readonly ((made: string) => {
  readonly project?: Readonly<Record<string, unknown>>;
  readonly documents?: readonly object[];
})[] = [
  ...WRONG.map((wrong) => (made: string) => ({ documents: [{ kind: "Run", name: "r", spec: { x: wrong(made) } }] })),
  (made) => ({ documents: [{ kind: "Run", name: "r", dependencies: [`build.\${${made}}`] }] }),
  (made) => ({ documents: [{ kind: "Run", name: "r", build: `\${${made}}` }] }),
  (made) => ({ documents: [{ kind: "Run", name: "r", disabled: `\${${made}}`, spec: "${var.nope}" }] }),
  (made) => ({ documents: [{ kind: "Run", name: "r", type: `\${${made}}` }] }),
  (made) => ({ documents: [{ kind: "Run", name: "r", source: { path: `\${${made}}` } }] }),
  (made) => ({ documents: [{ kind: "Run", name: "r", varfiles: [`\${${made}}.env`] }] }),
  (made) => ({ documents: [{ kind: "Run", name: "r", varfiles: [{ path: `../\${${made}}.yaml` }] }] }),
  (made) => ({
    documents: [
      { kind: "Run", name: "o" },
      { kind: "Run", name: "r", spec: `\${actions.run.o.outputs[${made}]} \${providers[${made}].outputs.x}` },
    ],
  }),
  (made) => ({ documents: [{ kind: "Run", name: "r", spec: `\${actions.run[${made}].outputs.x}` }] }),
  (made) => ({ documents: [{ kind: "Run", name: "r", spec: `\${modules[${made}].outputs.x}` }] }),
  (made) => ({ documents: [{ kind: "Run", name: "r", spec: `\${runtime.services[${made}].outputs.x}` }] }),
  (made) => ({
    documents: [
      { kind: "RenderTemplate", name: "t1", template: "t", inputs: { name: `\${${made}}` } },
      { kind: "ConfigTemplate", name: "t", configs: [{ kind: "Run", name: "${inputs.name}", x: "${var.nope}" }] },
    ],
  }),
  (made) => ({ documents: [{ kind: "RenderTemplate", name: "t1", template: `\${${made}}` }] }),
  (made) => ({
    documents: [{ kind: "Module", name: "m", type: "container", build: { dependencies: [`\${${made}}`] } }],
  }),
  (made) => ({ documents: [{ kind: "Module", name: "m", type: `\${${made}}` }] }),
  (made) => ({ documents: [{ kind: "Workflow", name: "w", steps: [{ script: `\${steps[${made}].log}` }] }] }),
  (made) => ({ project: { varfile: `\${${made}}.env` } }),
  (made) => ({ project: { defaultEnvironment: `\${${made}}` } }),
  (made) => ({ project: { environments: [{ name: `\${${made}}` }] } }),
  (made) => ({ project: { environments: [{ name: "dev", defaultNamespace: `\${${made}}`, variables: 1 }] } }),
  (made) => ({ project: { environments: [{ name: "dev", varfile: `\${${made}}.yaml` }] } }),
  (made) => ({ project: { providers: [{ name: `\${${made}}`, x: `\${(${made}).y}` }] } }),
  (made) => ({
    project: { variables: { text: `\${${made}}`, map: { a: [`<\${${made}}>`] }, bad: `\${var[${made}]}` } },
  }),
  (made) => ({ project: { variables: { text: `\${${made}}`, map: { a: [`<\${${made}}>`], b: "${var.text}" } } } }),
];

const EXPLAINED = ["text", "map", "map.a", "map.a.0", "map.b", "nope"];

describe("template of a project", () => {
  test.each(MADE)("%s: messages and --explain", async (made) => {
    const secrets = folder.file("s.json", JSON.stringify(SECRETS));
    const given = ["--secrets", secrets];
    const environment = Object.fromEntries(Object.entries(SECRETS).map(([name, value]) => [`E_${name}`, value]));
    const named = Object.keys(SECRETS).flatMap((name) => ["--secret-env", `${name}=E_${name}`]);
    for (const [i, place] of PLACES.entries()) {
      const { project = {}, documents = [] } = place(made);
      const root = JSON.stringify({ kind: "Project", name: "p", environments: [{ name: "dev" }], ...project });
      folder.file("garden.yml", root);
      folder.file("x/garden.yml", documents.map((document) => `${JSON.stringify(document)}\n`).join("---\n"));
      const args = ["template", "--project", folder.path, ...(i % 2 === 0 ? given : named)];
      const what = `${root} ${JSON.stringify(documents)}`;
      expectSilence(await resultOf(args, "", environment), true, what);
      if (i % 3 === 0) expectSilence(await resultOf([...args, "run.r"], "", environment), true, what);
      for (const [j, name] of (project.variables === undefined ? [] : EXPLAINED).entries()) {
        const explain = [...args, "--explain", name, "-o", (i + j) % 2 === 0 ? "json" : "yaml"];
        expectSilence(await resultOf(explain, "", environment), false, what);
      }
    }
  });

  test("as data, the values are what they are", async () => {
    const secrets = folder.file("s.json", JSON.stringify(SECRETS));
    folder.file("garden.yml", `${PROJECT}variables: {a: "\${upper(secrets.plain)}"}\n`);
    const { output } = await resultOf(["template", "--project", folder.path, "--secrets", secrets, "-o", "json"]);
    expect(JSON.parse(output)).toMatchObject({ variables: { a: MARKER.toUpperCase() } });
  });
});

/** Env files that a reader refuses, or all do, and where a name should be there may be a piece of a secret. */
const ENV_FILES: readonly string[] = [
  `S=${MARKER}\n`,
  `S = '${MARKER}'\n`,
  `S='${MARKER}\n`,
  `S='${MARKER}' ${MARKER}\n`,
  `${MARKER}\n`,
  `='${MARKER}'\n`,
  `S="${MARKER}\nT='${MARKER}'\n`,
  `S='a'\nS='${MARKER} \${${MARKER}'\n`,
  `export S=\${${MARKER}\n`,
  `S=$(echo ${MARKER})\n`,
  `S=${MARKER}\0\n`,
  `S='${MARKER.repeat(2000)}'\n`,
  `S=${MARKER.repeat(4000)}\n`,
  `\ufeffS='${MARKER}'\n`,
  `S: ${MARKER}\n`,
  `kind: Secret\nstringData:\n  S: ${MARKER}\n`,
];

const manifestOf = (kind: string, data: object) =>
  JSON.stringify({ apiVersion: "v1", kind, metadata: { name: "s" }, ...data });

/** Secrets that cannot be read as env files. */
const MANIFESTS: readonly string[] = [
  manifestOf("Secret", { data: { S: `${MARKER}!` } }),
  manifestOf("Secret", { data: { S: base64(`${MARKER}\xff`).slice(1) } }),
  manifestOf("Secret", { data: { S: Buffer.from(`${MARKER}\xff`, "latin1").toString("base64") } }),
  manifestOf("Secret", { stringData: { S: [MARKER] } }),
  manifestOf("Secret", { stringData: { S: { [MARKER]: 1 } } }),
  manifestOf("Secret", { stringData: MARKER }),
  manifestOf("Secret", { data: [MARKER] }),
  manifestOf("Secret", { stringData: { S: `${MARKER}\0` } }),
  manifestOf("Secret", { stringData: { "a b": MARKER, S: `'${MARKER}\n"\\` } }),
  manifestOf("Secret", { stringData: { S: MARKER.repeat(4000) } }),
  manifestOf("ConfigMap", { data: { S: MARKER } }),
  `${manifestOf("Secret", { stringData: { S: MARKER } })}\n${manifestOf("Secret", { stringData: { S: MARKER } })}`,
  `kind: Secret\nmetadata: {name: s}\nstringData:\n  S: *${MARKER}\n`,
  `kind: Secret\nmetadata: {name: s}\nstringData:\n  S: "${MARKER}\n`,
  `kind: Secret\nmetadata: {name: s}\nstringData: {S: !${MARKER}!x y}\n`,
];

const FORMATS = ["env", "env-file", "dotenv", "docker", "shell", "json", "k8s", "configmap", "secret"];
const nameFor = (format: string) => (format === "configmap" || format === "secret" ? ["--name", "x"] : []);

describe("envfile", () => {
  test("messages about an env file, in every dialect and format", async () => {
    for (const stdin of ENV_FILES) {
      for (const dialect of ["kep", "dotenv", "secret", "configmap"]) {
        for (const profile of ["design", "kubelet"]) {
          for (const format of FORMATS) {
            const args = ["envfile", "--dialect", dialect, "--profile", profile, "-o", format, ...nameFor(format)];
            expectSilence(await resultOf(args, stdin), true, stdin.slice(0, 80));
          }
          const key = ["envfile", "--dialect", dialect, "--profile", profile, "--key", "NONE"];
          expectSilence(await resultOf(key, stdin), false, stdin.slice(0, 80));
        }
      }
    }
  });

  test("messages about a Secret", async () => {
    for (const stdin of MANIFESTS) {
      for (const dialect of ["kep", "secret", "configmap"]) {
        for (const format of FORMATS) {
          const args = ["envfile", "--dialect", dialect, "-o", format, ...nameFor(format)];
          expectSilence(await resultOf(args, stdin), true, stdin.slice(0, 80));
        }
      }
    }
  });

  test("--compare: why readers refuse a file, without its text", async () => {
    let refusals = 0;
    for (const stdin of ENV_FILES) {
      const result = await resultOf(["envfile", "--compare", "-o", "json"], stdin);
      expectSilence(result, true, stdin.slice(0, 80));
      for (const { refusal = "" } of JSON.parse(result.output).readers as { refusal?: string }[]) {
        if (refusal !== "") refusals++;
        expect(piecesIn(refusal), stdin.slice(0, 80)).toEqual([]);
      }
      expectSilence(await resultOf(["envfile", "--compare"], stdin), true, stdin.slice(0, 80));
    }
    expect(refusals).toBeGreaterThan(20);
    for (const dialect of ["secret", "configmap"]) {
      const result = await resultOf(["envfile", "--compare", "--dialect", dialect], MANIFESTS[0]);
      expectSilence(result, false, dialect);
    }
  });

  test("lint of an env file: no text of it", async () => {
    for (const text of [...ENV_FILES, `S='a\n${MARKER}=b\n${MARKER}: "c\n'\n`, `S="a\n${MARKER}=b # c\n"\n`]) {
      const file = folder.file("a.env", text);
      for (const format of ["text", "github", "gitlab", "junit", "sarif", "json"]) {
        const result = await resultOf(["lint", "-o", format, file]);
        expectSilence(result, false, text.slice(0, 80));
      }
    }
  });
});

describe("expand and run", () => {
  const OPTIONS = ENV_FILES.flatMap((text) => ["kep", "dotenv"].map((dialect) => [dialect, text] as const));
  const SECRET_OPTIONS = MANIFESTS.flatMap((text) =>
    ["secret", "configmap", "kep"].map((dialect) => [dialect, text] as const),
  );

  test("expand: messages about env files and Secrets", async () => {
    let refused = 0;
    for (const [dialect, text] of [...OPTIONS, ...SECRET_OPTIONS]) {
      const file = folder.file("x", text);
      const args = ["--envfile", file, "--envfile-dialect", dialect, "--strict"];
      for (const format of [[], ["--json"], ["--yaml"]]) {
        const result = await resultOf(["expand", ...format, ...args], '{"a": "$(S) $(T)", "b": "$(NONE)"}\n');
        if (result.code === 2) refused++;
        expectSilence(result, true, text.slice(0, 80));
      }
    }
    expect(refused).toBeGreaterThan(20);
    const secret = folder.file("s.json", manifestOf("Secret", { stringData: { S: MARKER } }));
    const args = ["expand", "--envfile", secret, "--envfile-dialect", "secret", "--strict"];
    expect(await resultOf(args, "$(S) $(NONE)\n")).toMatchObject({
      output: `${MARKER} $(NONE)\n`,
      messages: ["<stdin>:1:6: $(NONE) is not expanded: the variable is not defined"],
    });
    for (const [option, text] of [
      ["-e", MARKER],
      ["-e", `=${MARKER}`],
      ["--only", "S,,T"],
    ] as const) {
      expectSilence(await resultOf(["expand", option, text], "$(S)"), false, option);
    }
  });

  test("run: messages about env files and Secrets", async () => {
    for (const [dialect, text] of [...OPTIONS, ...SECRET_OPTIONS]) {
      const file = folder.file("x", text);
      // No such command: nothing is run.
      const args = ["run", "--mask", "--envfile", file, "--envfile-dialect", dialect, "--", folder.at("none")];
      expectSilence(await resultOf(args), false, text.slice(0, 80));
    }
    expectSilence(await resultOf(["run", "-e", MARKER, "--", folder.at("none")]), false, "-e");
  });

  const podOf = (container: object) =>
    `${manifestOf("Secret", { stringData: { S: `/${MARKER}`, LINES: `first\n${MARKER}\nlast` } })}\n${JSON.stringify({
      apiVersion: "v1",
      kind: "Pod",
      metadata: { name: "x" },
      spec: {
        containers: [
          {
            name: "a",
            image: "a",
            envFrom: [{ secretRef: { name: "s" } }],
            env: [
              { name: "MADE", value: "<$(S)>" },
              { name: "TWICE", value: "$(MADE)$(MADE)" },
            ],
            ...container,
          },
        ],
        volumes: [{ name: "v", emptyDir: {} }],
      },
    })}\n`;

  test("run: messages about a container", async () => {
    for (const container of [
      { command: ["$(S)"] },
      { command: ["$(TWICE)", "$(S)"] },
      { command: ["/nowhere/$(S)"], args: ["$(NONE)$(S)"] },
      { command: ["/nowhere"], args: ["$(MADE"], env: [{ name: "A", value: "$(NONE)$(S)" }] },
      { command: ["x"], volumeMounts: [{ name: "v", mountPath: "/m", subPathExpr: "$(S)" }] },
      { command: ["x"], volumeMounts: [{ name: "v", mountPath: "/m", subPathExpr: "$(S)$(NONE)" }] },
      { command: ["x"], env: [{ name: "A", valueFrom: { secretKeyRef: { name: "s", key: "NONE" } } }] },
      { command: [], args: ["$(S)"] },
    ]) {
      const file = folder.file("pod.json", podOf(container));
      for (const mask of [[], ["--mask"]]) {
        const result = await resultOf(["run", ...mask, "-f", file]);
        expect(result.messages).not.toEqual([]);
        expectSilence(result, false, JSON.stringify(container));
      }
    }
  });

  test("run --mask: what a command prints of its environment, and of its arguments", () => {
    folder.file(
      "pod.json",
      podOf({ command: ["sh", "-c", "env; echo $MADE >&2; printf '%s\\n' \"$@\"", "sh", "a$(TWICE)b"] }),
    );
    for (const args of [
      "-f pod.json --mask",
      "-f pod.json --mask -- env",
      "-f pod.json --mask --inherit -- sh -c 'env >&2'",
    ]) {
      const { status, stderr, stdout } = bash(folder.path, `varexpand run ${args}`);
      expect({ status, pieces: piecesIn(`${stdout}\n${stderr}`) }, args).toEqual({ status: 0, pieces: [] });
      expect(`${stdout}\n${stderr}`).toContain("MADE=***");
    }
    const { stdout } = bash(folder.path, "varexpand run -f pod.json -- env");
    expect(stdout).toContain(`MADE=</${MARKER}>`);
  });
});
