/** What the API server fills in before a kubelet sees a pod. */

import { checkObject } from "../../text/argument.ts";
import { CONTAINER_LISTS } from "./container-lists.ts";
import type { Container, EnvVar, Pod, PodSpec, ResourceList, ResourceRequirements } from "./objects.ts";

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
    enableServiceLinks: hasServiceLinks(pod.spec),
    serviceAccountName: serviceAccountOf(pod.spec),
  };
  for (const list of CONTAINER_LISTS) if (spec[list]) spec[list] = spec[list].map(defaultContainer);
  return { ...pod, spec };
}

/** Whether pods get variables of services. */
export function hasServiceLinks(spec: PodSpec | undefined): boolean {
  return spec?.enableServiceLinks ?? true;
}

export function serviceAccountOf(spec: PodSpec | undefined): string {
  return spec?.serviceAccountName || spec?.serviceAccount || "default";
}

/** What a container asks for of a resource: its limit, if it does not say it. */
export function requestOf({ limits, requests }: ResourceRequirements, name: string): ResourceList[string] | undefined {
  if (requests && Object.hasOwn(requests, name)) return requests[name];
  return limits && Object.hasOwn(limits, name) ? limits[name] : undefined;
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
