/** The documents that are checked again after a change. */
import { relative } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { FolderPerTest } from "../cli/temporary.ts";
import { MemoryClient, uriOf } from "./memory-client.ts";

const folder = new FolderPerTest();

const POD = "kind: Pod\nmetadata: {name: p}\nspec: {containers: [{name: c, image: i}]}\n";
const FILES = {
  "pods/a.yaml": POD,
  "pods/b.yaml": POD,
  "others/c.yaml": POD,
  "shop/garden.yml": "kind: Project\nname: shop\nenvironments: [{name: dev}]\n",
  "shop/api/garden.yml": "kind: Deploy\nname: api\ntype: container\n",
  "shop/web/garden.yml": "kind: Deploy\nname: web\ntype: container\n",
  "shop/web/web.yaml": POD,
};

/** The server and an editor in which all files are open, the last one named last. */
async function opened(last: keyof typeof FILES) {
  folder.write(FILES);
  const client = new MemoryClient();
  await client.initialize([folder.path]);
  const names = Object.keys(FILES) as (keyof typeof FILES)[];
  // Diagnostics are published in this order.
  const order = [...names.filter((name) => name !== last), last];
  for (const name of order) client.open(folder.at(name), FILES[name]);
  await client.diagnostics(folder.at(last), 1);
  client.messages.splice(0);
  const published = () =>
    client.messages.map(({ params }) => relative(folder.path, fileURLToPath((params as { uri: string }).uri))).sort();
  return { client, published };
}

test.each<[changed: keyof typeof FILES, others: readonly (keyof typeof FILES)[]]>([
  ["others/c.yaml", []],
  ["pods/a.yaml", ["pods/b.yaml"]],
  ["shop/garden.yml", ["shop/api/garden.yml", "shop/web/garden.yml", "shop/web/web.yaml"]],
  ["shop/api/garden.yml", ["shop/garden.yml", "shop/web/garden.yml", "shop/web/web.yaml"]],
])("after a change of %s, also %j", async (changed, others) => {
  const { client, published } = await opened(changed);
  client.change(folder.at(changed), 2, { text: `${FILES[changed]}# changed\n` });
  await client.diagnostics(folder.at(changed), 2);
  expect(published()).toEqual([...others].sort());
});

const ALL = Object.keys(FILES) as (keyof typeof FILES)[];

test.each<[changed: readonly string[], published: readonly (keyof typeof FILES)[]]>([
  [["others/new.yaml"], ["others/c.yaml"]],
  [
    ["others/c.yaml", "pods/b.yaml"],
    ["others/c.yaml", "pods/a.yaml", "pods/b.yaml"],
  ],
  [[".varexpand.yaml"], ALL],
  [["pods/kustomization.yaml", "none/x.yaml"], ALL],
])("after %j are saved, the documents that they can affect", async (changed, expected) => {
  const last = expected.at(-1)!;
  const { client, published } = await opened(last);
  const changes = changed.map((name) => ({ uri: uriOf(folder.at(name)), type: 1 }));
  client.notify("workspace/didChangeWatchedFiles", { changes });
  await client.diagnostics(folder.at(last), 1);
  expect(published()).toEqual(expected.filter((name) => name !== last).sort());
});
