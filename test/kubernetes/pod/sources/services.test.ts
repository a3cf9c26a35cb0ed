import { describe, expect, test } from "vitest";
import { type Cluster, ClusterIndex, type Pod, type ResolveOptions, resolvePod } from "../../../../src/index.ts";
import type { Service } from "../../../../src/kubernetes/index.ts";

function service(
  name: string,
  namespace: string | undefined,
  clusterIP: string | undefined,
  ...ports: object[]
): Service {
  return { metadata: { name, ...(namespace && { namespace }) }, spec: { ...(clusterIP && { clusterIP }), ports } };
}

function variables(
  cluster: Cluster | ClusterIndex,
  namespace: string,
  enableServiceLinks = true,
): Record<string, string> {
  const pod: Pod = { metadata: { namespace }, spec: { enableServiceLinks, containers: [{ name: "app" }] } };
  return Object.fromEntries(resolvePod(pod, cluster).containers[0]!.env.map(({ name, value }) => [name, value]));
}

const hosts = (all: Record<string, string>) => Object.entries(all).filter(([name]) => name.endsWith("_SERVICE_HOST"));

describe("service variables", () => {
  test("all the names of one service", () => {
    const ports = [
      { name: "http-main", port: 80 },
      { name: "", port: 53, protocol: "UDP" },
      { name: "s", port: 132, protocol: "SCTP" },
    ];
    expect(variables({ services: [service("my-api.v2", "shop", "10.0.0.7", ...ports)] }, "shop")).toEqual({
      "MY_API.V2_SERVICE_HOST": "10.0.0.7",
      "MY_API.V2_SERVICE_PORT": "80",
      "MY_API.V2_SERVICE_PORT_HTTP_MAIN": "80",
      "MY_API.V2_SERVICE_PORT_S": "132",
      "MY_API.V2_PORT": "tcp://10.0.0.7:80",
      "MY_API.V2_PORT_80_TCP": "tcp://10.0.0.7:80",
      "MY_API.V2_PORT_80_TCP_PROTO": "tcp",
      "MY_API.V2_PORT_80_TCP_PORT": "80",
      "MY_API.V2_PORT_80_TCP_ADDR": "10.0.0.7",
      "MY_API.V2_PORT_53_UDP": "udp://10.0.0.7:53",
      "MY_API.V2_PORT_53_UDP_PROTO": "udp",
      "MY_API.V2_PORT_53_UDP_PORT": "53",
      "MY_API.V2_PORT_53_UDP_ADDR": "10.0.0.7",
      "MY_API.V2_PORT_132_SCTP": "sctp://10.0.0.7:132",
      "MY_API.V2_PORT_132_SCTP_PROTO": "sctp",
      "MY_API.V2_PORT_132_SCTP_PORT": "132",
      "MY_API.V2_PORT_132_SCTP_ADDR": "10.0.0.7",
    });
  });

  test("in a manifest, an address that is not assigned yet is unknown, and what does not need it is known", () => {
    const services = [
      service("a", "shop", undefined, { name: "http", port: 80 }),
      service("headless", "shop", "None", { port: 1 }),
      { metadata: { name: "external", namespace: "shop" }, spec: { type: "ExternalName", ports: [{ port: 1 }] } },
    ];
    const args = ["$(A_SERVICE_HOST):$(A_SERVICE_PORT_HTTP)", "$(A_PORT) $(HEADLESS_SERVICE_HOST)", "$(EXTERNAL_PORT)"];
    const pod: Pod = { metadata: { namespace: "shop" }, spec: { containers: [{ name: "app", args }] } };
    const [container] = resolvePod(pod, { services }).containers;
    expect(container!.args).toEqual(["$(A_SERVICE_HOST):80", ...args.slice(1)]);
    expect(container!.unknown).toEqual([
      {
        name: "A_SERVICE_HOST",
        source: { kind: "service", namespace: "shop", name: "a" },
        path: ["spec", "containers", 0, "args", 0],
        needs: "the address of Service shop/a",
        needsKind: "cluster",
      },
    ]);
    expect(container!.events.map(({ message }) => message.split(" ", 1)[0])).toEqual([
      "$(HEADLESS_SERVICE_HOST)",
      "$(EXTERNAL_PORT)",
    ]);
    expect(container!.env.map(({ name }) => name)).toEqual([
      "A_SERVICE_PORT",
      "A_SERVICE_PORT_HTTP",
      "A_PORT_80_TCP_PROTO",
      "A_PORT_80_TCP_PORT",
    ]);
  });

  test("IPv6 is in brackets in the URLs only", () => {
    expect(variables({ services: [service("six", "shop", "fd00::7", { port: 1 })] }, "shop")).toEqual({
      SIX_SERVICE_HOST: "fd00::7",
      SIX_SERVICE_PORT: "1",
      SIX_PORT: "tcp://[fd00::7]:1",
      SIX_PORT_1_TCP: "tcp://[fd00::7]:1",
      SIX_PORT_1_TCP_PROTO: "tcp",
      SIX_PORT_1_TCP_PORT: "1",
      SIX_PORT_1_TCP_ADDR: "fd00::7",
    });
  });

  test("no address, no variables; no ports, only the address", () => {
    const services = [
      service("a", "shop", undefined, { port: 1 }),
      service("b", "shop", "None", { port: 1 }),
      service("c", "shop", "10.0.0.1"),
    ];
    const pod: Pod = { metadata: { namespace: "shop" }, spec: { enableServiceLinks: true, containers: [{}] } };
    const { env } = resolvePod(pod, { services }, { input: "object" }).containers[0]!;
    expect(env.map(({ name, value }) => `${name}=${value}`)).toEqual(["C_SERVICE_HOST=10.0.0.1"]);
  });

  const services = [
    service("kubernetes", undefined, "10.96.0.1", { port: 443 }),
    service("kubernetes", "labs", "10.0.9.9", { port: 6443 }),
    service("api", "shop", "10.0.0.7", { port: 80 }),
    service("api", "labs", "10.0.9.5", { port: 80 }),
    service("ledger", "default", "10.0.1.1", { port: 70 }),
  ];
  test.each<[string, boolean, string[][]]>([
    [
      "shop",
      true,
      [
        ["KUBERNETES_SERVICE_HOST", "10.96.0.1"],
        ["API_SERVICE_HOST", "10.0.0.7"],
      ],
    ],
    ["shop", false, [["KUBERNETES_SERVICE_HOST", "10.96.0.1"]]],
    [
      "labs",
      true,
      [
        ["KUBERNETES_SERVICE_HOST", "10.0.9.9"],
        ["API_SERVICE_HOST", "10.0.9.5"],
      ],
    ],
    ["labs", false, [["KUBERNETES_SERVICE_HOST", "10.96.0.1"]]],
    [
      "default",
      true,
      [
        ["KUBERNETES_SERVICE_HOST", "10.96.0.1"],
        ["LEDGER_SERVICE_HOST", "10.0.1.1"],
      ],
    ],
  ])("the namespace %s with links %s", (namespace, links, expected) => {
    for (const order of [services, services.toReversed()]) {
      expect(new Map(hosts(variables({ services: order }, namespace, links)))).toEqual(new Map(expected as never));
    }
  });

  test("in the order of the services, the API server's own among them", () => {
    const names = (order: Service[]) => hosts(variables({ services: order }, "shop")).map(([name]) => name);
    const [own, , api] = services as [Service, Service, Service];
    const web = service("web", "shop", "10.0.0.8");
    expect(names([own, api, web])).toEqual(["KUBERNETES_SERVICE_HOST", "API_SERVICE_HOST", "WEB_SERVICE_HOST"]);
    expect(names([web, own, api])).toEqual(["WEB_SERVICE_HOST", "KUBERNETES_SERVICE_HOST", "API_SERVICE_HOST"]);
    expect(names([api, web, own])).toEqual(["API_SERVICE_HOST", "WEB_SERVICE_HOST", "KUBERNETES_SERVICE_HOST"]);
  });

  test("none without access to services", () => {
    expect(variables({ services: null }, "shop")).toEqual({});
    expect(variables({}, "shop")).toEqual({});
  });

  test("an index gives what its cluster gives, for many pods", () => {
    const index = new ClusterIndex({ services });
    for (const namespace of ["shop", "labs", "shop"]) {
      for (const links of [true, false]) {
        expect(variables(index, namespace, links)).toEqual(variables({ services }, namespace, links));
      }
    }
  });
});

test("of objects with one name the last counts, and namespaces keep them apart", () => {
  const configMap = (namespace: string | undefined, value: string) => ({
    metadata: { name: "c", ...(namespace && { namespace }) },
    data: { K: value },
  });
  const cluster = { configMaps: [configMap("a", "1"), configMap(undefined, "2"), configMap("a", "3")] };
  const value = (namespace: string, options: ResolveOptions = {}) => {
    const pod: Pod = {
      metadata: { namespace },
      spec: { enableServiceLinks: true, containers: [{ envFrom: [{ configMapRef: { name: "c" } }] }] },
    };
    return resolvePod(pod, cluster, options).containers[0]?.env[0]?.value;
  };
  // In a manifest, an object without a namespace may go anywhere.
  expect([value("a"), value("default"), value("b")]).toEqual(["3", undefined, undefined]);
  const object: ResolveOptions = { input: "object" };
  expect([value("a", object), value("default", object), value("b", object)]).toEqual(["3", "2", undefined]);
});
