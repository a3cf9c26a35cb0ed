/** A manifest that is edited: what an edit did not touch is not looked at again. */

import type { SkippedObject } from "../../kubernetes/cluster/objects.ts";
import type { PodClusters } from "../../kubernetes/cluster/pod-cluster.ts";
import { formatPath } from "../../kubernetes/pod/path.ts";
import type { PodTrace } from "../../kubernetes/pod/trace/types.ts";
import { FindingCollector } from "../../lint/collector.ts";
import type { Finding, Region } from "../../lint/finding.ts";
import { isSoundFix, type Look } from "../../lint/fix/fix-text.ts";
import { mayHaveObjects, type SharedObject, sharedObjects } from "../../lint/folder-world.ts";
import { lintPart } from "../../lint/manifest-lint.ts";
import type { PodPlace } from "../../lint/pod-place.ts";
import type { RawFinding } from "../../lint/raw-finding.ts";
import { type Beginning, SourceText } from "../../lint/source-text.ts";
import { memberOf } from "../../text/own-keys.ts";
import { nodeAt } from "../../yaml/node.ts";
import type { FileSettings } from "../settings.ts";
import { TextChange } from "../text-change.ts";
import { changedNames, scalarsIn } from "./changed-objects.ts";
import { type Chunk, chunksOf, parseChunk } from "./chunks.ts";

/** The trace of a pod, with its places in the text that it was read from. */
export interface PodPicture {
  readonly trace: PodTrace;
  readonly place: PodPlace;
}

/** A picture, and what has become of its text since. */
export interface SeenPod extends PodPicture {
  /** Undefined: the text is as it was. */
  readonly change: TextChange | undefined;
}

/** What is around the pods of a manifest. */
export interface Surroundings {
  readonly clusters: PodClusters;
  /** The objects in the clusters. */
  readonly objects: readonly SharedObject[];
  readonly settings: FileSettings;
}

/** What is in a chunk; offsets are in its text, lines in the whole one. */
export interface LintedChunk {
  readonly findings: readonly Finding[];
  readonly pods: readonly PodPicture[];
  /** Objects that have no pod and that no pod refers to. */
  readonly skipped: readonly SkippedObject[];
  /** Pods that cannot be traced, and why. */
  readonly unresolved: readonly { readonly start: number; readonly message: string }[];
}

const NOTHING: readonly SharedObject[] = [];

export class TrackedChunk {
  readonly chunk: Chunk;
  /** The chunk; if it cannot be read, what stood here when it could be. */
  readonly good: Chunk;
  /** What pods may refer to; of a chunk that cannot be read, what it had before. */
  readonly objects: readonly SharedObject[];
  private readonly objectsText: string;
  /** The pods that were seen here before. */
  private readonly before: readonly PodPicture[];
  /** Once a change of objects has asked for it. */
  private scalars: ReadonlySet<string> | undefined;
  private linted: (LintedChunk & { readonly around: Surroundings; readonly line: number }) | undefined;
  private seen: readonly SeenPod[] | undefined;

  constructor(chunk: Chunk, former: TrackedChunk | undefined) {
    this.chunk = chunk;
    this.good = chunk.error !== undefined && former !== undefined ? former.good : chunk;
    this.before = former?.pictures ?? [];
    const { documents, error, text } = chunk;
    if (error !== undefined && former !== undefined) {
      this.objects = former.objects;
      this.objectsText = former.objectsText;
      return;
    }
    const objects = mayHaveObjects(text) ? sharedObjects(documents, undefined) : NOTHING;
    this.objectsText = objects.length === 0 ? "" : JSON.stringify(objects);
    this.objects = former?.objectsText === this.objectsText ? former.objects : objects;
  }

  /** What was seen last, or would have been. */
  private get pictures(): readonly PodPicture[] {
    if (this.seen !== undefined) return this.seen;
    return this.linted === undefined ? this.before : [...this.linted.pods, ...this.formerPods(this.linted.pods)];
  }

  /** The pods that were seen here before, unless they are among those of now or their object has gone. */
  private formerPods(pods: readonly PodPicture[]): readonly PodPicture[] {
    const now = new Set(pods.map(({ place }) => idOf(place)));
    return this.before.filter(({ place }) => !now.has(idOf(place)) && this.mayHave(place));
  }

  /** Whether the fix of one of its findings does what it should. */
  isSound({ message, rule, start }: Finding, line: number, around: Surroundings): boolean {
    const { clusters, settings } = around;
    const { file, isKustomized } = settings;
    const look: Look = (text, onContainer) => {
      const { documents, error } = parseChunk(text, true);
      if (error !== undefined) return undefined;
      const source = new SourceText(text, beginningAt(line));
      const onPod = ({ containers }: PodTrace, place: PodPlace) => {
        for (const container of containers) onContainer(container, place);
      };
      const context = { clusters, isKustomized };
      const { findings, suppressions } = lintPart({ documents }, source, context, { ...settings, onPod });
      return { findings: new FindingCollector(settings).reported(file, source, { findings, suppressions, documents }) };
    };
    const isMeant = (each: RawFinding) => each.rule === rule && each.start === start && each.message === message;
    return isSoundFix(this.chunk.text, isMeant, look);
  }

  /** @param line the number of its first line */
  lint(line: number, around: Surroundings): LintedChunk {
    if (this.linted !== undefined && this.isAsBefore(this.linted.around, around)) {
      const linted = { ...this.linted, around };
      this.linted = linted;
      if (linted.line === line) return linted;
      if (linted.findings.every(({ message, same }) => message === same)) {
        const findings = linted.findings.map((finding) => movedBy(line - linted.line, finding));
        this.linted = { ...linted, findings, line };
        return this.linted;
      }
    }
    const { documents, text } = this.chunk;
    const source = new SourceText(text, beginningAt(line));
    const pods: PodPicture[] = [];
    const { clusters, settings } = around;
    const { file, isKustomized } = settings;
    const onPod = (trace: PodTrace, place: PodPlace) => pods.push({ trace, place });
    const context = { clusters, isKustomized };
    const result = lintPart({ documents }, source, context, { ...settings, onPod });
    const { findings, skipped, suppressions, unresolved } = result;
    const collector = new FindingCollector(settings);
    collector.add(file, source, { findings, suppressions, documents });
    this.linted = { findings: collector.findings, pods, skipped, unresolved, around, line };
    this.seen = undefined;
    return this.linted;
  }

  /** The pods, and those that were seen here before and that the text now says nothing of. */
  pods(line: number, around: Surroundings): readonly SeenPod[] {
    const { pods } = this.lint(line, around);
    if (this.seen === undefined) {
      const changed = this.formerPods(pods).map(({ place, trace }) => {
        return { place, trace, change: new TextChange(place.source.text, this.chunk.text) };
      });
      this.seen = [...pods.map((pod) => ({ ...pod, change: undefined })), ...changed];
    }
    return this.seen;
  }

  /** Whether nothing around has changed that says something of the pods. */
  private isAsBefore(before: Surroundings, now: Surroundings): boolean {
    if (before.settings !== now.settings) return false;
    if (before.clusters === now.clusters) return true;
    const names = changedNames(before.objects, now.objects);
    if (names === undefined) return false;
    this.scalars ??= scalarsIn(this.chunk.documents);
    for (const name of names) if (this.scalars.has(name)) return false;
    return true;
  }

  /** Whether an object that was here still is, or nobody can say. */
  private mayHave({ workload: { owner, ownerPath } }: PodPlace): boolean {
    const { documents, error } = this.chunk;
    if (error !== undefined) return true;
    return documents.some((document) => {
      const now = nodeAt(document, ownerPath)?.value;
      return (
        memberOf(now, "kind") === owner.kind && memberOf(memberOf(now, "metadata"), "name") === owner.metadata?.name
      );
    });
  }
}

/** Offsets count from a chunk's beginning, lines from the whole text's. */
function beginningAt(line: number): Beginning {
  return { position: { line, column: 1 }, offset: 0, utf16Column: 1 };
}

/** A finding whose message tells no line, further down. */
function movedBy(lines: number, finding: Finding): Finding {
  const moved = <R extends Region>(region: R): R => {
    return { ...region, line: region.line + lines, endLine: region.endLine + lines };
  };
  const { fix } = finding;
  return { ...moved(finding), ...(fix && { fix: { ...fix, edits: fix.edits.map(moved) } }) };
}

/** What a pod is known by in its chunk, whatever its namespace is while that is typed. */
function idOf({ workload: { owner, ownerPath, podPath } }: PodPlace): string {
  const { kind, metadata } = owner;
  return JSON.stringify([kind, metadata?.name, formatPath(ownerPath), formatPath(podPath)]);
}

/** A chunk with its place in the whole text. */
export interface PlacedChunk {
  readonly start: number;
  readonly line: number;
  readonly tracked: TrackedChunk;
}

export class ManifestText {
  chunks: readonly PlacedChunk[] = [];
  /** What pods may refer to; the same array as long as that is the same. */
  objects: readonly SharedObject[] = NOTHING;
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
      line += linesIn(chunk);
      return placed;
    });
    const lists = this.chunks.map(({ tracked }) => tracked.objects).filter((list) => list.length > 0);
    if (lists.length === this.lists.length && lists.every((list, i) => list === this.lists[i])) return;
    this.lists = lists;
    this.objects = lists.flat();
  }
}

/** What each chunk was before: the same one, or between the same ones that one in its place. */
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

const lineCounts = new WeakMap<Chunk, number>();

function linesIn(chunk: Chunk): number {
  let count = lineCounts.get(chunk);
  if (count === undefined) {
    count = 0;
    for (const _ of chunk.text.matchAll(/\r\n?|\n/g)) count++;
    lineCounts.set(chunk, count);
  }
  return count;
}
