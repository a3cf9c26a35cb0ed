/** Where the parts of a pod stand in the text of a manifest. */

import { pathInOwner, type Workload } from "../kubernetes/cluster/workloads.ts";
import { formatPath } from "../kubernetes/pod/path.ts";
import type { TracedUse } from "../kubernetes/pod/trace/types.ts";
import { printable, type VisibleText } from "../text/printable.ts";
import { dereferenced, type Node, nearestNodeAt, nodeAt, type Path } from "../yaml/node.ts";
import { rangesInText } from "../yaml/places.ts";
import type { SourceText } from "./source-text.ts";

/** A range of a text: offsets in UTF-16 code units. */
export interface TextRange {
  readonly start: number;
  readonly end: number;
}

/** How much of a name a message shows. */
const LONGEST_NAME = 200;

/** A name of a stranger's for a message. */
export function shownName(name: string): VisibleText {
  return printable(name, LONGEST_NAME);
}

export class PodPlace {
  readonly source: SourceText;
  readonly document: Node;
  readonly workload: Workload;

  private readonly tellsPaths: boolean;

  /** @param tellsPaths whether `where` tells paths in the document instead of lines */
  constructor(source: SourceText, document: Node, workload: Workload, tellsPaths = false) {
    this.source = source;
    this.document = document;
    this.workload = workload;
    this.tellsPaths = tellsPaths;
  }

  /** The object: `Deployment/web`. */
  get object(): string {
    const { kind, metadata } = this.workload.owner;
    return `${kind}/${shownName(metadata?.name ?? "?")}`;
  }

  /** Where a part of the pod stands in the document. */
  pathOf(pathInPod: Path): Path {
    return [...this.workload.ownerPath, ...pathInOwner(this.workload, pathInPod)];
  }

  nodeAt(pathInPod: Path): Node | undefined {
    return nodeAt(this.document, this.pathOf(pathInPod));
  }

  /** What stands at a path, or the last thing on the way to it; of more than a line, the first one. */
  rangeOf(pathInPod: Path): TextRange {
    return firstLine(this.source, nearestNodeAt(this.document, this.pathOf(pathInPod)));
  }

  /** A finding's place: what stands at a path, and the path in the document. */
  at(pathInPod: Path): TextRange & { readonly path: Path } {
    return { ...this.rangeOf(pathInPod), path: this.pathOf(pathInPod) };
  }

  /** The same of an entry of a list: the range is that of its name. */
  atEntry(pathInPod: Path): TextRange & { readonly path: Path } {
    return { ...this.rangeOfEntry(pathInPod), path: this.pathOf(pathInPod) };
  }

  /** The name of an entry of a list, or of the object that it refers to, or the entry itself. */
  rangeOfEntry(pathInPod: Path): TextRange {
    const names = [["name"], ["configMapRef", "name"], ["secretRef", "name"]].map((steps) => [...pathInPod, ...steps]);
    return this.rangeOf(names.find((name) => this.nodeAt(name) !== undefined) ?? pathInPod);
  }

  /** Ranges of a string's value, none of which begins before the end of the one before it. */
  rangesIn(pathInPod: Path, ranges: readonly TextRange[]): TextRange[] {
    return rangesInText(this.source.text, this.document, this.pathOf(pathInPod), ranges);
  }

  /** Ranges of uses in the order of a trace: with a `source`, those of the entries that take the values from there. */
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

  /** Where something stands, for a message: `line 12`; undefined if the path leads to nothing. */
  where(pathInPod: Path): string | undefined {
    const node = this.nodeAt(pathInPod);
    if (node === undefined) return undefined;
    return this.tellsPaths ? formatPath(this.pathOf(pathInPod)) : `line ${this.source.lineAt(node.start)}`;
  }
}

/** A node's range, cut at the end of its first line; of an alias, its own. */
export function firstLine(source: SourceText, node: Node): TextRange {
  const { start, end } = node;
  return { start, end: Math.max(start, Math.min(end, source.lineEnd(start))) };
}

/** The text that a scalar has in a manifest, if a path leads to a string. */
export function stringAt(place: PodPlace, pathInPod: Path): string | undefined {
  const node = place.nodeAt(pathInPod);
  const value = node && dereferenced(node).value;
  return typeof value === "string" ? value : undefined;
}
