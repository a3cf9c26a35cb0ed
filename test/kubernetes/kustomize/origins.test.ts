/** What kustomize has rendered, and the objects and files that it comes from. */
import { expect, test } from "vitest";
import { isSameObject, originOf } from "../../../src/kubernetes/kustomize/index.ts";
import { placedAs } from "../../../src/kubernetes/kustomize/origins.ts";
import { nodeAt } from "../../../src/yaml/node.ts";
import { parseManifest } from "../../../src/yaml/parse.ts";

test.each([
  ["path: ../base/web.yaml\n", "../base/web.yaml"],
  ["path: base/web.yaml\nrepo: https://example.org/x\nref: main\n", "base/web.yaml"],
  [
    "configuredIn: ../base/kustomization.yaml\nconfiguredBy:\n  kind: ConfigMapGenerator\n",
    "../base/kustomization.yaml",
  ],
  ["repo: https://example.org/x\npath: a b.yaml", "a b.yaml"],
  ["repo: https://example.org/x\n", undefined],
  ["xpath: a.yaml\n", undefined],
  ["  path: a.yaml\n", undefined],
  ["path:\n", undefined],
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

test.each<[members: object, isSame: boolean]>([
  [{}, true],
  [{ apiVersion: "v1beta1" }, true],
  [{ metadata: { name: "c-2g6k8mtbc9", namespace: "a" } }, true],
  ...["2456789bcd", "fghkmtt222", "tkmhgfdcb9"].map((hash): [object, boolean] => [
    { metadata: { name: `c-${hash}`, namespace: "a" } },
    true,
  ]),
  ...["c2g6k8mtbc9", "c-2g6k8mtbc99", "c-2g6k8mtbc9-x", "d-2g6k8mtbc9", "c-c-2g6k8mtbc9", "-2g6k8mtbc9"].map(
    (name): [object, boolean] => [{ metadata: { name, namespace: "a" } }, false],
  ),
  ...Array.from("013aeijlnopqrsuvwxyzB", (character): [object, boolean] => [
    { metadata: { name: `c-222222222${character}`, namespace: "a" } },
    false,
  ]),
  [{ metadata: { name: "c-2g6k8mtbc", namespace: "a" } }, false],
  [{ metadata: { name: "c-aaaaaaaaaa", namespace: "a" } }, false],
  [{ metadata: { name: "c" } }, false],
  [{ apiVersion: "example.org/v1" }, false],
  [{ kind: "Secret" }, false],
])("a ConfigMap with %j is the same: %s", (members, isSame) => {
  expect(isSameObject({ ...CONFIG, ...members }, CONFIG)).toBe(isSame);
});

test("members have the places of the same members, entries those with the same name, and strings those at the same index", () => {
  const ours = "args: [a, b, b]\nenv: [{name: A, value: x}, {name: B, value: y}]\nold: z\n";
  const rendered = "env: [{name: B, value: y}, {name: A, value: x}, {name: C, value: z}]\nargs: [a, b, c, d]\nnew: z\n";
  const file = { path: "/c.yaml", text: ours };
  const [node, at] = [rendered, ours].map((text) => parseManifest(text)[0]!);
  const found = placedAs(node!, at!, file as never);
  const startOf = (...path: (string | number)[]) => nodeAt(found, path)!.start;
  expect(found.value).toEqual(node!.value);
  expect(startOf("args", 0)).toBe(ours.indexOf("a, b"));
  expect(startOf("args", 1)).toBe(ours.indexOf("b, b"));
  expect(startOf("args", 2)).toBe(ours.indexOf("b]"));
  expect(startOf("args", 3)).toBe(ours.indexOf("[a"));
  expect(startOf("env", 0, "value")).toBe(ours.indexOf("y}"));
  expect(startOf("env", 1, "value")).toBe(ours.indexOf("x}"));
  expect(startOf("env", 2, "value")).toBe(ours.indexOf("[{name"));
  expect(startOf("new")).toBe(0);
});
