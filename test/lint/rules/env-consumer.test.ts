/** Objects of operators that read the environment of a container. */
import { describe, expect, test } from "vitest";
import { runInMemory } from "../../cli/memory-io.ts";
import { looked } from "../looked.ts";

const deployment = (env: string, name = "worker") => `apiVersion: apps/v1
kind: Deployment
metadata: {name: ${name}}
spec:
  selector: {}
  template:
    spec:
      containers:
      - {name: app, image: a, ${env}}
      - {name: proxy, image: b, env: [{name: IN_PROXY, value: x}]}
---
`;

const scaledObject = (metadata: string, target = "name: worker", more = "") => `apiVersion: keda.sh/v1alpha1
kind: ScaledObject
metadata: {name: scaler}
spec:
  scaleTargetRef: {${target}}
  triggers:
  - type: rabbitmq
    metadata: {${metadata}}${more}
---
`;

const authentication = (env: string, kind = "TriggerAuthentication") => `apiVersion: keda.sh/v1alpha1
kind: ${kind}
metadata: {name: auth}
spec:
  env:
  - {parameter: host, ${env}}
---
`;

const CONFIG = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: c}\ndata: {HOST: db}\n---\n";
const HOST = "env: [{name: HOST, value: x}]";
const FIELD = "env: [{name: IP, valueFrom: {fieldRef: {fieldPath: status.podIP}}}]";
const AUTH = "\n    authenticationRef: {name: auth}";

async function messages(text: string, ...args: string[]): Promise<string[]> {
  const found = await looked(text, "--rule", "container-config-error=off", ...args);
  return found.filter((line) => line.includes(" env-consumer: ")).map((line) => line.replace(/^\S+ /, ""));
}

describe("KEDA", () => {
  test.each([
    ["a variable in env", deployment(HOST) + scaledObject("hostFromEnv: HOST")],
    [
      "a variable of envFrom",
      CONFIG + deployment("envFrom: [{configMapRef: {name: c}}]") + scaledObject("aFromEnv: HOST"),
    ],
    [
      "a variable of envFrom with a prefix",
      CONFIG + deployment("envFrom: [{prefix: P_, configMapRef: {name: c}}]") + scaledObject("aFromEnv: P_HOST"),
    ],
    ["an object that is not there", deployment("envFrom: [{configMapRef: {name: c}}]") + scaledObject("aFromEnv: ANY")],
    ["a target that is not there", scaledObject("hostFromEnv: HOST")],
    [
      "a target of another kind",
      deployment("env: []") + scaledObject("aFromEnv: HOST", "kind: StatefulSet, name: worker"),
    ],
    [
      "a target in another namespace",
      scaledObject("aFromEnv: A").replace("{name: scaler}", "{name: s, namespace: x}") +
        deployment("env: []").replace("{name: worker}", "{name: worker, namespace: y}"),
    ],
    ["a target that exists twice", deployment("env: []") + deployment(HOST) + scaledObject("hostFromEnv: HOST")],
    [
      "another container",
      deployment("env: []") + scaledObject("aFromEnv: IN_PROXY", "name: worker, envSourceContainerName: proxy"),
    ],
    ["an empty name", deployment("env: []") + scaledObject('hostFromEnv: ""')],
    ["a template", deployment("env: []") + scaledObject('hostFromEnv: "${HOST}"')],
    ["another parameter", deployment("env: []") + scaledObject("credentialsFromEnvFile: HOST")],
    [
      "an authentication that nothing uses",
      deployment("env: []") + scaledObject("a: b") + authentication("name: HOST"),
    ],
    [
      "an annotation",
      deployment("env: []") +
        scaledObject("aFromEnv: A").replace(
          "{name: scaler}",
          "{name: scaler, annotations: {varexpand.dev/ignore: env-consumer}}",
        ),
    ],
    [
      "a comment",
      deployment("env: []") +
        scaledObject("aFromEnv: A").replace("}\n---", "} # varexpand-ignore env-consumer: x\n---"),
    ],
  ])("does not report %s", async (_, text) => {
    expect(await messages(text)).toEqual([]);
  });

  test.each([
    [
      "a name that is not set",
      deployment(HOST) + scaledObject("hostFromEnv: HOTS"),
      ["«HOTS» env-consumer: container app of Deployment/worker does not set HOTS; did you mean HOST?"],
    ],
    [
      "a variable of another container",
      scaledObject("aFromEnv: IN_PROXY") + deployment("env: []"),
      ["«IN_PROXY» env-consumer: container app of Deployment/worker does not set IN_PROXY"],
    ],
    [
      "a name without the prefix of envFrom",
      CONFIG + deployment("envFrom: [{prefix: P_, configMapRef: {name: c}}]") + scaledObject("aFromEnv: HOST"),
      ["«HOST» env-consumer: container app of Deployment/worker does not set HOST; did you mean P_HOST?"],
    ],
    [
      "a field of the pod",
      deployment(FIELD) + scaledObject("hostFromEnv: IP"),
      ["«IP» env-consumer: KEDA cannot read IP: it does not support fieldRef"],
    ],
    [
      "a container that does not exist",
      deployment(HOST) + scaledObject("aFromEnv: HOST", "name: worker, envSourceContainerName: ap"),
      ["«HOST» env-consumer: Deployment/worker has no container ap"],
    ],
    [
      "an authentication",
      deployment(HOST) + scaledObject("a: b", "name: worker", AUTH) + authentication("name: USER"),
      ["«USER» env-consumer: container app of Deployment/worker does not set USER"],
    ],
    [
      "an authentication of the cluster, with a container",
      deployment(HOST) +
        scaledObject(
          "a: b",
          "name: worker",
          "\n    authenticationRef: {kind: ClusterTriggerAuthentication, name: auth}",
        ) +
        authentication("name: HOST, containerName: proxy", "ClusterTriggerAuthentication"),
      ["«HOST» env-consumer: container proxy of Deployment/worker does not set HOST"],
    ],
    [
      "a ScaledJob, which has its own pod",
      `apiVersion: keda.sh/v1alpha1
kind: ScaledJob
metadata: {name: job}
spec:
  jobTargetRef: {template: {spec: {containers: [{name: a, image: b, env: [{name: HOST, value: x}]}]}}}
  triggers: [{type: x, metadata: {hostFromEnv: HOST, userFromEnv: USER}}]
`,
      ["«USER» env-consumer: container a of ScaledJob/job does not set USER"],
    ],
  ])("reports %s", async (_, text, expected) => {
    expect(await messages(text)).toEqual(expected);
  });

  test("does not report a name that the configuration knows, and knows missing objects with --complete", async () => {
    const text = deployment("envFrom: [{configMapRef: {name: c, optional: true}}]") + scaledObject("aFromEnv: ANY");
    expect(await messages(text)).toEqual([]);
    expect(await messages(text, "--complete")).toHaveLength(1);
  });
});

const collector = (config: string, spec = "") => `apiVersion: opentelemetry.io/v1beta1
kind: OpenTelemetryCollector
metadata: {name: otel}
spec:
  env: [{name: TOKEN, value: x}]
${spec}  config: ${config}
`;

/** A reference to a variable that is missing, in a collector with another one. */
const inCollector = (variable: string) => collector("{a: '${env:A}'}").replace("TOKEN, value: x", `TOKEN, ${variable}`);

describe("OpenTelemetry", () => {
  test.each([
    ["its own variables", collector("{a: '${env:TOKEN}${TOKEN}'}")],
    [
      "what the operator sets",
      collector("{a: '${env:POD_NAME}${env:K8S_NODE_NAME}${env:SHARD}${env:OTEL_SERVICE_NAME}'}"),
    ],
    ["a default", collector("{a: '${env:A:-b}'}")],
    ["escapes and other schemes", collector("{a: '$${env:A} ${file:A} ${1} $1'}")],
    ["keys", collector("{'${env:A}': b}")],
    ["an object that is not there", collector("{a: '${env:A}'}", "  envFrom: [{secretRef: {name: s}}]\n")],
    ["another image", collector("{a: '${env:A}'}", "  image: example/collector\n")],
    ["comments in a text", collector("|\n    # ${env:A}\n    a: b")],
    ["a container that does not start", CONFIG + inCollector("valueFrom: {configMapKeyRef: {name: c, key: NONE}}")],
    ["an environment that is not valid", inCollector("value: {}")],
  ])("does not report %s", async (_, text) => {
    expect(await messages(text)).toEqual([]);
  });

  test("reports what the Collector refuses", async () => {
    expect(await messages(collector("{a: 'é ${1}:${env::X}', b: '${TOKEN:-x}', c: '(.*)$ $1'}"))).toEqual([
      "«${1}» env-consumer: the Collector refuses ${1}: an environment variable cannot have this name; write $$ for a dollar sign",
      "«${env::X}» env-consumer: the Collector refuses ${env::X}: an environment variable cannot have this name; write $$ for a dollar sign",
      "«${TOKEN:-x}» env-consumer: the Collector refuses ${TOKEN:-x}: a default requires the scheme; write ${env:NAME:-default}; write $$ for a dollar sign",
    ]);
  });

  test("reports references in a mapping and in a text", async () => {
    const missing = (name: string) => `env-consumer: the collector's container does not set ${name}`;
    expect(
      await messages(collector("{a: ['é ${env:A}', '${TOKN}']}", "  image: otel/opentelemetry-collector:1\n")),
    ).toEqual([`«\${env:A}» ${missing("A")}`, `«\${TOKN}» ${missing("TOKN")}; did you mean TOKEN?`]);
    expect(await messages(collector('|\n    a:\n      # ${env:A}\n      b: "x${env:A}"\n'))).toEqual([
      `«\${env:A}» ${missing("A")}`,
    ]);
  });
});

const CONFIG_MAP = `apiVersion: v1
kind: ConfigMap
metadata: {name: otel}
data:
  config.yaml: |
    service: {}
    a: "\${1} \${env:UNSET}"
  other.yaml: |
    service: {b: "\${2}"}
---
`;
const REFUSED = "an environment variable cannot have this name; write $$ for a dollar sign";

/** A pod with a container of a collector. */
const inPod = (container: string, volume = "configMap: {name: otel}") => `${CONFIG_MAP}apiVersion: apps/v1
kind: DaemonSet
metadata: {name: otel}
spec:
  selector: {}
  template:
    spec:
      containers:
      - {name: c, image: "otel/opentelemetry-collector-contrib:0.159.0", ${container}}
      volumes: [{name: v, ${volume}}]
`;
const MOUNT = "volumeMounts: [{name: v, mountPath: /conf}]";

describe("a ConfigMap that --config names", () => {
  test.each([
    ["with =", inPod(`args: ["--config=/conf/config.yaml"], ${MOUNT}`)],
    ["with file:, in a command", inPod(`command: [/otelcol, --config, "file:/conf/config.yaml"], ${MOUNT}`)],
    [
      "as an item",
      inPod(`args: [--config=/conf/x], ${MOUNT}`, "configMap: {name: otel, items: [{key: config.yaml, path: x}]}"),
    ],
    [
      "in a projected volume",
      inPod(`args: [--config=/conf/config.yaml], ${MOUNT}`, "projected: {sources: [{configMap: {name: otel}}]}"),
    ],
    [
      "with subPath",
      inPod("args: [--config=/c.yaml], volumeMounts: [{name: v, mountPath: /c.yaml, subPath: config.yaml}]"),
    ],
    [
      "of an operator",
      `${CONFIG_MAP}${collector("{}", "  args: {config: /conf/config.yaml}\n  volumeMounts: [{name: v, mountPath: /conf}]\n  volumes: [{name: v, configMap: {name: otel}}]\n")}`,
    ],
  ])("%s", async (_, text) => {
    expect(await messages(text)).toEqual([`«\${1}» env-consumer: the Collector refuses \${1}: ${REFUSED}`]);
  });

  test.each([
    [
      "another image",
      inPod(`args: [--config=/conf/config.yaml], ${MOUNT}`).replace("otel/opentelemetry-collector-contrib", "a/b"),
    ],
    ["another file", inPod(`args: [--config=/conf/config.yml, --configs=/conf/config.yaml], ${MOUNT}`)],
    ["another folder", inPod("args: [--config=/config.yaml], volumeMounts: [{name: v, mountPath: /conf}]")],
    ["another ConfigMap", inPod(`args: [--config=/conf/config.yaml], ${MOUNT}`, "configMap: {name: c}")],
    ["another volume", inPod(`args: [--config=/conf/config.yaml], ${MOUNT}`, "secret: {secretName: otel}")],
  ])("does not report %s", async (_, text) => expect(await messages(text)).toEqual([]));
});

test("another program can replace ${NAME} without a scheme", async () => {
  const levels = async (reference: string) => {
    const { output } = await runInMemory(["lint", "-o", "json", "-"], { stdin: collector(`{a: '${reference}'}`) });
    return JSON.parse(output).findings.map(({ severity }: { severity: string }) => severity);
  };
  expect([await levels("${env:OTHER}"), await levels("${OTHER}"), await levels("${TOKN}")]).toEqual([
    ["warning"],
    ["note"],
    ["warning"],
  ]);
});
