/** The files of the benchmark do not import each other in a circle, and are short. */
import { existsSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { globSync } from "tinyglobby";
import { expect, test } from "vitest";

const folder = join(import.meta.dirname, "../../bench");
const MAX_LINES = 300;

/** Types count, too. */
function importsOf(file: string): string[] {
  const specifiers = [...readFileSync(file, "utf8").matchAll(/(?:\bfrom|\bimport)\s*"(\.[^"]+)"/g)];
  return specifiers
    .map(([, specifier]) => join(dirname(file), specifier!))
    .filter((path) => path.startsWith(folder) && existsSync(path));
}

const files = globSync("**/*.{ts,js}", { cwd: folder, ignore: "node_modules/**" });

test.each(files)("%s does not reach itself, and is short", (name) => {
  const file = join(folder, name);
  const reached = new Set<string>();
  const open = importsOf(file);
  for (let path = open.pop(); path !== undefined; path = open.pop()) {
    if (reached.has(path)) continue;
    reached.add(path);
    open.push(...importsOf(path));
  }
  const circle = [...reached].filter((path) => path === file || (reached.has(file) && importsOf(path).includes(file)));
  expect(circle.map((path) => relative(folder, path))).toEqual([]);
  expect(readFileSync(file, "utf8").split("\n").length).toBeLessThanOrEqual(MAX_LINES);
});
