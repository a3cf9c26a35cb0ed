/** What a project's folder contains apart from valid documents, and places in its varfiles. */
import { symlinkSync } from "node:fs";
import { expect, test } from "vitest";
import { runInMemory } from "../memory-io.ts";
import { FolderPerTest } from "../temporary.ts";

const folder = new FolderPerTest();
const PROJECT = "kind: Project\nname: p\nenvironments: [dev]\n";

async function template(files: Readonly<Record<string, string>>) {
  folder.write(files);
  const { code, output, messages } = await runInMemory(["template", "--project", folder.path]);
  return { code, output, messages };
}

test("a link without a target is not a config file", async () => {
  folder.write({ "a/garden.yml": "kind: Build\nname: a\n" });
  for (const path of ["x.garden.yml", "a/x.garden.yml"]) symlinkSync("none", folder.at(path));
  expect(await template({ "garden.yml": PROJECT })).toEqual({
    code: 0,
    output: "kind: Project\nname: p\nenvironments:\n  - name: dev\n---\nkind: Build\nname: a\n",
    messages: [],
  });
});

test.each([
  ["v.env", "# a: 1\n\nb=1\na=${var.nope}\n"],
  ["v.yaml", "b: 1\na: ${var.nope}\n"],
  ["v.json", '{"b": 1,\n "a": "${var.nope}"}'],
])("an error in %s has the place of the variable", async (name, text) => {
  const { code, messages } = await template({ "garden.yml": `${PROJECT}varfile: ${name}\n`, [name]: text });
  const before = text.slice(0, text.indexOf("nope"));
  const line = before.split("\n").length;
  const column = before.length - before.lastIndexOf("\n");
  expect(code).toBe(2);
  expect(messages).toEqual([expect.stringMatching(`^varexpand: ${name}:${line}:${column}: a: no such key: "nope"`)]);
});

test("a project outside a repository has no branch", async () => {
  const { code, messages } = await template({ "garden.yml": `${PROJECT}variables: { a: "\${git.branch}" }\n` });
  expect(code).toBe(2);
  expect(messages).toEqual([
    expect.stringMatching(
      /^varexpand: garden\.yml:4:24: variables\.a: no such key: "branch" under git \(it has no keys\)/,
    ),
  ]);
  const optional = await template({ "garden.yml": `${PROJECT}variables: { a: "\${git.branch || 'none'}" }\n` });
  expect(optional.output).toContain("variables:\n  a: none\n");
});
