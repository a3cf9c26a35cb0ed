/** Lines about values that the input does not determine: one for each unknown, however many entries depend on it. */

import { formatPath } from "../../kubernetes/pod/path.ts";
import type { ManifestPath, ResolvedContainer } from "../../kubernetes/pod/types.ts";
import type { DocumentPart } from "../../repository/manifest-part.ts";
import { printable } from "../../text/printable.ts";
import type { Node } from "../../yaml/node.ts";
import { type ManifestWorkload, unknownText } from "../manifests/manifest-workload.ts";
import { FindingLines } from "./finding-lines.ts";

const OUTSIDE = "in objects without a pod, text with unknown Flux variables does not change";

export class UnknownLines {
  private readonly found: FindingLines;
  /** How many entries are unknown. */
  entries = 0;
  private readonly isAll: boolean;

  /** @param isAll whether each entry has a line */
  constructor(isAll: boolean) {
    this.isAll = isAll;
    this.found = new FindingLines("unknown", isAll);
  }

  add(workload: ManifestWorkload, container: ResolvedContainer): void {
    for (const entry of container.unknown) {
      const { name, path, source } = entry;
      // References to the variables of services are reported below.
      if (source.kind === "service") continue;
      this.entries++;
      this.found.add(entry.needs, () => {
        const what = name === "" ? "" : ` (${printable(name)})`;
        const text = `${workload.name}: ${workload.fieldOf(path)}${what}: ${workload.unknownText(entry)}`;
        return { place: workload.placeOf(path), text };
      });
    }
    for (const reference of container.unresolved) {
      const { name, need } = reference;
      if (need === undefined || (!this.isAll && this.found.has(need.needs))) continue;
      this.found.add(need.needs, () => {
        const text = `${workload.name}: $(${printable(name)}): ${workload.unknownText(need)}`;
        return { place: workload.placesOf([reference])[0]!, text };
      });
    }
  }

  /** Reports the texts in the output that Flux replaces with something unknown. */
  addTexts(part: DocumentPart, document: Node, hasPods: boolean): void {
    const unknown = part.unknownTexts(document);
    for (const [path, text] of unknown === undefined ? [] : textsIn(document.value)) {
      const need = unknown!.get(text);
      if (need === undefined || (hasPods && !this.isAll && this.found.has(need.needs))) continue;
      this.found.add(hasPods ? need.needs : OUTSIDE, () => {
        const what = hasPods || this.isAll ? `${printable(formatPath(path))}: ${unknownText(need)}` : OUTSIDE;
        return { place: part.placeOf(document, path), text: what };
      });
    }
  }

  lines(): Iterable<string> {
    return this.found.lines();
  }

  close(): void {
    this.found.close();
  }
}

/** The strings and keys in a value, with their paths. */
function* textsIn(value: unknown, path: ManifestPath = []): Generator<[path: ManifestPath, text: string]> {
  if (typeof value === "string") yield [path, value];
  if (typeof value !== "object" || value === null) return;
  for (const [key, member] of Object.entries(value)) {
    const at = [...path, Array.isArray(value) ? Number(key) : key];
    yield [at, key];
    yield* textsIn(member, at);
  }
}
