import { spawnSync } from "node:child_process";
import { describe, expect, test } from "vitest";
import { runInMemory } from "./memory-io.ts";

async function script(shell: string): Promise<string> {
  const { code, output } = await runInMemory(["completion", shell]);
  expect(code).toBe(0);
  return output;
}

/** What a shell prints for a program; fails the test if the shell complains. */
function inShell(shell: string, args: readonly string[], program: string): string[] {
  const { stdout, stderr, status } = spawnSync(shell, [...args, program], {
    encoding: "utf8",
    stdio: ["ignore", "pipe", "pipe"],
  });
  expect({ stderr, status }).toEqual({ stderr: "", status: 0 });
  return stdout.split("\n").filter((line) => line !== "");
}

const has = (shell: string) => spawnSync(shell, ["-c", "true"], { stdio: "ignore" }).status === 0;

describe.runIf(has("bash"))("bash", () => {
  async function complete(...words: string[]): Promise<string[]> {
    const line = words.map((word) => `'${word}'`).join(" ");
    return inShell(
      "bash",
      ["--norc", "-c"],
      `${await script("bash")}
COMP_WORDS=(varexpand ${line}); COMP_CWORD=${words.length}; _varexpand; printf '%s\\n' "\${COMPREPLY[@]}"`,
    );
  }

  test("commands, options and values", async () => {
    expect(await complete("exp")).toContain("expand");
    expect(await complete("")).toEqual(expect.arrayContaining(["expand", "completion", "--help", "--version"]));
    expect(await complete("expand", "--f")).toEqual(["--file", "--from-env"]);
    expect(await complete("expand", "-e")).toEqual(["-e"]);
    expect(await complete("expand", "READ")).toEqual([]);
  });

  test("what an option takes", async () => {
    expect(await complete("pod", "-o", "js")).toEqual(["json"]);
    expect(await complete("pod", "--output", "=", "js")).toEqual(["json"]);
    expect(await complete("pod", "-o", "=")).toContain("yaml");
    expect(await complete("envfile", "--dialect", "do")).toEqual(["dotenv"]);
    // A name is not to be guessed; a file is completed by the shell itself, in both cases without words from here.
    expect(await complete("pod", "--namespace", "")).toEqual([]);
    expect(await complete("pod", "--file", "")).toEqual([]);
    expect(await complete("run", "-f", "pod.yaml", "--", "--m")).toEqual([]);
    expect(await complete("run", "--m")).toEqual(["--mask"]);
  });

  test("directories", async () => {
    expect(await complete("pod", "-k", "assem")).toEqual(["assembly"]);
    expect(await complete("pod", "--volume", "data", "=", "assem")).toEqual(["assembly"]);
    expect(await complete("pod", "--volume", "=", "data", "=", "assem")).toEqual(["assembly"]);
    expect(await complete("pod", "-k", "packa")).toEqual([]);
  });
});

describe.runIf(has("zsh"))("zsh", () => {
  test("the script is one that zsh reads", async () => {
    const program = `autoload -Uz compinit; compinit -u -D\n${await script("zsh")}\nprint -r -- $_comps[varexpand]`;
    expect(inShell("zsh", ["-f", "-c"], program)).toEqual(["_varexpand"]);
  });
});

describe.runIf(has("fish"))("fish", () => {
  test("commands and options", async () => {
    const program = `${await script("fish")}\ncomplete -C 'varexpand exp'; complete -C 'varexpand expand --from'`;
    const lines = inShell("fish", ["--no-config", "-c"], program);
    expect(lines[0]).toMatch(/^expand\t/);
    expect(lines[1]).toMatch(/^--from-env\t/);
  });
});

test.each([[[]], [["csh"]], [["bash", "zsh"]], [["constructor"]]])("%j is a usage error", async (operands) => {
  const { code, output, messages } = await runInMemory(["completion", ...operands]);
  expect({ code, output }).toEqual({ code: 2, output: "" });
  expect(messages.join()).toContain("name one shell: bash, zsh, fish");
});
