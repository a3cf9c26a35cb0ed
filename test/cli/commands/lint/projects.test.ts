/** Garden projects and manifests in the same input. */
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
