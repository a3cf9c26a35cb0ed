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
  /** @internal */
  objects: ObjectIndex;

  constructor(cluster: Cluster) {
    checkObject(cluster, "cluster");
    this.cluster = cluster;
    this.objects = new ObjectIndex(cluster);
  }

  /** @internal The same objects, for pods on a node. */
  onNode(node: ClusterNode): ClusterIndex {
    return indexOf({ ...this.cluster, node }, this.objects);
  }
}

/** Outside of the class: one that names itself would have another name in `dist/node`. */
function indexOf(cluster: Cluster, objects: ObjectIndex): ClusterIndex {
  const index = new ClusterIndex(cluster);
  index.objects = objects;
  return index;
}

/** The objects that do not depend on the node. */
class ObjectIndex {
  private readonly cluster: Cluster;
  /** As a kubelet has them, and as manifests do, where a namespace that is not written is not known. */
  private ofObjects: KindIndexes | undefined;
  private ofManifests: KindIndexes | undefined;
  /** The latest, and those of other namespaces. */
  private latest: { readonly key: string; readonly variables: ServiceVariables } | undefined;
  private variables: Map<string, ServiceVariables> | undefined;

  constructor(cluster: Cluster) {
    this.cluster = cluster;
  }

  kinds(isManifest: boolean): KindIndexes {
    if (isManifest) {
      this.ofManifests ??= new KindIndexes(this.cluster, true);
      return this.ofManifests;
    }
    this.ofObjects ??= new KindIndexes(this.cluster, false);
    return this.ofObjects;
  }

  serviceVariables(namespace: string, enableServiceLinks: boolean, isManifest: boolean): ServiceVariables {
    if (!this.cluster.services?.length) return NO_VARIABLES;
    const kind = (enableServiceLinks ? "links" : "no links") + (isManifest ? ", manifest/" : "/");
    const key = kind + namespace;
    if (this.latest?.key === key) return this.latest.variables;
    let variables = this.variables?.get(key);
    if (variables === undefined) {
      const seen = this.kinds(isManifest).seenFrom(namespace);
      variables = new ServiceVariables(seen, namespace, enableServiceLinks, isManifest);
      // Who has a single pod has a single namespace.
      if (this.latest !== undefined) {
        this.variables ??= new Map([[this.latest.key, this.latest.variables]]);
        this.variables.set(key, variables);
      }
    }
    this.latest = { key, variables };
    return variables;
  }
}

const NO_VARIABLES = /* @__PURE__ */ new ServiceVariables([], "", false, false);

interface ObjectsByKind {
  readonly ConfigMap: ConfigMap;
  readonly Secret: Secret;
  readonly Service: Service;
}

/** The objects of each kind, indexed when they are first asked for. */
class KindIndexes {
  private readonly cluster: Cluster;
  private readonly isManifest: boolean;
  private readonly byKind: { [K in keyof ObjectsByKind]?: NamedObjects<ObjectsByKind[K]> } = {};
  private services: ServicesByNamespace | undefined;
  private isAsked = false;

  constructor(cluster: Cluster, isManifest: boolean) {
    this.cluster = cluster;
    this.isManifest = isManifest;
  }

  ofKind<K extends keyof ObjectsByKind>(kind: K): NamedObjects<ObjectsByKind[K]> {
    const known = this.byKind[kind];
    if (known !== undefined) return known;
    const { configMaps, secrets, services } = this.cluster;
    const list = kind === "ConfigMap" ? configMaps : kind === "Secret" ? secrets : services;
    const objects = new NamedObjects((list ?? []) as readonly ObjectsByKind[K][], this.isManifest);
    this.byKind[kind] = objects as never;
    return objects;
  }

  /** The namespace's services and the API server's own, in their order; the first time, there may be others, too. */
  seenFrom(namespace: string): readonly Service[] {
    if (!this.isAsked) {
      this.isAsked = true;
      return this.cluster.services ?? [];
    }
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
