/** Output for shells, sourced by the shells: every value arrives unchanged, and nothing is executed. */
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { closeSync, existsSync, mkdirSync, openSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import {
  type AssignmentFormat,
  assigned,
  firstLines,
  sourcedLine,
  wholeFileProblem,
} from "../../../src/envfile/writers/formats.ts";
import { fishProblem, fishQuoted, shellProblem, shellQuoted } from "../../../src/envfile/writers/shell.ts";
import { TemporaryFolder } from "../../cli/temporary.ts";
import { Random } from "../../reference/random.ts";
import { hasTool } from "../../tools.ts";

const folder = new TemporaryFolder();

interface Shell {
  readonly name: string;
  /** The command that reads a script from standard input. */
  readonly command: readonly string[];
  /** The program and its arguments that print the names of the shell's variables. */
  readonly names?: readonly string[];
  readonly isInteractive?: true;
}

const POSIX: readonly Shell[] = [
  { name: "bash", command: ["bash", "--norc"], names: ["bash", "--norc", "-ic", "compgen -v"] },
  { name: "bash -i", command: ["bash", "--norc", "-i"], isInteractive: true },
  { name: "dash", command: ["dash"], names: ["dash", "-ic", "set"] },
  { name: "dash -i", command: ["dash", "-i"], isInteractive: true },
  {
    name: "zsh",
    command: ["zsh", "-f"],
    names: ["zsh", "-f", "-c", "zmodload zsh/zle zsh/complete zsh/parameter; print -l ${(k)parameters}"],
  },
  { name: "zsh -i", command: ["zsh", "-f", "-i", "-o", "promptsubst"], isInteractive: true },
  { name: "ksh", command: ["ksh93"], names: ["ksh93", "-c", "typeset +"] },
  { name: "ksh -i", command: ["ksh93", "-i"], isInteractive: true },
  { name: "mksh", command: ["mksh"], names: ["mksh", "-c", "typeset +"] },
  { name: "mksh -i", command: ["mksh", "-i"], isInteractive: true },
  { name: "busybox sh", command: ["busybox", "sh"], names: ["busybox", "sh", "-c", "set"] },
  { name: "busybox sh -i", command: ["busybox", "sh", "-i"], isInteractive: true },
];
const FISH: readonly Shell[] = [
  { name: "fish", command: ["fish", "--no-config"], names: ["fish", "--no-config", "-c", "set -n"] },
  { name: "fish -i", command: ["fish", "--no-config", "-i"], isInteractive: true },
];

const installed = new Set(
  ["bash", "dash", "zsh", "ksh93", "mksh", "busybox", "fish"].filter((name) =>
    name === "busybox" ? hasTool(name, "true") : hasTool(name, "-c", "true"),
  ),
);
const isInstalled = ({ command }: Shell) => installed.has(command[0]!);

/** The environment variables after a shell has run the lines of a script. An interactive shell has a terminal. */
async function after({ command, isInteractive }: Shell, script: string, cwd: string): Promise<Record<string, string>> {
  const output = `${cwd}/environment`;
  const run = `${command.join(" ")} < ${cwd}/input`;
  const [program = "", ...args] = isInteractive ? ["script", "-qc", command.join(" "), "/dev/null"] : ["sh", "-c", run];
  // A variable can change how bash reads `exit`, and whether it stops at the end of its input.
  const end = command[0] === "fish" ? "exit" : "exit\nkill -9 $$";
  writeFileSync(`${cwd}/input`, `${script}\n/usr/bin/env -0 > ${output}\n${end}\n`);
  const input = openSync(`${cwd}/input`, "r");
  const child = spawn(program, args, {
    cwd,
    env: { PATH: "/usr/bin:/bin", HOME: cwd, TERM: "dumb", LC_ALL: "C.UTF-8" },
    stdio: [input, "ignore", "ignore"],
    timeout: 30_000,
  });
  closeSync(input);
  await once(child, "close");
  if (!existsSync(output)) return {};
  const entries = readFileSync(output, "utf8").split("\0").slice(0, -1);
  return Object.fromEntries(
    entries.map((entry) => [entry.slice(0, entry.indexOf("=")), entry.slice(entry.indexOf("=") + 1)]),
  );
}

const PIECES = [
  ...[
    "touch PWNED",
    "$(touch PWNED)",
    "`touch PWNED`",
    "(touch PWNED)",
    "<(touch PWNED)",
    ";",
    "&",
    "|",
    ">PWNED",
    "\n",
    "#",
  ],
  ...[
    "'",
    '"',
    "\\",
    "\\'",
    "\\\\",
    "''",
    "$",
    "${A}",
    "$A",
    "!",
    "!!",
    "%{",
    "*",
    "~",
    "{a,b}",
    "[",
    "=ls",
    " ",
    "\t",
    "\r",
  ],
  ...["é😀", "x", "end\n", "fi\n", "esac", "\\;", "\\\n"],
];
const SEED = 20_261_128;

function hostileValues(count: number): string[] {
  const random = new Random(SEED);
  const made = Array.from({ length: count - 6 }, () =>
    Array.from({ length: 1 + random.below(7) }, () => random.pick(PIECES)).join(""),
  );
  return [
    ...made,
    "",
    "\\'; touch PWNED; #",
    "\\",
    "\\'\n touch PWNED #",
    "'\\\\''; touch PWNED; #",
    "' touch PWNED #",
  ];
}

const VALUES = hostileValues(2000);
const nameOf = (i: number) => `V${i}`;

function fileOf(format: AssignmentFormat, values: readonly string[]) {
  const variables: Record<string, string> = {};
  const lines = [...firstLines(format)];
  for (const [i, value] of values.entries()) {
    const written = assigned(format, nameOf(i), value);
    if (!("text" in written)) continue;
    variables[nameOf(i)] = value;
    lines.push(written.text);
  }
  return { text: `${lines.join("\n")}\n`, variables };
}

/** The variables of `fileOf` in an environment. */
const ours = (environment: Record<string, string>) =>
  Object.fromEntries(Object.entries(environment).filter(([name]) => /^V\d+$/.test(name)));

let runs = 0;
function newFolder(): string {
  const path = folder.at(`run${runs++}`);
  mkdirSync(path);
  return path;
}

describe.concurrent.each([...POSIX, ...FISH])("$name", (shell) => {
  const isFish = shell.command[0] === "fish";

  test.skipIf(!isInstalled(shell))("2,000 hostile values of -o shell and -o fish", async () => {
    const format = isFish ? "fish" : "shell";
    const { text, variables } = fileOf(format, VALUES);
    expect(Object.keys(variables)).toHaveLength(VALUES.length);
    const cwd = newFolder();
    folder.file(`${cwd.slice(folder.path.length + 1)}/file`, text);
    const environment = await after(shell, ". ./file", cwd);
    expect(readdirSync(cwd).filter((name) => name === "PWNED")).toEqual([]);
    expect(ours(environment)).toEqual(variables);
  });

  test.skipIf(!isInstalled(shell))("2,000 hostile values of -o env-file, -o env, and -o dotenv", async () => {
    const files = {
      "env-file": fileOf("env-file", VALUES),
      dotenv: { ...fileOf("dotenv", VALUES), variables: undefined },
      "pod -o env": {
        text: VALUES.map((value, i) => sourcedLine(nameOf(i), value)).join("\n"),
        variables: Object.fromEntries(VALUES.map((value, i) => [nameOf(i), value])),
      },
      "pod -o env, names that are not valid": {
        text: VALUES.map((value, i) => sourcedLine(i % 2 === 0 ? "a.b" : value.replace(/=/g, ""), value)).join("\n"),
        variables: undefined,
      },
    };
    const checks = Object.entries(files).map(async ([what, { text, variables }]) => {
      const cwd = newFolder();
      folder.file(`${cwd.slice(folder.path.length + 1)}/file`, text);
      const environment = await after(shell, isFish ? ". ./file" : "set -a; . ./file", cwd);
      expect(existsSync(`${cwd}/PWNED`), what).toBe(false);
      // fish does not read files with assignments.
      if (isFish) expect(ours(environment), what).toEqual({});
      else if (variables !== undefined) expect(ours(environment), what).toEqual(variables);
    });
    await Promise.all(checks);
  });
});

test.skipIf(!installed.has("fish")).each(["fish", "fish -i"])("%s reads nothing of -o shell", async (name) => {
  const shell = FISH.find((each) => each.name === name)!;
  const cwd = newFolder();
  folder.file(`${cwd.slice(folder.path.length + 1)}/file`, fileOf("shell", VALUES).text);
  expect(ours(await after(shell, ". ./file", cwd))).toEqual({});
  expect(existsSync(`${cwd}/PWNED`)).toBe(false);
});

test.skipIf(!installed.has("fish"))("fish runs nothing of small env files", async () => {
  const random = new Random(SEED);
  const cwd = newFolder();
  const inside = cwd.slice(folder.path.length + 1);
  const values = VALUES.filter((value) => "text" in assigned("env-file", "A", value));
  const files = Array.from({ length: 400 }, () => {
    const first = random.below(2) === 0 ? "\\" : random.pick(values);
    return [
      first,
      random.pick([...values, " touch PWNED #", "; touch PWNED; #", " touch PWNED #\\"]),
      random.pick(values),
    ];
  }).flatMap((three) => {
    const { text } = fileOf("env-file", three);
    return wholeFileProblem("env-file", text) === undefined && wholeFileProblem("env", text) === undefined
      ? [text]
      : [];
  });
  expect(files.length).toBeGreaterThan(100);
  for (const [i, text] of files.entries()) folder.file(`${inside}/${i}`, text);
  await after(FISH[0]!, files.map((_, i) => `. ./${i}`).join("\n"), cwd);
  expect(existsSync(`${cwd}/PWNED`)).toBe(false);
});

test("words are quoted alike for POSIX shells and fish", async () => {
  const posix = POSIX.filter(isInstalled)[0]!;
  const words = VALUES.filter((value) => !value.includes("\r"));
  const read = async (shell: Shell, quoted: (text: string) => string) => {
    const cwd = newFolder();
    folder.file(
      `${cwd.slice(folder.path.length + 1)}/file`,
      words.map((word) => `printf '%s\\0' ${quoted(word)} >> ./words`).join("\n"),
    );
    await after(shell, ". ./file", cwd);
    return readFileSync(`${cwd}/words`, "utf8").split("\0").slice(0, -1);
  };
  expect(await read(posix, shellQuoted)).toEqual(words);
  if (!installed.has("fish")) return;
  expect(await read(FISH[0]!, shellQuoted)).toEqual(words);
  expect(await read(FISH[0]!, fishQuoted)).toEqual(words);
});

/** Documented variables of the shells that need not be set. */
const DOCUMENTED =
  "ARGC BASHPID BASH_ARGV0 BASH_COMPAT BASH_ENV BASH_LOADABLES_PATH BASH_XTRACEFD BAUD CDPATH CHILD_MAX COLUMNS COMP_WORDBREAKS " +
  "COMPREPLY COPROC CORRECT_IGNORE DIRSTACKSIZE EDITOR EGID EMACS ENV EPOCHREALTIME EPOCHSECONDS ERRNO EUID EXECIGNORE FCEDIT FIGNORE " +
  "FPATH FUNCNEST GID GLOBIGNORE GLOBSORT HISTCMD HISTCONTROL HISTEDIT HISTFILESIZE HISTIGNORE HISTSIZE HISTTIMEFORMAT HOSTFILE " +
  "IGNOREEOF INPUTRC INSIDE_EMACS JOBMAX KEYTIMEOUT KSHEGID KSHGID KSHUID LANG LINENO LINES LISTMAX LOGCHECK MAIL MAILCHECK " +
  "MAILPATH NULLCMD OPTERR OPTIND PGRP POSIXLY_CORRECT POSTEDIT PPID PROMPT PROMPT2 PROMPT3 PROMPT4 PROMPT_COMMAND PROMPT_DIRTRIM " +
  "PROMPT_EOL_MARK PS0 PS1 PS2 PS3 PS4 RANDOM READLINE_LINE READNULLCMD REPLY REPORTMEMORY REPORTTIME RPROMPT RPROMPT2 RPS1 RPS2 " +
  "SAVEHIST SECONDS SHLVL SPROMPT SRANDOM STTY TIMEFMT TIMEFORMAT TMOUT TMPDIR TMPPREFIX TRY_BLOCK_ERROR TTYIDLE UID USER_ID VISUAL " +
  "WATCH WATCHFMT WORDCHARS ZBEEP ZLE_RPROMPT_INDENT auto_resume fish_greeting fish_key_bindings fish_prompt histchars mailpath " +
  "precmd_functions preexec_functions chpwd_functions periodic_functions prompt psvar zle_highlight";

/** Without these, the shell cannot run the rest of the test. */
const NEEDED = new Set(["PATH", "IFS", "HOME", "PWD", "SHELL", "TERM"]);

/** The variables that the installed shells list or document. */
const SPECIAL_NAMES = specialNames();

function specialNames(): string[] {
  const listed = [...POSIX, ...FISH].filter(isInstalled).flatMap(({ names }) => {
    if (names === undefined) return [];
    const { stdout } = spawnSync(names[0]!, names.slice(1), {
      encoding: "utf8",
      env: { PATH: "/usr/bin:/bin" },
      stdio: ["ignore", "pipe", "ignore"],
    });
    return stdout.split("\n").map((line) => line.split("=")[0]!);
  });
  return [...new Set([...listed, ...DOCUMENTED.split(" ")])].filter((name) => !NEEDED.has(name));
}

const SPECIAL_VALUES = [
  "$(touch PWNED)",
  "`touch PWNED`",
  "\\044(touch PWNED)",
  "a[$(touch PWNED)]",
  "1,a[$(touch PWNED)]",
  "touch PWNED",
  "x; touch PWNED;",
  "$PWD/box?$(touch PWNED)",
  "./evil",
];

/**
 * For each value, the commands that source it as the value of each special variable. Each has its own file: a shell stops at
 * the first variable that cannot be set.
 */
function specialAssignments(format: "shell" | "fish"): string[][] {
  return SPECIAL_VALUES.map((value, i) => {
    const files = SPECIAL_NAMES.flatMap((name) => {
      const written = assigned(format, name, value);
      return "text" in written ? [{ name: `${format}${i}/${name}`, text: written.text }] : [];
    });
    for (const { name, text } of files) folder.file(name, text);
    return files.map(({ name }) => `. ../${name}`);
  });
}

const SPECIAL_ASSIGNMENTS = { shell: specialAssignments("shell"), fish: specialAssignments("fish") };

test("the shells list their special variables", () => {
  expect(SPECIAL_NAMES.length).toBeGreaterThan(150);
  for (const each of Object.values(SPECIAL_ASSIGNMENTS)) {
    for (const commands of each) expect(commands.length).toBeGreaterThan(100);
  }
});

test.skipIf(!installed.has("fish"))("fish sets every variable that is not rejected", () => {
  const names = SPECIAL_NAMES.filter((name) => shellProblem(name, "x") === undefined);
  const script =
    'for name in $argv; fish --no-config -c "set -gx $name x; and test \\"\\$$name\\" = x; or echo $name"; end';
  const { stdout } = spawnSync("fish", ["--no-config", "-c", script, ...names], { encoding: "utf8" });
  const refused = stdout.trim().split("\n");
  expect(refused).toContain("status");
  expect(refused.filter((name) => fishProblem(name) === undefined)).toEqual([]);
});

describe.concurrent.each([...POSIX, ...FISH].filter(({ isInteractive }) => isInteractive))("$name", (shell) => {
  test.skipIf(!isInstalled(shell))("hostile values of every special variable", async () => {
    const isFish = shell.command[0] === "fish";
    const prompts = [
      "true",
      "cd .",
      "if true",
      isFish ? "end" : "then true; fi",
      "nosuchcommand",
      "set -x; true; set +x",
    ];
    const checks = SPECIAL_ASSIGNMENTS[isFish ? "fish" : "shell"].map(async (sourced, i) => {
      const cwd = newFolder();
      writeFileSync(`${cwd}/evil`, "#!/bin/sh\ntouch PWNED\n", { mode: 0o755 });
      await after(shell, [...sourced, ...prompts].join("\n"), cwd);
      expect(existsSync(`${cwd}/PWNED`), SPECIAL_VALUES[i]).toBe(false);
    });
    await Promise.all(checks);
  });
});
