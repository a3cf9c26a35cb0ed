/** A pod while it is resolved: its cluster, options, volumes and addresses, which its containers share. */

import type { Profile } from "../../../envfile/profile.ts";
import { containersOf, type ListedContainer } from "../container-lists.ts";
import { hasServiceLinks } from "../defaults.ts";
import { ExpansionLimitError } from "../error.ts";
import type { Pod, Volume } from "../objects.ts";
import type { Cluster, ManifestPath, Need, ResolveOptions, VariableSource } from "../types.ts";
import { EnvFiles, type KnownVolume, knownVolume } from "../volumes/volume-files.ts";
import { ClusterIndex, type ObjectKind } from "./cluster-index.ts";
import { type PodAddresses, podAddresses } from "./ip-address.ts";
import { qualifiedName } from "./named-objects.ts";
import { MASTER_NAME, MASTER_NAMESPACE, servicesAnnouncing } from "./service-variables.ts";

/** In UTF-16 code units: more than any operating system takes for a process. */
const EXPANSION_LIMIT = 16 * 1024 * 1024;

/** Variables that the controller of the pod's owner sets in every container. */
export interface InjectedVariables {
  sets(name: string): boolean;
  /** Whether it may set a name that nothing here sets: it adds variables that are not known. */
  maySet(name: string): boolean;
  /** What their values need, for messages. */
  readonly needs: string;
}

/** Objects that cannot be read, although the input is complete: each may exist or not. */
export interface UnreadableObjects {
  has(kind: ObjectKind | "Service", name: string): boolean;
}

export interface ScopeOptions extends ResolveOptions {
  readonly injected?: InjectedVariables;
  /** In the pod's namespace. */
  readonly unreadable?: UnreadableObjects;
}

/** A variable that something which is not given may set. */
export interface AbsentVariable extends Need {
  readonly source?: VariableSource;
}

export class PodScope {
  readonly pod: Pod;
  /** "" if it is not known. */
  readonly namespace: string;
  readonly index: ClusterIndex;
  readonly cluster: Cluster;
  readonly profile: Profile;
  /** The pod is a manifest: members that only a cluster sets are unknown, not empty. */
  readonly isManifest: boolean;
  /** Objects that are not given may exist. */
  readonly isInputIncomplete: boolean;
  /** Undefined in a pod that no API server has completed. */
  readonly enableServiceLinks: boolean | undefined;
  private readonly injected: InjectedVariables | undefined;
  private readonly unreadable: UnreadableObjects | undefined;
  readonly gateEnvFiles: boolean;
  readonly legacyEnvFromFilter: boolean;
  readonly envFiles = new EnvFiles();
  readonly expansionLimit: number;
  private readonly knownVolumes = new Map<string, KnownVolume | undefined>();
  private volumesByName: ReadonlyMap<string | undefined, Volume> | undefined;
  private containersByName: ReadonlyMap<string | undefined, ListedContainer> | undefined;
  private addressesFound: PodAddresses | undefined;
  private expanded = 0;

  constructor(pod: Pod, cluster: Cluster | ClusterIndex, options: ScopeOptions) {
    this.index = cluster instanceof ClusterIndex ? cluster : new ClusterIndex(cluster);
    this.cluster = this.index.cluster;
    this.profile = options.profile ?? "design";
    this.isManifest = (options.input ?? (this.profile === "design" ? "manifest" : "object")) === "manifest";
    this.isInputIncomplete = (options.world ?? (this.isManifest ? "open" : "closed")) === "open";
    this.injected = options.injected;
    this.unreadable = options.unreadable;
    this.gateEnvFiles = options.gateEnvFiles ?? true;
    this.legacyEnvFromFilter = options.legacyEnvFromFilter ?? false;
    this.expansionLimit = options.expansionLimit ?? EXPANSION_LIMIT;
    this.pod = pod;
    this.enableServiceLinks = this.isManifest ? hasServiceLinks(pod.spec) : pod.spec?.enableServiceLinks;
    this.namespace = this.pod.metadata?.namespace ?? "";
  }

  /** The name of an object in the pod's namespace, for messages. */
  qualified(name: string): string {
    return this.isManifest ? qualifiedName(this.namespace, name) : `${this.namespace}/${name}`;
  }

  /** What it needs to say whether an object is in the pod's namespace. */
  namespaceOf(kind: ObjectKind | "Service", name: string): Need {
    const needs = this.namespace === "" ? "the pod's namespace" : `the namespace of ${kind} ${name}`;
    return { needs, needsKind: "namespace" };
  }

  /** What a value from an object outside the input needs, or undefined. */
  absentObject(kind: ObjectKind | "Service", name: string): Need | undefined {
    if (!this.isInputIncomplete && !this.unreadable?.has(kind, name)) return undefined;
    return { needs: `${kind} ${this.qualified(name)}`, needsKind: kind === "Service" ? "service" : "object" };
  }

  /** What a name needs that the controller of the pod's owner sets. */
  injectedNeed(name: string): Need | undefined {
    return this.injected?.sets(name) ? { needs: this.injected.needs, needsKind: "cluster" } : undefined;
  }

  /** What a name needs that nothing here sets, and the controller of the pod's owner may set. */
  addedNeed(name: string): Need | undefined {
    return this.injected?.maySet(name) ? { needs: this.injected.needs, needsKind: "cluster" } : undefined;
  }

  /** What a name needs that a Service which is not given may announce; undefined if none may. */
  absentService(name: string): AbsentVariable | undefined {
    if (this.cluster.services === null || !(this.isManifest || this.isInputIncomplete)) return undefined;
    for (const service of servicesAnnouncing(name)) {
      const need = this.announcedBy(service);
      if (need !== undefined) return need;
    }
    return undefined;
  }

  /** What it needs to say whether a Service announces something; undefined if it is given or cannot be there. */
  private announcedBy(name: string): AbsentVariable | undefined {
    const { isManifest, namespace } = this;
    const services = this.index.objects.ofKind("Service", isManifest);
    if (name === MASTER_NAME && !services.get(MASTER_NAMESPACE, name) && !services.get("", name)) {
      // Every cluster has it, and no manifest.
      const needs = `Service ${MASTER_NAMESPACE}/${name}`;
      return { needs, needsKind: "service", source: { kind: "service", namespace: MASTER_NAMESPACE, name } };
    }
    if (!this.enableServiceLinks || services.get(namespace, name) !== undefined) return undefined;
    const source = { kind: "service", namespace, name } as const;
    if (isManifest && services.mayHave(namespace, name)) return { ...this.namespaceOf("Service", name), source };
    const need = this.absentObject("Service", name);
    return need && { ...need, source };
  }

  /** The addresses of the pod and its node. */
  get addresses(): PodAddresses {
    this.addressesFound ??= podAddresses(this.pod, this.cluster);
    return this.addressesFound;
  }

  /** The pod's volume of that name; undefined if the pod has none, or it is not mounted on the node. */
  volume(name: string): KnownVolume | undefined {
    if (this.knownVolumes.has(name)) return this.knownVolumes.get(name);
    this.volumesByName ??= firstByName(this.pod.spec?.volumes ?? [], (volume) => volume.name);
    const known = knownVolume(this.volumesByName.get(name), this.cluster, name);
    this.knownVolumes.set(name, known);
    return known;
  }

  /** The first of the containers, or else the init containers, that has the name. Ephemeral containers are ignored. */
  containerNamed(name: string): ListedContainer | undefined {
    this.containersByName ??= firstByName(
      containersOf(this.pod.spec, ["containers", "initContainers"]),
      ({ container }) => container.name,
    );
    return this.containersByName.get(name);
  }

  /**
   * Counts what a reference expands to, before there is a text that contains it.
   *
   * @throws ExpansionLimitError with the path
   */
  countExpansion(length: number, path: ManifestPath): void {
    this.expanded += length;
    if (this.expanded > this.expansionLimit) throw new ExpansionLimitError(path, this.expansionLimit);
  }
}

function firstByName<T>(entries: readonly T[], nameOf: (entry: T) => string | undefined): Map<string | undefined, T> {
  const byName = new Map<string | undefined, T>();
  for (const entry of entries) {
    const name = nameOf(entry);
    if (!byName.has(name)) byName.set(name, entry);
  }
  return byName;
}
