/** A pod while it is resolved: its cluster, options, volumes and addresses, which its containers share. */

import type { Profile } from "../envfile/profile.ts";
import { ClusterIndex } from "./cluster-index.ts";
import { containersOf, type ListedContainer } from "./container-lists.ts";
import { applyPodDefaults } from "./defaults.ts";
import { ExpansionLimitError } from "./error.ts";
import type { Pod, Volume } from "./objects.ts";
import { type PodAddresses, podAddresses } from "./pod-addresses.ts";
import type { Cluster, ManifestPath, ResolveOptions } from "./types.ts";
import { EnvFiles, type KnownVolume, knownVolume } from "./volume-files.ts";

/** In UTF-16 code units: more than any operating system takes for a process. */
const EXPANSION_LIMIT = 16 * 1024 * 1024;

export class PodScope {
  readonly pod: Pod;
  readonly namespace: string;
  readonly index: ClusterIndex;
  readonly cluster: Cluster;
  readonly profile: Profile;
  /** The pod is a manifest: members that only a cluster sets are unknown, not empty. */
  readonly isManifest: boolean;
  readonly gateEnvFiles: boolean;
  readonly legacyEnvFromFilter: boolean;
  readonly envFiles = new EnvFiles();
  readonly expansionLimit: number;
  private readonly volumes = new Map<string, KnownVolume | undefined>();
  private volumesByName: ReadonlyMap<string | undefined, Volume> | undefined;
  private containersByName: ReadonlyMap<string | undefined, ListedContainer> | undefined;
  private addressesFound: PodAddresses | undefined;
  private expanded = 0;

  constructor(pod: Pod, cluster: Cluster | ClusterIndex, options: ResolveOptions) {
    this.index = cluster instanceof ClusterIndex ? cluster : new ClusterIndex(cluster);
    this.cluster = this.index.cluster;
    this.profile = options.profile ?? "design";
    this.isManifest = (options.input ?? (this.profile === "design" ? "manifest" : "object")) === "manifest";
    this.gateEnvFiles = options.gateEnvFiles ?? true;
    this.legacyEnvFromFilter = options.legacyEnvFromFilter ?? false;
    this.expansionLimit = options.expansionLimit ?? EXPANSION_LIMIT;
    this.pod = this.isManifest ? applyPodDefaults(pod) : pod;
    this.namespace = this.pod.metadata?.namespace ?? "";
  }

  /** The addresses of the pod and its node. */
  get addresses(): PodAddresses {
    this.addressesFound ??= podAddresses(this.pod, this.cluster);
    return this.addressesFound;
  }

  /** The pod's volume of that name; undefined if the pod has none, or it is not mounted on the node. */
  volume(name: string): KnownVolume | undefined {
    if (this.volumes.has(name)) return this.volumes.get(name);
    this.volumesByName ??= firstByName(this.pod.spec?.volumes ?? [], ({ name }) => name);
    const known = knownVolume(this.volumesByName.get(name), this.cluster, name);
    this.volumes.set(name, known);
    return known;
  }

  /** The first of the containers, or else the init containers, that has the name; ephemeral ones are not looked at. */
  containerNamed(name: string): ListedContainer | undefined {
    this.containersByName ??= firstByName(
      containersOf(this.pod.spec, ["containers", "initContainers"]),
      ({ container }) => container.name,
    );
    return this.containersByName.get(name);
  }

  /** Counts what a reference expands to, before there is a text that has it. */
  countExpansion(length: number, path: ManifestPath): void {
    this.expanded += length;
    if (this.expanded > this.expansionLimit) throw new ExpansionLimitError(path, this.expansionLimit);
  }
}

function firstByName<T>(entries: readonly T[], nameOf: (entry: T) => string | undefined): Map<string | undefined, T> {
  // Of several with one name, a map keeps the last.
  return new Map(entries.toReversed().map((entry) => [nameOf(entry), entry]));
}
