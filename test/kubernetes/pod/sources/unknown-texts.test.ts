/** Texts of manifests that a substitution replaces with something unknown: what depends on them is unknown. */
import { expect, test } from "vitest";
import { WorkloadReader } from "../../../../src/kubernetes/cluster/workload-reader.ts";

/** The texts `${A}` and `${B}` become something unknown. */
const UNKNOWN_TEXTS = new Map(
  ["A", "B"].map((name) => [`\${${name}}`, { needs: `the variable ${name}`, needsKind: "cluster" } as const]),
);

/** The variables, words, and needs of a pod's first container. */
function resolvedWith(container: object, spec: object = {}, ...objects: object[]) {
  const reader = new WorkloadReader({ profile: "design", podIPs: [], volumeContents: {}, world: "closed" });
  const reading = { unknownTexts: UNKNOWN_TEXTS };
  for (const object of objects) reader.read(object, reading);
  const pod = { kind: "Pod", spec: { containers: [{ name: "app", ...container }], ...spec } };
  const [{ problems, pod: resolved } = { problems: [] }] = reader.read(pod, reading);
  const { args, env = [], error, mounts, unknown = [], unresolved = [] } = resolved?.containers[0] ?? {};
  return {
    problems: problems.map(({ message, path }) => `${path.join(".")}: ${message}`),
    error: error?.message,
    env: env.map(({ name, need, value }) => [name, value, need?.needs]),
    args,
    mounts: mounts?.map(({ subPath }) => subPath),
    unknown: unknown.map(({ name, needs, path }) => [name, path.slice(3).join("."), needs]),
    unresolved: unresolved.map(({ name, need, verdict }) => [name, verdict, need?.needs]),
  };
}

const NOTHING = { problems: [], error: undefined, env: [], args: undefined, mounts: [], unknown: [], unresolved: [] };
const NEED = "the variable A";
const CONFIG = { kind: "ConfigMap", metadata: { name: "c" } };
const SECRETS = { kind: "Secret", metadata: { name: "s" } };

test.each<[what: string, container: object, objects: object[], expected: object]>([
  ["null in an entry", { env: [{ name: "N", value: null, valueFrom: null }] }, [], { env: [["N", "", undefined]] }],
  [
    "a variable",
    {
      env: [
        { name: "X", value: "${A}" },
        { name: "Y", value: "y" },
        { name: "Z", value: "$(X)" },
      ],
    },
    [],
    {
      env: [
        ["Y", "y", undefined],
        ["Z", "$(X)", NEED],
      ],
      unknown: [["X", "env.0", NEED]],
      unresolved: [["X", "unknown", NEED]],
    },
  ],
  [
    "the name of a variable: it can be any variable that is not set",
    {
      env: [
        { name: "Y", value: "y" },
        { name: "${A}", value: "x" },
      ],
      args: ["$(Y)", "$(Z)"],
    },
    [],
    {
      env: [["Y", "y", undefined]],
      args: ["y", "$(Z)"],
      unknown: [["${A}", "env.1", NEED]],
      unresolved: [["Z", "unknown", NEED]],
    },
  ],
  [
    "an argument and a mount",
    { args: ["${A}", "x"], volumeMounts: [{ name: "v", mountPath: "/v", subPath: "${A}" }] },
    [],
    {
      args: ["${A}", "x"],
      mounts: ["${A}"],
      unknown: [
        ["", "volumeMounts.0.subPath", NEED],
        ["", "args.0", NEED],
      ],
    },
  ],
  [
    "the expression of a mount",
    { volumeMounts: [{ name: "v", mountPath: "/v", subPathExpr: "${A}" }] },
    [],
    { mounts: ["${A}"], unknown: [["", "volumeMounts.0.subPathExpr", NEED]] },
  ],
  [
    "the name of a ConfigMap",
    { env: [{ name: "X", valueFrom: { configMapKeyRef: { name: "${A}", key: "k" } } }] },
    [],
    { unknown: [["X", "env.0", NEED]] },
  ],
  [
    "a key of a Secret",
    { env: [{ name: "X", valueFrom: { secretKeyRef: { name: "s", key: "${A}" } } }] },
    [SECRETS],
    { unknown: [["X", "env.0", NEED]] },
  ],
  [
    "a value of a ConfigMap",
    { env: ["k", "l"].map((key) => ({ name: key, valueFrom: { configMapKeyRef: { name: "c", key } } })) },
    [{ ...CONFIG, data: { k: "${A}", l: "known" } }],
    { env: [["l", "known", undefined]], unknown: [["k", "env.0", NEED]] },
  ],
  [
    "a value of a Secret",
    { env: ["k", "l"].map((key) => ({ name: key, valueFrom: { secretKeyRef: { name: "s", key } } })) },
    [{ ...SECRETS, data: { k: "${A}", l: "eA==" }, stringData: { l: "${B}" } }],
    {
      unknown: [
        ["k", "env.0", NEED],
        ["l", "env.1", "the variable B"],
      ],
    },
  ],
  [
    "the name of a source",
    { envFrom: [{ configMapRef: { name: "${A}" } }], args: ["$(X)"] },
    [],
    { args: ["$(X)"], unknown: [["", "envFrom.0", NEED]], unresolved: [["X", "unknown", NEED]] },
  ],
  [
    "a value of a source",
    { envFrom: [{ configMapRef: { name: "c" }, prefix: "P_" }], args: ["$(P_k) $(P_l) $(P_m)"] },
    [{ ...CONFIG, data: { k: "${A}", l: "known" } }],
    {
      env: [["P_l", "known", undefined]],
      args: ["$(P_k) known $(P_m)"],
      unknown: [["P_k", "envFrom.0", NEED]],
      unresolved: [
        ["P_k", "unknown", NEED],
        ["P_m", "undefined", undefined],
      ],
    },
  ],
  [
    "a key of a source: it can be any key",
    { envFrom: [{ secretRef: { name: "s" } }], args: ["$(l) $(m)"] },
    [{ ...SECRETS, stringData: { l: "known", "${A}": "x" } }],
    {
      env: [["l", "known", undefined]],
      args: ["known $(m)"],
      unknown: [["", "envFrom.0", NEED]],
      unresolved: [["m", "unknown", NEED]],
    },
  ],
  [
    "the command of a probe",
    { env: [{ name: "X", value: "${A}" }], livenessProbe: { exec: { command: ["$(X)", "${B}"] } } },
    [],
    {
      unknown: [
        ["X", "env.0", NEED],
        ["", "livenessProbe.exec.command.1", "the variable B"],
      ],
      unresolved: [["X", "unknown", NEED]],
    },
  ],
  [
    "a limit",
    {
      env: [{ name: "X", valueFrom: { resourceFieldRef: { resource: "limits.cpu" } } }],
      resources: { limits: { cpu: "${A}" } },
    },
    [],
    { unknown: [["X", "env.0", NEED]] },
  ],
  [
    "a label",
    { env: [{ name: "X", valueFrom: { fieldRef: { fieldPath: "spec.serviceAccountName" } } }] },
    [],
    { unknown: [["X", "env.0", "the variable B"]] },
  ],
])("%s that a substitution replaces with something unknown", (_, container, objects, expected) => {
  const spec = { volumes: [{ name: "v", emptyDir: {} }], serviceAccountName: "${B}" };
  expect(resolvedWith(container, spec, ...objects)).toEqual({ ...NOTHING, ...expected });
});

test("an unknown text can have any type, and is not a problem of the pod", () => {
  expect(resolvedWith({}, { enableServiceLinks: "${A}", nodeName: "${B}" }).problems).toEqual([]);
  expect(resolvedWith({}, { enableServiceLinks: "${C}" }).problems).toEqual([
    "spec.enableServiceLinks: expected a boolean, found a string",
  ]);
  expect(resolvedWith({ name: "${A}" }).problems).toEqual([]);
  expect(resolvedWith({ name: "${C}" }).problems).toHaveLength(1);
});
