/** Variables of a project where they are declared. */
import { expect, test } from "vitest";
import { FolderPerTest } from "../../cli/temporary.ts";
import { marked } from "../marked.ts";
import { MemoryClient } from "../memory-client.ts";

const folder = new FolderPerTest();

const PROJECT = `kind: Project
name: shop
environments:
  - name: dev
    variables: {host: dev, limits: {cpu: 2}}
variables:
  host: local
  limits: {cpu: 1, memory: 3}
`;

test.each([
  [
    "  ho‸st: local",
    'var.host: "dev" (string)',
    `  "dev"  the environment's variables, garden.yml:5:17`,
    `  "local"  the project's variables, garden.yml:7:3 (hidden)`,
  ],
  [
    "limits: {c‸pu: 1",
    "var.limits.cpu: 2 (number)",
    "  2  the environment's variables, garden.yml:5:37",
    "  1  the project's variables, garden.yml:8:12 (hidden)",
  ],
  [
    "  lim‸its: {cpu: 1",
    'var.limits: {"cpu":2,"memory":3} (map)',
    `  {"cpu":2}  the environment's variables, garden.yml:5:28`,
    `  {"cpu":1,"memory":3}  the project's variables, garden.yml:8:3`,
  ],
])("%s: its value, and each level that adds to it", async (part, ...lines) => {
  folder.write({ "garden.yml": PROJECT });
  const client = new MemoryClient();
  await client.initialize([folder.path]);
  client.open(folder.at("garden.yml"), PROJECT);
  const { at, text } = marked(part);
  const before = PROJECT.slice(0, PROJECT.indexOf(text) + at).split("\n");
  const position = { line: before.length - 1, character: before.at(-1)!.length };
  const { contents } = await client.ask<{ contents: { value: string } }>("hover", folder.at("garden.yml"), position);
  expect(contents.value.split("\n")).toEqual(lines);
});
