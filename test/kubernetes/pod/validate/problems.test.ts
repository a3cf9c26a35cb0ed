/** The codes of problems, for programs. */
import { expect, test } from "vitest";
import { type Pod, validatePod } from "../../../../src/index.ts";
import { formatPath } from "../../../../src/kubernetes/index.ts";

test("each kind of problem has a code", () => {
  const fileKeyRef = { volumeName: "v", path: "p", key: "K".repeat(129) };
  const env = [
    { name: "A", valueFrom: { fileKeyRef } },
    { name: "B", valueFrom: { fieldRef: { fieldPath: "status.phase" } } },
    { name: "C=", value: 1 },
  ];
  const volumeMounts = [{ name: "v", mountPath: "/v" }, { mountPath: "/w" }, { name: "none", mountPath: "/x" }];
  const containers = [
    { name: "app", env, volumeMounts },
    { name: "app", image: "i" },
  ];
  const problems = validatePod({ spec: { containers, volumes: [{ name: "v", emptyDir: {} }] } } as unknown as Pod);
  expect(problems.map(({ code, path }) => `${code} ${formatPath(path)}`)).toEqual([
    "wrong-type spec.containers[0].env[2].value",
    "too-long spec.containers[0].env[0].valueFrom.fileKeyRef.key",
    "not-supported spec.containers[0].env[1].valueFrom.fieldRef.fieldPath",
    "invalid spec.containers[0].env[2].name",
    "required spec.containers[0].volumeMounts[1].name",
    "not-found spec.containers[0].volumeMounts[2].name",
    "duplicate spec.containers[1].name",
    "forbidden spec.containers[0].volumeMounts[0].name",
  ]);
});

test.each<[spec: object, codes: string[]]>([
  [{ volumes: [{ name: "v", configMap: {} }] }, ["invalid [0].env[0].valueFrom.fileKeyRef.volumeName"]],
  [{}, []],
  [{ containers: [{ volumeMounts: [{ name: "w", mountPath: "/w" }] }] }, []],
  [{ containers: [{ volumeMounts: [{ name: "v", mountPath: "/v" }] }] }, ["forbidden [1].volumeMounts[0].name"]],
  [
    { ephemeralContainers: [{ name: "e", volumeMounts: [{ name: "v", mountPath: "/v" }] }] },
    ["forbidden spec.ephemeralContainers[0].volumeMounts[0].name"],
  ],
  [{ initContainers: [{ name: "i", volumeMounts: [{ name: "v", mountPath: "/v" }] }] }, []],
  [
    {
      initContainers: [
        {
          name: "i",
          env: [{ name: "B", valueFrom: { fileKeyRef: { volumeName: "w", path: "p", key: "K" } } }],
          volumeMounts: [
            { name: "v", mountPath: "/v" },
            { name: "w", mountPath: "/w" },
          ],
        },
      ],
    },
    ["forbidden spec.initContainers[0].volumeMounts[1].name"],
  ],
])("the volume of an env file in a pod with %j", (spec, codes) => {
  const { containers = [], ...others } = spec as { readonly containers?: readonly object[] };
  const fileKeyRef = { volumeName: "v", path: "p", key: "K".repeat(128) };
  const app = { name: "app", env: [{ name: "A", valueFrom: { fileKeyRef } }] };
  const volumes = [
    { name: "v", emptyDir: {} },
    { name: "w", emptyDir: {} },
  ];
  const all = [app, ...containers.map((container, i) => ({ name: `c${i}`, ...container }))];
  const pod = { spec: { volumes, ...others, containers: all } } as Pod;
  const problems = validatePod(pod).map(({ code, path }) => `${code} ${formatPath(path)}`);
  expect(problems.map((problem) => problem.replace("spec.containers", ""))).toEqual(codes);
  expect(validatePod(pod, { profile: "kubelet" }).filter(({ code }) => code === "forbidden")).toEqual([]);
});

test("a problem is left out only at or below a wrong type", () => {
  const env = [{ name: "A=" }, { name: 5 }, { valueFrom: 5 }, { name: "B=", value: {} }];
  const pod = { spec: { containers: [{ name: "app", env, envFrom: 5, volumeMounts: [5, {}] }], volumes: [5, {}] } };
  const problems = validatePod(pod as unknown as Pod);
  expect(problems.map(({ code, path }) => `${code} ${formatPath(path)}`)).toEqual([
    "wrong-type spec.containers[0].env[1].name",
    "wrong-type spec.containers[0].env[2].valueFrom",
    "wrong-type spec.containers[0].env[3].value",
    "wrong-type spec.containers[0].envFrom",
    "wrong-type spec.containers[0].volumeMounts[0]",
    "wrong-type spec.volumes[0]",
    "required spec.volumes[1].name",
    "invalid spec.containers[0].env[0].name",
    "required spec.containers[0].env[2].name",
    "invalid spec.containers[0].env[3].name",
    "required spec.containers[0].volumeMounts[1].name",
    "required spec.containers[0].volumeMounts[1].mountPath",
  ]);
});
