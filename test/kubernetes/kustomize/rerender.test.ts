/** Renderings after a change of some files equal new ones. */
import { expect, test } from "vitest";
import { isSeparable, Kustomizer, mergeRendering, Outlines } from "../../../src/kubernetes/kustomize/index.ts";
import { CASES } from "./cases.ts";
import { deployment, type Files } from "./render.ts";

const absolute = (files: Files) => new Map(Object.entries(files).map(([name, text]) => [`/${name}`, text]));

/** The rendering of the folder `app` after a file has changed; undefined if everything must be rendered again. */
function renderedAgain(before: ReadonlyMap<string, string>, file: string, text: string) {
  const first = new Kustomizer({ read: (path) => before.get(path) });
  const rendering = first.render("/app")!;
  const now = new Map([...before, [file, text]]);
  const fresh = new Kustomizer({ read: (path) => now.get(path) }).render("/app");
  if (fresh === undefined || !isSeparable(rendering, [file], first.loader)) return { fresh, again: undefined };
  const outlines = new Outlines(first.loader);
  const outlineOf = (path: string) => (path === file ? undefined : outlines.of(path));
  const outlined = new Kustomizer({ read: (path) => now.get(path) }, { outlineOf }).render("/app")!;
  return { fresh, again: mergeRendering(rendering, outlined, [file]) };
}

const valuesOf = ({ objects, isComplete, files }: NonNullable<ReturnType<typeof renderedAgain>["again"]>) => ({
  objects: objects.map(({ document, isUnknown }) => [document.value, isUnknown]),
  isComplete,
  files: [...files].sort(),
});

test.each(Object.entries(CASES))("after a change of each file: %s", (_, files) => {
  const before = absolute(files);
  for (const [file, text] of before) {
    if (!/\.ya?ml$/.test(file)) continue;
    for (const changed of [
      `${text}\n# comment\n`,
      text.replace(/value: "1"/, 'value: "2"'),
      text.replace(/args: \[/, "args: [new, "),
      text.replace(/image: \S+/, "image: other"),
      text.replace(/name: web/, "name: renamed"),
      text.replace(/kind: Deployment/, "kind: StatefulSet"),
      text.replace(/labels: \{/, "labels: {new: label, "),
      `${text}---\n${deployment("").replace("name: web", "name: added")}`,
      "a: [",
    ]) {
      const { again, fresh } = renderedAgain(before, file, changed);
      if (again !== undefined) expect(valuesOf(again), `${file}\n${changed}`).toEqual(valuesOf(fresh!));
    }
  }
});

const TWO: Files = {
  "app/kustomization.yaml": "namePrefix: p-\nresources: [a.yaml, b.yaml]\n",
  "app/a.yaml": deployment("args: [a]").replace("name: web", "name: a"),
  "app/b.yaml": deployment("args: [b]").replace("name: web", "name: b"),
};

test.each<[string, Files, string, boolean]>([
  ["a change of one object", {}, "args: [c]", true],
  ["a change of a name", {}, "name: c", false],
  [
    "an object that values are copied from",
    { "app/kustomization.yaml": `resources: [a.yaml, b.yaml]\nreplacements: []\n` },
    "args: [c]",
    false,
  ],
  [
    "an object that is a patch, too",
    { "app/kustomization.yaml": "resources: [a.yaml, b.yaml]\npatches: [{path: a.yaml, target: {name: b}}]\n" },
    "args: [c]",
    false,
  ],
])("%s: the other objects are kept if possible", (_, files, text, isKept) => {
  const before = absolute({ ...TWO, ...files });
  const change = before.get("/app/a.yaml")!.replace(text.startsWith("args") ? "args: [a]" : "name: a", text);
  const { again, fresh } = renderedAgain(before, "/app/a.yaml", change);
  expect(again !== undefined).toBe(isKept);
  if (again !== undefined) expect(valuesOf(again)).toEqual(valuesOf(fresh!));
});
