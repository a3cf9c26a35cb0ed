/** Which Kustomizations of a repository are applied. */
import { expect, test } from "vitest";
import { fluxPaths, kustomization } from "./repository.ts";

const applied = (files: Readonly<Record<string, string>>) =>
  fluxPaths(files).map(({ folder, kustomization: { name } }) => `${name} ${folder}`);

const CM = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: c}\ndata: {A: b}\n";

test("a patch is not an object", () => {
  const files = {
    "clusters/kustomization.yaml":
      "resources: [apps.yaml]\npatches: [{path: ../base/defaults.yaml, target: {kind: Kustomization}}]\n",
    "clusters/apps.yaml": kustomization("apps", "./apps"),
    "base/defaults.yaml": kustomization("any", "./apps").replace(/ {2}path: .*\n/, ""),
    "apps/c.yaml": CM,
  };
  expect(applied(files)).toEqual(["apps /apps"]);
});

test("a Kustomization that the kustomization above it does not list is not applied", () => {
  const files = {
    "clusters/all.yaml": kustomization("all", "./apps"),
    "apps/kustomization.yaml": "resources: [on/ks.yaml]\n",
    "apps/on/ks.yaml": kustomization("on", "./apps/on/app"),
    "apps/on/app/c.yaml": CM,
    "apps/off/ks.yaml": kustomization("off", "./apps/off/app"),
    "apps/off/app/c.yaml": CM,
  };
  expect(applied(files)).toEqual(["all /apps", "on /apps/on/app"]);
  const both = { ...files, "apps/kustomization.yaml": "resources: [on/ks.yaml, off/ks.yaml]\n" };
  expect(applied(both)).toEqual(["all /apps", "on /apps/on/app", "off /apps/off/app"]);
});

test("being in the folder of another path proves nothing", () => {
  const files = {
    "k/kustomization.yaml": "resources: []\n",
    "k/boot/entry.yaml": kustomization("cluster", "./k/apps"),
    "k/apps/db.yaml": kustomization("db", "./k"),
    "k/apps/web.yaml": kustomization("web", "./k/src/web"),
    "k/src/web/c.yaml": CM,
  };
  expect(applied(files).sort()).toEqual(["cluster /k/apps", "db /k", "web /k/src/web"]);
});

test("a root that its own path patches", () => {
  const files = {
    "base/kustomization.yaml": "resources: [flux.yaml, app.yaml]\n",
    "base/flux.yaml": kustomization("flux-system", "./clusters/${ENVIRONMENT}"),
    "base/app.yaml": kustomization("app", "./app"),
    "clusters/prod/kustomization.yaml": "resources: [../../base]\npatches: [{path: flux.yaml}]\n",
    "clusters/prod/flux.yaml":
      "apiVersion: kustomize.toolkit.fluxcd.io/v1\nkind: Kustomization\nmetadata: {name: flux-system}\nspec: {path: ./clusters/prod, postBuild: {substitute: {ENVIRONMENT: prod}}}\n",
    "app/c.yaml": CM,
  };
  expect(applied(files)).toEqual(["flux-system /clusters/prod", "app /app"]);
  expect(fluxPaths(files)[0]!.isSubstituted).toBe(true);
});

test("each cluster that lists a Kustomization applies it", () => {
  const cluster = (name: string) => `resources: [../../apps/web.yaml]\nnamePrefix: ${name}-\n`;
  const files = {
    "clusters/a/kustomization.yaml": cluster("a"),
    "clusters/b/kustomization.yaml": cluster("b"),
    "apps/web.yaml": kustomization("web", "./web"),
    "web/c.yaml": CM,
  };
  expect(applied(files)).toEqual(["a-web /web", "b-web /web"]);
});

const gitRepository = (name: string, url: string) => `---
apiVersion: source.toolkit.fluxcd.io/v1
kind: GitRepository
metadata: {name: ${name}}
spec: {url: "${url}"}
`;

const OWN = gitRepository("flux-system", "ssh://git@github.com/Owner/fleet.git");

test.each<[what: string, sources: string, isApplied: boolean]>([
  ["a source that is not declared", "", true],
  ["a declared source, if the first one is not declared", gitRepository("web", "https://github.com/owner/web"), false],
  ["another repository", OWN + gitRepository("web", "https://github.com/owner/web"), false],
  ["the same repository with another protocol", OWN + gitRepository("web", "https://github.com/owner/fleet"), true],
  ["the same repository as for scp", OWN + gitRepository("web", "git@github.com:owner/fleet"), true],
  ["a URL with a variable", OWN + gitRepository("web", "https://github.com/${OWNER}/web"), true],
])("a path that the repository has by chance: %s", (_, sources, isApplied) => {
  const files = {
    "clusters/all.yaml": kustomization("apps", "./apps") + kustomization("infra", "./infra") + sources,
    "clusters/web.yaml": kustomization("web", "./deploy").replace("name: flux-system", "name: web"),
    "apps/c.yaml": CM,
    "infra/c.yaml": CM,
    "deploy/c.yaml": CM,
  };
  expect(applied(files)).toEqual(["apps /apps", "infra /infra", ...(isApplied ? ["web /deploy"] : [])]);
});

test("several paths of a declared source are evidence, unless its URL differs", () => {
  const other = (name: string, path: string) => kustomization(name, path).replace("name: flux-system", "name: web");
  const files = (sources: string) => ({
    "clusters/all.yaml": ["a", "b", "c"].map((name) => kustomization(name, `./${name}`)).join("") + sources,
    "clusters/web.yaml": other("d", "./d") + other("e", "./e"),
    ...Object.fromEntries(["a", "b", "c", "d", "e"].map((name) => [`${name}/c.yaml`, CM])),
  });
  const web = gitRepository("web", "https://github.com/owner/web");
  expect(applied(files(web))).toHaveLength(5);
  expect(applied(files(OWN + web))).toHaveLength(3);
});
