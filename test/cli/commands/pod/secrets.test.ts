/** What comes from a Secret is not shown, whatever is made of it; where it is asked for as data, it is there. */
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { runInMemory } from "../../memory-io.ts";
import { TemporaryFolder } from "../../temporary.ts";

const folder = new TemporaryFolder();

/** With what changes when it is quoted, and long enough to be cut. */
const SECRETS = [
  "hunter2-pass",
  'quo"ted\\back',
  `/${"longmarker".repeat(30)}`,
  "two\nlines-of",
  "../climbing",
  "é-nonascii-€",
];

const SOURCES = ["secretKeyRef", "secretRef", "fileKeyRef", "stringData"] as const;
type Source = (typeof SOURCES)[number];

/** A pod that has a secret in a variable S. */
function manifest(source: Source, secret: string, container: object): string {
  const data = { S: Buffer.from(secret).toString("base64") };
  const object = {
    kind: "Secret",
    metadata: { name: "s" },
    ...(source === "stringData" ? { stringData: { S: secret } } : { data }),
  };
  const env = [
    ...(source === "secretKeyRef" || source === "stringData"
      ? [{ name: "S", valueFrom: { secretKeyRef: { name: "s", key: "S" } } }]
      : []),
    ...(source === "fileKeyRef"
      ? [{ name: "S", valueFrom: { fileKeyRef: { volumeName: "f", path: "f", key: "S" } } }]
      : []),
    { name: "MADE", value: "<$(S)>" },
    { name: "MADE_AGAIN", value: "$(MADE)$(NONE)" },
  ];
  const envFrom = source === "secretRef" ? [{ secretRef: { name: "s" } }] : [];
  const spec = {
    volumes: [
      { name: "v", emptyDir: {} },
      { name: "f", emptyDir: {}, projected: { sources: [{ configMap: {} }, { secret: { name: "s" } }] } },
    ],
    containers: [{ name: "a", env, envFrom, ...container }],
  };
  return `${JSON.stringify(object)}\n${JSON.stringify({ apiVersion: "v1", kind: "Pod", metadata: { name: "x" }, spec })}\n`;
}

const CONTAINERS = [
  { args: ["$(S)", "a", "$(MADE)$(NONE2)"], command: ["run", "--password=$(MADE_AGAIN)"] },
  { volumeMounts: [{ name: "v", mountPath: "/m", subPathExpr: "$(S)" }] },
  { volumeMounts: [{ name: "v", mountPath: "/m", subPathExpr: "d/$(S)/$(MADE)" }] },
  { volumeMounts: [{ name: "v", mountPath: "/m", subPathExpr: "d$(MADE)" }] },
  { volumeMounts: [{ name: "v", mountPath: "/m", subPathExpr: "$(S)$(GONE)" }] },
  { livenessProbe: { exec: { command: ["$(S)", "$(MADE)"] } } },
];

/** All pieces of six characters, of the secret and of its base64. */
function piecesOf(secret: string): string[] {
  const pieces = new Set<string>();
  for (const text of [secret, Buffer.from(secret).toString("base64"), JSON.stringify(secret).slice(1, -1)]) {
    for (let i = 0; i + 6 <= text.length; i++) pieces.add(text.slice(i, i + 6));
  }
  return [...pieces];
}

test.each<[object, string[]]>([
  [{ args: ["$(S)", "a"] }, ['  args: ["***","a"]']],
  [{ command: ["a", "$(S)"], args: ["b"] }, ['  command: ["a","***"]', '  args: ["b"]']],
  [{ args: ["a"] }, ['  args: ["a"]']],
  [{ volumeMounts: [{ name: "v", mountPath: "/m", subPathExpr: "$(S)" }] }, ["  /m: *** of volume v"]],
])("a table of %j", async (container, lines) => {
  const env = [{ name: "S", valueFrom: { secretKeyRef: { name: "s", key: "S" } } }];
  const stdin = manifest("secretKeyRef", "hunter2", { env, ...container });
  const { output } = await runInMemory(["pod", "-f", "-", "-o", "table"], { stdin });
  expect(output.split("\n").slice(3)).toEqual([...lines, ""]);
});

/** Every combination in a thorough run; else every pair, as both are taken in turn. */
const isTurn = (...turns: readonly number[]) =>
  process.env.VAREXPAND_FUZZ === "thorough" || turns.reduce((sum, turn) => sum + turn) % 2 === 0;

test.each(SOURCES)("through %s", async (source) => {
  for (const [j, secret] of SECRETS.entries()) {
    if (source === "fileKeyRef") folder.file("volume/f", `S='${secret}'\n`);
    const pieces = piecesOf(secret);
    for (const [i, container] of CONTAINERS.entries()) {
      const stdin = manifest(source, secret, container);
      for (const [k, profile] of ["design", "kubelet"].entries()) {
        for (const [l, format] of ["table", "yaml", "json", "env"].entries()) {
          if (!isTurn(j >> 1, i, k, l)) continue;
          const eventsFile = folder.at("events.jsonl");
          const args = ["pod", "-f", "-", "-o", format, "--profile", profile, "--events", eventsFile];
          if (source === "fileKeyRef") args.push("--volume", `f=${folder.at("volume")}`);
          const { output, messages } = await runInMemory(args, { stdin });
          const seen = [...messages, ...(format === "table" || format === "env" ? [output] : [])].join("\n");
          const events = messages[0]?.startsWith("varexpand:") ? "" : readFileSync(eventsFile, "utf8");
          const shown = pieces.filter((piece) => seen.includes(piece) || events.includes(piece));
          expect(shown, JSON.stringify([i, profile, format])).toEqual([]);
        }
      }
    }
  }
});

const at = async (container: object, secret = "hunter2-pass") =>
  (await runInMemory(["pod", "-f", "-", "-o", "table"], { stdin: manifest("secretKeyRef", secret, container) })).output;

test("masked and unmasked values", async () => {
  const table = await at({ args: ["$(S)", "plain", "$(MADE)"] });
  expect(table.replaceAll(/:2:\d+/g, "")).toBe(
    `Pod/x, container a
  NAME        VALUE  FROM              AT
  S           ***    secretKeyRef s S  <stdin>
  MADE        ***    value             <stdin>
  MADE_AGAIN  ***    value             <stdin>
  args: ["***","plain","***"]
  <stdin>: $(NONE): the variable is not defined
`.replace(/<stdin>:2:\d+/g, (place) => place),
  );
});

test.each([
  [{ args: ["$(S)", "plain"] }, '  args: ["***","plain"]\n'],
  [{ command: ["run", "$(MADE)"] }, '  command: ["run","***"]\n'],
])("one word that is secret, and no other: %j", async (container, line) => {
  expect(await at(container)).toContain(line);
});

test("messages of the kubelet, with a mask", async () => {
  const table = await at({ volumeMounts: [{ name: "v", mountPath: "/m", subPathExpr: "$(S)" }] }, "/hunter2");
  expect(table).toContain("CreateContainerConfigError: error SubPath `***` must not be an absolute path");
  const up = await at({ volumeMounts: [{ name: "v", mountPath: "/m", subPathExpr: "a/$(S)" }] }, "x/..");
  expect(up).toContain("unable to provision SubPath `***`: must not contain '..'");
  const fine = await at({ volumeMounts: [{ name: "v", mountPath: "/m", subPathExpr: "a/$(S)" }] });
  expect(fine).toContain("  /m: *** of volume v\n");
});

test("values that are not secret are shown: a redefined name, and values not derived from a secret", async () => {
  const env = [
    { name: "S", valueFrom: { secretKeyRef: { name: "s", key: "S" } } },
    { name: "S", value: "public" },
    { name: "P", value: "$(S)-too" },
    { name: "CIRCLE", value: "/$(S)" },
  ];
  const mount = { name: "v", mountPath: "/m", subPathExpr: "$(CIRCLE)" };
  const stdin = manifest("secretKeyRef", "hunter2-pass", { env, args: ["$(P)"], volumeMounts: [mount] });
  const { output } = await runInMemory(["pod", "-f", "-", "-o", "table"], { stdin });
  expect(output).toContain("error SubPath `/public` must not be an absolute path");
  const started = manifest("secretKeyRef", "hunter2-pass", { env, args: ["$(P)"] });
  const table = (await runInMemory(["pod", "-f", "-", "-o", "table"], { stdin: started })).output;
  expect(table).toContain('args: ["public-too"]');
  expect(table).not.toContain("***");
});

const FORMATS = ["text", "json", "sarif", "github", "gitlab", "junit"];

test.each(SOURCES)("explain and lint, through %s", async (source) => {
  for (const [j, secret] of SECRETS.entries()) {
    const pieces = piecesOf(secret);
    folder.file("volume/f", `S='${secret}'\n`);
    const volume = source === "fileKeyRef" ? ["--volume", `f=${folder.at("volume")}`] : [];
    for (const [i, container] of CONTAINERS.entries()) {
      const file = folder.file("x.json", manifest(source, secret, container));
      const names = ["S", "MADE", "MADE_AGAIN", "NONE"];
      const runs = [
        ...names.flatMap((name) => ["text", "json"].map((format) => ["explain", "-o", format, ...volume, file, name])),
        ...FORMATS.map((format) => ["lint", "-o", format, "--complete", file]),
      ];
      for (const [k, args] of runs.entries()) {
        if (!isTurn(j >> 1, i, k)) continue;
        const { output, messages } = await runInMemory(args);
        const seen = [output, ...messages].join("\n");
        const shown = pieces.filter((piece) => seen.includes(piece));
        expect(shown, JSON.stringify([i, args])).toEqual([]);
      }
    }
  }
});

test("--show-secrets shows them to people, and as data the values are what they are", async () => {
  const stdin = manifest("secretKeyRef", "hunter2-pass", { args: ["$(MADE)"] });
  const run = (...args: string[]) => runInMemory(["pod", "-f", "-", ...args], { stdin });
  expect((await run("-o", "env")).output).toContain("\nS=***\nMADE=***\nMADE_AGAIN=***\n");
  expect((await run("-o", "env", "--show-secrets")).output).toContain("S=hunter2-pass\nMADE='<hunter2-pass>'\n");
  const table = (await run("-o", "table", "--show-secrets")).output;
  expect(table).toMatch(/^ {2}S +hunter2-pass +secretKeyRef/m);
  expect(table).toContain('  args: ["<hunter2-pass>"]\n');
  expect((await run()).output).toContain('"args":["<hunter2-pass>"]');
  expect((await run("-o", "shell")).output).toContain("hunter2-pass");
});

test.each<[string, string, boolean]>([
  ["yaml", "secretKeyRef", true],
  ["json", "secretRef", true],
  ["dotenv", "secretKeyRef", true],
  ["docker", "secretRef", true],
  ["shell", "secretKeyRef", true],
  ["env-file", "secretKeyRef", true],
  ["table", "secretKeyRef", false],
  ["env", "secretKeyRef", false],
])("a terminal shows a warning that -o %s contains secrets (%s): %s", async (format, source, warns) => {
  const stdin = manifest(source as Source, "hunter2", {}).replace('"$(MADE)$(NONE)"', '"$(MADE)"');
  const warning = "the output contains values of Secrets; -o table and -o env mask them";
  for (const isTerminal of [true, false]) {
    const { code, messages } = await runInMemory(["pod", "-f", "-", "-o", format], { stdin, isTerminal });
    expect(code).toBe(0);
    expect(messages.filter((line) => line === warning)).toHaveLength(warns && isTerminal ? 1 : 0);
  }
  if (format === "dotenv") {
    const secret = "{name: S, valueFrom: {secretKeyRef: {name: s, key: k}}}";
    const text = `kind: Secret\nmetadata: {name: s}\nstringData: {k: hunter2}\n---\nkind: Pod\nspec: {containers: [{name: a, env: [{name: A, value: a}, ${secret}]}]}\n`;
    const { messages } = await runInMemory(["pod", "-f", "-", "-o", format], { stdin: text, isTerminal: true });
    expect(messages).toContain(warning);
  }
  const plain = 'kind: Pod\nspec: {containers: [{name: a, env: [{name: A, value: "a"}]}]}\n';
  const { messages } = await runInMemory(["pod", "-f", "-", "-o", format], { stdin: plain, isTerminal: true });
  expect(messages).not.toContain(warning);
});

describe("a warning on a terminal about a secret in the output", () => {
  const SECRET = "apiVersion: v1\nkind: Secret\nmetadata: {name: s}\nstringData: {k: hunter2}\n---\n";
  const S = "{name: S, valueFrom: {secretKeyRef: {name: s, key: k}}}";
  const A = '{name: a, env: [{name: A, value: a}], args: ["$(A)"]}';
  const B = `{name: b, env: [{name: A, value: a}, ${S}], args: ["$(A)", "$(S)"]}`;
  const object = (kind: string, fields: string) => `apiVersion: v1\nkind: ${kind}\nmetadata: {name: p}\n${fields}\n`;
  const pod = (...containers: string[]) => object("Pod", `spec: {containers: [${containers}]}`);

  async function warns(stdin: string, ...args: string[]): Promise<boolean> {
    const { messages } = await runInMemory(["pod", "-f", "-", ...args], { stdin, isTerminal: true });
    return messages.some((line) => line.startsWith("the output contains values of Secrets"));
  }

  test.each([
    ["in the first container", pod(B, A), true],
    ["in the last one", pod(A, B), true],
    ["in none", pod(A, A.replace("{name: a", "{name: c")), false],
    ["in no argument", pod(A, B.replace(', "$(S)"', "")), false],
  ])("of a pod that is printed alone: %s", async (_, text, expected) => {
    expect(await warns(SECRET + text, "-o", "yaml", "pod/p")).toBe(expected);
  });

  test.each([
    [
      "a ConfigMap and a Secret",
      object("List", "items: [{kind: ConfigMap, data: {a: b}}, {kind: Secret, data: {a: Yg==}}]"),
      true,
    ],
    [
      "a Secret and a ConfigMap",
      object("List", "items: [{kind: Secret, data: {a: Yg==}}, {kind: ConfigMap, data: {a: b}}]"),
      true,
    ],
    ["a ConfigMap", object("List", "items: [{kind: ConfigMap, data: {a: b}}]"), false],
    ["a list of Secrets", object("SecretList", "items: [{data: {}}, {data: {a: Yg==}}]"), true],
    ["a list of ConfigMaps", object("ConfigMapList", "items: [{data: {a: b}}]"), false],
    ["data", object("Secret", "data: {a: Yg==}"), true],
    ["stringData", object("Secret", "data: {}\nstringData: {a: b}"), true],
    ["nothing in a Secret", object("Secret", "data: {}\nstringData: null"), false],
  ])("of other objects: %s", async (_, text, expected) => {
    expect(await warns(`${text}---\n${pod(A)}`, "-o", "json")).toBe(expected);
  });

  test("prints no warning without a container", async () => {
    expect(await warns(object("ConfigMap", "data: {a: b}"), "-o", "dotenv")).toBe(false);
    expect(await warns(`${SECRET}${pod(A, B)}`, "-o", "dotenv", "-c", "a")).toBe(false);
    expect(await warns(`${SECRET}${pod(A, B)}`, "-o", "dotenv", "-c", "b")).toBe(true);
  });
});

test.each([
  ["an alias", "*hunter2pass"],
  ["a tag", "!hunter2pass%zz x"],
  ["a tag's handle", "!hunter2pass!x y"],
  ["two anchors", "&hunter2pass &hunter2pass x"],
  ["a quote too few", '"hunter2pass'],
  ["a list", "[hunter2pass"],
  ["an indicator", "@hunter2pass"],
  ["a mapping", "hunter2pass: x: y"],
  ["a type", "!!int hunter2pass"],
])("a Secret that cannot be read: %s", async (_, value) => {
  const stdin = `kind: Secret\nmetadata: {name: s}\nstringData:\n  password: ${value}\n`;
  const { code, messages } = await runInMemory(["pod", "-f", "-"], { stdin });
  expect(messages.join("\n")).not.toContain("hunter2");
  expect(code === 2 ? messages[0] : "varexpand: <stdin>:4:").toMatch(/^varexpand: <stdin>:\d+:\d+: /);
});
