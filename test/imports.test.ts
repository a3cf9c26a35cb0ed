import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { describe, expect, test } from "vitest";

const source = join(import.meta.dirname, "..", "src");

/** The rooms from the lowest to the highest: a file imports its own room and lower ones only. */
const ROOMS = ["wasm", "events", "expansion", "envfile", "template", "variables", "manifest", "pod", "batch", "cli"];

/** What a file imports and re-exports, types included; relative specifiers become paths. */
function importsOf(file: string): string[] {
  const text = readFileSync(file, "utf8");
  const specifiers = [...text.matchAll(/(?:\bfrom\s*|\bimport\s*\(?\s*)"([^"]+)"/g)].map((match) => match[1]!);
  return specifiers.map((specifier) => (specifier.startsWith(".") ? join(dirname(file), specifier) : specifier));
}

/** Everything that a file reaches. */
function reachedFrom(entry: string): Set<string> {
  const reached = new Set<string>();
  const open = [entry];
  while (open.length > 0) {
    const path = open.pop()!;
    if (reached.has(path)) continue;
    reached.add(path);
    if (path.startsWith(source) && path.endsWith(".ts") && existsSync(path)) open.push(...importsOf(path));
  }
  return reached;
}

function roomOf(path: string): string {
  return relative(source, path).split("/")[0]!;
}

const files = readdirSync(source, { recursive: true, encoding: "utf8" })
  .filter((name) => name.endsWith(".ts") && !name.endsWith(".d.ts"))
  .map((name) => join(source, name));

test("the walk finds what is there", () => {
  const reached = reachedFrom(join(source, "index.ts"));
  expect(reached).toContain(join(source, "wasm", "instance.ts"));
  expect(reached).toContain("@assemblyscript/loader");
  expect(files.length).toBeGreaterThan(10);
});

test.each(["index.ts", "core.ts"])("%s reaches nothing that only Node has", (entry) => {
  const reached = [...reachedFrom(join(source, entry))];
  expect(reached.filter((path) => path.startsWith("node:"))).toEqual([]);
  expect(reached.filter((path) => roomOf(path) === "cli")).toEqual([]);
});

describe("a lower room never imports a higher one", () => {
  test.each(ROOMS)("%s", (room) => {
    const level = ROOMS.indexOf(room);
    const wrong = files
      .filter((file) => roomOf(file) === room)
      .flatMap((file) => importsOf(file).map((path) => [relative(source, file), path] as const))
      .filter(([, path]) => path.startsWith(source) && ROOMS.indexOf(roomOf(path)) > level)
      .map(([file, path]) => `${file} imports ${relative(source, path)}`);
    expect(wrong).toEqual([]);
  });
});

test("every room has its level", () => {
  const rooms = new Set(files.map(roomOf).filter((room) => !room.endsWith(".ts")));
  expect([...rooms].filter((room) => !ROOMS.includes(room))).toEqual([]);
});

test("only src/wasm says WebAssembly", () => {
  const words = /\bWebAssembly\b|\bmemory\.buffer\b/;
  const wrong = files.filter(
    (file) => roomOf(file) !== "wasm" && words.test(withoutComments(readFileSync(file, "utf8"))),
  );
  expect(wrong.map((file) => relative(source, file))).toEqual([]);
});

function withoutComments(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, "");
}
