/** Workloads in their manifests: how messages name them, and where their parts stand. */
import { pathInOwner, type Workload } from "../cluster/workloads.ts";
import type { Node, Path } from "../document/node.ts";
import { formatPath } from "../pod/path.ts";
import type { ResolvedPod } from "../pod/types.ts";
import { printable } from "../text/printable.ts";
import type { ManifestPart } from "./manifest-file.ts";

export class ManifestWorkload {
  readonly workload: Workload;
  readonly document: Node;
  private readonly part: ManifestPart;

  constructor(part: ManifestPart, document: Node, workload: Workload) {
    this.part = part;
    this.document = document;
    this.workload = workload;
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

  /** A part of the pod as a field of the owner, printable: `spec.template.spec.containers[0].name`. */
  fieldOf(pathInPod: Path): string {
    return printable(formatPath(pathInOwner(this.workload, pathInPod)));
  }
}

export interface ResolvedWorkload {
  readonly workload: ManifestWorkload;
  readonly pod: ResolvedPod;
}
