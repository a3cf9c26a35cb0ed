import { expect, test } from "vitest";
import { readManifestObjects } from "../../../src/index.ts";
import { directiveIn } from "../../../src/kubernetes/cluster/patch-directive.ts";

test.each<[object, string]>([
  [{ $patch: "delete" }, "$patch"],
  [{ metadata: { $retainKeys: ["name"] } }, "metadata.$retainKeys"],
  [{ spec: { "$setElementOrder/containers": [{ name: "a" }] } }, "spec.$setElementOrder/containers"],
  [{ spec: { volumes: [{ name: "a" }, { name: "b", $patch: "delete" }] } }, "spec.volumes.1.$patch"],
  [
    { spec: { containers: [{ name: "a" }, { "$deleteFromPrimitiveList/command": ["x"] }] } },
    "spec.containers.1.$deleteFromPrimitiveList/command",
  ],
  [{ spec: { initContainers: [{ env: [{ $patch: "replace" }] }] } }, "spec.initContainers.0.env.0.$patch"],
  [{ spec: { containers: [{ envFrom: [{ $patch: "replace" }] }] } }, "spec.containers.0.envFrom.0.$patch"],
  [
    { spec: { containers: [{ volumeMounts: [{ mountPath: "/a", $patch: "delete" }] }] } },
    "spec.containers.0.volumeMounts.0.$patch",
  ],
])("%j has a directive", (pod, path) => {
  expect(directiveIn(pod)?.join(".")).toBe(path);
});

test.each([
  undefined,
  null,
  "$patch",
  {},
  { metadata: { labels: { $patch: "no" } }, spec: { containers: [{ env: [{ name: "$patch" }], args: ["$patch"] }] } },
  { spec: { containers: [{ env: "all" }, null], $patches: 1, $setElementOrder: 1, "$setElementOrder/": 1 } },
])("%j has none", (pod) => {
  expect(directiveIn(pod)).toBeUndefined();
});

test("a patch of another API has no pod, either", () => {
  const containers = [{ name: "app", image: "app:1", $patch: "delete" }];
  const manifest = {
    apiVersion: "argoproj.io/v1alpha1",
    kind: "Rollout",
    spec: { template: { spec: { containers } } },
  };
  const directive = ["spec", "template", "spec", "containers", 0, "$patch"];
  expect(readManifestObjects(manifest)).toMatchObject({
    workloads: [],
    skipped: [{ kind: "Rollout", group: "argoproj.io", path: [], directive }],
  });
});
