import { expect, test } from "vitest";
import { failure, resolved } from "./documents.ts";

const BUILD = { kind: "Build", type: "exec", name: "db", spec: { command: [], env: {} } };

test("a chart of a repository", () => {
  const module = {
    kind: "Module",
    type: "helm",
    name: "db",
    chart: "postgresql",
    repo: "https://charts.example.com",
    version: "1.2.3",
    atomicInstall: false,
    releaseName: "db-${environment.name}",
    values: { port: "${var.port}" },
    serviceResource: { kind: "StatefulSet" },
    tests: [{ name: "smoke", args: ["x"] }],
  };
  const chart = { name: "postgresql", repo: "https://charts.example.com", version: "1.2.3" };
  const own = { releaseName: "db-dev", values: { port: 80 }, chart };
  expect(resolved([module])).toStrictEqual({
    "build.db": BUILD,
    "deploy.db": {
      kind: "Deploy",
      type: "helm",
      name: "db",
      build: "db",
      dependencies: ["build.db"],
      spec: {
        atomic: false,
        waitForUnhealthyResources: false,
        ...own,
        defaultTarget: { kind: "StatefulSet", name: "db" },
      },
    },
    "test.db-smoke": {
      kind: "Test",
      type: "helm-pod",
      name: "db-smoke",
      build: "db",
      dependencies: ["build.db"],
      spec: { args: ["x"], resource: { kind: "StatefulSet", name: "db" }, ...own },
    },
  });
});

test("a base, whose chart it copies and whose values it changes", () => {
  const base = {
    in: "base",
    kind: "Module",
    type: "helm",
    name: "base",
    chartPath: "chart",
    skipDeploy: true,
    values: { a: 1, b: { c: 2, d: 3 } },
    serviceResource: { kind: "DaemonSet", name: "x" },
  };
  const tool = {
    kind: "Module",
    type: "exec",
    name: "t",
    services: [{ name: "t", deployCommand: ["x"], dependencies: ["base"] }],
  };
  expect(failure(() => resolved([base, tool]))).toMatch("no such service or task: base");
  const module = { kind: "Module", type: "helm", name: "db", base: "base", values: { b: { c: null, e: 4 } } };
  const all = resolved([module, base]);
  expect(Object.keys(all)).toEqual(["build.base", "build.db", "deploy.db"]);
  expect(all["build.db"]).toEqual({
    ...BUILD,
    copyFrom: [{ build: "base", sourcePath: "*", targetPath: "." }],
    dependencies: ["build.base"],
  });
  expect(all["deploy.db"]).toMatchObject({
    build: "db",
    dependencies: ["build.base", "build.db"],
    spec: {
      releaseName: "db",
      values: { a: 1, b: { d: 3, e: 4 } },
      chart: { path: "chart" },
      defaultTarget: { kind: "DaemonSet", name: "x" },
    },
  });
});

test("the base and the modules of resources are built first, after the module's own dependencies", () => {
  const image = { in: "image", kind: "Module", type: "container", name: "image", dockerfile: "Dockerfile" };
  const tool = { in: "tool", kind: "Module", type: "exec", name: "tool", tasks: [{ name: "seed", command: ["x"] }] };
  const base = {
    in: "base",
    kind: "Module",
    type: "helm",
    name: "base",
    chart: "x",
    skipDeploy: true,
    serviceResource: { kind: "DaemonSet", containerModule: "image" },
    values: { a: 1 },
  };
  const module = {
    kind: "Module",
    type: "helm",
    name: "db",
    base: "base",
    chartPath: "own",
    namespace: "ns",
    valueFiles: ["v.yaml"],
    atomicInstall: true,
    timeout: 9,
    portForwards: [{ targetPort: 80 }],
    dependencies: ["seed"],
    devMode: { sync: [{ source: "src", target: "/app" }], args: ["watch"] },
    build: { timeout: 5, dependencies: ["tool", { name: "image", copy: [{ source: "a", target: "b" }] }] },
    tasks: [
      {
        name: "go",
        description: "Once",
        timeout: 3,
        dependencies: ["seed"],
        resource: { kind: "Job", name: "r", containerModule: "image", containerName: "main" },
      },
      { name: "without-resource" },
    ],
    tests: [{ name: "unit", args: ["x"], disabled: true, resource: { containerModule: "tool" } }],
  };
  const all = resolved([image, tool, base, module]);
  const builds = ["build.tool", "build.image", "build.base"];
  const shared = { namespace: "ns", releaseName: "db", valueFiles: ["v.yaml"], chart: { path: "own" } };
  const target = { kind: "DaemonSet", name: "db" };
  expect(Object.keys(all).slice(4)).toEqual(["build.db", "deploy.db", "run.go", "test.db-unit"]);
  expect(all["build.db"]).toEqual({
    ...BUILD,
    copyFrom: [
      { build: "image", sourcePath: "a", targetPath: "b" },
      { build: "base", sourcePath: "*", targetPath: "." },
    ],
    dependencies: builds,
    timeout: 5,
  });
  expect(all["deploy.db"]).toEqual({
    kind: "Deploy",
    type: "helm",
    name: "db",
    build: "db",
    dependencies: [...builds, "run.seed", "build.db"],
    timeout: 9,
    spec: {
      ...shared,
      atomic: true,
      waitForUnhealthyResources: false,
      portForwards: [{ targetPort: 80 }],
      values: { a: 1 },
      chart: { path: "." },
      sync: {
        paths: [{ sourcePath: "/src/shop/image/src", containerPath: "/app", target }],
        overrides: [{ target, args: ["watch"] }],
      },
      defaultTarget: target,
    },
  });
  expect(all["run.go"]).toEqual({
    kind: "Run",
    type: "helm-pod",
    name: "go",
    description: "Once",
    build: "db",
    dependencies: [...builds, "run.seed", "build.db"],
    timeout: 3,
    spec: { ...shared, resource: { kind: "Job", name: "r", containerName: "main" } },
  });
  expect(all["test.db-unit"]).toEqual({
    kind: "Test",
    type: "helm-pod",
    name: "db-unit",
    build: "db",
    dependencies: [...builds, "build.db"],
    spec: { ...shared, args: ["x"], resource: { kind: "Deployment", name: "db" } },
  });
});

test("a module whose only added builds are those of its resources keeps its other fields", () => {
  const tool = { in: "tool", kind: "Module", type: "exec", name: "tool" };
  const tests = [
    { name: "unit", resource: { containerModule: "tool" } },
    { name: "none", resource: {} },
  ];
  const values = { a: null };
  const all = resolved([tool, { kind: "Module", type: "helm", name: "db", chart: "x", values, disabled: true, tests }]);
  const spec = { releaseName: "db", values, chart: { name: "x" } };
  // Its Build copies nothing, so only the actions that run depend on the other module.
  expect(all["build.db"]).toEqual({ ...BUILD, disabled: true });
  const shared = { disabled: true, build: "db", dependencies: ["build.tool", "build.db"] };
  const deploy = { kind: "Deploy", type: "helm", name: "db" };
  expect(all["deploy.db"]).toEqual({ ...deploy, ...shared, spec: { ...spec, waitForUnhealthyResources: false } });
  const unit = { kind: "Test", type: "helm-pod", name: "db-unit" };
  const resource = { kind: "Deployment", name: "db" };
  expect(all["test.db-unit"]).toEqual({ ...unit, ...shared, spec: { ...spec, resource } });
});

test.each([
  ["none", "app/garden.yml: build.dependencies: no such module: none"],
  ["tool", "app/garden.yml: base: the base must be a helm module, but tool has the type exec"],
  [5, "app/garden.yml: base: this must be text, not a number"],
  ["", "app/garden.yml: base: this must be text, not empty text"],
])("base %j", (base, message) => {
  const tool = { in: "t", kind: "Module", type: "exec", name: "tool" };
  expect(failure(() => resolved([{ kind: "Module", type: "helm", name: "db", base }, tool]))).toBe(message);
});
