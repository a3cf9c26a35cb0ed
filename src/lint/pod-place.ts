/** The places of the parts of a pod in the text of a manifest. */

import { pathInOwner, type Workload } from "../kubernetes/cluster/workloads.ts";
import { fileAt, type SourceFile } from "../kubernetes/kustomize/index.ts";
import type { TracedUse } from "../kubernetes/pod/trace/types.ts";
import { getOrAdd } from "../text/grouped.ts";
import { printable, type VisibleText } from "../text/printable.ts";
import { dereferenced, type Node, nearestNodeAt, nodeAt, type Path } from "../yaml/node.ts";
import { rangesInText } from "../yaml/places.ts";
import type { TextRange } from "./finding.ts";
import { SourceText } from "./source-text.ts";

/** Longer names are truncated. */
const MAX_NAME_LENGTH = 200;

/** A name from the input, made printable. */
export function shownName(name: string): VisibleText {
  return printable(name, MAX_NAME_LENGTH);
}

const sources = /* @__PURE__ */ new WeakMap<SourceFile, SourceText>();

/** The text of a file of a kustomization. */
export function sourceTextOf(file: SourceFile): SourceText {
  return getOrAdd(sources, file, () => new SourceText(file.text));
}

export class PodPlace {
  readonly source: SourceText;
  readonly document: Node;
  readonly workload: Workload;

  constructor(source: SourceText, document: Node, workload: Workload) {
    this.source = source;
    this.document = document;
    this.workload = workload;
  }

  /** The object: `Deployment/web`. */
  get object(): string {
    const { kind, metadata } = this.workload.owner;
    return `${kind}/${shownName(metadata?.name ?? "?")}`;
  }

  /** The path in the document of a path in the pod. */
  pathOf(pathInPod: Path): Path {
    return [...this.workload.ownerPath, ...pathInOwner(this.workload, pathInPod)];
  }

  nodeAt(pathInPod: Path): Node | undefined {
    return nodeAt(this.document, this.pathOf(pathInPod));
  }

  /** The range of the node at a path, or of its nearest ancestor, up to the end of its first line. */
  rangeOf(pathInPod: Path): TextRange {
    return rangeAt(this.document, this.pathOf(pathInPod), this.source);
  }

  /** The range and the document path of a node, for a finding. */
  at(pathInPod: Path): TextRange & { readonly path: Path } {
    return { ...this.rangeOf(pathInPod), path: this.pathOf(pathInPod) };
  }

  /** The same for an entry of a list, with the range of its name. */
  atEntry(pathInPod: Path): TextRange & { readonly path: Path } {
    return { ...this.rangeOfEntry(pathInPod), path: this.pathOf(pathInPod) };
  }

  /** The range of an entry's name, of the object that it refers to, or of the entry itself. */
  rangeOfEntry(pathInPod: Path): TextRange {
    const names = [["name"], ["configMapRef", "name"], ["secretRef", "name"]].map((steps) => [...pathInPod, ...steps]);
    return this.rangeOf(names.find((name) => this.nodeAt(name) !== undefined) ?? pathInPod);
  }

  /** The source ranges of ascending ranges of a string's value. */
  rangesIn(pathInPod: Path, ranges: readonly TextRange[]): TextRange[] {
    const path = this.pathOf(pathInPod);
    const inFile = fileAt(this.document, path);
    const found = rangesInText((inFile ?? this.source).text, this.document, path, ranges);
    return inFile === undefined ? found : found.map((range) => ({ ...range, inFile }));
  }

  /** The ranges of uses in the order of a trace. For uses with a `source`, they are those of the entries. */
  rangesOfUses(uses: readonly TracedUse[]): TextRange[] {
    const ranges: TextRange[] = [];
    for (let from = 0; from < uses.length; ) {
      const { path, source } = uses[from]!;
      let to = from + 1;
      while (uses[to]?.path === path) to++;
      const group = uses.slice(from, to);
      if (source === undefined) for (const range of this.rangesIn(path, group)) ranges.push(range);
      else for (const _ of group) ranges.push(this.rangeOfEntry(path));
      from = to;
    }
    return ranges;
  }

  /**
   * The place of a node for a message: `line 12`; undefined if there is no node.
   *
   * @param from what the message is about: nodes of other files are at `line 12 of base.yaml`
   */
  where(pathInPod: Path, from: Path): string | undefined {
    const node = this.nodeAt(pathInPod);
    const path = this.pathOf(pathInPod);
    if (node === undefined) return undefined;
    const file = fileAt(this.document, path);
    if (file === undefined) return `line ${this.source.lineAt(node.start)}`;
    const line = `line ${sourceTextOf(file).lineAt(node.start)}`;
    const isSame = file.path === fileAt(this.document, this.pathOf(from))?.path;
    return isSame ? line : `${line} of ${shownName(file.path.slice(file.path.lastIndexOf("/") + 1))}`;
  }
}

/** The range of the node at a path, or of its nearest ancestor, up to the end of its first line. */
export function rangeAt(document: Node, path: Path, source: SourceText): TextRange {
  const node = nearestNodeAt(document, path);
  const inFile = fileAt(document, path);
  return inFile === undefined ? firstLine(source, node) : { ...firstLine(sourceTextOf(inFile), node), inFile };
}

/** A node's range, up to the end of its first line. */
export function firstLine(source: SourceText, node: Node): TextRange {
  const { start, end } = node;
  return { start, end: Math.max(start, Math.min(end, source.lineEnd(start))) };
}

/** The string at a path. */
export function stringAt(place: PodPlace, pathInPod: Path): string | undefined {
  const node = place.nodeAt(pathInPod);
  const value = node && dereferenced(node).value;
  return typeof value === "string" ? value : undefined;
}
