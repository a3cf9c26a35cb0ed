/** What all containers of one pod share while they are resolved. */

import type { Profile } from "../envfile/profile.ts";
import { ClusterIndex } from "./cluster-index.ts";
import { applyPodDefaults } from "./defaults.ts";
import { ExpansionLimitError } from "./error.ts";
import { EnvFiles } from "./file-key-ref.ts";
import type { Pod } from "./objects.ts";
import type { Cluster, ManifestPath, ResolveOptions } from "./types.ts";

/** No operating system takes as much for a process. */
const EXPANSION_LIMIT = 16 * 1024 * 1024;

export class PodScope {
  readonly pod: Pod;
  readonly namespace: string;
  readonly index: ClusterIndex;
  readonly cluster: Cluster;
  readonly profile: Profile;
  /** The pod is a manifest: what it does not say may only be unknown. */
  readonly isManifest: boolean;
  readonly gateEnvFiles: boolean;
  readonly legacyEnvFromFilter: boolean;
  readonly envFiles = new EnvFiles();
  private readonly expansionLimit: number;
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

  /** Counts what a reference expands to, before there is a text that has it. */
  countExpansion(value: string, path: ManifestPath): void {
    this.expanded += value.length;
    if (this.expanded > this.expansionLimit) throw new ExpansionLimitError(path, this.expansionLimit);
  }
}
