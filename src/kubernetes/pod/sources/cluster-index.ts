/** What pods refer to, found by namespace and name. */

import { checkObject } from "../../../text/argument.ts";
import type { ConfigMap, Secret, Service } from "../objects.ts";
import type { Cluster, ClusterNode } from "../types.ts";
import { NamedObjects, namespaceOf } from "./named-objects.ts";
import { isAnnounced, isMaster, ServiceVariables } from "./service-variables.ts";

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
  /** @internal Shared by the indexes of all nodes. */
  objects: IndexedObjects;

  constructor(cluster: Cluster) {
    checkObject(cluster, "cluster");
    this.cluster = cluster;
    this.objects = new IndexedObjects(cluster);
  }

  /** @internal The same objects, for pods on a node. */
  onNode(node: ClusterNode): ClusterIndex {
    return indexOf({ ...this.cluster, node }, this.objects);
  }
}

/** Outside of the class: one that names itself would have another name in `dist/node`. */
function indexOf(cluster: Cluster, objects: IndexedObjects): ClusterIndex {
  const index = new ClusterIndex(cluster);
  index.objects = objects;
  return index;
}

interface ObjectsByKind {
  readonly ConfigMap: ConfigMap;
  readonly Secret: Secret;
  readonly Service: Service;
}

/**
 * The objects of each kind, which do not depend on the node. They are indexed as a kubelet has them, and as manifests
 * have them: there, a namespace that is not written is not known.
 */
class IndexedObjects {
  private readonly cluster: Cluster;
  private readonly byKind = new Map<string, NamedObjects<ConfigMap | Secret | Service>>();
  private readonly services = new Map<boolean, ServicesByNamespace>();
  private readonly variables = new Map<string, ServiceVariables>();

  constructor(cluster: Cluster) {
    this.cluster = cluster;
  }

  ofKind<K extends keyof ObjectsByKind>(kind: K, isManifest: boolean): NamedObjects<ObjectsByKind[K]> {
    const key = isManifest ? `${kind}, manifest` : kind;
    let objects = this.byKind.get(key);
    if (objects === undefined) {
      const { configMaps, secrets, services } = this.cluster;
      const lists = { ConfigMap: configMaps, Secret: secrets, Service: services };
      objects = new NamedObjects(lists[kind] ?? [], isManifest);
      this.byKind.set(key, objects);
    }
    return objects as NamedObjects<ObjectsByKind[K]>;
  }

  /** @param limit of the characters of all names and values */
  serviceVariables(
    namespace: string,
    enableServiceLinks: boolean,
    isManifest: boolean,
    limit: number,
  ): ServiceVariables {
    const key = `${enableServiceLinks}/${isManifest}/${limit}/${namespace}`;
    let variables = this.variables.get(key);
    if (variables === undefined) {
      const services = this.servicesSeenFrom(namespace, isManifest);
      variables = new ServiceVariables(services, namespace, enableServiceLinks, isManifest, limit);
      this.variables.set(key, variables);
    }
    return variables;
  }

  private servicesSeenFrom(namespace: string, isManifest: boolean): readonly Service[] {
    let services = this.services.get(isManifest);
    if (services === undefined) {
      services = new ServicesByNamespace(this.cluster.services ?? [], isManifest);
      this.services.set(isManifest, services);
    }
    return services.seenFrom(namespace);
  }
}

class ServicesByNamespace {
  private readonly services: readonly Service[];
  /** The numbers of each namespace's services. */
  private readonly byNamespace = new Map<string, number[]>();
  /** The number of the API server's own; -1 if it is not there. */
  private readonly master: number;

  constructor(services: readonly Service[], isManifest: boolean) {
    this.services = services;
    for (const [i, service] of services.entries()) {
      const namespace = namespaceOf(service, isManifest);
      const own = this.byNamespace.get(namespace);
      if (own === undefined) this.byNamespace.set(namespace, [i]);
      else own.push(i);
    }
    this.master = services.findIndex((service) => isMaster(service) && isAnnounced(service, isManifest));
  }

  /** The namespace's services and the API server's own, in their order. */
  seenFrom(namespace: string): Service[] {
    const own = this.byNamespace.get(namespace) ?? [];
    const numbers = this.master === -1 || own.includes(this.master) ? own : [...own, this.master].sort((a, b) => a - b);
    return numbers.map((i) => this.services[i]!);
  }
}
