/** What the file of a kustomization lists. */
import { describe, expect, test } from "vitest";
import { contentsOf } from "../../../src/kubernetes/kustomize/index.ts";
import { parseManifest } from "../../../src/yaml/parse.ts";

const listed = (kustomization: unknown) => contentsOf(parseManifest(JSON.stringify(kustomization))[0]!, "/shop/k");

describe("names", () => {
  test.each<[kustomization: unknown, names: string[]]>([
    [{ vars: [{ name: "A" }, { name: "B" }] }, ["A", "B"]],
    [{ replacements: [{ targets: [{ fieldPaths: ["spec.template.spec.containers.0.env.[name=A].value"] }] }] }, ["A"]],
    [{ replacements: [{ targets: [{ fieldPaths: ["[name=A].env.[name=B].value", "spec.c"] }] }] }, ["A", "B"]],
    [{ replacements: [{ targets: [{ fieldPaths: ["[name=A]"] }] }, {}, { targets: [{}] }] }, ["A"]],
    [{ replacements: [{ targets: [{ fieldPaths: [1, null, ["[name=B]"], "[name=C]"] }] }] }, ["C"]],
    [{ replacements: [{ targets: [{ fieldPaths: ["[name=].value", "[name=A"] }] }] }, []],
    [{ vars: [{ name: 1 }, "A", null, { name: "C" }] }, ["C"]],
    [{ vars: { name: "A" }, replacements: "[name=B]" }, []],
    [{ vars: null }, []],
    [null, []],
    ["vars", []],
  ])("%j sets %j", (kustomization, names) => {
    expect(listed(kustomization).names).toEqual(names);
  });
});

describe("patches", () => {
  test.each<[kustomization: unknown, files: string[]]>([
    [{ patches: [{ path: "a.yaml" }, { path: "../b.yaml" }] }, ["/shop/k/a.yaml", "/shop/b.yaml"]],
    [{ patchesStrategicMerge: ["a.yaml", "./../b.yaml"] }, ["/shop/k/a.yaml", "/shop/b.yaml"]],
    [{ patchesJson6902: [{ path: "/other/c.yaml", target: { kind: "Deployment" } }] }, ["/other/c.yaml"]],
    [
      { patches: [{ path: "a" }], patchesJson6902: [{ path: "c" }, { path: "d\nd" }], patchesStrategicMerge: ["b"] },
      ["/shop/k/a", "/shop/k/b", "/shop/k/c"],
    ],
    // An inline patch is not a file.
    [{ patchesStrategicMerge: ["kind: Pod\nmetadata: {name: a}\n", "a.yaml"] }, ["/shop/k/a.yaml"]],
    [
      { patches: [{ path: "a.yaml\0" }, { path: 1 }, { patch: "b.yaml" }, null, { path: "a.yaml" }] },
      ["/shop/k/a.yaml"],
    ],
    [{ patches: { path: "a.yaml" }, resources: ["a.yaml"] }, []],
  ])("%j patches with %j", (kustomization, files) => {
    expect(listed(kustomization).patches).toEqual(files);
  });
});

test("resources and env files", () => {
  const generator = { env: "a.env", envs: ["../b.env", 1], files: ["c.txt", "key=../d.txt", 1] };
  expect(
    listed({
      resources: ["a.yaml", "../base"],
      bases: ["b"],
      components: ["/c"],
      configMapGenerator: [generator, null],
      secretGenerator: [{ envs: ["s.env"] }, { env: "../../../t.env" }],
    }),
  ).toEqual({
    resources: ["/shop/k/a.yaml", "/shop/base", "/shop/k/b", "/c"],
    patches: [],
    envFiles: ["/shop/k/a.env", "/shop/b.env", "/shop/k/s.env", "/t.env"],
    copied: ["/shop/k/c.txt", "/shop/d.txt"],
    names: [],
  });
});
