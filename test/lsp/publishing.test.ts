/** The documents that are checked again after a change. */
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

test.each<[changed: keyof typeof FILES, others: readonly (keyof typeof FILES)[]]>([
  ["others/c.yaml", []],
  ["pods/a.yaml", ["pods/b.yaml"]],
  ["shop/garden.yml", ["shop/api/garden.yml", "shop/web/garden.yml", "shop/web/web.yaml"]],
  ["shop/api/garden.yml", ["shop/garden.yml", "shop/web/garden.yml", "shop/web/web.yaml"]],
])("after a change of %s, also %j", async (changed, others) => {
  folder.write(FILES);
  const client = new MemoryClient();
  await client.initialize([folder.path]);
  const names = Object.keys(FILES) as (keyof typeof FILES)[];
  // Diagnostics are published in this order.
  const order = [...names.filter((name) => name !== changed), changed];
  for (const name of order) client.open(folder.at(name), FILES[name]);
  await client.diagnostics(folder.at(changed), 1);
  client.messages.splice(0);
  client.change(folder.at(changed), 2, { text: `${FILES[changed]}# changed\n` });
  await client.diagnostics(folder.at(changed), 2);
  const published = client.messages.map(({ params }) => (params as { uri: string }).uri);
  expect(published.sort()).toEqual(others.map((name) => uriOf(folder.at(name))).sort());
});
