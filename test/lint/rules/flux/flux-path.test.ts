/** Kustomizations whose path does not exist, and why others are not evaluated. */
import { expect, test } from "vitest";
import { notEvaluatedText } from "../../../../src/kubernetes/flux/index.ts";
import { fluxPath } from "../../../../src/lint/rules/flux/flux-path.ts";
import { fluxRepository, kustomization, object } from "../../../kubernetes/flux/repository.ts";

/** The name and the reason of each Kustomization that is not evaluated, and the text of each finding. */
function notEvaluated(files: Readonly<Record<string, string>>): string[] {
  return fluxRepository(files).notEvaluated.map((each) => {
    const found = fluxPath.check(each).map(({ atMost, end, inFile, message, start }) => {
      expect(message).toContain("the repository does not have the path");
      const similar = /did you mean (.*)\?$/.exec(message)?.[1];
      return `${inFile!.text.slice(start, end)}${similar ? ` → ${similar}` : ""}${atMost ? ` (${atMost})` : ""}`;
    });
    return [each.kustomization.name, notEvaluatedText(each.reason), ...found].join(": ");
  });
}

const APPS = { "clusters/apps.yaml": kustomization("apps", "./apps"), "apps/s.yaml": object("ConfigMap", "s", "A: b") };
const OTHER_SOURCE = kustomization("web", "./web").replace("name: flux-system", "name: other");

test.each<[what: string, files: Readonly<Record<string, string>>, expected: string[]]>([
  ["a path that exists", {}, []],
  [
    "a path that does not exist",
    { "clusters/web.yaml": kustomization("web", "./web") },
    ["web: the path does not exist: ./web"],
  ],
  [
    "a wrong letter",
    { "clusters/web.yaml": kustomization("web", "./aps"), "apps/kustomization.yaml": "resources: [s.yaml]\n" },
    ["web: the path does not exist: ./aps → ./apps"],
  ],
  [
    "a wrong letter in a Kustomization that nothing applies",
    {
      "flux/root/root.yaml": kustomization("root", "./apps/wbe/"),
      "apps/web/kustomization.yaml": "resources: [s.yaml]\n",
      "apps/web/s.yaml": object("ConfigMap", "web", "A: b"),
    },
    ["root: nothing applies it: ./apps/wbe/ → ./apps/web (warning)"],
  ],
  [
    "another number in a Kustomization that nothing applies",
    { "flux/root/root.yaml": kustomization("root", "./app2"), "app1/kustomization.yaml": "resources: []\n" },
    ["root: nothing applies it"],
  ],
  [
    "a Kustomization in the path of one that does not apply it",
    {
      "k/flux-system/root.yaml": kustomization("root", "./k"),
      "k/flux-system/kustomization.yaml": "resources: [root.yaml]\n",
      "k/kustomization.yaml": "resources: [base.yaml]\n",
      "k/base.yaml": object("ConfigMap", "base", "A: b"),
      "k/more/kustomization.yaml": "resources: [web.yaml, other.yaml]\n",
      "k/more/other.yaml": kustomization("other", "./apps"),
      "k/more/web.yaml": kustomization("web", "./web"),
    },
    ["web: nothing applies it"],
  ],
  ["the same path twice", { "clusters/web.yaml": kustomization("web", "apps/") }, []],
  ["another source", { "clusters/web.yaml": OTHER_SOURCE }, ["web: the source is not this repository"]],
  [
    "another source with a path that contains the Kustomization which applies this one",
    {
      "k/clusters/apps.yaml": kustomization("k-apps", "./k/apps"),
      "k/apps/other.yaml": kustomization("other", "./k").replace("name: flux-system", "name: other"),
    },
    ["other: the source is not this repository"],
  ],
  [
    "an unknown path",
    { "clusters/web.yaml": kustomization("web", "./${X}") },
    ["web: the path depends on unknown variables"],
  ],
  ["a child", { "apps/web.yaml": kustomization("web", "./web") }, ["web: the path does not exist: ./web"]],
  [
    "one that its folder's kustomization does not list",
    { "more/web.yaml": kustomization("web", "./web"), "more/kustomization.yaml": "resources: []\n" },
    [],
  ],
  ["an archived one", { "archive/web.yaml": kustomization("web", "./web") }, []],
  [
    "an archived one whose path exists",
    { "old/web.yaml": kustomization("web", "./apps") },
    ["web: nothing applies it"],
  ],
  ["one in a hidden folder", { ".task/web.yaml": kustomization("web", "./web") }, []],
  [
    "a source of another kind",
    { "clusters/web.yaml": kustomization("web", "./web").replace("GitRepository", "OCIRepository") },
    ["web: the source is not this repository"],
  ],
])("%s", (_, files, expected) => {
  expect(notEvaluated({ ...APPS, ...files })).toEqual(expected);
});

test("a repository that has few of the paths is not the source", () => {
  const all = Array.from({ length: 5 }, (_, i) => kustomization(`k${i}`, `./k${i}`)).join("");
  expect(notEvaluated({ ...APPS, "clusters/k.yaml": all })).toEqual(
    ["apps", "k0", "k1", "k2", "k3", "k4"].map((name) => `${name}: the source is not this repository`),
  );
});
