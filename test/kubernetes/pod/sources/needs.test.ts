/** What each source of a variable needs if its value is unknown, and which values are marked as parts of Secrets. */
import { expect, test } from "vitest";
import { type Cluster, type ResolveOptions, resolveContainer, resolvePod } from "../../../../src/index.ts";

const MANIFEST: ResolveOptions = { world: "closed" };

function resolved(valueFrom: object, cluster: Cluster = {}, options = MANIFEST, spec: object = {}) {
  const env = [{ name: "X", valueFrom }];
  const pod = { metadata: { namespace: "shop" }, spec: { containers: [{ name: "app", env }], ...spec } };
  return resolveContainer(pod, "app", cluster, options);
}

const field = (fieldPath: string) => ({ fieldRef: { fieldPath } });
const label = (key: string) => field(`metadata.labels['${key}']`);
const limit = (resource: string) => ({ resourceFieldRef: { resource } });

test.each<[valueFrom: object, needs: string, needsKind: string]>([
  [field("metadata.name"), "the pod's name", "cluster"],
  [field("metadata.uid"), "the pod's UID", "cluster"],
  [field("spec.nodeName"), "the node's name", "node"],
  [field("spec.host"), "the node's name", "node"],
  [field("status.hostIP"), "the node's IP addresses", "node"],
  [field("status.hostIPs"), "the node's IP addresses", "node"],
  [field("status.podIP"), "the pod's IP addresses", "pod-ip"],
  [field("status.podIPs"), "the pod's IP addresses", "pod-ip"],
  ...[
    ...["apps.kubernetes.io/pod-index", "batch.kubernetes.io/controller-uid", "controller-revision-hash"],
    ...["batch.kubernetes.io/job-completion-index", "batch.kubernetes.io/job-name", "controller-uid", "job-name"],
    ...["pod-template-generation", "pod-template-hash", "statefulset.kubernetes.io/pod-name"],
  ].map((key): [object, string, string] => {
    return [label(key), `what a controller sets metadata.labels['${key}'] to`, "cluster"];
  }),
  ...["topology.kubernetes.io/region", "topology.kubernetes.io/zone"].map((key): [object, string, string] => {
    return [label(key), `the node's label ${key}`, "node"];
  }),
  ...["limits.cpu", "limits.memory", "limits.ephemeral-storage"].map((resource): [object, string, string] => {
    return [limit(resource), "the node's allocatable resources", "node"];
  }),
  [{ fileKeyRef: { volumeName: "v", path: "p", key: "k" } }, 'the files of volume "v"', "volume"],
])("%j needs %s", (valueFrom, needs, needsKind) => {
  const { env, unknown } = resolved(valueFrom, {}, MANIFEST, { volumes: [{ name: "v", emptyDir: {} }] });
  expect(env).toEqual([]);
  expect(unknown.map((entry) => [entry.needs, entry.needsKind])).toEqual([[needs, needsKind]]);
});

test("the namespace of a pod that has none", () => {
  const env = [
    { name: "X", valueFrom: field("metadata.namespace") },
    { name: "Y", valueFrom: { configMapKeyRef: { name: "c", key: "k" } } },
    { name: "Z", value: "$(DB_SERVICE_HOST)" },
  ];
  const configMaps = [{ metadata: { name: "c", namespace: "shop" }, data: { k: "v" } }];
  const services = [{ metadata: { name: "db", namespace: "shop" }, spec: { clusterIP: "10.0.0.1" } }];
  const [container] = resolvePod({ spec: { containers: [{ env }] } }, { configMaps, services }, MANIFEST).containers;
  const ofPod = ["the pod's namespace", "namespace"];
  expect(container!.unknown.map(({ name, needs, needsKind }) => [name, needs, needsKind])).toEqual([
    ["X", ...ofPod],
    ["Y", ...ofPod],
    ["DB_SERVICE_HOST", ...ofPod],
  ]);
});

test("the namespace of an object that has none", () => {
  const services = [{ metadata: { name: "db" }, spec: { clusterIP: "10.0.0.1" } }];
  const secrets = [{ metadata: { name: "s" }, data: {} }];
  const env = [
    { name: "X", valueFrom: { secretKeyRef: { name: "s", key: "k" } } },
    { name: "Y", value: "$(DB_SERVICE_HOST)" },
  ];
  const pod = { metadata: { namespace: "shop" }, spec: { containers: [{ env }] } };
  const [container] = resolvePod(pod, { secrets, services }, MANIFEST).containers;
  expect(container!.unknown.map(({ needs, needsKind }) => [needs, needsKind])).toEqual([
    ["the namespace of Secret s", "namespace"],
    ["the namespace of Service db", "namespace"],
  ]);
});

test.each([
  [{ emptyDir: {} }, undefined],
  [{ secret: { secretName: "s" } }, true],
  [{ projected: { sources: [{ secret: { name: "s" } }] } }, true],
  [{ projected: { sources: [{ configMap: { name: "s" } }] } }, undefined],
])("the value of an env file in the volume %j is a part of a Secret: %s", (volume, isSecret) => {
  const contents = { v: { files: { p: "k='x'\nbytes='\ufffd'\n" } } };
  const volumes = [{ name: "v", ...volume }];
  for (const [key, value] of [
    ["k", "x"],
    ["bytes", "\ufffd"],
  ] as const) {
    const valueFrom = { fileKeyRef: { volumeName: "v", path: "p", key } };
    const options: ResolveOptions = { profile: "kubelet", input: "manifest", world: "closed" };
    const { env } = resolved(valueFrom, { volumeContents: contents }, options, { volumes });
    expect(env).toEqual([
      {
        name: "X",
        value,
        path: ["spec", "containers", 0, "env", 0],
        source: { kind: "fileKeyRef", volumeName: "v", path: "p", key },
        ...(isSecret && { isSecret }),
      },
    ]);
  }
});

test.each<[data: unknown, problem: string]>([
  [5, "a number, not a string"],
  [true, "a boolean, not a string"],
  [{}, "a mapping, not a string"],
  [[], "a list, not a string"],
  [10n, "a number, not a string"],
])("the value %s of a ConfigMap or Secret fails the container", (value, problem) => {
  const metadata = { name: "o", namespace: "shop" };
  const cluster = {
    configMaps: [{ metadata, data: { k: value } }],
    secrets: [
      { metadata, data: { k: value }, stringData: {} },
      { metadata: { ...metadata, name: "t" }, stringData: { k: value } },
    ],
  } as unknown as Cluster;
  const failures: [kind: string, name: string, source: object][] = [
    ["ConfigMap", "o", { configMapRef: { name: "o" } }],
    ["Secret", "o", { secretRef: { name: "o" } }],
    ["Secret", "t", { secretRef: { name: "t" } }],
  ];
  for (const [kind, name, source] of failures) {
    const message = `the value of key k in ${kind} shop/${name} is ${problem}`;
    const key = { [kind === "Secret" ? "secretKeyRef" : "configMapKeyRef"]: { name, key: "k" } };
    expect(resolved(key, cluster).error?.message).toBe(message);
    const pod = { metadata: { namespace: "shop" }, spec: { containers: [{ name: "app", envFrom: [source] }] } };
    expect(resolveContainer(pod, "app", cluster, MANIFEST).error?.message).toBe(message);
  }
});

test("null is the empty text, and base64 must be complete", () => {
  const metadata = { name: "s", namespace: "shop" };
  const values = { null: null, empty: "", ok: "YQ==", lines: "Y\r\nQ=\n=", bytes: "w6k=" };
  const cluster = (data: object) => ({ secrets: [{ metadata, data }] }) as unknown as Cluster;
  const valueOf = (data: object, key: string) => resolved({ secretKeyRef: { name: "s", key } }, cluster(data));
  expect(Object.keys(values).map((key) => valueOf(values, key).env[0]?.value)).toEqual(["", "", "a", "a", "é"]);
  for (const wrong of ["YQ", "YQ=", "Y Q=", "Y\tQ=", "Y\fQ=", "YQ*=", "=YQ="]) {
    expect(valueOf({ k: wrong }, "k").error?.message).toBe("the value of key k in Secret shop/s is not base64");
  }
});

test("the variables of a Service without complete ports", () => {
  const ports = [{}, { port: 53, protocol: "UDP", name: "dns-udp" }, { port: 80, protocol: "" }];
  const services = [{ metadata: { name: "my-db", namespace: "shop" }, spec: { clusterIP: "fd00::1", ports } }];
  const { env } = resolved(field("metadata.namespace"), { services });
  expect(env.slice(1).map(({ name, value }) => `${name}=${value}`)).toEqual([
    "MY_DB_SERVICE_HOST=fd00::1",
    "MY_DB_SERVICE_PORT=0",
    "MY_DB_SERVICE_PORT_DNS_UDP=53",
    "MY_DB_PORT=tcp://[fd00::1]:0",
    "MY_DB_PORT_0_TCP=tcp://[fd00::1]:0",
    "MY_DB_PORT_0_TCP_PROTO=tcp",
    "MY_DB_PORT_0_TCP_PORT=0",
    "MY_DB_PORT_0_TCP_ADDR=fd00::1",
    "MY_DB_PORT_53_UDP=udp://[fd00::1]:53",
    "MY_DB_PORT_53_UDP_PROTO=udp",
    "MY_DB_PORT_53_UDP_PORT=53",
    "MY_DB_PORT_53_UDP_ADDR=fd00::1",
    "MY_DB_PORT_80_TCP=tcp://[fd00::1]:80",
    "MY_DB_PORT_80_TCP_PROTO=tcp",
    "MY_DB_PORT_80_TCP_PORT=80",
    "MY_DB_PORT_80_TCP_ADDR=fd00::1",
  ]);
});

test("the API server's Service is in its own namespace, and others are in theirs", () => {
  const master = { metadata: { name: "kubernetes" }, spec: { clusterIP: "10.0.0.1", ports: [{ port: 443 }] } };
  const db = { metadata: { name: "db", namespace: "shop" }, spec: { clusterIP: "10.0.0.2", ports: [] } };
  const { env } = resolved(field("metadata.namespace"), { services: [db, master] });
  const sources = new Map(env.slice(1).map(({ name, source }) => [name.replace(/_SERVICE.*|_PORT.*/, ""), source]));
  expect([...sources]).toEqual([
    ["DB", { kind: "service", namespace: "shop", name: "db" }],
    ["KUBERNETES", { kind: "service", namespace: "default", name: "kubernetes" }],
  ]);
});
