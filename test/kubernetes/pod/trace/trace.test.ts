/** What becomes of every `$` sequence of a pod. */
import { describe, expect, test } from "vitest";
import {
  type Cluster,
  type Container,
  type Pod,
  type ResolveOptions,
  resolvePod,
  type TracedUse,
  traceContainer,
  tracePod,
} from "../../../../src/index.ts";
import { formatPath } from "../../../../src/kubernetes/pod/path.ts";
import { reasonText } from "../../../../src/kubernetes/pod/reason-text.ts";

const podOf = (container: object, spec: object = {}): Pod => ({
  metadata: { namespace: "shop" },
  spec: { enableServiceLinks: true, containers: [{ name: "app", ...container } as Container], ...spec },
});
const trace = (container: object, cluster: Cluster = {}, options: ResolveOptions = {}) =>
  tracePod(podOf(container, { volumes: [{ name: "v", emptyDir: {} }] }), cluster, options).containers[0]!;

/** `args[0] 0-4 A: expanded (a)` */
const line = ({ path, start, end, name, verdict, value }: TracedUse) =>
  `${formatPath(path).replace("spec.containers[0].", "")} ${start}-${end} ${name}: ${verdict}${value === undefined ? "" : ` (${value})`}`;
const lines = (...given: Parameters<typeof trace>) => trace(...given).uses.map(line);

const PROFILES = [{ profile: "design" }, { profile: "kubelet" }] as const;

describe.each<ResolveOptions>(PROFILES)("%j", (options) => {
  test.each<[string, object, string[]]>([
    ["a known value", { env: [{ name: "A", value: "a" }], args: ["x$(A)"] }, ["args[0] 1-5 A: expanded (a)"]],
    [
      "dollars, and an escaped reference",
      { args: ["$$", "a$$(B)c", "$$$(C)$$$$"] },
      [
        "args[0] 0-2 : escaped",
        "args[1] 1-6 B: escaped",
        "args[2] 0-2 : escaped",
        "args[2] 2-6 C: undefined",
        "args[2] 6-8 : escaped",
        "args[2] 8-10 : escaped",
      ],
    ],
    [
      "declared further down, and by the entry itself",
      {
        env: [
          { name: "A", value: "$(B)$(A)" },
          { name: "B", value: "b" },
        ],
      },
      ["env[0].value 0-4 B: declared-later", "env[0].value 4-8 A: declared-later"],
    ],
    [
      "nothing defines it",
      { args: ["$(NONE)", "$(C )"] },
      ["args[0] 0-7 NONE: undefined", "args[1] 0-5 C : undefined"],
    ],
    [
      "a shell's syntax where none runs",
      { args: ["$(A", "${A}-$A", "$(A:-b)", "${A:-b}", "5$ $ $) ^$"] },
      [
        "args[0] 0-3 A: malformed",
        "args[1] 0-4 A: malformed",
        "args[1] 5-7 A: malformed",
        "args[2] 0-7 A: malformed",
        "args[3] 0-7 A: malformed",
      ],
    ],
    [
      "a parenthesis that is closed too late belongs to the name",
      { args: ["$(A $(B)", "$(A$(B"] },
      ["args[0] 0-8 A $(B: undefined", "args[1] 0-3 A: malformed", "args[1] 3-6 B: malformed"],
    ],
    [
      "a shell's own, and what is declared all the same",
      {
        env: [{ name: "A", value: "a" }],
        command: ["sh", "-c", "$(A) $(date) $A ${A:-b} $1 $((1+2)) $$(hostname) $(seq 1 3"],
      },
      [
        "command[2] 0-4 A: expanded (a)",
        "command[2] 5-12 date: shell",
        "command[2] 13-15 A: shell",
        "command[2] 16-23 A: shell",
        "command[2] 24-26 1: shell",
        "command[2] 27-34 (1+2: shell",
        "command[2] 36-48 hostname: escaped",
        "command[2] 49-54 seq: shell",
      ],
    ],
    [
      "fields that are never expanded",
      {
        image: "shop/$(TAG)",
        workingDir: "/$TAG",
        volumeMounts: [{ name: "v", mountPath: "/$(TAG)", subPath: "$(TAG)" }],
        readinessProbe: { httpGet: { path: "/$(TAG)", port: 80 } },
        lifecycle: { preStop: { exec: { command: ["echo", "$(TAG)"] } } },
      },
      [
        "image 5-11 TAG: not-expanded-here",
        "workingDir 1-5 TAG: not-expanded-here",
        "volumeMounts[0].mountPath 1-7 TAG: not-expanded-here",
        "volumeMounts[0].subPath 0-6 TAG: not-expanded-here",
        "readinessProbe.httpGet.path 1-7 TAG: not-expanded-here",
        "lifecycle.preStop.exec.command[1] 0-6 TAG: not-expanded-here",
      ],
    ],
    [
      "a hook's shell reads its own, but no variable of Kubernetes in parentheses",
      {
        env: [{ name: "A", value: "a" }],
        lifecycle: { postStart: { exec: { command: ["sh", "-c", "$(A) $(date) $A $$"] } } },
      },
      [
        "lifecycle.postStart.exec.command[2] 0-4 A: not-expanded-here",
        "lifecycle.postStart.exec.command[2] 5-12 date: shell",
        "lifecycle.postStart.exec.command[2] 13-15 A: shell",
        "lifecycle.postStart.exec.command[2] 16-18 : shell",
      ],
    ],
    [
      "a probe sees the entries as they are written",
      {
        env: [
          { name: "A", value: "a" },
          { name: "B", value: "$(A)" },
        ],
        livenessProbe: { exec: { command: ["$(A)", "$(B)", "$(NONE)"] } },
      },
      [
        "env[1].value 0-4 A: expanded (a)",
        "livenessProbe.exec.command[0] 0-4 A: expanded (a)",
        "livenessProbe.exec.command[1] 0-4 B: expanded ($(A))",
        "livenessProbe.exec.command[2] 0-7 NONE: undefined",
      ],
    ],
    [
      "a path in a volume",
      { env: [{ name: "A", value: "a" }], volumeMounts: [{ name: "v", mountPath: "/v", subPathExpr: "$(A)/$$" }] },
      ["volumeMounts[0].subPathExpr 0-4 A: expanded (a)", "volumeMounts[0].subPathExpr 5-7 : escaped"],
    ],
    [
      "names of entries and what valueFrom names",
      { env: [{ name: "$(A)", valueFrom: { configMapKeyRef: { name: "$(A)", key: "k", optional: true } } }] },
      ["env[0].name 0-4 A: not-expanded-here", "env[0].valueFrom.configMapKeyRef.name 0-4 A: not-expanded-here"],
    ],
    ["characters of two units", { args: ["😀$(A)é$$(B)"] }, ["args[0] 2-6 A: undefined", "args[0] 7-12 B: escaped"]],
  ])("%s", (_, container, expected) => {
    expect(lines(container, {}, options)).toEqual(expected);
  });

  test("values of ConfigMaps, Secrets and env files are not expanded", () => {
    const cluster: Cluster = {
      configMaps: [{ metadata: { name: "c", namespace: "shop" }, data: { K: "$(A)", L: "no", M: "costs $5, $@" } }],
      secrets: [{ metadata: { name: "s", namespace: "shop" }, stringData: { P: "pa$$w0rd $(A)" } }],
      volumeContents: { v: { files: { f: "F='<$(A)>'\n" } } },
    };
    const { uses } = trace(
      {
        env: [
          { name: "A", value: "a" },
          { name: "S", valueFrom: { secretKeyRef: { name: "s", key: "P" } } },
          { name: "F", valueFrom: { fileKeyRef: { volumeName: "v", path: "f", key: "F" } } },
        ],
        envFrom: [{ configMapRef: { name: "c" } }],
      },
      cluster,
      options,
    );
    expect(
      uses.map((use) => [line(use), use.source?.kind, use.isSecret, reasonText(use), use.definition?.value]),
    ).toEqual([
      ["env[1] 2-4 : not-expanded-here", "secretKeyRef", true, "values of Secrets are never expanded", undefined],
      ["env[1] 9-13 A: not-expanded-here", "secretKeyRef", true, "values of Secrets are never expanded", "a"],
      ["env[2] 1-5 A: not-expanded-here", "fileKeyRef", undefined, "values of env files are never expanded", "a"],
      [
        "envFrom[0] 0-4 A: not-expanded-here",
        "configMapRef",
        undefined,
        "values of ConfigMaps are never expanded",
        "a",
      ],
    ]);
  });

  test("a pod's name, if it has one", () => {
    const spec = { containers: [{ name: "app" }] };
    expect(tracePod({ metadata: { name: "web" }, spec }, {}, options).name).toBe("web");
    expect(tracePod({ metadata: {}, spec }, {}, options).name).toBe("");
    expect(tracePod({ spec }, {}, options).name).toBe("");
  });

  test("strings outside of containers", () => {
    const pod: Pod = {
      metadata: { annotations: { note: "$(A) $5" } },
      spec: {
        containers: [{ name: "app", env: [{ name: "A", value: "a" }] }],
        volumes: [{ hostPath: { path: "/$(A)" } }],
      },
    };
    const { containers, uses } = tracePod(pod, {}, options);
    expect(containers.flatMap(({ uses }) => uses)).toEqual([]);
    expect(uses.map(line)).toEqual([
      "metadata.annotations.note 0-4 A: not-expanded-here",
      "spec.volumes[0].hostPath.path 1-5 A: not-expanded-here",
    ]);
  });

  test("definitions cover each other, and services", () => {
    const services = [{ metadata: { name: "db", namespace: "shop" }, spec: { clusterIP: "10.0.0.1" } }];
    const configMaps = [{ metadata: { name: "c", namespace: "shop" }, data: { DB_SERVICE_HOST: "from-map" } }];
    const traced = trace(
      {
        envFrom: [{ configMapRef: { name: "c" } }],
        env: [
          { name: "X", value: "$(DB_SERVICE_HOST)" },
          { name: "DB_SERVICE_HOST", value: "mine-$(DB_SERVICE_HOST)" },
        ],
        args: ["$(DB_SERVICE_HOST)"],
      },
      { services, configMaps },
      options,
    );
    const uses = traced.uses.map((use) => [
      use.value,
      use.definition?.path?.slice(3),
      use.hidden.map(({ value }) => value),
    ]);
    expect(uses).toEqual([
      ["from-map", ["envFrom", 0], ["10.0.0.1"]],
      ["from-map", ["envFrom", 0], ["10.0.0.1"]],
      ["mine-from-map", ["env", 1], ["from-map", "10.0.0.1"]],
    ]);
    expect(traced.definitions.map(({ name, value }) => [name, value])).toEqual([
      ["DB_SERVICE_HOST", "from-map"],
      ["X", "from-map"],
      ["DB_SERVICE_HOST", "mine-from-map"],
    ]);
    // `hidden` is computed when it is read, and otherwise a member like any other.
    const [use] = traced.uses;
    expect(Object.keys(use!).at(-1)).toBe("hidden");
    expect({ ...use }).toEqual(use);
    expect(JSON.parse(JSON.stringify(use)).hidden).toEqual(use!.hidden);
    expect(traced.definitionOf("DB_SERVICE_HOST")?.value).toBe("mine-from-map");
    expect(traced.definitionOf("NONE")).toBeUndefined();
  });
});

test("in an open world, what is absent may define a name before; in a closed one it does not", () => {
  const container: Container = {
    env: [
      { name: "A", value: "$(B) $(A) $(C ) $(X_SERVICE_HOST)" },
      { name: "B", value: "b" },
    ],
    envFrom: [{ configMapRef: { name: "absent", optional: true } }],
    args: ["$(KUBERNETES_SERVICE_HOST)", "$(NONE)"],
  };
  const verdicts = (world: "open" | "closed") =>
    trace(container, {}, { world }).uses.map(({ name, verdict, need }) => [name, verdict, need?.needs]);
  expect(verdicts("open")).toEqual([
    ["B", "unknown", "ConfigMap shop/absent"],
    ["A", "unknown", "ConfigMap shop/absent"],
    ["C ", "undefined", undefined],
    ["X_SERVICE_HOST", "unknown", "ConfigMap shop/absent"],
    ["KUBERNETES_SERVICE_HOST", "unknown", "ConfigMap shop/absent"],
    ["NONE", "unknown", "ConfigMap shop/absent"],
  ]);
  expect(verdicts("closed")).toEqual([
    ["B", "declared-later", undefined],
    ["A", "declared-later", undefined],
    ["C ", "undefined", undefined],
    ["X_SERVICE_HOST", "undefined", undefined],
    ["KUBERNETES_SERVICE_HOST", "unknown", "Service default/kubernetes"],
    ["NONE", "undefined", undefined],
  ]);
});

test("values that only a node or a running pod has", () => {
  const { uses } = trace({
    env: [
      { name: "IP", valueFrom: { fieldRef: { fieldPath: "status.podIP" } } },
      { name: "URL", value: "http://$(IP)" },
    ],
    args: ["$(URL)"],
  });
  expect(uses.map((use) => [use.name, use.verdict, reasonText(use), use.need?.needsKind])).toEqual([
    ["IP", "unknown", "unknown: needs the pod's IP addresses", "pod-ip"],
    ["URL", "expanded", "the value is known", undefined],
  ]);
  expect(uses[0]?.definition).toMatchObject({ name: "IP", need: { needs: "the pod's IP addresses" } });
  expect(uses[1]?.definition?.need).toEqual({ needs: "the pod's IP addresses", needsKind: "pod-ip" });
});

test("a container that does not start: entries that depend on the failing entry are unknown, all others are reported", () => {
  const container: Container = {
    env: [
      { name: "A", value: "a" },
      { name: "S", valueFrom: { secretKeyRef: { name: "gone", key: "k" } } },
      { name: "B", value: "$(A)$(S)$(C)" },
      { name: "C", value: "c" },
    ],
    volumeMounts: [{ name: "none", mountPath: "/", subPathExpr: "$(A)$(NONE)" }],
    args: ["$(NONE)"],
  };
  const { resolved, uses, definitions } = trace(container, {}, { world: "closed" });
  expect(resolved).toEqual(
    resolvePod(podOf(container, { volumes: [{ name: "v", emptyDir: {} }] }), {}, { world: "closed" }).containers[0],
  );
  expect(resolved.error?.message).toBe('secret "gone" not found');
  expect(uses.map(line)).toEqual([
    "env[2].value 0-4 A: expanded (a)",
    "env[2].value 4-8 S: unknown",
    "env[2].value 8-12 C: declared-later",
    "volumeMounts[0].subPathExpr 0-4 A: expanded (a)",
    "volumeMounts[0].subPathExpr 4-11 NONE: undefined",
    "args[0] 0-7 NONE: undefined",
  ]);
  expect(definitions.map(({ name }) => name)).toEqual(["A", "S", "B", "C"]);
});

test("subPathExpr does not accept an empty value", () => {
  const { uses } = trace({
    env: [{ name: "A", value: "" }],
    volumeMounts: [{ name: "v", mountPath: "/", subPathExpr: "$(A)" }],
  });
  expect(uses.map((use) => [line(use), reasonText(use)])).toEqual([
    ["volumeMounts[0].subPathExpr 0-4 A: undefined", "subPathExpr does not accept an empty value"],
  ]);
});

test("what comes from a Secret is marked, whatever is made of it", () => {
  const secrets = [{ metadata: { name: "s", namespace: "shop" }, stringData: { P: "p" } }];
  const { uses, definitions } = trace(
    {
      env: [
        { name: "S", valueFrom: { secretKeyRef: { name: "s", key: "P" } } },
        { name: "URL", value: "x://$(S)" },
        { name: "PLAIN", value: "y" },
      ],
      args: ["$(URL)", "$(PLAIN)"],
    },
    { secrets },
  );
  expect(uses.map(({ name, isSecret }) => [name, isSecret])).toEqual([
    ["S", true],
    ["URL", true],
    ["PLAIN", undefined],
  ]);
  expect(definitions.map(({ name, isSecret }) => [name, isSecret])).toEqual([
    ["S", true],
    ["URL", true],
    ["PLAIN", undefined],
  ]);
});

test("an optional source that is not there is a definition that sets nothing", () => {
  const optional = { configMapKeyRef: { name: "c", key: "k", optional: true } };
  const { definitions, uses } = trace(
    {
      env: [
        { name: "A", value: "a" },
        { name: "A", valueFrom: optional },
        { name: "B", valueFrom: optional },
      ],
      args: ["$(A)$(B)"],
    },
    {},
    { world: "closed" },
  );
  expect(definitions.map(({ name, value, isSkipped }) => [name, value, isSkipped])).toEqual([
    ["A", "a", undefined],
    ["A", undefined, true],
    ["B", undefined, true],
  ]);
  expect(uses.map((use) => [line(use), reasonText(use)])).toEqual([
    ["args[0] 0-4 A: expanded (a)", "the value is known"],
    ["args[0] 4-8 B: undefined", "its optional source does not exist"],
  ]);
});

test("a variable that a later absent object can override", () => {
  const configMaps = [{ metadata: { name: "c", namespace: "shop" }, data: { A: "a" } }];
  const envFrom = [{ configMapRef: { name: "c" } }, { configMapRef: { name: "absent" } }];
  const { definitions, uses } = trace({ envFrom, args: ["$(A)"] }, { configMaps });
  expect(definitions).toMatchObject([{ name: "A", value: "a", unless: { needs: "ConfigMap shop/absent" } }]);
  expect(uses.map(line)).toEqual(["args[0] 0-4 A: unknown"]);
});

test("a Service whose address is not known defines its variables, too", () => {
  const services = [{ metadata: { name: "db", namespace: "shop" }, spec: { ports: [{ port: 5432 }] } }];
  const { uses } = trace({ args: ["$(DB_SERVICE_HOST)"] }, { services });
  const source = { kind: "service", name: "db", namespace: "shop" };
  const need = { needs: "the address of Service shop/db", needsKind: "cluster" };
  const definition = { name: "DB_SERVICE_HOST", source, need };
  expect(uses).toEqual([expect.objectContaining({ verdict: "unknown", need, definition })]);
});

test("the closest name of an undefined one", () => {
  const services = [{ metadata: { name: "cache", namespace: "shop" }, spec: { clusterIP: "10.0.0.1" } }];
  const traced = trace({ env: [{ name: "DB_PASSWORD", value: "x" }], args: ["$(DB_PASSWRD)"] }, { services });
  expect(traced.closestTo("DB_PASSWRD")).toBe("DB_PASSWORD");
  expect(traced.closestTo("CACHE_SERVICE_HOTS")).toBe("CACHE_SERVICE_HOST");
  // That of another Service, which is not in the input, has a similar name, too.
  expect(traced.closestTo("CASH_SERVICE_HOST")).toBeUndefined();
  expect(traced.closestTo("SOMETHING")).toBeUndefined();
});

test("one container by its name", () => {
  const pod = podOf({ args: ["$(A)"] }, { initContainers: [{ name: "init", args: ["$(B)"] }] });
  expect(traceContainer(pod, "init").uses.map(({ name }) => name)).toEqual(["B"]);
  expect(tracePod(pod).containers.map(({ resolved }) => resolved.name)).toEqual(["init", "app"]);
  expect(() => traceContainer(pod, "none")).toThrow('no container is called "none"');
  expect(() => tracePod({ kind: "Deployment" })).toThrow("not a pod");
  expect(() => tracePod(null as never)).toThrow(TypeError);
});

test.each([undefined, 5, null])("rejects %j as the name of a container", (name) => {
  expect(() => traceContainer(podOf({}), name as never)).toThrow(/^containerName must be a string, not /);
});
