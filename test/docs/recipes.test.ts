/** In every command that other people copy into a hook or a job, `--` is before the names of files. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { load } from "js-yaml";
import { expect, test } from "vitest";
import { documents, root } from "./documents.ts";
import { blocksOf, recipe } from "./markdown.ts";

const read = (path: string) => readFileSync(join(root, path), "utf8");
const recipes = [
  ...recipe(load(read(".pre-commit-hooks.yaml")), "NAME"),
  ...recipe(load(read("action.yml")), "NAME"),
  ...documents().flatMap((path) =>
    blocksOf(read(path)).flatMap(({ file, language, text }) =>
      file !== undefined && language === "yaml" ? recipe(load(text), "NAME") : [],
    ),
  ),
];
const lines = recipes
  .flatMap((text) => text.split("\n"))
  .filter((line) => /varexpand(?:@\S+)? lint|program" lint/.test(line));

test("there are recipes for GitHub, GitLab, pre-commit, and the action", () => {
  expect(lines.length).toBeGreaterThan(5);
});

test.each(lines)("%s", (line) => {
  expect(line).toMatch(/ lint (?:-.* )?-- ["\w.]/);
});

test.each(lines.filter((line) => line.includes("npx")))("npx does not process what follows: %s", (line) => {
  expect(line).toMatch(/npx (?:--yes )?-- varexpand@/);
});
