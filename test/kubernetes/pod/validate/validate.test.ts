import { describe, expect, test } from "vitest";
import { type Container, type Pod, type PodProblem, validatePod } from "../../../../src/index.ts";
import { formatPath } from "../../../../src/kubernetes/index.ts";

const lines = (problems: readonly PodProblem[]) =>
  problems.map(({ path, message }) => `${formatPath(path)}: ${message}`);

/** The problems of one container, their paths from there. */
function problemsOf(container: object, spec: object = {}): string[] {
  const pod = { spec: { containers: [{ name: "app", ...container } as Container], ...spec } } as Pod;
  return lines(validatePod(pod)).map((line) => line.replace("spec.containers[0].", ""));
}

const RELAXED = "a valid environment variable name must consist only of printable ASCII characters other than '='";
const CONFIG_KEY =
  "a valid config key must consist of alphanumeric characters, '-', '_' or '.' (e.g. 'key.name',  or 'KEY_NAME',  or " +
  "'key-name', regex used for validation is '[-._a-zA-Z0-9]+')";
const SUBDOMAIN =
  "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and " +
  "end with an alphanumeric character (e.g. 'example.com', regex used for validation is " +
  "'[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')";
const LABEL =
  "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with " +
  "an alphanumeric character (e.g. 'my-name',  or '123-abc', regex used for validation is " +
  "'[a-z0-9]([-a-z0-9]*[a-z0-9])?')";
const UNITS = "1, 1k, 1M, 1G, 1T, 1P, 1E, 1Ki, 1Mi, 1Gi, 1Ti, 1Pi, 1Ei";

test("a pod that is right has no problems", () => {
  const env = [
    { name: "A b~", value: "" },
    { name: "F", valueFrom: { fieldRef: { fieldPath: "metadata.annotations['Example.com/Note']" } } },
    { name: "H", valueFrom: { fieldRef: { fieldPath: "spec.host" } } },
    { name: "R", valueFrom: { resourceFieldRef: { resource: "limits.hugepages-2Mi", divisor: "1Mi" } } },
    { name: "C", valueFrom: { configMapKeyRef: { name: "a.b", key: "..." }, secretKeyRef: null } },
    { name: "K", valueFrom: { fileKeyRef: { volumeName: "v", path: "a/..b/c", key: "export K" } } },
  ].filter(({ name }) => name !== "C");
  expect(problemsOf({ env }, { volumes: [{ name: "v", emptyDir: null }] })).toEqual([]);
});

describe("env", () => {
  const valueFrom = (source: object, more: object = {}) =>
    problemsOf({ env: [{ name: "A", valueFrom: source, ...more }] });

  test.each<[object, string[]]>([
    [{ name: "A=B" }, [`env[0].name: Invalid value: "A=B": ${RELAXED}`]],
    [{ name: "Ä" }, [`env[0].name: Invalid value: "Ä": ${RELAXED}`]],
    [{ name: "A\n" }, [`env[0].name: Invalid value: "A\\n": ${RELAXED}`]],
    [{}, ["env[0].name: Required value"]],
    [{ name: "" }, ["env[0].name: Required value"]],
    [{ name: null }, ["env[0].name: Required value"]],
  ])("name of %j", (entry, expected) => {
    expect(problemsOf({ env: [entry] })).toEqual(expected);
  });

  test("valueFrom has exactly one source, and no value beside it", () => {
    const fieldRef = { fieldPath: "metadata.name" };
    const one =
      "must specify one of: `fieldRef`, `resourceFieldRef`, `configMapKeyRef`, `secretKeyRef` or `fileKeyRef`";
    expect(valueFrom({})).toEqual([`env[0].valueFrom: Invalid value: "": ${one}`]);
    expect(valueFrom({ fieldRef }, { value: "v" })).toEqual([
      'env[0].valueFrom: Invalid value: "": may not be specified when `value` is not empty',
    ]);
    expect(valueFrom({ fieldRef }, { value: "" })).toEqual([]);
    expect(valueFrom({ fieldRef, secretKeyRef: { name: "s", key: "k" } })).toEqual([
      'env[0].valueFrom: Invalid value: "": may not have more than one field specified at a time',
    ]);
  });

  test.each<[object, string[]]>([
    [{}, ["fieldPath: Required value"]],
    [
      { apiVersion: "v2", fieldPath: "metadata.name" },
      ['fieldPath: Invalid value: "metadata.name": error converting fieldPath: unsupported pod version: v2'],
    ],
    [
      { fieldPath: "metadata.generation" },
      [
        'fieldPath: Invalid value: "metadata.generation": error converting fieldPath: ' +
          "field label not supported: metadata.generation",
      ],
    ],
    [
      { fieldPath: "metadata.name['x']" },
      [
        `fieldPath: Invalid value: "metadata.name['x']": error converting fieldPath: ` +
          "field label does not support subscript: metadata.name['x']",
      ],
    ],
    [
      { fieldPath: "status.phase" },
      [
        'fieldPath: Unsupported value: "status.phase": supported values: "metadata.name", "metadata.namespace", ' +
          '"metadata.uid", "spec.nodeName", "spec.serviceAccountName", "status.hostIP", "status.hostIPs", ' +
          '"status.podIP", "status.podIPs"',
      ],
    ],
  ])("fieldRef %j", (fieldRef, expected) => {
    expect(valueFrom({ fieldRef })).toEqual(expected.map((line) => `env[0].valueFrom.fieldRef.${line}`));
  });

  test("fieldRef: keys of labels are qualified names", () => {
    const problems = valueFrom({ fieldRef: { fieldPath: "metadata.labels['']" } });
    expect(problems).toHaveLength(2);
    expect(problems[0]).toBe('env[0].valueFrom.fieldRef: Invalid value: "": name part must be non-empty');
    expect(valueFrom({ fieldRef: { fieldPath: "metadata.labels['a/b/c']" } })).toHaveLength(1);
    expect(valueFrom({ fieldRef: { fieldPath: `metadata.labels['${"a".repeat(64)}']` } })).toEqual([
      `env[0].valueFrom.fieldRef: Invalid value: "${"a".repeat(64)}": name part must be no more than 63 characters`,
    ]);
  });

  test.each<[object, string[]]>([
    [{}, ["resource: Required value"]],
    [
      { resource: "limits.gpu" },
      [
        'resource: Unsupported value: "limits.gpu": supported values: "limits.cpu", "limits.ephemeral-storage", ' +
          '"limits.memory", "requests.cpu", "requests.ephemeral-storage", "requests.memory"',
      ],
    ],
    ...["1m", "1", "1000m", "0", "1e0", 1].map((divisor): [object, string[]] => [
      { resource: "limits.cpu", divisor },
      [],
    ]),
    ...["1Ki", "1024Ki", "1Gi", "1k", "1000", "1E", "1Ei", "0.001k"].map((divisor): [object, string[]] => [
      { resource: "requests.memory", divisor },
      [],
    ]),
    ...["2", "1n", "1k", "1e-3"].map((divisor): [object, string[]] => [
      { resource: "limits.cpu", divisor },
      ['divisor: Invalid value: "limits.cpu": only divisor\'s values 1m and 1 are supported with the cpu resource'],
    ]),
    ...["1m", "1024", "2Mi", "1e3", "1000E"].map((divisor): [object, string[]] => [
      { resource: "limits.memory", divisor },
      [
        `divisor: Invalid value: "limits.memory": only divisor's values ${UNITS} are supported with the memory resource`,
      ],
    ]),
    [
      { resource: "limits.ephemeral-storage", divisor: "3" },
      [
        'divisor: Invalid value: "limits.ephemeral-storage": ' +
          `only divisor's values ${UNITS} are supported with the local ephemeral storage resource`,
      ],
    ],
    [
      { resource: "limits.hugepages-2Mi", divisor: "3" },
      [
        'divisor: Invalid value: "limits.hugepages-2Mi": ' +
          `only divisor's values ${UNITS} are supported with the hugepages resource`,
      ],
    ],
    [
      { resource: "requests.hugepages-1.5Gi", divisor: "3" },
      [
        'divisor: Invalid value: "requests.hugepages-1.5Gi": ' +
          `only divisor's values ${UNITS} are supported with the hugepages resource`,
      ],
    ],
    [
      { resource: "limits.cpu", divisor: "1 m" },
      ['divisor: Invalid value: "1 m": must be a quantity, such as 1m or 1Mi'],
    ],
  ])("resourceFieldRef %j", (resourceFieldRef, expected) => {
    expect(valueFrom({ resourceFieldRef })).toEqual(
      expected.map((line) => `env[0].valueFrom.resourceFieldRef.${line}`),
    );
  });

  test.each(["configMapKeyRef", "secretKeyRef"])("%s", (member) => {
    const at = `env[0].valueFrom.${member}`;
    expect(valueFrom({ [member]: { name: "s" } })).toEqual([`${at}.key: Required value`]);
    expect(valueFrom({ [member]: { key: "k" } })).toEqual([`${at}.name: Invalid value: "": ${SUBDOMAIN}`]);
    expect(valueFrom({ [member]: { name: "S_", key: "a/b" } })).toEqual([
      `${at}.name: Invalid value: "S_": ${SUBDOMAIN}`,
      `${at}.key: Invalid value: "a/b": ${CONFIG_KEY}`,
    ]);
    expect(valueFrom({ [member]: { name: "s", key: "." } })).toEqual([
      `${at}.key: Invalid value: ".": must not be '.'`,
    ]);
    expect(valueFrom({ [member]: { name: "s", key: ".." } })).toEqual([
      `${at}.key: Invalid value: "..": must not be '..'`,
    ]);
    expect(valueFrom({ [member]: { name: "s", key: "..a" } })).toEqual([
      `${at}.key: Invalid value: "..a": must not start with '..'`,
    ]);
    expect(valueFrom({ [member]: { name: "s", key: "k".repeat(253) } })).toEqual([]);
    expect(valueFrom({ [member]: { name: "s", key: "k".repeat(254) } })).toEqual([
      `${at}.key: Invalid value: "${"k".repeat(254)}": must be no more than 253 characters`,
    ]);
  });

  test("fileKeyRef: every problem of one reference", () => {
    const volumes = [{ name: "cm", configMap: {} }];
    const problems = (fileKeyRef: object) => {
      const all = problemsOf({ env: [{ name: "A", valueFrom: { fileKeyRef } }] }, { volumes });
      return all.map((line) => line.replace("env[0].valueFrom.fileKeyRef.", ""));
    };
    expect(problems({})).toEqual(["key: Required value", "path: Required value", "volumeName: Required value"]);
    expect(problems({ volumeName: "cm", path: "/a/../b", key: "A=" })).toEqual([
      `key: Invalid value: "A=": ${RELAXED}`,
      'path: Invalid value: "/a/../b": must be a relative path',
      `path: Invalid value: "/a/../b": must not contain '..'`,
      'volumeName: Invalid value: "cm": must be an emptyDir volume',
    ]);
    expect(problems({ volumeName: "V", path: "..a", key: "A" })).toEqual([
      `path: Invalid value: "..a": must not start with '..'`,
      `volumeName: Invalid value: "V": ${LABEL}`,
      'volumeName: Not found: "V"',
    ]);
  });
});

test.each([
  ["/config.env", ['Invalid value: "/config.env": must be a relative path'], []],
  ["..x", ["Invalid value: \"..x\": must not start with '..'"], []],
  [
    "a/../b",
    ["Invalid value: \"a/../b\": must not contain '..'"],
    ["Invalid value: \"a/../b\": must not contain '..'"],
  ],
  ["a/..b", [], []],
])("fileKeyRef.path %s: the design allows less than release 1.35", (path, design, kubelet) => {
  const env = [{ name: "A", valueFrom: { fileKeyRef: { volumeName: "v", path, key: "A" } } }];
  const pod: Pod = { spec: { volumes: [{ name: "v", emptyDir: {} }], containers: [{ name: "app", env }] } };
  const messages = (profile: "design" | "kubelet") => validatePod(pod, { profile }).map(({ message }) => message);
  expect(messages("design")).toEqual(design);
  expect(messages("kubelet")).toEqual(kubelet);
});

test("fileKeyRef to another kind of volume, in the words of release 1.35", () => {
  const env = [{ name: "A", valueFrom: { fileKeyRef: { volumeName: "cm", path: "f", key: "A" } } }];
  const pod: Pod = { spec: { volumes: [{ name: "cm", configMap: {} }], containers: [{ name: "app", env }] } };
  expect(lines(validatePod(pod, { profile: "kubelet" }))).toEqual([
    "spec.containers[0].env[0].valueFrom.fileKeyRef.volumeName: " +
      'Invalid value: "cm": referenced volume must be of type emptyDir',
  ]);
});

test("the pod's own resources", () => {
  const resources = { limits: { cpu: "2 cores" }, requests: { memory: "1Gi" } };
  expect(problemsOf({}, { resources })).toEqual([
    'spec.resources.limits.cpu: Invalid value: "2 cores": must be a quantity, such as 500m or 2Gi',
  ]);
});

test("envFrom", () => {
  const envFrom = [
    { prefix: "ok " },
    { prefix: "A=", secretRef: {} },
    { configMapRef: { name: "a" }, secretRef: { name: "B" } },
  ];
  expect(problemsOf({ envFrom })).toEqual([
    'envFrom[0]: Invalid value: "": must specify one of: `configMapRef` or `secretRef`',
    `envFrom[1].prefix: Invalid value: "A=": ${RELAXED}`,
    "envFrom[1].secretRef.name: Required value",
    `envFrom[2].secretRef.name: Invalid value: "B": ${SUBDOMAIN}`,
    'envFrom[2]: Invalid value: "": may not have more than one field specified at a time',
  ]);
});

test("mounts and volumes", () => {
  const volumeMounts = [
    { name: "v", mountPath: "/a", subPathExpr: "$(A)/x" },
    { name: "v", mountPath: "/a", subPath: "a", subPathExpr: "/abs" },
    { name: "ghost", subPath: "../b" },
    { mountPath: "/c", subPathExpr: "a/.." },
  ];
  expect(problemsOf({ volumeMounts }, { volumes: [{ name: "v" }, { name: "v" }, {}, { name: "V" }] })).toEqual([
    'spec.volumes[1].name: Duplicate value: "v"',
    "spec.volumes[2].name: Required value",
    `spec.volumes[3].name: Invalid value: "V": ${LABEL}`,
    'volumeMounts[1].mountPath: Invalid value: "/a": must be unique',
    'volumeMounts[1].subPathExpr: Invalid value: "/abs": subPathExpr and subPath are mutually exclusive',
    'volumeMounts[1].subPathExpr: Invalid value: "/abs": must be a relative path',
    'volumeMounts[2].name: Not found: "ghost"',
    "volumeMounts[2].mountPath: Required value",
    `volumeMounts[2].subPath: Invalid value: "../b": must not contain '..'`,
    "volumeMounts[3].name: Required value",
    `volumeMounts[3].subPathExpr: Invalid value: "a/..": must not contain '..'`,
  ]);
});

test("containers of all three lists, their names and resources", () => {
  const pod: Pod = {
    spec: {
      initContainers: [{ name: "app" }, { name: "A" }],
      containers: [{ name: "app", resources: { limits: { cpu: "1x" }, requests: { memory: "" } } }],
      ephemeralContainers: [{ env: [{}] }],
    },
  };
  expect(lines(validatePod(pod))).toEqual([
    `spec.initContainers[1].name: Invalid value: "A": ${LABEL}`,
    'spec.containers[0].name: Duplicate value: "app"',
    'spec.containers[0].resources.limits.cpu: Invalid value: "1x": must be a quantity, such as 500m or 2Gi',
    'spec.containers[0].resources.requests.memory: Invalid value: "": must be a quantity, such as 500m or 2Gi',
    "spec.ephemeralContainers[0].name: Required value",
    "spec.ephemeralContainers[0].env[0].name: Required value",
  ]);
  expect(lines(validatePod({}))).toEqual(["spec.containers: Required value"]);
});

test("wrong types, and every problem that does not come of them", () => {
  const pod = {
    metadata: { labels: { a: 1 } },
    spec: {
      enableServiceLinks: "yes",
      containers: [
        {
          name: "app",
          command: "run",
          args: ["a", 5, null],
          env: [{ name: 8080, value: true }, "A=B", { name: "A=B" }],
          resources: { limits: { cpu: 1, memory: [] } },
          readinessProbe: { exec: { command: [{}] } },
        },
      ],
    },
  };
  expect(lines(validatePod(pod as never))).toEqual([
    "metadata.labels.a: expected a string, found a number",
    "spec.enableServiceLinks: expected a boolean, found a string",
    "spec.containers[0].command: expected a list, found a string",
    "spec.containers[0].args[1]: expected a string, found a number",
    "spec.containers[0].env[0].name: expected a string, found a number",
    "spec.containers[0].env[0].value: expected a string, found a boolean",
    "spec.containers[0].env[1]: expected a mapping, found a string",
    "spec.containers[0].resources.limits.memory: expected a quantity, found a list",
    "spec.containers[0].readinessProbe.exec.command[0]: expected a string, found a mapping",
    `spec.containers[0].env[2].name: Invalid value: "A=B": ${RELAXED}`,
  ]);
  for (const broken of [null, [], "pod", 5])
    expect(validatePod(broken as never)[0]).toMatchObject({ code: "wrong-type", path: [] });
});

test("rejects undefined as a pod", () => {
  expect(() => validatePod(undefined as never)).toThrow("pod must be an object, not undefined");
});
