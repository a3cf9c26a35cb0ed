import { existsSync, readdirSync, readFileSync } from "node:fs";
import { isBuiltin } from "node:module";
import { dirname, join, relative } from "node:path";
import { expect, test } from "vitest";

const source = join(import.meta.dirname, "..", "src");

/** The folders that each folder can import. */
const EDGES: Readonly<Record<string, readonly string[]>> = {
  text: [],
  wasm: [],
  events: ["text"],
  yaml: ["text"],
  expansion: ["events", "text", "wasm", "yaml"],
  manifest: ["text", "yaml"],
  envfile: ["text", "wasm"],
  compose: ["envfile", "expansion", "text", "yaml"],
  dotenv: ["envfile", "text", "wasm"],
  garden: ["envfile", "text", "wasm", "yaml"],
  kubernetes: ["envfile", "events", "expansion", "text", "yaml"],
  repository: ["compose", "envfile", "kubernetes", "manifest", "text", "yaml"],
  scale: ["expansion", "manifest", "text", "yaml"],
  lint: ["compose", "envfile", "expansion", "garden", "kubernetes", "manifest", "repository", "text", "yaml"],
  lsp: ["envfile", "garden", "kubernetes", "lint", "repository", "text", "yaml"],
  cli: [
    "envfile",
    "events",
    "expansion",
    "garden",
    "kubernetes",
    "lint",
    "lsp",
    "manifest",
    "repository",
    "scale",
    "text",
    "yaml",
  ],
};

/** The same within a folder: every part can also import the files next to the parts, which do not import parts. */
const PARTS: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  garden: {
    template: [],
    variables: ["template"],
    project: ["template", "variables"],
  },
  "garden/template": {
    functions: [],
    syntax: [],
    context: ["functions", "syntax"],
    resolve: ["context", "functions", "syntax"],
  },
  expansion: {
    compiled: ["dialects"],
    dialects: [],
    streams: [],
  },
  envfile: {
    readers: [],
    writers: ["readers"],
  },
  scale: {
    rows: [],
    shard: [],
    stream: [],
  },
  kubernetes: {
    pod: [],
    cluster: ["pod"],
    kustomize: [],
    flux: ["kustomize"],
  },
  "kubernetes/pod": {
    volumes: [],
    sources: ["volumes"],
    resolve: ["sources"],
    trace: ["resolve", "sources"],
    validate: ["sources", "volumes"],
  },
  cli: {
    frame: [],
    files: ["frame"],
    manifests: ["files", "frame"],
    "lint-settings": ["files", "frame", "manifests"],
    pods: ["files", "frame", "manifests"],
    projects: ["files", "frame"],
    variables: ["files", "frame", "lint-settings", "manifests"],
    commands: ["files", "frame", "lint-settings", "manifests", "pods", "projects", "variables"],
  },
  // What two commands need is below them.
  "cli/commands": Object.fromEntries(readdirSync(join(source, "cli", "commands")).map((command) => [command, []])),
};

/** An import, and one that is not `import()`. */
const IMPORT = /(?:\bfrom\s*|\bimport\s*\(?\s*)"([^"]+)"/g;
const STATIC = /(?:\bfrom\s*|\bimport\s*)"([^"]+)"/g;

const known = new Map([IMPORT, STATIC].map((pattern) => [pattern, new Map<string, readonly string[]>()]));

/** The imports and re-exports of a file, including types; relative specifiers become paths. */
function importsOf(file: string, pattern = IMPORT): readonly string[] {
  const imports = known.get(pattern)!.get(file) ?? importsIn(file, pattern);
  known.get(pattern)!.set(file, imports);
  return imports;
}

function importsIn(file: string, pattern: RegExp): string[] {
  const text = readFileSync(file, "utf8");
  const specifiers = [...text.matchAll(pattern)].map((match) => match[1]!);
  return specifiers.map((specifier) => (specifier.startsWith(".") ? join(dirname(file), specifier) : specifier));
}

/** Everything that a file reaches. */
function reachedFrom(entry: string, pattern?: RegExp): Set<string> {
  const reached = new Set<string>();
  const open = [entry];
  while (open.length > 0) {
    const path = open.pop()!;
    if (reached.has(path)) continue;
    reached.add(path);
    if (path.startsWith(source) && path.endsWith(".ts") && existsSync(path)) open.push(...importsOf(path, pattern));
  }
  return reached;
}

function folderOf(path: string): string {
  return relative(source, path).split("/")[0]!;
}

const files = readdirSync(source, { recursive: true, encoding: "utf8" })
  .filter((name) => name.endsWith(".ts") && !name.endsWith(".d.ts"))
  .map((name) => join(source, name));

test("the search finds the files", () => {
  const reached = reachedFrom(join(source, "index.ts"));
  expect(reached).toContain(join(source, "wasm", "instance.ts"));
  expect(reached).toContain("@assemblyscript/loader");
  expect(files.length).toBeGreaterThan(10);
});

test("index.ts reaches nothing that only Node has", () => {
  const reached = [...reachedFrom(join(source, "index.ts"))];
  expect(reached.filter((path) => path.startsWith("node:"))).toEqual([]);
  expect(reached.filter((path) => folderOf(path) === "cli")).toEqual([]);
});

test("only src/cli imports modules of Node.js", () => {
  const others = files.filter((file) => folderOf(file) !== "cli");
  const wrong = others.flatMap((file) => {
    const names = importsOf(file).filter((path) => /^node:|\/node$/.test(path) || isBuiltin(path));
    return names.map((name) => `${relative(source, file)} imports ${name}`);
  });
  expect(others.length).toBeGreaterThan(400);
  expect(wrong).toEqual([]);
});

test.each(Object.keys(EDGES))("%s imports only the rooms that it may import", (room) => {
  const allowed = [room, ...EDGES[room]!];
  const wrong = files
    .filter((file) => folderOf(file) === room)
    .flatMap((file) => importsOf(file).map((path) => [relative(source, file), path] as const))
    .filter(([, path]) => path.startsWith(source) && folderOf(path) in EDGES && !allowed.includes(folderOf(path)))
    .map(([file, path]) => `${file} imports ${relative(source, path)}`);
  expect(wrong).toEqual([]);
});

test("every room has its edges, and every edge is used", () => {
  const used: Record<string, string[]> = {};
  for (const file of files) {
    const room = folderOf(file);
    if (room.endsWith(".ts")) continue;
    const others = importsOf(file)
      .filter((path) => path.startsWith(source))
      .map(folderOf);
    const edges = [...(used[room] ?? []), ...others.filter((other) => other in EDGES && other !== room)];
    used[room] = [...new Set(edges)].sort();
  }
  expect(used).toEqual(EDGES);
});

test("docs/architecture.md shows the same edges", () => {
  const page = readFileSync(join(source, "..", "docs", "architecture.md"), "utf8");
  const rows = [...page.matchAll(/^\| `(\w+)` +\|(.*)\|$/gm)].map(([, room, rooms]) => [
    room!,
    rooms!.match(/\w+/g) ?? [],
  ]);
  expect(Object.fromEntries(rows)).toEqual(EDGES);
});

/** Files that only re-export: for users of the library, and for projects. The programs themselves use every part. */
const SURFACES = ["index.ts", "internal.ts"];

test.each(Object.keys(PARTS))("the parts of %s import each other in one direction", (folder) => {
  const parts = PARTS[folder]!;
  const partOf = (path: string) => relative(join(source, folder), path).split("/")[0]!;
  const used: Record<string, string[]> = {};
  for (const file of files.filter((file) => file.startsWith(join(source, folder, "/")))) {
    const part = partOf(file);
    if (SURFACES.includes(part) || (folder === "cli" && part.endsWith(".ts"))) continue;
    const others = importsOf(file).map(partOf);
    const edges = [...(used[part] ?? []), ...others.filter((other) => other in parts && other !== part)];
    used[part] = [...new Set(edges)].sort();
  }
  const beside = Object.entries(used).filter(([part, edges]) => part.endsWith(".ts") && edges.length > 0);
  expect(beside).toEqual([]);
  expect(Object.fromEntries(Object.entries(used).filter(([part]) => !part.endsWith(".ts")))).toEqual(parts);
});

test("projects import the templates by one file", () => {
  const imported = files
    .filter((file) => relative(source, file).startsWith("garden/project/"))
    .flatMap((file) => importsOf(file))
    .map((path) => relative(source, path))
    .filter((path) => path.startsWith("garden/template/"));
  expect([...new Set(imported)].sort()).toEqual(["garden/template/internal.ts", "garden/template/values.ts"]);
});

test("no file imports itself by way of others", () => {
  // What import() loads is loaded while its importers run, so a cycle through it has no order to go wrong.
  const circles = files.filter((file) => importsOf(file, STATIC).some((path) => reachedFrom(path, STATIC).has(file)));
  expect(circles.map((file) => relative(source, file)).sort()).toEqual([]);
});

test("only src/wasm says WebAssembly", () => {
  const words = /\bWebAssembly\b|\bmemory\.buffer\b/;
  const wrong = files.filter(
    (file) => folderOf(file) !== "wasm" && words.test(withoutComments(readFileSync(file, "utf8"))),
  );
  expect(wrong.map((file) => relative(source, file))).toEqual([]);
});

function withoutComments(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, "");
}
