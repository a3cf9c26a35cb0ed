/** References to variables that nothing defines, by what else can define them. */
import { expect, test } from "vitest";
import { foundBy, pod } from "../../looked.ts";

const undefinedIn = (reference: string, hint = "") =>
  `«$(${reference})» undefined-reference: $(${reference}) is not expanded: the variable is not defined${hint}`;

const SPEC = "{containers: [{name: a, image: i, args: [$(NONE), $(HOTS), $(a.b)], env: [{name: HOST, value: a}]}]}";
const NONE = undefinedIn("NONE");
const HOTS = undefinedIn("HOTS", "; did you mean HOST?");

test.each<[resources: string, isReported: boolean]>([
  ["{}", true],
  ["{limits: {cpu: 1}, requests: {memory: 1Gi}}", true],
  ["{limits: {kubernetes.io/batch-cpu: 1}}", true],
  ["{limits: {example.com/gpu: 1}}", false],
  ["{requests: {example.com/gpu: 1}}", false],
  ["{limits: {cpu: 1}, requests: {cpu: 1, example.kubernetes.io/gpu: 1}}", false],
])("a container with the resources %s: %s", (resources, isReported) => {
  const members = `args: [$(GPU), $(HOTS)]\nenv: [{name: HOST, value: a}]\nresources: ${resources}`;
  expect(foundBy("undefined-reference", pod(members))).toEqual([
    ...(isReported ? [undefinedIn("GPU")] : []),
    // A similar name is a mistake nevertheless.
    HOTS,
  ]);
});

test("a device of another container does not count", () => {
  const other = "  - {name: b, image: i, resources: {limits: {example.com/gpu: 1}}}\n";
  expect(foundBy("undefined-reference", pod("args: [$(GPU)]", other))).toEqual([undefinedIn("GPU")]);
});

test.each<[kind: string, text: string, findings: string[]]>([
  ["Pod", `{apiVersion: v1, kind: Pod, metadata: {name: x}, spec: ${SPEC}}`, [NONE, HOTS, undefinedIn("a.b")]],
  [
    "Rollout",
    `{apiVersion: argoproj.io/v1alpha1, kind: Rollout, metadata: {name: x}, spec: {template: {spec: ${SPEC}}}}`,
    [NONE, HOTS],
  ],
  [
    "DeploymentConfig",
    `{apiVersion: apps.openshift.io/v1, kind: DeploymentConfig, metadata: {name: x}, spec: {template: {spec: ${SPEC}}}}`,
    [NONE, HOTS],
  ],
  // Its controller sets known variables.
  [
    "Service of Knative",
    `{apiVersion: serving.knative.dev/v1, kind: Service, metadata: {name: x}, spec: {template: {spec: ${SPEC}}}}`,
    [NONE, HOTS],
  ],
  // Its controller can set any variable: only a similar name is reported.
  [
    "ClusterServiceVersion",
    `{apiVersion: operators.coreos.com/v1alpha1, kind: ClusterServiceVersion, metadata: {name: x}, spec: {install: {spec: {deployments: [{name: d, spec: {template: {spec: ${SPEC}}}}]}}}}`,
    [HOTS],
  ],
])("a %s", (_, text, findings) => {
  expect(foundBy("undefined-reference", text)).toEqual(findings);
});

test.each<[reference: string, findings: string[]]>([
  ["B", [undefinedIn("B")]],
  [" AB ", [undefinedIn(" AB ", "; did you mean AB?")]],
  ["AB C", ["«$(AB C)» shell-syntax: $(AB C) is not expanded: command substitution needs a shell"]],
  ["date", ["«$(date)» shell-syntax: $(date) is not expanded: command substitution needs a shell"]],
])("a reference to %j", (name, findings) => {
  expect(foundBy("undefined-reference", pod(`args: ["$(${name})"]\nenv: [{name: AB, value: a}]`))).toEqual(findings);
});

test.each<[string, number]>([
  ["a.b", 1],
  ["Values.web.port", 0],
  ["Service.mysql.metadata.name", 0],
])("$(%s): a path of another engine has at least two dots", (name, count) => {
  expect(foundBy("undefined-reference", pod(`args: [$(${name})]`))).toHaveLength(count);
});

test.each<[service: string, name: string, message: string]>([
  ["clusterIP: None", "DB_SERVICE_HOST", "Service db has no cluster IP, so it sets no variables"],
  ["clusterIP: None", "DB_PORT_80_TCP_ADDR", "Service db has no cluster IP, so it sets no variables"],
  ["type: ExternalName", "DB_SERVICE_HOST", "Service db has no cluster IP, so it sets no variables"],
  ["clusterIP: None", "DB_HOST", "the variable is not defined"],
  ["type: ClusterIP", "DB_SERVICE_PORT_METRICS", "the variable is not defined"],
])("a Service with %s does not set %s", (spec, name, message) => {
  const service = (name: string, spec: string) =>
    `---\napiVersion: v1\nkind: Service\nmetadata: {name: ${name}, namespace: x}\nspec: {${spec}, ports: [{port: 80}]}\n`;
  // A Service with a similar name is not meant.
  const text = `apiVersion: v1
kind: Pod
metadata: {name: a, namespace: x}
spec: {containers: [{name: a, image: i, args: [$(${name})]}]}
${service("db", spec)}${service("dc", "clusterIP: 10.0.0.1")}`;
  expect(foundBy("undefined-reference", text)).toEqual([
    `«$(${name})» undefined-reference: $(${name}) is not expanded: ${message}`,
  ]);
});
