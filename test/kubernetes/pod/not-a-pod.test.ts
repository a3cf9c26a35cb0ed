import { describe, expect, test } from "vitest";
import { type Pod, PodError, resolveContainer, resolvePod } from "../../../src/index.ts";
import { convertQuantity, parseQuantity } from "../../../src/kubernetes/index.ts";

const template = { spec: { containers: [{ name: "app", args: ["run"] }] } };

describe("resolvePod rejects objects that contain a pod template", () => {
  test.each<[object, string]>([
    [{ kind: "Deployment", spec: { template } }, "its kind is Deployment"],
    [{ spec: { template } }, "spec.template is a pod template"],
    [{ kind: "CronJob", spec: { jobTemplate: { spec: { template } } } }, "its kind is CronJob"],
    [{ spec: { jobTemplate: { spec: { template } } } }, "spec.jobTemplate is a pod template"],
    [{ kind: "PodTemplate", template }, "its kind is PodTemplate"],
    [{ kind: "ConfigMap", data: {} }, "its kind is ConfigMap"],
    [{ kind: null, spec: { template } }, "spec.template is a pod template"],
    [{ kind: "Pod", spec: { jobTemplate: {}, template: {} } }, "its kind is Pod"],
    [{ kind: "Deployment", spec: { containers: null } }, "its kind is Deployment"],
  ])("%j", (object, why) => {
    const message = `not a pod: ${why}; pass the pod template, or read the object with readManifestObjects`;
    expect(() => resolvePod(object as Pod)).toThrow(new PodError("not-a-pod", [], message));
    expect(() => resolveContainer(object as Pod, "app")).toThrow(message);
  });

  test("accepts the template, and pods without containers", () => {
    expect(resolvePod(template).containers[0]?.args).toEqual(["run"]);
    expect(resolvePod({ kind: "Pod", spec: {} } as Pod).containers).toEqual([]);
    expect(resolvePod({}).containers).toEqual([]);
    expect(resolvePod({ spec: { template: [], jobTemplate: "x" } } as Pod).containers).toEqual([]);
    for (const list of ["containers", "initContainers", "ephemeralContainers"]) {
      const pod = { kind: "Other", spec: { [list]: [{ name: "app" }], template } } as Pod;
      expect(resolvePod(pod).containers.map(({ name }) => name)).toEqual(["app"]);
    }
    expect(resolvePod({ kind: "Revision", ...template }).containers).toHaveLength(1);
  });
});

test("parseQuantity is exact", () => {
  expect(parseQuantity("1500m")).toEqual({ nano: 1_500_000_000n, format: "decimal" });
  expect(parseQuantity("9007199254740993")?.nano).toBe(9_007_199_254_740_993_000_000_000n);
  expect(parseQuantity(9007199254740993n)?.nano).toBe(9_007_199_254_740_993_000_000_000n);
  expect(convertQuantity("one", parseQuantity("2Gi")!)).toBe(2_147_483_648n);
  expect(parseQuantity("2 Gi")).toBeUndefined();
});

test("a container is found by its name, in containers before initContainers and ephemeralContainers", () => {
  const named = (...containers: [name: string | undefined, arg: string][]) =>
    containers.map(([name, arg]) => ({ ...(name !== undefined && { name }), args: [arg] }));
  const spec = {
    initContainers: named(["a", "init"], ["b", "init"], ["c", "init"]),
    containers: named(["a", "first"], ["a", "second"], [undefined, "unnamed"]),
    ephemeralContainers: named(["b", "debug"], ["d", "debug"]),
  };
  const found = (name: string) => resolveContainer({ spec }, name).args;
  expect(["a", "b", "c", "d", ""].map(found)).toEqual([["first"], ["init"], ["init"], ["debug"], ["unnamed"]]);
  expect(() => found("e")).toThrow(new PodError("no-such-container", ["spec"], 'no container is called "e"'));
  expect(resolvePod({ spec }).containers.map(({ args }) => args?.[0])).toEqual(
    "init init init first second unnamed debug debug".split(" "),
  );
});
