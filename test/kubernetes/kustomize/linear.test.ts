/** Kustomizations render in linear time, whatever there are many of. */
import { expect, test } from "vitest";
import { growthExponent, LINEAR } from "../../reference/linearity.ts";
import { deployment, type Files, render } from "./render.ts";

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

const WEB = {
  "web.yaml": deployment("args: [a]\nenv: [{name: a, value: b}]").replace(
    "name: web",
    "name: web\n  labels: {app: web}",
  ),
};
const patched = (target: object) =>
  JSON.stringify({ resources: ["web.yaml"], patches: [{ patch: "[{op: add, path: /x, value: y}]", target }] });
const replaced = (target: object, source: object = { kind: "Deployment" }) =>
  JSON.stringify({ resources: ["web.yaml"], replacements: [{ source, targets: [{ select: {}, ...target }] }] });

/** A kustomization with one object, and a long text. */
const TEXTS: [string, (size: number) => Files][] = [
  ...["\t", "a,", "a in (", "a in (b", "!", "a=b,", "a notin (b,c),", ","].map(
    (piece): [string, (size: number) => Files] => [
      `a selector of labels of ${JSON.stringify(piece)}`,
      (size) => ({ ...WEB, "kustomization.yaml": patched({ labelSelector: piece.repeat(size) }) }),
    ],
  ),
  ...["[", "[a.", "[name=a", "[name=a]", "\\", "\\.", "a.", "[[=]", "]"].flatMap(
    (piece): [string, (size: number) => Files][] => [
      [
        `the path of a field of ${piece}`,
        (size) => ({ ...WEB, "kustomization.yaml": replaced({ fieldPaths: [piece.repeat(size)] }) }),
      ],
      [
        `the path of a source of ${piece}`,
        (size) => ({
          ...WEB,
          "kustomization.yaml": replaced({}, { kind: "Deployment", fieldPath: piece.repeat(size) }),
        }),
      ],
    ],
  ),
  ...["$(", "$$(", "$(A", "$(A)", "$()"].map((piece): [string, (size: number) => Files] => [
    `an argument of ${piece}`,
    (size) => ({
      "web.yaml": WEB["web.yaml"].replace("args: [a]", `args: ["${piece.repeat(size)}"]`),
      "kustomization.yaml": JSON.stringify({
        resources: ["web.yaml"],
        vars: [{ name: "A", objref: { kind: "Deployment", name: "web", apiVersion: "apps/v1" } }],
      }),
    }),
  ]),
  ...["(a|[ab])*c", "a*a*a*b", "(a*)*b", "(a|a?)+b", ".*.*.*=.*"].map((name): [string, (size: number) => Files] => [
    `the pattern ${name}, and a name of the letter a`,
    (size) => ({
      "kustomization.yaml": `resources: [c.yaml]\npatches: [{target: {name: "${name}"}, patch: "{data: {B: b}}"}]`,
      "c.yaml": settings(0).replace("c0", "a".repeat(size)),
    }),
  ]),
  [
    "a pattern of many optional letters",
    (size) => {
      const [half, name] = [Math.sqrt(size), "a".repeat(Math.sqrt(size))];
      return {
        "kustomization.yaml": `resources: [c.yaml]\npatches: [{target: {name: "${"a?".repeat(half)}b"}, patch: "{data: {B: b}}"}]`,
        "c.yaml": settings(0).replace("c0", name),
      };
    },
  ],
];

test.each(TEXTS)("%s", (_, make) => {
  const files = new Map<number, Files>();
  const run = (size: number) => {
    if (!files.has(size)) files.set(size, make(size));
    // A path that is too deep is not evaluated.
    expect(render(files.get(size)!).objects.length).toBeLessThanOrEqual(1);
  };
  run(1024);
  expect(growthExponent(run, 1024)).toBeLessThan(LINEAR);
});

test.each<[string, (i: number) => object]>([
  ["a patch for each object", (i) => ({ patch: settings(i) })],
  ["a patch with the name of each object", (i) => ({ patch: "{data: {B: b}}", target: { name: `c${i}` } })],
  [
    "a JSON patch with the name of each object",
    (i) => ({ patch: '[{"op": "add", "path": "/x", "value": 1}]', target: { name: `c${i}` } }),
  ],
])("%s", (_, patch) => {
  const files = new Map<number, Files>();
  const make = (size: number) => ({
    "kustomization.yaml": JSON.stringify({ resources: ["all.yaml"], patches: many(size, patch) }),
    "all.yaml": many(size, settings).join("---\n"),
  });
  const run = (size: number) => {
    if (!files.has(size)) files.set(size, make(size));
    expect(render(files.get(size)!).objects).toHaveLength(size);
  };
  run(250);
  expect(growthExponent(run, 250)).toBeLessThan(LINEAR);
});

test("of more than 20,000 objects, the others are missing", () => {
  const files = { "kustomization.yaml": listed(["all.yaml"]), "all.yaml": many(20_001, settings).join("---\n") };
  const { isComplete, objects } = render(files);
  expect([isComplete, objects.length]).toEqual([false, 20_000]);
  const fits = { ...files, "all.yaml": many(20_000, settings).join("---\n") };
  expect(render(fits).isComplete).toBe(true);
});
