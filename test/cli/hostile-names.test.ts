/** Formats that programs read, each by its reader: nothing in a name or value does more than to be one. */
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { shellQuoted } from "../../src/envfile/writers/shell.ts";
import { parseDotenv, parseEnvFile } from "../../src/index.ts";
import { parseManifest } from "../../src/yaml/parse.ts";
import { type Outcome, runInMemory } from "./memory-io.ts";
import { TemporaryFolder } from "./temporary.ts";

const folder = new TemporaryFolder();

const NAMES = [
  "A;touch PWNED;B",
  "$(touch PWNED)",
  "`touch PWNED`",
  "A B",
  "A\nB",
  "A\rB",
  "A\tB",
  "A\0B",
  "A'B",
  'A"B',
  "-n",
  "#A",
  "é",
  "A\u001b[31mB",
  "A\u009b31mB",
  "A\u2028B",
  "A\u202eB",
  "A+",
  "a[$(touch PWNED)]",
  "/bin/sh",
  "~",
  "1A",
  "A&B",
  "A|B",
  "A>PWNED",
  "A\\",
  "*",
  "{A,B}",
  "!A",
  "a.b-c",
];
const VALUES = [
  "x",
  "",
  "; touch PWNED",
  "$(touch PWNED)",
  "`touch PWNED`",
  "a\nB=c",
  "a\rb",
  "'; touch PWNED; '",
  '"; touch PWNED; "',
  "a=b",
  "=ls",
  "-n",
  "#",
  "~",
  "a:~root",
  "é😀",
  "\u001b[31m",
  "\u009b",
  "\u202e",
  "\\",
  "'",
  "''",
  "!!",
  "*",
  "\n",
  "a[$(touch PWNED)]",
];
/** What bash, zsh, ksh or mksh computes with when it is assigned to, or expands in a prompt. */
const SPECIAL = ["RANDOM", "SRANDOM", "OPTIND", "HISTCMD", "SECONDS", "COLUMNS", "TMOUT", "PS4", "PROMPT_COMMAND"];

const IS_DASH = 'test "$(readlink -f "$(command -v sh)")" = "$(readlink -f "$(command -v dash)")"';
/** Of Debian, `sh` is dash. */
const others = spawnSync("sh", ["-c", IS_DASH]).status === 0 ? [] : ["dash"];
const SHELLS = ["sh", ...others, "bash", "busybox", "zsh", "ksh", "mksh"].filter(
  (shell) =>
    spawnSync(shell, ["-c", ":"], { stdio: "ignore" }).status === 0 ||
    (shell === "busybox" && spawnSync(shell, ["sh", "-c", ":"], { stdio: "ignore" }).status === 0),
);

/**
 * For each text, the value of a name in a shell that sources it, and the files that exist afterwards. Each is sourced in a
 * subshell, in an empty folder: a process for each one would take most of the time.
 */
function sourced(shell: string, texts: readonly (readonly [text: string, name: string])[]) {
  const directory = mkdtempSync(folder.at(`${shell}-`));
  const commands = texts.map(([text, name], i) => {
    mkdirSync(join(directory, `${i}`));
    writeFileSync(join(directory, `${i}.sh`), text);
    return `(cd ${i}; . ../${i}.sh; : "$RANDOM"; printf '%s' "$${name}" >../${i}.value)\n`;
  });
  writeFileSync(join(directory, "all.sh"), commands.join(""));
  const args = shell === "busybox" ? ["sh", "all.sh"] : ["all.sh"];
  // With a socket as its standard input, bash takes itself for started by sshd, and reads the user's ~/.bashrc.
  spawnSync(shell, args, { cwd: directory, env: { PATH: process.env.PATH ?? "" }, stdio: "ignore" });
  return texts.map((_, i) => {
    const value = join(directory, `${i}.value`);
    return {
      value: existsSync(value) ? readFileSync(value, "utf8") : undefined,
      left: readdirSync(join(directory, `${i}`)),
    };
  });
}

function podWith(env: { name: string; value: string }[]): string {
  return JSON.stringify({ kind: "Pod", metadata: { name: "x" }, spec: { containers: [{ name: "a", env }] } });
}

/** A ConfigMap's keys come through envFrom without a check. */
function podFrom(data: Record<string, string>, prefix = ""): string {
  const spec = { containers: [{ name: "a", envFrom: [{ prefix, configMapRef: { name: "c" } }] }] };
  return (
    JSON.stringify({ kind: "ConfigMap", metadata: { name: "c" }, data }) +
    JSON.stringify({ kind: "Pod", metadata: { name: "x" }, spec })
  );
}

const pod = (stdin: string, ...args: string[]): Promise<Outcome> => runInMemory(["pod", "-f", "-", ...args], { stdin });
const envfile = (stdin: string, ...args: string[]): Promise<Outcome> => runInMemory(["envfile", ...args], { stdin });

const COMMANDS_A_TERMINAL = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u2028\u2029]/;

describe("pod -o env", () => {
  test("there is a shell to ask", () => {
    expect(SHELLS).toContain("sh");
  });

  test.each(NAMES)("prints the name %j as a quoted argument of a command that does nothing", async (name) => {
    const { code, output } = await pod(podFrom({ [name]: "v" }), "-o", "env");
    expect(code).toBe(0);
    const quoted = `\n: ${shellQuoted(`${name}=v`)}\n`;
    expect(output).toContain(name.includes("\0") ? "\n# A\\u0000B is not printed, because it contains NUL\n" : quoted);
  });

  test.each(SHELLS)("%s sources names and special variables, and runs nothing", async (shell) => {
    const names = NAMES.filter((name) => !name.includes("\0"));
    for (const value of [
      "$(touch PWNED)",
      "`touch PWNED`",
      "'; touch PWNED; '",
      "a[$(touch PWNED)]",
      "\ntouch PWNED\n",
    ]) {
      const data = Object.fromEntries([...names, ...SPECIAL, "UID", "a_last"].map((name) => [name, value]));
      const { code, output } = await pod(podFrom({ ...data, z: "1" }), "-o", "env");
      expect(code).toBe(0);
      const read = sourced(shell, [
        [output, "z"],
        [output, "a_last"],
      ]);
      expect(read, JSON.stringify(value)).toEqual([
        { value: "1", left: [] },
        { value, left: [] },
      ]);
    }
  });

  test.each(SHELLS)("%s has the values, and runs nothing", async (shell) => {
    const texts: [text: string, name: string][] = [];
    for (const value of VALUES) {
      const { code, output } = await pod(podFrom({ A: value }), "-o", "env");
      expect(code).toBe(0);
      texts.push([output, "A"]);
    }
    expect(sourced(shell, texts)).toEqual(VALUES.map((value) => ({ value, left: [] })));
  });

  test("NUL and invalid UTF-8 are comments that name the variable", async () => {
    expect((await pod(podFrom({ A: "a\0b" }), "-o", "env")).output).toContain(
      "\n# A is not printed, because it contains NUL\n",
    );
    const binary =
      '{"kind":"Secret","metadata":{"name":"s"},"data":{"KEY":"/w=="}}' +
      '{"kind":"Pod","metadata":{"name":"x"},"spec":{"containers":[{"name":"a","envFrom":[{"secretRef":{"name":"s"}}]}]}}';
    expect((await pod(binary, "-o", "env")).output).toContain("\nKEY=***\n");
    const shown = await pod(binary, "-o", "env", "--show-secrets");
    expect(shown).toMatchObject({ code: 0, output: expect.stringContaining("\n# the value of KEY is not UTF-8\n") });
  });

  test.each(SPECIAL)("%s, which shells compute with or run, holds nothing that runs", async (name) => {
    const { code, output } = await pod(podFrom({ [name]: "a[$(touch PWNED)]" }), "-o", "env");
    expect(code).toBe(0);
    expect(output).toContain(`\n: '${name}=a[$(touch PWNED)]'\n`);
  });

  test("names of objects stay in their comment", async () => {
    const text = podWith([{ name: "A", value: "1" }]).replace('"x"', '"x\\ntouch PWNED\\n\\u2028\\u001b"');
    const { output } = await pod(text, "-o", "env");
    expect(output.split("\n").filter((line) => !line.startsWith("#"))).toEqual(["A=1", ""]);
    for (const shell of SHELLS) expect(sourced(shell, [[output, "A"]])).toEqual([{ value: "1", left: [] }]);
  });
});

describe("pod -o json and -o yaml", () => {
  test("are read as what they were, and command no terminal", async () => {
    const data = Object.fromEntries(NAMES.map((name, i) => [name, VALUES[i % VALUES.length]!]));
    const { output } = await pod(podFrom(data), "-o", "json");
    expect(JSON.parse(output).items[0].data).toEqual(data);
    expect(output).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u2028\u2029\u202e]/);
    const yaml = await pod(podFrom(data), "-o", "yaml");
    expect(parseManifest(yaml.output)[0]!.value).toMatchObject({ data });
  });
});

describe("envfile", () => {
  /** Files that have a name or a value, as the kubelet reads them. */
  const fileWith = (name: string, value: string) => `${name}='${value}'\n`;
  const kepNames = NAMES.filter((name) => !/^[#]|\n/.test(name));
  const kepValues = VALUES.filter((value) => !value.includes("'"));

  test.each(kepNames)("-o shell refuses the name %j", async (name) => {
    const { code, output } = await envfile(fileWith(name, "v"), "-o", "shell", "--profile", "kubelet");
    expect({ code, output }).toEqual({ code: 2, output: "" });
  });

  test.each(SHELLS)("what -o shell and -o env print has the values in %s, and runs nothing", async (shell) => {
    for (const format of ["shell", "env"]) {
      const written = async (name: string, value: string) =>
        envfile(fileWith(name, value), "-o", format, "--profile", "kubelet");
      const values: [text: string, name: string][] = [];
      for (const value of kepValues) {
        const { code, output } = await written("A", value);
        expect(code).toBe(0);
        values.push([output, "A"]);
      }
      expect(sourced(shell, values), format).toEqual(kepValues.map((value) => ({ value, left: [] })));
      const names: [text: string, name: string][] = [];
      for (const name of [...kepNames, ...SPECIAL]) {
        const { output } = await written(name, "a[$(touch PWNED)]");
        // What is refused is not printed.
        if (output !== "") names.push([output, "A"]);
      }
      const left = sourced(shell, names).flatMap((each, i) => (each.left.length > 0 ? [names[i]![0]] : []));
      expect(left, format).toEqual([]);
    }
    expect(existsSync("PWNED")).toBe(false);
  });

  test("what -o env prints is read again", async () => {
    for (const value of kepValues) {
      const { output } = await envfile(fileWith("A", value), "-o", "env", "--profile", "kubelet");
      expect(parseEnvFile(output, { profile: "kubelet" }).get("A")).toBe(value);
      if (!value.includes("\r")) expect(parseDotenv(output)).toEqual({ A: value });
    }
    for (const name of ["a.b-c", "é", "1A", "_"]) {
      const { output } = await envfile(fileWith(name, "v"), "--profile", "kubelet");
      expect(parseEnvFile(output, { profile: "kubelet" }).toObject()).toEqual({ [name]: "v" });
    }
  });

  test("-o json is read again, and commands no terminal", async () => {
    for (const name of kepNames) {
      for (const value of kepValues) {
        const { output } = await envfile(fileWith(name, value), "-o", "json", "--profile", "kubelet");
        expect(JSON.parse(output)).toEqual(parseEnvFile(fileWith(name, value), { profile: "kubelet" }).toObject());
        expect(output).not.toMatch(COMMANDS_A_TERMINAL);
      }
    }
  });

  test("-o k8s is what Kubernetes reads, whatever a name means to YAML", async () => {
    const names = [
      "y",
      "yes",
      "no",
      "on",
      "n",
      "null",
      "~",
      "1_000",
      "0o17",
      "017",
      "0x1f",
      "1e3",
      "1:30",
      ".inf",
      "-",
      "- a",
      "a: b",
      "a #b",
      "*a",
      "&a",
      "!a",
      "'",
      '"',
      "%",
      "@",
      "`",
      "<<",
      "2001-01-01",
      "{a",
      "[a",
      "|",
      ">",
      "?",
      ",",
    ];
    const file = names.map((name) => fileWith(name, "v")).join("");
    const { code, output } = await envfile(file, "-o", "k8s", "--profile", "kubelet");
    expect(code).toBe(0);
    const { env } = parseManifest(output)[0]!.value as {
      env: { name: unknown; valueFrom: { fileKeyRef: { key: unknown } } }[];
    };
    expect(env.map(({ name }) => name)).toEqual(names);
    expect(env.map(({ valueFrom }) => valueFrom.fileKeyRef.key)).toEqual(names);
  });

  test("messages about names stay on their line", async () => {
    for (const name of kepNames) {
      for (const format of ["env", "shell", "k8s"]) {
        const { messages } = await envfile(fileWith(name, "v"), "-o", format, "--profile", "kubelet");
        for (const message of messages) expect(message).not.toMatch(COMMANDS_A_TERMINAL);
      }
    }
  });
});
