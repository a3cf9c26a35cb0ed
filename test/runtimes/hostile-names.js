/**
 * Starts each program of the package with file names that other people choose: names of options, of varexpand and of Node.js,
 * which would load code. Used by test/cli/hostile-operands.test.ts and, for every Node.js, by `npm run test:runtimes`.
 */
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";

/** Options that Node.js searches its whole command line for, even after `--`. */
export const CONFIG_NAMES = [
  "--experimental-config-file=node.config.json",
  "--experimental-config-file",
  "--experimental-default-config-file",
];
/** Options that Node.js searches its command line for, up to the first `--`. */
const ENV_FILE_NAMES = ["--env-file=x.env", "--env-file-if-exists=x.env"];
const NAMES = [
  ...ENV_FILE_NAMES,
  "--config=off.yaml",
  "--fail-on=error",
  "--fix",
  "--help",
  "--",
  "-e",
  "-o",
  "--require=preload.cjs",
  "--import=preload.cjs",
  "--inspect",
  "-lead.yaml",
  "a b.yaml",
  "line\nbreak.yaml",
  "::stop-commands::T.yaml",
  "$(touch executed).yaml",
  "[a]*.yaml",
];
const POD = `apiVersion: v1
kind: Pod
metadata: { name: web }
spec: { containers: [{ name: app, image: x, args: ["$(HSOT)"], env: [{ name: HOST, value: db }] }] }
`;

export class HostileFolder {
  path = mkdtempSync(join(tmpdir(), "varexpand-names-"));

  constructor() {
    const write = (name, text) => writeFileSync(join(this.path, name), text);
    for (const name of NAMES) write(name, name.endsWith(".env") ? "A=1\nA=2\n" : POD);
    for (const name of CONFIG_NAMES) write(name, POD);
    const preload = join(this.path, "preload.cjs");
    write("preload.cjs", `require("fs").writeFileSync(${JSON.stringify(join(this.path, "executed"))}, "");`);
    write("x.env", `NODE_OPTIONS='--require=${preload}'\n`);
    write("node.config.json", JSON.stringify({ nodeOptions: { import: [preload] } }));
    write("off.yaml", "rules: { undefined-reference: off }\n");
    mkdirSync(join(this.path, ".git"));
  }

  /** @returns the result, and whether code was executed that a file names */
  start(node, bin, command, ...args) {
    rmSync(join(this.path, "executed"), { force: true });
    const { status, stdout, stderr } = spawnSync(command, args, {
      cwd: this.path,
      encoding: "utf8",
      env: { ...process.env, PATH: [bin, dirname(node), process.env.PATH].join(delimiter), npm_config_offline: "true" },
      stdio: ["ignore", "pipe", "pipe"],
    });
    return { status, stdout, stderr, isExecuted: existsSync(join(this.path, "executed")) };
  }

  remove() {
    rmSync(this.path, { recursive: true });
  }
}

/**
 * @param node the Node.js that is first on PATH
 * @param bin a folder with the programs, as npm links them
 * @returns what is wrong
 */
export function hostileNames(node, bin) {
  const folder = new HostileFolder();
  const problems = [];
  const check = (expected, command, ...args) => {
    const { status, stdout, stderr, isExecuted } = folder.start(node, bin, command, ...args);
    const call = JSON.stringify([command, ...args]);
    if (isExecuted) problems.push(`${call} executes code`);
    if (!expected.includes(status)) problems.push(`${call} exits with ${status}: ${stderr}${stdout}`);
    return { stdout, stderr };
  };
  try {
    const { stdout } = check([1], "varexpand", "lint", "-o", "json", "--", ...NAMES);
    const found = new Set(JSON.parse(stdout || '{"findings":[]}').findings.map(({ file }) => file));
    problems.push(...NAMES.filter((name) => !found.has(name)).map((name) => `${JSON.stringify(name)}: no finding`));
    for (const name of ENV_FILE_NAMES) {
      check([2], "varexpand", "lint", name);
      check([2], "kubectl-varexpand", "deploy/web", name);
      check([0], "kubectl_complete-varexpand", name, "");
      check([0], "varexpand", "completion", "workloads", "--", "lint", name, "");
    }
    for (const name of CONFIG_NAMES) {
      const { stderr } = check([2], "varexpand", "lint", "--", name);
      const message = `varexpand: ${name.replace(/=.*/, "")}: Node.js processes this option itself; `;
      if (!stderr.startsWith(message)) problems.push(`lint -- ${name}: ${stderr}`);
      check([125], "varexpand", "run", "--", "echo", name);
      check([2], "kubectl-varexpand", "deploy/web", name);
      check([0, 2], "kubectl_complete-varexpand", name, "");
    }
    check([1], "varexpand", "lint", "--", ...CONFIG_NAMES.map((name) => `./${name}`));
  } finally {
    folder.remove();
  }
  return problems;
}
