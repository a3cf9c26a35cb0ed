/** A manifest's text in chunks, one or more documents each, so that an edit or a mistake in one leaves the others alone. */

import type { SharedObject } from "../../kubernetes/cluster/shared-objects.ts";
import { type Chunk, type ChunkForm, parseChunk, TrackedChunk } from "./tracked-chunk.ts";

/** A line that begins a document, even inside a scalar. */
const MARKER = /(?<=[\r\n])---(?=[ \t\r\n]|$)/g;
/** Finds a chunk that has been parsed before. */
type KnownChunk = (text: string, form: ChunkForm) => Chunk | undefined;

/** The chunks of a text, one after the other. */
export function chunksOf(text: string, known: KnownChunk): Chunk[] {
  const starts = [0, ...Array.from(text.matchAll(MARKER), ({ index }) => index), text.length];
  const form = starts.length === 2 ? "file" : "documents";
  return starts.slice(1).flatMap((end, i) => {
    const piece = text.slice(starts[i], end);
    return chunksOfList(piece, known) ?? known(piece, form) ?? parseChunk(piece, form);
  });
}

/** Everything before the items of a List in block style, and their indentation. */
const ITEMS = /^items:[ \t]*\n( *)(?=- )/m;
const LIST = /^kind: List[ \t]*$/m;
/** Comments that suppress findings, which can come before an item, and ends of documents. */
const ACROSS = /varexpand-ignore|^\.\.\./m;

/**
 * The items of a List in block style, and the text around them; undefined if this is something else, or the items can
 * only be read together, because one has an alias for a node of another, for example.
 */
function chunksOfList(text: string, known: KnownChunk): Chunk[] | undefined {
  const items = ITEMS.exec(text);
  if (items === null || !LIST.test(text) || ACROSS.test(text)) return undefined;
  const indentation = items[1]!;
  const first = items.index + items[0].length - indentation.length;
  const after = text.slice(first).search(/^[^\s#-]/m);
  const end = after === -1 ? text.length : first + after;
  const around = [text.slice(0, first), text.slice(end)].map((piece) => parseChunk(piece, "documents"));
  if (around.some(({ error }) => error !== undefined) || /^items:/m.test(text.slice(end))) return undefined;
  const [before, last] = around.map(
    (chunk) => known(chunk.text, "around") ?? { ...chunk, form: "around" as const, documents: [] },
  );
  const dashes = [...text.slice(first, end).matchAll(/^( *)- /gm)].filter(([, before]) => before === indentation);
  const starts = [...Array.from(dashes, ({ index }) => first + index), end];
  const chunks = starts.slice(1).map((stop, i) => {
    const piece = text.slice(starts[i], stop);
    return known(piece, "item") ?? parseChunk(piece, "item");
  });
  if (chunks.some(({ error }) => error !== undefined) && parseChunk(text, "documents").error === undefined)
    return undefined;
  return [before!, ...chunks, last!];
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

  /** The text with the last version that could be read of each chunk. */
  get readable(): string {
    return this.chunks.map(({ tracked }) => tracked.good.text).join("");
  }

  update(text: string): void {
    const former = this.chunks.map(({ tracked }) => tracked);
    const byText = new Map(former.map((tracked) => [`${tracked.chunk.form} ${tracked.chunk.text}`, tracked]));
    const chunks = chunksOf(text, (piece, form) => byText.get(`${form} ${piece}`)?.chunk);
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
