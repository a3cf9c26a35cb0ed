/** The definitions of a container's variables, what they need, and the uses that refer to them. */
import { expect, test } from "vitest";
import { type Cluster, type ResolveOptions, tracePod } from "../../../../src/index.ts";
import { reasonText } from "../../../../src/kubernetes/pod/reason-text.ts";

const CLUSTER: Cluster = {
  services: [
    { metadata: { name: "db", namespace: "shop" }, spec: { clusterIP: "10.0.0.1", ports: [{ port: 80 }] } },
    { metadata: { name: "new", namespace: "shop" }, spec: { ports: [{ port: 80 }] } },
  ],
  configMaps: [{ metadata: { name: "c", namespace: "shop" }, data: { FROM: "f", SHARED: "1$(X)" } }],
  secrets: [{ metadata: { name: "s", namespace: "shop" }, stringData: { TOKEN: "t$TOKEN" } }],
};

function traced(container: object, options: ResolveOptions = { world: "closed" }, more: object = {}) {
  const spec = { containers: [{ name: "app", ...container }], ...more };
  return tracePod({ metadata: { namespace: "shop" }, spec }, CLUSTER, options);
}

const PODS_IP = { needs: "the pod's IP addresses", needsKind: "pod-ip" };

test("what each name needs", () => {
  const env = [
    { name: "PLAIN", value: "p" },
    { name: "IP", valueFrom: { fieldRef: { fieldPath: "status.podIP" } } },
    { name: "URL", value: "http://$(IP)" },
  ];
  const { needOf } = traced({ env }).containers[0]!;
  expect(["PLAIN", "IP", "URL", "NONE", "DB_SERVICE_HOST", "NEW_SERVICE_HOST", "NEW_SERVICE_PORT"].map(needOf)).toEqual(
    [
      undefined,
      PODS_IP,
      undefined,
      undefined,
      undefined,
      { needs: "the address of Service shop/new", needsKind: "cluster" },
      undefined,
    ],
  );
  expect(traced({ env }, { world: "open" }).containers[0]!.needOf("OTHER_SERVICE_HOST")).toEqual({
    needs: "Service shop/other",
    needsKind: "service",
  });
});

test("definitions in order, with what they hide and what they need", () => {
  const env = [
    { name: "FROM", value: "mine" },
    { name: "IP", valueFrom: { fieldRef: { fieldPath: "status.podIP" } } },
    { name: "URL", value: "http://$(IP)" },
    { name: "SKIPPED", valueFrom: { configMapKeyRef: { name: "none", key: "k", optional: true } } },
    { name: "KEY", valueFrom: { secretKeyRef: { name: "s", key: "TOKEN" } } },
    { name: "DB_SERVICE_HOST", value: "x$(KEY)" },
  ];
  const envFrom = [{ configMapRef: { name: "c" } }, { secretRef: { name: "s" } }];
  const { definitionOf, definitions } = traced({ env, envFrom }).containers[0]!;
  const shown = (definition: ReturnType<typeof definitionOf>) => {
    if (definition === undefined) return undefined;
    const { hides, isSecret, isSkipped, name, need, path, source, unless, value } = definition;
    const members = { isSecret, isSkipped, need: need?.needs, hides: hides?.source.kind, unless };
    const given = Object.entries(members).filter(([, member]) => member !== undefined);
    return [name, source.kind, path?.slice(3).join("."), value, Object.fromEntries(given)];
  };
  expect(definitions.map(shown)).toEqual([
    ["FROM", "configMapRef", "envFrom.0", "f", {}],
    ["SHARED", "configMapRef", "envFrom.0", "1$(X)", {}],
    ["TOKEN", "secretRef", "envFrom.1", "t$TOKEN", { isSecret: true }],
    ["FROM", "value", "env.0", "mine", { hides: "configMapRef" }],
    ["IP", "fieldRef", "env.1", undefined, { need: "the pod's IP addresses" }],
    ["URL", "value", "env.2", "http://$(IP)", { need: "the pod's IP addresses" }],
    ["SKIPPED", "configMapKeyRef", "env.3", undefined, { isSkipped: true }],
    ["KEY", "secretKeyRef", "env.4", "t$TOKEN", { isSecret: true }],
    ["DB_SERVICE_HOST", "value", "env.5", "xt$TOKEN", { isSecret: true, hides: "service" }],
  ]);
  expect(shown(definitionOf("DB_SERVICE_PORT"))).toEqual(["DB_SERVICE_PORT", "service", undefined, "80", {}]);
  expect(shown(definitionOf("NEW_SERVICE_HOST"))).toEqual([
    ...["NEW_SERVICE_HOST", "service", undefined, undefined],
    { need: "the address of Service shop/new" },
  ]);
  expect(shown(definitionOf("SKIPPED"))).toBeUndefined();
});

test("a variable that an unknown source can override", () => {
  const envFrom = [{ configMapRef: { name: "c" } }, { secretRef: { name: "none" } }];
  const { definitions } = traced({ envFrom }, { world: "open" }).containers[0]!;
  expect(definitions.map(({ name, need, unless }) => [name, need, unless])).toEqual(
    ["FROM", "SHARED"].map((name) => [name, undefined, { needs: "Secret shop/none", needsKind: "object" }]),
  );
});

/** `path name form verdict: reason` with the value, and the place of the definition. */
function uses(container: object): string[] {
  return traced(container).containers[0]!.uses.map((use) => {
    const { definition, form, name, path, value, verdict } = use;
    const at = definition === undefined ? "" : ` <- ${definition.path?.slice(3).join(".")}`;
    return `${path.slice(3).join(".")} ${name} ${form} ${verdict}: ${reasonText(use)}${value === undefined ? "" : ` (${value})`}${at}`;
  });
}

const KNOWN = "the value is known";

test.each<[what: string, container: object, expected: string[]]>([
  [
    "a probe sees the last entry of a name, and not what envFrom sets",
    {
      envFrom: [{ configMapRef: { name: "c" } }],
      env: [
        { name: "A", value: "1" },
        { name: "A", value: "2" },
      ],
      livenessProbe: { exec: { command: ["$(A)", "$(FROM)", "$(NONE)"] } },
    },
    [
      "envFrom.0 X reference not-expanded-here: values of ConfigMaps are never expanded",
      `livenessProbe.exec.command.0 A reference expanded: ${KNOWN} (2) <- env.1`,
      "livenessProbe.exec.command.1 FROM reference undefined: a probe sees only what env sets <- envFrom.0",
      "livenessProbe.exec.command.2 NONE reference undefined: the variable is not defined",
    ],
  ],
  [
    "a name that looks like a default",
    {
      env: [
        { name: "A:-b", value: "1" },
        { name: "B", value: "2" },
      ],
      args: ["x$(A:-b)", "x$(B:-c)", "x$(C:-d)"],
    },
    [
      `args.0 A:-b reference expanded: ${KNOWN} (1) <- env.0`,
      "args.1 B default malformed: Kubernetes has no default values",
      "args.2 C default malformed: Kubernetes has no default values",
    ],
  ],
  [
    "a name that looks like a default, declared later",
    {
      env: [
        { name: "X", value: "$(A:-b)" },
        { name: "A:-b", value: "1" },
      ],
    },
    ["env.0.value A:-b reference declared-later: the variable is declared later"],
  ],
  [
    "fields that are not expanded",
    {
      image: "$(A)",
      workingDir: "$(A)",
      volumeMounts: [{ name: "v", mountPath: "$(A)", subPath: "$(A)" }],
      lifecycle: { postStart: { exec: { command: ["$(A)"] } }, preStop: { httpGet: { path: "$(A)" } } },
      readinessProbe: { httpGet: { path: "$(A)" } },
      livenessProbe: { tcpSocket: { host: "$(A)" } },
      startupProbe: { grpc: { service: "$(A)" } },
      env: [{ name: "E", valueFrom: { fieldRef: { fieldPath: "metadata.annotations['$(A)']" } } }],
      ports: [{ name: "$(A)" }],
      toString: "$(A)",
    },
    [
      "image A reference not-expanded-here: image is never expanded",
      "workingDir A reference not-expanded-here: workingDir is never expanded",
      "volumeMounts.0.mountPath A reference not-expanded-here: mountPath is never expanded",
      "volumeMounts.0.subPath A reference not-expanded-here: subPath is never expanded; subPathExpr is",
      "lifecycle.postStart.exec.command.0 A reference not-expanded-here: lifecycle hooks are never expanded",
      "lifecycle.preStop.httpGet.path A reference not-expanded-here: lifecycle hooks are never expanded",
      "readinessProbe.httpGet.path A reference not-expanded-here: httpGet is never expanded",
      "livenessProbe.tcpSocket.host A reference not-expanded-here: tcpSocket is never expanded",
      "startupProbe.grpc.service A reference not-expanded-here: grpc is never expanded",
      "env.0.valueFrom.fieldRef.fieldPath A reference not-expanded-here: valueFrom is never expanded",
      "ports.0.name A reference not-expanded-here: this field is never expanded",
      "toString A reference not-expanded-here: this field is never expanded",
    ],
  ],
  [
    "values of Secrets",
    {
      env: [{ name: "T", valueFrom: { secretKeyRef: { name: "s", key: "TOKEN" } } }],
      envFrom: [{ secretRef: { name: "s" } }],
    },
    [
      "env.0 TOKEN bare not-expanded-here: values of Secrets are never expanded <- envFrom.0",
      "envFrom.0 TOKEN bare not-expanded-here: values of Secrets are never expanded <- envFrom.0",
    ],
  ],
])("the uses of %s", (_, container, expected) => {
  expect(uses(container)).toEqual(expected);
});

test("uses outside the containers are those of the pod", () => {
  const metadata = { annotations: { note: "$(A) $$" } };
  const spec = {
    containers: [{ name: "app", args: ["$(A)"] }],
    initContainers: [{ name: "init", args: ["$(A)"] }],
    ephemeralContainers: [{ name: "debug", args: ["$(A)"] }],
    nodeName: "$A",
    hostAliases: [{ hostnames: ["${A}"] }],
  };
  const { uses: found } = tracePod({ metadata, spec });
  expect(found.map((use) => [use.path.join("."), use.form, use.verdict, reasonText(use)])).toEqual(
    [
      ["metadata.annotations.note", "reference"],
      ["metadata.annotations.note", "dollars"],
      ["spec.nodeName", "bare"],
      ["spec.hostAliases.0.hostnames.0", "braces"],
    ].map((use) => [...use, "not-expanded-here", "this field is never expanded"]),
  );
});
