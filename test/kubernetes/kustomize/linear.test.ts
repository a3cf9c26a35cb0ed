/** Kustomizations render in linear time, whatever there are many of. */
import { expect, test } from "vitest";
import { growthExponent, LINEAR } from "../../reference/linearity.ts";
import { type Files, render } from "./render.ts";

const many = <T>(count: number, make: (i: number) => T): T[] => Array.from({ length: count }, (_, i) => make(i));

const settings = (i: number) => `{apiVersion: v1, kind: ConfigMap, metadata: {name: c${i}}, data: {A: a}}\n`;
const listed = (paths: readonly string[]) => `resources: [${paths.join(", ")}]\n`;

/** A kustomization that has many of something; each of them is an object. */
const SHAPES: [string, (size: number) => Files][] = [
  [
    "objects of one file",
    (size) => ({ "kustomization.yaml": listed(["all.yaml"]), "all.yaml": many(size, settings).join("---\n") }),
  ],
  [
    "files",
    (size) => ({
      "kustomization.yaml": listed(many(size, (i) => `${i}.yaml`)),
      ...Object.fromEntries(many(size, (i) => [`${i}.yaml`, settings(i)])),
    }),
  ],
  [
    "bases",
    (size) => ({
      "kustomization.yaml": `${listed(many(size, (i) => `b${i}`))}namePrefix: x-\n`,
      ...Object.fromEntries(
        many(size, (i) => [
          [`b${i}/kustomization.yaml`, listed(["c.yaml"])],
          [`b${i}/c.yaml`, settings(i)],
        ]).flat(),
      ),
    }),
  ],
  [
    "generators",
    (size) => ({
      "kustomization.yaml": `configMapGenerator:\n${many(size, (i) => `- {name: c${i}, literals: [A=a]}\n`).join("")}`,
    }),
  ],
  [
    "documents of a patch",
    (size) => ({
      "kustomization.yaml": `${listed(["all.yaml"])}patches: [{path: all.yaml}]\n`,
      "all.yaml": many(size, settings).join("---\n"),
    }),
  ],
];

test.each(SHAPES)("many %s", (_, make) => {
  const files = new Map<number, Files>();
  const run = (size: number) => {
    if (!files.has(size)) files.set(size, make(size));
    expect(render(files.get(size)!).objects).toHaveLength(size);
  };
  run(100);
  expect(growthExponent(run, 100)).toBeLessThan(LINEAR);
});

test("of more than 20,000 objects, the others are missing", () => {
  const files = { "kustomization.yaml": listed(["all.yaml"]), "all.yaml": many(20_001, settings).join("---\n") };
  const { isComplete, objects } = render(files);
  expect([isComplete, objects.length]).toEqual([false, 20_000]);
  const fits = { ...files, "all.yaml": many(20_000, settings).join("---\n") };
  expect(render(fits).isComplete).toBe(true);
});
