/** The Kustomizations of Flux around open files, with unsaved text. */
import { beforeEach, describe, expect, test } from "vitest";
import { FolderHost } from "../../src/cli/manifests/folder-host.ts";
import { Sessions } from "../../src/lsp/sessions.ts";
import { defaultSettings } from "../../src/lsp/settings.ts";
import { FolderPerTest } from "../cli/temporary.ts";

const folder = new FolderPerTest();

const APPS = `apiVersion: kustomize.toolkit.fluxcd.io/v1
kind: Kustomization
metadata: {name: apps, namespace: flux-system}
spec:
  path: ./apps
  sourceRef: {kind: GitRepository, name: flux-system}
  postBuild: {substitute: {A: own}, substituteFrom: [{kind: ConfigMap, name: vars}]}
`;
const INFRA = APPS.replaceAll("apps", "infra");
const VARS = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: vars}\ndata: {B: source}\n";
const WEB = 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: web}\ndata: {X: "${A} ${B}"}\n';

let sessions: Sessions;

beforeEach(() => {
  sessions = new Sessions(new FolderHost());
  folder.write({
    "one/.git/HEAD": "",
    "one/clusters/apps.yaml": APPS,
    "one/clusters/infra.yaml": INFRA,
    "one/clusters/vars.yaml": VARS,
    "one/apps/web.yaml": WEB,
    "one/infra/web.yaml": WEB,
    "one/other/web.yaml": WEB,
    "two/.git/HEAD": "",
    "two/apps.yaml": "",
    "two/apps/web.yaml": WEB,
    "none/web.yaml": WEB,
  });
});

/** The Kustomizations of a file, each with its variables and with the values of the objects in it. */
function around(name: string, open: Readonly<Record<string, string>> = {}): string[] | undefined {
  const texts = new Map(Object.entries(open).map(([each, text]) => [folder.at(each), text]));
  const file = folder.at(name);
  const manifests = new Map([[file, texts.get(file) ?? new FolderHost().read(file) ?? ""]]);
  const session = sessions.sessionFor(file, defaultSettings(file), { manifests, open: texts });
  const { now, paths } = session.fluxPathsOf(file);
  if (paths.length === 0) return undefined;
  return now().map(({ kustomization, rendering, variables }) => {
    const values = Array.from(variables.all.values(), (variable) => `${variable.name}=${variable.value}`);
    const data = rendering.objects.map(({ document }) => (document.value as { data: { X: string } }).data.X);
    return [kustomization.title, ...values, ...data].join(", ");
  });
}

const IN_APPS = "flux-system/apps, B=source, A=own, ${A} ${B}";
const IN_INFRA = IN_APPS.replace("apps", "infra");

test.each<[string, string[] | undefined]>([
  ["one/apps/web.yaml", [IN_APPS]],
  ["one/infra/web.yaml", [IN_INFRA]],
  // The Kustomization itself, but not what sets variables.
  ["one/clusters/apps.yaml", [IN_APPS]],
  ["one/clusters/vars.yaml", undefined],
  ["one/other/web.yaml", undefined],
  ["one/apps/none.yaml", undefined],
  ["two/apps/web.yaml", undefined],
  ["none/web.yaml", undefined],
])("%s", (name, expected) => {
  expect(around(name)).toEqual(expected);
  // It is cached.
  expect(around(name)).toEqual(expected);
});

test.each<[string, Record<string, string>, string[] | undefined]>([
  ["the file itself", { "one/apps/web.yaml": WEB.replace("${A}", "x") }, [IN_APPS.replace("${A}", "x")]],
  [
    "the Kustomization",
    { "one/clusters/apps.yaml": APPS.replace("A: own", "C: new") },
    ["flux-system/apps, B=source, C=new, ${A} ${B}"],
  ],
  ["a source", { "one/clusters/vars.yaml": VARS.replace("source", "new") }, [IN_APPS.replace("source", "new")]],
  ["a Kustomization of another path", { "one/clusters/apps.yaml": APPS.replace("./apps", "./other") }, undefined],
  ["a file of another Kustomization", { "one/infra/web.yaml": WEB.replace("${A}", "x") }, [IN_APPS]],
  ["a file without a Kustomization", { "one/other/web.yaml": "" }, [IN_APPS]],
])("unsaved text: %s", (_, open, expected) => {
  expect(around("one/apps/web.yaml")).toEqual([IN_APPS]);
  expect(around("one/apps/web.yaml", open)).toEqual(expected);
});

describe("the findings in a file", () => {
  const POD = `apiVersion: v1
kind: Pod
metadata: {name: p}
spec: {containers: [{name: a, image: i, args: ["$(LATE)"], env: [{name: LATER, value: x}]}]}
`;

  /** The rules, with the text as it is on the disk, or another one. */
  function found(name: string, text?: string): string[] {
    const file = folder.at(name);
    const saved = new FolderHost().read(file)!;
    const rulesIn = (now: string) => {
      const texts = { manifests: new Map([[file, now]]), open: new Map([[file, now]]) };
      return sessions.findingsIn(file, defaultSettings(file), texts).map(({ finding }) => finding.rule);
    };
    const before = rulesIn(saved);
    return text === undefined ? before : rulesIn(text);
  }

  test("after a change of a file that a kustomization lists", () => {
    folder.write({ "k/kustomization.yaml": "namePrefix: x-\nresources: [pod.yaml]\n", "k/pod.yaml": POD });
    expect(found("k/pod.yaml")).toEqual(["undefined-reference"]);
    expect(found("k/pod.yaml", POD.replace("name: LATER", "name: LATE"))).toEqual([]);
    expect(found("k/pod.yaml", POD.replace("args:", "command: [$(B)], args:"))).toHaveLength(2);
  });

  test("after a file becomes a template of ytt", () => {
    folder.write({ "p/pod.yaml": POD });
    expect(found("p/pod.yaml")).toEqual(["undefined-reference"]);
    expect(found("p/pod.yaml", `#@ load("@ytt:data", "data")\n${POD}`)).toEqual([]);
  });

  test("in documents without a kind", () => {
    folder.write({ "p/values.yaml": "a: $(B)\n" });
    expect(found("p/values.yaml")).toEqual([]);
    for (const text of ["a: [$(B)]\n---\n- c\n", "kind: [x]\n", "c\n", "kind: ''\nspec: 5\n"])
      expect(found("p/values.yaml", text)).toEqual([]);
  });
});
