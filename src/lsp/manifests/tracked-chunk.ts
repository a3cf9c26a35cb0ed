/** A part of a manifest that is edited. It is read and linted again only if it or its surroundings change. */

import { mayBeObject, type SkippedObject } from "../../kubernetes/cluster/objects.ts";
import type { PodClusters } from "../../kubernetes/cluster/pod-cluster.ts";
import { mayHaveObjects, type SharedObject, sharedIn } from "../../kubernetes/cluster/shared-objects.ts";
import { formatPath } from "../../kubernetes/pod/path.ts";
import type { PodTrace } from "../../kubernetes/pod/trace/types.ts";
import { FindingCollector } from "../../lint/collector.ts";
import type { Finding, RawFinding } from "../../lint/finding.ts";
import { isSoundFix, type LintText } from "../../lint/fix/fix-text.ts";
import { lintPart, type ManifestLintOptions, type PartResult } from "../../lint/manifest-lint.ts";
import type { PodPlace } from "../../lint/pod-place.ts";
import { type Beginning, SourceText } from "../../lint/source-text.ts";
import { memberOf } from "../../text/own-keys.ts";
import { KUBERNETES } from "../../yaml/dialect.ts";
import { DocumentError } from "../../yaml/error.ts";
import { type Node, nodeAt, type SequenceNode } from "../../yaml/node.ts";
import { parseManifest, parseYaml } from "../../yaml/parse.ts";
import type { FileSettings } from "../settings.ts";
import { TextChange } from "../text-change.ts";

/** A whole file, which may be JSON; documents of YAML; an item of a List, with its dash; or the text around the items. */
export type ChunkForm = "file" | "documents" | "item" | "around";

/** One or more documents of a manifest, or an item of a List. */
export interface Chunk {
  readonly text: string;
  readonly form: ChunkForm;
  /** The nodes that may be objects of Kubernetes; offsets are into `text`. */
  readonly documents: readonly Node[];
  /** The number of line breaks. */
  readonly lines: number;
  /** Why it is neither YAML nor JSON; then there are no documents. */
  readonly error: DocumentError | undefined;
}

export function parseChunk(text: string, form: ChunkForm): Chunk {
  const lines = text.match(/\r\n?|\n/g)?.length ?? 0;
  try {
    const roots = form === "file" ? parseManifest(text, KUBERNETES) : parseYaml(text, KUBERNETES);
    const nodes = form === "item" ? roots.flatMap((root) => (root as SequenceNode).items) : roots;
    return { text, form, lines, documents: nodes.filter(({ value }) => mayBeObject(value)), error: undefined };
  } catch (error) {
    if (!(error instanceof DocumentError)) throw error;
    return { text, form, lines, documents: [], error };
  }
}

/** The trace of a pod, with its places in the text from which it was read. */
export interface TracedPod {
  readonly trace: PodTrace;
  readonly place: PodPlace;
}

/** A traced pod, and the changes of its text since. */
export interface SeenPod extends TracedPod {
  /** Undefined if the text has not changed. */
  readonly change: TextChange | undefined;
}

export interface Surroundings {
  readonly clusters: PodClusters;
  readonly settings: FileSettings;
  /** Returns an object as Flux applies it. It is another function if the variables differ. */
  readonly applied?: ((document: Node) => Node) | undefined;
}

/** The result of linting a chunk. Offsets count from its start, lines from the start of the file. */
interface LintedChunk {
  readonly findings: readonly Finding[];
  readonly pods: readonly TracedPod[];
  /** Objects that have no pod and that no pod refers to. */
  readonly skipped: readonly SkippedObject[];
  /** Pods that cannot be traced, and why. */
  readonly unresolved: readonly { readonly start: number; readonly message: string }[];
}

const NOTHING: readonly SharedObject[] = [];

export class TrackedChunk {
  readonly chunk: Chunk;
  /** The last version of the chunk that could be read. */
  readonly good: Chunk;
  /** The objects that pods can refer to, in the last version that could be read. */
  readonly objects: readonly SharedObject[];
  private readonly objectsText: string;
  /** The pods of former versions. */
  private readonly before: readonly TracedPod[];
  private linted: (LintedChunk & { readonly around: Surroundings; readonly line: number }) | undefined;
  private seen: readonly SeenPod[] | undefined;

  constructor(chunk: Chunk, former: TrackedChunk | undefined) {
    this.chunk = chunk;
    this.good = chunk.error !== undefined && former !== undefined ? former.good : chunk;
    this.before = former?.lastPods ?? [];
    const { documents, error, text } = chunk;
    if (error !== undefined && former !== undefined) {
      this.objects = former.objects;
      this.objectsText = former.objectsText;
      return;
    }
    const objects = mayHaveObjects(text) ? documents.flatMap(({ value }) => sharedIn(value)) : NOTHING;
    this.objectsText = objects.length === 0 ? "" : JSON.stringify(objects);
    this.objects = former?.objectsText === this.objectsText ? former.objects : objects;
  }

  private get lastPods(): readonly TracedPod[] {
    if (this.seen !== undefined) return this.seen;
    return this.linted === undefined ? this.before : [...this.linted.pods, ...this.formerPods(this.linted.pods)];
  }

  /** Pods of former versions that are missing now because of a syntax error or an edit. */
  private formerPods(pods: readonly TracedPod[]): readonly TracedPod[] {
    const now = new Set(pods.map(({ place }) => idOf(place)));
    return this.before.filter(({ place }) => !now.has(idOf(place)) && this.mayHave(place));
  }

  /** Whether the fix of a finding changes nothing else. */
  isSound({ message, rule, start }: Finding, line: number, around: Surroundings): boolean {
    const { settings } = around;
    const lint: LintText = (text, onPod) => {
      const { form } = this.chunk;
      const { documents, error } = parseChunk(text, form === "item" ? form : "file");
      if (error !== undefined) return undefined;
      const source = new SourceText(text, beginningAt(line));
      const { findings, suppressions } = linted(documents, source, around, onPod);
      const found = { findings, suppressions, documents };
      return { findings: new FindingCollector(settings).reported(settings.file, source, found) };
    };
    const isMeant = (each: RawFinding) => each.rule === rule && each.start === start && each.message === message;
    return isSoundFix(this.chunk.text, isMeant, lint);
  }

  /** @param line the number of its first line */
  lint(line: number, around: Surroundings): LintedChunk {
    const known = this.linted;
    const isSame = known?.around.settings === around.settings && known.around.clusters === around.clusters;
    if (isSame && known.line === line && known.around.applied === around.applied) return known;
    const { documents, text } = this.chunk;
    const source = new SourceText(text, beginningAt(line));
    const pods: TracedPod[] = [];
    const { findings, skipped, suppressions, unresolved } = linted(documents, source, around, (trace, place) => {
      pods.push({ trace, place });
    });
    const collector = new FindingCollector(around.settings);
    collector.add(around.settings.file, source, { findings, suppressions, documents });
    this.linted = { findings: collector.findings, pods, skipped, unresolved, around, line };
    this.seen = undefined;
    return this.linted;
  }

  /** The pods, and those of former versions that cannot be read now. */
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

  /** Whether an object still exists, or can exist in a chunk that cannot be read. */
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

/** The result of linting documents as they are applied. */
function linted(
  documents: readonly Node[],
  source: SourceText,
  { applied, clusters, settings }: Surroundings,
  onPod: NonNullable<ManifestLintOptions["onPod"]>,
): PartResult {
  const part = { documents: applied === undefined ? documents : documents.map(applied) };
  const context = { clusters, role: settings.role, isSubstitutedIn: () => applied !== undefined };
  return lintPart(part, source, context, { ...settings, onPod });
}

function beginningAt(line: number): Beginning {
  return { position: { line, column: 1 }, offset: 0, utf16Column: 1 };
}

/** Identifies a pod in its chunk, independent of its namespace. */
function idOf({ workload: { owner, ownerPath, podPath } }: PodPlace): string {
  const { kind, metadata } = owner;
  return JSON.stringify([kind, metadata?.name, formatPath(ownerPath), formatPath(podPath)]);
}
