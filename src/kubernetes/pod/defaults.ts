/** The API server's defaults for pods. */

import { checkObject } from "../../text/argument.ts";
import { CONTAINER_LISTS } from "./container-lists.ts";
import type { Container, EnvVar, Pod, PodSpec, ResourceList, ResourceRequirements } from "./objects.ts";

/**
 * Adds the API server's defaults that variables depend on: `enableServiceLinks`, the service account's name, the
 * `apiVersion` of field references, requests (from limits), and the namespace `default`. The argument does not change,
 * and the result shares the parts that need no defaults.
 *
 * @example applyPodDefaults({ spec: { containers: [] } }).spec?.enableServiceLinks // true
 */
export function applyPodDefaults(pod: Pod): Pod {
  checkObject(pod, "pod");
  const { metadata } = pod;
  return { ...defaultPod(pod), metadata: metadata?.namespace ? metadata : { ...metadata, namespace: "default" } };
}

/** Adds the same defaults without a namespace, which is unknown if the manifest has none. */
export function defaultPod(pod: Pod): Pod {
  const spec: { -readonly [K in keyof PodSpec]: PodSpec[K] } = {
    ...pod.spec,
    enableServiceLinks: hasServiceLinks(pod.spec),
    serviceAccountName: serviceAccountOf(pod.spec),
  };
  for (const list of CONTAINER_LISTS) if (spec[list]) spec[list] = spec[list].map(defaultContainer);
  return { ...pod, spec };
}

/** Whether the pod gets variables of services. */
export function hasServiceLinks(spec: PodSpec | undefined): boolean {
  return spec?.enableServiceLinks ?? true;
}

export function serviceAccountOf(spec: PodSpec | undefined): string {
  return spec?.serviceAccountName || spec?.serviceAccount || "default";
}

/** A container's request for a resource, or its limit if it has no request. */
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
