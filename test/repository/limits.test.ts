/** Apply sets that require far more memory than their size allows. */
import { expect, test } from "vitest";
import { renderedSet } from "../../src/repository/apply-set.ts";
import { SourceFiles } from "../../src/repository/manifest-part.ts";
import { fluxPaths, kustomization, object, substitute } from "../kubernetes/flux/repository.ts";

test("a variable in many strings", () => {
  const values = "${B}".repeat(1000);
  const maps = Array.from({ length: 100 }, (_, i) => [
    `apps/c${i}.yaml`,
    object("ConfigMap", `c${i}`, `A: x${values}`),
  ]);
  const [path] = fluxPaths({
    "clusters/k.yaml": kustomization("k", "./apps", substitute(`B: ${"b".repeat(100_000)}`)),
    ...Object.fromEntries(maps),
  });
  const { folder, rendering } = path!;
  const set = { kind: "flux", label: "k", folder, names: [], rendering, path: path! } as const;
  const { objects } = renderedSet(set, new SourceFiles((name) => name));
  const long = objects.filter(({ document }) => JSON.stringify(document.value).includes("bbbb"));
  expect(long.length).toBeLessThan(20);
  expect(objects).toHaveLength(100);
});
