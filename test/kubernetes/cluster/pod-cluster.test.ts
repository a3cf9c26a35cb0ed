/** What a pod can read from its node, and the addresses that it has. */
import { expect, test } from "vitest";
import { PodClusters } from "../../../src/kubernetes/cluster/pod-cluster.ts";

type Clusters = ConstructorParameters<typeof PodClusters>;

const OPTIONS = { podIPs: [], volumeContents: {} };

function clustersWith(nodes: object[], options: object = {}): PodClusters {
  const objects = { services: [], configMaps: [], secrets: [], nodes } as Clusters[0];
  return new PodClusters(objects, { ...OPTIONS, ...options });
}

const address = (type: string, value?: string) => ({ type, ...(value !== undefined && { address: value }) });

test.each<[what: string, addresses: object[], ips: string[] | undefined]>([
  ["none", [], undefined],
  ["a name", [address("Hostname", "n")], undefined],
  [
    "an internal address before an external one",
    [address("ExternalIP", "9.9.9.9"), address("InternalIP", "1.1.1.1")],
    ["1.1.1.1"],
  ],
  ["an external address alone", [address("ExternalIP", "9.9.9.9")], ["9.9.9.9"]],
  ["the first of several", [address("InternalIP", "1.1.1.1"), address("InternalIP", "1.1.1.2")], ["1.1.1.1"]],
  ["both families", [address("InternalIP", "1.1.1.1"), address("InternalIP", "::1")], ["1.1.1.1", "::1"]],
  ["both families, IPv6 first", [address("InternalIP", "::1"), address("InternalIP", "1.1.1.1")], ["::1", "1.1.1.1"]],
  [
    "an external address of the other family",
    [address("InternalIP", "1.1.1.1"), address("ExternalIP", "::9")],
    ["1.1.1.1", "::9"],
  ],
  [
    "the first of the other family",
    [address("InternalIP", "1.1.1.1"), address("InternalIP", "::1"), address("InternalIP", "::2")],
    ["1.1.1.1", "::1"],
  ],
  [
    "empty addresses",
    [address("InternalIP", ""), address("InternalIP"), address("InternalIP", "1.1.1.1")],
    ["1.1.1.1"],
  ],
])("a node's addresses with %s", (_, addresses, ips) => {
  const node = { metadata: { name: "n" }, status: { addresses } };
  const { cluster } = clustersWith([node]).of({ spec: { nodeName: "n" } });
  expect(cluster.cluster.node).toEqual({ ...(ips && { ips }), labels: {} });
});

test("a node's allocatable resources, and its labels that are strings", () => {
  const labels = { zone: "a", empty: "", number: 5, none: null };
  const node = { metadata: { name: "n", labels }, status: { allocatable: { cpu: "2" } } };
  const clusters = clustersWith([node, { metadata: { name: "m", labels: "wrong" } }]);
  expect(clusters.of({ spec: { nodeName: "n" } }).cluster.cluster.node).toEqual({
    allocatable: { cpu: "2" },
    labels: { zone: "a", empty: "" },
  });
  expect(clusters.of({ spec: { nodeName: "m" } }).cluster.cluster.node).toEqual({ labels: {} });
  expect(clusters.of({ spec: { nodeName: "other" } }).cluster.cluster.node).toBeUndefined();
  expect(clusters.of({}).cluster.cluster.node).toBeUndefined();
});

test("pods on one node share their cluster, and the objects of pods on other nodes", () => {
  const clusters = clustersWith([{ metadata: { name: "n" } }, { metadata: { name: "m" } }]);
  const [n, again, m, none] = ["n", "n", "m", "none"].map((nodeName) => clusters.of({ spec: { nodeName } }).cluster);
  expect(again).toBe(n);
  expect(m).not.toBe(n);
  expect(m!.objects).toBe(n!.objects);
  expect(none!.objects).toBe(n!.objects);
});

test("the node that is given is that of all pods, and the name of those without one", () => {
  const node = { metadata: { name: "given", labels: { zone: "g" } } };
  const clusters = clustersWith([{ metadata: { name: "n" } }], { node });
  const pod = { metadata: { name: "p" }, spec: { hostNetwork: true } };
  expect(clusters.of(pod).pod).toEqual({ ...pod, spec: { hostNetwork: true, nodeName: "given" } });
  const named = { spec: { nodeName: "n" } };
  expect(clusters.of(named).pod).toBe(named);
  expect(clusters.of(named).cluster.cluster.node).toEqual({ labels: { zone: "g" } });
  const unnamed = clustersWith([], { node: { metadata: {} } }).of(pod);
  expect([unnamed.pod, unnamed.cluster.cluster.node]).toEqual([pod, { labels: {} }]);
});

test("the addresses of pods are given only if there are some", () => {
  expect(clustersWith([]).of({}).cluster.cluster).not.toHaveProperty("podIPs");
  expect(clustersWith([], { podIPs: ["10.0.0.1"] }).of({}).cluster.cluster.podIPs).toEqual(["10.0.0.1"]);
});
