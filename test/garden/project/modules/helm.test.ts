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
  expect(resolved([module])).toEqual({
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
  expect(failure(() => resolved([base, tool]))).toMatch("there is no service or task base");
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

test.each([
  ["none", "app/garden.yml: build.dependencies: there is no module none"],
  ["tool", "app/garden.yml: base: the base must be a helm module, but tool has the type exec"],
])("base %s", (base, message) => {
  const tool = { in: "t", kind: "Module", type: "exec", name: "tool" };
  expect(failure(() => resolved([{ kind: "Module", type: "helm", name: "db", base }, tool]))).toBe(message);
});
