/** The view of a manifest. */

import type { SkippedObject } from "../../kubernetes/cluster/objects.ts";
import type { ManifestPath } from "../../kubernetes/pod/types.ts";
import type { Reported } from "../../lint/collector.ts";
import type { RawFix } from "../../lint/finding.ts";
import { isSeeing } from "../../lint/rules/rules.ts";
import { ignoringFix } from "../../lint/suppressions.ts";
import { getOrAdd } from "../../text/grouped.ts";
import { memberOf } from "../../text/own-keys.ts";
import type { Path } from "../../yaml/node.ts";
import { brokenRange, contains, type Place } from "../places.ts";
import { takersOf, takersText } from "../value-consumers.ts";
import type {
  OutlineEntry,
  Problem,
  Renaming,
  TextView,
  ViewedFinding,
  ViewedSymbol,
  ViewedUse,
  VisibleName,
} from "../view.ts";
import type { FluxFile } from "./flux-file.ts";
import { type SourcePlaces, ViewedPod, type ViewedPodUse } from "./manifest-pods.ts";
import type { ManifestText, PlacedChunk } from "./manifest-text.ts";
import { outlineOf } from "./outline.ts";
import { renamingOf } from "./renaming.ts";
import type { Surroundings } from "./tracked-chunk.ts";

/** Syntax of templates of other tools: `{{ .Values.x }}`, `{% if x %}`, `<%= x %>`. */
export const TEMPLATE_MARK = /\{\{|\{%|<%/;
/** The start of a Kubernetes object. */
const OBJECT_MARK = /^["']?(?:apiVersion|kind)["']?[ \t]*:|^[ \t]*\{/m;

export interface ManifestSurroundings extends Surroundings {
  readonly sources: SourcePlaces;
  /** What the session of lint reports. */
  readonly reported?: (() => readonly Reported[]) | undefined;
  /** Undefined if no Kustomization of Flux applies the text. */
  readonly flux?: FluxFile | undefined;
  /** The pods of all texts that can refer to the same objects. */
  podsAround(): readonly ViewedPod[];
}

export class ManifestView implements TextView {
  readonly kind = "manifest";
  private readonly name: string;
  private readonly around: ManifestSurroundings;
  private readonly chunks: readonly PlacedChunk[];
  private readonly podsOfChunks = new Map<PlacedChunk, readonly ViewedPod[]>();
  private usesFound: readonly ViewedUse[] | undefined;
  private found: readonly ViewedFinding[] | undefined;

  constructor(name: string, manifest: ManifestText, around: ManifestSurroundings) {
    this.name = name;
    this.chunks = manifest.chunks;
    this.around = around;
  }

  get findings(): readonly ViewedFinding[] {
    const { reported } = this.around;
    if (reported === undefined) return this.findingsOfPods();
    this.found ??= reported().flatMap((each) => this.viewedFinding(each) ?? []);
    return this.found;
  }

  /** A finding of the session, which reads the last version of each chunk that can be read. */
  private viewedFinding({ finding, raw }: Reported): ViewedFinding | undefined {
    let at = 0;
    for (const chunk of this.chunks) {
      const { chunk: now, good } = chunk.tracked;
      const isIn = raw.start < at + good.text.length || chunk === this.chunks.at(-1);
      if (isIn && now !== good) return undefined;
      if (isIn) {
        const moved = chunk.start - at;
        const [start, end] = [raw.start + moved, raw.end + moved];
        const ofChunk = () =>
          this.findingsOfPods().find((each) => each.start === start && each.finding.rule === raw.rule);
        // A kustomization changes the object: the fix is that of the file alone.
        return { finding, start, end, fix: raw.fix ?? (raw.kustomization === undefined ? undefined : ofChunk()?.fix) };
      }
      at += good.text.length;
    }
    return undefined;
  }

  private findingsOfPods(): ViewedFinding[] {
    return this.chunks.flatMap(({ line, start, tracked }) =>
      tracked.lint(line, this.around).findings.map((finding) => ({
        finding,
        start: start + finding.start,
        end: start + finding.end,
        fix: finding.fix && {
          description: finding.fix.description,
          edits: finding.fix.edits.map((edit) => placedEdit(edit, start)),
        },
      })),
    );
  }

  fixOf(found: ViewedFinding): RawFix | undefined {
    const { finding, fix, start } = found;
    const chunk = this.chunkAt(start);
    if (fix === undefined || chunk === undefined) return undefined;
    // The fixes of other rules change nothing else.
    if (!isSeeing(finding.rule, "use")) return fix;
    const inChunk = { ...finding, start: start - chunk.start };
    return chunk.tracked.isSound(inChunk, chunk.line, this.around) ? fix : undefined;
  }

  ignoring({ finding, start }: ViewedFinding): RawFix | undefined {
    const chunk = this.chunkAt(start);
    if (chunk === undefined || this.name.endsWith(".json")) return undefined;
    const { text, documents } = chunk.tracked.chunk;
    const fix = ignoringFix(text, documents, finding.rule, start - chunk.start);
    return fix && { ...fix, edits: fix.edits.map((edit) => placedEdit(edit, chunk.start)) };
  }

  renamingAt(offset: number): Renaming | string | undefined {
    const symbol = this.symbolAt(offset);
    if (symbol === undefined || symbol.name === "") return undefined;
    return renamingOf(
      symbol.name,
      this.podsAt(offset),
      this.chunks.map(({ tracked }) => tracked.chunk.text).join(""),
      offset,
    );
  }

  outline(): OutlineEntry[] {
    return this.chunks.flatMap((chunk) =>
      outlineOf(
        chunk,
        this.podsIn(chunk).map(({ seen }) => seen),
      ),
    );
  }

  get problems(): readonly Problem[] {
    return this.chunks.flatMap(({ line, start, tracked }): Problem[] => {
      const { error, form, text } = tracked.chunk;
      if (error === undefined) {
        const { unresolved } = tracked.lint(line, this.around);
        return unresolved.map(({ message, start: at }) => ({ start: start + at, end: start + at, message }));
      }
      if (TEMPLATE_MARK.test(text) || (form !== "item" && !OBJECT_MARK.test(text))) return [];
      return [{ ...brokenRange(text, error.offset, start), message: error.message }];
    });
  }

  /** Objects that have no pod and that no pod refers to. */
  get skipped(): readonly SkippedObject[] {
    return this.chunks.flatMap(({ line, tracked }) => tracked.lint(line, this.around).skipped);
  }

  get uses(): readonly ViewedUse[] {
    this.usesFound ??= this.pods.flatMap(({ uses }) => uses).sort((a, b) => a.start - b.start || a.end - b.end);
    return this.usesFound;
  }

  get pods(): readonly ViewedPod[] {
    return this.chunks.flatMap((chunk) => this.podsIn(chunk));
  }

  symbolAt(offset: number): ViewedSymbol | undefined {
    const replaced = this.around.flux?.symbolAt(offset);
    if (replaced !== undefined) return replaced;
    for (const pod of this.podsAt(offset)) {
      const use = pod.uses.find((each) => each.use.source === undefined && each.name !== "" && contains(each, offset));
      if (use !== undefined) return this.symbolOfUse(use);
    }
    for (const pod of this.podsAt(offset)) {
      const at = pod.containerAt(offset);
      const entry = at && entryOf(at.path);
      if (at === undefined || entry === undefined) continue;
      const path = [...at.container.resolved.path, ...entry];
      const declared = at.container.definitions.filter((each) => each.path?.join("/") === path.join("/"));
      const [first] = declared;
      const range = pod.entryPlace(path);
      if (first === undefined || range === undefined) continue;
      // An entry of envFrom sets many names, so the symbol is the object.
      const isOne = path.at(-2) === "env";
      const { container } = at;
      return {
        start: range.start,
        end: range.end,
        name: isOne ? first.name : "",
        where: pod.titleOf(container),
        definitions: isOne
          ? pod.definitions(container.definitionOf(first.name) ?? first)
          : declared.map((each) => pod.viewed(each, container.definitionOf(each.name) !== each)),
        notes: [],
        use: undefined,
        references: () => (isOne ? pod.places(container, first.name) : [range]),
      };
    }
    return this.objectKeyAt(offset);
  }

  visibleAt(offset: number): readonly VisibleName[] {
    for (const pod of this.podsAt(offset)) {
      const found = pod.visibleAt(offset);
      if (found.length > 0) return found;
    }
    return [];
  }

  private symbolOfUse(use: ViewedPodUse): ViewedSymbol {
    const { container, definitions, end, name, pod, start, where } = use;
    const self = [{ name: pod.file, start, end }];
    const references = () => (container === undefined ? self : pod.places(container, name));
    return { start, end, name, where, definitions, notes: [], use, references };
  }

  /** A key of a ConfigMap or Secret, or a Service, that containers take variables from. */
  private objectKeyAt(offset: number): ViewedSymbol | undefined {
    const chunk = this.chunkAt(offset);
    const isObject = chunk?.tracked.good.documents.some((document) =>
      /^(?:ConfigMap|Secret|Service|List)/.test(`${memberOf(document.value, "kind")}`),
    );
    if (!isObject) return undefined;
    const isHere = (place: Place) => place.name === this.name && contains(place, offset);
    const takers = takersOf(this.around.podsAround(), isHere);
    if (takers === undefined) return undefined;
    const { from, places, variable } = takers;
    const { end, start } = from;
    const references = () => [from, ...places];
    const notes = [takersText(takers)];
    return { start, end, name: variable, where: "", definitions: [], notes, use: undefined, references };
  }

  private podsAt(offset: number): readonly ViewedPod[] {
    const chunk = this.chunkAt(offset);
    return chunk === undefined ? [] : this.podsIn(chunk);
  }

  private chunkAt(offset: number): PlacedChunk | undefined {
    return this.chunks.findLast(({ start }) => start <= offset);
  }

  private podsIn(chunk: PlacedChunk): readonly ViewedPod[] {
    const { line, start, tracked } = chunk;
    return getOrAdd(this.podsOfChunks, chunk, () => {
      return tracked.pods(line, this.around).map((seen) => new ViewedPod(this.name, seen, start, this.around.sources));
    });
  }
}

function placedEdit({ end, start, text }: RawFix["edits"][number], from: number): RawFix["edits"][number] {
  return { start: from + start, end: from + end, text };
}

/** The entry of `env` or `envFrom` that a place in a container is in, but not in its value. */
function entryOf(path: Path): ManifestPath | undefined {
  const [member, index, field] = path;
  if ((member !== "env" && member !== "envFrom") || typeof index !== "number") return undefined;
  return field === "value" ? undefined : [member, index];
}
