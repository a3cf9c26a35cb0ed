/**
 * `npm run test:runtimes`: packs the package, installs the tarball as a user would, and runs the conformance vectors on
 * every runtime. Prints a table; fails if a vector fails, or if a runtime cannot be had.
 */
import { execFileSync, spawnSync } from "node:child_process";
import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { runInChromium } from "./chromium.js";
import { runInComponent } from "./component.js";
import { checkExample, installExample, measureExample } from "./edge.js";
import { attackExample } from "./edge-attack.js";
import { hostileNames } from "./hostile-names.js";
import { expandOnly, portable, required, script, worker } from "./programs.js";
import { binaries } from "./tools.js";
import { sampleVectors } from "./vectors.js";
import { bundleWithEsbuild, bundleWithWrangler, runInWorkerd } from "./workerd.js";

/** The maximum gzipped size of a Worker that uses only `expand`. */
const WORKER_BUDGET = 4 * 1024;
/** How long the edge example is attacked. `node test/runtimes/edge-attack.js --seconds 600` does so for longer. */
const ATTACK_SECONDS = 20;

const root = join(import.meta.dirname, "..", "..");
const project = mkdtempSync(join(tmpdir(), "varexpand-runtimes-"));
const tools = binaries();
const rows = [];
const failures = [];
/** Rows of which something failed. */
const failed = new Set();

installTarball();
refused("Node 18", tools.node18);
for (const version of [20, 22, 24, 26]) await row(`Node ${version}`, () => onNode(tools[`node${version}`]));
for (const version of ["20", "22", "22-latest", "24", "26"])
  names(`Node ${version}, names of files`, tools[`node${version}`]);
await row("Node 20, no WebAssembly", () => execute(tools.node20, ["portable.mjs"]));
await row("ComponentizeJS", () => runInComponent(project));
await row("Deno", () =>
  execute(tools.deno, ["run", "--no-remote", "--node-modules-dir=manual", "--allow-read", "--allow-env", "main.mjs"]),
);
await row("Bun", () => execute(tools.bun, ["main.mjs"]));
await row("workerd", async () => runInWorkerd(tools.workerd, await bundleWithEsbuild(project, "worker.js")));
await row("wrangler's bundle", () => runInWorkerd(tools.workerd, bundleWithWrangler(tools, project, "worker.js")));
await row("Chromium, strict CSP", () => runInChromium(tools.chromium, project));
await bundleSizes();
await edgeExample();
report();

function installTarball() {
  const npm = (args, cwd) => execFileSync("npm", args, { cwd, encoding: "utf8", stdio: ["ignore", "pipe", "inherit"] });
  const [{ filename }] = JSON.parse(npm(["pack", "--json", "--ignore-scripts", "--pack-destination", project], root));
  writeFileSync(join(project, "package.json"), '{ "private": true, "type": "module" }\n');
  npm(["install", "--no-audit", "--no-fund", "--offline", `./${filename}`], project);
  copyFileSync(join(import.meta.dirname, "conformance.js"), join(project, "conformance.js"));
  writeFileSync(join(project, "vectors.json"), JSON.stringify(sampleVectors()));
  writeFileSync(join(project, "quotes.env"), "A='pa$word'\nB=$A\n");
  writeFileSync(join(project, ".env"), "VAREXPAND_ENV_FILE=read\n");
  writeFileSync(join(project, "main.mjs"), script);
  writeFileSync(join(project, "portable.mjs"), portable);
  writeFileSync(join(project, "required.cjs"), required);
  writeFileSync(join(project, "worker.js"), worker);
  writeFileSync(join(project, "expand-only.js"), expandOnly);
}

/** Runs a program to its end; its last line of output is the JSON. */
function execute(binary, args) {
  if (binary === undefined) throw new Error("this runtime is not installed");
  const output = execFileSync(binary, args, { cwd: project, encoding: "utf8", stdio: ["ignore", "pipe", "inherit"] });
  return JSON.parse(output.trimEnd().split("\n").at(-1));
}

function onNode(binary) {
  const result = execute(binary, ["main.mjs"]);
  const output = execFileSync(binary, ["required.cjs"], { cwd: project, encoding: "utf8" });
  if (output.trim() !== "required") throw new Error(`require("varexpand"): ${output}`);
  return result;
}

/** A version that is too old: the command says which one it needs. */
function refused(runtime, binary) {
  const args = [join(project, "node_modules/varexpand/dist/cli/main.js"), "--version"];
  const { status, stderr } = spawnSync(binary ?? "", args, { encoding: "utf8" });
  const isRefused = status === 2 && /^varexpand: unsupported Node\.js 18\.\S+; use 20\.19 .*\n$/.test(stderr);
  rows.push([runtime, isRefused ? "refused" : "not refused", "", ""]);
  if (!isRefused) fail(runtime, `${status}: ${stderr}`);
}

/** The programs, with names of files that are names of options of Node.js. */
function names(runtime, binary) {
  const problems =
    binary === undefined ? ["this runtime is not installed"] : hostileNames(binary, join(project, "node_modules/.bin"));
  rows.push([runtime, problems.length === 0 ? "not executed" : "executed, or not read", "", ""]);
  for (const problem of problems) fail(runtime, problem);
}

async function row(runtime, run) {
  try {
    const { coldStart, results, error } = await run();
    if (error !== undefined) throw new Error(error);
    const all = Object.values(results);
    const passed = all.reduce((sum, kind) => sum + kind.passed, 0);
    const total = all.reduce((sum, kind) => sum + kind.total, 0);
    rows.push([runtime, `${passed}/${total}`, `${coldStart.toFixed(1)} ms`, ""]);
    for (const [kind, { first }] of Object.entries(results)) {
      if (first !== undefined) fail(runtime, `${kind}: ${JSON.stringify(first)}`);
    }
  } catch (error) {
    rows.push([runtime, "not run", "", ""]);
    fail(runtime, error.message);
  }
}

function fail(runtime, message) {
  failed.add(runtime);
  failures.push(`${runtime}: ${message}`);
}

async function bundleSizes() {
  for (const [bundler, bundle] of [
    ["esbuild", () => bundleWithEsbuild(project, "expand-only.js")],
    ["wrangler", () => bundleWithWrangler(tools, project, "expand-only.js")],
  ]) {
    const name = `${bundler}: expand only`;
    try {
      const files = (await bundle()).files;
      const size = files.reduce((sum, file) => sum + gzipSync(readFileSync(file)).length, 0);
      rows.push([name, `${size} bytes gzipped`, "", ""]);
      if (size > WORKER_BUDGET) fail(name, `more than the budget of ${WORKER_BUDGET} bytes`);
    } catch (error) {
      rows.push([name, "not run", "", ""]);
      fail(name, error.message);
    }
  }
}

async function edgeExample() {
  const name = "edge example";
  const folder = installExample(root, project);
  try {
    const { total, failures } = await checkExample(tools, folder);
    rows.push([name, `${total - failures.length}/${total} answers`, "", ""]);
    for (const failure of failures) fail(name, failure);
    if (existsSync("/proc/self/stat")) await edgeAttack(folder);
    for (const records of [4, 1000]) {
      const costs = await measureExample(tools, folder, records);
      if (costs === undefined) {
        rows.push([`${name}, costs`, "not run: /proc is Linux's", "", ""]);
        return;
      }
      for (const [way, { requests, wall, cpu }] of Object.entries(costs.ways)) {
        const cost = `${((cpu / requests) * 1000).toFixed(2)} ms CPU, ${(requests / wall).toFixed(0)} requests/s`;
        rows.push([`${name}, ${(costs.bytes / 1024).toFixed(0)} KiB, ${way}`, cost, "", ""]);
      }
    }
  } catch (error) {
    rows.push([name, "not run", "", ""]);
    fail(name, error.message);
  }
}

async function edgeAttack(folder) {
  const name = "edge example, attacked";
  const { requests, peak, costs, failures } = await attackExample(tools, folder, ATTACK_SECONDS);
  const [{ ratio }] = costs;
  rows.push([name, `${requests} requests`, `${peak.toFixed(0)} MiB`, `${ratio.toFixed(1)} times the cost at most`]);
  for (const failure of failures) fail(name, failure);
}

function report() {
  const table = [["runtime", "vectors passed", "cold start", "strings"], ...rows];
  const widths = table[0].map((_, column) => Math.max(...table.map((cells) => cells[column].length)));
  for (const cells of table)
    console.log(
      cells
        .map((cell, column) => cell.padEnd(widths[column]))
        .join("  ")
        .trimEnd(),
    );
  for (const failure of failures) console.error(failure.slice(0, 2000));
  console.log(`\nruntimes: ${rows.length - failed.size} passed, ${failed.size} failed`);
  rmSync(project, { recursive: true, force: true });
  process.exitCode = failures.length === 0 ? 0 : 1;
}
