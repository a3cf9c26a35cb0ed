/** The variables that the configuration of an OpenTelemetry collector reads. */
import { expect, test } from "vitest";
import { foundBy } from "../../looked.ts";

const collector = (
  config: string,
  spec = "",
  head = "apiVersion: opentelemetry.io/v1beta1\nkind: OpenTelemetryCollector\n",
) =>
  `${head}metadata: {name: otel, namespace: shop}
spec:
  env: [{name: TOKEN, value: x}, {name: OPTIONAL, valueFrom: {configMapKeyRef: {name: c, key: k, optional: true}}}]
${spec}  config: ${config}
`;
const missing = (text: string, name: string, hint = "") =>
  `«${text}» env-consumer: the collector's container does not set ${name}${hint}`;

test.each<[image: string, isChecked: boolean]>([
  ["''", true],
  ["otel/opentelemetry-collector", true],
  ["docker.io/otel/opentelemetry-collector-contrib:0.1", true],
  ["ghcr.io/open-telemetry/opentelemetry-collector-releases/opentelemetry-collector-k8s@sha256:0", true],
  ["example/collector", false],
  ["my-otel/opentelemetry-collector", false],
  ["otel/my-opentelemetry-collector", false],
  ["otel.example.com/opentelemetry-collector", false],
  ["5", false],
])("other images than the collector's can set variables: %s", (image, isChecked) => {
  const text = collector("{a: '${env:A}'}", `  image: ${image}\n`);
  expect(foundBy("env-consumer", text)).toEqual(isChecked ? [missing("${env:A}", "A")] : []);
});

test.each([
  [
    "what the operator, the runtime, and clouds set",
    "POD_NAME SHARD K8S_NODE_NAME GOMEMLIMIT GOMAXPROCS HTTP_PROXY https_proxy NO_PROXY HOSTNAME HOME PATH TERM OTEL_A KUBERNETES_PORT AWS_REGION azure_id TOKEN OPTIONAL",
    "",
  ],
  [
    "similar names",
    "XPOD_NAME POD_NAMES PROXY FTP_PROXY OTEL_ OTELX HOMES",
    "XPOD_NAME POD_NAMES PROXY FTP_PROXY OTEL_ OTELX HOMES",
  ],
])("%s", (_, names, expected) => {
  const text = collector(`[${names.split(" ").map((name) => `'\${env:${name}}'`)}]`);
  const found = foundBy("env-consumer", text).map((line) => /does not set (\w+)/.exec(line)![1]);
  expect(found.join(" ")).toBe(expected);
});

test.each<[config: string, findings: string[]]>([
  [
    "{a: 'x${env:A}${B}', b: ['${TOKN}']}",
    [missing("${env:A}", "A"), missing("${B}", "B"), missing("${TOKN}", "TOKN", "; did you mean TOKEN?")],
  ],
  ["{a: 'é ${env:A}'}", [missing("${env:A}", "A")]],
  ["{a: '${env:A:-}${env:B:-x}$${env:C}${file:D}${E'}", []],
  ["{'${env:A}': x}", []],
  // The configuration can be a text.
  ["|\n    # ${env:A}\n    a: [x, '${env:B}']\n    '${env:C}': d", [missing("${env:B}", "B")]],
  ['"a: ${env:A}\\nb: ${env:B}"', [missing("${env:A}", "A"), missing("${env:B}", "B")]],
  ["'${env:A}'", [missing("${env:A}", "A")]],
  ["|\n    a: [\n    b: ${env:A}", []],
  // In other texts, comments are text.
  ['{a: "# ${env:A}\\nb: c"}', [missing("${env:A}", "A")]],
])("a configuration %j", (config, findings) => {
  expect(foundBy("env-consumer", collector(config))).toEqual(findings);
});

const CONFIG = "kind: ConfigMap\nmetadata: {name: c, namespace: shop}\ndata: {A: a}\n---\n";

test.each<[title: string, text: string, findings: string[]]>([
  ["a variable of envFrom", CONFIG + collector("{a: '${A}'}", "  envFrom: [{configMapRef: {name: c}}]\n"), []],
  [
    "another variable than those of envFrom",
    CONFIG + collector("{a: '${B}'}", "  envFrom: [{configMapRef: {name: c}}]\n"),
    [missing("${B}", "B")],
  ],
  [
    "a source in another namespace",
    CONFIG.replace("shop", "other") + collector("{a: '${A}'}", "  envFrom: [{configMapRef: {name: c}}]\n"),
    [],
  ],
  ["another kind", collector("{a: '${A}'}", "", "apiVersion: opentelemetry.io/v1beta1\nkind: Instrumentation\n"), []],
  ["another API", collector("{a: '${A}'}", "", "apiVersion: example.com/v1\nkind: OpenTelemetryCollector\n"), []],
  [
    "an earlier version",
    collector("{a: '${A}'}", "", "apiVersion: opentelemetry.io/v1alpha1\nkind: OpenTelemetryCollector\n"),
    [missing("${A}", "A")],
  ],
  ["no configuration", collector("{}").replace("config:", "other:"), []],
  ["no variables", collector("{a: '${A}'}").replace(/ {2}env: .*\n/, ""), [missing("${A}", "A")]],
])("%s", (_, text, findings) => {
  expect(foundBy("env-consumer", text)).toEqual(findings);
});

test("variables that are too large are unknown", () => {
  const entries = Array.from(
    { length: 30 },
    (_, i) => `{name: V${i + 1}, value: ${i === 0 ? "xxxxxxxx" : `$(V${i})$(V${i})`}}`,
  );
  const text = collector("{a: '${A}'}").replace("{name: TOKEN, value: x}", entries.join(", "));
  expect(foundBy("env-consumer", text)).toEqual([]);
});
