import { describe, expect, test } from "vitest";
import { runInMemory } from "../../memory-io.ts";
import { FolderPerTest } from "../../temporary.ts";

const folder = new FolderPerTest();

describe("--envfile", () => {
  test("sets variables; a later file wins, -e wins over both, --from-env is last", async () => {
    const first = folder.file("first.env", "A='first'\nB='first'\nC='$(A)'\n");
    const second = folder.file("second.env", "B='second'\n");
    const args = ["--from-env", "--envfile", first, `--envfile=${second}`, "-e", "D=-e"];
    const environment = { A: "env", B: "env", D: "env", E: "env" };
    expect(await runInMemory(["expand", ...args], { stdin: "$(A) $(B) $(C) $(D) $(E)", environment })).toMatchObject({
      code: 0,
      output: "first second $(A) -e env",
      messages: [`${first}: read like dotenv`, `${second}: read like dotenv`],
    });
  });

  test("in another dialect", async () => {
    const file = folder.file(".env", 'A=1 # one\nexport B="x\\ny"\n');
    expect(
      await runInMemory(["expand", "--envfile", file, "--envfile-dialect", "dotenv"], { stdin: "$(A)[$(B)]" }),
    ).toMatchObject({ code: 0, output: "1[x\ny]" });
    const secret = folder.file("secret.yaml", "kind: Secret\nmetadata: {name: s}\ndata: {KEY: aGVsbG8=}\n");
    expect(
      await runInMemory(["expand", "--envfile", secret, "--envfile-dialect", "secret"], { stdin: "$(KEY)" }),
    ).toMatchObject({ code: 0, output: "hello" });
  });

  test("reports an error with its position, and writes nothing", async () => {
    const file = folder.file(".env", "A=1\n");
    const { code, output, messages } = await runInMemory(["expand", "--envfile", file, "--envfile-dialect", "kep"], {
      stdin: "$(A)",
    });
    expect({ code, output }).toEqual({ code: 2, output: "" });
    expect(messages).toHaveLength(1);
    expect(messages[0]).toMatch(`${file}:1:3: `);
  });

  test("suggests the option for other manifests, too", async () => {
    const file = folder.file("config.yaml", "kind: ConfigMap\nmetadata: {name: c}\ndata: {A: '1'}\n");
    const { code, messages } = await runInMemory(["expand", "--envfile", file, "--envfile-dialect", "secret"], {
      stdin: "",
    });
    expect({ code, messages }).toEqual({
      code: 2,
      messages: [
        `varexpand: ${file}: the file contains no Secret but a ConfigMap; read it with --envfile-dialect configmap`,
      ],
    });
  });

  test("a missing file", async () => {
    const missing = folder.at("missing.env");
    expect(await runInMemory(["expand", "--envfile", missing], { stdin: "x" })).toMatchObject({
      code: 2,
      output: "",
      messages: [`varexpand: ${missing}: no such file or directory`],
    });
  });

  test("accepts standard input once", async () => {
    const file = folder.file("text", "$(A)");
    expect(await runInMemory(["expand", "--envfile", "-", file], { stdin: "A='1'" })).toMatchObject({ output: "1" });
    expect(await runInMemory(["expand", "--envfile", "-"], { stdin: "A='1'" })).toMatchObject({ code: 2, output: "" });
  });
});

describe("--only", () => {
  test.each(["A,C-1.x", "$A", "${A}", "$A $A", " $X  ${A}\n$A_1 ", "A,é"])("the form %j", async (names) => {
    const values = ["-e", "A=1", "-e", "B=2"];
    for (const syntax of ["kubernetes", "envsubst"]) {
      const stdin = syntax === "kubernetes" ? "$(A)$(B)" : "${A}${B}";
      expect(await runInMemory(["expand", "--syntax", syntax, "--only", names, ...values], { stdin })).toMatchObject({
        code: 0,
        output: stdin.replace(/^[^}A]*A[^$]/, "1"),
      });
    }
  });

  test.each<[text: string, output: string]>([
    ["$(A) $(B) $(C)", "1 $(B) $(C)"],
    ["$$(A) $$$(A) $$ $ $x", "$$(A) $$1 $$ $ $x"],
    ["$(A", "$(A"],
  ])("%s gives %s", async (stdin, output) => {
    expect(await runInMemory(["expand", "--only", "A", "-e", "A=1", "-e", "B=2"], { stdin })).toMatchObject({
      code: 0,
      output,
      messages: [],
    });
  });

  test("accepts comma-separated names, and can be repeated", async () => {
    const values = ["-e", "A=1", "-e", "B=2", "-e", "C=3", "-e", "D=4"];
    expect(
      await runInMemory(["expand", "--only", "A,B", "--only=C", ...values], { stdin: "$(A)$(B)$(C)$(D)" }),
    ).toMatchObject({ output: "123$(D)" });
  });

  test.each(["$", "$$", "$(B)", "a$b", "$(", "x$$(y", "$$$(B)", "50%"])(
    "expanding the rest later gives what expanding all at once gives: %s",
    async (value) => {
      const stdin = "[$(A)](B)$$(A) $(B)$$$(A)";
      const set = ["-e", `A=${value}`];
      const { output: all } = await runInMemory(["expand", ...set, "-e", "B=b"], { stdin });
      const { output: first } = await runInMemory(["expand", "--only", "A", ...set], { stdin });
      const { output: then } = await runInMemory(["expand", "-e", "B=b"], { stdin: first });
      expect(then).toBe(all);
    },
  );

  test("does not escape a $ that expansion does not change", async () => {
    expect(await runInMemory(["expand", "--only", "A", "-e", "A=a$b"], { stdin: "$(A)" })).toMatchObject({
      output: "a$b",
    });
  });

  test.each(["--json", "--yaml"])("%s", async (format) => {
    const stdin = '{"a": "$(A)$(B)$$(A)", "b": "$$", "c": "\\u0024$ $(A) \\u0024(B)"}\n';
    const { code, output } = await runInMemory(["expand", format, "--only", "A", "-e", 'A="q"'], { stdin });
    expect(code).toBe(0);
    expect(JSON.parse(output)).toEqual({ a: '"q"$(B)$$(A)', b: "$$", c: '$$ "q" $(B)' });
  });

  test("plain text of YAML", async () => {
    const stdin = "a: $$(A) $(A)\nb: $$\nc: |\n  $$(B) $(B) $(A)\n# $(A) $$\n";
    expect(await runInMemory(["expand", "--yaml", "--only", "A", "-e", "A=1"], { stdin })).toMatchObject({
      code: 0,
      output: "a: $$(A) 1\nb: $$\nc: |\n  $$(B) $(B) 1\n# $(A) $$\n",
    });
  });

  test("keeps bytes that are not UTF-8", async () => {
    const stdin = Uint8Array.of(0x24, 0xff, 0x24, 0x28, 0x41, 0x29);
    const { bytes } = await runInMemory(["expand", "--only", "A", "-e", "A=1"], { stdin });
    expect(bytes).toEqual(Uint8Array.of(0x24, 0xff, 0x31));
  });

  test("--strict reports only these variables", async () => {
    expect(await runInMemory(["expand", "--strict", "--only", "A,Z", "-e", "A=1"], { stdin: "$(A)$(B) $(Z)" })).toEqual(
      {
        code: 1,
        output: "1$(B) $(Z)",
        bytes: expect.anything(),
        messages: ["<stdin>:1:10: $(Z) is not expanded: the variable is not defined"],
      },
    );
  });
});

describe("--list-variables", () => {
  test("lists names with counts and the first place, in the order of the text", async () => {
    const first = folder.file("first", "é$(B) $$(C)\n$(A)$(B)\n$(a\tb)");
    const second = folder.file("second", "$(B)$(C)$(A");
    expect(await runInMemory(["expand", "--list-variables", first, second])).toEqual({
      code: 0,
      output: `B\t3\t${first}:1:2\nA\t1\t${first}:2:1\na\\tb\t1\t${first}:3:1\nC\t1\t${second}:1:5\n`,
      bytes: expect.anything(),
      messages: [],
    });
  });

  test.each<[format: string, stdin: string, output: string]>([
    ["--json", '{"a":\n"$(A)\\u0024(B\\u0042)"}', "A\t1\t<stdin>:2:2\nBB\t1\t<stdin>:2:6\n"],
    ["--yaml", "a: $(A) # $(C)\n---\nb: |\n  x\n  $(B)$(A)\n", "A\t2\t<stdin>:1:4\nB\t1\t<stdin>:5:3\n"],
  ])("%s", async (format, stdin, output) => {
    expect(await runInMemory(["expand", "--list-variables", format], { stdin })).toMatchObject({ code: 0, output });
  });

  test("prints nothing for an input without references", async () => {
    expect(await runInMemory(["expand", "--list-variables"], { stdin: "$$(A)" })).toMatchObject({
      code: 0,
      output: "",
    });
  });
});

test.each<[args: string[], message: string]>([
  [["-i"], "--in-place requires a file"],
  [["-i", "-"], "-i writes files in place; it cannot write standard input (-)"],
  [["-i", "-o", "x", "file"], "--output cannot be used with --in-place"],
  [["-i", "--list-variables", "file"], "--list-variables cannot be used with --in-place"],
  [["--list-variables", "-e", "A=1"], "--env cannot be used with --list-variables"],
  [["--list-variables", "--only", "A"], "--only cannot be used with --list-variables"],
  [["--list-variables", "--strict"], "--strict cannot be used with --list-variables"],
  [["--envfile-dialect", "dotenv"], "--envfile-dialect requires --envfile FILE"],
  [["--json", "--yaml"], "--json cannot be used with --yaml"],
  [["--list-variables", "--envfile", "x"], "--envfile cannot be used with --list-variables"],
  [["--list-variables", "--from-env"], "--from-env cannot be used with --list-variables"],
  [["--clean-temp", "-o", "d", "-i", "file"], "--output cannot be used with --in-place"],
  [["--syntax", "otel"], "--syntax otel requires --yaml"],
  [["--flux-kustomization", "x"], "--flux-kustomization requires --syntax flux"],
  [["--flux-kustomization", "x", "--syntax", "compose"], "--flux-kustomization requires --syntax flux"],
  [
    ["--flux-kustomization", "x", "--syntax", "flux", "--list-variables"],
    "--flux-kustomization cannot be used with --list-variables",
  ],
  [["--syntax", "flux", "--strict", "--no-strict"], "--no-strict cannot be used with --strict"],
  [["--variables-format", "json"], "--variables-format requires --list-variables"],
  [
    ["--shard", "0/2", "-o", "d", "--syntax", "flux", "file"],
    "--shard: a reference of --syntax flux can span lines, so the text cannot be divided; add --yaml or --json",
  ],
  ...[
    "",
    ",A",
    "A,",
    "A,,B",
    "A B",
    "A, B",
    " A",
    "$A,$B",
    "$A B",
    "A $B",
    "$(A)",
    "${A",
    "${A:-b}",
    "$",
    "$1",
    "A=1",
  ].map((names): [string[], string] => [
    [`--only=${names}`],
    `--only ${JSON.stringify(names)}: write NAME,NAME or '$NAME \${NAME}'`,
  ]),
])("%j is refused", async (args, message) => {
  expect(await runInMemory(["expand", ...args], { stdin: "" })).toMatchObject({
    code: 2,
    output: "",
    messages: [`varexpand expand: ${message} (see varexpand expand --help)`],
  });
});

describe("names of variables instead of files, as for envsubst", () => {
  test.each(["$HOST", "$HOST $PORT", "${HOST}"])("%s: the message names --only", async (names) => {
    expect(await runInMemory(["expand", "--syntax", "envsubst", names])).toMatchObject({
      code: 2,
      messages: [
        `varexpand expand: ${names}: no such file; to expand only these variables, use --only (see varexpand expand --help)`,
      ],
    });
  });
});
