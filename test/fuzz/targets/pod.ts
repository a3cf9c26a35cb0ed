/** Pods of any shape cause documented errors only. Simple pods have the variables of the reference. */
import assert from "node:assert/strict";
import { type Pod, PodError, resolvePod } from "../../../src/index.ts";
import { ExpansionLimitError } from "../../../src/kubernetes/index.ts";
import { makeWellFormed } from "../../../src/yaml/write/string.ts";
import { referenceContainer } from "../../reference/pod.ts";
import { bytesOf, decoded, type FuzzInput, type FuzzTarget, isLeaked, NAMES, seedOf, tenantsOf } from "../input.ts";
import { documentsOf, MANIFEST } from "./manifest.ts";
import { YAML } from "./yaml-stream.ts";

const PREFIX =
  "metadata: {name: p, namespace: shop, labels: {l: v}}\nspec:\n  enableServiceLinks: false\n  containers:\n";

function run(input: FuzzInput): void {
  const { text, values } = input;
  const string = decoded(bytesOf(text));
  const tenants = tenantsOf(values);
  for (const variables of [...tenants, tenants[0]]) {
    const data = Object.fromEntries(variables);
    const cluster = {
      configMaps: [{ metadata: { name: "c", namespace: "shop" }, data }],
      secrets: [{ metadata: { name: "s", namespace: "shop" }, stringData: data }],
      services: [
        { metadata: { name: "api", namespace: "shop" }, spec: { clusterIP: "10.0.0.7", ports: [{ port: 80 }] } },
      ],
      node: { ips: ["192.0.2.10"] },
      podIPs: ["10.1.2.3"],
    };
    for (const document of [...(documentsOf(string) ?? []), ...(documentsOf(PREFIX + string) ?? [])]) {
      for (const profile of ["design", "kubelet"] as const) {
        try {
          const { containers } = resolvePod(document.value as Pod, cluster as never, { profile });
          assert.ok(variables === tenants[1] || !isLeaked(containers, input), "a value of the other tenant");
          for (const { name, value } of containers.flatMap(({ env }) => env)) {
            assert.ok(typeof name === "string" && typeof value === "string");
          }
        } catch (error) {
          const isWrongArgument = error instanceof TypeError && document.kind !== "mapping";
          if (!(error instanceof PodError || error instanceof ExpansionLimitError || isWrongArgument)) throw error;
          assert.match(error.message, /^[^\0-\x08\x0e-\x1f\x7f]*$/);
        }
      }
    }
    const wellFormedData = Object.entries(data).map(([name, value]) => [name, makeWellFormed(value)] as const);
    plain(string.split("\n").slice(0, 8), Object.fromEntries(wellFormedData));
  }
}

/** Every line is the value of a variable. `NAMES` are the names, repeated as needed. */
function plain(lines: readonly string[], data: Record<string, string>): void {
  const env = lines.map((value, i) => ({ name: NAMES[i % 8]!, value }));
  const container = { env, args: lines, envFrom: [{ prefix: "" }], probe: [] };
  const pod: Pod = {
    metadata: { namespace: "shop" },
    spec: {
      enableServiceLinks: false,
      containers: [
        {
          env,
          args: [...lines],
          envFrom: [{ prefix: "", configMapRef: { name: "c" } }],
          livenessProbe: { exec: { command: [] } },
        },
      ],
    },
  };
  const cluster = { configMaps: [{ metadata: { name: "c", namespace: "shop" }, data }] };
  const resolved = resolvePod(pod, cluster).containers[0]!;
  const expected = referenceContainer(container, data, new Map());
  assert.deepEqual(
    resolved.env.map(({ name, value }) => `${name}=${value}`),
    expected.env,
  );
  assert.deepEqual(resolved.args, expected.args);
}

export const podTarget: FuzzTarget = {
  name: "pod",
  tokens: [
    ...YAML,
    ...MANIFEST,
    ...["  - name: c\n    env:\n", "    - name: A\n      value: $(B)\n"],
    ...["    envFrom: [{configMapRef: {name: c}}]\n", "    command: ["],
    ...["    - {name: F, valueFrom: {fieldRef: {fieldPath: metadata.name}}}\n", "metadata.labels['l']"],
    ...["status.podIP", "spec.nodeName"],
    ...["    - {name: R, valueFrom: {resourceFieldRef: {resource: limits.cpu, divisor: 1m}}}\n"],
    ...["    resources: {limits: {cpu: 500m}}\n"],
    ...["    - {name: S, valueFrom: {secretKeyRef: {name: s, key: A, optional: true}}}\n", "secretRef"],
    ...["configMapKeyRef", "prefix: P_"],
    ...["    volumeMounts: [{name: v, mountPath: /m, subPathExpr: a/$(A)}]\n"],
    ...["  volumes: [{name: v, emptyDir: {}}]\n", "../", "optional"],
    ...["    livenessProbe: {exec: {command: [$(A)]}}\n", "  initContainers:\n"],
    ...["  enableServiceLinks: true\n", "limits.memory", "1Gi"],
    ...["$(A)", "$(B)", "$$", "fileKeyRef: {volumeName: v, path: f, key: A}"],
  ],
  seeds: [
    seedOf(
      "  - name: c\n    env:\n    - {name: A, value: x$(B)}\n    - {name: B, value: y$(A)}\n    args: [$(A), $(NONE)]\n",
    ),
    seedOf(
      "  - name: c\n    env:\n    - {name: F, valueFrom: {fieldRef: {fieldPath: \"metadata.labels['l']\"}}}\n" +
        "    - {name: S, valueFrom: {secretKeyRef: {name: s, key: A}}}\n    envFrom: [{prefix: P_, configMapRef: {name: c}}]\n",
    ),
    seedOf(
      "  - name: c\n    resources: {limits: {cpu: 1500m, memory: 1Gi}}\n    env:\n" +
        "    - {name: R, valueFrom: {resourceFieldRef: {resource: limits.cpu, divisor: 1m}}}\n" +
        "    volumeMounts: [{name: v, mountPath: /m, subPathExpr: a/$(R)}]\n  volumes: [{name: v, emptyDir: {}}]\n",
    ),
    seedOf("kind: Pod\nmetadata: {name: p}\nspec: {containers: [{name: c, args: [$(A)]}]}\n"),
  ],
  run,
};
