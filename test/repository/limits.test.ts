/** How much memory an apply set may require for its size. */
import { expect, test } from "vitest";
import { renderedSet } from "../../src/repository/apply-set.ts";
import { SourceFiles } from "../../src/repository/manifest-part.ts";
import { fluxPaths, kustomization, object, substitute } from "../kubernetes/flux/repository.ts";

/** The objects that a Kustomization applies, with `B` as its variable. */
function applied(value: string, files: Readonly<Record<string, string>>) {
  const [path] = fluxPaths({ "clusters/k.yaml": kustomization("k", "./apps", substitute(`B: ${value}`)), ...files });
  const { folder, rendering } = path!;
  const set = { kind: "flux", label: "k", folder, names: [], rendering, path: path! } as const;
  return renderedSet(set, new SourceFiles((name) => name)).objects;
}

test("a value of a megabyte in a small object", () => {
  const value = "b".repeat(900_000);
  const [map] = applied(value, { "apps/c.yaml": object("ConfigMap", "c", "A: x${B}") });
  expect(map!.document.value).toMatchObject({ data: { A: `x${value}` } });
});

test("a variable in many strings", () => {
  const values = "${B}".repeat(1000);
  const maps = Array.from({ length: 100 }, (_, i) => [
    `apps/c${i}.yaml`,
    object("ConfigMap", `c${i}`, `A: x${values}`),
  ]);
  const objects = applied("b".repeat(100_000), Object.fromEntries(maps));
  const long = objects.filter(({ document }) => JSON.stringify(document.value).includes("bbbb"));
  expect(long.length).toBeLessThan(20);
  expect(objects).toHaveLength(100);
});
