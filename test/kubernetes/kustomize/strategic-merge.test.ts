/** What strategic merge patches change in a pod. The results are those of kubectl, or unknown. */
import { expect, test } from "vitest";
import { isKeyedKind } from "../../../src/kubernetes/kustomize/strategic-merge.ts";
import { memberOf } from "../../../src/text/own-keys.ts";
import { parseManifest } from "../../../src/yaml/parse.ts";
import { render } from "./render.ts";

const UNKNOWN = "unknown";
const pod = (spec: string) => `{apiVersion: v1, kind: Pod, metadata: {name: web}, spec: ${spec}}`;

/** The spec of a pod after a patch. */
function patchedSpec(target: string, patch: string): unknown {
  const { objects } = render({
    "kustomization.yaml": "resources: [pod.yaml]\npatches: [{path: patch.yaml}]",
    "pod.yaml": pod(target),
    "patch.yaml": pod(patch),
  });
  const { document, isUnknown } = objects[0]!;
  return isUnknown ? UNKNOWN : memberOf(document.value, "spec");
}

const expected = (text: string) => (text === UNKNOWN ? UNKNOWN : parseManifest(text)[0]!.value);

const ENV = "env: [{name: A, value: a}, {name: B, value: b}]";
const MOUNTS = "volumeMounts: [{name: v, mountPath: /v}, {name: w, mountPath: /w}]";
const LIMITS = "resources: {limits: {cpu: 1, memory: 1Gi}}";

test.each<[target: string, patch: string, result: string]>([
  // Entries of the patch come first, in its order.
  [
    ENV,
    "env: [{name: B, value: x}, {name: NEW, value: new}]",
    "env: [{name: B, value: x}, {name: NEW, value: new}, {name: A, value: a}]",
  ],
  [ENV, "env: []", ENV],
  [ENV, "env: null", ""],
  // Of duplicates, the first one counts, and the last one if the container does not have the list.
  [ENV, "env: [{name: A, value: x}, {name: A, value: z}]", "env: [{name: A, value: x}, {name: B, value: b}]"],
  [
    ENV,
    "env: [{name: NEW, value: x}, {name: NEW, value: z}]",
    "env: [{name: NEW, value: x}, {name: A, value: a}, {name: B, value: b}]",
  ],
  ["image: x", "env: [{name: NEW, value: x}, {name: NEW, value: z}]", "image: x, env: [{name: NEW, value: z}]"],
  ["env: [{name: A, value: x}, {name: A, value: z}]", "image: x", "env: [{name: A, value: z}], image: x"],
  [ENV, "env: [{name: A, value: null}]", "env: [{name: A}, {name: B, value: b}]"],
  [
    ENV,
    "env: [{name: A, value: null, valueFrom: {fieldRef: {fieldPath: f}}}]",
    "env: [{name: A, valueFrom: {fieldRef: {fieldPath: f}}}, {name: B, value: b}]",
  ],
  // Directives of entries.
  [ENV, "env: [{name: A, $patch: delete}, {name: D, value: d}]", "env: [{name: D, value: d}, {name: B, value: b}]"],
  [ENV, "env: [{name: A, $patch: delete}, {name: A, value: d}]", "env: [{name: B, value: b}]"],
  [ENV, "env: [{name: A, $patch: delete}, {name: B, $patch: delete}]", "env: []"],
  [ENV, "env: [{name: Z, $patch: delete}]", ENV],
  ["image: x", "env: [{name: NEW, $patch: delete}, {name: M, value: null}]", "image: x, env: [{name: M}]"],
  [ENV, "env: [{name: A, value: z, $patch: merge}]", "env: [{name: A, value: z}, {name: B, value: b}]"],
  [ENV, "env: [{name: A, value: z, $patch: replace}]", ENV],
  [
    ENV,
    "env: [{name: Z, value: z, $patch: replace}]",
    "env: [{name: Z, value: z}, {name: A, value: a}, {name: B, value: b}]",
  ],
  // Directives of the list.
  [ENV, "env: [{$patch: merge}, {name: A, value: z}]", "env: [{name: A, value: z}, {name: B, value: b}]"],
  [ENV, "env: [{$patch: replace}]", "env: []"],
  [ENV, "env: [{value: x}]", UNKNOWN],
  // kustomize drops all other entries, too.
  ["env: [{name: null}, {name: B}]", "env: [{name: null}]", UNKNOWN],
  ["env: [{name: null, value: x}, {name: B}]", "env: [{name: null, value: null}]", UNKNOWN],
  [ENV, "env: [{name: null, value: x}]", UNKNOWN],
  ["volumeMounts: [{mountPath: null}]", "volumeMounts: [{mountPath: null, name: v}]", UNKNOWN],
  ["env: [{name: A, value: a}, {value: x}]", "image: x", UNKNOWN],
  ["env: [{name: A, value: a}, {value: x}]", "env: [{name: A, value: z}]", UNKNOWN],
  [
    "ports: [{containerPort: 1, name: a}, {containerPort: 2, name: b}]",
    "ports: [{containerPort: 1, name: c}]",
    "ports: [{containerPort: 1, name: c}, {containerPort: 2, name: b}]",
  ],
  ["ports: [{containerPort: 1, protocol: UDP}]", "ports: [{containerPort: 1, name: c}]", UNKNOWN],
  ["ports: [{containerPort: 1}]", "ports: [{containerPort: 1, protocol: UDP, name: c}]", UNKNOWN],
  [
    "ports: [{containerPort: 1, protocol: UDP}, {containerPort: 1, protocol: TCP}]",
    "image: x",
    "ports: [{containerPort: 1, protocol: UDP}, {containerPort: 1, protocol: TCP}], image: x",
  ],
  [ENV, "env: {a: b}", UNKNOWN],
  [ENV, "env: x", UNKNOWN],
  [ENV, "env: [{name: A, $patch: other}]", UNKNOWN],
  [
    MOUNTS,
    "volumeMounts: [{name: x, mountPath: /w}, {name: v, mountPath: /n}]",
    "volumeMounts: [{name: x, mountPath: /w}, {name: v, mountPath: /n}, {name: v, mountPath: /v}]",
  ],
  [MOUNTS, "volumeMounts: [{mountPath: /w, $patch: delete}]", "volumeMounts: [{name: v, mountPath: /v}]"],
  [
    "volumeDevices: [{name: v, devicePath: /v}]",
    "volumeDevices: [{name: w, devicePath: /v}, {name: v, devicePath: /n}]",
    "volumeDevices: [{name: w, devicePath: /v}, {name: v, devicePath: /n}]",
  ],
  // Lists without keys are replaced.
  ["args: [a, b]", "args: [c]", "args: [c]"],
  ["args: [a, b]", "args: []", "args: []"],
  ["args: [a, b]", "args: null", ""],
  ["args: [a, b]", "args: x", UNKNOWN],
  ["args: null", "args: [x]", "args: [x]"],
  ["args: null", "image: x", "args: null, image: x"],
  ["envFrom: [{configMapRef: {name: c}}]", "envFrom: [{secretRef: {name: s}}]", "envFrom: [{secretRef: {name: s}}]"],
  ["image: x", "image: [a]", UNKNOWN],
  ["image: x", "image: {a: b}", UNKNOWN],
  ["image: x", "image: 1", "image: 1"],
  ["image: x", "image: $patch", "image: $patch"],
  [
    LIMITS,
    "resources: {limits: {cpu: 2}, requests: {cpu: 1}}",
    "resources: {limits: {cpu: 2, memory: 1Gi}, requests: {cpu: 1}}",
  ],
  [LIMITS, "resources: {limits: {cpu: null, memory: null}}", "resources: {limits: {}}"],
  [LIMITS, "resources: {limits: {$patch: delete}}", "resources: {}"],
  [LIMITS, "resources: {limits: {$patch: replace, cpu: 2}}", "resources: {limits: {cpu: 2}}"],
  [LIMITS, "resources: {limits: {$patch: merge, cpu: 2}}", "resources: {limits: {cpu: 2, memory: 1Gi}}"],
  ["image: x", "resources: {limits: {cpu: null, memory: {}}}", "image: x, resources: {limits: {memory: {}}}"],
  ["image: x", "resources: {$patch: delete}", "image: x"],
  ["image: x", "resources: {$patch: replace, limits: {cpu: 1}}", "image: x, resources: {limits: {cpu: 1}}"],
  ["image: x", "resources: {$patch: merge, limits: {cpu: 1}}", "image: x, resources: {limits: {cpu: 1}}"],
  ["image: x", "resources: {$patch: true}", UNKNOWN],
  ["image: x", "resources: {$retainKeys: [a]}", UNKNOWN],
])("%s, changed by %s", (target, patch, result) => {
  const spec = (members: string) => `{containers: [{name: app, ${members}}]}`;
  expect(patchedSpec(spec(target), spec(patch))).toEqual(expected(result === UNKNOWN ? result : spec(result)));
});

test.each(["initContainers", "ephemeralContainers", "volumes", "imagePullSecrets"])("%s are merged by name", (list) => {
  const spec = patchedSpec(`{${list}: [{name: a}, {name: b, x: y}]}`, `{${list}: [{name: b, z: w}, {name: c}]}`);
  expect(spec).toEqual({ [list]: [{ name: "b", x: "y", z: "w" }, { name: "c" }, { name: "a" }] });
});

test.each<[target: string, patch: string, result: string]>([
  [
    "{hostAliases: [{ip: 1.1.1.1, hostnames: [a]}]}",
    "{hostAliases: [{ip: 1.1.1.1, hostnames: [b]}, {ip: 2.2.2.2}]}",
    "{hostAliases: [{ip: 1.1.1.1, hostnames: [b]}, {ip: 2.2.2.2}]}",
  ],
  [
    "{topologySpreadConstraints: [{topologyKey: a}, {topologyKey: b}]}",
    "{topologySpreadConstraints: [{topologyKey: b, maxSkew: 2}]}",
    "{topologySpreadConstraints: [{topologyKey: b, maxSkew: 2}, {topologyKey: a}]}",
  ],
  ["{resourceClaims: [{name: a}, {name: b}]}", "{resourceClaims: [{name: a}]}", "{resourceClaims: [{name: a}]}"],
  ["{tolerations: [{key: a}]}", "{tolerations: [{key: b}]}", "{tolerations: [{key: b}]}"],
  ["{nodeName: null}", "{nodeName: {a: null, b: c}}", "{nodeName: {b: c}}"],
  ["{nodeName: null}", "{nodeName: null}", "{}"],
  ["{containers: [{name: a}, {name: b}]}", "{containers: [{name: b, $patch: delete}]}", "{containers: [{name: a}]}"],
  [
    "{containers: [{name: a}, {name: b}]}",
    "{containers: [{name: b, $patch: delete}, {name: a, $patch: delete}]}",
    "{containers: []}",
  ],
  ["{containers: [{name: a}, {name: b}]}", "{containers: [{$patch: delete}]}", "{}"],
  [
    "{containers: [{name: a}]}",
    "{containers: [{name: new, args: null, env: [{name: X, $patch: delete}, {name: M, value: null}]}]}",
    "{containers: [{name: new, env: [{name: M}]}, {name: a}]}",
  ],
  ["{containers: [{name: a}]}", "{$patch: replace, containers: [{name: b, args: null}]}", "{containers: [{name: b}]}"],
  ["{containers: [{name: a}]}", "{}", "{containers: [{name: a}]}"],
  ["{containers: [{name: a}]}", "[]", UNKNOWN],
])("the spec %s, changed by %s", (target, patch, result) => {
  expect(patchedSpec(target, patch)).toEqual(expected(result));
});

test.each(["null", "{$patch: delete}"])("the patch %s removes the spec", (patch) => {
  expect(patchedSpec("{containers: [{name: a}]}", patch)).toBeUndefined();
});

test.each([
  ["v1", "Pod PodTemplate ReplicationController Service ServiceAccount", "ConfigMap Deployment Job"],
  ["apps/v1", "Deployment DaemonSet ReplicaSet StatefulSet", "Pod Job"],
  ["apps/v1beta1", "", "Deployment StatefulSet"],
  ["batch/v1", "Job CronJob", "Deployment"],
  ["batch/v1beta1", "CronJob", "Job"],
  ["example.org/v1", "", "Pod Deployment Job"],
  ["constructor", "", "Pod"],
  [undefined, "", "Pod undefined"],
  [1, "", "Pod"],
])("the lists of %s are merged by key in %s, and not in %s", (apiVersion, keyed, others) => {
  const found = `${keyed} ${others}`.split(" ").filter((kind) => kind !== "" && isKeyedKind(apiVersion, kind));
  expect(found.join(" ")).toBe(keyed);
});

test.each<[kind: string, target: string, patch: string, result: string]>([
  [
    "ServiceAccount",
    "{secrets: [{name: a}, {name: b}], imagePullSecrets: [{name: c}]}",
    "{secrets: [{name: b, x: y}], imagePullSecrets: [{name: d}]}",
    "{secrets: [{name: b, x: y}, {name: a}], imagePullSecrets: [{name: d}, {name: c}]}",
  ],
  [
    "Service",
    "{spec: {ports: [{port: 80, name: a}, {port: 81, name: b}], externalIPs: [x]}}",
    "{spec: {ports: [{port: 81, name: c}], externalIPs: [z]}}",
    "{spec: {ports: [{port: 81, name: c}, {port: 80, name: a}], externalIPs: [z]}}",
  ],
  [
    "Service",
    "{spec: {ports: [{port: 80, protocol: TCP}, {port: 81, protocol: TCP}]}}",
    "{spec: {ports: [{port: 80, protocol: TCP, name: a}]}}",
    "{spec: {ports: [{port: 80, protocol: TCP, name: a}, {port: 81, protocol: TCP}]}}",
  ],
  [
    "Service",
    "{spec: {ports: [{port: 80, protocol: TCP}, {port: 80, protocol: UDP}]}}",
    "{spec: {ports: [{port: 80, protocol: TCP, name: a}]}}",
    UNKNOWN,
  ],
])("a %s with %s, changed by %s", (kind, target, patch, result) => {
  const text = (members: string) =>
    JSON.stringify({ apiVersion: "v1", kind, metadata: { name: "x" }, ...(expected(members) as object) });
  const { objects } = render({
    "kustomization.yaml": "resources: [x.yaml]\npatches: [{path: patch.yaml}]",
    "x.yaml": text(target),
    "patch.yaml": text(patch),
  });
  const { document, isUnknown } = objects[0]!;
  expect(isUnknown ? UNKNOWN : document.value).toEqual(result === UNKNOWN ? UNKNOWN : JSON.parse(text(result)));
});
