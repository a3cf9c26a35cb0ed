/** ConfigMaps and Secrets of env files, and env files of ConfigMaps and Secrets. */
import { spawnSync } from "node:child_process";
import { load } from "js-yaml";
import { describe, expect, test } from "vitest";
import { hasTool } from "../../../tools.ts";
import { type Outcome, runInMemory } from "../../memory-io.ts";
import { TemporaryFolder } from "../../temporary.ts";

const envfile = (stdin: string, ...args: string[]): Promise<Outcome> => runInMemory(["envfile", ...args], { stdin });

describe("-o configmap and -o secret", () => {
  const FILE = "HOST='db'\napp.conf='a: \"1\"\n'\nON='yes'\nE=''\n";

  test("a ConfigMap, whose values are strings", async () => {
    expect(await envfile(FILE, "-o", "configmap", "--name", "settings")).toMatchObject({
      code: 0,
      output: `apiVersion: v1
kind: ConfigMap
metadata:
  name: settings
data:
  HOST: db
  app.conf: |
    a: "1"
  'ON': 'yes'
  E: ''
`,
      messages: [],
    });
  });

  test("a Secret, with the base64 of the values' UTF-8", async () => {
    expect(await envfile("PASSWORD='pä$$w0rd'\nE=''\n", "-o", "secret", "--name", "db.prod-1")).toMatchObject({
      code: 0,
      output: `apiVersion: v1
kind: Secret
metadata:
  name: db.prod-1
type: Opaque
data:
  PASSWORD: cMOkJCR3MHJk
  E: ''
`,
    });
  });

  test("a file without variables", async () => {
    const { output } = await envfile("# nothing\n", "-o", "configmap", "--name", "c");
    expect(load(output)).toEqual({ apiVersion: "v1", kind: "ConfigMap", metadata: { name: "c" }, data: {} });
  });

  test.each(["a b", "a/b", ".", "..", "..a", "k".repeat(254)])("rejects %j as a key", async (name) => {
    for (const [format, kind] of [
      ["configmap", "ConfigMap"],
      ["secret", "Secret"],
    ]) {
      const args = ["-o", format!, "--name", "x", "--profile", "kubelet"];
      const { code, output, messages } = await envfile(`A='1'\n${name}='2'\n`, ...args);
      expect({ code, output }).toEqual({ code: 2, output: "" });
      expect(messages).toHaveLength(1);
      expect(messages[0]).toContain(`<stdin>: "${name.slice(0, 150)}`);
      if (name.length < 10)
        expect(messages[0]).toContain(` is not a valid key of a ${kind}; use 1 to 253 letters, digits, `);
      expect((await envfile(`${name}='2'\n`, ...args)).code).toBe(2);
    }
    const longest = `${"k".repeat(253)}='1'\n`;
    expect((await envfile(longest, "-o", "secret", "--name", "x", "--profile", "kubelet")).code).toBe(0);
  });

  test("accepts at most 1 MiB of values, counted in bytes", async () => {
    const half = `${"é".repeat(511)}x\n`.repeat(512);
    const args = ["-o", "configmap", "--name", "x", "--profile", "kubelet"];
    expect((await envfile(`A='${half}'\nB='${half}'\n`, ...args)).code).toBe(0);
    expect(await envfile(`A='${half}'\nB='${half}'\nC='x'\n`, ...args)).toMatchObject({
      code: 2,
      output: "",
      messages: ["<stdin>: the values have 1048577 bytes; a ConfigMap can hold at most 1048576"],
    });
  });
});

const folder = new TemporaryFolder();
const hasKubectl = hasTool("kubectl", "version", "--client");

describe.skipIf(!hasKubectl)(`the real kubectl${hasKubectl ? "" : ": not run, it is not on PATH"}`, () => {
  test.each(["configmap", "secret"])("reads the %s that is written", async (format) => {
    const values = ["yes", "0x1\u007f ", "2001-01-01\u0085x", "a: b #c", " \n x\n\n", "\ufffe\u0001\0", "'\"\\", "😀"];
    const variables = Object.fromEntries(values.map((value, i) => [["on", "1e3", "-", "a.b"][i % 4]! + i, value]));
    const manifest = JSON.stringify({ kind: "ConfigMap", metadata: { name: "c" }, data: variables });
    const { output } = await envfile(manifest, "--dialect", "configmap", "-o", format, "--name", "x");
    // It is the one command that reads a manifest without asking a cluster.
    const args = ["label", "--local", "-f", folder.file("x.yaml", output), "a=b", "-o", "json"];
    const { stdout } = spawnSync("kubectl", args, { env: { PATH: process.env.PATH, HOME: folder.path } });
    const { kind, data } = JSON.parse(stdout.toString());
    expect(kind.toLowerCase()).toBe(format);
    const read = Object.entries<string>(data).map(([name, value]) => [
      name,
      format === "secret" ? Buffer.from(value, "base64").toString() : value,
    ]);
    expect(Object.fromEntries(read)).toEqual(variables);
  });
});

describe("--dialect configmap and --dialect secret", () => {
  const CONFIG_MAP = `# settings
apiVersion: v1
kind: ConfigMap
metadata: {name: settings}
data:
  HOST: db
  app.conf: |
    a: "1"
  EMPTY:
binaryData:
  logo: /w==
`;
  const SECRET = JSON.stringify({
    kind: "Secret",
    metadata: { name: "s" },
    data: { USER: "YWRtaW4=", PASSWORD: "b2xk" },
    stringData: { PASSWORD: "it's new", TOKEN: "t" },
  });

  test("a ConfigMap in YAML; keys that set no variables are reported", async () => {
    expect(await envfile(CONFIG_MAP, "--dialect", "configmap", "-o", "shell")).toMatchObject({ code: 2, output: "" });
    expect(await envfile(CONFIG_MAP, "--dialect", "configmap")).toMatchObject({
      code: 0,
      output: "HOST='db'\napp.conf='a: \"1\"\n'\nEMPTY=''\n",
      messages: ["<stdin>: ConfigMap/settings: binaryData sets no variables (keys skipped: 1)"],
    });
  });

  test.each<[string, string, string, string[]]>([
    ["no name", "kind: ConfigMap\ndata: {A: x}\nbinaryData: {B: '', C: ''}\n", "A='x'\n", ["?", "2"]],
    ["no data", "kind: ConfigMap\nmetadata: {name: c}\n", "", []],
    ["empty data", "kind: ConfigMap\nmetadata: {name: c}\ndata:\nbinaryData:\n", "", []],
    ["empty binaryData", "kind: ConfigMap\nmetadata: {name: c}\ndata: {A: x}\nbinaryData: {}\n", "A='x'\n", []],
  ])("a ConfigMap with %s", async (_, text, output, [name, skipped]) => {
    expect(await envfile(text, "--dialect", "configmap")).toMatchObject({
      code: 0,
      output,
      messages:
        name === undefined
          ? []
          : [`<stdin>: ConfigMap/${name}: binaryData sets no variables (keys skipped: ${skipped})`],
    });
  });

  test("a Secret in JSON: stringData wins over data", async () => {
    expect(await envfile(SECRET, "--dialect", "secret", "-o", "docker")).toMatchObject({
      code: 0,
      output: "USER=admin\nPASSWORD=it's new\nTOKEN=t\n",
      messages: [],
    });
    expect(await envfile(SECRET, "--dialect", "secret", "--key", "USER")).toMatchObject({ output: "admin\n" });
    expect(await envfile(SECRET, "--dialect", "secret", "--key", "toString")).toMatchObject({
      code: 2,
      messages: ["<stdin>: no such variable: toString"],
    });
  });

  test("round trip", async () => {
    const file = "A='1'\nB='two\nlines '\nC='\u0001 é😀 \"'\n__proto__='x'\nyes='~'\n";
    for (const kind of ["configmap", "secret"]) {
      const { output } = await envfile(file, "-o", kind, "--name", "x");
      expect(await envfile(output, "--dialect", kind, "-o", "env-file")).toMatchObject({ code: 0, output: file });
    }
  });

  test("an item of a List, among other objects", async () => {
    const list = { kind: "List", items: [{ kind: "Service", metadata: { name: "x" } }, JSON.parse(SECRET)] };
    expect(await envfile(JSON.stringify(list), "--dialect", "secret", "--key", "TOKEN")).toMatchObject({
      output: "t\n",
    });
  });

  test.each([
    [CONFIG_MAP, "secret", "<stdin>: the file contains no Secret but a ConfigMap; read it with --dialect configmap"],
    [SECRET, "configmap", "<stdin>: the file contains no ConfigMap but a Secret; read it with --dialect secret"],
    ["", "secret", "<stdin>: the file contains no Secret"],
    ["kind: Pod\n", "configmap", "<stdin>: the file contains no ConfigMap"],
    [
      `${SECRET}\n---\n${SECRET.replace('"s"', '"t"')}\n`,
      "secret",
      "<stdin>: the file contains several Secrets (s, t); move one to a file of its own",
    ],
    [
      "kind: ConfigMap\n---\nkind: ConfigMap\nmetadata: {name: a}\n---\nkind: ConfigMap\nmetadata: {}\n",
      "configmap",
      "<stdin>: the file contains several ConfigMaps (?, a, ?); move one to a file of its own",
    ],
    ["A: [", "configmap", /^<stdin>:1:\d+: /],
    ["A=1\n", "configmap", /^<stdin>:1:1: /],
  ])("%j as a %s", async (text, dialect, message) => {
    const { code, output, messages } = await envfile(text, "--dialect", dialect);
    expect({ code, output }).toEqual({ code: 2, output: "" });
    expect(messages).toHaveLength(1);
    expect(messages[0]).toMatch(/^varexpand: /);
    expect(messages[0]!.slice("varexpand: ".length)).toEqual(
      typeof message === "string" ? message : expect.stringMatching(message),
    );
  });

  test("a manifest that is read as an env file: suggests a dialect once, without quoting the file", async () => {
    for (const [text, kind] of [
      [CONFIG_MAP, "ConfigMap"],
      [SECRET, "Secret"],
    ] as const) {
      const { code, output, messages } = await envfile(text);
      expect({ code, output }).toEqual({ code: 2, output: "" });
      const hint = `<stdin>: if this is a ${kind}, read it with --dialect ${kind.toLowerCase()}`;
      expect(messages.filter((message) => message.includes("--dialect"))).toEqual([hint]);
      expect((await envfile(text, "--dialect", "kep")).messages).not.toContain(hint);
    }
  });

  test.each<[string, string | undefined]>([
    ["kind: Secret", "Secret"],
    ["kind:   ConfigMap", "ConfigMap"],
    ['kind: "ConfigMap" # x', "ConfigMap"],
    ['{"kind":"Secret"}', "Secret"],
    ['{\n  "kind": "ConfigMap"\n}', "ConfigMap"],
    ["kind: SecretList", undefined],
    ["kind: SealedSecret", undefined],
    ["# kind: Secret", undefined],
    ["akind: Secret", undefined],
  ])("suggests a dialect for %j: %s", async (text, kind) => {
    const { messages } = await envfile(`${text}\nA B\n`);
    expect(messages.filter((message) => message.includes("--dialect"))).toEqual(
      kind === undefined ? [] : [`<stdin>: if this is a ${kind}, read it with --dialect ${kind.toLowerCase()}`],
    );
  });

  test("reports values that are not text by their keys, without the values", async () => {
    const secret = "kind: Secret\nmetadata: {name: s}\ndata: {A: '%%hunter2', B: /w==, C: YQ==}\n";
    expect(await envfile(secret, "--dialect", "secret")).toMatchObject({
      code: 2,
      output: "",
      messages: ["<stdin>: Secret/s: the value of A is not base64", "<stdin>: Secret/s: the value of B is not UTF-8"],
    });
    const configMap = "kind: ConfigMap\nmetadata: {name: c}\ndata: {A: 1, B: x}\n";
    expect(await envfile(configMap, "--dialect", "configmap")).toMatchObject({
      code: 2,
      output: "",
      messages: ["<stdin>: ConfigMap/c: the value of A is a number, not a string"],
    });
  });
});
