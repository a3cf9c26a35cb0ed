/** What pods refer to, found by namespace and name. */

import { checkObject } from "../text/argument.ts";
import { NamedObjects, namespaceOf } from "./named-objects.ts";
import type { ConfigMap, Secret, Service } from "./objects.ts";
import { isAnnounced, isMaster, type ServiceVariable, serviceVariables } from "./service-variables.ts";
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
  /** As a kubelet has them, and as manifests do, where a namespace that is not written is not known. */
  private readonly ofObjects: KindIndexes;
  private readonly ofManifests: KindIndexes;
  private readonly variables = new Map<string, ReadonlyMap<string, ServiceVariable> | undefined>();

  constructor(cluster: Cluster) {
    this.ofObjects = new KindIndexes(cluster, false);
    this.ofManifests = new KindIndexes(cluster, true);
  }

  kinds(isManifest: boolean): KindIndexes {
    return isManifest ? this.ofManifests : this.ofObjects;
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
      const seen = this.kinds(isManifest).seenFrom(namespace);
      this.variables.set(key, serviceVariables(seen, namespace, enableServiceLinks, isManifest, limit));
    }
    return this.variables.get(key);
  }
}

interface ObjectsByKind {
  readonly ConfigMap: ConfigMap;
  readonly Secret: Secret;
  readonly Service: Service;
}

/** The objects of each kind, indexed when they are first asked for. */
class KindIndexes {
  private readonly cluster: Cluster;
  private readonly isManifest: boolean;
  private readonly byKind = new Map<keyof ObjectsByKind, NamedObjects<object>>();
  private services: ServicesByNamespace | undefined;

  constructor(cluster: Cluster, isManifest: boolean) {
    this.cluster = cluster;
    this.isManifest = isManifest;
  }

  /** A ConfigMap is given as a Secret with the same texts. */
  get(kind: ObjectKind, namespace: string, name: string): Secret | undefined {
    if (kind === "Secret") return this.ofKind(kind).get(namespace, name);
    const configMap = this.ofKind(kind).get(namespace, name);
    return configMap && { stringData: configMap.data ?? {} };
  }

  ofKind<K extends keyof ObjectsByKind>(kind: K): NamedObjects<ObjectsByKind[K]> {
    let objects = this.byKind.get(kind);
    if (objects === undefined) {
      const { configMaps, secrets, services } = this.cluster;
      const lists = { ConfigMap: configMaps, Secret: secrets, Service: services };
      objects = new NamedObjects(lists[kind] ?? [], this.isManifest);
      this.byKind.set(kind, objects);
    }
    return objects as NamedObjects<ObjectsByKind[K]>;
  }

  /** The namespace's services and the API server's own, in their order. */
  seenFrom(namespace: string): Service[] {
    this.services ??= new ServicesByNamespace(this.cluster.services ?? [], this.isManifest);
    return this.services.seenFrom(namespace);
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

  seenFrom(namespace: string): Service[] {
    const own = this.byNamespace.get(namespace) ?? [];
    const numbers = this.master === -1 || own.includes(this.master) ? own : [...own, this.master].sort((a, b) => a - b);
    return numbers.map((i) => this.services[i]!);
  }
}
