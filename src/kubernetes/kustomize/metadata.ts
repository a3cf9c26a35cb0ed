/** The labels and annotations that a kustomization adds, also to the templates and the selectors of pods. */

import { memberOf } from "../../text/own-keys.ts";
import { dereferenced, type Node, nodeAt } from "../../yaml/node.ts";
import type { Budget } from "./budget.ts";
import { POD_SPECS } from "./references.ts";
import type { Resource } from "./resource.ts";
import {
  changedAt,
  changedEverywhere,
  costAt,
  inFile,
  itemsOf,
  mappingAt,
  membersOf,
  type SourceFile,
} from "./tree.ts";

/** Where kinds have the spec of a pod whose labels and annotations are added, too. */
const LABELED_POD_SPECS: Readonly<Record<string, string>> = {
  ...POD_SPECS,
  PodTemplate: "",
  ReplicationController: "spec/template/spec",
};

const MATCH_LABELS = "spec/selector/matchLabels";

/** The selectors to which labels are added, and that are created. A Service is one of version `v1` of any group. */
const SELECTORS: Readonly<Record<string, string>> = {
  Service: "spec/selector",
  ReplicationController: "spec/selector",
  Deployment: MATCH_LABELS,
  ReplicaSet: MATCH_LABELS,
  DaemonSet: MATCH_LABELS,
  StatefulSet: MATCH_LABELS,
};

const TERMS = ["podAffinity", "podAntiAffinity"].flatMap((affinity) =>
  [
    "preferredDuringSchedulingIgnoredDuringExecution/podAffinityTerm",
    "requiredDuringSchedulingIgnoredDuringExecution",
  ].map((term) => `spec/template/spec/affinity/${affinity}/${term}/labelSelector/matchLabels`),
);
const OF_PODS = [...TERMS, "spec/template/spec/topologySpreadConstraints/labelSelector/matchLabels"];

/** The selectors to which labels are added if they exist. */
const OTHER_SELECTORS: Readonly<Record<string, readonly string[]>> = {
  Deployment: OF_PODS,
  StatefulSet: OF_PODS,
  Job: [MATCH_LABELS],
  CronJob: ["spec/jobTemplate/spec/selector/matchLabels"],
  PodDisruptionBudget: [MATCH_LABELS],
  NetworkPolicy: ["podSelector", "ingress/from/podSelector", "egress/to/podSelector"].map(
    (selector) => `spec/${selector}/matchLabels`,
  ),
};

/** Adds the labels and annotations of a kustomization. */
export function addMetadata(
  resources: readonly Resource[],
  kustomization: Node,
  file: SourceFile,
  budget: Budget,
): void {
  for (const resource of resources) {
    budget.spend(1);
    for (const entry of itemsOf(nodeAt(kustomization, ["labels"]))) {
      if (nodeAt(entry, ["fields"]) !== undefined) resource.isUnknown = true;
      const pairs = nodeAt(entry, ["pairs"]);
      const isInSelectors = memberOf(entry.value, "includeSelectors") === true;
      const isInTemplates = isInSelectors || memberOf(entry.value, "includeTemplates") === true;
      setMetadata(resource, "labels", pairs, isInTemplates, file, budget);
      if (isInSelectors) addToSelectors(resource, pairs, budget);
    }
    const common = nodeAt(kustomization, ["commonLabels"]);
    setMetadata(resource, "labels", common, true, file, budget);
    addToSelectors(resource, common, budget);
    setMetadata(resource, "annotations", nodeAt(kustomization, ["commonAnnotations"]), true, file, budget);
  }
}

/**
 * Sets labels or annotations of an object, and of the pods that it has a template for.
 *
 * @throws LimitError
 */
export function setMetadata(
  resource: Resource,
  member: "labels" | "annotations",
  values: Node | undefined,
  isInTemplates: boolean,
  file: SourceFile,
  budget: Budget,
): void {
  if (values === undefined) return;
  const added = membersOf(values);
  budget.spend(values.size);
  for (const value of added.values()) inFile(value, file);
  if (added.size === 0) return;
  const { kind } = resource.id;
  const template = LABELED_POD_SPECS[kind]?.split("/").slice(0, -1) ?? [];
  const templates = kind === "CronJob" ? [template, ["spec", "jobTemplate"]] : [template];
  for (const path of [[], ...(isInTemplates ? templates : [])])
    setAt(resource, [...path, "metadata", member], values, budget);
}

function addToSelectors(resource: Resource, values: Node | undefined, budget: Budget): void {
  const { kind, version } = resource.id;
  if (values === undefined || membersOf(values).size === 0) return;
  budget.spend(values.size);
  const selector = kind === "Service" && version !== "v1" ? undefined : SELECTORS[kind];
  if (selector !== undefined) setAt(resource, selector.split("/"), values, budget);
  for (const path of OTHER_SELECTORS[kind] ?? []) {
    resource.document = changedEverywhere(resource.document, path.split("/"), budget, (node) => {
      if (dereferenced(node).kind !== "mapping") return node;
      budget.spend(values.size);
      return mappingAt(node, [...membersOf(node), ...membersOf(values)]);
    });
  }
}

/** Adds members to the mapping at a path, which is created if it does not exist. */
function setAt(resource: Resource, path: readonly string[], values: Node, budget: Budget): void {
  budget.spend(costAt(resource.document, [...path, ""]));
  resource.document = changedAt(resource.document, path, (node) =>
    mappingAt(node ?? values, [...membersOf(node), ...membersOf(values)]),
  )!;
}
