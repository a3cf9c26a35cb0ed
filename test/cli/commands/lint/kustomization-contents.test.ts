/** What a kustomization sets, and which files it patches with. */
import { describe, expect, test } from "vitest";
import { KustomizationContents } from "../../../../src/cli/commands/lint/kustomization-contents.ts";

function contentsOf(...kustomizations: readonly unknown[]): KustomizationContents {
  const contents = new KustomizationContents();
  for (const kustomization of kustomizations) contents.add(kustomization, "/shop/k");
  return contents;
}

describe("names", () => {
  test.each<[kustomization: unknown, names: string[]]>([
    [{ vars: [{ name: "A" }, { name: "B" }] }, ["A", "B"]],
    [{ replacements: [{ targets: [{ fieldPaths: ["spec.template.spec.containers.0.env.[name=A].value"] }] }] }, ["A"]],
    [{ replacements: [{ targets: [{ fieldPaths: ["[name=A].env.[name=B].value", "spec.c"] }] }] }, ["A", "B"]],
    [{ replacements: [{ targets: [{}, { fieldPaths: ["[name=A]"] }] }, {}, { targets: [null] }] }, ["A"]],
    [{ replacements: [{ targets: [{ fieldPaths: [1, null, ["[name=B]"], "[name=C]"] }] }] }, ["C"]],
    [{ replacements: [{ targets: [{ fieldPaths: ["[name=].value", "[name=A"] }] }] }, []],
    [{ vars: [{ name: 1 }, "A", null, { name: "C" }] }, ["C"]],
    [{ vars: { name: "A" }, replacements: "[name=B]" }, []],
    [{ vars: null }, []],
    [null, []],
    ["vars", []],
  ])("%j sets %j", (kustomization, names) => {
    const contents = contentsOf(kustomization);
    expect(["A", "B", "C", "1", "", "spec.c"].filter((name) => contents.sets(name))).toEqual(names);
  });

  test("all kustomizations of a folder count", () => {
    const contents = contentsOf({ vars: [{ name: "A" }] }, { vars: [{ name: "B" }] });
    expect(["A", "B", "C"].map((name) => contents.sets(name))).toEqual([true, true, false]);
  });
});

describe("patches", () => {
  test.each<[kustomization: unknown, files: string[]]>([
    [{ patches: [{ path: "a.yaml" }, { path: "../b.yaml" }] }, ["/shop/k/a.yaml", "/shop/b.yaml"]],
    [{ patchesStrategicMerge: ["a.yaml", "./../b.yaml"] }, ["/shop/k/a.yaml", "/shop/b.yaml"]],
    [{ patchesJson6902: [{ path: "/other/c.yaml", target: { kind: "Deployment" } }] }, ["/other/c.yaml"]],
    // An inline patch is not a file.
    [{ patchesStrategicMerge: ["kind: Pod\nmetadata: {name: a}\n", "a.yaml"] }, ["/shop/k/a.yaml"]],
    [
      { patches: [{ path: "a.yaml\0" }, { path: 1 }, { patch: "b.yaml" }, null, { path: "a.yaml" }] },
      ["/shop/k/a.yaml"],
    ],
    [{ patches: { path: "a.yaml" }, resources: ["a.yaml"] }, []],
  ])("%j patches with %j", (kustomization, files) => {
    const contents = contentsOf(kustomization);
    const all = ["/shop/k/a.yaml", "/shop/b.yaml", "/other/c.yaml", "/shop/k", "/shop/k/1", "/shop/k/b.yaml"];
    expect(all.filter((file) => contents.isPatch(file))).toEqual(files);
  });
});
