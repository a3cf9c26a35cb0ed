/** What is published, as it was built last. */
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { inspect } from "node:util";
import { buildSync } from "esbuild";
import { expect, test } from "vitest";
import { commands } from "../src/cli/commands.ts";

const root = join(import.meta.dirname, "..");
const read = (path: string) => readFileSync(join(root, path), "utf8");

const packed = JSON.parse(
  execFileSync("npm", ["pack", "--dry-run", "--json", "--ignore-scripts", "--offline"], {
    cwd: root,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "ignore"],
  }),
)[0] as { files: { path: string; size: number }[]; unpackedSize: number };
const paths = new Set(packed.files.map(({ path }) => path));

test("has the examples that help texts and the README use", async () => {
  const texts = await Promise.all(
    commands.map(async ({ load }) => {
      const { description, examples } = await load();
      return [description, ...examples].join("\n");
    }),
  );
  const named = [...texts, read("README.md")].flatMap((text) => text.match(/(?<![\w/])examples\/[-\w./]*\w/g) ?? []);
  expect(named).not.toHaveLength(0);
  const isThere = (name: string) => paths.has(name) || [...paths].some((path) => path.startsWith(`${name}/`));
  expect(named.filter((name) => !isThere(name))).toEqual([]);
});

test("has no source maps, and is no larger than it need be", () => {
  expect([...paths].filter((path) => path.endsWith(".map"))).toEqual([]);
  expect(packed.unpackedSize).toBeLessThan(4_000_000);
});

test("does not make code of text, except for a constant text of lodash", () => {
  const scripts = [...paths].filter((path) => /\.c?js$/.test(path));
  const calls = scripts.flatMap((path) => read(path).match(/(?<![.\w])(?:eval|Function) ?\((?! *\|).{0,16}/g) ?? []);
  expect(new Set(calls)).toEqual(new Set(['Function("return this")()']));
});

test("has the manual page, under its name in package.json", () => {
  const { man, version } = JSON.parse(read("package.json"));
  expect(paths).toContain(man);
  expect(read(man)).toContain(`"varexpand ${version}"`);
});

test("has every file that package.json names", () => {
  const { bin, exports, imports } = JSON.parse(read("package.json"));
  const named = JSON.stringify([Object.values(bin), exports, imports]).match(/(?<=")(?:\.\/)?dist\/[^"]+/g) ?? [];
  expect(named.length).toBeGreaterThan(10);
  expect(named.map((path) => path.replace("./", "")).filter((path) => !paths.has(path))).toEqual([]);
});

/** The package as a program imports it that is not checked by a compiler. */
const built = () => import(join(root, "dist/node/index.js"));

test("people see names and no values where Node.js prints what the package makes", async () => {
  const { Environment, expand, parseEnvFile } = await built();
  expect([Environment.name, expand.name, parseEnvFile.name]).toEqual(["Environment", "expand", "parseEnvFile"]);
  expect(inspect(new Environment({ PASSWORD: "secret" }))).toBe("Environment { PASSWORD }");
  expect(parseEnvFile("A='1'\n").constructor.name).toBe("EnvFile");
});

test("only what is for Node.js reads the kernel's random bytes", () => {
  const readers = [...paths].filter((path) => path.endsWith(".js") && read(path).includes("/dev/urandom"));
  expect(readers.map((path) => path.replace(/chunk-\w+/, "chunk")).sort()).toEqual([
    "dist/chunks/expansion.js",
    "dist/node/chunks/chunk.js",
  ]);
});

test("a wrong argument is named", async () => {
  const { expand, Environment } = await built();
  expect(() => expand("$(A)", { A: "1" })).toThrow(
    new TypeError("mapping must be a function, not an object: mappingFuncFor(null, variables) makes one"),
  );
  expect(() => new Environment("A=1")).toThrow(TypeError);
});

test("Node.js finds everything, by the names that it has in src/", async () => {
  const namesOf = (module: object) => new Map(Object.entries(module).map(([key, value]) => [key, value.name]));
  expect(namesOf(await built())).toEqual(namesOf(await import("../src/index.ts")));
});

test("Node.js loads little at once", () => {
  const texts = ["index.js", read("dist/node/index.js").match(/chunks\/chunk-\w+\.js/)![0]];
  expect(texts.reduce((sum, name) => sum + read(`dist/node/${name}`).length, 0)).toBeLessThan(105_000);
});

/** Prints what is loaded after each call, and that everything knows the same classes. */
const STEPS = `import { createRequire } from "node:module";
import * as varexpand from ${JSON.stringify(pathToFileURL(join(root, "dist/node/index.js")))};
const { cache } = createRequire(import.meta.url);
const errorOf = (action) => { try { action(); } catch (error) { return error; } };
const { EnvFileError, Environment, PodError, Project, TemplateError } = varexpand;
const steps = [
  () => new Environment({ A: "1" }).expand("$(A)") === "1",
  () => errorOf(() => varexpand.parseEnvFile("A")) instanceof EnvFileError,
  () => errorOf(() => varexpand.resolvePod({ spec: 1 })) instanceof PodError,
  () => errorOf(() => varexpand.resolveTemplateString("\${a}")) instanceof TemplateError,
  () => new Project([{ file: "garden.yml", value: { kind: "Project", name: "a", environments: [{ name: "b" }] } }]).resolve().length === 1,
];
const names = () => Object.keys(cache).filter((path) => path.endsWith(".cjs")).map((path) => path.split("/").at(-1)).sort();
console.log(JSON.stringify(steps.map((step) => [step(), ...names()])));
`;

const run = (...args: string[]) =>
  JSON.parse(execFileSync(process.execPath, args, { encoding: "utf8", stdio: ["ignore", "pipe", "inherit"] }));

test("Node.js loads the rest when it is called", () => {
  expect(run("--input-type=module", "--eval", STEPS)).toEqual([
    [true],
    [true, "scanners.cjs"],
    [true, "pods.cjs", "scanners.cjs"],
    [true, "pods.cjs", "scanners.cjs", "templates.cjs"],
    [true, "pods.cjs", "scanners.cjs", "templates.cjs"],
  ]);
});

test.each(["esm", "cjs"] as const)(
  "a bundler that takes the files for Node.js makes one file of them: %s",
  (format) => {
    const folder = mkdtempSync(join(tmpdir(), "varexpand-bundle-"));
    try {
      const outfile = join(folder, format === "esm" ? "main.mjs" : "main.cjs");
      const contents = STEPS.replace(/"file:.*?"/, JSON.stringify(join(root, "dist/node/index.js"))).replace(
        "createRequire(import.meta.url)",
        "{ cache: {} }",
      );
      buildSync({
        stdin: { contents, resolveDir: root },
        bundle: true,
        platform: "node",
        format,
        outfile,
        logLevel: "error",
      });
      expect(run(outfile)).toEqual(Array(5).fill([true]));
    } finally {
      rmSync(folder, { recursive: true });
    }
  },
);
