/** The objects of a manifest with their containers and variables, for the outline of an editor. */

import { isMapping } from "../../kubernetes/pod/pod-schema.ts";
import { describeSource } from "../../kubernetes/pod/sources/source-text.ts";
import type { TextRange } from "../../lint/finding.ts";
import { memberOf } from "../../text/own-keys.ts";
import { type Node, nearestNodeAt, nodeAt, type Path } from "../../yaml/node.ts";
import type { OutlineEntry } from "../view.ts";
import type { PlacedChunk } from "./manifest-text.ts";
import type { TracedPod } from "./tracked-chunk.ts";

/** The objects of a chunk; none while it cannot be read. */
export function outlineOf({ start, tracked }: PlacedChunk, pods: readonly TracedPod[]): OutlineEntry[] {
  const { documents } = tracked.chunk;
  return documents.flatMap((document) =>
    objectsIn(document, []).map(({ kind, path }): OutlineEntry => {
      const own = pods.filter(({ place: { document: of, workload } }) => {
        return of === document && workload.ownerPath.join("/") === path.join("/");
      });
      const name = memberOf(memberOf(path.reduce<unknown>(memberOf, document.value), "metadata"), "name");
      const children = own.flatMap((pod) => containersOf(pod, start));
      return {
        kind: "object",
        name: typeof name === "string" ? `${kind}/${name}` : kind,
        detail: "",
        ...placed(document, path, nodeAt(document, [...path, "metadata", "name"]), start),
        children,
      };
    }),
  );
}

/** The objects of a document, which can be a List. */
function objectsIn(document: Node, path: Path): { kind: string; path: Path }[] {
  const value = path.reduce<unknown>(memberOf, document.value);
  const [kind, items] = [memberOf(value, "kind"), memberOf(value, "items")];
  if (typeof kind === "string" && kind.endsWith("List") && Array.isArray(items)) {
    return items.flatMap((_, i) => objectsIn(document, [...path, "items", i]));
  }
  return isMapping(value) && typeof kind === "string" ? [{ kind, path }] : [];
}

function containersOf({ place, trace }: TracedPod, start: number): OutlineEntry[] {
  const at = (path: Parameters<typeof place.pathOf>[0], name: Node | undefined) =>
    placed(place.document, place.pathOf(path), name, start);
  return trace.containers.map(({ definitions, resolved }) => {
    const { name, path } = resolved;
    const variables = definitions.flatMap((definition): OutlineEntry[] => {
      const { path: entry, source } = definition;
      if (entry?.at(-2) !== "env") return [];
      const range = at(entry, place.nodeAt([...entry, "name"]));
      return [{ kind: "variable", name: definition.name, detail: describeSource(source), ...range, children: [] }];
    });
    return {
      kind: "container",
      name,
      detail: "",
      ...at(path, place.nodeAt([...path, "name"])),
      children: variables,
    };
  });
}

/** The range of a node, and of its name, if that is a part of it. */
function placed(
  document: Node,
  path: Path,
  name: Node | undefined,
  start: number,
): TextRange & { selected: TextRange } {
  const node = nearestNodeAt(document, path);
  const isInside = name !== undefined && name.start >= node.start && name.end <= node.end;
  const selected = isInside ? name : { start: node.start, end: node.start };
  return {
    start: start + node.start,
    end: start + node.end,
    selected: { start: start + selected.start, end: start + selected.end },
  };
}
