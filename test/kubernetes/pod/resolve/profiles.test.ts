/** Where the design documents and released kubelets disagree: every such point, in both profiles. */

import { describe, expect, test } from "vitest";
import { type Container, type Pod, type ResolvedContainer, resolvePod, validatePod } from "../../../../src/index.ts";

type Profile = "design" | "kubelet";

function resolve(container: Container, profile: Profile, file?: string, gateEnvFiles = true): ResolvedContainer {
  const pod: Pod = {
    metadata: { name: "web", namespace: "shop", uid: "u-1" },
    spec: { containers: [{ name: "app", ...container }], volumes: [{ name: "v", emptyDir: {} }] },
  };
  const cluster = { volumeContents: { v: { files: file === undefined ? {} : { f: file } } } };
  return resolvePod(pod, cluster, { profile, input: "manifest", gateEnvFiles }).containers[0]!;
}

/** The variable K from a file, `undefined` if it is not set; or what went wrong. */
function fromFile(file: string | undefined, profile: Profile, options: { key?: string; optional?: boolean } = {}) {
  const { key = "K", optional = false } = options;
  const env = [{ name: "K", valueFrom: { fileKeyRef: { volumeName: "v", path: "f", key, optional } } }];
  const { error, env: variables } = resolve({ env }, profile, file);
  return error ? { error: error.message } : { value: variables[0]?.value };
}

const FAILED = { error: "couldn't parse env file" };
const refused = (place: string) => ({ error: expect.stringContaining(`env file "f" in volume "v": ${place}`) });

describe("events and text", () => {
  test.each(["design", "kubelet"] as const)(
    "11.1: an event for each reference without a variable, in %s too",
    (profile) => {
      const { events } = resolve({ env: [{ name: "A", value: "$(NONE)" }] }, profile);
      const path = ["spec", "containers", 0, "env", 0, "value"];
      expect(events).toEqual([
        {
          type: "Warning",
          reason: "UnresolvedReference",
          message: "$(NONE) is not expanded: the variable is not defined",
          fieldPath: "spec.containers{app}",
          path,
          reference: {
            name: "NONE",
            path,
            start: 0,
            end: 7,
            verdict: "undefined",
            reason: "undefined",
          },
        },
      ]);
    },
  );

  test.each(["design", "kubelet"] as const)("11.2: text after a dollar sign is kept, with %s too", (profile) => {
    expect(resolve({ args: ["$é$ü$$(A)"] }, profile).args).toEqual(["$é$ü$(A)"]);
  });

  test.each(["design", "kubelet"] as const)("11.3: the environment is in declaration order, in %s too", (profile) => {
    const env = ["Z", "A", "M", "A"].map((name, i) => ({ name, value: `${i}` }));
    expect(resolve({ env }, profile).env.map(({ name, value }) => `${name}=${value}`)).toEqual(["Z=0", "A=3", "M=2"]);
  });

  test.each(["design", "kubelet"] as const)("11.14: every $$ is one $, in %s too", (profile) => {
    expect(resolve({ args: ["$$(X) $$X $$$$ a$$b"] }, profile).args).toEqual(["$(X) $X $$ a$b"]);
  });
});

describe("env files", () => {
  const rows: [row: string, file: string | undefined, design: unknown, kubelet: unknown, options?: object][] = [
    ["11.4: duplicate names", "K='first'\nK='last'\n", { value: "last" }, { value: "first" }],
    ["11.5: a comment right after the quote", "K='x'#c\n", { value: "x" }, { value: "x" }],
    ["11.5: CR LF", "K='x'\r\n", { value: "x" }, { value: "x" }],
    ["11.5: a name that begins with a digit", "1K='x'\n", { value: "x" }, { value: "x" }, { key: "1K" }],
    ["11.5: `export` belongs to the name", "export K='x'\n", { value: "x" }, { value: "x" }, { key: "export K" }],
    [
      "11.5: a BOM",
      "\ufeffK='x'\n",
      refused("line 1, column 1"),
      {
        error: expect.stringContaining('environment variable key "K" not found'),
      },
    ],
    ["11.6: a file of 64 KiB", `K='x'\n#${"-".repeat(65_528)}\n`, { value: "x" }, { value: "x" }],
    ["11.6: one byte more", `#${"-".repeat(65_529)}\nK='x'\n`, refused(""), { value: "x" }],
    ["11.7: a name that no variable can have", "K='x'\nÜ='1'\n", refused("line 2"), { value: "x" }],
    ["11.8: a missing file, optional", undefined, { value: undefined }, FAILED, { optional: true }],
    ["11.8: a missing file", undefined, { error: 'env file "f" in volume "v" does not exist' }, FAILED],
    [
      "11.11: an empty value",
      "K=''\n",
      { value: "" },
      {
        error:
          'environment variable key "K" not found in file ' +
          '"/var/lib/kubelet/pods/u-1/volumes/kubernetes.io~empty-dir/v/f"',
      },
    ],
    ["11.11: an empty value, optional", "K=''\n", { value: "" }, { value: undefined }, { optional: true }],
    ["11.11: CR LF in a value", "K='a\r\nb'\n", { value: "a\nb" }, { value: "a\nb" }],
    ["11.12: a name of 128 characters", `${"N".repeat(128)}=''\nK='x'\n`, { value: "x" }, { value: "x" }],
    ["11.12: one more", `${"N".repeat(129)}=''\nK='x'\n`, refused("line 1"), { value: "x" }],
    ["11.12: a value of 32 KiB", `K='x'\nL='${"-".repeat(32_768)}'\n`, { value: "x" }, { value: "x" }],
    ["11.12: one byte more", `L='${"-".repeat(32_769)}'\nK='x'\n`, refused("line 1"), { value: "x" }],
    ["11.13: a space after the equals sign", "J= 'j'\nK='x'\n", refused("line 1, column 3"), { value: "x" }],
    ["11.15: a space within a name", "A B='1'\nK='x'\n", { value: "x" }, { value: "x" }],
    ["11.15: a space after a name", "K ='x'\n", refused("line 1, column 2"), FAILED],
    ["an error after the key", "K='x'\nnonsense\n", refused("line 2"), { value: "x" }],
  ];
  test.each(rows)("%s", (_, file, design, kubelet, options) => {
    expect(fromFile(file, "design", options)).toEqual(design);
    expect(fromFile(file, "kubelet", options)).toEqual(kubelet);
  });

  test("11.9: with the gate off the field is ignored; released kubelets set the variable to nothing", () => {
    const env = [
      { name: "K", value: "earlier" },
      { name: "K", valueFrom: { fileKeyRef: { volumeName: "v", path: "f", key: "K" } } },
    ];
    expect(resolve({ env }, "design", "K='x'\n", false).env).toMatchObject([{ name: "K", value: "earlier" }]);
    expect(resolve({ env }, "kubelet", "K='x'\n", false).env).toMatchObject([{ name: "K", value: "" }]);
  });

  test("11.10: a file is mounted or consumed, not both; no release enforces it", () => {
    const env = [{ name: "K", valueFrom: { fileKeyRef: { volumeName: "v", path: "f", key: "K" } } }];
    const volumeMounts = [{ name: "v", mountPath: "/v" }];
    const pod: Pod = {
      spec: {
        initContainers: [
          { name: "writes", volumeMounts },
          { name: "does-both", env, volumeMounts },
        ],
        containers: [
          { name: "reads", env },
          { name: "mounts", volumeMounts },
        ],
        volumes: [{ name: "v", emptyDir: {} }],
      },
    };
    expect(validatePod(pod, { profile: "kubelet" })).toEqual([]);
    expect(validatePod(pod)).toEqual([
      {
        code: "forbidden",
        path: ["spec", "initContainers", 1, "volumeMounts", 0, "name"],
        message: "Forbidden: the container reads variables from an env file in this volume, and cannot mount it",
      },
      {
        code: "forbidden",
        path: ["spec", "containers", 1, "volumeMounts", 0, "name"],
        message: "Forbidden: only init containers can mount a volume from which variables are read",
      },
    ]);
  });

  test("11.12: a key of more than 128 characters is refused by the API in the design", () => {
    const podWith = (key: string): Pod => ({
      spec: {
        containers: [
          { name: "app", env: [{ name: "K", valueFrom: { fileKeyRef: { volumeName: "v", path: "f", key } } }] },
        ],
        volumes: [{ name: "v", emptyDir: {} }],
      },
    });
    expect(validatePod(podWith("K".repeat(128)))).toEqual([]);
    expect(validatePod(podWith("K".repeat(129)))).toMatchObject([{ code: "too-long" }]);
    expect(validatePod(podWith("K".repeat(129)), { profile: "kubelet" })).toEqual([]);
  });
});

test("resources are exact in the design; released kubelets compute with floats", () => {
  const env = [{ name: "R", valueFrom: { resourceFieldRef: { resource: "limits.memory" } } }];
  const container = { env, resources: { limits: { memory: "9007199254740993" } } };
  expect(resolve(container, "design").env[0]?.value).toBe("9007199254740993");
  expect(resolve(container, "kubelet").env[0]?.value).toBe("9007199254740992");
});
