/** What pods refer to, found by namespace and name. */

import { checkObject } from "../text/argument.ts";
import type { ConfigMap, ObjectMeta, Secret, Service } from "./objects.ts";
import { isAnnounced, isMaster, namespaceOf, type ServiceVariable, serviceVariables } from "./service-variables.ts";
import type { Cluster, ClusterNode } from "./types.ts";

/** The two kinds of objects that variables can come from. */
export type ObjectKind = "ConfigMap" | "Secret";

/**
 * A cluster's objects, indexed once for many pods. They are read when they are first needed, and must not change
 * afterwards.
 *
 * @example
 * const index = new ClusterIndex({ configMaps, secrets, services });
 * for (const pod of pods) resolvePod(pod, index);
 */
export class ClusterIndex {
  readonly cluster: Cluster;
  /** @internal */
  objects: ObjectIndex;

  constructor(cluster: Cluster) {
    checkObject(cluster, "cluster");
    this.cluster = cluster;
    this.objects = new ObjectIndex(cluster);
  }

  /** @internal The same objects, for pods on a node. */
  onNode(node: ClusterNode): ClusterIndex {
    const other = new ClusterIndex({ ...this.cluster, node });
    other.objects = this.objects;
    return other;
  }
}

/** The objects that do not depend on the node. */
class ObjectIndex {
  private readonly cluster: Cluster;
  private configMaps: ReadonlyMap<string, ConfigMap> | undefined;
  private secrets: ReadonlyMap<string, Secret> | undefined;
  private services: ServicesByNamespace | undefined;
  private readonly variables = new Map<string, ReadonlyMap<string, ServiceVariable> | undefined>();

  constructor(cluster: Cluster) {
    this.cluster = cluster;
  }

  /** A ConfigMap is given as a Secret with the same texts. */
  get(kind: ObjectKind, namespace: string, name: string): Secret | undefined {
    const key = objectKey(namespace, name);
    if (kind === "Secret") {
      this.secrets ??= byName(this.cluster.secrets);
      return this.secrets.get(key);
    }
    this.configMaps ??= byName(this.cluster.configMaps);
    const configMap = this.configMaps.get(key);
    return configMap && { stringData: configMap.data ?? {} };
  }

  /** Undefined if their names and values have more characters than `limit`. */
  serviceVariables(
    namespace: string,
    enableServiceLinks: boolean,
    isManifest: boolean,
    limit: number,
  ): ReadonlyMap<string, ServiceVariable> | undefined {
    const key = `${enableServiceLinks}/${isManifest}/${limit}/${namespace}`;
    if (!this.variables.has(key)) {
      this.services ??= new ServicesByNamespace(this.cluster.services ?? []);
      const seen = this.services.seenFrom(namespace, isManifest);
      this.variables.set(key, serviceVariables(seen, namespace, enableServiceLinks, isManifest, limit));
    }
    return this.variables.get(key);
  }
}

class ServicesByNamespace {
  private readonly services: readonly Service[];
  /** The numbers of each namespace's services. */
  private readonly byNamespace = new Map<string, number[]>();
  private readonly masters = new Map<boolean, number>();

  constructor(services: readonly Service[]) {
    this.services = services;
    for (const [i, service] of services.entries()) {
      const own = this.byNamespace.get(namespaceOf(service));
      if (own === undefined) this.byNamespace.set(namespaceOf(service), [i]);
      else own.push(i);
    }
  }

  /** The namespace's services and the API server's own, in their order. */
  seenFrom(namespace: string, isManifest: boolean): Service[] {
    const own = this.byNamespace.get(namespace) ?? [];
    const master = this.master(isManifest);
    const numbers = master === -1 || own.includes(master) ? own : [...own, master].sort((a, b) => a - b);
    return numbers.map((i) => this.services[i]!);
  }

  private master(isManifest: boolean): number {
    let master = this.masters.get(isManifest);
    if (master === undefined) {
      master = this.services.findIndex((service) => isMaster(service) && isAnnounced(service, isManifest));
      this.masters.set(isManifest, master);
    }
    return master;
  }
}

/** Of several objects with one name, the last counts, as when they are applied in turn. */
function byName<T extends { readonly metadata?: ObjectMeta }>(objects: readonly T[] | undefined): Map<string, T> {
  const index = new Map<string, T>();
  for (const object of objects ?? []) {
    index.set(objectKey(namespaceOf(object), object.metadata?.name ?? ""), object);
  }
  return index;
}

/** Neither part of a valid key contains a slash. */
function objectKey(namespace: string, name: string): string {
  return `${namespace}/${name}`;
}
