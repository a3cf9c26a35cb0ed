/**
 * Builds the package: compiles `assembly/` to WebAssembly and bundles `src/` into `dist/`. Its output is not committed.
 *
 *   build/{release,expansion,dotenv}.wasm      the scanners: all of them, or only those for `$(NAME)` or dotenv files
 *   build/scalar.wasm, build/scalar.js         without SIMD and imports, and the same in JavaScript
 *   build/debug.wasm, build/testing.wasm       for tests: the scanners with tiny buffers, and only the primitives
 *   src/wasm/{embedded-*,codes,scanners}.ts    the modules in hexadecimal, and the host's view of their exports
 *   dist/                                      the published files; libraries are bundled, with their licenses
 */
import { execFileSync } from "node:child_process";
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { pathToFileURL } from "node:url";
import asc from "assemblyscript/asc";
import { build } from "esbuild";
import { rolldown } from "rolldown";
import { dts } from "rolldown-plugin-dts";
import { commandInput, commandOutput, ENTRIES, libraryInput, libraryOutput, portableOptions } from "./bundle.js";

process.chdir(join(import.meta.dirname, ".."));

const run = (tool, ...args) =>
  execFileSync(process.execPath, [join("node_modules", ...tool.split("/")), ...args], { stdio: "inherit" });

// All in this process: the compiler is fast only once Node.js has optimized it.
await compile("scanners", "debug");
await compile("testing", "testing");
/** The modules of the scanners: the host's interface, the entry in `assembly/`, the name in `build/`, and its constant. */
const MODULES = [
  { name: "expansion", interface: "ExpansionScanners", entry: "expansion", built: "expansion", constant: "expansion" },
  { name: "dotenv", interface: "DotenvScanners", entry: "dotenv", built: "dotenv", constant: "dotenv" },
  { name: "all", interface: "Scanners", entry: "scanners", built: "release", constant: "all" },
];
const generate = (name, source, text) =>
  writeFileSync(`src/wasm/${name}.ts`, `// Generated from ${source} by scripts/build.js; not committed.\n${text}`);
for (const { name, entry, built, constant } of MODULES) {
  await compile(entry, "release", "--bindings", "raw", "--outFile", `build/${built}.wasm`);
  generate(`embedded-${name}`, `assembly/${entry}.ts`, embedded(constant, built));
}
await compile("scanners", "scalar");
await build({
  ...portableOptions,
  stdin: { contents: translated("scalar") },
  outfile: "src/wasm/embedded-portable.js",
});
generate("codes", "assembly/codes.ts", hostCodes(readFileSync("assembly/codes.ts", "utf8")));
generate("scanners", "assembly/", MODULES.map(scannersInterface).join("\n"));

rmSync("dist", { recursive: true, force: true });
const library = await bundled(libraryInput, libraryOutput);
const command = await bundled(commandInput, commandOutput);

// The code that generates the manual page.
await bundled(
  { ...commandInput, input: { commands: "src/cli/commands.ts", manual: "src/cli/frame/manual.ts" } },
  { dir: "build/manual" },
);
const { commands } = await import(pathToFileURL("build/manual/commands.js").href);
const { manualPage } = await import(pathToFileURL("build/manual/manual.js").href);
const { version } = JSON.parse(readFileSync("package.json", "utf8"));
writeFileSync("dist/varexpand.1", await manualPage(commands, version));

mkdirSync("dist/wasm");
// One file, because loading a file takes longer than reading the modules that a program does not use. Bundlers omit those.
writeFileSync("dist/wasm/embedded.js", MODULES.map(({ constant, built }) => embedded(constant, built)).join(""));
copyFileSync("build/expansion.wasm", "dist/expansion.wasm");
copyFileSync("build/release.wasm", "dist/varexpand.wasm");
copyFileSync("build/scalar.wasm", "dist/scalar.wasm");
// Cloudflare's and Vercel's runtimes do not compile bytes. Their bundlers import the compiled module instead.
for (const [file, module, ...constants] of [
  ["expansion-workerd", "expansion.wasm", "expansion"],
  ["workerd", "varexpand.wasm", "all", "dotenv"],
  ["edge-light", "varexpand.wasm?module", "all", "dotenv", "expansion"],
]) {
  const names = constants.map((name) => `default as ${name}`).join(", ");
  writeFileSync(`dist/wasm/${file}.js`, `export { ${names} } from "../${module}";\n`);
}

// One file of declarations for each entry (`portable` has those of `index`), and one that they share. For `require`, the same with the extension `.d.cts`.
const { portable: _, ...typed } = ENTRIES;
await bundled(
  { input: typed, plugins: [dts({ emitDtsOnly: true, tsconfig: "tsconfig.build.json" })] },
  ...["ts", "cts"].map((extension) => ({
    dir: "dist",
    entryFileNames: `[name].${extension}`,
    chunkFileNames: `[name].d.${extension}`,
    minifyInternalExports: false,
    codeSplitting: { groups: [{ name: "types", test: /./ }] },
  })),
);
// It exports nothing, for which the plugin writes no file.
for (const extension of ["ts", "cts"]) writeFileSync(`dist/dotenv-config.d.${extension}`, "export {};\n");
copyFileSync("src/wasm/varexpand.wasm.d.ts", "dist/varexpand.wasm.d.ts");
writeFileSync("dist/THIRD-PARTY-LICENSES", licenses([...library, ...command]));

async function compile(entry, target, ...options) {
  const args = [`assembly/${entry}.ts`, "--target", target, ...options];
  const { error } = await asc.main(args, { stdout: process.stdout, stderr: process.stderr });
  // The compiler printed it.
  if (error) process.exit(1);
}

/** Translates a module to JavaScript, whose numbers in memory are aligned: words that may not be are read as bytes. */
function translated(module) {
  const output = `build/${module}.js`;
  const bytewise = `build/${module}-bytewise.wasm`;
  const lowering = ["--dealign", "--alignment-lowering"];
  run("binaryen/bin/wasm-opt", `build/${module}.wasm`, "--all-features", ...lowering, "--output", bytewise);
  run("binaryen/bin/wasm2js", bytewise, "--all-features", "-O2", "--output", output);
  return readFileSync(output, "utf8");
}

/** Removes AssemblyScript's types from the constants. */
function hostCodes(assembly) {
  return assembly.replace(/^(export const \w+): [iu]\w+ = /gm, "$1 = ");
}

/** Encodes a module in hexadecimal. After compression, it is a fifth smaller than base64, whose digits are not aligned with bytes. */
function embedded(constant, module) {
  return `export const ${constant} = "${readFileSync(`build/${module}.wasm`).toString("hex")}";\n`;
}

/** Converts the exports that asc declares for a module to an interface. */
function scannersInterface({ interface: name, built }) {
  const declarations = readFileSync(`build/${built}.d.ts`, "utf8");
  const members = /^declare namespace __AdaptedExports \{\n(.*?)^\}/ms.exec(declarations)[1];
  return `export interface ${name} {\n${members.replace(/export function /g, "").replace("export const", "readonly")}}\n`;
}

/** Writes a bundle in the given forms; returns its source files. */
async function bundled(input, ...forms) {
  const bundle = await rolldown({ ...input, logLevel: "warn", checks: { bundlerTimings: false } });
  const files = [];
  for (const form of forms) {
    const { output } = await bundle.write(form);
    files.push(...output.flatMap(({ moduleIds = [] }) => moduleIds.map((path) => relative(".", path))));
  }
  return files;
}

/** Returns the licenses of all packages in the bundles. */
function licenses(files) {
  const folders = files.map((path) => /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(path)?.[1]);
  return [...new Set(folders)]
    .filter((folder) => folder !== undefined)
    .sort()
    .map((folder) => {
      const { name, version, license } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
      const file = readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry));
      const text = file === undefined ? readFileSync("LICENSE", "utf8") : readFileSync(join(folder, file), "utf8");
      if (file === undefined && license !== "Apache-2.0") throw new Error(`${name} has no license text`);
      return `${name} ${version} (${license})\n\n${text.trim()}\n`;
    })
    .join(`\n${"-".repeat(80)}\n\n`);
}
