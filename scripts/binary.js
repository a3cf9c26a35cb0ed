/**
 * npm run binary: builds one executable of the command, which contains Node.js, for the platform that runs this script:
 * build/binary/varexpand. As kubectl-varexpand or kubectl_complete-varexpand (a link or a copy), it is that program.
 *
 * Node.js comes from npm, in a version with --build-sea. With execArgv and execArgvExtension, it does not process its own
 * options: it searches for --env-file up to the first "--".
 */
import { execFileSync } from "node:child_process";
import { mkdirSync, statSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { rolldown } from "rolldown";
import { commandInput, commandOutput } from "./bundle.js";

process.chdir(join(import.meta.dirname, ".."));
const folder = "build/binary";
const { arch, platform } = process;
const runtime = `node-${platform === "win32" ? "win" : platform}-${arch}`;
const extension = platform === "win32" ? ".exe" : "";

mkdirSync(folder, { recursive: true });
writeFileSync(join(folder, "package.json"), '{ "private": true }\n');
const options = ["--prefix", folder, "--ignore-scripts", "--no-audit", "--no-fund", "--no-package-lock"];
execFileSync("npm", ["install", ...options, `${runtime}@^26.9.0`], { stdio: ["ignore", "ignore", "inherit"] });
const node = join(folder, "node_modules", runtime, "bin", `node${extension}`);

// Optional dependencies of the package, such as the NATS clients, are part of the executable.
const input = { binary: "src/cli/binary.ts", re2js: commandInput.input.re2js };
const bundle = await rolldown({ ...commandInput, input, external: [], logLevel: "warn" });
const { output } = await bundle.write({ ...commandOutput, dir: join(folder, "files") });
const files = output.filter(({ type }) => type === "chunk").map(({ fileName }) => fileName);

const executable = join(folder, `varexpand${extension}`);
const config = join(folder, "sea.json");
writeFileSync(
  config,
  JSON.stringify({
    main: "scripts/executable.cjs",
    assets: Object.fromEntries(files.map((file) => [basename(file), join(folder, "files", file)])),
    output: executable,
    executable: node,
    disableExperimentalSEAWarning: true,
    execArgv: ["--"],
    execArgvExtension: "none",
  }),
);
execFileSync(node, ["--build-sea", config], { stdio: ["ignore", "ignore", "inherit"] });
console.log(`${executable}: ${(statSync(executable).size / 1e6).toFixed(0)} MB`);
