import { describe, expect, test } from "vitest";
import { runInMemory } from "../../memory-io.ts";

const pod = (stdin: string, ...args: string[]) => runInMemory(["pod", "-f", "-", ...args], { stdin });

const WORKFLOW = `apiVersion: argoproj.io/v1alpha1
kind: Workflow
metadata: {name: build, namespace: ci}
spec:
  entrypoint: all
  templates:
  - name: all
    steps: [[{name: one, template: one}]]
  - name: one
    inputs: {parameters: [{name: what}]}
    container:
      image: alpine
      env: [{name: HOST, value: db}]
      args: ["$(HOST)", "{{inputs.parameters.what}}", "$(UNDEFINED)"]
`;
const POD = `kind: Pod
metadata: {name: x}
spec: {containers: [{name: a, args: [run]}]}
`;
const object = (apiVersion: string, kind: string) => `apiVersion: ${apiVersion}\nkind: ${kind}\nmetadata: {name: x}\n`;

describe("workloads of other APIs", () => {
  test("Argo's containers are expanded in place", async () => {
    const { code, output, messages } = await pod(WORKFLOW);
    expect({ code, output }).toEqual({ code: 0, output: WORKFLOW.replace('"$(HOST)"', '"db"') });
    expect(messages).toHaveLength(1);
    expect(messages[0]).toContain("Workflow/ci/build spec.templates[1].container: Warning UnresolvedReference:");
    expect(messages[0]).toContain("<stdin>:14:");
    expect((await pod(WORKFLOW, "-o", "env")).output).toContain("# Workflow/ci/build, container main\nHOST=db\n");
  });

  test("of several pods in one object, each has its place in its title", async () => {
    const template = "{spec: {containers: [{name: ray, image: ray, args: [$(UNDEFINED)]}]}}";
    const text = `${object("ray.io/v1", "RayCluster")}spec:
  headGroupSpec: {template: ${template}}
  workerGroupSpecs: [{template: ${template}}]
`;
    const { output, messages } = await pod(text, "-o", "env", "--all");
    expect(output).toBe(
      "# RayCluster/x spec.headGroupSpec.template, container ray\n\n" +
        "# RayCluster/x spec.workerGroupSpecs[0].template, container ray\n",
    );
    expect(messages.map((line) => / (spec\S+): /.exec(line)?.[1])).toEqual([
      "spec.headGroupSpec.template.spec.containers{ray}",
      "spec.workerGroupSpecs[0].template.spec.containers{ray}",
    ]);
  });

  test("the API server does not validate them, but a wrong type is an error", async () => {
    const rollout = (container: string) =>
      `${object("argoproj.io/v1alpha1", "Rollout")}spec: {template: {spec: {containers: [${container}]}}}\n`;
    expect(await pod(rollout("{name: $(A), volumeMounts: [{name: v, mountPath: /v}]}"))).toMatchObject({ code: 0 });
    expect(await pod(rollout("{name: a, args: run}"))).toMatchObject({
      code: 2,
      messages: [
        "varexpand: <stdin>:4:55: Rollout/x: spec.template.spec.containers[0].args: expected a list, found a string",
      ],
    });
  });
});

describe("skipped objects are reported", () => {
  test("once, with the most frequent kinds first", async () => {
    const text = [
      object("monitoring.coreos.com/v1", "PodMonitor"),
      POD,
      object("kustomize.config.k8s.io/v1beta1", "Kustomization"),
      object("kustomize.config.k8s.io/v1beta1", "Kustomization"),
      object("v1", "ConfigMap"),
    ].join("---\n");
    expect(await pod(text)).toMatchObject({
      code: 0,
      output: text,
      messages: ["skipped 3 objects without a pod: 2 Kustomization, 1 PodMonitor"],
    });
  });

  test("and counted once, if the stream is read twice", async () => {
    const text = [POD, object("v1", "ConfigMap"), object("kyverno.io/v1", "ClusterPolicy")].join("---\n");
    expect((await pod(text)).messages).toEqual(["skipped 1 object without a pod: 1 ClusterPolicy"]);
  });

  test("a patch, and the rest goes on", async () => {
    const patch = `${object("apps/v1", "Deployment")}spec: {replicas: 2}\n`;
    const text = [patch, POD.replace("run", "$$$(A)")].join("---\n");
    const { code, output, messages } = await pod(text);
    expect({ code, output }).toEqual({ code: 0, output: text });
    expect(messages.slice(0, 2)).toEqual([
      "<stdin>:1:1: Deployment: skipped, because spec.template is missing",
      "skipped 1 object without a pod: 1 Deployment",
    ]);
  });

  test("a strategic merge patch, with the directive that shows it", async () => {
    const patch = `${object("apps/v1", "Deployment")}spec:
  template:
    spec:
      containers:
      - name: app
        env:
        - $patch: replace
        - {name: A, value: $(UNDEFINED)}
`;
    const { code, messages } = await pod([patch, POD].join("---\n"));
    expect({ code, messages }).toEqual({
      code: 0,
      messages: [
        "<stdin>:1:1: Deployment: skipped, because it is a patch: it has spec.template.spec.containers[0].env[0].$patch",
        "skipped 1 object without a pod: 1 Deployment",
      ],
    });
  });

  test.each([
    ["apps/v1", "Pod", "1 Pod (not a kind of the apps group)"],
    ["v1", "Deployment", "1 Deployment (not a kind of the core group)"],
    ["batch.volcano.sh/v1alpha1", "Job", "1 Job"],
    ["apps/v1", "ControllerRevision", "1 ControllerRevision"],
  ])("%s %s, with the reason if its group is wrong", async (apiVersion, kind, reason) => {
    const { code, messages } = await pod(`${object(apiVersion, kind)}${POD.slice(POD.indexOf("spec"))}---\n${POD}`);
    expect({ code, messages }).toEqual({ code: 0, messages: [`skipped 1 object without a pod: ${reason}`] });
  });

  test("names ten kinds at most, and escapes control characters in them", async () => {
    const kinds = Array.from({ length: 1200 }, (_, i) => object("example.com/v1", `K${i}`));
    const text = [...kinds, object("example.com/v1", '"K0"'), object("example.com/v1", '"\\e[31m"')].join("---\n");
    expect((await pod(text)).messages[1]).toBe(
      "skipped 1202 objects without a pod: 2 K0, 1 K1, 1 K2, 1 K3, 1 K4, 1 K5, 1 K6, 1 K7, 1 K8, 1 K9, 1191 of other kinds",
    );
    expect((await pod(object("example.com/v1", '"\\e[31m"'))).messages[1]).toBe(
      "skipped 1 object without a pod: 1 \\u001b[31m",
    );
  });
});
