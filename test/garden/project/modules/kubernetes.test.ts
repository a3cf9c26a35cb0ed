import { expect, test } from "vitest";
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
  expect(resolved([{ kind: "Module", type: "kubernetes", name: "db", serviceResource }])).toEqual({
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
