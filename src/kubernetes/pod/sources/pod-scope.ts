/** The state of a pod while it is resolved, shared by its containers: cluster, options, volumes, and addresses. */

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
import type { IsSecretText } from "./secret-value.ts";
import { MASTER_NAME, MASTER_NAMESPACE, type ServiceVariables, servicesAnnouncing } from "./service-variables.ts";
import type { UnknownTexts } from "./unknown-texts.ts";

/** In UTF-16 code units; no operating system accepts as much for a process. */
export const EXPANSION_LIMIT = 16 * 1024 * 1024;

/** How many characters of the limit allow one `$` whose outcome is recorded. */
const CHARACTERS_PER_RECORD = 128;

/** Variables that the controller of the pod's owner sets in every container. */
export interface InjectedVariables {
  sets(name: string): boolean;
  /** Whether it may set a name that nothing else sets, because it adds unknown variables. */
  maySet(name: string): boolean;
  /** What their values need, for messages. */
  readonly needs: string;
}

/** Objects that cannot be read although the input is complete; they may or may not exist. */
export interface UnreadableObjects {
  has(kind: ObjectKind | "Service", name: string): boolean;
}

export interface ScopeOptions extends ResolveOptions {
  readonly injected?: InjectedVariables;
  /** In the pod's namespace. */
  readonly unreadable?: UnreadableObjects;
  /** The texts of the pod that a substitution replaces with something unknown. */
  readonly unknownTexts?: UnknownTexts | undefined;
  /** Whether a text contains a copy of a value of a Secret. Default: none does. */
  readonly isSecretText?: IsSecretText | undefined;
}

/** A variable that an object outside the input may set. */
type AbsentVariable = Need & { readonly source?: VariableSource };

export class PodScope {
  readonly pod: Pod;
  /** "" if it is unknown. */
  readonly namespace: string;
  readonly index: ClusterIndex;
  readonly cluster: Cluster;
  readonly profile: Profile;
  /** The pod is a manifest, so members that only a cluster sets are unknown instead of empty. */
  readonly isManifest: boolean;
  /** Objects outside the input may exist. */
  readonly isInputIncomplete: boolean;
  /** Undefined in a pod that no API server has completed. */
  readonly enableServiceLinks: boolean | undefined;
  readonly gateEnvFiles: boolean;
  readonly legacyEnvFromFilter: boolean;
  readonly envFiles = new EnvFiles();
  readonly unknownTexts: UnknownTexts | undefined;
  readonly isSecretText: IsSecretText;
  private readonly injected: InjectedVariables | undefined;
  private readonly unreadable: UnreadableObjects | undefined;
  private readonly expansionLimit: number;
  private readonly knownVolumes = new Map<string, KnownVolume | undefined>();
  private volumesByName: ReadonlyMap<string | undefined, Volume> | undefined;
  private containersByName: ReadonlyMap<string | undefined, ListedContainer> | undefined;
  private addressesFound: PodAddresses | undefined;
  private expanded = 0;
  private records = 0;

  constructor(pod: Pod, cluster: Cluster | ClusterIndex, options: ScopeOptions) {
    this.pod = pod;
    this.namespace = pod.metadata?.namespace ?? "";
    this.index = cluster instanceof ClusterIndex ? cluster : new ClusterIndex(cluster);
    this.cluster = this.index.cluster;
    this.profile = options.profile ?? "design";
    this.isManifest = (options.input ?? (this.profile === "design" ? "manifest" : "object")) === "manifest";
    this.isInputIncomplete = (options.world ?? (this.isManifest ? "open" : "closed")) === "open";
    this.enableServiceLinks = this.isManifest ? hasServiceLinks(pod.spec) : pod.spec?.enableServiceLinks;
    this.gateEnvFiles = options.gateEnvFiles ?? true;
    this.legacyEnvFromFilter = options.legacyEnvFromFilter ?? false;
    this.injected = options.injected;
    this.unreadable = options.unreadable;
    this.unknownTexts = options.unknownTexts;
    this.isSecretText = options.isSecretText ?? (() => false);
    this.expansionLimit = options.expansionLimit ?? EXPANSION_LIMIT;
  }

  /** The name of an object in the pod's namespace, for messages. */
  qualified(name: string): string {
    return this.isManifest ? qualifiedName(this.namespace, name) : `${this.namespace}/${name}`;
  }

  /** What is needed to determine whether an object is in the pod's namespace. */
  namespaceOf(kind: ObjectKind | "Service", name: string): Need {
    const needs = this.namespace === "" ? "the pod's namespace" : `the namespace of ${kind} ${name}`;
    return { needs, needsKind: "namespace" };
  }

  /** The need of a value from an object that is not in the input; undefined if the object cannot exist. */
  absentObject(kind: ObjectKind | "Service", name: string): Need | undefined {
    const needs = `${kind} ${this.qualified(name)}`;
    const files = this.index.elsewhere?.candidates(kind, this.namespace, name);
    if (files !== undefined) return { needs: `${needs} (in ${files})`, needsKind: "cluster" };
    if (!this.isInputIncomplete && !this.unreadable?.has(kind, name)) return undefined;
    return { needs, needsKind: kind === "Service" ? "service" : "object" };
  }

  /** The need of a name that the controller of the pod's owner sets. */
  injectedNeed(name: string): Need | undefined {
    return this.injected?.sets(name) ? { needs: this.injected.needs, needsKind: "cluster" } : undefined;
  }

  /** The need of a name that nothing else sets, but that the controller of the pod's owner may set. */
  addedNeed(name: string): Need | undefined {
    return this.injected?.maySet(name) ? { needs: this.injected.needs, needsKind: "cluster" } : undefined;
  }

  /**
   * The variables of services for one container of the pod.
   *
   * @throws ExpansionLimitError if they are too long, or too many for all containers together
   */
  serviceVariables(): ServiceVariables {
    const { enableServiceLinks, expansionLimit, isManifest, namespace } = this;
    const services = this.index.objects.serviceVariables(namespace, !!enableServiceLinks, isManifest, expansionLimit);
    const path = ["spec", "enableServiceLinks"];
    if (services.exceedsLimit) throw new ExpansionLimitError(path, expansionLimit);
    this.countExpansion(services.known.length, path);
    return services;
  }

  /** The need of a name that a Service outside the input may announce; undefined if there can be no such Service. */
  absentService(name: string): AbsentVariable | undefined {
    if (this.cluster.services === null || !(this.isManifest || this.isInputIncomplete)) return undefined;
    for (const service of servicesAnnouncing(name)) {
      const need = this.announcedBy(service);
      if (need !== undefined) return need;
    }
    return undefined;
  }

  /** The need of what a Service announces; undefined if the Service is in the input or cannot exist. */
  private announcedBy(name: string): AbsentVariable | undefined {
    const { isManifest, namespace } = this;
    const services = this.index.objects.ofKind("Service", isManifest);
    if (name === MASTER_NAME && !services.get(MASTER_NAMESPACE, name) && !services.get("", name)) {
      // Every cluster has this Service, and no manifest does.
      const needs = `Service ${MASTER_NAMESPACE}/${name}`;
      return { needs, needsKind: "cluster", source: { kind: "service", namespace: MASTER_NAMESPACE, name } };
    }
    if (!this.enableServiceLinks || services.get(namespace, name) !== undefined) return undefined;
    const source = { kind: "service", namespace, name } as const;
    if (isManifest && services.mayHave(namespace, name)) return { ...this.namespaceOf("Service", name), source };
    const need = this.absentObject("Service", name);
    return need && { ...need, source };
  }

  get addresses(): PodAddresses {
    this.addressesFound ??= podAddresses(this.pod, this.cluster);
    return this.addressesFound;
  }

  /** Undefined if the pod has no volume of the name, or it is not mounted on the node. */
  volume(name: string): KnownVolume | undefined {
    if (this.knownVolumes.has(name)) return this.knownVolumes.get(name);
    this.volumesByName ??= firstByName(this.pod.spec?.volumes ?? [], (volume) => volume.name);
    const known = knownVolume(this.volumesByName.get(name), this.cluster, name);
    this.knownVolumes.set(name, known);
    return known;
  }

  /** The first container with the name, or else the first init container. Ephemeral containers are ignored. */
  containerNamed(name: string): ListedContainer | undefined {
    this.containersByName ??= firstByName(
      containersOf(this.pod.spec, ["containers", "initContainers"]),
      ({ container }) => container.name,
    );
    return this.containersByName.get(name);
  }

  /**
   * Counts the length of a reference's expansion before the text that contains it is built.
   *
   * @throws ExpansionLimitError with the path
   */
  countExpansion(length: number, path: ManifestPath): void {
    this.expanded += length;
    if (this.expanded > this.expansionLimit) throw new ExpansionLimitError(path, this.expansionLimit);
  }

  /**
   * Counts references whose outcomes are recorded. A limit below the default does not lower their number.
   *
   * @throws ExpansionLimitError with the path
   */
  countRecords(count: number, path: ManifestPath): void {
    this.records += count;
    const limit = Math.floor(Math.max(this.expansionLimit, EXPANSION_LIMIT) / CHARACTERS_PER_RECORD);
    if (this.records > limit) throw new ExpansionLimitError(path, limit, "references");
  }
}

function firstByName<T>(entries: readonly T[], nameOf: (entry: T) => string | undefined): Map<string | undefined, T> {
  return new Map(entries.map((entry): [string | undefined, T] => [nameOf(entry), entry]).reverse());
}
