/** Garden projects and manifests in the same input. */
import { symlinkSync } from "node:fs";
import { expect, test } from "vitest";
import { runInMemory } from "../../memory-io.ts";
import { FolderPerTest } from "../../temporary.ts";

const folder = new FolderPerTest();

const PROJECT = "kind: Project\nname: shop\nenvironments: [{name: dev}]\n";
const POD = "kind: Pod\nmetadata: {name: p}\nspec: {containers: [{name: c, image: i, args: [$(A)]}]}\n";

test("a file with the name of a config file is a manifest, unless it is in a project", async () => {
  const outside = ["k/garden.yml", "shopping/x.garden.yml", "garden.yml"];
  const inside = ["shop/x.garden.yml", "shop/a/garden.yml", "shop/..b/garden.yml"];
  folder.write({ "shop/garden.yml": PROJECT, "shop/pod.yaml": POD });
  for (const file of [...outside, ...inside]) folder.file(file, POD);
  const { output } = await runInMemory(["lint", "-o", "json", folder.path]);
  const found = JSON.parse(output).findings as { file: string; rule: string }[];
  const files = found.filter(({ rule }) => rule === "undefined-reference").map(({ file }) => file);
  expect(files.sort()).toEqual([...outside, "shop/pod.yaml"].map((file) => folder.at(file)).sort());
});

/** Runs lint, with the folder's path left out of what it prints. */
async function lint(...args: string[]) {
  const { code, messages, output } = await runInMemory(["lint", ...args]);
  const plain = (text: string) => text.replaceAll(`${folder.path}/`, "");
  return { code, output: plain(output), messages: messages.map(plain) };
}

test("a project in the folder of another one is linted once, with its own variables", async () => {
  const uses = (name: string) => `kind: Build\nname: ${name}\ntype: exec\ndescription: "\${var.own}\${var.${name}}"\n`;
  folder.write({
    "outer/garden.yml": `${PROJECT}variables: {own: a}\n---\n${uses("one")}`,
    "outer/inner/garden.yml": `${PROJECT}variables: {own: b}\n---\n${uses("two")}`,
  });
  const finding = (file: string, line: string, name: string) =>
    `${file}:${line}: error: description: no such key: "${name}" under var (known: own) [template-missing-key]\n`;
  const inner = finding("outer/inner/garden.yml", "9:31", "two");
  expect(await lint(folder.at("outer"))).toEqual({
    code: 1,
    output: finding("outer/garden.yml", "9:31", "one") + inner,
    messages: ["checked 2 projects: 2 errors"],
  });
  expect(await lint(folder.at("outer/inner"))).toEqual({
    code: 1,
    output: inner,
    messages: ["checked 1 project: 1 error"],
  });
});

test("of a project with a file that is not YAML, only that is reported", async () => {
  folder.write({
    "garden.yml": `${PROJECT}variables: {a: "\${var.none}"}\n`,
    "a.garden.yml": "kind: Build\nname: [\n",
    "b/garden.yml": "a: '\n",
  });
  expect(await lint(folder.path)).toEqual({
    code: 1,
    output: `a.garden.yml:3:1: error: invalid YAML: the text ends before a [ or { is closed [project-error]
b/garden.yml:2:1: error: invalid YAML: unexpected end of the stream within a single quoted scalar [project-error]
`,
    messages: ["checked 1 project: 2 errors"],
  });
});

test("a config file outside of the project is an error", async () => {
  folder.write({ "shop/garden.yml": PROJECT, "x.yml": "" });
  symlinkSync("../x.yml", folder.at("shop/x.garden.yml"));
  expect(await lint(folder.at("shop"))).toEqual({
    code: 2,
    output: "",
    messages: ["varexpand: shop: x.garden.yml: a link leads out of shop; the file must be in that folder"],
  });
});

test("a project and an env file are checked", async () => {
  folder.write({ "garden.yml": PROJECT, ".env": "A=1\n" });
  expect(await lint(folder.path)).toEqual({
    code: 0,
    output: "",
    messages: ["checked 1 env file, 1 project: no findings"],
  });
});
