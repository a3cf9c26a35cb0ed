/** Finds the objects that pods refer to by namespace and name. */

import { checkObject } from "../../../text/argument.ts";
import { getOrAdd } from "../../../text/grouped.ts";
import type { ConfigMap, Secret, Service } from "../objects.ts";
import type { Cluster, ClusterNode } from "../types.ts";
import { NamedObjects, namespaceOf } from "./named-objects.ts";
import { isAnnounced, isMaster, type ServiceVariables, serviceVariables } from "./service-variables.ts";

/** The two kinds of objects that variables can come from. */
export type ObjectKind = "ConfigMap" | "Secret";

/** ConfigMaps and Secrets that are applied with other pods, and that count if the cluster has no such object. */
export interface Elsewhere {
  /** The only object with the name in exactly this namespace; undefined if none exists, or if there are several. */
  get(kind: ObjectKind, namespace: string, name: string): object | undefined;
  /** Where objects are defined of which none counts, for messages: `a.yaml and b.yaml`; undefined if none exists. */
  candidates(kind: ObjectKind | "Service", namespace: string, name: string): string | undefined;
}

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
  /** @internal */
  readonly elsewhere: Elsewhere | undefined;

  /** @internal `elsewhere` */
  constructor(cluster: Cluster, elsewhere?: Elsewhere) {
    checkObject(cluster, "cluster");
    this.cluster = cluster;
    this.elsewhere = elsewhere;
    this.objects = new IndexedObjects(cluster, elsewhere);
  }

  /** @internal The same objects, for pods on a node. */
  onNode(node: ClusterNode): ClusterIndex {
    return indexOf({ ...this.cluster, node }, this);
  }
}

/** Outside the class because bundlers rename a class that refers to itself. */
function indexOf(cluster: Cluster, { elsewhere, objects }: ClusterIndex): ClusterIndex {
  const index = new ClusterIndex(cluster, elsewhere);
  index.objects = objects;
  return index;
}

interface ObjectsByKind {
  readonly ConfigMap: ConfigMap;
  readonly Secret: Secret;
  readonly Service: Service;
}

type NamedByKind = { [K in keyof ObjectsByKind]?: NamedObjects<ObjectsByKind[K]> };

/**
 * The objects of each kind, which do not depend on the node. There is one index for a kubelet's view and one for
 * manifests, in which a missing namespace is unknown.
 */
class IndexedObjects {
  private readonly cluster: Cluster;
  private readonly elsewhere: Elsewhere | undefined;
  private readonly ofManifests: NamedByKind = {};
  private readonly ofKubelets: NamedByKind = {};
  private readonly made = new Map<string, unknown>();

  constructor(cluster: Cluster, elsewhere: Elsewhere | undefined) {
    this.cluster = cluster;
    this.elsewhere = elsewhere;
  }

  /** The object in a namespace, or else the only one elsewhere. */
  get(kind: ObjectKind, isManifest: boolean, namespace: string, name: string): ConfigMap | Secret | undefined {
    const own = this.ofKind(kind, isManifest);
    return (
      own.get(namespace, name) ??
      (own.mayHave(namespace, name) ? undefined : this.elsewhere?.get(kind, namespace, name))
    );
  }

  ofKind<K extends keyof ObjectsByKind>(kind: K, isManifest: boolean): NamedObjects<ObjectsByKind[K]> {
    const made: NamedByKind = isManifest ? this.ofManifests : this.ofKubelets;
    const known = made[kind];
    if (known !== undefined) return known;
    const { configMaps, secrets, services } = this.cluster;
    const lists = { ConfigMap: configMaps, Secret: secrets, Service: services };
    const objects = new NamedObjects((lists[kind] ?? []) as ObjectsByKind[K][], isManifest);
    made[kind] = objects as NamedByKind[K];
    return objects;
  }

  /** @param limit the maximum number of characters in all names and values */
  serviceVariables(
    namespace: string,
    enableServiceLinks: boolean,
    isManifest: boolean,
    limit: number,
  ): ServiceVariables {
    return this.madeOnce(`${enableServiceLinks}/${isManifest}/${limit}/${namespace}`, () => {
      const services = this.madeOnce(`${isManifest}`, () => visibleServices(this.cluster.services ?? [], isManifest));
      const visible = services.get(namespace) ?? services.get(undefined)!;
      return serviceVariables(visible, namespace, enableServiceLinks, isManifest, limit);
    });
  }

  private madeOnce<T>(key: string, make: () => T): T {
    return getOrAdd(this.made, key, make) as T;
  }
}

/**
 * The services that the pods of each namespace can see: the namespace's own, and the API server's. The key `undefined`
 * is for namespaces without services.
 */
function visibleServices(services: readonly Service[], isManifest: boolean): Map<string | undefined, Service[]> {
  const visible = new Map<string | undefined, Service[]>([[undefined, []]]);
  const master = services.find((service) => isMaster(service) && isAnnounced(service, isManifest));
  for (const service of services) {
    const namespace = namespaceOf(service, isManifest);
    if (!visible.has(namespace)) visible.set(namespace, [...visible.get(undefined)!]);
    if (service === master) for (const list of visible.values()) list.push(service);
    else visible.get(namespace)!.push(service);
  }
  return visible;
}
