import { describe, expect, test } from "vitest";
import { resolved } from "./documents.ts";

const image = { in: "img", kind: "Module", type: "container", name: "image", dockerfile: "Dockerfile" };

test("one Deploy, and Runs and Tests in a Pod like its own", () => {
  const module = {
    kind: "Module",
    type: "kubernetes",
    name: "db",
    namespace: "ns-${environment.name}",
    files: ["a.yaml"],
    serviceResource: { kind: "StatefulSet", containerModule: "image", containerName: "main" },
    devMode: { paths: [{ source: "src", target: "/app", mode: "two-way" }], command: ["watch"] },
    dependencies: ["migrate"],
    timeout: 9,
    tasks: [{ name: "migrate", args: ["up"], resource: { kind: "Deployment", name: "tools" } }],
    tests: [{ name: "smoke", args: ["x"], disabled: true }],
  };
  const target = { kind: "StatefulSet", name: "db", containerName: "main" };
  const files = { manifestTemplates: ["a.yaml"], manifestFiles: [], manifests: [], namespace: "ns-dev" };
  expect(resolved([module, image])).toMatchObject({
    "deploy.db": {
      kind: "Deploy",
      type: "kubernetes",
      name: "db",
      dependencies: ["run.migrate", "build.image"],
      include: ["a.yaml"],
      timeout: 9,
      spec: {
        ...files,
        timeout: 9,
        waitForJobs: true,
        sync: {
          paths: [{ sourcePath: "/src/shop/img/src", containerPath: "/app", mode: "two-way", target }],
          overrides: [{ target, command: ["watch"] }],
        },
        defaultTarget: target,
      },
    },
    "run.migrate": {
      kind: "Run",
      type: "kubernetes-pod",
      name: "migrate",
      spec: { args: ["up"], resource: { kind: "Deployment", name: "tools" }, ...files },
    },
    "test.db-smoke": {
      kind: "Test",
      type: "kubernetes-pod",
      name: "db-smoke",
      disabled: true,
      spec: { args: ["x"], resource: target, ...files },
    },
  });
});

test("without a resource, there is no Run", () => {
  const module = { kind: "Module", type: "kubernetes", name: "db", tasks: [{ name: "migrate", args: ["up"] }] };
  expect(Object.keys(resolved([module]))).toEqual(["deploy.db"]);
});

test("a resource that is found by labels", () => {
  const serviceResource = { podSelector: { app: "${var.tag}" } };
  expect(resolved([{ kind: "Module", type: "kubernetes", name: "db", serviceResource }])).toStrictEqual({
    "deploy.db": {
      kind: "Deploy",
      type: "kubernetes",
      name: "db",
      include: [],
      spec: {
        manifestTemplates: [],
        manifestFiles: [],
        manifests: [],
        waitForJobs: true,
        defaultTarget: { podSelector: { app: "v1" } },
      },
    },
  });
});

test("fields of every module are not part of the spec", () => {
  const module = {
    apiVersion: "garden.io/v0",
    kind: "Module",
    type: "kubernetes",
    name: "db",
    path: ".",
    description: "a",
    disabled: false,
    include: ["x"],
    exclude: ["y"],
    local: true,
    allowPublish: false,
    generateFiles: [{ value: "a", targetPath: "b" }],
    build: { timeout: 5 },
    repositoryUrl: "https://example.org/x#main",
    variables: { A: "a" },
    varfile: { path: "db.yaml", optional: true },
    portForwards: [{ targetPort: 80 }],
  };
  const files = { manifestTemplates: [], manifestFiles: [], manifests: [] };
  expect(resolved([module])["deploy.db"]).toHaveProperty("spec", {
    portForwards: [{ targetPort: 80 }],
    ...files,
    waitForJobs: true,
  });
});

test("devMode.sync is the old name of sync.paths", () => {
  const module = {
    kind: "Module",
    type: "kubernetes",
    name: "db",
    serviceResource: { kind: "StatefulSet" },
    devMode: { sync: [{ source: "src", target: "/app" }] },
  };
  const target = { kind: "StatefulSet", name: "db" };
  expect(resolved([module])["deploy.db"]).toMatchObject({
    spec: { sync: { paths: [{ sourcePath: "/src/shop/app/src", containerPath: "/app", target }] } },
  });
});

describe("serviceResource and sync", () => {
  const remote = {
    in: "r",
    kind: "Module",
    type: "helm",
    name: "remote",
    chart: "x",
    repositoryUrl: "https://x.org/x#m",
  };
  const target = { kind: "Deployment", name: "db" };
  const podSelector = { app: "db" };

  test.each<[string, fields: object, spec: object]>([
    [
      "paths are joined to the module's folder, without empty parts and dots",
      { serviceResource: {}, sync: { paths: [{ target: "/a" }, 5, { source: "./a//b/", target: "/b", mode: "m" }] } },
      {
        defaultTarget: target,
        sync: {
          paths: [
            { sourcePath: "/src/shop/app", containerPath: "/a", target },
            { sourcePath: "/src/shop/app/a/b", containerPath: "/b", mode: "m", target },
          ],
        },
      },
    ],
    [
      "paths in a folder that is not known stay relative",
      { serviceResource: { containerModule: "remote" }, sync: { paths: [{}, { source: "s" }], command: ["c"] } },
      {
        defaultTarget: target,
        sync: {
          paths: [
            { sourcePath: ".", containerPath: undefined, target },
            { sourcePath: "s", containerPath: undefined, target },
          ],
          overrides: [{ target, command: ["c"] }],
        },
      },
    ],
    [
      "empty fields have their defaults",
      { serviceResource: { kind: null, name: "", podSelector: {}, containerName: "" }, sync: { paths: "x" } },
      { defaultTarget: target, sync: { paths: [] } },
    ],
    [
      "arguments without a command",
      { serviceResource: { kind: "DaemonSet", name: "x" }, sync: { args: ["a"] } },
      {
        defaultTarget: { kind: "DaemonSet", name: "x" },
        sync: { paths: [], overrides: [{ target: { kind: "DaemonSet", name: "x" }, args: ["a"] }] },
      },
    ],
    [
      "a resource that is found by labels has no overrides",
      { serviceResource: { kind: "x", podSelector, containerName: "c" }, sync: { command: ["c"], args: ["a"] } },
      { defaultTarget: { podSelector, containerName: "c" }, sync: { paths: [] } },
    ],
    ["without a resource, there is no sync", { sync: { command: ["c"] } }, {}],
    ["a resource that is not a map is ignored", { serviceResource: "x", sync: { command: ["c"] } }, {}],
    ["a sync that is not a map is ignored", { serviceResource: {}, sync: "x" }, { defaultTarget: target }],
  ])("%s", (_, fields, spec) => {
    const module = { kind: "Module", type: "kubernetes", name: "db", ...fields };
    const files = { manifestTemplates: [], manifestFiles: [], manifests: [], waitForJobs: true };
    expect(resolved([module, remote])["deploy.db"]).toHaveProperty("spec", { ...files, ...spec });
  });
});

test("a Build that copies files, on which all actions depend", () => {
  const module = {
    kind: "Module",
    type: "kubernetes",
    name: "db",
    repositoryUrl: "https://example.org/x#main",
    build: { timeout: 4, dependencies: [{ name: "image", copy: [{ source: "a" }] }] },
    manifests: [{ kind: "ConfigMap" }],
    tasks: [{ name: "migrate", description: "Once", timeout: 5, resource: {}, args: ["up"], disabled: true }],
  };
  const source = { repository: { url: "https://example.org/x#main" } };
  const files = { manifestTemplates: [], manifestFiles: [], manifests: [{ kind: "ConfigMap" }] };
  const { "build.image": _, ...all } = resolved([module, image]);
  expect(all).toEqual({
    "build.db": {
      kind: "Build",
      type: "exec",
      name: "db",
      source,
      copyFrom: [{ build: "image", sourcePath: "a", targetPath: "a" }],
      dependencies: ["build.image"],
      timeout: 4,
      spec: { command: [], env: {} },
    },
    "deploy.db": {
      kind: "Deploy",
      type: "kubernetes",
      name: "db",
      source,
      build: "db",
      dependencies: ["build.image", "build.db"],
      include: [],
      spec: { ...files, waitForJobs: true },
    },
    "run.migrate": {
      kind: "Run",
      type: "kubernetes-pod",
      name: "migrate",
      source,
      disabled: true,
      description: "Once",
      build: "db",
      dependencies: ["build.image", "build.db"],
      timeout: 5,
      spec: { args: ["up"], resource: { kind: "Deployment", name: "db" }, ...files },
    },
  });
});
