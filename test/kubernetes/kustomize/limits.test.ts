/** Kustomizations that require far more work than their size allows, and files that kustomize refuses to load. */
import { describe, expect, test } from "vitest";
import { Budget } from "../../../src/kubernetes/kustomize/budget.ts";
import { Kustomizer, type KustomizerOptions } from "../../../src/kubernetes/kustomize/index.ts";
import { timeOf } from "../../reference/linearity.ts";
import { deployment, type Files, render, valueOf } from "./render.ts";

const many = (count: number, line: (i: number) => string) => Array.from({ length: count }, (_, i) => line(i)).join("");
const settings = (i: number) => `---\n{apiVersion: v1, kind: ConfigMap, metadata: {name: c${i}}, data: {A: a}}\n`;
const listed = (count: number, path: (i: number) => string) => `resources: [${many(count, (i) => `${path(i)}, `)}]\n`;
const inAll = (patch: string) => `resources: [all.yaml]\npatches:\n- target: {kind: Deployment}\n  patch: |\n${patch}`;

/** Layers of kustomizations, each of which lists all of the next layer. */
function layers(
  width: number,
  count: number,
  last: string,
  member = "resources",
  own: (i: number) => string = () => "",
) {
  const lists = (at: number) => (at === count ? last : `${member}: [${many(width, (i) => `../l${at}-${i}, `)}]\n`);
  const files: Record<string, string> = {
    "top/kustomization.yaml": `${lists(0)}configMapGenerator: [{name: top}]\n`,
  };
  for (let at = 0; at < count; at++) {
    for (let i = 0; i < width; i++) files[`l${at}-${i}/kustomization.yaml`] = `${own(i)}${lists(at + 1)}`;
  }
  return files;
}

/** What grows, for a size; and the size from which on it is not evaluated. */
const SHAPES: [what: string, files: (size: number) => Files, place?: string][] = [
  [
    "JSON patches that copy a part into itself",
    (size) => ({
      "kustomization.yaml": inAll(many(size, (i) => `    - {op: copy, from: /spec, path: /spec/k${i}}\n`)),
      "all.yaml": deployment(""),
    }),
  ],
  [
    "JSON patches that nest",
    (size) => ({
      "kustomization.yaml": inAll(many(size, (i) => `    - {op: add, path: ${"/a".repeat(i + 1)}, value: {}}\n`)),
      "all.yaml": deployment(""),
    }),
  ],
  [
    "JSON patches of a wide mapping",
    (size) => ({
      "kustomization.yaml": inAll(many(size * 4, (i) => `    - {op: add, path: /a${i}, value: {}}\n`)),
      "all.yaml": deployment(""),
    }),
  ],
  [
    "replacements that copy mappings into themselves",
    (size) => ({
      "kustomization.yaml": `resources: [all.yaml]\nreplacements:\n${many(size, () => "- {source: {kind: CRD, fieldPath: spec}, targets: [{select: {kind: CRD}, fieldPaths: [spec.a, spec.b]}]}\n")}`,
      "all.yaml": "{kind: CRD, metadata: {name: c}, spec: {a: {x: y}, b: {x: y}}}",
    }),
  ],
  [
    "replacements that make a string twice as long",
    (size) => ({
      "kustomization.yaml": `resources: [all.yaml]\nreplacements:\n${many(size, () => "- {source: {kind: ConfigMap, fieldPath: data.A}, targets: [{select: {kind: ConfigMap}, fieldPaths: [data.A], options: {delimiter: ',', index: 99}}]}\n")}`,
      "all.yaml": settings(0),
    }),
  ],
  [
    "a field path with many steps",
    (size) => ({
      "kustomization.yaml": `resources: [all.yaml]\nreplacements: [{sourceValue: x, targets: [{select: {kind: ConfigMap}, fieldPaths: [a${".a".repeat(size * 20)}], options: {create: true}}]}]\n`,
      "all.yaml": settings(0),
    }),
  ],
  [
    "variables in long strings",
    (size) => ({
      "kustomization.yaml":
        "resources: [all.yaml]\nvars: [{name: V, objref: {apiVersion: v1, kind: ConfigMap, name: c}, fieldref: {fieldpath: data.B}}]\n",
      "all.yaml": `{apiVersion: v1, kind: ConfigMap, metadata: {name: c}, data: {B: ${"b".repeat(size * 20)}}}\n---\n${deployment(`args: ["${"$(V)".repeat(size * 20)}"]`)}`,
    }),
  ],
  ["layers of bases", (size) => layers(Math.ceil(size / 5), 5, "configMapGenerator: [{name: a}]\n")],
  [
    "layers of bases with prefixes",
    (size) =>
      layers(Math.ceil(size / 5), 5, "configMapGenerator: [{name: a}]\n", "resources", (i) => `namePrefix: p${i}-\n`),
  ],
  [
    "layers of components",
    (size) => layers(Math.ceil(size / 5), 5, "namePrefix: a-\n", "components", () => "kind: Component\n"),
  ],
  [
    "nested bases",
    (size) => ({
      "kustomization.yaml": "resources: [b0]\n",
      ...Object.fromEntries(
        Array.from({ length: size * 4 }, (_, i) => [`b${i}/kustomization.yaml`, `resources: [../b${i + 1}]\n`]),
      ),
      [`b${size * 4}/kustomization.yaml`]: "configMapGenerator: [{name: a}]\n",
    }),
  ],
  [
    "patches of all objects",
    (size) => ({
      "kustomization.yaml": `resources: [all.yaml]\npatches:\n${many(size, (i) => `- {target: {kind: ConfigMap}, patch: '[{op: add, path: /data/X${i}, value: x}]'}\n`)}`,
      "all.yaml": many(size, settings),
    }),
  ],
  [
    "patches of other objects",
    (size) => ({
      "kustomization.yaml": `resources: [all.yaml]\npatches:\n${many(size, () => "- {target: {kind: Other, name: x|y}, patch: '[{op: add, path: /data/X, value: x}]'}\n")}`,
      "all.yaml": many(size, settings),
    }),
  ],
  [
    "patches of one object each",
    (size) => ({
      "kustomization.yaml": `resources: [all.yaml]\npatches:\n${many(size, (i) => `- {target: {kind: ConfigMap, name: c${i}}, patch: '[{op: add, path: /data/X, value: x}]'}\n`)}`,
      "all.yaml": many(size, settings),
    }),
  ],
  [
    "strategic merges",
    (size) => ({
      "kustomization.yaml": `resources: [all.yaml]\npatchesStrategicMerge:\n${many(size, (i) => `- '{apiVersion: v1, kind: ConfigMap, metadata: {name: c${i}}, data: {B: b}}'\n`)}`,
      "all.yaml": many(size, settings),
    }),
  ],
  [
    "labels",
    (size) => ({
      "kustomization.yaml": `resources: [all.yaml]\nlabels:\n${many(size * 4, (i) => `- {pairs: {a${i}: b}}\n`)}`,
      "all.yaml": many(10, settings),
    }),
  ],
  [
    "generators that merge",
    (size) => ({
      "kustomization.yaml": `configMapGenerator:\n${many(size * 4, (i) => `- {name: c, behavior: ${i === 0 ? "create" : "merge"}, literals: [A${i}=a]}\n`)}`,
    }),
  ],
  [
    "generators with one file",
    (size) => ({
      "kustomization.yaml": `secretGenerator:\n${many(size, (i) => `- {name: c${i}, files: [big]}\n`)}`,
      big: "x".repeat(size * 100),
    }),
  ],
  [
    "generators with one env file",
    (size) => ({
      "kustomization.yaml": `configMapGenerator:\n${many(size, (i) => `- {name: c${i}, envs: [big]}\n`)}`,
      big: many(size, (i) => `A${i}=b\n`),
    }),
  ],
  [
    "variables of many objects",
    (size) => ({
      "kustomization.yaml": `resources: [all.yaml]\nvars:\n${many(size, (i) => `- {name: V${i}, objref: {apiVersion: v1, kind: ConfigMap, name: c${i}}}\n`)}`,
      "all.yaml": many(size, settings),
    }),
  ],
  [
    "configurations of fields",
    (size) => ({
      "kustomization.yaml": "namePrefix: p-\nresources: [all.yaml]\nconfigurations: [fields.yaml]\n",
      "fields.yaml": `nameReference:\n${many(size, (i) => `- {kind: K${i}, fieldSpecs: [{path: data/A}]}\n`)}`,
      "all.yaml": many(size, settings),
    }),
  ],
  [
    "one base many times",
    (size) => ({
      "kustomization.yaml": listed(size, () => "base"),
      "base/kustomization.yaml": "resources: [all.yaml]\n",
      "base/all.yaml": many(size, settings),
    }),
  ],
  [
    "aliases",
    (size) => ({
      "kustomization.yaml": "resources: [all.yaml]\npatches: [{target: {kind: ConfigMap}, path: p.yaml}]\n",
      "p.yaml": `- {op: add, path: /data/X, value: &a [x, y]}\n${many(size, (i) => `- {op: add, path: /data/X${i}, value: [*a, *a, *a]}\n`)}`,
      "all.yaml": many(10, settings),
    }),
  ],
];

/** The most time for a rendering, however much work it requires: on a busy machine, far more than it takes. */
const MAX_MS = 20_000;

test.each(SHAPES)(
  "%s take time in proportion to their size, or are not evaluated",
  (what, make) => {
    for (const size of [25, 100, 400]) {
      const files = make(size);
      const time = timeOf(() => {
        const { isComplete, objects, unevaluated } = render(files, what.startsWith("layers") ? "top" : "");
        const isWithinLimits = unevaluated.every(({ reason }) => reason === "refused");
        expect([isComplete, objects.length > 0]).toEqual([isWithinLimits, isWithinLimits]);
      });
      expect(time / 1000).toBeLessThan(MAX_MS);
    }
  },
  120_000,
);

describe("what exceeds the budget has its place", () => {
  const copies = many(30, (i) => `    - {op: copy, from: /spec, path: /spec/k${i}}\n`);

  test.each<[what: string, files: Files, folder: string, file: string, place: string]>([
    [
      "a patch",
      { "kustomization.yaml": inAll(copies), "all.yaml": deployment("") },
      "",
      "/kustomization.yaml",
      "target:",
    ],
    [
      "a patch of a base",
      {
        "kustomization.yaml": "resources: [base]\n",
        "base/kustomization.yaml": inAll(copies),
        "base/all.yaml": deployment(""),
      },
      "",
      "/base/kustomization.yaml",
      "target:",
    ],
    [
      "images, which can be anywhere in an object",
      {
        "kustomization.yaml": `resources: [all.yaml]\nimages:\n${many(200, () => "- {name: x, newTag: a}\n")}`,
        "all.yaml": `{apiVersion: v1, kind: Any, metadata: {name: a}, data: [${many(20_000, () => "x,")}]}`,
      },
      "",
      "/kustomization.yaml",
      "{name: x",
    ],
    [
      "replicas",
      {
        "kustomization.yaml": `resources: [all.yaml]\nreplicas:\n${many(1500, () => "- {name: c0, count: 2}\n")}`,
        "all.yaml": many(1500, (i) => `---\n{apiVersion: v1, kind: Deployment, metadata: {name: c${i}}}\n`),
      },
      "",
      "/kustomization.yaml",
      "{name: c0",
    ],
  ])("%s", (_, files, folder, file, place) => {
    const { objects, unevaluated } = render(files, folder);
    const [{ message, reason, start, end, ...rest }] = unevaluated as [(typeof unevaluated)[0]];
    expect([objects, reason, rest]).toEqual([[], "budget", { file }]);
    expect(message).toBe("it requires far more work than its size allows");
    expect(files[file.slice(1)]!.slice(start)).toMatch(new RegExp(`^${place}`));
  });

  test("others are rendered with what is left", () => {
    const files: Files = {
      "a/kustomization.yaml": inAll(copies),
      "a/all.yaml": deployment(""),
      "b/kustomization.yaml": "resources: [all.yaml]\n",
      "b/all.yaml": deployment(""),
    };
    const kustomizer = new Kustomizer({ read: (path) => files[path.slice(1)] });
    const counts = ["a", "b", "a", "b"].map((folder) => kustomizer.render(`/${folder}`)!.objects.length);
    expect(counts).toEqual([0, 1, 0, 1]);
  });
});

test("more than 100 levels of bases are not evaluated", () => {
  const nested = (count: number): Files => ({
    ...Object.fromEntries(
      Array.from({ length: count }, (_, i) => [`b${i}/kustomization.yaml`, `resources: [../b${i + 1}]`]),
    ),
    [`b${count}/kustomization.yaml`]: "configMapGenerator: [{name: a}]",
  });
  expect(render(nested(99), "b0").objects).toHaveLength(1);
  expect(render(nested(100), "b0").unevaluated).toEqual([
    {
      reason: "depth",
      message: "kustomizations are nested more than 100 levels deep",
      file: "/b100/kustomization.yaml",
      start: 0,
      end: 0,
    },
  ]);
});

test("a budget is shared by what evaluates the same input", () => {
  const budget = new Budget(100);
  const [first, second] = [budget.share(), budget.share()];
  expect([first.take(25), first.take(1), budget.isSpent]).toEqual([true, false, false]);
  expect([second.take(18), second.take(1)]).toEqual([true, false]);
  budget.add(10);
  expect([budget.take(217), budget.take(1), budget.take(0)]).toEqual([true, false, false]);
  expect([budget.isSpent, budget.share().take(1)]).toEqual([true, false]);
});

describe("files outside the directory of a kustomization", () => {
  const OUTSIDE = {
    "s.env": "TOKEN=t\n",
    "outside.yaml": settings(1),
    "patch.yaml": "{apiVersion: v1, kind: ConfigMap, metadata: {name: c0}, data: {A: b}}\n",
    "app/own.yaml": settings(0),
    "base/kustomization.yaml": "resources: [base.yaml]\n",
    "base/base.yaml": settings(2),
  };

  function renderApp(kustomization: string, options?: KustomizerOptions, realPath?: (path: string) => string) {
    const files: Files = { ...OUTSIDE, "app/kustomization.yaml": kustomization };
    const reader = { read: (path: string) => files[path.slice(1)], ...(realPath && { realPath }) };
    return new Kustomizer(reader, options).render("/app")!;
  }

  test.each<[what: string, kustomization: string, path: string]>([
    ["a resource", "resources: [own.yaml, ../outside.yaml]", "../outside.yaml"],
    ["an absolute path", "resources: [own.yaml, /outside.yaml]", "/outside.yaml"],
    ["an env file", "configMapGenerator: [{name: g, envs: [../s.env]}]", "../s.env"],
    ["the env file in `env`", "configMapGenerator: [{name: g, env: ../s.env}]", "../s.env"],
    ["a file", "secretGenerator: [{name: g, files: [token=../s.env]}]", "../s.env"],
    ["a patch", "resources: [own.yaml]\npatches: [{path: ../patch.yaml}]", "../patch.yaml"],
    ["a strategic merge", "resources: [own.yaml]\npatchesStrategicMerge: [../patch.yaml]", "../patch.yaml"],
    [
      "a JSON patch",
      "resources: [own.yaml]\npatchesJson6902: [{path: ../patch.yaml, target: {kind: ConfigMap}}]",
      "../patch.yaml",
    ],
    ["a configuration", "resources: [own.yaml]\nconfigurations: [../outside.yaml]", "../outside.yaml"],
    ["a transformer", "resources: [own.yaml]\ntransformers: [../outside.yaml]", "../outside.yaml"],
    ["a replacement", "resources: [own.yaml]\nreplacements: [{path: ../outside.yaml}]", "../outside.yaml"],
  ])("%s is not loaded", (_, kustomization, path) => {
    const { isComplete, objects, unevaluated } = renderApp(kustomization);
    const message = `security; file '${path}' is not in or below the kustomization's directory`;
    expect(unevaluated).toMatchObject([{ reason: "restricted", message, file: "/app/kustomization.yaml" }]);
    expect(isComplete && objects.every(({ isUnknown }) => !isUnknown)).toBe(false);
    expect(JSON.stringify(objects.map(({ document }) => document.value))).not.toMatch(/c1|TOKEN|"t"|dD0=|"b"/);
  });

  test("with LoadRestrictionsNone, they are loaded", () => {
    const kustomization = "resources: [own.yaml, ../outside.yaml]\npatches: [{path: ../patch.yaml}]\n";
    const rendering = renderApp(kustomization, { loadRestrictor: "LoadRestrictionsNone" });
    expect(rendering.unevaluated).toEqual([]);
    expect(valueOf(rendering, "ConfigMap/c0", "data")).toEqual({ A: "b" });
    expect(rendering.objects).toHaveLength(2);
  });

  test("other kustomizations can be anywhere, but not at absolute paths", () => {
    expect(renderApp("resources: [../base]").objects).toHaveLength(1);
    expect(renderApp("resources: [/base]")).toMatchObject({ objects: [], isComplete: false });
    expect(renderApp("components: [/base]")).toMatchObject({ objects: [], isComplete: false });
  });

  test("links count as what they lead to", () => {
    const realPath = (path: string) => (path === "/app/own.yaml" ? "/outside.yaml" : path);
    expect(renderApp("resources: [own.yaml]", {}, realPath)).toMatchObject({ objects: [], isComplete: false });
    const moved = (path: string) => path.replace(/^\/app(?=\/|$)/, "/elsewhere/app");
    expect(renderApp("resources: [own.yaml]", {}, moved)).toMatchObject({ objects: [{}], isComplete: true });
  });
});
