import { describe, expect, test } from "vitest";
import {
  type Cluster,
  type Container,
  type Pod,
  type ResolveOptions,
  resolveContainer,
} from "../../../../src/index.ts";

const KUBELET: ResolveOptions = { profile: "kubelet" };
const POD: Pod = {
  metadata: {
    name: "web-0",
    namespace: "shop",
    uid: "u-1",
    labels: { app: "web", "example.com/Part": "p", ["__proto__"]: "own" },
    annotations: { "example.com/Note": 'a "b"\n', Ünïcode: "\u{1f600}\u200b" },
  },
  spec: { nodeName: "node-a", serviceAccountName: "runner", enableServiceLinks: true },
};
const NODE = { ips: ["192.0.2.10", "2001:DB8::10"] };

/** The value of one variable, or the error. */
function valueOf(
  valueFrom: object,
  cluster: Cluster = { node: NODE },
  pod = POD,
  container: Container = {},
  options = KUBELET,
) {
  const containers = [{ name: "app", ...container, env: [{ name: "V", valueFrom }] }];
  const { env, error } = resolveContainer({ ...pod, spec: { ...pod.spec, containers } }, "app", cluster, options);
  return error ? `error: ${error.message}` : env[0]?.value;
}

describe("fieldRef", () => {
  const field = (fieldPath: string, cluster?: Cluster, pod?: Pod) =>
    valueOf({ fieldRef: { apiVersion: "v1", fieldPath } }, cluster, pod);

  test.each([
    ["metadata.name", "web-0"],
    ["metadata.namespace", "shop"],
    ["metadata.uid", "u-1"],
    ["spec.nodeName", "node-a"],
    ["spec.host", "node-a"],
    ["spec.serviceAccountName", "runner"],
    ["status.hostIP", "192.0.2.10"],
    ["status.hostIPs", "192.0.2.10,2001:db8::10"],
    ["status.podIP", ""],
    ["metadata.labels['app']", "web"],
    ["metadata.labels['example.com/Part']", "p"],
    ["metadata.labels['absent']", ""],
    ["metadata.labels['constructor']", ""],
    ["metadata.annotations['example.com/Note']", 'a "b"\n'],
    ["metadata.labels", '__proto__="own"\napp="web"\nexample.com/Part="p"'],
    ["metadata.annotations", 'example.com/Note="a \\"b\\"\\n"\nÜnïcode="\u{1f600}\\u200b"'],
    ["spec.restartPolicy", "error: unsupported fieldPath: spec.restartPolicy"],
    ["spec.schedulerName", "error: unsupported fieldPath: spec.schedulerName"],
    ["status.phase", "error: unsupported fieldPath: status.phase"],
    ["metadata.generation", "error: field label not supported: metadata.generation"],
    ["constructor", "error: field label not supported: constructor"],
    ["", "error: field label not supported: "],
    ["['x']", "error: field label not supported: ['x']"],
    ["metadata.labels['x'", "error: field label not supported: metadata.labels['x'"],
    ["metadata.labels[x]", "error: field label not supported: metadata.labels[x]"],
    ["metadata.name['x']", "error: field label does not support subscript: metadata.name['x']"],
    ["metadata['a']['b']", "error: field label does not support subscript: metadata['a']['b']"],
  ])("%s", (fieldPath, value) => {
    expect(field(fieldPath)).toBe(value);
  });

  test("a key in brackets is everything between the first and the last", () => {
    const pod: Pod = { ...POD, metadata: { ...POD.metadata, labels: { "a']['b": "odd" } } };
    expect(field("metadata.labels['a']['b']", {}, pod)).toMatch(
      /^error: invalid key subscript in metadata.labels\['a'\]\['b'\]: /,
    );
  });

  test.each([
    [undefined, "error: unsupported pod version: "],
    ["v2", "error: unsupported pod version: v2"],
  ])("apiVersion %s", (apiVersion, message) => {
    const fieldRef = { fieldPath: "metadata.name", ...(apiVersion && { apiVersion }) };
    expect(valueOf({ fieldRef })).toBe(message);
  });

  test("no path", () => {
    expect(valueOf({ fieldRef: { apiVersion: "v1" } })).toBe("error: field label not supported: ");
  });

  test.each<[string, string, string, Cluster]>([
    [
      "10.0.0.1",
      "10.0.0.1,fd00::1",
      "IPv4 first, unless the kubelet's own is IPv6",
      { podIPs: ["fd00::1", "10.0.0.1"] },
    ],
    [
      "fd00::1",
      "fd00::1,10.0.0.1",
      "IPv6 kubelet",
      { podIPs: ["10.0.0.1", "fd00::1"], node: { kubeletNodeIPs: ["::"] } },
    ],
    [
      "10.0.0.1",
      "10.0.0.1,fd00::1",
      "one of a family",
      { podIPs: ["10.0.0.1", "x", "10.0.0.2", "fd00::1", "fd00::2"] },
    ],
    ["x", "", "none that can be read", { podIPs: ["x", "y"] }],
    ["FD00::1", "FD00::1", "as they are written", { podIPs: ["FD00::1"] }],
  ])("pod addresses %s and %s: %s", (podIP, podIPs, _, cluster) => {
    expect(field("status.podIP", cluster)).toBe(podIP);
    expect(field("status.podIPs", cluster)).toBe(podIPs);
  });

  test("the pod's own status, where nothing else is given", () => {
    const status = { podIP: "10.0.0.1", hostIP: "192.0.2.1" };
    const lists = { podIPs: [{ ip: "10.0.0.2" }, { ip: "fd00::2" }], hostIPs: [{ ip: "192.0.2.2" }] };
    expect(field("status.podIPs", {}, { ...POD, status })).toBe("10.0.0.1");
    expect(field("status.hostIP", {}, { ...POD, status })).toBe("192.0.2.1");
    expect(field("status.podIPs", {}, { ...POD, status: { ...status, ...lists } })).toBe("10.0.0.2,fd00::2");
    expect(field("status.hostIPs", {}, { ...POD, status: { ...status, ...lists } })).toBe("192.0.2.2");
    expect(field("status.podIP", { podIPs: ["10.0.0.9"] }, { ...POD, status })).toBe("10.0.0.9");
  });

  test("a pod without metadata has neither labels nor annotations", () => {
    for (const map of ["labels", "annotations"]) {
      expect(field(`metadata.${map}`, {}, { spec: POD.spec! })).toBe("");
      expect(field(`metadata.${map}['app']`, {}, { spec: POD.spec! })).toBe("");
    }
  });

  test("a pod on the node's network has the node's addresses", () => {
    const pod: Pod = { ...POD, spec: { ...POD.spec, hostNetwork: true } };
    expect(field("status.podIPs", undefined, pod)).toBe("192.0.2.10,2001:db8::10");
    expect(field("status.podIP", { node: NODE, podIPs: ["10.0.0.1"] }, pod)).toBe("10.0.0.1");
  });

  test.each([
    [{}, "error: field label not supported: "],
    [{ fieldPath: "" }, "error: field label not supported: "],
    [{ apiVersion: "", fieldPath: "spec.host" }, "node-a"],
    [{ fieldPath: "spec.host" }, "node-a"],
    [{ fieldPath: "metadata.labels['app']" }, "web"],
    [{ fieldPath: "metadata.generation" }, "error: field label not supported: metadata.generation"],
    [{ apiVersion: "v2", fieldPath: "metadata.name" }, "error: unsupported pod version: v2"],
  ])("of a manifest, %j with the default version is %s", (fieldRef, value) => {
    expect(valueOf({ fieldRef }, {}, POD, {}, { profile: "kubelet", input: "manifest" })).toBe(value);
  });

  test("a manifest gets the API server's defaults", () => {
    const fieldRef = { fieldPath: "spec.serviceAccountName" };
    const bare: Pod = { metadata: { name: "web" } };
    const manifest: ResolveOptions = { profile: "kubelet", input: "manifest" };
    expect(valueOf({ fieldRef }, {}, bare, {}, manifest)).toBe("default");
    expect(valueOf({ fieldRef }, {}, { spec: { serviceAccount: "old" } }, {}, manifest)).toBe("old");
    // kubectl's configuration says where a manifest without a namespace goes.
    expect(valueOf({ fieldRef: { fieldPath: "metadata.namespace" } }, {}, bare, {}, manifest)).toBeUndefined();
  });
});

describe("resourceFieldRef", () => {
  const resources = {
    limits: { cpu: "1500m", memory: "300Mi", "hugepages-2Mi": "4Mi" },
    requests: { cpu: "100n", memory: 1e8 },
  };
  const allocatable = { cpu: "3920m", memory: "7Gi", "ephemeral-storage": "50Gi" };
  const resource = (name: string, more: object = {}, cluster: Cluster = { node: { allocatable } }, options = KUBELET) =>
    valueOf({ resourceFieldRef: { resource: name, ...more } }, cluster, POD, { resources }, options);

  test.each([
    ["limits.cpu", {}, "2"],
    ["limits.cpu", { divisor: "1m" }, "1500"],
    ["limits.cpu", { divisor: "0" }, "2"],
    ["limits.memory", { divisor: "1Mi" }, "300"],
    ["limits.memory", { divisor: "1Gi" }, "1"],
    ["limits.memory", { divisor: 1e6 }, "315"],
    ["limits.ephemeral-storage", { divisor: "1Gi" }, "50"],
    ["limits.hugepages-2Mi", {}, "4194304"],
    ["limits.hugepages-1Gi", {}, "0"],
    ["requests.cpu", {}, "1"],
    ["requests.cpu", { divisor: "1m" }, "1"],
    ["requests.memory", {}, "100000000"],
    ["requests.ephemeral-storage", {}, "0"],
    ["requests.hugepages-2Mi", {}, "0"],
    ["limits.gpu", {}, "error: unsupported container resource : limits.gpu"],
    ["cpu", {}, "error: unsupported container resource : cpu"],
    ["", {}, "error: unsupported container resource : "],
    ["limits.cpu", { containerName: "nope" }, "error: container nope not found"],
    ["limits.gpu", { containerName: "nope" }, "error: container nope not found"],
    ["limits.cpu", { divisor: "x" }, 'error: divisor: "x" is not a quantity'],
  ])("%s %j is %s", (name, more, value) => {
    expect(resource(name, more)).toBe(value);
  });

  test("no resource", () => {
    expect(valueOf({ resourceFieldRef: {} })).toBe("error: unsupported container resource : ");
  });

  test("limits that are not set are the node's; those of init containers are not, nor are ephemeral containers found", () => {
    const pod: Pod = {
      ...POD,
      spec: {
        ...POD.spec,
        containers: [{ name: "other", resources: { limits: { cpu: "0" } } }],
        initContainers: [{ name: "prep" }, { name: "sized", resources: { limits: { cpu: "7" } } }],
        ephemeralContainers: [{ name: "debug" }],
      },
    };
    const limit = (containerName: string, cluster: Cluster = { node: { allocatable } }) => {
      const env = [{ name: "V", valueFrom: { resourceFieldRef: { containerName, resource: "limits.cpu" } } }];
      const spec = { ...pod.spec, containers: [...pod.spec!.containers!, { name: "app", env }] };
      const { env: resolved, error } = resolveContainer({ ...pod, spec }, "app", cluster, KUBELET);
      return error?.message ?? resolved[0]?.value;
    };
    expect(limit("other")).toBe("4");
    expect(limit("app")).toBe("4");
    expect(limit("other", { node: { allocatable: { memory: "1" } } })).toBe("0");
    expect(limit("other", {})).toBe("0");
    expect(limit("prep")).toBe("0");
    expect(limit("sized")).toBe("7");
    expect(limit("debug")).toBe("container debug not found");
  });

  test("the pod's limits replace limits that a container does not set, before the node's", () => {
    const pod: Pod = { ...POD, spec: { ...POD.spec, resources: { limits: { cpu: "2", memory: "0" } } } };
    const limit = (name: string, container: Container = {}, cluster: Cluster = { node: { allocatable } }) =>
      valueOf({ resourceFieldRef: { resource: `limits.${name}` } }, cluster, pod, container);
    expect(limit("cpu")).toBe("2");
    expect(limit("cpu", { resources: { limits: { cpu: "0" } } })).toBe("2");
    expect(limit("cpu", { resources: { limits: { cpu: "3" } } })).toBe("3");
    expect(limit("cpu", {}, {})).toBe("2");
    expect(limit("memory")).toBe("7516192768");
    expect(limit("memory", {}, {})).toBe("0");
    expect(limit("hugepages-2Mi")).toBe("0");
    expect(valueOf({ resourceFieldRef: { resource: "requests.cpu" } }, {}, pod)).toBe("0");
    const manifest: ResolveOptions = { input: "manifest" };
    expect(valueOf({ resourceFieldRef: { resource: "limits.cpu" } }, {}, pod, {}, manifest)).toBe("2");
    expect(valueOf({ resourceFieldRef: { resource: "limits.memory" } }, {}, pod, {}, manifest)).toBeUndefined();
  });

  test("the pod's limits do not replace those of a named init container", () => {
    const env = ["prep", "app"].map((containerName) => ({
      name: containerName.toUpperCase(),
      valueFrom: { resourceFieldRef: { containerName, resource: "limits.cpu" } },
    }));
    const spec = {
      ...POD.spec,
      resources: { limits: { cpu: "2" } },
      initContainers: [{ name: "prep" }],
      containers: [{ name: "app", env }],
    };
    const { env: resolved } = resolveContainer({ ...POD, spec }, "app", { node: { allocatable } }, KUBELET);
    expect(resolved).toMatchObject([
      { name: "PREP", value: "0" },
      { name: "APP", value: "2" },
    ]);
  });

  test("in a manifest requests are the limits unless they are set", () => {
    const manifest: ResolveOptions = { input: "manifest" };
    expect(resource("requests.hugepages-2Mi", {}, {}, manifest)).toBe("4194304");
    expect(resource("requests.memory", {}, {}, manifest)).toBe("100000000");
  });

  test.each([
    ["9007199254740993", {}, "9007199254740992", "9007199254740993"],
    ["8Ei", {}, "-9223372036854775808", "9223372036854775807"],
    ["1e100", {}, "-9223372036854775808", "9223372036854775807"],
    ["-5", { divisor: "2" }, "-2", "0"],
    ["-1", { divisor: "2" }, "0", "0"],
    ["-1e100", {}, "-9223372036854775808", "0"],
    ["1e100", { divisor: "1e100" }, "1", "1"],
  ])("%s %j: %s from a released kubelet, %s in the design", (amount, more, kubelet, design) => {
    const container = { resources: { limits: { memory: amount } } };
    const value = (options: ResolveOptions) =>
      valueOf({ resourceFieldRef: { resource: "limits.memory", ...more } }, {}, POD, container, options);
    expect(value(KUBELET)).toBe(kubelet);
    expect(value({ profile: "design" })).toBe(design);
  });

  test("an invalid amount", () => {
    const container = { resources: { limits: { memory: "lots" } } };
    expect(valueOf({ resourceFieldRef: { resource: "limits.memory" } }, {}, POD, container)).toBe(
      'error: limits.memory: "lots" is not a quantity',
    );
  });
});
