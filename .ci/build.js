/**
 * Builds the package: `assembly/` into WebAssembly, `src/` into `dist/`.
 *
 *   build/release.wasm                     the scanners
 *   build/expansion.wasm                   those of `$(NAME)` in bytes and strings, for what needs no others
 *   build/debug.wasm, build/testing.wasm   for tests: with tiny buffers, and the primitives by themselves
 *   src/wasm/embedded{,-expansion}.ts      these modules in hexadecimal
 *   src/wasm/{codes,scanners}.ts           the codes and the functions that cross the boundary, as the host sees them
 *   dist/                                  what is published: bundled JavaScript, declarations, the module itself, the
 *                                          manual page
 *
 * What it writes is not committed. Libraries are bundled in, so that importing reads few files and installing brings nothing else along; their licences
 * are listed in dist/THIRD-PARTY-LICENSES.
 */
import { execFileSync } from "node:child_process";
import { copyFileSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";
import { bundleOptions, commandOptions, nodeModules, nodeOptions } from "./bundle.js";
import { joinChunks } from "./join-chunks.js";
import { buildWithLater } from "./later.js";

process.chdir(join(import.meta.dirname, ".."));

const run = (tool, ...args) =>
  execFileSync(process.execPath, [join("node_modules", ...tool.split("/")), ...args], { stdio: "inherit" });

const compile = (entry, target, ...options) =>
  run("assemblyscript/bin/asc.js", `assembly/${entry}.ts`, "--target", target, ...options);
compile("index", "debug");
compile("index", "release", "--bindings", "raw");
compile("expansion", "release", "--bindings", "raw", "--outFile", "build/expansion.wasm");
compile("testing", "testing");
const modules = { release: readFileSync("build/release.wasm"), expansion: readFileSync("build/expansion.wasm") };
const generate = (name, source, text) =>
  writeFileSync(`src/wasm/${name}.ts`, `// Made of ${source} by .ci/build.js; not committed.\n${text}`);
// Compressed, hexadecimal is a fifth smaller than base64, in which the same bytes look different at every third place.
for (const [name, target] of [
  ["embedded", "release"],
  ["embedded-expansion", "expansion"],
]) {
  const hex = modules[target].toString("hex");
  generate(name, `build/${target}.wasm`, `export const hex: string =\n  "${hex}";\n`);
}
generate("codes", "assembly/codes.ts", hostCodes(readFileSync("assembly/codes.ts", "utf8")));
const scanners = [scannersInterface("ExpansionScanners", "expansion"), scannersInterface("Scanners", "release")];
generate("scanners", "assembly/expansion.ts and assembly/index.ts", scanners.join("\n"));

rmSync("dist", { recursive: true, force: true });

/** Every runtime: where the modules come from is decided by the conditions of `#…-module` in package.json. */
const everywhere = await build({
  ...bundleOptions,
  entryPoints: [
    ...["src/index.ts", "src/expansion/index.ts", "src/template/index.ts", "src/kubernetes/pod/index.ts"],
    ...["src/wasm/module.ts", "src/wasm/module-workerd.ts", "src/wasm/module-edge-light.ts"],
    ...[
      "src/wasm/expansion-module.ts",
      "src/wasm/expansion-module-workerd.ts",
      "src/wasm/expansion-module-edge-light.ts",
    ],
  ],
  platform: "neutral",
  mainFields: ["module", "main"],
  external: ["#wasm-module", "#expansion-module", "*.wasm", "*.wasm?module"],
});

/**
 * The same code again for a Node that reads it from the disk: each file is a millisecond of its start, and so is text.
 * Names stay: people see them in stack traces, and where they print a value.
 */
await buildWithLater({
  ...nodeOptions,
  minify: false,
  minifySyntax: true,
  minifyWhitespace: true,
  entryPoints: ["src/index.ts", "src/expansion/index.ts"],
  outdir: "dist/node",
  platform: "neutral",
  mainFields: ["module", "main"],
  external: ["node:module"],
});

/** The same code with the module handed over by the caller. */
await build({
  ...bundleOptions,
  entryPoints: ["src/core.ts", "src/expansion/index.ts", "src/template/index.ts", "src/kubernetes/pod/index.ts"],
  outdir: "dist/core",
  platform: "neutral",
  mainFields: ["module", "main"],
  alias: { "#wasm-module": "./src/wasm/module-core.ts", "#expansion-module": "./src/wasm/module-core.ts" },
});

const command = await build(commandOptions);
await joinChunks(command.metafile);

/** The manual page is made by the code that it is about. */
await build({
  bundle: true,
  format: "esm",
  platform: "node",
  target: "es2022",
  stdin: {
    contents: 'export { commands } from "./src/cli/commands.ts"; export { manualPage } from "./src/cli/manual.ts";',
    resolveDir: ".",
    loader: "ts",
  },
  outfile: "build/manual.js",
  alias: { "#wasm-module": "./src/wasm/module.ts", "#expansion-module": "./src/wasm/expansion-module.ts" },
  external: ["@nats-io/*"],
  plugins: [nodeModules],
  logLevel: "warning",
});
const { commands, manualPage } = await import(pathToFileURL("build/manual.js").href);
const { version } = JSON.parse(readFileSync("package.json", "utf8"));
writeFileSync("dist/varexpand.1", await manualPage(commands, version));

copyFileSync("build/release.wasm", "dist/varexpand.wasm");
copyFileSync("build/expansion.wasm", "dist/expansion.wasm");
copyFileSync("src/wasm/varexpand.wasm.d.ts", "dist/varexpand.wasm.d.ts");
writeFileSync("dist/THIRD-PARTY-LICENSES", licences(everywhere.metafile, command.metafile));

run("typescript/bin/tsc", "-p", "tsconfig.build.json");
for (const [name, { length }] of Object.entries(modules)) console.log(`build/${name}.wasm: ${length} bytes`);

/** The constants without AssemblyScript's types. */
function hostCodes(assembly) {
  return assembly.replace(/^(export const \w+): [iu]\w+ = /gm, "$1 = ");
}

/** The exports that asc declares for a module, as an interface. */
function scannersInterface(name, module) {
  const declarations = readFileSync(`build/${module}.d.ts`, "utf8");
  const members = /^declare namespace __AdaptedExports \{\n(.*?)^\}/ms.exec(declarations)[1];
  return `export interface ${name} {\n${members.replace(/export function /g, "").replace("export const", "readonly")}}\n`;
}

/** The licence of every package that some bundle contains. */
function licences(...metafiles) {
  const inputs = metafiles.flatMap((metafile) => Object.keys(metafile.inputs));
  const folders = inputs.map((path) => /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(path)?.[1]);
  return [...new Set(folders)]
    .filter((folder) => folder !== undefined)
    .sort()
    .map((folder) => {
      const { name, version, license } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
      const file = readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry));
      const text = file === undefined ? readFileSync("LICENSE", "utf8") : readFileSync(join(folder, file), "utf8");
      if (file === undefined && license !== "Apache-2.0") throw new Error(`${name} brings no licence text`);
      return `${name} ${version} (${license})\n\n${text.trim()}\n`;
    })
    .join(`\n${"-".repeat(80)}\n\n`);
}
