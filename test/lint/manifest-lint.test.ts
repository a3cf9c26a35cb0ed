import { expect, test } from "vitest";
import { PodClusters } from "../../src/kubernetes/cluster/pod-cluster.ts";
import { lintPart } from "../../src/lint/manifest-lint.ts";
import { SourceText } from "../../src/lint/source-text.ts";
import { LazyNode } from "../../src/yaml/lazy-node.ts";

const deployment = (arg: string) => ({
  apiVersion: "apps/v1",
  kind: "Deployment",
  metadata: { name: "web", annotations: { owner: "shop" } },
  spec: {
    selector: { matchLabels: { app: "web" } },
    template: {
      metadata: { labels: { app: "web" } },
      spec: { containers: [{ name: "a", image: "a", args: [arg], env: [{ name: "A", value: "1" }] }] },
    },
  },
});

function lint(value: Record<string, unknown>) {
  const document = new LazyNode(value, () => {
    throw new Error("the places are read");
  });
  const clusters = new PodClusters(
    { services: [], configMaps: [], secrets: [], nodes: [] },
    { podIPs: [], volumeContents: {} },
  );
  const context = { clusters, isKustomized: false };
  const options = { profile: "design", world: "closed", extraKinds: [], isKnown: () => false } as const;
  return lintPart({ documents: [document] }, new SourceText(""), context, options);
}

test("the places of a document without findings are not read", () => {
  const { findings, objects, pods } = lint(deployment("$(A)"));
  expect({ findings, objects, pods }).toEqual({ findings: [], objects: 1, pods: 1 });
  expect(() => lint(deployment("$(B)"))).toThrow("the places are read");
});
