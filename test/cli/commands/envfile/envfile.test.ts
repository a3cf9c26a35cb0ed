import { load } from "js-yaml";
import { describe, expect, test } from "vitest";
import { parseEnvFile } from "../../../../src/index.ts";
import { type Outcome, runInMemory } from "../../memory-io.ts";
import { TemporaryFolder } from "../../temporary.ts";

const folder = new TemporaryFolder();

interface Comparison {
  readers: { id: string; variables?: Record<string, string>; refusal?: string }[];
  differences: { name: string; readings: { readers: string[]; value: string | null }[] }[];
  agreed: number;
}

/** Runs `varexpand envfile` on standard input. */
function envfile(stdin: string | Uint8Array, ...args: string[]): Promise<Outcome> {
  return runInMemory(["envfile", ...args], { stdin });
}

const FILE = "# settings\nB='two\nlines' # it's\n  A='1'\nB='it is \"$B\"'\nE=''\n";

/** The first line of -o shell. */
const NOT_FISH = "case x in *) ;; esac # fish cannot read this file; use -o fish\n";

describe("what is printed", () => {
  test.each([
    [[], "B='it is \"$B\"'\nA='1'\nE=''\n"],
    [["-o", "env"], "B='it is \"$B\"'\nA='1'\nE=''\n"],
    [["--profile", "kubelet"], "B='two\nlines'\nA='1'\nE=''\n"],
    [["-o", "shell"], `${NOT_FISH}export B='it is "$B"'\nexport A='1'\nexport E=''\n`],
    [["-o", "fish"], "set -gx B 'it is \"$B\"'\nset -gx A '1'\nset -gx E ''\n"],
    [["-o", "json"], '{\n  "B": "it is \\"$B\\"",\n  "A": "1",\n  "E": ""\n}\n'],
    [["--key", "A"], "1\n"],
    [["--key", "E"], "\n"],
    [["--key", "B", "--profile", "kubelet"], "two\nlines\n"],
    [["--key", "B", "--profile", "kubelet", "-o", "json"], '"two\\nlines"\n'],
  ])("%j", async (args, output) => {
    expect(await envfile(FILE, ...args)).toMatchObject({ code: 0, output, messages: [] });
  });

  test("k8s: the env of a container; empty values are optional, because kubelets treat them as missing", async () => {
    const { output } = await envfile(FILE, "-o", "k8s");
    const entry = (name: string, optional = {}) => ({
      name,
      valueFrom: { fileKeyRef: { volumeName: "config", path: "config.env", key: name, ...optional } },
    });
    expect(load(output)).toEqual({ env: [entry("B"), entry("A"), entry("E", { optional: true })] });
  });

  test("k8s: the path is the file's base name, and both path and volume can be set", async () => {
    const file = folder.file("folder/app.env", "A='1'");
    const reference = async (...args: string[]) => {
      const { output } = await runInMemory(["envfile", "-o", "k8s", file, ...args]);
      return (load(output) as { env: { valueFrom: { fileKeyRef: unknown } }[] }).env[0]!.valueFrom.fileKeyRef;
    };
    expect(await reference()).toEqual({ volumeName: "config", path: "app.env", key: "A" });
    expect(await reference("--volume", "shared-data", "--path", "out/env")).toEqual({
      volumeName: "shared-data",
      path: "out/env",
      key: "A",
    });
    for (const path of ["a../app.env", "a/..b", "a/b.."]) {
      expect(await reference("--path", path)).toMatchObject({ path });
    }
    for (const name of ["a", "0", "a-0", "a".repeat(63)]) {
      expect(await reference("--volume", name)).toMatchObject({ volumeName: name });
    }
  });

  test("names with a meaning in JavaScript or YAML", async () => {
    const file = "__proto__='1'\nconstructor='2'\nno='3'\n1='4'\n";
    expect(JSON.parse((await envfile(file, "-o", "json")).output)).toEqual(
      JSON.parse('{"1":"4","__proto__":"1","constructor":"2","no":"3"}'),
    );
    const { env } = load((await envfile(file, "-o", "k8s")).output) as { env: { name: unknown }[] };
    expect(env.map(({ name }) => name)).toEqual(["1", "__proto__", "constructor", "no"]);
  });

  test("converts dotenv to an env file with the same variables", async () => {
    const dotenv = 'export A = 1 # one\nB="two\\nlines"\nC: `"three"`\n';
    const { output } = await envfile(dotenv, "--dialect", "dotenv");
    expect(output).toBe("A='1'\nB='two\nlines'\nC='\"three\"'\n");
    expect(parseEnvFile(output).toObject()).toEqual({ A: "1", B: "two\nlines", C: '"three"' });
    expect(await envfile(dotenv, "--dialect", "dotenv", "--key", "B")).toMatchObject({ output: "two\nlines\n" });
  });
});

const DOTENV = "<stdin>: if this is a dotenv file, read it with --dialect dotenv";
const MARK =
  "<stdin>:1:1: the file starts with a byte order mark, which KEP-3721, Node.js, and shells read as part of the first name; remove it";

describe("errors: exit code 2, no output, no value in messages", () => {
  test.each<[string, string[], string[]]>([
    [
      "every line, with places",
      [],
      [
        "<stdin>:2:3: the value must begin with an apostrophe immediately after `=`; write NAME='value'",
        "<stdin>:4:5: unexpected text after the closing apostrophe; only white space and a # comment can follow",
        "<stdin>:5:2: the name contains a character that is not printable ASCII; rename the variable",
        "<stdin>:6:4: the closing apostrophe of the value is missing; add it",
        DOTENV,
      ],
    ],
    [
      "the kubelet's words",
      ["--profile", "kubelet"],
      [
        "<stdin>:2:3: invalid environment variable format at line 2: value must be enclosed in single quotes",
        "<stdin>:4:5: invalid environment variable format at line 4: unexpected content after closing quote",
        "<stdin>:6:4: invalid environment variable format starting at line 6: unclosed single quote",
        DOTENV,
      ],
    ],
  ])("%s", async (_, args, messages) => {
    const file = "A='1'\nB=secret\nC='é\n日本' secret\nDÄ='secret'\n E='secret\nF=\n";
    expect(await envfile(file, ...args)).toMatchObject({ code: 2, output: "", messages });
  });

  test("the first twenty", async () => {
    const { messages } = await envfile("x\n".repeat(100));
    expect(messages).toHaveLength(20);
    expect(messages[19]).toBe("<stdin>:20:1: the line has no `=`; write NAME='value'");
  });

  test.each([
    [`A='1'${"\n".repeat(65_536)}x`, "<stdin>:65532:1: the file has more than 65536 bytes"],
    [`A='1'\n${"x".repeat(65_536)}`, "<stdin>:65532:1: the file has more than 65536 bytes"],
  ])("a file that is too large is one problem", async (file, message) => {
    const { code, messages } = await envfile(file);
    expect(code).toBe(2);
    expect(messages).toHaveLength(1);
    expect(messages[0]!.replace(/:\d+:\d+:/, "")).toBe(message.replace(/:\d+:\d+:/, ""));
  });

  test("the kubelet's long line, with the file's name", async () => {
    const file = folder.file("long.env", `A='1'\n${"x".repeat(65_536)}\nB`);
    expect(await runInMemory(["envfile", "--profile", "kubelet", file])).toMatchObject({
      code: 2,
      messages: [`${file}:2:1: error reading environment variable file "${file}": bufio.Scanner: token too long`],
    });
  });

  test("a missing variable, and a variable in a file with an error", async () => {
    expect(await envfile("A='1'", "--key", "B")).toMatchObject({
      code: 2,
      output: "",
      messages: ["<stdin>: no such variable: B"],
    });
    const file = "A='1'\nB";
    expect(await envfile(file, "--key", "A")).toMatchObject({ code: 2, output: "" });
    expect(await envfile(file, "--key", "A", "--profile", "kubelet")).toMatchObject({ code: 0, output: "1\n" });
  });

  test.each([
    [
      "A=it's\n",
      ["--dialect", "dotenv"],
      "<stdin>: the value of A contains an apostrophe, which an env file cannot represent",
    ],
    ["A='\r\r\n'\n", [], "<stdin>: the value of A contains CR LF, which an env file cannot represent"],
    ["RANDOM='x'\n", [], "<stdin>: a shell evaluates the value of RANDOM; it must be a number"],
    ["PROMPT_COMMAND='x'\n", [], "<stdin>: a shell runs the value of PROMPT_COMMAND"],
    ["PS1='$(x)'\n", ["-o", "shell"], "<stdin>: a shell expands the value of PS1 when it prompts"],
    ["a;b='1'\n", [], '<stdin>: "a;b" is not a valid variable name in a shell'],
    ["a.b='1'\n", ["-o", "shell"], '<stdin>: "a.b" is not a valid variable name in a shell'],
    ["A='\0'\n", ["-o", "shell"], "<stdin>: the value of A contains NUL, which a shell cannot represent"],
    ["A='\0'\n", ["-o", "env"], "<stdin>: the value of A contains NUL, which a shell cannot represent"],
    ["Ä='1'\n", ["-o", "k8s", "--profile", "kubelet"], '<stdin>: the API rejects "Ä" as the name of a variable'],
  ])("what a format cannot hold: %j %j", async (file, args, message) => {
    expect(await envfile(file, ...args)).toMatchObject({ code: 2, output: "", messages: [message] });
  });
});

test.each([
  [["a", "b"], "a b: expected at most one file"],
  [["--compare", "--key", "A"], "--compare cannot be used with --key"],
  [["--compare", "-o", "shell"], "--compare prints text or -o json, not -o shell"],
  [["--compare", "--dialect", "secret"], "--compare reads env files, but --dialect secret reads a manifest"],
  [["-o", "configmap"], "-o configmap requires --name NAME"],
  [["--name", "x"], "--name applies to -o configmap and -o secret, not to -o env"],
  ...["", "A", "-a", "a-", "a..b", "a_b", "a".repeat(254)].map((name): [string[], string] => [
    ["-o", "secret", `--name=${name}`],
    `--name ${name}: not a valid DNS subdomain; use at most 253 characters of a-z, 0-9, -, and ., with a letter or digit at both ends of each part`,
  ]),
  ...["A_B", "_a", "a_", "-a", "a-", "-", "", "a.b", "a".repeat(64)].map((name): [string[], string] => [
    ["-o", "k8s", `--volume=${name}`],
    `--volume ${name}: not a valid DNS label; use at most 63 characters of a-z, 0-9, and -`,
  ]),
  [["-o", "k8s", "--path", "/etc/x"], "--path /etc/x: the path must be relative and stay inside the volume"],
  ...["a/../../b", "..", "..data/app.env", "..a"].map((path): [string[], string] => [
    ["-o", "k8s", "--path", path],
    `--path ${path}: the path must be relative and stay inside the volume`,
  ]),
])("usage error %j", async (args, message) => {
  expect(await envfile("", ...args)).toMatchObject({
    code: 2,
    output: "",
    messages: [`varexpand envfile: ${message} (see varexpand envfile --help)`],
  });
});

test.each([
  ["a name", ["-o", "configmap", "--name"], ["a", "7", "a-b", "a.b", "a-b.c--d.7", "a".repeat(253)]],
  ["a volume", ["-o", "k8s", "--volume"], ["a", "7", "a-b", "a--7", "a".repeat(63)]],
  ["a path", ["-o", "k8s", "--path"], ["a", "a/b", ".a", "a/..b", "a..", "a b"]],
])("valid values of %s", async (_, args, values) => {
  for (const value of values) {
    const { code, output } = await envfile("A='1'\n", ...args, value);
    expect({ code, isShown: output.includes(value) }).toEqual({ code: 0, isShown: true });
  }
});

test("bytes that are not UTF-8 cannot be printed as text", async () => {
  expect(await envfile(new Uint8Array(Buffer.from("A='\xff'", "latin1")))).toMatchObject({
    code: 2,
    output: "",
    messages: ["varexpand: <stdin>:1:4: the file is not valid UTF-8"],
  });
});

test("reports a byte order mark, which is part of the data", async () => {
  const refused = "<stdin>:1:1: the file starts with a byte order mark; save it as UTF-8 without one";
  expect(await envfile("\ufeffA='1'\n")).toMatchObject({ code: 2, output: "", messages: [refused] });
  expect(await envfile("\ufeff# c\nA='1'\n")).toMatchObject({ code: 2, output: "", messages: [refused] });
  expect(await envfile("\ufeffA='1'\n", "--key", "B")).toMatchObject({ code: 2, output: "", messages: [refused] });
  expect(await envfile("\ufeffA ='1'\n")).toMatchObject({
    code: 2,
    output: "",
    messages: [MARK, "<stdin>:1:3: white space before `=`; remove it", DOTENV],
  });
  expect(await envfile("\ufeffA='1'", "--profile", "kubelet")).toMatchObject({
    code: 0,
    output: "\ufeffA='1'\n",
    messages: [MARK],
  });
  expect(await envfile("\ufeffA=1", "--dialect", "dotenv")).toMatchObject({ output: "A='1'\n", messages: [] });
});

describe("an ordinary dotenv file", () => {
  const FILE = "# settings\nHOST=db\nexport PORT=5432\nURL = 'x'\n";
  const ERRORS = [
    "<stdin>:2:6: the value must begin with an apostrophe immediately after `=`; write NAME='value'",
    "<stdin>:3:13: the value must begin with an apostrophe immediately after `=`; write NAME='value'",
    "<stdin>:4:4: white space before `=`; remove it",
  ];

  test("reports its errors, and suggests the dialect once", async () => {
    expect(await envfile(FILE)).toMatchObject({ code: 2, output: "", messages: [...ERRORS, DOTENV] });
    expect(await envfile(FILE, "--key", "HOST")).toMatchObject({ code: 2, messages: [ERRORS[0], DOTENV] });
    expect(await envfile(FILE, "--dialect", "dotenv")).toMatchObject({ code: 0, messages: [] });
  });

  test("does not suggest it if the dialect is set, or if the file has other errors", async () => {
    expect(await envfile(FILE, "--dialect", "kep")).toMatchObject({ code: 2, messages: ERRORS });
    const { messages } = await envfile("A='1'\nB='2' x\nC='3\n");
    expect(messages).toHaveLength(2);
    expect(messages).not.toContain(DOTENV);
  });
});

describe("formats and the names that they accept", () => {
  const FILE = "A='1'\nB='two\nlines'\nC='$x \"y\"'\n";

  test.each([
    ["env-file", FILE],
    ["dotenv", "A=1\nB='two\nlines'\nC='$x \"y\"'\n"],
    ["shell", `${NOT_FISH}export A='1'\nexport B='two\nlines'\nexport C='$x "y"'\n`],
    ["fish", "set -gx A '1'\nset -gx B 'two\nlines'\nset -gx C '$x \"y\"'\n"],
  ])("%s", async (format, output) => {
    expect(await envfile(FILE, "-o", format)).toMatchObject({ code: 0, output, messages: [] });
  });

  test("docker", async () => {
    expect(await envfile("A='1'\nC='$x \"y\"'\nE=''\n", "-o", "docker")).toMatchObject({
      code: 0,
      output: 'A=1\nC=$x "y"\nE=\n',
    });
  });

  test.each([
    ["env-file", "E=''\n", "the value of E is empty, which the kubelet treats like a missing variable"],
    ["docker", FILE, "the value of B contains a line break, which docker's format cannot represent"],
    ["docker", "A B='1'\n", '"A B" is not a valid variable name in docker'],
    ["dotenv", "A/B='1'\n", '"A/B" is not a valid variable name in dotenv'],
  ])("%s refuses what it cannot hold", async (format, file, message) => {
    expect(await envfile(file, "-o", format)).toMatchObject({ code: 2, output: "", messages: [`<stdin>: ${message}`] });
  });

  test("env-file: a file that is too large", async () => {
    const file = Array.from({ length: 10_000 }, (_, i) => `A${i}=1\n`).join("");
    expect(await envfile(file, "--dialect", "dotenv", "-o", "env-file")).toMatchObject({
      code: 2,
      output: "",
      messages: ["<stdin>: the file has more than 65536 bytes"],
    });
  });
});

describe("--compare", () => {
  /** What each reader has for a name, by its id; or its refusal. */
  async function compare(file: string): Promise<{ code: number; readings: Record<string, unknown>; all: Comparison }> {
    const { code, output } = await envfile(file, "--compare", "-o", "json");
    const all: Comparison = JSON.parse(output);
    const readings: Record<string, unknown> = {};
    for (const { id, variables, refusal } of all.readers) readings[id] = variables ?? refusal;
    return { code, readings, all };
  }

  test("a value that depends on the environment has its condition", async () => {
    const file = "A=$USER\nB=b$A\nC=${HOST:-x}${PORT+y}\nD='$USER'\nE=$D\n";
    const { output } = await envfile(file, "--compare", "-e", "D=given");
    const conditions = [...output.matchAll(/^ {2}(?:.*, )?compose: .*$/gm)].map(([line]) =>
      line.slice(line.indexOf("compose:")),
    );
    expect(conditions).toEqual([
      'compose: "" (if their environment does not set USER)',
      'compose: "b" (if their environment does not set USER)',
      'compose: "x" (if their environment does not set HOST, PORT)',
      'compose: "$USER"',
      'compose: "given"',
    ]);
    const { differences } = JSON.parse((await envfile(file, "--compare", "-o", "json")).output);
    const unset = differences.map(
      ({ readings }: { readings: { readers: string[]; unset?: string[] }[] }) =>
        readings.find(({ readers }) => readers.includes("deno"))?.unset,
    );
    expect(unset).toEqual([["USER"], ["USER"], undefined, undefined, undefined]);
  });

  test("a file that all readers read in the same way", async () => {
    const { code, readings, all } = await compare("# nothing but a comment\n");
    expect(code).toBe(0);
    expect(all).toMatchObject({ differences: [], agreed: 0 });
    const ids = [
      "design",
      "kubelet",
      "dotenv",
      "dotenv-expand",
      "dotenv-expand-1000",
      "node",
      "bun",
      "deno",
      "shell",
      "docker",
      "compose",
      "kubectl",
    ];
    expect(readings).toEqual(Object.fromEntries(ids.map((id) => [id, {}])));
    expect((await envfile("# c\n", "--compare")).output).toContain("\n\n12 readers agree on 0 variables.\n");
  });

  test("quotes and lines that docker run and kubectl read as data", async () => {
    const { code, readings, all } = await compare("# it's\nA='1'\nB='two\nlines='\n");
    expect(code).toBe(1);
    const variables = { A: "1", B: "two\nlines=" };
    const lines = { A: "'1'", B: "'two", lines: "'" };
    expect(readings).toEqual({
      design: variables,
      kubelet: variables,
      dotenv: variables,
      "dotenv-expand": variables,
      "dotenv-expand-1000": variables,
      node: variables,
      bun: variables,
      deno: variables,
      shell: variables,
      docker: lines,
      compose: variables,
      kubectl: lines,
    });
    expect(all.agreed).toBe(0);
  });

  test("an ordinary dotenv file: all readers except the KEP's agree", async () => {
    const { readings } = await compare("A=1\nB=two words\n");
    const variables = { A: "1", B: "two words" };
    const refusal =
      "rejects the file: 1:3: the value must begin with an apostrophe immediately after `=`; write NAME='value'";
    expect(readings).toEqual({
      design: refusal,
      kubelet:
        "rejects the file: 1:3: invalid environment variable format at line 1: value must be enclosed in single quotes",
      dotenv: variables,
      "dotenv-expand": variables,
      "dotenv-expand-1000": variables,
      node: variables,
      bun: variables,
      deno: variables,
      shell: "unknown: 2:7: runs a command",
      docker: variables,
      compose: variables,
      kubectl: variables,
    });
  });

  test("the environment of docker compose is given", async () => {
    const args = ["--compare", "-o", "json", "-e", "A=e=1", "-e", "C=c"];
    const { output } = await envfile("A=1\nB=$A ${D:-$D2x}${B+}\nC\nE\nF='$A'\nG=${B}\n", ...args);
    const { readers }: Comparison = JSON.parse(output);
    expect(readers.find(({ id }) => id === "compose")).toMatchObject({
      variables: { A: "1", B: "e=1 ", C: "c", F: "$A", G: "e=1 " },
    });
    const refused = await envfile("A=1\nB='x'\nC=${X:?is $A}\n", "--compare", "-e", "B=2");
    expect(refused.output).toContain(
      "docker compose        rejects the file: 3:3: X is required, and the file does not set it",
    );
    expect((await envfile("A='1'", "-e", "B=2")).messages[0]).toContain("--env requires --compare");
    expect((await envfile("A='1'", "--envfile-dialect", "dotenv")).code).toBe(2);
  });

  test("values that depend on the command's environment, and readers that reject the file", async () => {
    const { readings } = await compare("A=1\nB=$A\nA=3\nC\n");
    expect(readings).toMatchObject({
      docker: { A: "3", B: "$A" },
      compose: { A: "3", B: "1" },
      kubectl: "rejects the file: 3:1: the name is already assigned",
    });
  });

  test("reports a byte order mark", async () => {
    const { messages, output } = await envfile("\ufeffA='1'\nA='2'\n", "--compare");
    expect(messages).toEqual([MARK]);
    expect(output).toContain(
      '\n\n\\ufeffA\n  kubelet, node, deno: "1"\n  dotenv, dotenv-expand, dotenv-expand-1000, bun, docker, compose: not set\n',
    );
  });

  test("duplicates, a comment without a space, an empty value", async () => {
    const { code, all } = await compare("A='1'\nA='2'\nC='v'#c\nE=''\nF='f'\n");
    expect(code).toBe(1);
    expect(all.agreed).toBe(0);
    expect(all.differences.slice(0, 3)).toEqual([
      {
        name: "A",
        readings: [
          {
            readers: ["design", "dotenv", "dotenv-expand", "dotenv-expand-1000", "node", "bun", "shell", "compose"],
            value: "2",
          },
          { readers: ["kubelet", "deno"], value: "1" },
          { readers: ["docker"], value: "'2'" },
        ],
      },
      {
        name: "C",
        readings: [
          {
            readers: [
              "design",
              "kubelet",
              "dotenv",
              "dotenv-expand",
              "dotenv-expand-1000",
              "node",
              "bun",
              "deno",
              "compose",
            ],
            value: "v",
          },
          { readers: ["shell"], value: "v#c" },
          { readers: ["docker"], value: "'v'#c" },
        ],
      },
      {
        name: "E",
        readings: [
          {
            readers: [
              "design",
              "dotenv",
              "dotenv-expand",
              "dotenv-expand-1000",
              "node",
              "bun",
              "deno",
              "shell",
              "compose",
            ],
            value: "",
          },
          { readers: ["kubelet"], value: null },
          { readers: ["docker"], value: "''" },
        ],
      },
    ]);
  });

  test("readers that reject the file, and unknown results", async () => {
    const { code, readings } = await compare("A= x\n");
    expect(code).toBe(1);
    expect(readings).toEqual({
      design:
        "rejects the file: 1:3: the value must begin with an apostrophe immediately after `=`; write NAME='value'",
      kubelet: {},
      dotenv: { A: "x" },
      "dotenv-expand": { A: "x" },
      "dotenv-expand-1000": { A: "x" },
      node: { A: "x" },
      bun: { A: "x" },
      deno: { A: "x" },
      shell: "unknown: 1:4: runs a command",
      docker: { A: " x" },
      compose: { A: "x" },
      kubectl: { A: " x" },
    });
  });

  test("as text", async () => {
    expect(await envfile("é='x'\nA='1'\nA='2'\n", "--compare")).toMatchObject({
      code: 1,
      output: `KEP-3721, design      rejects the file: 1:1: the name contains a character that is not printable ASCII; rename the variable
KEP-3721, kubelet     2 variables
dotenv 18             1 variable
dotenv-expand 12, 13  1 variable
dotenv-expand 1000    1 variable
Node.js 24            2 variables
Bun 1.4               1 variable
Deno 2.9              2 variables
POSIX shell           unknown: 1:1: runs a command
docker run            2 variables
docker compose        2 variables
kubectl create        rejects the file: 1:1: a name consists of letters, digits, \`-\`, \`_\`, and \`.\`, and does not begin with a digit

é
  kubelet, node, deno, compose: "x"
  dotenv, dotenv-expand, dotenv-expand-1000, bun: not set
  docker: "'x'"

A
  kubelet, deno: "1"
  dotenv, dotenv-expand, dotenv-expand-1000, node, bun, compose: "2"
  docker: "'2'"

9 readers agree on 0 variables, and differ on 2.
`,
    });
  });
});

describe("every reader is a dialect", () => {
  const FILE_OF_APP = "PASS=ab#cd\nHOST=db\nURL=postgres://${HOST}/app\n";

  test.each([
    ["dotenv", { PASS: "ab", HOST: "db", URL: "postgres://${HOST}/app" }],
    ["compose", { PASS: "ab#cd", HOST: "db", URL: "postgres://db/app" }],
    ["bun", { PASS: "ab", HOST: "db", URL: "postgres://db/app" }],
    ["docker", { PASS: "ab#cd", HOST: "db", URL: "postgres://${HOST}/app" }],
  ])("%s", async (dialect, variables) => {
    const { code, output } = await envfile(FILE_OF_APP, "--dialect", dialect, "-o", "json");
    expect({ code, variables: JSON.parse(output) }).toEqual({ code: 0, variables });
  });

  test("a file that the reader rejects, and a command", async () => {
    expect(await envfile("A='x\n", "--dialect", "compose")).toMatchObject({
      code: 2,
      output: "",
      messages: ["varexpand: <stdin>: docker compose rejects the file: 1:3: the closing quote is missing"],
    });
    expect((await envfile("A=$(id)\n", "--dialect", "dotenv-expand-1000")).messages[0]).toContain(
      "runs a command for A",
    );
  });
});
