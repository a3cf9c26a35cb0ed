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

test("the objects of several pods, and of every entry of their lists", () => {
  const key = (member: string, name?: string | null) => ({ name: "A", valueFrom: { [member]: { name, key: "k" } } });
  const hostIP = { name: "H", valueFrom: { fieldRef: { fieldPath: "status.hostIP" } } };
  const specs = [
    {
      nodeName: "n1",
      enableServiceLinks: false,
      containers: [
        { name: "a", env: [{ name: "V", value: "v" }, key("configMapKeyRef", "c1"), key("configMapKeyRef", "c2")] },
        { name: "b", envFrom: [{}, { configMapRef: { name: "c3" } }, { secretRef: { name: "s1" } }] },
        { name: "c", env: [key("secretKeyRef"), key("secretKeyRef", ""), key("configMapKeyRef", null), hostIP] },
      ],
      ephemeralContainers: [{ name: "d", env: [key("secretKeyRef", "s2")] }],
    },
    null,
    {
      nodeName: "n2",
      enableServiceLinks: false,
      containers: [
        { name: "a", env: [hostIP] },
        { name: "b", env: null },
      ],
    },
    { enableServiceLinks: false, containers: [{ name: "a", env: [hostIP] }] },
  ];
  expect(referredObjects(specs.map((spec) => ({ pod: { spec } }) as unknown as Workload))).toEqual({
    configMaps: new Set(["c1", "c2", "c3"]),
    secrets: new Set(["s1", "s2"]),
    hasServiceLinks: true,
    nodes: new Set(["n1", "n2"]),
  });
});

test.each<[links: (boolean | null | undefined)[], expected: boolean]>([
  [[], false],
  [[false], false],
  [[false, false], false],
  [[true], true],
  [[null], true],
  [[undefined], true],
  [[false, true], true],
  [[true, false], true],
])("pods with enableServiceLinks %j read Services: %s", (links, expected) => {
  const workloads = links.map((enableServiceLinks) => ({ pod: { spec: { enableServiceLinks } } }) as Workload);
  expect(referredObjects(workloads).hasServiceLinks).toBe(expected);
});
