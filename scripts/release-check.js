/**
 * npm run release:check: checks that the working tree is ready to publish as the version in package.json. It builds the
 * package from scratch, installs it in an empty folder, and runs the README's commands and programs there. It writes
 * build/release/, with the package and an SBOM of the libraries in it. Nothing is published.
 */
import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";

process.chdir(join(import.meta.dirname, ".."));
const read = (path) => readFileSync(path, "utf8");
const output = (program, ...args) => execFileSync(program, args, { encoding: "utf8", maxBuffer: 1 << 26 });

const manifest = JSON.parse(read("package.json"));
const { version } = manifest;
const release = join("build", "release");
let failures = 0;

/** Runs a check, which returns what is wrong, or throws. */
function check(name, find) {
  let problems;
  try {
    problems = find() ?? [];
  } catch (error) {
    problems = [error.stderr || error.message];
  }
  failures += problems.length;
  console.log(problems.length === 0 ? `ok     ${name}` : problems.map((text) => `error  ${name}: ${text}`).join("\n"));
}

check("version", () => {
  const { version: locked, packages } = JSON.parse(read("package-lock.json"));
  const tag = spawnSync("git", ["rev-parse", "--verify", "--quiet", `v${version}^{commit}`], { encoding: "utf8" });
  return [
    locked !== version || packages[""].version !== version ? `package-lock.json does not have ${version}` : [],
    tag.status === 0 && tag.stdout !== output("git", "rev-parse", "HEAD") ? `v${version} is another commit` : [],
  ].flat();
});

check("changelog", () => {
  const [, unreleased = "", next = ""] = read("CHANGELOG.md").split(/^## /m);
  const heading = next.split("\n", 1)[0];
  return [
    unreleased.replace("Unreleased", "").trim() === "" ? [] : '"Unreleased" is not empty',
    /^(\S+) - \d{4}-\d{2}-\d{2}$/.exec(heading)?.[1] === version
      ? []
      : `the first version is "${heading}"; use "${version} - YYYY-MM-DD"`,
  ].flat();
});

check("examples", () => {
  const files = output("git", "ls-files", "docs", "examples").trimEnd().split("\n");
  const named = files.flatMap((path) => Array.from(read(path).matchAll(/\bvarexpand[\w-]*[@:]v?(\d+\.\d+\.\d+)/g)));
  return named.filter(([, number]) => number !== version).map(([name]) => `use ${version} instead of ${name}`);
});

check("clean tree", () => {
  const changes = output("git", "status", "--porcelain").trimEnd();
  return changes === "" ? [] : [`commit or remove these files:\n${changes}`];
});

check("settings for npm", () => {
  const { access, provenance } = manifest.publishConfig ?? {};
  return [
    provenance === true && access === "public" ? [] : 'set publishConfig to { "access": "public", "provenance": true }',
    manifest.repository === undefined ? "set repository; npm requires it for provenance" : [],
  ].flat();
});

rmSync("dist", { recursive: true, force: true });
rmSync(release, { recursive: true, force: true });
mkdirSync(release, { recursive: true });
let packed;

check("package", () => {
  [packed] = JSON.parse(output("npm", "pack", "--json", "--silent", "--pack-destination", release));
  const expected = /^(?:dist\/|examples\/|(?:LICENSE|README\.md|package\.json)$)/;
  return packed.files.filter(({ path }) => !expected.test(path)).map(({ path }) => `contains ${path}`);
});

check("types, publint, and sizes", () => {
  const tests = ["test/package.test.ts", "test/size.test.ts"];
  output(process.execPath, "node_modules/vitest/vitest.mjs", "run", "--project", "release*", ...tests);
});

check("an empty folder", () => {
  const folder = mkdtempSync(join(tmpdir(), "varexpand-release-"));
  try {
    return installed(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

check("SBOM", () => {
  const sbom = JSON.parse(output("npm", "sbom", "--sbom-format", "cyclonedx"));
  const bundled = read("dist/THIRD-PARTY-LICENSES").matchAll(/^(\S+) (\S+) \([^()]+\)\n\n/gm);
  const refs = new Set(Array.from(bundled, ([, name, number]) => `${name}@${number}`));
  sbom.components = sbom.components
    .filter((component) => refs.has(component["bom-ref"]))
    .map((component) => ({ ...component, scope: "required", properties: [] }));
  sbom.dependencies = [{ ref: `varexpand@${version}`, dependsOn: [...refs] }];
  sbom.metadata.component.name = manifest.name;
  writeFileSync(join(release, `varexpand-${version}.cdx.json`), `${JSON.stringify(sbom, null, 2)}\n`);
  const found = new Set(sbom.components.map((component) => component["bom-ref"]));
  return [...refs].filter((ref) => !found.has(ref)).map((ref) => `npm does not know ${ref}`);
});

console.log(failures === 0 ? `ready: ${version}` : `not ready: ${failures} ${failures === 1 ? "error" : "errors"}`);
process.exitCode = failures === 0 ? 0 : 1;

/** Installs the package and runs what the README shows. */
function installed(folder) {
  writeFileSync(join(folder, "package.json"), '{ "private": true, "type": "module" }');
  const install = ["install", "--offline", "--no-audit", "--no-fund", join(process.cwd(), release, packed.filename)];
  execFileSync("npm", install, { cwd: folder, stdio: "pipe" });
  const env = { ...process.env, PATH: `${join(folder, "node_modules", ".bin")}${delimiter}${process.env.PATH}` };
  const readme = read("README.md");
  const blocks = (language) =>
    Array.from(readme.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\``, "gms")), ([, text]) => text);
  const problems = [];
  const run = (name, program, args, cwd) => {
    const { status, stderr } = spawnSync(program, args, { cwd, env, encoding: "utf8" });
    if (status !== 0) problems.push(`${name} exits with ${status}: ${stderr}`);
  };
  const commands = blocks("sh").flatMap((block) =>
    block.split("\n").filter((line) => /(?:^|\| )varexpand /.test(line)),
  );
  if (commands.length === 0) problems.push("the README has no command");
  for (const command of commands) run(command, "sh", ["-c", command], join(folder, "node_modules", "varexpand"));
  for (const [i, program] of blocks("ts").entries()) {
    writeFileSync(join(folder, `${i}.js`), program);
    run(`program ${i + 1} of the README`, process.execPath, [`${i}.js`], folder);
  }
  for (const entry of Object.keys(manifest.exports).filter((name) => !/\.(?:json|wasm)$/.test(name))) {
    const name = entry.replace(".", "varexpand");
    run(`import "${name}"`, process.execPath, ["--input-type=module", "-e", `await import("${name}")`], folder);
  }
  return problems;
}
