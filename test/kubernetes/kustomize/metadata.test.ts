/** The labels that a kustomization adds. The expectations are kubectl's. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { memberOf } from "../../../src/text/own-keys.ts";
import { hasTool } from "../../tools.ts";
import { renderedByKubectl, writeAll } from "./kubectl.ts";
import { type Files, render } from "./render.ts";

const XY = "{matchLabels: {x: y}}";
const TERMS = `[{labelSelector: ${XY}}]`;
const AFFINITY = `{podAffinity: {requiredDuringSchedulingIgnoredDuringExecution: ${TERMS}}, podAntiAffinity: {preferredDuringSchedulingIgnoredDuringExecution: [{podAffinityTerm: {labelSelector: ${XY}}}]}}`;

const OBJECTS = [
  ["v1", "Pod", "{x: y}"],
  ["v1", "PodTemplate", "{x: y}"],
  ["example.org/v1", "Example", "{x: y}"],
  ["v1", "Service", "{ports: []}"],
  ["v1", "Service", "{selector: }"],
  ["v1", "Service", "{selector: {x: y}}"],
  ["serving.example.dev/v1", "Service", "{}"],
  ["example.org/v2", "Service", "{x: y}"],
  ["v1", "ReplicationController", "{x: y}"],
  ["apps/v1", "Deployment", "{selector: }"],
  ["apps/v1", "Deployment", "{selector: {}}"],
  [
    "apps/v1",
    "Deployment",
    `{template: {spec: {topologySpreadConstraints: [{labelSelector: ${XY}}], affinity: ${AFFINITY}}}}`,
  ],
  ["apps/v1", "ReplicaSet", `{selector: ${XY}}`],
  ["apps/v1", "DaemonSet", `{selector: {matchLabels: {a: old}}}`],
  ["apps/v1", "StatefulSet", "{x: y}"],
  ["batch/v1", "Job", "{x: y}"],
  ["batch/v1", "Job", `{selector: ${XY}}`],
  ["batch/v1", "CronJob", `{jobTemplate: {spec: {selector: ${XY}}}}`],
  ["policy/v1", "PodDisruptionBudget", `{selector: ${XY}}`],
  ["policy/v1", "PodDisruptionBudget", "{selector: {}}"],
  [
    "networking.k8s.io/v1",
    "NetworkPolicy",
    `{podSelector: ${XY}, ingress: [{from: [{podSelector: ${XY}}]}], egress: [{to: [{podSelector: ${XY}}]}]}`,
  ],
] as const;

const LABELS = [
  "commonLabels: {a: b}",
  "labels: [{pairs: {a: b}, includeSelectors: true}]",
  "labels: [{pairs: {a: b}, includeTemplates: true}]",
  "labels: [{pairs: {a: b}}]",
  "commonAnnotations: {a: b}",
];

const filesWith = (labels: string): Files => ({
  "kustomization.yaml": `${labels}\nresources: [all.yaml]\n`,
  "all.yaml": OBJECTS.map(
    ([version, kind, spec], i) => `{apiVersion: ${version}, kind: ${kind}, metadata: {name: o${i}}, spec: ${spec}}\n`,
  ).join("---\n"),
});

const byName = (objects: readonly unknown[]) =>
  Object.fromEntries(objects.map((object) => [`${memberOf(memberOf(object, "metadata"), "name")}`, object]));

describe.skipIf(!hasTool("kubectl", "version", "--client"))("objects are those of kubectl with", () => {
  test.each(LABELS)("%s", (labels) => {
    const files = filesWith(labels);
    const folder = mkdtempSync(join(tmpdir(), "kustomize-"));
    try {
      writeAll(files, folder);
      const objects = JSON.stringify(renderedByKubectl(folder));
      // kubectl prints an empty node of a flow mapping as an empty string.
      const wanted = byName(JSON.parse(objects.replaceAll('"selector":""', '"selector":null')));
      expect(Object.keys(wanted)).toHaveLength(OBJECTS.length);
      expect(byName(render(files).objects.map(({ document }) => document.value))).toEqual(wanted);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});

test("a patch can change a selector that labels create", () => {
  const { objects, unevaluated } = render({
    "kustomization.yaml": `commonLabels: {a: b}
resources: [service.yaml]
replacements:
- source: {kind: Service, fieldPath: metadata.name}
  targets: [{select: {kind: Service}, fieldPaths: [spec.selector.a]}]
`,
    "service.yaml": "{apiVersion: v1, kind: Service, metadata: {name: web}, spec: {ports: []}}",
  });
  expect(unevaluated).toEqual([]);
  expect(memberOf(objects[0]!.document.value, "spec")).toEqual({ ports: [], selector: { a: "web" } });
});
