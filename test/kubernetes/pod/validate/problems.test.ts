/** The codes of problems, for programs. */
import { expect, test } from "vitest";
import { formatPath, type Pod, validatePod } from "../../../../src/index.ts";

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
