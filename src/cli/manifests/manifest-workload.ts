/** Workloads in their manifests: their names in messages, the positions of their parts, and what they need. */

import { pathInOwner, type Workload } from "../../kubernetes/cluster/workloads.ts";
import { formatPath } from "../../kubernetes/pod/path.ts";
import { declaredAt, needText, reasonText } from "../../kubernetes/pod/reason-text.ts";
import type {
  Need,
  NeedKind,
  ResolvedContainer,
  ResolvedPod,
  UnresolvedReference,
} from "../../kubernetes/pod/types.ts";
import type { DocumentPart } from "../../repository/manifest-part.ts";
import { printable } from "../../text/printable.ts";
import type { Node, Path } from "../../yaml/node.ts";

/** What the user can do about each kind of unknown. */
export type Hints = Readonly<Record<NeedKind, string>>;

/** For a command that reads manifests. */
const MANIFEST_HINTS: Hints = {
  object: " (add it with -f)",
  service: " (add it with -f)",
  namespace: " (set -n NAMESPACE)",
  node: " (set --node FILE)",
  "pod-ip": " (set --pod-ip IP)",
  volume: " (set --volume NAME=DIR)",
  cluster: "",
};

/** For a command that reads a cluster, where an unknown object is one that the user is not allowed to read. */
export const CLUSTER_HINTS: Hints = {
  object: " (it cannot be read)",
  service: " (it cannot be read)",
  namespace: "",
  node: "",
  "pod-ip": "",
  volume: " (set --volume NAME=DIR)",
  cluster: "",
};

const CHOOSE = " (choose a pod)";

/** For pod templates in a cluster, which lack what only pods have. */
export const TEMPLATE_HINTS: Hints = { ...CLUSTER_HINTS, node: CHOOSE, "pod-ip": CHOOSE, cluster: CHOOSE };

/** `unknown: needs the pod's IP addresses (set --pod-ip IP)`, printable. */
export function unknownText({ needs, needsKind }: Need, hints = MANIFEST_HINTS): string {
  return needText(printable(needs)) + hints[needsKind];
}

export class ManifestWorkload {
  readonly workload: Workload;
  readonly document: Node;
  private readonly part: DocumentPart;
  private readonly set: string;
  private readonly hints: Hints | undefined;

  /** @param set the title of its apply set: `kustomization overlays/prod`; "" for files */
  constructor(part: DocumentPart, document: Node, workload: Workload, set: string, hints?: Hints) {
    this.part = part;
    this.set = set;
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

  /** The owner, and the field of the pod if it has several: `RayCluster/shop/gpu spec.headGroupSpec.template`. */
  get podName(): string {
    return this.workload.isOneOfSeveral ? `${this.name} ${this.fieldOf([])}` : this.name;
  }

  /** `Deployment/shop/web, init container setup`, printable. */
  titleOf({ kind, name }: ResolvedContainer): string {
    // `initContainer` is an init container.
    const where = this.set === "" ? "" : ` in ${this.set}`;
    return printable(`${this.podName}, ${kind.replace("Container", " container")} ${name}${where}`);
  }

  /** The path of a part of the pod in the document. */
  pathOf(pathInPod: Path): Path {
    return [...this.workload.ownerPath, ...pathInOwner(this.workload, pathInPod)];
  }

  /** `file:line:column` of a part of the pod. */
  placeOf(pathInPod: Path): string {
    return this.part.placeOf(this.document, this.pathOf(pathInPod));
  }

  /** The places of references, which must be in the order of the container. */
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

  /** Why a reference is not expanded, printable: `the variable is declared later at line 12`. */
  reasonOf(reference: UnresolvedReference): string {
    const { declaration, need, path } = reference;
    if (need !== undefined) return this.unknownText(need);
    if (declaration === undefined) return reasonText(reference);
    const line = this.part.lineOf(this.document, this.pathOf(declaration), this.pathOf(path));
    return reasonText(reference, declaredAt(line));
  }

  /** The same as `unknownText`, with the hints of this workload's command. */
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
