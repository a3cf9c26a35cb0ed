/** What the API server fills in before a kubelet sees a pod. */

import { checkObject } from "../text/argument.ts";
import { CONTAINER_LISTS } from "./container-lists.ts";
import type { Container, EnvVar, Pod, PodSpec, ResourceRequirements } from "./objects.ts";

/**
 * The pod with the API server's defaults, as far as variables depend on them: `enableServiceLinks`, the service account's
 * name, the `apiVersion` of field references, and requests from limits; and with the namespace `default` if it has none.
 * What needs no default is shared with the pod given, which is not changed.
 *
 * @example applyPodDefaults({ spec: { containers: [] } }).spec?.enableServiceLinks // true
 */
export function applyPodDefaults(pod: Pod): Pod {
  checkObject(pod, "pod");
  const { metadata } = pod;
  return { ...defaultPod(pod), metadata: metadata?.namespace ? metadata : { ...metadata, namespace: "default" } };
}

/** The same without a namespace: where a manifest goes that does not say it is not known. */
export function defaultPod(pod: Pod): Pod {
  const spec: { -readonly [K in keyof PodSpec]: PodSpec[K] } = {
    ...pod.spec,
    enableServiceLinks: pod.spec?.enableServiceLinks ?? true,
    serviceAccountName: pod.spec?.serviceAccountName || pod.spec?.serviceAccount || "default",
  };
  for (const list of CONTAINER_LISTS) if (spec[list]) spec[list] = spec[list].map(defaultContainer);
  return { ...pod, spec };
}

function defaultContainer(container: Container): Container {
  const env = container.env?.some(lacksVersion) ? container.env.map(defaultVersion) : container.env;
  const resources = defaultRequests(container.resources);
  if (env === container.env && resources === container.resources) return container;
  return { ...container, ...(env && { env }), ...(resources && { resources }) };
}

function lacksVersion(entry: EnvVar): boolean {
  const fieldRef = entry.valueFrom?.fieldRef;
  return !!fieldRef && !fieldRef.apiVersion;
}

function defaultVersion(entry: EnvVar): EnvVar {
  if (!lacksVersion(entry)) return entry;
  return { ...entry, valueFrom: { ...entry.valueFrom, fieldRef: { ...entry.valueFrom!.fieldRef, apiVersion: "v1" } } };
}

function defaultRequests(resources: ResourceRequirements | undefined): ResourceRequirements | undefined {
  const { limits, requests } = resources ?? {};
  if (!limits || Object.keys(limits).every((name) => Object.hasOwn(requests ?? {}, name))) return resources;
  return { ...resources, requests: { ...limits, ...requests } };
}
