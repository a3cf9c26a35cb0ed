/** What is not given: unknown in an open world, missing in a closed one. */
import { describe, expect, test } from "vitest";
import {
  type Cluster,
  type Container,
  type Pod,
  type ResolvedContainer,
  type ResolveOptions,
  resolvePod,
} from "../../../../src/index.ts";
import type { EnvVar } from "../../../../src/kubernetes/index.ts";

const metadata = { name: "web", namespace: "shop" };
const resolve = (container: Container, cluster: Cluster = {}, options: ResolveOptions = {}, spec: object = {}) =>
  resolvePod({ metadata, spec: { containers: [{ name: "app", ...container }], ...spec } }, cluster, options)
    .containers[0]!;

const CLOSED: ResolveOptions = { world: "closed" };
const values = ({ env }: ResolvedContainer) => env.map(({ name, value }) => `${name}=${value}`);
const needs = ({ unknown }: ResolvedContainer) => unknown.map((entry) => entry.needs);
const verdicts = ({ unresolved }: ResolvedContainer) => unresolved.map(({ name, verdict }) => `${name} ${verdict}`);
const field = (name: string, fieldPath: string): EnvVar => ({ name, valueFrom: { fieldRef: { fieldPath } } });

const creds = { metadata: { name: "creds", namespace: "shop" }, stringData: { TOKEN: "t" } };
const settings = { metadata: { name: "settings", namespace: "shop" }, data: { HOST: "db" } };

describe("the default is open for a manifest, and closed for an object", () => {
  const env = [{ name: "A", valueFrom: { secretKeyRef: { name: "gone", key: "k" } } }];
  const spec = { enableServiceLinks: true };

  test.each<[ResolveOptions, boolean]>([
    [{}, true],
    [{ profile: "design" }, true],
    [{ profile: "kubelet" }, false],
    [{ input: "object" }, false],
    [{ profile: "kubelet", input: "manifest" }, true],
    [{ profile: "kubelet", world: "open" }, true],
    [{ world: "closed" }, false],
    [{ profile: "kubelet", input: "manifest", world: "closed" }, false],
  ])("%j", (options, isOpen) => {
    const container = resolve({ env, args: ["$(A)"] }, { secrets: [creds] }, options, spec);
    if (isOpen) {
      expect(container).toMatchObject({
        args: ["$(A)"],
        events: [],
        unknown: [{ name: "A", needs: "Secret shop/gone" }],
      });
      expect(container.error).toBeUndefined();
    } else {
      expect(container.error?.message).toBe('secret "gone" not found');
    }
  });
});

describe("objects", () => {
  test("an optional one may be there, too", () => {
    const env = [
      { name: "A", value: "a" },
      { name: "A", valueFrom: { configMapKeyRef: { name: "gone", key: "k", optional: true } } },
      { name: "B", value: "$(A)" },
    ];
    const open = resolve({ env });
    expect([values(open), needs(open), open.skipped]).toEqual([["B=$(A)"], ["ConfigMap shop/gone"], []]);
    const closed = resolve({ env }, {}, CLOSED);
    expect([values(closed), needs(closed), closed.skipped.length]).toEqual([["A=a", "B=a"], [], 1]);
  });

  test("a key that a given object does not have is missing in both", () => {
    const env = [{ name: "A", valueFrom: { configMapKeyRef: { name: "settings", key: "k" } } }];
    for (const world of ["open", "closed"] as const) {
      expect(resolve({ env }, { configMaps: [settings] }, { world }).error?.message).toBe(
        "couldn't find key k in ConfigMap shop/settings",
      );
    }
  });

  test("the cluster fills in a service account's token", () => {
    const token = { metadata: { name: "token", namespace: "shop" }, type: "kubernetes.io/service-account-token" };
    const env = [{ name: "A", valueFrom: { secretKeyRef: { name: "token", key: "token" } } }];
    for (const world of ["open", "closed"] as const) {
      const container = resolve({ env, envFrom: [{ secretRef: { name: "token" } }] }, { secrets: [token] }, { world });
      expect(needs(container)).toEqual(Array(2).fill("what the cluster writes into Secret shop/token"));
    }
  });
});

describe("what an absent source of envFrom may set is unknown", () => {
  const absent = (prefix?: string) => ({ secretRef: { name: "gone" }, ...(prefix && { prefix }) });

  test.each<[string, string | undefined, string[], string[]]>([
    ["any key", undefined, ["A", "a.b-c", "1", "..a", ".", "..", "", "C ", "A=B", "é"], ["A", "a.b-c", "1"]],
    ["a prefix and a key", "DB_", ["DB_A", "DB_", "DB", "DBA", "DB_A ", "DB_..x", "DB_.x"], ["DB_A", "DB_.x"]],
    ["a prefix that no key could be", "a b ", ["a b c", "a b ", "a b c d"], ["a b c"]],
    ["253 characters", "P", [`P${"k".repeat(253)}`, `P${"k".repeat(254)}`], [`P${"k".repeat(253)}`]],
  ])("%s", (_, prefix, names, unknown) => {
    const { unresolved } = resolve({ envFrom: [absent(prefix)], args: names.map((name) => `$(${name})`) });
    expect(unresolved.map(({ name }) => name)).toEqual(names);
    expect(unresolved.flatMap(({ name, verdict }) => (verdict === "unknown" ? name : []))).toEqual(unknown);
  });

  test("in a closed world it sets nothing, or the container does not start", () => {
    const optional = { secretRef: { name: "gone", optional: true } };
    expect(verdicts(resolve({ envFrom: [optional], args: ["$(A)"] }, {}, CLOSED))).toEqual(["A undefined"]);
    expect(resolve({ envFrom: [absent()] }, {}, CLOSED).error?.message).toBe('secret "gone" not found');
  });

  test("only strict names where keys are filtered", () => {
    const args = ["$(A)", "$(1)"];
    const container = resolve({ envFrom: [absent()], args }, {}, { legacyEnvFromFilter: true });
    expect(verdicts(container)).toEqual(["A unknown", "1 undefined"]);
  });

  test("a variable of an earlier source is unknown, with its possible value; one of a later source is known", () => {
    const given = { configMapRef: { name: "settings" } };
    const cluster = { configMaps: [settings] };
    const before = resolve({ envFrom: [given, absent()], args: ["$(HOST)"] }, cluster);
    expect(before).toMatchObject({ args: ["$(HOST)"], env: [] });
    expect(before.unknown).toMatchObject([
      { name: "", needs: "Secret shop/gone" },
      { name: "HOST", needs: "Secret shop/gone", otherwise: { value: "db" } },
    ]);
    expect(resolve({ envFrom: [absent(), given], args: ["$(HOST)"] }, cluster)).toMatchObject({ args: ["db"] });
    expect(resolve({ envFrom: [given, absent("X_")], args: ["$(HOST)"] }, cluster)).toMatchObject({ args: ["db"] });
    const set = resolve(
      { envFrom: [given, absent()], env: [{ name: "HOST", value: "x" }], args: ["$(HOST)"] },
      cluster,
    );
    expect(set).toMatchObject({ args: ["x"], env: [{ name: "HOST", value: "x" }] });
  });

  test("so is a service's variable, which it would hide", () => {
    const services = [{ metadata: { name: "db", namespace: "shop" }, spec: { clusterIP: "10.0.0.1" } }];
    const hidden = resolve({ envFrom: [absent()], args: ["$(DB_SERVICE_HOST)"] }, { services });
    expect(hidden).toMatchObject({ args: ["$(DB_SERVICE_HOST)"], env: [] });
    const plain = resolve({ envFrom: [absent("X_")], args: ["$(DB_SERVICE_HOST)"] }, { services });
    expect(plain).toMatchObject({ args: ["10.0.0.1"], env: [{ name: "DB_SERVICE_HOST" }] });
  });
});

describe("services that are not given", () => {
  const verdictsOf = (names: string[], cluster: Cluster = {}, options: ResolveOptions = {}, spec: object = {}) =>
    verdicts(resolve({ args: names.map((name) => `$(${name})`) }, cluster, options, spec));
  const SHAPES = [
    "DB_SERVICE_HOST",
    "DB_SERVICE_PORT",
    "DB_SERVICE_PORT_HTTP_MAIN",
    "DB_PORT",
    "DB_PORT_80_TCP",
    "DB_PORT_53_UDP_ADDR",
  ];
  const OTHERS = [
    "SERVICE_HOST",
    "_SERVICE_HOST",
    "PORT",
    "DB_HOST",
    "db_SERVICE_HOST",
    "DB_SERVICE_HOSTS",
    "DB_PORT_80",
    "DB_PORT_80_HTTP",
    "DB_PORT_80_TCP_X",
    "DB_SERVICE_PORT_",
    "DB.X_SERVICE_HOST",
    `${"D".repeat(64)}_SERVICE_HOST`,
    `DB_SERVICE_PORT_${"P".repeat(64)}`,
  ];

  test("a name of the shape of their variables is unknown with service links, and no other name", () => {
    expect(verdictsOf(SHAPES)).toEqual(SHAPES.map((name) => `${name} unknown`));
    expect(verdictsOf(OTHERS)).toEqual(OTHERS.map((name) => `${name} undefined`));
    const without: [Cluster, ResolveOptions, object][] = [
      [{}, {}, { enableServiceLinks: false }],
      [{ services: null }, {}, {}],
      [{}, CLOSED, {}],
    ];
    for (const [cluster, options, spec] of without) {
      expect(verdictsOf(SHAPES, cluster, options, spec)).toEqual(SHAPES.map((name) => `${name} undefined`));
    }
  });

  test("a service that is given announces what it has, and nothing else", () => {
    const services = [
      { metadata: { name: "db", namespace: "shop" }, spec: { clusterIP: "10.0.0.1", ports: [{ port: 80 }] } },
      { metadata: { name: "none", namespace: "shop" }, spec: { clusterIP: "None" } },
      { metadata: { name: "db", namespace: "other" }, spec: { clusterIP: "10.0.0.2", ports: [{ port: 81 }] } },
    ];
    expect(verdictsOf(["DB_SERVICE_PORT_HTTP", "NONE_SERVICE_HOST", "DB_PORT_81_TCP"], { services })).toEqual([
      "DB_SERVICE_PORT_HTTP undefined",
      "NONE_SERVICE_HOST undefined",
      "DB_PORT_81_TCP undefined",
    ]);
    // The service "db-port-81-tcp" would have it, too.
    expect(verdictsOf(["DB_PORT_81_TCP_PORT"], { services })).toEqual(["DB_PORT_81_TCP_PORT unknown"]);
  });

  test("each is named once, at the first reference", () => {
    const { unknown } = resolve({ args: ["x", "$(DB_PORT)", "$(DB_SERVICE_HOST)"] });
    expect(unknown).toEqual([
      {
        name: "DB_PORT",
        needs: "Service shop/db",
        needsKind: "service",
        source: { kind: "service", namespace: "shop", name: "db" },
        path: ["spec", "containers", 0, "args", 1],
      },
    ]);
  });

  test("the API server's own is in every cluster, with links or without", () => {
    const names = ["KUBERNETES_SERVICE_HOST", "KUBERNETES_SERVICE_PORT_HTTPS", "KUBERNETES_PORT_443_TCP_ADDR"];
    for (const options of [{}, CLOSED, { profile: "kubelet", input: "manifest" }] as const) {
      for (const enableServiceLinks of [true, false]) {
        const container = resolve({ args: names.map((name) => `$(${name})`) }, {}, options, { enableServiceLinks });
        expect(verdicts(container)).toEqual(names.map((name) => `${name} unknown`));
        expect(container.unknown).toMatchObject([{ needs: "Service default/kubernetes", needsKind: "cluster" }]);
      }
    }
    const links = { enableServiceLinks: true };
    expect(verdictsOf(names, {}, { profile: "kubelet" }, links)).toEqual(names.map((name) => `${name} undefined`));
    const kubernetes = {
      metadata: { name: "kubernetes", namespace: "default" },
      spec: { clusterIP: "10.96.0.1", ports: [{ name: "https", port: 443 }] },
    };
    const given = resolve(
      { args: ["$(KUBERNETES_SERVICE_HOST):$(KUBERNETES_SERVICE_PORT_HTTPS)"] },
      { services: [kubernetes] },
    );
    expect(given.args).toEqual(["10.96.0.1:443"]);
  });
});

describe("a namespace that is not written", () => {
  const noNamespace = (container: Container, cluster: Cluster, options: ResolveOptions = {}): ResolvedContainer =>
    resolvePod({ spec: { containers: [container] } } as Pod, cluster, options).containers[0]!;
  const env: EnvVar[] = [{ name: "A", valueFrom: { configMapKeyRef: { name: "settings", key: "HOST" } } }];
  const named = (namespace?: string) => ({
    metadata: { name: "settings", ...(namespace && { namespace }) },
    data: { HOST: "db" },
  });

  test("is unknown, in both worlds", () => {
    for (const options of [{}, CLOSED]) {
      const container = noNamespace({ env: [field("NS", "metadata.namespace")], args: ["$(NS)"] }, {}, options);
      expect(container.unknown).toMatchObject([{ name: "NS", needs: "the pod's namespace", needsKind: "namespace" }]);
      expect(container).toMatchObject({ args: ["$(NS)"], env: [] });
    }
  });

  test("is the same as that of objects without one", () => {
    expect(values(noNamespace({ env }, { configMaps: [named()] }))).toEqual(["A=db"]);
    const services = [{ metadata: { name: "db" }, spec: { clusterIP: "10.0.0.1" } }];
    expect(noNamespace({ args: ["$(DB_SERVICE_HOST)"] }, { services }).args).toEqual(["10.0.0.1"]);
  });

  test("may be the same as any other", () => {
    for (const options of [{}, CLOSED]) {
      const podWithout = noNamespace({ env }, { configMaps: [named("default")] }, options);
      expect(podWithout.unknown).toMatchObject([{ name: "A", needs: "the pod's namespace", needsKind: "namespace" }]);
      const objectWithout = resolve({ env }, { configMaps: [named()] }, options);
      expect(objectWithout.unknown).toMatchObject([
        { name: "A", needs: "the namespace of ConfigMap settings", needsKind: "namespace" },
      ]);
      const services = [{ metadata: { name: "db", namespace: "shop" }, spec: { clusterIP: "10.0.0.1" } }];
      const service = noNamespace({ args: ["$(DB_SERVICE_HOST)"] }, { services }, options);
      expect(service.unknown).toMatchObject([{ name: "DB_SERVICE_HOST", needs: "the pod's namespace" }]);
    }
  });

  test("does not appear in messages", () => {
    const broken: EnvVar[] = [{ name: "A", valueFrom: { configMapKeyRef: { name: "settings", key: "k" } } }];
    expect(noNamespace({ env: broken }, { configMaps: [named()] }).error?.message).toBe(
      "couldn't find key k in ConfigMap settings",
    );
    expect(noNamespace({ env }, {}).unknown).toMatchObject([{ needs: "ConfigMap settings", needsKind: "object" }]);
  });
});

describe("labels of the pod", () => {
  const zone = "topology.kubernetes.io/zone";
  const env = [field("ZONE", `metadata.labels['${zone}']`)];

  test("zone and region come from the node, unless the pod has them", () => {
    for (const options of [{}, CLOSED]) {
      expect(resolve({ env }, {}, options).unknown).toMatchObject([
        { name: "ZONE", needs: `the node's label ${zone}`, needsKind: "node" },
      ]);
      expect(values(resolve({ env }, { node: { labels: { [zone]: "z1" } } }, options))).toEqual(["ZONE=z1"]);
    }
    const labelled: Pod = { metadata: { labels: { [zone]: "own" } }, spec: { containers: [{ env }] } };
    expect(values(resolvePod(labelled, { node: { labels: { [zone]: "z1" } } }).containers[0]!)).toEqual(["ZONE=own"]);
    expect(values(resolve({ env }, { node: {} }, CLOSED))).toEqual(["ZONE="]);
    expect(needs(resolve({ env }, { node: {} }))).toEqual([
      `metadata.labels['${zone}'], which the manifest does not set`,
    ]);
  });

  test("no other label comes from the node, and zones are not annotations", () => {
    const others = [field("A", "metadata.labels['app']"), field("B", `metadata.annotations['${zone}']`)];
    const node = { labels: { app: "node", [zone]: "z1" } };
    expect(values(resolve({ env: others }, { node }, CLOSED))).toEqual(["A=", "B="]);
    expect(needs(resolve({ env: others }, { node }))).toEqual([
      "metadata.labels['app'], which the manifest does not set",
      `metadata.annotations['${zone}'], which the manifest does not set`,
    ]);
  });

  test("subPathExpr waits for them", () => {
    const volumeMounts = [{ name: "v", mountPath: "/v", subPathExpr: "$(ZONE)/data" }];
    const container = resolve({ env, volumeMounts }, {}, {}, { volumes: [{ name: "v", emptyDir: {} }] });
    expect(container.mounts).toMatchObject([{ subPath: "$(ZONE)/data" }]);
    expect(container.error).toBeUndefined();
  });
});

test("what is added to an open world never changes what was known", () => {
  const envFrom = [{ configMapRef: { name: "settings" } }, { secretRef: { name: "creds" }, prefix: "S_" }];
  const env: EnvVar[] = [
    { name: "LATER", value: "$(B) $(HOST) $(S_TOKEN) $(DB_SERVICE_HOST)" },
    { name: "B", valueFrom: { secretKeyRef: { name: "creds", key: "TOKEN", optional: true } } },
    { name: "HOST", value: "$(HOST)!" },
  ];
  const args = ["$(LATER)", "$(HOST)", "$(B)", "$(S_TOKEN)", "$(NONE)", "$(C )", "$(DB_PORT)"];
  const db = { metadata: { name: "db", namespace: "shop" }, spec: { clusterIP: "10.0.0.1", ports: [{ port: 1 }] } };
  const lists = { configMaps: [settings], secrets: [creds], services: [db] };
  const known = (cluster: Cluster) => {
    const container = resolve({ env, envFrom, args }, cluster);
    const unknown = new Set(
      container.unresolved.flatMap(({ verdict, path }) => (verdict === "unknown" ? path.join() : [])),
    );
    const texts = container.args!.map((text, i) => [`arg ${i}`, text, `spec,containers,0,args,${i}`] as const);
    return new Map(texts.flatMap(([key, text, path]) => (unknown.has(path) ? [] : [[key, text] as const])));
  };
  const all = known(lists);
  for (let subset = 0; subset < 8; subset++) {
    const given = Object.fromEntries(Object.entries(lists).filter((_, i) => subset & (1 << i))) as Cluster;
    for (const [key, text] of known(given)) {
      // A value may itself hold a reference that was unknown when it was made.
      if (!text.includes("$(")) expect([key, all.get(key)]).toEqual([key, text]);
    }
  }
  expect([...all]).toContainEqual(["arg 1", "db!"]);
});
