/** What is published, as it was built last. */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { inspect } from "node:util";
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
