import { spawnSync } from "node:child_process";
import { describe, expect, test } from "vitest";
import { isKeptByShell, shellReading } from "../../../src/envfile/readers/shell.ts";
import { parseEnvFile } from "../../../src/index.ts";
import { TemporaryFolder } from "../../cli/temporary.ts";
import { fuzzCases, Random } from "../../reference/random.ts";
import { hasTool } from "../../tools.ts";

test.each<[file: string, variables: Record<string, string>]>([
  ["", {}],
  ["# it's\n\n \t\n", {}],
  ["A=1\nB=2", { A: "1", B: "2" }],
  ["A=1 B=2;C=3; D=4 # five", { A: "1", B: "2", C: "3", D: "4" }],
  ["A=", { A: "" }],
  ["A='it''s'\\''x'\"y z\"", { A: "its'xy z" }],
  ["A='1\n2'", { A: "1\n2" }],
  ['A="1\n2\\"\\\\\\$\\`\\x"', { A: '1\n2"\\$`\\x' }],
  ["A=a\\ b\\\nc\\'", { A: "a bc'" }],
  ["A='v'#c", { A: "v#c" }],
  ["A='v'\r\nB='2'\r\n", { A: "v\r", B: "2\r" }],
  ["A=1\nA+=2\nB+=3", { A: "12", B: "3" }],
  ["export A='1' B C=3\nexport\tD=4", { A: "1", C: "3", D: "4" }],
  ["export A A=1\nexport A", { A: "1" }],
  ["A=':'~", { A: ":~" }],
  ["_a9=1 A_0=2", { _a9: "1", A_0: "2" }],
  ["\\\nA=1 \\\n\tB=2 ;C=3\\\n", { A: "1", B: "2", C: "3" }],
  ["export A\nA=1\nexport A", { A: "1" }],
  ["export A+=1\nexport A+=2;#;", { A: "12" }],
  ["A=a~b\nB=*?[x]{a,b}!=%@^", { A: "a~b", B: "*?[x]{a,b}!=%@^" }],
])("%j", (file, variables) => {
  expect(shellReading(file)).toEqual({ variables: new Map(Object.entries(variables)) });
});

test.each<[file: string, unknown: string, offset: number]>([
  ["A= 'v'", "runs a command", 3],
  ["~/bin/x", "runs a command", 0],
  ["1A='v'", "runs a command", 0],
  ["A B='v'", "runs a command", 0],
  ["\ufeffA=1", "runs a command", 0],
  ["A=1\r\n\r\n", "runs a command", 5],
  ["'export' A=1", "runs a command", 0],
  ["A=1\necho x", "runs a command", 4],
  ["export", "runs a command", 0],
  ["export 1A=2", "runs a command", 7],
  ["~/.profile", "runs a command", 0],
  ["export A:~", "runs a command", 7],
  ["A=$B", "$ is expanded", 2],
  ['A="x$B"', "$ is expanded", 4],
  ["A=`id`", "` is expanded", 2],
  ["A=~", "~ is a directory", 2],
  ["A=x:~", "~ is a directory", 4],
  ["A=\\\n~", "~ is a directory", 4],
  ["A=\\:~", "~ is a directory", 4],
  ["export A B A", "zsh sets A, which is exported twice, to an empty value", 11],
  ["export A\nexport A", "zsh sets A, which is exported twice, to an empty value", 16],
  ["A=1 & B=2", "& is an operator", 4],
  ["A=(1 2)", "( is an operator", 2],
  ["A=1>x", "> is an operator", 3],
  ["A=1|x", "| is an operator", 3],
  ["A=1<x", "< is an operator", 3],
  ["A=1)", ") is an operator", 3],
  ['A="x`id`"', "` is expanded", 4],
  ['A="x\\', "the closing quote is missing", 2],
  ["A='x$B`", "the closing quote is missing", 2],
  ["export A=1 2B", "runs a command", 11],
  ["export A=1 _=2", "the shell reserves _", 11],
  ["export-A=1", "runs a command", 0],
  ["export=1 A", "runs a command", 9],
  ["A=1\n;B=2", "a syntax error", 4],
  ["A='1", "the closing quote is missing", 2],
  ['A=1 B="1', "the closing quote is missing", 6],
  ["A=1;;", "a syntax error", 4],
  ["A=1\\", "a backslash at the end of the file", 3],
  ["UID=1", "the shell reserves UID", 0],
  ["A='\0'", "shells handle NUL differently", 3],
  ["A=1\0\nB=\0", "shells handle NUL differently", 3],
])("%j is not known", (file, unknown, offset) => {
  expect(shellReading(file)).toEqual({ unknown, offset });
});

const KEPT =
  "BASHOPTS BASHPID BASH_ARGC BASH_ARGV BASH_COMMAND BASH_LINENO BASH_SOURCE BASH_SUBSHELL BASH_VERSINFO COMP_WORDBREAKS DIRSTACK EPOCHREALTIME EPOCHSECONDS EUID FUNCNAME GROUPS HISTCMD LINENO PPID RANDOM SECONDS SHELLOPTS SRANDOM UID _";

test.each(KEPT.split(" "))("the shell reserves %s", (name) => {
  expect(isKeptByShell(name)).toBe(true);
  expect(shellReading(`A=1\n${name}+=1`)).toEqual({ unknown: `the shell reserves ${name}`, offset: 4 });
});

const hasBash = hasTool("bash", "--norc", "--posix", "-c", "true");
const NAMES = ["A", "B", "_c", "NAME_2"];

/**
 * What bash in POSIX mode has for NAMES after it has read each file. Only files that consist of assignments may come
 * here: they are run.
 */
function inBash(folder: TemporaryFolder, files: readonly string[]): Record<string, string>[] {
  const paths = files.map((file, i) => folder.file(`${i}.env`, file));
  const program = `for f; do (
      . "$f"
      for n in ${NAMES.join(" ")}; do if [ -n "\${!n+x}" ]; then printf '%s\\0%s\\0' "$n" "\${!n}"; fi; done
    ); printf '\\001\\0'; done`;
  const { stdout, stderr, status } = spawnSync("bash", ["--norc", "--posix", "-c", program, "bash", ...paths], {
    stdio: ["ignore", "pipe", "pipe"],
    env: { LC_ALL: "C" },
    maxBuffer: 1 << 28,
  });
  expect({ stderr: stderr.toString(), status }).toEqual({ stderr: "", status: 0 });
  const results: Record<string, string>[] = [{}];
  const fields = stdout.toString().split("\0");
  for (let i = 0; i < fields.length - 1; i++) {
    if (fields[i] === "\u0001") results.push({});
    else results.at(-1)![fields[i]!] = fields[++i]!;
  }
  expect(results).toHaveLength(files.length + 1);
  return results.slice(0, -1);
}

/** Those of the variables that `inBash` asks for. */
function asked(variables: Iterable<[string, string]>): Record<string, string> {
  return Object.fromEntries([...variables].filter(([name]) => NAMES.includes(name)));
}

/** Files in one process of bash. */
const BATCH = 200;

describe.runIf(hasBash)("bash --posix", () => {
  const folder = new TemporaryFolder();

  /** Makes files until `cases` of them are `isSafe`, and compares what bash reads with what is expected of each. */
  function compare(
    seed: number,
    cases: number,
    make: (random: Random) => string,
    expected: (file: string) => Record<string, string> | undefined,
  ): void {
    const random = new Random(seed);
    let left = cases;
    while (left > 0) {
      const batch: [string, Record<string, string>][] = [];
      while (batch.length < Math.min(BATCH, left)) {
        const file = make(random);
        const variables = expected(file);
        if (variables !== undefined) batch.push([file, variables]);
      }
      const read = inBash(
        folder,
        batch.map(([file]) => file),
      );
      batch.forEach(([file, variables], i) => {
        expect(read[i], `seed ${seed}: ${JSON.stringify(file)}`).toEqual(variables);
      });
      left -= batch.length;
    }
  }

  const made =
    (pieces: readonly string[], most: number) =>
    (random: Random): string => {
      let file = "";
      for (let count = random.below(most); count > 0; count--) file += random.pick(pieces);
      return file;
    };

  /** The KEP's grammar: a name that is valid in a shell, a value in single quotes, and a comment after white space. */
  const GRAMMAR = /^(?:[ \t]*(?:[A-Za-z_]\w*='[^']*'(?:[ \t]+#.*|[ \t]*)|(?:#.*)?)(?:\n|$))*$/;

  test("every env file in the KEP's grammar is accepted, and gives the same variables", () => {
    const pieces = [
      ...' \t\n\nx$`\\"#=A',
      ...NAMES.map((name) => `${name}='`),
      "B='1'\n",
      "'\n",
      "'\n",
      "' # it's\n",
      "_c='two\nlines'\n",
      "NAME_2=''\n",
      "\t# A='x'\n",
      "é",
      "  A='$(id) `id` \\'\n",
    ];
    compare(20_260_202, fuzzCases(600), made(pieces, 12), (file) => {
      if (!GRAMMAR.test(file)) return undefined;
      // A second opinion, before it is run: there is nothing in it but assignments.
      expect(shellReading(file)).toHaveProperty("variables");
      return asked(Object.entries(parseEnvFile(file).toObject()));
    });
  });
});

test("a million escapes and continued lines do not exhaust the stack", () => {
  const count = 2 ** 20;
  const read = shellReading(`A="${"a\\b".repeat(count)}"\n${"\\\n ".repeat(count)}B=1\n`);
  expect("variables" in read && [...read.variables.keys()]).toEqual(["A", "B"]);
});
