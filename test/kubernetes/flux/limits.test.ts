/** Kustomizations of Flux that require far more work than their size allows. */
import { expect, test } from "vitest";
import { timeOf } from "../../reference/linearity.ts";
import { fluxPaths, kustomization, object } from "./repository.ts";

const many = (count: number, file: (i: number) => [name: string, text: string]) =>
  Object.fromEntries(Array.from({ length: count }, (_, i) => file(i)));
const settings = (i: number | string) => object("ConfigMap", `c${i}`, "A: a");

test("Kustomizations that apply each other are evaluated once each", () => {
  for (const size of [8, 32, 128]) {
    const files = {
      ...many(size, (i) => [`apps/k${i}.yaml`, kustomization(`k${i}`, "./apps")]),
      ...many(size * 12, (i) => [`apps/c${i}.yaml`, settings(i)]),
    };
    let paths: ReturnType<typeof fluxPaths> = [];
    const time = timeOf(() => {
      paths = fluxPaths(files);
    });
    expect(time / 1000).toBeLessThan(20_000);
    expect(new Set(paths.map(({ kustomization }) => kustomization.name)).size).toBe(size);
    expect(paths).toHaveLength(size);
    expect(paths[0]!.rendering.objects).toHaveLength(size * 13);
  }
}, 120_000);

test("Kustomizations that change each other are evaluated within the budget", () => {
  const files = {
    ...many(60, (i) => [`apps/k${i}.yaml`, kustomization(`k${i}`, "./apps", `namePrefix: p${i}-`)]),
    ...many(100, (i) => [`apps/c${i}.yaml`, settings(i)]),
  };
  const paths = fluxPaths(files);
  const left = paths.filter(({ rendering }) => rendering.unevaluated.length > 0);
  expect(left.length).toBeGreaterThan(0);
  expect(left[0]!.rendering).toMatchObject({ objects: [], isComplete: false, unevaluated: [{ reason: "budget" }] });
  expect(paths.length).toBeLessThan(20_000);
}, 120_000);

test("a chain of Kustomizations", () => {
  const chain = many(1000, (i) => [`a${i}/k.yaml`, kustomization(`k${i}`, `./a${i + 1}`)]);
  const paths = fluxPaths({ ...chain, "a1000/c.yaml": settings("") });
  expect(paths.length).toBe(1000);
  expect(paths.at(-1)!.rendering.objects).toHaveLength(1);
}, 60_000);

test("Flux loads the files of its repository, and no others", () => {
  const outside = { "vars.yaml": settings("v"), "repo/shared/vars.yaml": settings("s") };
  const files = {
    ...outside,
    "repo/clusters/k.yaml": kustomization("k", "./apps"),
    "repo/apps/kustomization.yaml": "resources: [../shared/vars.yaml, ../../vars.yaml]\n",
  };
  const [path] = fluxPaths(files, ["/repo"]);
  const { isComplete, objects, unevaluated } = path!.rendering;
  expect([isComplete, objects.length]).toEqual([false, 1]);
  expect(unevaluated).toMatchObject([
    { reason: "restricted", message: "security; file '../../vars.yaml' is not in or below the repository" },
  ]);
  expect(fluxPaths({ ...files, "repo/clusters/k.yaml": kustomization("k", "../") }, ["/repo"])).toEqual([]);
});
