/** The Kustomizations of Flux around open files, with unsaved text. */
import { beforeEach, expect, test } from "vitest";
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
