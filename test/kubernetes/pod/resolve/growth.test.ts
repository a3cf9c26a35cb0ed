import { expect, test } from "vitest";
import {
  type Cluster,
  ClusterIndex,
  type Container,
  type Pod,
  resolvePod,
  tracePod,
  validatePod,
} from "../../../../src/index.ts";
import { knownVolume, secureJoin } from "../../../../src/kubernetes/pod/volumes/volume-files.ts";
import { growthExponent, LINEAR } from "../../../reference/linearity.ts";

const many = <T>(count: number, make: (i: number) => T): T[] => Array.from({ length: count }, (_, i) => make(i));
const podOf = (container: Container, spec: object = {}): Pod => ({ spec: { containers: [container], ...spec } });
const references = (count: number) => many(count, (i) => `$(N${i})`);

/** A pod with many of each kind of thing: finding one must not take longer because there are many others. */
const SHAPES: [string, (size: number) => [Pod, Cluster?]][] = [
  [
    "mounts of volumes",
    (size) => [
      podOf(
        { volumeMounts: many(size, (i) => ({ name: `v${i}`, mountPath: `/${i}`, subPath: "a" })) },
        { volumes: many(size, (i) => ({ name: `v${i}`, emptyDir: {} })) },
      ),
    ],
  ],
  [
    "resourceFieldRefs to containers",
    // Few of them fit into the caches, where they cost half as much.
    (size) => [
      {
        spec: {
          initContainers: many(size * 4, (i) => ({ name: `i${i}` })),
          containers: [
            ...many(size * 4, (i) => ({ name: `c${i}` })),
            {
              env: many(size * 8, (i) => ({
                name: `V${i}`,
                valueFrom: {
                  resourceFieldRef: { containerName: `${i % 2 ? "i" : "c"}${i >> 1}`, resource: "limits.cpu" },
                },
              })),
            },
          ],
        },
      },
    ],
  ],
  [
    "references beside envFrom of which nothing is known",
    (size) => [
      podOf({
        envFrom: many(size, (i) => ({ prefix: `P${100_000 + i}_`, configMapRef: { name: "c" } })),
        args: references(size),
      }),
    ],
  ],
  [
    "fieldRefs to addresses",
    (size) => [
      {
        ...podOf({
          env: many(size, (i) => ({
            name: `V${i}`,
            valueFrom: { fieldRef: { fieldPath: i % 2 ? "status.podIPs" : "status.hostIP" } },
          })),
        }),
        status: { podIPs: many(size, () => ({ ip: "10.0.0.1" })), hostIPs: many(size, () => ({ ip: "none" })) },
      },
    ],
  ],
  [
    "fileKeyRefs to a volume with many members",
    (size) => [
      podOf(
        {
          env: many(size, (i) => ({
            name: `V${i}`,
            valueFrom: { fileKeyRef: { volumeName: "v", path: "f", key: "K" } },
          })),
        },
        { volumes: [{ name: "v", ...Object.fromEntries(many(size, (i) => [`m${i}`, null])) }] },
      ),
      { volumeContents: { v: { files: { f: "K='1'" } } } },
    ],
  ],
  [
    "fileKeyRefs to a volume with many sources",
    (size) => [
      podOf(
        {
          env: many(size, (i) => ({
            name: `V${i}`,
            valueFrom: { fileKeyRef: { volumeName: "v", path: "f", key: "K" } },
          })),
        },
        { volumes: [{ name: "v", emptyDir: {}, projected: { sources: many(size, () => ({})) } }] },
      ),
      { volumeContents: { v: { files: { f: "K='1'" } } } },
    ],
  ],
  [
    "entries of env with one name",
    (size) => [podOf({ env: many(size, (i) => ({ name: "A", value: i % 2 ? "x$(B)" : "$(A)" })) })],
  ],
];

test.each(SHAPES)("resolving %s takes linear time", (_, shape) => {
  const inputs = new Map<number, [Pod, Cluster?]>();
  const run = (size: number) => {
    if (!inputs.has(size)) inputs.set(size, shape(size));
    const [pod, cluster] = inputs.get(size)!;
    resolvePod(pod, cluster, { expansionLimit: 1e9 });
  };
  for (let round = 0; round < 5; round++) run(250);
  expect(growthExponent(run, 250)).toBeLessThan(LINEAR);
});

/** What a trace looks at beside what is resolved. */
const TRACED: [string, (size: number) => [Pod, Cluster?]][] = [
  ...["$A", "${A", "${A:-b}", "$$(A", "$$", "$", "$(A", "$(A:-b)"].map((piece): [string, (size: number) => [Pod]] => [
    `texts of ${piece}`,
    (size) => [podOf({ args: [piece.repeat(size * 5)], ...({ image: piece.repeat(size * 5) } as Container) })],
  ]),
  [
    "words before a shell",
    (size) => [podOf({ command: many(size * 20, () => "env"), args: many(size, () => "$(A)") })],
  ],
  ["words between dashes", (size) => [podOf({ command: many(size * 5, (i) => (i % 2 ? "--" : "$(A)")) })]],
  [
    "hooks",
    (size) => [
      podOf({ lifecycle: { preStop: { exec: { command: ["sh", ...many(size * 5, () => "$(A)"), "-c", "$(B)"] } } } }),
    ],
  ],
  [
    "values of a ConfigMap",
    (size) => [
      podOf({ envFrom: [{ configMapRef: { name: "c" } }] }),
      { configMaps: [{ metadata: { name: "c" }, data: Object.fromEntries(many(size, (i) => [`K${i}`, "$(A)"])) }] },
    ],
  ],
  [
    "uses of a name that is set many times",
    (size) => [podOf({ env: many(size, () => ({ name: "A", value: "$(A)" })), args: many(size, () => "$(A)") })],
  ],
];

test.each([...SHAPES, ...TRACED])("tracing %s takes linear time", (_, shape) => {
  const inputs = new Map<number, [Pod, Cluster?]>();
  const run = (size: number) => {
    if (!inputs.has(size)) inputs.set(size, shape(size));
    const [pod, cluster] = inputs.get(size)!;
    for (const { uses, closestTo } of tracePod(pod, cluster, { expansionLimit: 1e9 }).containers) {
      for (const { name, verdict } of uses) if (verdict === "undefined") closestTo(name);
    }
  };
  for (let round = 0; round < 5; round++) run(250);
  expect(growthExponent(run, 250)).toBeLessThan(LINEAR);
});

test.each<[string, (size: number) => Pod]>([
  ...SHAPES.map(([name, shape]): [string, (size: number) => Pod] => [name, (size) => shape(size)[0]]),
  [
    "wrong types and other problems",
    (size) => podOf({ args: many(size, () => 1) as never, env: many(size, () => ({})) }),
  ],
  ["containers with one name", (size) => ({ spec: { containers: many(size, () => ({ name: "a" })) } })],
])("validating %s takes linear time", (_, shape) => {
  const inputs = new Map<number, Pod>();
  const run = (size: number) => {
    if (!inputs.has(size)) inputs.set(size, shape(size));
    validatePod(inputs.get(size)!);
  };
  for (let round = 0; round < 5; round++) run(250);
  expect(growthExponent(run, 250)).toBeLessThan(LINEAR);
});

test("pods in many namespaces, on many nodes, look at their own services and nodes only", () => {
  const run = (size: number) => {
    const index = new ClusterIndex({
      services: many(size, (i) => ({ metadata: { name: "s", namespace: `n${i}` }, spec: { clusterIP: "10.0.0.1" } })),
      configMaps: many(size, (i) => ({ metadata: { name: `c${i}`, namespace: "n1" } })),
    });
    for (let i = 0; i < size; i++) {
      const pod = {
        metadata: { namespace: `n${i}` },
        ...podOf({ envFrom: [{ configMapRef: { name: "c", optional: true } }] }),
      };
      resolvePod(pod, index.onNode({ ips: [`10.0.0.${i % 256}`] }));
    }
  };
  for (let round = 0; round < 5; round++) run(100);
  expect(growthExponent(run, 100)).toBeLessThan(LINEAR);
});

test("a path of many parts is walked in linear time", () => {
  for (const part of ["a/", "a/../", "long-part-of-a-path/"]) {
    for (let round = 0; round < 5; round++) secureJoin(part.repeat(4000), () => undefined);
    expect(
      growthExponent((size) => secureJoin(part.repeat(size), (path) => (path.length < 0 ? "" : undefined)), 4000),
    ).toBeLessThan(LINEAR);
  }
});

test("a path that is too long for Linux is joined, and links after that are not read", () => {
  const asked: number[] = [];
  const readLink = (path: string) => {
    asked.push(path.length);
    return undefined;
  };
  expect(secureJoin("a/".repeat(5000), readLink)).toBe("a/".repeat(5000).slice(0, -1));
  expect(Math.max(...asked)).toBe(4095);
  expect(secureJoin(`${"a/".repeat(5000)}${"../".repeat(5000)}b`, readLink)).toBe("b");
  expect(asked.at(-1)).toBe(1);
});

test("what is looked up in a volume is found out once", () => {
  let looked = 0;
  const volume = {
    get emptyDir() {
      looked++;
      return {};
    },
  };
  expect(knownVolume(volume, {}, "v")).toEqual({ contents: undefined, isEmptyDir: true, hasSecrets: false });
  expect(looked).toBe(1);
});
