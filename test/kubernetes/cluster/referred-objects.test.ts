/** What is asked of a cluster for the pods of a workload. */
import { expect, test } from "vitest";
import { referredObjects } from "../../../src/kubernetes/cluster/referred-objects.ts";
import type { Workload } from "../../../src/kubernetes/cluster/workloads.ts";

const referred = (spec: object, pod: object = {}) => referredObjects([{ pod: { ...pod, spec } } as Workload]);

test("the objects that env and envFrom name, in any kind of container", () => {
  const env = (member: string, name: string) => [{ name: "A", valueFrom: { [member]: { name, key: "k" } } }];
  const found = referred({
    containers: [{ name: "a", env: env("configMapKeyRef", "c1"), envFrom: [{ secretRef: { name: "s1" } }] }],
    initContainers: [{ name: "b", env: env("secretKeyRef", "s2"), envFrom: [{ configMapRef: { name: "c2" } }] }],
  });
  expect(found).toEqual({
    configMaps: new Set(["c1", "c2"]),
    secrets: new Set(["s1", "s2"]),
    hasServiceLinks: true,
    nodes: new Set(),
  });
});

test("the node, for a limit that no container sets", () => {
  const env = [{ name: "A", valueFrom: { resourceFieldRef: { resource: "limits.cpu" } } }];
  const spec = { nodeName: "n", enableServiceLinks: false, containers: [{ name: "a", env }] };
  expect(referred(spec)).toMatchObject({ nodes: new Set(["n"]), hasServiceLinks: false });
});

test.each<[valueFrom: object, pod: object, needsNode: boolean]>([
  [{ resourceFieldRef: { resource: "limits.memory" } }, {}, true],
  [{ resourceFieldRef: { resource: "requests.memory" } }, {}, false],
  [{ resourceFieldRef: {} }, {}, false],
  [{ fieldRef: { fieldPath: "status.hostIP" } }, {}, true],
  [{ fieldRef: { fieldPath: "status.hostIPs" } }, {}, true],
  [{ fieldRef: { fieldPath: "status.hostIP" } }, { status: { hostIP: "10.0.0.1" } }, false],
  [{ fieldRef: { fieldPath: "status.podIP" } }, {}, false],
  [{ fieldRef: { fieldPath: "metadata.labels['topology.kubernetes.io/zone']" } }, {}, true],
  [{ fieldRef: { fieldPath: "metadata.labels['topology.kubernetes.io/region']" } }, { metadata: { labels: {} } }, true],
  [
    { fieldRef: { fieldPath: "metadata.labels['topology.kubernetes.io/zone']" } },
    { metadata: { labels: { "topology.kubernetes.io/zone": "a" } } },
    false,
  ],
  [{ fieldRef: { fieldPath: "metadata.labels['app']" } }, {}, false],
  [{ fieldRef: { fieldPath: "metadata.annotations['topology.kubernetes.io/zone']" } }, {}, false],
  [{ fieldRef: { fieldPath: "metadata.labels" } }, {}, false],
  [{ fieldRef: {} }, {}, false],
  [{ configMapKeyRef: { name: "c", key: "k" } }, {}, false],
])("the value from %j of a pod with %j comes from the node: %s", (valueFrom, pod, needsNode) => {
  const spec = { nodeName: "n", containers: [{ name: "a", env: [{ name: "A", valueFrom }] }] };
  expect([...referred(spec, pod).nodes]).toEqual(needsNode ? ["n"] : []);
});
