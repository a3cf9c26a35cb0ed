/** Checks that the paths, links, and scripts in every document exist. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { root } from "./documents.ts";

const below = (folder: string): string[] =>
  readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".md"))
    .map((name) => join(folder, name));

const DOCUMENTS = [
  "README.md",
  "CHANGELOG.md",
  "CONTRIBUTING.md",
  "SECURITY.md",
  ...below("docs"),
  ...below("examples"),
];

const read = (document: string) => readFileSync(join(root, document), "utf8");

/** Returns the anchor of a heading, as on GitHub. */
const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}_ -]/gu, "")
    .replaceAll(" ", "-");

const anchorsIn = (document: string) => [...read(document).matchAll(/^#+ (.*)$/gm)].map((match) => anchorOf(match[1]!));

test.each(DOCUMENTS)("the links in %s refer to existing files and headings", (document) => {
  const broken = [...read(document).matchAll(/\]\((?!\w+:)([^)#]*)(?:#([^)]*))?\)/g)].filter(([, path, anchor]) => {
    const target = path === "" ? document : join(dirname(document), path!);
    return !existsSync(join(root, target)) || (anchor !== undefined && !anchorsIn(target).includes(anchor));
  });
  expect(broken.map(([link]) => link)).toEqual([]);
});

test.each(DOCUMENTS.filter((document) => document !== "CHANGELOG.md"))("the paths in %s exist", (document) => {
  const named =
    read(document).match(/(?<![\w./-])(?:\.ci|assembly|bench|docs|examples|scripts|src|test)\/[\w./-]*[\w/]/g) ?? [];
  expect(named.filter((path) => !path.startsWith("src/wasm/embedded") && !existsSync(join(root, path)))).toEqual([]);
});

test.each(DOCUMENTS)("the scripts in %s are in package.json", (document) => {
  const { scripts } = JSON.parse(read("package.json"));
  const named = [...read(document).matchAll(/npm run ([\w:]+)/g)].map((match) => match[1]!);
  expect(named.filter((name) => !Object.hasOwn(scripts, name))).toEqual([]);
});

test("docs/guides/README.md lists every guide", () => {
  const guides = readdirSync(join(root, "docs/guides")).filter((name) => name !== "README.md");
  expect(guides.filter((name) => !read("docs/guides/README.md").includes(`](${name})`))).toEqual([]);
});
