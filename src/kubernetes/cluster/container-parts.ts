/** Pods that other APIs put together of single containers: Argo's workflow templates, KServe's models, Strimzi's. */

import { memberOf } from "../../text/own-keys.ts";
import type { Container, Pod, Volume } from "../pod/objects.ts";
import { isMapping } from "../pod/pod-schema.ts";
import type { ManifestPath } from "../pod/types.ts";
import type { FoundPod, MovedPart } from "./found-pod.ts";
import { type Located, valuesAt } from "./locations.ts";

/** Argo's name of a template's container, which has none. */
const MAIN = "main";

/** The pods of Argo's workflow spec: of each template that runs containers. */
export function podsOfWorkflow({ value: spec, path }: Located): FoundPod[] {
  const templates = valuesAt(spec, "templates[]").flatMap(withInlineTemplates);
  const volumes = [...listOf(spec, "volumes"), ...claimedVolumes(spec)];
  return templates.flatMap((template) => podOfTemplate(template, volumes, path) ?? []);
}

/** A template, and those that its steps and tasks have in place. */
function withInlineTemplates({ value, path }: Located): Located[] {
  const steps = valuesAt(value, "steps[]").flatMap((group): Located[] =>
    Array.isArray(group.value) ? group.value.map((step, i) => ({ value: step, path: [...group.path, i] })) : [],
  );
  const inline = [...steps, ...valuesAt(value, "dag.tasks[]")].flatMap((step) => {
    const found = valuesAt(step.value, "inline");
    return found.map((template) => ({ ...template, path: [...path, ...step.path, ...template.path] }));
  });
  return [{ value, path }, ...inline];
}

function podOfTemplate(
  { value: template, path }: Located,
  volumes: readonly unknown[],
  specPath: ManifestPath,
): FoundPod | undefined {
  const at = [...specPath, ...path];
  const single = ["container", "script"].flatMap((member) => valuesAt(template, member));
  const containers = [
    ...single.filter(({ value }) => isMapping(value)).map((found) => ({ ...found, value: named(found.value, MAIN) })),
    ...valuesAt(template, "containerSet.containers[]"),
    ...valuesAt(template, "sidecars[]"),
  ];
  const initContainers = valuesAt(template, "initContainers[]");
  const found = podOf(at, { containers, initContainers }, [...volumes, ...listOf(template, "volumes")]);
  if (found === undefined) return undefined;
  const metadata = memberOf(template, "metadata");
  return isMapping(metadata) ? { ...found, pod: { ...found.pod, metadata } } : found;
}

/** The containers that are members of a mapping, as `kafkaContainer` is; the operator that makes the pod adds the rest. */
export function podOfMembers({ value: template, path }: Located): FoundPod | undefined {
  if (!isMapping(template)) return undefined;
  const containers = Object.entries(template).flatMap(([member, container]): Located[] => {
    if (!/container$/i.test(member) || listOf(container, "env").length === 0) return [];
    const name = member.slice(0, -"container".length) || member;
    return [{ path: [member], value: named(container, name) }];
  });
  return podOf(path, { containers, initContainers: [] }, listOf(memberOf(template, "pod"), "volumes"));
}

/** The pod of a single container; undefined if nothing in it is about variables. The operator adds the rest. */
export function podOfContainer({ path, value: container }: Located): FoundPod | undefined {
  const hasTexts = ["env", "envFrom", "command", "args"].some((member) => listOf(container, member).length > 0);
  if (!hasTexts) return undefined;
  const name = `${path.at(-1)}`;
  const containers = [{ path: [], value: named(container, name) }];
  return podOf(path, { containers, initContainers: [] }, []);
}

/** The pod of the containers below a path, or undefined. */
function podOf(
  at: ManifestPath,
  lists: { readonly containers: readonly Located[]; readonly initContainers: readonly Located[] },
  volumes: readonly unknown[],
): FoundPod | undefined {
  const { containers, initContainers } = lists;
  if (containers.length === 0) return undefined;
  const moved = Object.entries(lists).flatMap(([list, located]): MovedPart[] =>
    located.map(({ path }, i) => ({ inPod: ["spec", list, i], inObject: [...at, ...path] })),
  );
  const values = (located: readonly Located[]) => located.map(({ value }) => value as Container);
  const pod: Pod = {
    spec: {
      containers: values(containers),
      ...(initContainers.length > 0 && { initContainers: values(initContainers) }),
      volumes: volumes as Volume[],
    },
  };
  return { podPath: at, pod, moved };
}

function named(container: unknown, name: string): object {
  return { ...(container as object), name: memberOf(container, "name") ?? name };
}

function claimedVolumes(spec: unknown): unknown[] {
  return valuesAt(spec, "volumeClaimTemplates[].metadata.name").map(({ value }) => ({
    name: value,
    persistentVolumeClaim: {},
  }));
}

function listOf(value: unknown, member: string): unknown[] {
  const list = memberOf(value, member);
  return Array.isArray(list) ? list : [];
}
