/** Which other files name an env file, and so which program reads it. */
import { expect, test } from "vitest";
import { EnvFiles } from "../../src/repository/env-files.ts";
import { Folders } from "../../src/repository/folders.ts";

/** The env files of a tree: paths and texts. */
function envFilesOf(
  files: Readonly<Record<string, string>>,
  generated: readonly string[] = [],
  copied: readonly string[] = [],
): EnvFiles {
  const list = (folder: string) => {
    const prefix = folder === "/" ? "/" : `${folder}/`;
    const below = Object.keys(files).filter((path) => path.startsWith(prefix));
    const names = below.map((path) => path.slice(prefix.length).replace(/\/.*/, "/"));
    return names.length === 0 ? undefined : [...new Set(names)];
  };
  return new EnvFiles(new Folders({ list, read: () => undefined }), (path) => files[path], {
    envFiles: new Set(generated),
    copied: new Set(copied),
  });
}

test("Compose files name env files in their folder and below, each with its format", () => {
  const files = envFilesOf({
    "/r/compose.yaml": "services: {a: {env_file: .env}, b: {env_file: [c/d/b.env, {path: ./raw.env, format: raw}]}}",
    "/r/docker-compose.prod.yml": "services: {a: {env_file: [{path: prod.env, required: false}]}, b:, c: {}}",
    "/r/other.yaml": "services: {a: {env_file: x.env}}",
    "/r/c/compose.yaml": "{{ not: yaml",
    "/r/c/d/b.env": "",
  });
  const readers = [".env", "c/d/b.env", "raw.env", "prod.env", "x.env"].map((name) => files.readersOf(`/r/${name}`));
  expect(readers).toEqual([["compose"], ["compose"], ["docker"], ["compose"], []]);
  expect(files.ofCompose("/r")).toEqual(["/r/.env", "/r/c/d/b.env", "/r/raw.env", "/r/prod.env"]);
});

test("Garden projects and actions name dotenv files", () => {
  const files = envFilesOf({
    "/r/project.garden.yml": `kind: Project
varfile: values.env
environments: [{name: dev}, {name: prod, varfile: "vars/\${environment.name}.env"}, {name: ci, varfile: vars/ci.env}]
`,
    "/r/a/garden.yml": "kind: Deploy\nvarfiles: [a.env, {path: b.env, optional: true}, 1, null]\n",
    "/r/a/a.env": "",
    "/r/vars/ci.env": "",
  });
  const names = ["values.env", "garden.env", "garden.dev.env", "vars/ci.env", "a/a.env", "a/b.env"];
  expect(names.map((name) => files.readersOf(`/r/${name}`))).toEqual(names.map(() => ["dotenv"]));
  expect(files.readersOf("/r/.env")).toEqual([]);
  expect(files.ofCompose("/r/a")).toEqual([]);
  expect(files.readersOf("/r/a/garden.env")).toEqual([]);
});

test("a generator and a Compose file can name the same file", () => {
  const files = envFilesOf({ "/r/compose.yaml": "services: {a: {env_file: a.env}}" }, ["/r/a.env"]);
  expect(files.readersOf("/r/a.env")).toEqual(["kubectl", "compose"]);
});

test("variables of env files in the same folder are set", () => {
  const files = envFilesOf({
    "/r/.env": "A=1",
    "/r/.env.local": "export B=2",
    "/r/c.env": "C=3\n__proto__=1",
    "/r/d.txt": "D=4",
    "/r/e/.env": "E=5",
  });
  const names = ["A", "B", "C", "D", "E", "__proto__", "constructor"];
  expect(names.filter((name) => files.isSetBeside("/r/.env", name))).toEqual(["A", "B", "C", "__proto__"]);
  expect(files.isSetBeside("/none/.env", "A")).toBe(false);
});

test("a program reads a file that a generator copies", () => {
  const files = envFilesOf({}, [], ["/r/a.env"]);
  expect(["/r/a.env", "/r/b.env"].map((path) => files.readersOf(path))).toEqual([["dotenv"], []]);
});

test.each<[name: string, readers: string[]]>([
  [".env.example", ["compose"]],
  [".env.sample", ["compose"]],
  [".env.template", ["compose"]],
  [".env.local", ["compose"]],
  ["b.env.example", ["docker"]],
  ["c.env.example", []],
])("the readers of %s", (name, readers) => {
  const env = "[.env, {path: b.env, format: raw}, {path: .env.dist}]";
  const files = envFilesOf({ "/r/compose.yaml": `services: {a: {env_file: ${env}}}` });
  expect(files.readersOf(`/r/${name}`)).toEqual(readers);
});

test.each<[files: string[], readers: string[]]>([
  [["compose.yaml"], ["compose"]],
  [["docker-compose.prod.yml", "README.md"], ["compose"]],
  [["compose.yaml", "package.json"], []],
  ...["package.jsonc", "deno.json", "a.js", "a.mjs", "a.cjs", "a.ts", "a.cts", "a.tsx", "a.jsx"].map(
    (name): [string[], string[]] => [["compose.yaml", name], []],
  ),
  [["compose.yaml", "a.js", "main.py"], []],
  ...["my-package.json", "a.json", "a.css", "a.xs", "js", "main.py"].map((name): [string[], string[]] => [
    ["compose.yaml", name],
    ["compose"],
  ]),
  [["other.yaml"], []],
])("the readers of .env and .env.example beside %j", (names, readers) => {
  const files = envFilesOf(Object.fromEntries(names.map((name) => [`/r/${name}`, "services: {a: {image: i}}"])));
  expect(files.readersOf("/r/.env")).toEqual(readers);
  expect(files.readersOf("/r/.env.example")).toEqual(readers);
  expect(files.readersOf("/r/app.env")).toEqual([]);
});

test.each<[path: string, files: string[], readers: string[]]>([
  ["/r/.env.prod", ["compose.yaml"], ["compose"]],
  ["/r/.env.prod.example", ["compose.yaml"], ["compose"]],
  ["/r/.env.prod", ["compose.yaml", "package.json"], []],
  ["/r/.env.prod", ["compose.yaml", "composer.json"], []],
  ["/r/.env.prod", ["a/compose.yaml"], []],
  ["/r/.env-prod", ["compose.yaml"], []],
])("the readers of %s beside %j", (path, names, readers) => {
  const files = envFilesOf(Object.fromEntries(names.map((name) => [`/r/${name}`, "services: {a: {image: i}}"])));
  expect(files.readersOf(path)).toEqual(readers);
});

const OTHER_LANGUAGE =
  "composer.json go.mod Cargo.toml Gemfile mix.exs pom.xml build.gradle build.gradle.kts pyproject.toml"
    .concat(
      " requirements.txt requirements-dev.txt a.cs a.csproj a.ex a.exs a.go a.java a.kt a.php a.py a.rb a.rs a.sln",
    )
    .split(" ");

test.each<[files: string[], isOne: boolean]>([
  [[], false],
  [["README.md", "compose.yaml", "a.pyx", "my-go.mod", "a.requirements.txt"], false],
  ...OTHER_LANGUAGE.map((name): [string[], boolean] => [[`b/c/${name}`], true]),
  [["b/c/a.py", "b/c/package.json"], false],
  [["b/package.json", "b/c/a.py"], true],
  [["b/c/package.json", "b/a.py"], false],
  [["b/pyproject.toml"], true],
  [["pyproject.toml"], true],
  [["/up.py"], false],
  [["b/.git/HEAD", "pyproject.toml"], false],
  [["b/c/d/a.py"], false],
])("of the programs at %j, those in other languages probably read b/c/.env: %j", (names, isOne) => {
  const paths = [
    "/s/r/.git/HEAD",
    "/s/r/b/c/.env",
    ...names.map((name) => (name.startsWith("/") ? `/s${name}` : `/s/r/${name}`)),
  ];
  const files = envFilesOf(Object.fromEntries(paths.map((path) => [path, ""])));
  expect(files.isOfOtherLanguage("/s/r/b/c/.env")).toBe(isOne);
});

test("without a repository, the programs in a folder read its env files", () => {
  const files = envFilesOf({ "/r/a.py": "", "/r/b/.env": "" });
  expect(["/r/.env", "/r/b/.env"].map((path) => files.isOfOtherLanguage(path))).toEqual([true, false]);
});
