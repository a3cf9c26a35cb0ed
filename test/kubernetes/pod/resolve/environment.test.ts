import { describe, expect, test } from "vitest";
import {
  type Cluster,
  type Container,
  type Pod,
  type ResolvedContainer,
  type ResolveOptions,
  resolveContainer,
  resolvePod,
} from "../../../../src/index.ts";
import type { EnvVar } from "../../../../src/kubernetes/index.ts";

function podOf(container: Container, spec: object = {}): Pod {
  return {
    metadata: { name: "web", namespace: "shop" },
    spec: { containers: [{ name: "app", ...container }], ...spec },
  };
}

function resolve(container: Container, cluster: Cluster = {}, options: ResolveOptions = {}): ResolvedContainer {
  return resolvePod(podOf(container), cluster, options).containers[0]!;
}

const values = ({ env }: ResolvedContainer) => env.map(({ name, value }) => `${name}=${value}`);
const unresolved = ({ events }: ResolvedContainer) => events.map(({ message }) => message.split(" ")[0]);

const settings = { metadata: { name: "settings", namespace: "shop" }, data: { HOST: "db", RAW: "$(HOST)" } };
const creds = { metadata: { name: "creds", namespace: "shop" }, data: { TOKEN: "czNjcjN0" } };
const api = { metadata: { name: "api", namespace: "shop" }, spec: { clusterIP: "10.0.0.7", ports: [{ port: 80 }] } };

describe("env", () => {
  test("an entry sees those before it; what is not defined stays and is reported", () => {
    const env = [
      { name: "EARLY", value: "$(LATE)" },
      { name: "LATE", value: "x" },
      { name: "SELF", value: "$(SELF)$(LATE)" },
      { name: "SELF", value: "$(SELF)+" },
    ];
    const container = resolve({ env });
    expect(values(container)).toEqual(["EARLY=$(LATE)", "LATE=x", "SELF=$(SELF)x+"]);
    expect(unresolved(container)).toEqual(["$(LATE)", "$(SELF)"]);
  });

  test("names that objects inherit are ordinary", () => {
    const env = [
      { name: "A", value: "$(__proto__)$(constructor)$(toString)$()" },
      { name: "__proto__", value: "p" },
      { name: "constructor", value: "c" },
      { name: "B", value: "$(__proto__)$(constructor)" },
    ];
    const container = resolve({ env });
    expect(values(container)).toEqual([
      "A=$(__proto__)$(constructor)$(toString)$()",
      "__proto__=p",
      "constructor=c",
      "B=pc",
    ]);
    expect(unresolved(container)).toEqual(["$(__proto__)", "$(constructor)", "$(toString)", "$()"]);
  });

  test("every variable says where its value comes from, and which entry sets it", () => {
    const env: EnvVar[] = [
      { name: "V", value: "v" },
      { name: "EMPTY" },
      { name: "F", valueFrom: { fieldRef: { fieldPath: "metadata.name" } } },
      { name: "R", valueFrom: { resourceFieldRef: { resource: "requests.cpu" } } },
      { name: "C", valueFrom: { configMapKeyRef: { name: "settings", key: "HOST" } } },
      { name: "S", valueFrom: { secretKeyRef: { name: "creds", key: "TOKEN" } } },
    ];
    const envFrom = [{ configMapRef: { name: "settings" }, prefix: "P_" }, { secretRef: { name: "creds" } }];
    const { env: resolved } = resolve({ env, envFrom }, { configMaps: [settings], secrets: [creds], services: [api] });
    const path = (member: string, index: number) => ["spec", "containers", 0, member, index];
    const object = { namespace: "shop", name: "settings" };
    expect(resolved.slice(0, 10)).toEqual([
      {
        name: "P_HOST",
        value: "db",
        source: { kind: "configMapRef", ...object, key: "HOST" },
        path: path("envFrom", 0),
      },
      {
        name: "P_RAW",
        value: "$(HOST)",
        source: { kind: "configMapRef", ...object, key: "RAW" },
        path: path("envFrom", 0),
      },
      {
        name: "TOKEN",
        value: "s3cr3t",
        source: { kind: "secretRef", namespace: "shop", name: "creds", key: "TOKEN" },
        path: path("envFrom", 1),
      },
      { name: "V", value: "v", source: { kind: "value" }, path: path("env", 0) },
      { name: "EMPTY", value: "", source: { kind: "value" }, path: path("env", 1) },
      { name: "F", value: "web", source: { kind: "fieldRef", fieldPath: "metadata.name" }, path: path("env", 2) },
      {
        name: "R",
        value: "0",
        source: { kind: "resourceFieldRef", containerName: "app", resource: "requests.cpu" },
        path: path("env", 3),
      },
      { name: "C", value: "db", source: { kind: "configMapKeyRef", ...object, key: "HOST" }, path: path("env", 4) },
      {
        name: "S",
        value: "s3cr3t",
        source: { kind: "secretKeyRef", namespace: "shop", name: "creds", key: "TOKEN" },
        path: path("env", 5),
      },
      { name: "API_SERVICE_HOST", value: "10.0.0.7", source: { kind: "service", namespace: "shop", name: "api" } },
    ]);
  });

  test("what an entry does not say is empty in where its value comes from", () => {
    const sourceOf = (valueFrom: NonNullable<EnvVar["valueFrom"]>) => {
      const spec = { containers: [{ env: [{ name: "A", valueFrom }] }] };
      const [container] = resolvePod({ spec }, {}, { input: "manifest", gateEnvFiles: false }).containers;
      const [variable] = [...container!.env, ...container!.skipped, ...container!.unknown];
      return variable?.source;
    };
    const object = { namespace: "", name: "", key: "" };
    expect(sourceOf({ configMapKeyRef: {} })).toEqual({ kind: "configMapKeyRef", ...object });
    expect(sourceOf({ secretKeyRef: {} })).toEqual({ kind: "secretKeyRef", ...object });
    expect(sourceOf({ fileKeyRef: {} })).toEqual({ kind: "fileKeyRef", volumeName: "", path: "", key: "" });
    const resource = "requests.cpu";
    expect(sourceOf({ resourceFieldRef: { resource } })).toEqual({
      kind: "resourceFieldRef",
      containerName: "",
      resource,
    });
  });

  test("with several sources the kubelet takes the first in its order, and a value before all", () => {
    const valueFrom = {
      configMapKeyRef: { name: "settings", key: "HOST" },
      fieldRef: { fieldPath: "metadata.name" },
    };
    const container = resolve(
      {
        env: [
          { name: "A", valueFrom },
          { name: "B", value: "b", valueFrom },
        ],
      },
      { configMaps: [settings] },
    );
    expect(values(container)).toEqual(["A=web", "B=b"]);
  });
});

describe("what is optional", () => {
  const missing = { name: "nope", key: "k", optional: true };

  test("leaves an earlier value in place, and else nothing", () => {
    const env = [
      { name: "A", value: "a" },
      { name: "A", valueFrom: { configMapKeyRef: missing } },
      { name: "B", valueFrom: { secretKeyRef: missing } },
      { name: "C", value: "$(A)$(B)" },
    ];
    const closed = { world: "closed" } as const;
    const container = resolve({ env, envFrom: [{ secretRef: missing }] }, { configMaps: [], secrets: [] }, closed);
    expect(values(container)).toEqual(["A=a", "C=a$(B)"]);
    expect(container.skipped.map(({ name, path }) => [name, path.slice(3)])).toEqual([
      ["", ["envFrom", 0]],
      ["A", ["env", 1]],
      ["B", ["env", 2]],
    ]);
  });

  test("is forgiven only for not being there", () => {
    const broken = { metadata: { name: "creds", namespace: "shop" }, data: { k: "not base64!" } };
    const env = [{ name: "A", valueFrom: { secretKeyRef: { name: "creds", key: "k", optional: true } } }];
    expect(resolve({ env }, { secrets: [broken] }).error?.message).toBe(
      "the value of key k in Secret shop/creds is not base64",
    );
    expect(resolve({ env }, { noApiClient: true }).error?.message).toBe(
      "couldn't get secret shop/creds, no kubeClient defined",
    );
  });
});

describe("what a manifest does not know", () => {
  const needs = (container: ResolvedContainer) => container.unknown.map((entry) => [entry.name, entry.needs]);
  const field = (fieldPath: string): EnvVar => ({ name: fieldPath, valueFrom: { fieldRef: { fieldPath } } });

  test("is said, and references to it stay as they are without an event", () => {
    const env = [
      { name: "IP", value: "before" },
      { ...field("status.podIP"), name: "IP" },
      { name: "URL", value: "http://$(IP)" },
    ];
    const container = resolve({ env, args: ["$(IP)"] });
    expect(values(container)).toEqual(["URL=http://$(IP)"]);
    expect(container).toMatchObject({ args: ["$(IP)"], events: [], changes: [] });
    expect(needs(container)).toEqual([["IP", "the pod's IP addresses"]]);
  });

  test("what is set afterwards is known again", () => {
    const env = [
      { ...field("metadata.uid"), name: "A" },
      { name: "A", value: "a" },
      { name: "B", value: "$(A)" },
    ];
    expect(values(resolve({ env }))).toEqual(["A=a", "B=a"]);
  });

  test("what a source of envFrom may set is unknown, too", () => {
    const envFrom = [{ secretRef: { name: "creds" }, prefix: "DB_" }];
    const env = [{ name: "URL", value: "$(DB_PASSWORD)@$(HOST)" }];
    const volumeMounts = [{ name: "v", mountPath: "/v", subPathExpr: "x/$(DB_NAME)" }];
    const container = resolve({ env, envFrom, volumeMounts }, { volumeContents: { v: {} } });
    expect(values(container)).toEqual(["URL=$(DB_PASSWORD)@$(HOST)"]);
    expect(unresolved(container)).toEqual(["$(HOST)"]);
    expect(container.mounts).toMatchObject([{ subPath: "x/$(DB_NAME)" }]);
  });

  test("each source", () => {
    const env: EnvVar[] = [
      ...["metadata.uid", "spec.nodeName", "status.hostIP", "status.hostIPs", "status.podIPs"].map(field),
      { name: "LIMIT", valueFrom: { resourceFieldRef: { resource: "limits.cpu" } } },
      { name: "C", valueFrom: { configMapKeyRef: { name: "settings", key: "HOST" } } },
      { name: "S", valueFrom: { secretKeyRef: { name: "creds", key: "TOKEN", optional: true } } },
    ];
    expect(needs(resolve({ env, envFrom: [{ configMapRef: { name: "settings" } }] }))).toEqual([
      ["", "ConfigMap shop/settings"],
      ["metadata.uid", "the pod's UID"],
      ["spec.nodeName", "the node's name"],
      ["status.hostIP", "the node's IP addresses"],
      ["status.hostIPs", "the node's IP addresses"],
      ["status.podIPs", "the pod's IP addresses"],
      ["LIMIT", "the node's allocatable resources"],
      ["C", "ConfigMap shop/settings"],
      ["S", "Secret shop/creds"],
    ]);
    const template = { spec: { containers: [{ name: "app", env: [field("metadata.name")] }] } };
    expect(needs(resolvePod(template).containers[0]!)).toEqual([["metadata.name", "the pod's name"]]);
  });

  test("labels and annotations that controllers add; others are empty in a closed world, where nothing else sets them", () => {
    for (const map of ["metadata.labels", "metadata.annotations"]) {
      const ofControllers = [
        "apps.kubernetes.io/pod-index",
        "batch.kubernetes.io/controller-uid",
        "batch.kubernetes.io/job-completion-index",
        "batch.kubernetes.io/job-name",
        "controller-revision-hash",
        "controller-uid",
        "job-name",
        "pod-template-generation",
        "pod-template-hash",
        "statefulset.kubernetes.io/pod-name",
      ].map((key) => `${map}['${key}']`);
      const env = [...ofControllers, `${map}['app']`].map(field);
      expect(needs(resolve({ env }))).toHaveLength(11);
      const container = resolve({ env }, {}, { world: "closed" });
      expect(needs(container)).toEqual(ofControllers.map((path) => [path, `what a controller sets ${path} to`]));
      expect(values(container)).toEqual([`${map}['app']=`]);
    }
  });

  test("a kind of which some objects are given is complete in a closed world only", () => {
    const env = [{ name: "C", valueFrom: { configMapKeyRef: { name: "other", key: "HOST" } } }];
    const closed = resolve({ env }, { configMaps: [settings] }, { world: "closed" });
    expect(closed.error?.message).toBe('configmap "other" not found');
    expect(needs(resolve({ env }, { configMaps: [settings] }))).toEqual([["C", "ConfigMap shop/other"]]);
  });

  test("a kubelet's object knows everything: what is not there is empty", () => {
    const env = [field("status.podIP"), field("metadata.uid")].map((entry) => ({
      ...entry,
      valueFrom: { fieldRef: { ...entry.valueFrom!.fieldRef, apiVersion: "v1" } },
    }));
    const pod = podOf({ env }, { enableServiceLinks: true });
    expect(resolveContainer(pod, "app", {}, { profile: "kubelet" }).env.map(({ value }) => value)).toEqual(["", ""]);
  });
});

describe("secrets", () => {
  const env = [{ name: "S", valueFrom: { secretKeyRef: { name: "s", key: "k" } } }];
  const resolveSecret = (secret: object) =>
    resolve({ env }, { secrets: [{ metadata: { name: "s", namespace: "shop" }, ...secret }] });

  test.each([
    ["aGk=", "hi"],
    ["aG\nk=\r\n", "hi"],
    ["", ""],
    ["AA==", "\0"],
    ["fw==", "\x7f"],
    ["w6k=", "é"],
    ["77u/YQ==", "\ufeffa"],
  ])("data %j is %j", (base64, value) => {
    expect(resolveSecret({ data: { k: base64 } }).env).toMatchObject([{ name: "S", value }]);
    expect(resolveSecret({ data: { k: base64 } }).env[0]).not.toHaveProperty("bytes");
  });

  test.each(["aGk", "a Gk=", "aGk\t", "a===", "----"])("data %j is not base64", (base64) => {
    expect(resolveSecret({ data: { k: base64 } }).error?.message).toBe(
      "the value of key k in Secret shop/s is not base64",
    );
  });

  test("bytes that are not UTF-8 are also returned as bytes", () => {
    expect(resolveSecret({ data: { k: "YcP/Yg==" } }).env).toMatchObject([
      { value: "a\ufffd\ufffdb", bytes: new Uint8Array([0x61, 0xc3, 0xff, 0x62]) },
    ]);
    // A byte order mark is a part of the value.
    expect(resolveSecret({ data: { k: "77u/gA==" } }).env).toMatchObject([
      { value: "\ufeff\ufffd", bytes: Uint8Array.of(0xef, 0xbb, 0xbf, 0x80) },
    ]);
    expect(values(resolveSecret({ data: { k: "77u/YQ==" } }))).toEqual(["S=\ufeffa"]);
    expect(resolveSecret({ data: { k: "gA==" } }).env).toMatchObject([{ value: "\ufffd", bytes: Uint8Array.of(0x80) }]);
    expect(resolveSecret({ data: { k: "/w==" } }).env).toMatchObject([{ value: "\ufffd", bytes: Uint8Array.of(0xff) }]);
  });

  test("stringData wins over data", () => {
    const secret = { data: { k: "aGk=", l: "aGk=" }, stringData: { k: "text", m: "more" } };
    expect(values(resolveSecret(secret))).toEqual(["S=text"]);
    const envFrom = [{ secretRef: { name: "s" } }];
    const cluster = { secrets: [{ metadata: { name: "s", namespace: "shop" }, ...secret }] };
    expect(values(resolve({ envFrom }, cluster))).toEqual(["k=text", "l=hi", "m=more"]);
  });

  test("a value that is not text", () => {
    const message = "the value of key k in Secret shop/s is a number, not a string";
    expect(resolveSecret({ data: { k: 5 } }).error?.message).toBe(message);
    expect(resolveSecret({ stringData: { k: 5 } }).error?.message).toBe(message);
  });
});

describe("what else is expanded", () => {
  test("for a probe, what has no name or value in env has the empty one", () => {
    const env: EnvVar[] = [
      { value: "a" } as EnvVar,
      { name: "V", valueFrom: { fieldRef: { apiVersion: "v1", fieldPath: "metadata.name" } } },
      { name: "N" },
    ];
    const startupProbe = { exec: { command: ["<$()>", "<$(V)>", "<$(N)>", "<$(X)>"] } };
    expect(resolve({ env, startupProbe }).exec.startupProbe).toEqual(["<a>", "<>", "<>", "<$(X)>"]);
  });

  test("command, args, subPathExpr and probes, and nothing else; changed texts with their paths", () => {
    const exec = { exec: { command: ["$(A)", "$(B)", "plain", "$$(A)"] } };
    const container = resolve(
      {
        env: [
          { name: "A", value: "a" },
          { name: "B", value: "$(A)$$" },
        ],
        command: ["run", "$(A)"],
        args: ["$(B)", "$(A)-$(NONE)"],
        volumeMounts: [
          { name: "v", mountPath: "/$(A)", subPath: "$(A)" },
          { name: "v", mountPath: "/b", subPathExpr: "x/$(A)" },
        ],
        livenessProbe: exec,
        lifecycle: { preStop: exec },
        ...{ workingDir: "/$(A)" },
      },
      { volumeContents: { v: {} } },
    );
    expect(container).toMatchObject({
      command: ["run", "a"],
      args: ["a$", "a-$(NONE)"],
      mounts: [
        { name: "v", mountPath: "/$(A)", subPath: "$(A)" },
        { name: "v", mountPath: "/b", subPath: "x/a" },
      ],
      exec: { livenessProbe: ["a", "$(A)$$", "plain", "$(A)"], preStop: exec.exec.command },
    });
    expect(container.changes.map(({ path, text }) => [path.slice(3).join("."), text])).toEqual([
      ["env.1.value", "a$"],
      ["volumeMounts.1.subPathExpr", "x/a"],
      ["command.1", "a"],
      ["args.0", "a$"],
      ["args.1", "a-$(NONE)"],
      ["livenessProbe.exec.command.0", "a"],
      ["livenessProbe.exec.command.1", "$(A)$$"],
      ["livenessProbe.exec.command.3", "$(A)"],
    ]);
    expect(container.events).toMatchObject([{ path: ["spec", "containers", 0, "args", 1] }]);
  });

  test.each([
    ["$(NONE)/$(EMPTY)/$(NONE)", "missing value for EMPTY, NONE"],
    ["$(\u{10000})$(\uffff)", "missing value for \uffff, \u{10000}"],
    ["/abs", "error SubPath `/abs` must not be an absolute path"],
    ["a/../b", "unable to provision SubPath `a/../b`: must not contain '..'"],
  ])("subPathExpr %j fails", (subPathExpr, message) => {
    const env = [{ name: "EMPTY", value: "" }];
    const volumeMounts = [{ name: "v", mountPath: "/m", subPathExpr }];
    const { error, events, env: resolved } = resolve({ env, volumeMounts }, { volumeContents: { v: {} } });
    expect(error).toMatchObject({
      message,
      stage: "mounts",
      path: ["spec", "containers", 0, "volumeMounts", 0, "subPathExpr"],
    });
    expect(events).toEqual([
      { type: "Warning", reason: "Failed", message: `Error: ${message}`, fieldPath: "spec.containers{app}" },
    ]);
    expect(resolved).toEqual([]);
  });

  test("a plain subPath is checked as well", () => {
    const volumeMounts = [{ name: "v", mountPath: "/m", subPath: "../x" }];
    const { error } = resolve({ volumeMounts }, { volumeContents: { v: {} } });
    expect(error?.message).toBe("unable to provision SubPath `../x`: must not contain '..'");
    expect(error?.path.at(-1)).toBe("subPath");
  });

  test("a mount of a volume that is not there fails, also where names are missing", () => {
    const failure = (container: Container) => resolvePod({ spec: { containers: [container] } }).containers[0]?.error;
    expect(failure({ name: "app", volumeMounts: [{ name: "v", mountPath: "/m" }] })).toMatchObject({
      stage: "mounts",
      path: ["spec", "containers", 0, "volumeMounts", 0, "name"],
      message: 'cannot find volume "v" to mount into container "app"',
    });
    expect(failure({ volumeMounts: [{}] })?.message).toBe('cannot find volume "" to mount into container ""');
  });
});

describe("containers", () => {
  test("init containers, containers, ephemeral containers, with the kubelet's paths to them", () => {
    const pod: Pod = {
      metadata: { name: "web" },
      spec: {
        ephemeralContainers: [{ name: "debug" }],
        containers: [{ name: "app" }, {}],
        initContainers: [{ name: "prep" }],
      },
    };
    const { containers, name, namespace } = resolvePod(pod);
    expect({ name, namespace }).toEqual({ name: "web", namespace: "" });
    expect(containers.map(({ kind, fieldPath, path }) => [kind, fieldPath, path.slice(1)])).toEqual([
      ["initContainer", "spec.initContainers{prep}", ["initContainers", 0]],
      ["container", "spec.containers{app}", ["containers", 0]],
      ["container", "spec.containers[1]", ["containers", 1]],
      ["ephemeralContainer", "spec.ephemeralContainers{debug}", ["ephemeralContainers", 0]],
    ]);
  });

  test("one that fails leaves the others alone", () => {
    const env = [{ name: "A", valueFrom: { configMapKeyRef: { name: "nope", key: "k" } } }];
    const pod: Pod = {
      spec: {
        containers: [
          { name: "bad", env },
          { name: "good", args: ["$$"] },
        ],
      },
    };
    const [bad, good] = resolvePod(pod, { configMaps: [] }, { world: "closed" }).containers;
    expect(bad?.error?.message).toBe('configmap "nope" not found');
    expect(good).toMatchObject({ args: ["$"] });
    expect(good).not.toHaveProperty("error");
  });

  test("a container that is not there", () => {
    expect(() => resolveContainer(podOf({}), "other")).toThrow(
      expect.objectContaining({
        name: "PodError",
        code: "no-such-container",
        message: 'spec: no container is called "other"',
      }),
    );
  });
});
