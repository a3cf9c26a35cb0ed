/** A manifest's text in chunks, one or more documents each, so that an edit or a mistake in one leaves the others alone. */

import type { SharedObject } from "../../lint/folder-objects.ts";
import { type Chunk, parseChunk, TrackedChunk } from "./tracked-chunk.ts";

/** A line that begins a document, even inside a scalar. */
const MARKER = /(?<=[\r\n])---(?=[ \t\r\n]|$)/g;
/**
 * The chunks of a text, one after the other.
 *
 * @param known finds chunks that have been parsed before
 */
export function chunksOf(text: string, known: (text: string) => Chunk | undefined): Chunk[] {
  const starts = [0, ...Array.from(text.matchAll(MARKER), ({ index }) => index), text.length];
  const isAlone = starts.length === 2;
  return starts.slice(1).map((end, i) => {
    const piece = text.slice(starts[i], end);
    return known(piece) ?? parseChunk(piece, isAlone);
  });
}

/** A chunk with its position in the whole text. */
export interface PlacedChunk {
  readonly start: number;
  readonly line: number;
  readonly tracked: TrackedChunk;
}

export class ManifestText {
  chunks: readonly PlacedChunk[] = [];
  /** The objects that pods can refer to. The array is replaced only if they change. */
  objects: readonly SharedObject[] = [];
  private lists: readonly (readonly SharedObject[])[] = [];

  constructor(text: string) {
    this.update(text);
  }

  update(text: string): void {
    const former = this.chunks.map(({ tracked }) => tracked);
    const byText = new Map(former.map((tracked) => [tracked.chunk.text, tracked]));
    const chunks = chunksOf(text, (piece) => byText.get(piece)?.chunk);
    const places = partners(chunks, former);
    let start = 0;
    let line = 1;
    const used = new Set<TrackedChunk>();
    this.chunks = chunks.map((chunk, i) => {
      const before = places[i];
      const isReused = before?.chunk === chunk && !used.has(before);
      const tracked = isReused ? before : new TrackedChunk(chunk, before);
      used.add(tracked);
      const placed = { start, line, tracked };
      start += chunk.text.length;
      line += chunk.lines;
      return placed;
    });
    const lists = this.chunks.map(({ tracked }) => tracked.objects).filter((list) => list.length > 0);
    if (lists.length === this.lists.length && lists.every((list, i) => list === this.lists[i])) return;
    this.lists = lists;
    this.objects = lists.flat();
  }
}

/** The former version of each chunk: an equal chunk, or the one at the same position between equal chunks. */
function partners(chunks: readonly Chunk[], former: readonly TrackedChunk[]): (TrackedChunk | undefined)[] {
  const most = Math.min(chunks.length, former.length);
  let first = 0;
  while (first < most && chunks[first] === former[first]!.chunk) first++;
  let same = 0;
  while (same < most - first && chunks.at(-1 - same) === former.at(-1 - same)!.chunk) same++;
  return chunks.map((_, i) => {
    if (i >= chunks.length - same) return former[i - chunks.length + former.length];
    return i < former.length - same ? former[i] : undefined;
  });
}
