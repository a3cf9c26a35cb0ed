/**
 * `npm run test:install`: installs the package in the ways that the guides show, from a clone of this repository in an empty
 * folder, and runs it. It uses the registry. Prints a line for each way.
 *
 *   npm ci         prints no warning, builds, and asks to approve no install script but that of esbuild
 *   npm pack       prints nothing but the name of the file
 *   npm install    installs the package and nothing else; its programs run, also as a plugin of kubectl
 *   action.yml     builds and runs its own source, or installs the package
 *   pre-commit     installs the hook with `repo:` and `id:`
 *   flux-varexpand a symbolic link of this name starts the command
 *   npm run binary builds one executable, which starts fast, and for which no argument is an option of Node.js
 *   Dockerfile     a parser reads it. Its last command makes a root folder, in which the executable runs without other files
 */
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, openSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { load } from "js-yaml";
import { hostileNames } from "../runtimes/hostile-names.js";

const POD = `apiVersion: v1
kind: Pod
metadata: { name: web }
spec: { containers: [{ name: app, image: x, args: ["$(HSOT)"], env: [{ name: HOST, value: db }] }] }
`;
/** In seconds of processor time, because other programs may run at the same time. Two processors need about half of it. */
const MAX_PREPARE = 45;

const manifest = JSON.parse(readFileSync(join(import.meta.dirname, "../../package.json"), "utf8"));
const folder = mkdtempSync(join(tmpdir(), "varexpand-install-"));
const clone = join(folder, "clone");
const work = join(folder, "work");
let failures = 0;
let passed = 0;

/** Without what `npm run` sets. */
const ENVIRONMENT = Object.fromEntries(
  Object.entries(process.env).filter(
    ([name]) => !/^npm_/i.test(name) || /^npm_config_(?:registry|cafile)$/i.test(name),
  ),
);

function environment(own) {
  const PATH = [dirname(process.execPath), process.env.PATH].join(delimiter);
  return { ...ENVIRONMENT, PATH, PRE_COMMIT_HOME: join(folder, "cache"), GIT_CONFIG_NOSYSTEM: "1", ...own };
}

function run(program, args, { cwd = clone, env = {} } = {}) {
  return spawnSync(program, args, { cwd, env: environment(env), encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });
}

/** Starts a program, which runs while others do. Returns a function that waits for its end. */
function start(program, args, cwd) {
  const file = join(folder, `${program}.txt`);
  const output = openSync(file, "w");
  const child = spawn(program, args, { cwd, env: environment(), stdio: ["ignore", output, output] });
  const ended = once(child, "close").catch(({ message }) => [message]);
  return async () => {
    const [status] = await ended;
    return { status, stdout: readFileSync(file, "utf8") };
  };
}

/** Returns the fastest of several runs of each command, in milliseconds. They take turns, because the load of a machine changes. */
function fastest(...commands) {
  const times = commands.map(() => Number.POSITIVE_INFINITY);
  for (let i = 0; i < 30; i++) {
    for (const [index, [program, args]] of commands.entries()) {
      const start = performance.now();
      run(program, args);
      times[index] = Math.min(times[index], performance.now() - start);
    }
  }
  return times;
}

function check(name, { status, stdout = "", stderr = "" }, expected, patterns = []) {
  const output = stdout + stderr;
  const isExpected = status === expected && patterns.every((pattern) => pattern.test(output));
  console.log(`${isExpected ? "ok" : "failed"}     ${name}`);
  if (!isExpected) console.error(`exit code ${status}\n${output.slice(-4000)}`);
  if (isExpected) passed++;
  else failures++;
}

try {
  mkdirSync(work);
  writeFileSync(join(work, "pod.yaml"), POD);
  check("git clone", run("git", ["clone", "-q", join(import.meta.dirname, "../.."), clone], { cwd: folder }), 0);

  const repository = join(folder, "repository");
  mkdirSync(repository);
  writeFileSync(join(repository, "pod.yaml"), POD);
  const rev = run("git", ["rev-parse", "HEAD"]).stdout.trim();
  writeFileSync(
    join(repository, ".pre-commit-config.yaml"),
    `repos:\n  - repo: ${clone}\n    rev: ${rev}\n    hooks: [{ id: varexpand-lint }]\n`,
  );
  run("git", ["init", "-q"], { cwd: repository });
  run("git", ["add", "."], { cwd: repository });
  const hook = start("pre-commit", ["run", "--all-files"], repository);

  const [{ run: script }] = load(readFileSync(join(clone, "action.yml"), "utf8")).runs.steps;
  const inputs = { LINT_PATHS: ".", LINT_FORMAT: "text", LINT_OUTPUT: "", LINT_FAIL_ON: "warning", LINT_VERSION: "" };
  const env = { ...inputs, GITHUB_ACTION_PATH: clone, RUNNER_TEMP: join(folder, "temp") };
  const action = run("bash", ["--noprofile", "--norc", "-eo", "pipefail", "-c", script], { cwd: work, env });
  check("action.yml builds and runs its own source", action, 1, [/undefined-reference/]);
  // npm warns about the install script of esbuild; the next check is about that.
  const warnings = action.stderr.split("\n").filter((line) => /\bwarn (?!install-scripts)|deprecated/i.test(line));
  check("npm ci prints no warning", { status: warnings.length, stderr: warnings.join("\n") }, 0);
  // Only newer versions of npm have this command.
  const scripts = run("npm", ["install-scripts", "ls", "--json"]);
  if (scripts.status === 0) {
    const names = JSON.parse(scripts.stdout)
      .allowScripts.map(({ name }) => name)
      .join(" ");
    check(`npm install-scripts lists ${names}`, { status: Number(names !== "esbuild") }, 0);
  }

  rmSync(join(clone, "dist"), { recursive: true, force: true });
  const pack = run("bash", ["-c", "TIMEFORMAT='%U user'; time npm pack --pack-destination .."]);
  const seconds = Number(/(\S+) user/.exec(pack.stderr)[1]);
  check("npm pack prints only the name of the file", pack, /^varexpand-[\d.]+\.tgz\n$/.test(pack.stdout) ? 0 : -1);
  check(`npm pack builds in ${seconds} s`, { ...pack, status: seconds > MAX_PREPARE ? 1 : 0 }, 0);

  const tarball = join(folder, pack.stdout.trim());
  const app = join(folder, "app");
  mkdirSync(app);
  writeFileSync(join(app, "package.json"), "{}");
  check("npm install", run("npm", ["install", "--no-audit", "--no-fund", tarball], { cwd: app }), 0, [
    /added 1 package/,
  ]);
  const installed = join(app, "node_modules/.bin");
  const lint = ["lint", "--", join(work, "pod.yaml")];
  check("the installed command runs", run(join(installed, "varexpand"), lint), 1, [/undefined-reference/]);
  check("npx runs the installed command", run("npx", ["--", "varexpand", ...lint], { cwd: app }), 1, [/undefined-ref/]);
  symlinkSync(join(installed, "varexpand"), join(installed, "flux-varexpand"));
  check("flux-varexpand", run(join(installed, "flux-varexpand"), ["version"]), 0, [/^varexpand /]);
  const PATH = [installed, dirname(process.execPath), process.env.PATH].join(delimiter);
  if (run("kubectl", ["version", "--client"]).status === 0) {
    check("kubectl varexpand", run("kubectl", ["varexpand", "--help"], { env: { PATH } }), 0, [
      /^usage: kubectl varexp/,
    ]);
  }
  const packed = { ...env, LINT_VERSION: `file:${tarball}` };
  const args = ["--noprofile", "--norc", "-eo", "pipefail", "-c", script];
  check("action.yml installs the package", run("bash", args, { cwd: work, env: packed }), 1, [/undefined-reference/]);

  check("npm run binary", run("npm", ["run", "--silent", "binary"]), 0, [/ MB$/m]);
  const binary = join(clone, "build/binary");
  const executable = join(binary, "varexpand");
  check("the executable runs", run(executable, ["lint", join(work, "pod.yaml")]), 1, [/undefined-reference/]);
  const node = join(binary, "node_modules", `node-${process.platform}-${process.arch}`, "bin/node");
  const [own, bare] = fastest([executable, ["version"]], [node, ["-e", "0"]]);
  const ratio = own / bare;
  check(`the executable starts in ${ratio.toFixed(2)} times the time of Node.js`, { status: Number(ratio > 1.5) }, 0);
  const bin = join(folder, "bin");
  mkdirSync(bin);
  for (const name of Object.keys(manifest.bin)) symlinkSync(executable, join(bin, name));
  const problems = hostileNames(process.execPath, bin);
  check("the executable, with names of files", { status: problems.length, stdout: problems.join("\n") }, 0);
  const refused = run(executable, ["lint", "--env-file=none"]);
  check("the executable does not read an env file of Node.js", refused, 2, [/--env-file: Node\.js processes this/]);

  const tools = createRequire(join(import.meta.dirname, "../../scripts/"));
  const docker = tools("dockerfile-ast").DockerfileParser.parse(
    readFileSync(join(clone, "examples/container/Dockerfile"), "utf8"),
  );
  const steps = docker.getInstructions().map((step) => [step.getInstruction(), step.getArgumentsContent()]);
  const kinds = steps.map(([kind]) => kind).join(" ");
  check("the Dockerfile", { status: 0, stdout: kinds }, 0, [
    /^FROM WORKDIR COPY RUN RUN FROM COPY USER WORKDIR ENTRYPOINT$/,
  ]);
  const image = join(folder, "image");
  const command = steps
    .filter(([kind]) => kind === "RUN")
    .at(-1)[1]
    .replaceAll("/image", image);
  check("the files of the image", run("bash", ["-c", command]), 0);
  if (process.getuid?.() === 0) {
    const args = ["--userspec=65534:65534", image, "/varexpand", "version"];
    check("the image runs", run("chroot", args), 0, [/^varexpand /]);
  }

  check("pre-commit installs and runs the hook", await hook(), 1, [
    /exit code: 1/,
    /pod\.yaml:4:.*undefined-reference/,
  ]);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
console.log(`\n${passed} passed, ${failures} failed`);
process.exitCode = failures === 0 ? 0 : 1;
