/** The package that `npm pack` makes of the last build. */
import { execFileSync, spawnSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inspect } from "node:util";
import { publint } from "publint";
import ts from "typescript";
import { afterAll, expect, test } from "vitest";
import { commands } from "../src/cli/commands.ts";
import { main } from "./cli/processes.ts";
import { root } from "./docs/documents.ts";
import { missing } from "./tools.ts";

const read = (path: string) => readFileSync(join(root, path), "utf8");
const manifest = JSON.parse(read("package.json"));

const folder = mkdtempSync(join(tmpdir(), "varexpand-package-"));
afterAll(() => rmSync(folder, { recursive: true }));

const packed = JSON.parse(
  execFileSync("npm", ["pack", "--json", "--ignore-scripts", "--offline", "--pack-destination", folder], {
    cwd: root,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "ignore"],
  }),
)[0] as { filename: string; files: { path: string; size: number }[]; unpackedSize: number };
const paths = new Set(packed.files.map(({ path }) => path));

/** The names that programs import. */
const ENTRIES = Object.keys(manifest.exports)
  .filter((name) => !/\.(?:json|wasm)$/.test(name))
  .map((name) => name.replace(".", "varexpand"));

test("has the examples that help texts and the README use", async () => {
  const texts = await Promise.all(
    commands.map(async ({ load }) => {
      const { description, examples } = await load();
      return [description, ...examples].join("\n");
    }),
  );
  const named = [...texts, read("README.md")].flatMap((text) => text.match(/(?<![\w/])examples\/[-\w./]*\w/g) ?? []);
  expect(named).not.toHaveLength(0);
  const hasValue = (name: string) => paths.has(name) || [...paths].some((path) => path.startsWith(`${name}/`));
  expect(named.filter((name) => !hasValue(name))).toEqual([]);
});

test("has every file that the README links to, except the documents, which npm's page links to the repository", () => {
  const links = Array.from(read("README.md").matchAll(/\]\((?!https?:|#)([^)#]+)/g), ([, path]) => path!);
  const isDocument = (path: string) => path.startsWith("docs/") || /^[A-Z]+\.md$/.test(path);
  expect(links.filter((path) => !paths.has(path) && !isDocument(path))).toEqual([]);
});

test("has at most 70 files and 2.85 MB, without source maps", () => {
  expect([...paths].filter((path) => path.endsWith(".map"))).toEqual([]);
  expect(paths.size).toBeLessThanOrEqual(70);
  expect(packed.unpackedSize).toBeLessThanOrEqual(2_850_000);
});

test("does not make code of text, except for a constant text of lodash", () => {
  const scripts = [...paths].filter((path) => /\.c?js$/.test(path));
  // Long lines are broken, also in strings.
  const code = scripts.map((path) => read(path).replaceAll("\\\n", ""));
  // RE2JS has methods of that name.
  const isMethod = (call: string) => /^eval\(\w,\w\)\{/.test(call);
  const calls = code
    .flatMap((text) => text.match(/(?<![.\w])(?:eval|Function) ?\((?! *\|).{0,16}/g) ?? [])
    .filter((call) => !isMethod(call));
  expect(new Set(calls)).toEqual(new Set(['Function("return this")()']));
});

test("npm installs the manual page and the programs globally", () => {
  const prefix = join(folder, "global");
  const options = ["--prefix", prefix, "--offline", "--ignore-scripts", "--no-audit", "--no-fund"];
  execFileSync("npm", ["install", "--global", ...options, join(folder, packed.filename)], { stdio: "ignore" });
  const page = readFileSync(join(prefix, "share/man/man1/varexpand.1"), "utf8");
  expect(page).toContain(`"varexpand ${manifest.version}"`);
  expect(readdirSync(join(prefix, "bin"))).toEqual(Object.keys(manifest.bin).toSorted());
});

test("has every file that package.json names", () => {
  const { bin, exports, imports } = manifest;
  const named = JSON.stringify([Object.values(bin), exports, imports]).match(/(?<=")(?:\.\/)?dist\/[^"]+/g) ?? [];
  expect(named.length).toBeGreaterThan(10);
  expect(named.map((path) => path.replace("./", "")).filter((path) => !paths.has(path))).toEqual([]);
});

test("no line is too long for the message of an uncaught error", () => {
  const long = [...paths]
    .filter((path) => path.endsWith(".js"))
    .flatMap((path) => read(path).split("\n"))
    // A string constant does not throw.
    .filter((line) => line.length > 2000 && !/^(?:[\w ,$]+=|export default)\s*["'`]/.test(line));
  expect(long.map((line) => line.slice(0, 100))).toEqual([]);
});

/** Runs a CommonJS program that has the package in its `node_modules/`. */
function required(program: string) {
  const project = mkdtempSync(join(folder, "project-"));
  mkdirSync(join(project, "node_modules"));
  symlinkSync(root, join(project, "node_modules/varexpand"));
  writeFileSync(join(project, "main.cjs"), program);
  return spawnSync(process.execPath, [join(project, "main.cjs")], { encoding: "utf8" });
}

test("an uncaught error shows a source line", () => {
  const { stderr } = required('require("varexpand").resolveTemplateString("${a");');
  expect(stderr).toMatch(/^file:.*dist\/chunks\/\w+\.js:\d+\n\s+throw offsets\.error\(/);
  expect(Math.max(...stderr.split("\n").map((line) => line.length))).toBeLessThan(300);
});

test.each(ENTRIES)("%s: require() and import give the same names", async (entry) => {
  const { stdout } = required(`console.log(JSON.stringify(Object.keys(require(${JSON.stringify(entry)}))));`);
  const names = Object.keys(await import(entry));
  // Where there is a default export, Node.js adds `__esModule`.
  expect(JSON.parse(stdout).filter((name: string) => name !== "__esModule")).toEqual(names);
  if (entry !== "varexpand/dotenv/config") expect(names.length).toBeGreaterThan(3);
});

test("the entries share their classes", async () => {
  const varexpand = await import("varexpand");
  expect((await import("varexpand/expand")).Environment).toBe(varexpand.Environment);
  expect((await import("varexpand/envfile")).EnvFileError).toBe(varexpand.EnvFileError);
  expect((await import("varexpand/pod")).PodError).toBe(varexpand.PodError);
  expect((await import("varexpand/template")).TemplateError).toBe(varexpand.TemplateError);
});

test("everything has the name that it has in src/, and values are not shown where Node.js prints what the package makes", async () => {
  const varexpand = await import("varexpand");
  const namesOf = (module: object) => new Map(Object.entries(module).map(([key, value]) => [key, value.name]));
  expect(namesOf(varexpand)).toEqual(namesOf(await import("../src/index.ts")));
  expect(inspect(new varexpand.Environment({ PASSWORD: "secret" }))).toBe("Environment { PASSWORD }");
});

/** Runs a program as if this were another version of Node.js. */
function onNode(version: string, ...args: string[]) {
  const versions = JSON.stringify({ ...process.versions, node: version });
  const change = `data:text/javascript,Object.defineProperty(process,"versions",{value:${encodeURIComponent(versions)}})`;
  return spawnSync(process.execPath, ["--import", change, ...args], { encoding: "utf8" });
}

test.each(["18.20.8", "20.18.3", "21.7.3", "22.11.0"])(
  "Node.js %s: one sentence names the required version",
  (version) => {
    const stderr = `varexpand: unsupported Node.js ${version}; use 20.19 or a later 20.x, or 22.12 or later\n`;
    expect(manifest.engines.node).toBe("^20.19.0 || >=22.12.0");
    const programs = Object.values(manifest.bin) as string[];
    for (const program of programs)
      expect(onNode(version, join(root, program), "help")).toMatchObject({ status: 2, stdout: "", stderr });
    expect(onNode(version, join(root, "scripts/prepare.js"))).toMatchObject({ status: 1, stdout: "", stderr });
  },
);

test.each(["20.19.0", "22.12.0", "24.0.0"])("Node.js %s is supported", (version) => {
  expect(onNode(version, main, "--version")).toMatchObject({ status: 0, stdout: `varexpand ${manifest.version}\n` });
});

const TYPED = `import { Environment, expandChunks, createExpansionStream, initialize } from "varexpand";
import module from "varexpand/varexpand.wasm";
${ENTRIES.map((entry, i) => `export * as entry${i} from "${entry}";`).join("\n")}
initialize(module);
export const output = new Response("$(A)").body!.pipeThrough(createExpansionStream(new Environment()));
`;
/** \`Response\` requires the DOM. */
const UNTYPED = TYPED.replace(
  /^export const output.*$/m,
  "export const stream = createExpansionStream(new Environment());",
);
const COMMONJS = `import varexpand = require("varexpand");
import { Environment } from "varexpand/expand";
export const text: string = varexpand.expand("$(A)", () => "1");
export const environment: varexpand.Environment = new Environment();
`;

/** The declarations of TypeScript, which are read once. */
const declarations = new Map<string, ts.SourceFile | undefined>();

function hostFor(options: ts.CompilerOptions): ts.CompilerHost {
  const disk = ts.createCompilerHost(options);
  const getSourceFile: ts.CompilerHost["getSourceFile"] = (path, target, ...more) => {
    if (!/\/lib\.[\w.]+\.d\.ts$/.test(path)) return disk.getSourceFile(path, target, ...more);
    if (!declarations.has(path)) declarations.set(path, disk.getSourceFile(path, target, ...more));
    return declarations.get(path);
  };
  return { ...disk, getSourceFile };
}

test.each([
  ["nodenext", { module: ts.ModuleKind.NodeNext }, { "main.mts": UNTYPED, "main.cts": COMMONJS }],
  ["node16", { module: ts.ModuleKind.Node16 }, { "main.mts": UNTYPED, "main.cts": COMMONJS }],
  [
    "bundler",
    { module: ts.ModuleKind.ESNext, moduleResolution: ts.ModuleResolutionKind.Bundler },
    { "main.ts": UNTYPED },
  ],
  [
    "nodenext with the DOM",
    { module: ts.ModuleKind.NodeNext, lib: ["lib.es2022.d.ts", "lib.dom.d.ts"] },
    { "main.mts": TYPED },
  ],
] satisfies [string, ts.CompilerOptions, Record<string, string>][])("its types compile: %s", (_, options, files) => {
  const project = mkdtempSync(join(folder, "types-"));
  mkdirSync(join(project, "node_modules"));
  symlinkSync(root, join(project, "node_modules/varexpand"));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(project, name), text);
  const settings: ts.CompilerOptions = {
    strict: true,
    target: ts.ScriptTarget.ES2022,
    lib: ["lib.es2022.d.ts"],
    types: [],
    skipLibCheck: false,
    skipDefaultLibCheck: true,
    noEmit: true,
    ...options,
  };
  const names = Object.keys(files).map((name) => join(project, name));
  const program = ts.createProgram(names, settings, hostFor(settings));
  const messages = ts.getPreEmitDiagnostics(program).map(({ file, messageText }) => {
    return `${file?.fileName}: ${ts.flattenDiagnosticMessageText(messageText, "\n")}`;
  });
  expect(messages).toEqual([]);
});

test("publint finds nothing", async () => {
  const { messages } = await publint({ pkgDir: root, level: "suggestion", strict: true, pack: "npm" });
  // Node.js takes `imports` from the nearest package.json, here that of the command.
  const isTrue = ({ code, args }: (typeof messages)[number]) =>
    code !== "NESTED_PACKAGE_JSON_FIELD_IGNORED" || args.field !== "imports";
  expect(messages.filter(isTrue)).toEqual([]);
});

/**
 * Rules of "are the types wrong" that do not apply, because every supported Node.js can `require` ES modules: that
 * `require` finds one, and that declarations for `require`, which TypeScript's `node16` needs, describe one. The profile
 * leaves out TypeScript's resolution for Node.js 10, which does not read `exports`.
 */
const NOT_APPLICABLE = ["cjs-resolves-to-esm", "false-cjs"];

const attw = join(root, "scripts/node_modules/@arethetypeswrong/cli/dist/index.js");

test.skipIf(!existsSync(attw) && !missing("attw (npm run tools)"))("attw finds nothing", () => {
  const args = [
    join(folder, packed.filename),
    "--profile",
    "node16",
    "--ignore-rules",
    ...NOT_APPLICABLE,
    "--format",
    "json",
  ];
  const { status, stdout, stderr } = spawnSync(process.execPath, [attw, ...args], { encoding: "utf8" });
  expect({ status, stderr }, stdout.slice(0, 2000)).toEqual({ status: 0, stderr: "" });
});
