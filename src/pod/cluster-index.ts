/** What pods refer to, found by namespace and name. */

import type { ConfigMap, ObjectMeta, Secret } from "./objects.ts";
import { type ServiceVariable, serviceVariables } from "./service-variables.ts";
import type { Cluster } from "./types.ts";

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
  #configMaps: ReadonlyMap<string, ConfigMap> | undefined;
  #secrets: ReadonlyMap<string, Secret> | undefined;
  readonly #services = new Map<string, ReadonlyMap<string, ServiceVariable>>();

  constructor(cluster: Cluster) {
    this.cluster = cluster;
  }

  /** @internal */
  configMap(namespace: string, name: string): ConfigMap | undefined {
    this.#configMaps ??= byName(this.cluster.configMaps);
    return this.#configMaps.get(objectKey(namespace, name));
  }

  /** @internal */
  secret(namespace: string, name: string): Secret | undefined {
    this.#secrets ??= byName(this.cluster.secrets);
    return this.#secrets.get(objectKey(namespace, name));
  }

  /** @internal */
  serviceVariables(
    namespace: string,
    enableServiceLinks: boolean,
    isManifest: boolean,
  ): ReadonlyMap<string, ServiceVariable> {
    const key = `${enableServiceLinks}/${isManifest}/${namespace}`;
    let variables = this.#services.get(key);
    if (variables === undefined) {
      variables = serviceVariables(this.cluster.services ?? [], namespace, enableServiceLinks, isManifest);
      this.#services.set(key, variables);
    }
    return variables;
  }
}

/** Of several objects with one name, the last counts, as when they are applied in turn. */
function byName<T extends { readonly metadata?: ObjectMeta }>(objects: readonly T[] | undefined): Map<string, T> {
  const index = new Map<string, T>();
  for (const object of objects ?? []) {
    index.set(objectKey(object.metadata?.namespace || "default", object.metadata?.name ?? ""), object);
  }
  return index;
}

/** Neither part of a valid key contains a slash. */
function objectKey(namespace: string, name: string): string {
  return `${namespace}/${name}`;
}
