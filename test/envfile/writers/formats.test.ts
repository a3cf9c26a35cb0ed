/** Assignments in the formats that programs read, each read back by its reader. */
import { spawnSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { parseEnv } from "node:util";
import dotenv from "dotenv";
import { describe, expect, test } from "vitest";
import { dockerReading } from "../../../src/envfile/readers/docker-and-kubectl.ts";
import { composeReading } from "../../../src/envfile/readers/docker-compose.ts";
import {
  type AssignmentFormat,
  assigned,
  envFileProblem,
  isAssignmentFormat,
  sourcedLine,
  wholeFileProblem,
} from "../../../src/envfile/writers/formats.ts";
import { parseEnvFile } from "../../../src/index.ts";
import { TemporaryFolder } from "../../cli/temporary.ts";
import { Random } from "../../reference/random.ts";
import { hasTool } from "../../tools.ts";

const folder = new TemporaryFolder();

const textOf = (format: AssignmentFormat, name: string, value: string) =>
  (assigned(format, name, value) as { text?: string }).text;
const problemOf = (format: AssignmentFormat, name: string, value: string) =>
  (assigned(format, name, value) as { problem?: string }).problem;

test.each<[format: AssignmentFormat, value: string, text: string]>([
  ["env-file", "v", "A='v'"],
  ["env-file", 'a $B "c"\n#\r', `A='a $B "c"\n#\r'`],
  ["dotenv", "v", "A=v"],
  ["dotenv", "", "A=''"],
  ["dotenv", "a #b $C", "A='a #b $C'"],
  ["dotenv", "it's", 'A="it\'s"'],
  ["dotenv", "it's\ntwo", 'A="it\'s\ntwo"'],
  ["dotenv", "it's $5", 'A="it\'s $5"'],
  ["dotenv", "C:\\dir\\", "A=C:\\dir\\"],
  ["dotenv", "a\\nb", "A='a\\nb'"],
  ["dotenv", "\\ a", "A='\\ a'"],
  ["dotenv", "a/b.c:d,e@f%g+h-i_j", "A=a/b.c:d,e@f%g+h-i_j"],
  ["dotenv", "'", `A="'"`],
  ["docker", "", "A="],
  ["docker", " 'a' \"b\" #c $D ", "A= 'a' \"b\" #c $D "],
  ["docker", "a\rb", "A=a\rb"],
  ["shell", "", "export A=''"],
  ["fish", "", "set -gx A ''"],
  ["fish", "it's $B\n\\", "set -gx A 'it\\'s $B\n\\\\'"],
  ["shell", "it's $B\n", "export A='it'\\''s $B\n'"],
])("%s: %j", (format, value, text) => {
  expect(assigned(format, "A", value)).toEqual({ text });
});

const NOT_ALIKE =
  "the value of A cannot be written so that dotenv, Node.js, and docker compose read it alike and a shell does not run anything";

test.each<[format: AssignmentFormat, name: string, value: string, problem: string]>([
  ["env-file", "A", "it's", "the value of A contains an apostrophe, which an env file cannot represent"],
  ["env-file", "A", "", "the value of A is empty, which the kubelet treats like a missing variable"],
  ["env-file", "A", "a\r\nb", "the value of A contains CR LF, which an env file cannot represent"],
  ["env-file", "A", "x".repeat(32_769), '"A": the value has more than 32768 bytes'],
  ["env-file", "A".repeat(129), "v", `"${"A".repeat(129)}": the name has more than 128 characters`],
  ["env-file", "A", "a\0", "the value of A contains NUL, which a shell cannot represent"],
  ["env-file", "A B", "v", '"A B" is not a valid variable name in a shell'],
  ["env-file", "é", "v", '"é": the name contains a character that is not printable ASCII; rename the variable'],
  ["dotenv", "A B", "v", '"A B" is not a valid variable name in dotenv'],
  ["dotenv", "é", "v", '"é" is not a valid variable name in dotenv'],
  ["dotenv", "", "v", '"" is not a valid variable name in dotenv'],
  ["dotenv", "__proto__", "v", '"__proto__" is not a valid variable name in dotenv'],
  ["dotenv", "A", "a\rb", NOT_ALIKE],
  ["dotenv", "A", "it's $B", NOT_ALIKE],
  ["dotenv", "A", "'\"\n", NOT_ALIKE],
  ["dotenv", "A", "#\\", NOT_ALIKE],
  ["dotenv", "A", "it's $(id)", NOT_ALIKE],
  ["dotenv", "A", "it's `id`", NOT_ALIKE],
  ["dotenv", "A", "a b\\", NOT_ALIKE],
  ["dotenv", "A", "a\"'b", NOT_ALIKE],
  ["dotenv", "PS1", "$(id)", "a shell expands the value of PS1 when it prompts"],
  ["dotenv", "A", "a\0", NOT_ALIKE],
  ["shell", "UID", "1000", "bash ignores assignments to UID"],
  ["shell", "BASHOPTS", "v", "bash ignores assignments to BASHOPTS"],
  ["fish", "PATH", "a\0", "the value of PATH contains NUL, which a shell cannot represent"],
  ["fish", "status", "v", "fish reserves status"],
  ["fish", "fish_key_bindings", "v", "fish reserves fish_key_bindings"],
  ["fish", "__fish_x", "v", "fish reserves __fish_x"],
  ["shell", "PS1", "\\044(id)", "a shell expands the value of PS1 when it prompts"],
  ["shell", "PROMPT_EOL_MARK", "$(id)", "a shell expands the value of PROMPT_EOL_MARK when it prompts"],
  ["shell", "MAILPATH", "/f?$(id)", "a shell expands the value of MAILPATH when it prompts"],
  ["shell", "BASH_ENV", "`id`", "a shell expands the value of BASH_ENV when it starts"],
  ["docker", "A B", "v", '"A B" is not a valid variable name in docker'],
  ["docker", "#A", "v", '"#A" is not a valid variable name in docker'],
  ["docker", "\ufeffA", "v", '"\ufeffA" is not a valid variable name in docker'],
  ["docker", "", "v", '"" is not a valid variable name in docker'],
  ["docker", "A=B", "v", '"A=B" is not a valid variable name in docker'],
  ["docker", "A", "a\nb", "the value of A contains a line break, which docker's format cannot represent"],
  ["docker", "A", "a\0", "the value of A contains NUL, which an environment variable cannot contain"],
  ["docker", "A", "a\r", "the value of A ends with a carriage return, which docker removes with the line break"],
  ["docker", "A", "x".repeat(65_534), "the value of A is too long; docker reads lines of at most 65535 bytes"],
  ["shell", "a.b", "v", '"a.b" is not a valid variable name in a shell'],
  ["shell", "A", "a\0", "the value of A contains NUL, which a shell cannot represent"],
])("%s cannot hold %j=%j", (format, name, value, problem) => {
  expect(assigned(format, name, value)).toEqual({ problem });
});

test.each(["env-file", "dotenv", "docker", "shell"] as const)("%s rejects half of a surrogate pair", (format) => {
  expect(problemOf(format, "A", "a\ud83d")).toBe("the value of A is not valid Unicode");
  expect(textOf(format, "A", "😀")).toContain("😀");
});

const ASCII = Array.from({ length: 128 }, (_, code) => String.fromCharCode(code));

test.each<[format: AssignmentFormat, characters: RegExp]>([
  ["env-file", /[-.\w]/],
  ["dotenv", /[-.\w]/],
  ["docker", /[^ \t\n]/],
  ["shell", /\w/],
])("the ASCII characters of names: %s", (format, characters) => {
  const accepted = ASCII.filter((character) => textOf(format, `A${character}B`, "v") !== undefined);
  expect(accepted).toEqual(
    ASCII.filter((character) => characters.test(character) && (format !== "docker" || !"=\0".includes(character))),
  );
});

test.each<[format: AssignmentFormat, texts: (value: string, character: string) => string | undefined]>([
  ["env-file", (value, character) => (character === "'" || character === "\0" ? undefined : `A='${value}'`)],
  ["docker", (value, character) => (/[\0\n]/.test(character) ? undefined : `A=${value}`)],
  [
    "dotenv",
    (value, character) => {
      if (/[\0\r]/.test(character)) return undefined;
      if (/[\w./:,@%+-]/.test(character)) return `A=${value}`;
      return character === "'" ? `A="${value}"` : `A='${value}'`;
    },
  ],
  [
    "shell",
    (value, character) => (character === "\0" ? undefined : `export A='${character === "'" ? "a'\\''b" : value}'`),
  ],
])("each ASCII character in a value: %s", (format, text) => {
  for (const character of ASCII)
    expect(textOf(format, "A", `a${character}b`), JSON.stringify(character)).toBe(text(`a${character}b`, character));
});

test("in dotenv, a value with a backslash at its end has no quotes", () => {
  const accepted = ASCII.filter((character) => textOf("dotenv", "A", `a${character}\\`) === `A=a${character}\\`);
  expect(accepted).toEqual(ASCII.filter((character) => /[^\0\s'"`#$;&|<>()]/.test(character)));
});

test("names of an env file beyond ASCII do not contain white space", () => {
  for (const name of ["\u00a1", "é", "\u200b", "\u{1f600}", "_.-"]) expect(envFileProblem(name, "v")).toBeUndefined();
  for (const name of ["", "\u0085", "\u00a0", "\u2003", "\u2028", "a\u3000", "a/b", "a$b"])
    expect(envFileProblem(name, "v")).toBe(`${JSON.stringify(name)} is not a valid variable name in a shell`);
});

test("the names of the formats", () => {
  expect(["env-file", "dotenv", "docker", "shell", "json", "Shell", ""].map(isAssignmentFormat)).toEqual([
    ...Array(4).fill(true),
    ...Array(3).fill(false),
  ]);
});

test("an env file has 64 KiB at most", () => {
  const text = `A='${"x".repeat(32_768)}'\n`.repeat(2);
  expect(wholeFileProblem("env-file", text)).toBe("the file has more than 65536 bytes");
  expect(wholeFileProblem("dotenv", text)).toBeUndefined();
  expect(wholeFileProblem("env-file", "A='1'\n")).toBeUndefined();
});

test("after a backslash at the end of the first value, fish would run the next one", () => {
  const problem =
    "the value of A ends with a backslash, after which fish would run the next value; put another variable first";
  for (const format of ["env", "env-file"] as const) {
    expect(wholeFileProblem(format, "# c\nA='x\\'\nB='v'\n")).toBe(problem);
    expect(wholeFileProblem(format, "A='x\\'\n")).toBeUndefined();
    expect(wholeFileProblem(format, "B='v'\nA='x\\'\nC='v'\n")).toBeUndefined();
  }
});

describe("the output is read back, whatever surrounds it", () => {
  const PIECES =
    "a,b c,',\",`,\\,\\n,\\r,\\t,\n,\r,\r\n,$,$$,${A},$A,#, #, ,\t,=,:,\u2028,\u00a0,\u0085,\ufeff,é😀,{,},A=,~,*,!".split(
      ",",
    );
  const NAMES = ["A", "B", "_c", "D"];
  const SEED = 20_261_122;

  /** Files of some variables that the format holds, and of how many values it holds them. */
  function filesOf(format: AssignmentFormat, count: number) {
    const random = new Random(SEED);
    const files: { text: string; variables: Record<string, string> }[] = [];
    let held = 0;
    while (files.length < count) {
      const variables: Record<string, string> = {};
      let text = "";
      for (const name of NAMES) {
        const value = Array.from({ length: random.below(7) }, () => PIECES[random.below(PIECES.length)]!).join("");
        const written = textOf(format, name, value);
        if (written === undefined) continue;
        held++;
        variables[name] = value;
        text += `${written}\n`;
      }
      files.push({ text, variables });
    }
    expect(held).toBeGreaterThan(count);
    return files;
  }

  test("env-file, in both profiles", () => {
    for (const { text, variables } of filesOf("env-file", 500)) {
      expect(parseEnvFile(text).toObject()).toEqual(variables);
      expect(parseEnvFile(text, { profile: "kubelet" }).toObject()).toEqual(variables);
    }
  });

  test("dotenv, by dotenv, Node.js and docker compose", () => {
    for (const { text, variables } of filesOf("dotenv", 500)) {
      expect(dotenv.parse(text), text).toEqual(variables);
      expect({ ...parseEnv(text) }, text).toEqual(variables);
      expect(composeReading(text), text).toEqual({ variables: new Map(Object.entries(variables)) });
    }
  });

  test("docker", () => {
    for (const { text, variables } of filesOf("docker", 500)) {
      expect(dockerReading(text), text).toEqual({ variables: new Map(Object.entries(variables)) });
    }
  });

  const print = (names: readonly string[]) =>
    `for n in ${names.join(" ")}; do if [ -n "\${!n+x}" ]; then printf '%s\\0%s\\0' "$n" "\${!n}"; fi; done`;
  const pairs = (output: string) => {
    const fields = output.split("\0").slice(0, -1);
    return Object.fromEntries(fields.flatMap((name, i) => (i % 2 === 0 ? [[name, fields[i + 1]!]] : [])));
  };
  const hasBash = hasTool("bash", "--norc", "-c", "true");

  test.skipIf(!hasBash)("shell and env-file, by bash", () => {
    for (const format of ["shell", "env-file"] as const) {
      for (const { text, variables } of filesOf(format, 40)) {
        const file = folder.file("sourced", text);
        const { stdout } = spawnSync("bash", ["--norc", "-c", `. "$1"; ${print(NAMES)}`, "bash", file], {
          env: { LC_ALL: "C" },
          stdio: ["ignore", "pipe", "inherit"],
        });
        expect(pairs(stdout.toString()), text).toEqual(variables);
      }
    }
  });

  test.skipIf(!hasBash)("dotenv: bash, which may read other values, runs nothing", () => {
    const random = new Random(SEED);
    const pieces = [
      "touch PWNED",
      "$(touch PWNED)",
      "`touch PWNED`",
      ";",
      "&",
      "|",
      "\n",
      " ",
      "'",
      '"',
      "\\",
      "$",
      "x",
      "#",
      ">",
    ];
    const files = Array.from({ length: 60 }, () =>
      Array.from({ length: 8 }, (_, i) => {
        const value = Array.from({ length: random.below(8) }, () => random.pick(pieces)).join("");
        return textOf("dotenv", `A${i}`, value) ?? "";
      }).join("\n"),
    );
    expect(files.join("")).toContain("touch PWNED");
    const paths = files.map((text, i) => folder.file(`dotenv/${i}`, text));
    // Each in a shell of its own: one that stops at an error must not keep the others from being read.
    spawnSync("bash", ["--norc", "-c", 'for f; do ( . "$f" ); done', "bash", ...paths], {
      cwd: folder.at("dotenv"),
      stdio: "ignore",
    });
    expect(readdirSync(folder.at("dotenv"))).toHaveLength(files.length);
  });

  test("dotenv, by node --env-file", () => {
    const program = `for (const n of ${JSON.stringify(NAMES)}) if (n in process.env) process.stdout.write(n + "\\0" + process.env[n] + "\\0")`;
    for (const { text, variables } of filesOf("dotenv", 15)) {
      const args = [`--env-file=${folder.file("node.env", text)}`, "-e", program];
      const { stdout } = spawnSync(process.execPath, args, { env: {}, stdio: ["ignore", "pipe", "inherit"] });
      expect(pairs(stdout.toString()), text).toEqual(variables);
    }
  });
});

test.each([
  ["A", "b", "A=b"],
  ["A", "it's $(x)\n", "A='it'\\''s $(x)\n'"],
  ["a.b", "c", ": 'a.b=c'"],
  ["a-b", "it's\n`x`", ": 'a-b=it'\\''s\n`x`'"],
  ["/bin/sh", "", ": '/bin/sh='"],
  ["PS1", "$(id)", ": 'PS1=$(id)'"],
  ["RANDOM", "a[0]", ": 'RANDOM=a[0]'"],
  ["UID", "1000", ": 'UID=1000'"],
  ["A\n", "secret\0", "# A\\n is not printed, because it contains NUL"],
])("%j=%j as a line for reading that a shell can source", (name, value, line) => {
  expect(sourcedLine(name, value)).toBe(line);
});
