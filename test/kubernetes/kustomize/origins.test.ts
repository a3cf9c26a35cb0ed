/** What kustomize has rendered, and the objects and files that it comes from. */
import { expect, test } from "vitest";
import { isSameObject, originOf } from "../../../src/kubernetes/kustomize/index.ts";

test.each([
  ["path: ../base/web.yaml\n", "../base/web.yaml"],
  ["path: base/web.yaml\nrepo: https://example.org/x\nref: main\n", "base/web.yaml"],
  [
    "configuredIn: ../base/kustomization.yaml\nconfiguredBy:\n  kind: ConfigMapGenerator\n",
    "../base/kustomization.yaml",
  ],
  ["repo: https://example.org/x\n", undefined],
  ["", undefined],
  [1, undefined],
  [undefined, undefined],
])("the origin %j is in %s", (origin, path) => {
  const annotations = { "config.kubernetes.io/origin": origin };
  expect(originOf({ metadata: { annotations } })).toBe(path);
});

test("an object without annotations has no origin", () => {
  for (const object of [{ metadata: {} }, {}, null]) expect(originOf(object)).toBeUndefined();
});

const CONFIG = { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "c", namespace: "a" } };

test.each([
  [{}, true],
  [{ apiVersion: "v1beta1" }, true],
  [{ metadata: { name: "c-2g6k8mtbc9", namespace: "a" } }, true],
  [{ metadata: { name: "c-2g6k8mtbc", namespace: "a" } }, false],
  [{ metadata: { name: "c-aaaaaaaaaa", namespace: "a" } }, false],
  [{ metadata: { name: "c" } }, false],
  [{ apiVersion: "example.org/v1" }, false],
  [{ kind: "Secret" }, false],
])("a ConfigMap with %j is the same: %s", (members, isSame) => {
  expect(isSameObject({ ...CONFIG, ...members }, CONFIG)).toBe(isSame);
});
