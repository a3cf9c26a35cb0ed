/** Workloads in their manifests: how messages name them, and where their parts stand. */

import { pathInOwner, type Workload } from "../../kubernetes/cluster/workloads.ts";
import { formatPath } from "../../kubernetes/pod/path.ts";
import type { Need, ResolvedPod, UnresolvedReference } from "../../kubernetes/pod/types.ts";
import { printable } from "../../text/printable.ts";
import type { Node, Path } from "../../yaml/node.ts";
import type { ManifestPart } from "./manifest-file.ts";
import { type Hints, unknownText } from "./needs.ts";

export class ManifestWorkload {
  readonly workload: Workload;
  readonly document: Node;
  private readonly part: ManifestPart;
  private readonly hints: Hints | undefined;

  constructor(part: ManifestPart, document: Node, workload: Workload, hints?: Hints) {
    this.part = part;
    this.hints = hints;
    this.document = document;
    this.workload = workload;
  }

  /** The file's name, printable. */
  get file(): string {
    return this.part.name;
  }

  /** The owner, printable: `Deployment/shop/web`. */
  get name(): string {
    const { kind, metadata } = this.workload.owner;
    const { namespace, name = "?" } = metadata ?? {};
    return `${kind}/${namespace === undefined ? "" : `${printable(namespace)}/`}${printable(name)}`;
  }

  /** The owner, and which of its pods it is, if it has several: `RayCluster/shop/gpu spec.headGroupSpec.template`. */
  get podName(): string {
    return this.workload.isOneOfSeveral ? `${this.name} ${this.fieldOf([])}` : this.name;
  }

  /** Where a part of the pod stands in the document. */
  pathOf(pathInPod: Path): Path {
    return [...this.workload.ownerPath, ...pathInOwner(this.workload, pathInPod)];
  }

  /** `file:line:column` of a part of the pod. */
  placeOf(pathInPod: Path): string {
    return this.part.placeOf(this.document, this.pathOf(pathInPod));
  }

  /** The places of references, in the order in which a container has them. */
  placesOf(references: readonly Pick<UnresolvedReference, "path" | "start">[]): string[] {
    const places: string[] = [];
    for (let from = 0; from < references.length; ) {
      const { path } = references[from]!;
      let to = from;
      while (references[to]?.path === path) to++;
      const starts = references.slice(from, to).map(({ start }) => start);
      for (const place of this.part.placesIn(this.document, this.pathOf(path), starts)) places.push(place);
      from = to;
    }
    return places;
  }

  /** Why a reference stays as written, printable: `the variable is declared later at line 12`. */
  reasonOf({ declaration, need, path, reason }: UnresolvedReference): string {
    if (need !== undefined) return this.unknownText(need);
    if (declaration === undefined || declaration.at(-1) === path.at(-2)) return reason;
    const line = this.part.lineOf(this.document, this.pathOf(declaration));
    // An entry that no manifest has is one that a Job's controller appends.
    return line === undefined ? `${reason}, by the Job controller` : `${reason} at line ${line}`;
  }

  /** `unknown: needs the pod's IP addresses (give --pod-ip IP)`, printable. */
  unknownText(need: Need): string {
    return unknownText(need, this.hints);
  }

  /** A part of the pod as a field of the owner, printable: `spec.template.spec.containers[0].name`. */
  fieldOf(pathInPod: Path): string {
    return printable(formatPath(pathInOwner(this.workload, pathInPod)));
  }
}

export interface ResolvedWorkload {
  readonly workload: ManifestWorkload;
  readonly pod: ResolvedPod;
}
