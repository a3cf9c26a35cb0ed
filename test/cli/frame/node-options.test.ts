/** Node.js processes some options anywhere on its command line: they must not be options of this program. */
import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { kubectlCommand } from "../../../src/cli/commands/kubectl/kubectl.ts";
import { commands } from "../../../src/cli/commands.ts";
import { refuseNodeOptions } from "../../../src/cli/frame/node-options.ts";
// @ts-expect-error: the tests of runtimes have no types
import { hostileNames } from "../../runtimes/hostile-names.js";
import { hasTool } from "../../tools.ts";
import { runInMemory } from "../memory-io.ts";
import { main } from "../processes.ts";
import { TemporaryFolder } from "../temporary.ts";

const folder = new TemporaryFolder();
const marker = folder.at("executed");
const preload = folder.file("preload.cjs", `require("fs").writeFileSync(${JSON.stringify(marker)}, "");`);
folder.file("x.env", `NODE_OPTIONS='--require=${preload}'\nHOST='db'\n`);
folder.file("text", "host: $(HOST)\n");
const root = join(import.meta.dirname, "../../..");

/** As `npm install` links the programs of a package, with Node.js, and kubectl where there is one, on PATH. */
const bin = folder.at("node_modules/.bin");
folder.file("node_modules/.bin/README");
for (const [name, file] of [
  ["varexpand", "main.js"],
  ["kubectl-varexpand", "kubectl-main.js"],
  ["kubectl_complete-varexpand", "kubectl-completion-main.js"],
] as const) {
  const path = join(root, "dist/cli", file);
  chmodSync(path, 0o755);
  symlinkSync(path, join(bin, name));
}
symlinkSync(root, folder.at("node_modules/varexpand"));
folder.file("package.json", JSON.stringify({ name: "x", scripts: { expand: "varexpand expand" } }));
const hasKubectl = hasTool("kubectl", "version", "--client");

const start = (command: string, ...args: string[]) =>
  spawnSync(command, args, {
    cwd: folder.path,
    encoding: "utf8",
    env: {
      ...process.env,
      PATH: [bin, dirname(process.execPath), process.env.PATH].join(delimiter),
      npm_config_offline: "true",
    },
    stdio: ["ignore", "pipe", "pipe"],
  });

beforeEach(() => rmSync(marker, { force: true }));

/** The last column: whether Node.js sees the arguments before a program of the package starts. SECURITY.md lists these ways. */
const WAYS = [
  ["node dist/cli/main.js", [process.execPath, main, "expand"], true],
  ["a global installation", [join(bin, "varexpand"), "expand"], false],
  ["npx", ["npx", "--no", "varexpand", "expand"], true],
  ["npx and --", ["npx", "--no", "--", "varexpand", "expand"], false],
  ["an npm script", ["npm", "run", "--silent", "expand", "--"], false],
] as const;

describe.each(WAYS)("%s", (_, [command, ...args], isSeen) => {
  test("--envfile reads an env file with NODE_OPTIONS, and executes nothing", () => {
    const { status, stdout } = start(command, ...args, "--envfile", "x.env", "text");
    expect({ status, stdout }).toEqual({ status: 0, stdout: "host: db\n" });
    expect(existsSync(marker)).toBe(false);
  });

  test(`--env-file is an error${isSeen ? ", but Node.js has already processed it" : ", and executes nothing"}`, () => {
    const { status, stdout, stderr } = start(command, ...args, "--env-file", "x.env", "text");
    expect({ status, stdout }).toEqual({ status: 2, stdout: "" });
    expect(stderr).toContain("--envfile FILE");
    expect(existsSync(marker)).toBe(isSeen);
  });
});

const PLUGINS = [
  ["kubectl-varexpand", [join(bin, "kubectl-varexpand")]],
  ...(hasKubectl ? [["kubectl varexpand", ["kubectl", "varexpand"]] as const] : []),
] as const;

test.each(PLUGINS)("%s has no option that takes an env file", (_, [command, ...args]) => {
  const { status, stderr } = start(command!, ...args, "deploy/web", "--envfile", "x.env");
  expect({ status, stderr }).toMatchObject({ status: 2, stderr: expect.stringContaining("unknown option --envfile") });
  expect(existsSync(marker)).toBe(false);
  expect(start(command!, ...args, "deploy/web", "--env-file", "x.env").stderr).toContain("--envfile FILE");
  expect(existsSync(marker)).toBe(false);
});

test.skipIf(!hasKubectl)("kubectl completes after --env-file, and executes nothing", () => {
  expect(start("kubectl", "__complete", "varexpand", "--env-file=x.env", "--stri").stdout).toContain("\n:4");
  expect(existsSync(marker)).toBe(false);
});

test("names of files that are names of options are operands, and execute nothing", () => {
  expect(hostileNames(process.execPath, bin)).toEqual([]);
});

test("xargs passes names that are names of options", () => {
  folder.file("names/--env-file=x.env", "A=1\nA=2\n");
  folder.file("names/--config=off.yaml", "rules: {}\n");
  folder.file("names/x.env", `NODE_OPTIONS='--require=${preload}'\n`);
  const script = "cd names && printf '%s\\0' * | xargs -0 varexpand lint --";
  // GNU xargs exits with 123 if the command fails.
  expect(start("sh", "-c", script)).toMatchObject({
    status: 123,
    stdout: expect.stringContaining("--env-file=x.env:2:"),
  });
  expect(existsSync(marker)).toBe(false);
});

test.each(
  ["bash", "dash", "busybox", "zsh"].filter((shell) =>
    hasTool(shell, ...(shell === "busybox" ? ["sh"] : []), "-c", ":"),
  ),
)("%s starts the programs", (shell) => {
  const args = [...(shell === "busybox" ? ["sh"] : []), join(bin, "varexpand")];
  expect(start(shell, ...args, "version")).toMatchObject({ status: 0, stderr: "" });
  const { status, stderr } = start(shell, ...args, "lint", "--experimental-config-file=a\nb");
  expect({ status, lines: stderr.split("\n") }).toEqual({
    status: 2,
    lines: [expect.stringMatching(/^varexpand: --experimental-config-file: /), ""],
  });
});

test("npm's shims on Windows start sh, which Git includes", () => {
  const [first] = readFileSync(main, "utf8").split("\n");
  // The expression of npm's cmd-shim.
  const shebang = /^#!\s*(?:\/usr\/bin\/env\s+(?:-S\s+)?((?:[^ \t=]+=[^ \t=]+\s+)*))?([^ \t]+)(.*)$/.exec(first!)!;
  expect(shebang.slice(1)).toEqual(["", "sh", ""]);
});

const REASON = "Node.js processes this option itself";
const INSTEAD = "to set variables from a file, use --envfile FILE";

test.each([
  [["expand", "--env-file", "x"], "varexpand: --env-file"],
  [["expand", "--env-file=x"], "varexpand: --env-file"],
  [["expand", "-o", "--env-file"], "varexpand: --env-file"],
  [["--env-file-if-exists=x", "expand"], "varexpand: --env-file-if-exists"],
  [["help", "expand", "--env-file-if-exists", "x"], "varexpand: --env-file-if-exists"],
  [["--version", "--experimental-config-file=x"], "varexpand: --experimental-config-file"],
  [
    ["pod", "--", "--experimental-config-file"],
    "varexpand: --experimental-config-file",
    "pass it to the command in sh -c",
  ],
  [["lsp", "--experimental-default-config-file"], "varexpand: --experimental-default-config-file"],
] as const)("%j is an error", async (args, what, hint: string = INSTEAD) => {
  const messages = [`${what}: ${REASON}; ${hint} (see varexpand --help)`];
  expect(await runInMemory([...args])).toMatchObject({ code: 2, output: "", messages });
});

test.each(["x--env-file=x", "--env-files", "x--experimental-config-file", "--experimental-config-files"])(
  "%s is not an option of Node.js",
  (arg) => expect(() => refuseNodeOptions(["expand", arg])).not.toThrow(),
);

test("run has an exit code of its own, and options after -- are the command's", async () => {
  expect(await runInMemory(["run", "--env-file", "x", "--", "true"])).toMatchObject({ code: 125 });
  const configFile = ["run", "--", "node", "--experimental-default-config-file"];
  const hint = "pass it to the command in sh -c";
  const messages = [`varexpand: ${configFile.at(-1)}: ${REASON}; ${hint} (see varexpand --help)`];
  expect(await runInMemory(configFile)).toMatchObject({ code: 125, messages });
  const { status, stdout } = start(process.execPath, main, "run", "--", "echo", "--env-file", "x.env");
  expect({ status, stdout }).toEqual({ status: 0, stdout: "--env-file x.env\n" });
  expect(existsSync(marker)).toBe(false);
});

test("kubectl varexpand names itself", async () => {
  const messages = [`kubectl varexpand: --env-file: ${REASON}; ${INSTEAD} (see kubectl varexpand --help)`];
  expect(await runInMemory(["--env-file=x"], { alone: kubectlCommand })).toMatchObject({ code: 2, messages });
});

test("Node.js leaves the options of all commands alone", async () => {
  const all = [kubectlCommand, ...(await Promise.all(commands.map(({ load }) => load())))];
  const args = [...new Set(all.flatMap(({ options }) => Object.keys(options)))].map((name) => `--${name}=missing`);
  expect(args.length).toBeGreaterThan(50);
  const script = folder.file("arguments.mjs", "console.log(JSON.stringify([process.execArgv, process.argv.slice(2)]))");
  const { stdout, stderr } = start(process.execPath, script, ...args);
  expect({ stdout: JSON.parse(stdout), stderr }).toEqual({ stdout: [[], args], stderr: "" });
});
