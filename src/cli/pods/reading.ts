/** Collects the output for the pods of manifests, of which only one part is in memory at a time. */

import { type FileRole, isUnapplied } from "../../kubernetes/cluster/not-applied.ts";
import { ManifestObjectError } from "../../kubernetes/cluster/object-schema.ts";
import { readManifestObjects, type SkippedObject, SkippedObjects } from "../../kubernetes/cluster/objects.ts";
import type { PodClusters } from "../../kubernetes/cluster/pod-cluster.ts";
import {
  type DocumentReading,
  WorkloadReader,
  type WorkloadReaderOptions,
  type WorkloadResult,
} from "../../kubernetes/cluster/workload-reader.ts";
import { formatPath } from "../../kubernetes/pod/path.ts";
import { EXPANSION_LIMIT } from "../../kubernetes/pod/sources/pod-scope.ts";
import { suggestionsIn } from "../../kubernetes/pod/trace/suggestions.ts";
import type { ManifestPath, ResolvedPod } from "../../kubernetes/pod/types.ts";
import { type DocumentPart, ManifestPart } from "../../repository/manifest-part.ts";
import { Unknowns } from "../../repository/unknowns.ts";
import { memberOf } from "../../text/own-keys.ts";
import { printable } from "../../text/printable.ts";
import { tryOrUndefined } from "../../text/try-or-undefined.ts";
import { DocumentError } from "../../yaml/error.ts";
import type { Node } from "../../yaml/node.ts";
import { doubleQuoted } from "../../yaml/write/string.ts";
import type { Spool } from "../files/spool.ts";
import { InputError } from "../frame/errors.ts";
import { objectsIn } from "../manifests/manifest-file.ts";
import { type Hints, ManifestWorkload, type ResolvedWorkload } from "../manifests/manifest-workload.ts";
import { GivenVolumes } from "../manifests/volume-folder.ts";
import type { WorkloadSelection } from "../manifests/workload-selection.ts";
import { PodEvents } from "./events.ts";
import { FindingLines } from "./finding-lines.ts";
import { type PodFormat, type PrinterOptions, podPrinter } from "./formats.ts";
import { PodErrors } from "./pod-errors.ts";
import { printsSecrets, printsSecretTexts } from "./printed-secrets.ts";
import type { PodPrinter } from "./printer.ts";
import { UnknownLines } from "./unknown-lines.ts";

export interface ReadingOptions extends WorkloadReaderOptions, PrinterOptions {
  readonly format: PodFormat;
  readonly isAll: boolean;
  /** What the user can do about unknowns. Default: for manifests. */
  readonly hints?: Hints;
  readonly selection: WorkloadSelection;
}

const MAX_KEY_LENGTH = 200;

/** All pods of a document can expand to this many times the limit of one pod, because all are kept until it ends. */
const DOCUMENT_FACTOR = 4;

export class PodReading {
  readonly options: ReadingOptions;
  reader: WorkloadReader;
  /** The title of the set that is read: `kustomization overlays/prod`; "" for files. */
  title = "";
  readonly printer: PodPrinter;
  readonly events: PodEvents;
  readonly unknown: UnknownLines;
  /** Lines about objects that are not resolved: patches, content that is not applied, and objects with errors. */
  readonly unresolved: FindingLines;
  /** How many workloads are in sets that apply them in a way that is not known. */
  notEvaluated = 0;
  /** How many errors there are in objects of files that were found in directories. */
  errors = 0;
  readonly skipped = new SkippedObjects();
  /** Warnings about duplicate keys. Kubernetes tools silently use the last value. */
  readonly duplicates: FindingLines;
  readonly volumes: GivenVolumes;
  pods = 0;
  /** How many pods other shards resolve. */
  others = 0;
  holdsSecrets = false;
  containers = 0;
  readonly podErrors: PodErrors;
  /** What the input does not determine. */
  readonly unknowns = new Unknowns();

  /** @param reader reads the workloads of a stream */
  constructor(options: ReadingOptions, now: Date, reader = new WorkloadReader(options)) {
    this.options = options;
    this.volumes = new GivenVolumes(options.volumeContents);
    this.reader = reader;
    this.events = new PodEvents(now, options.isAll);
    this.podErrors = new PodErrors(options.format);
    this.unresolved = new FindingLines("objects that are not resolved", options.isAll);
    this.unknown = new UnknownLines(options.isAll);
    this.duplicates = new FindingLines("duplicate keys", options.isAll);
    this.printer = podPrinter(options.format, options);
  }

  /**
   * Reads other workloads from now on.
   *
   * @param clusters the objects that they can refer to
   * @param isComplete whether the objects of their set are known
   */
  use(clusters: PodClusters, isComplete: boolean): void {
    const { options } = this;
    this.reader = new WorkloadReader(isComplete ? options : { ...options, world: "open" }, clusters);
  }

  /**
   * @param role the role of a file that was found in a directory. Its objects that cannot be resolved are reported, and
   *   printed unchanged. In a file that the user named, they are errors.
   * @throws InputError for an object that cannot be read
   */
  add(part: DocumentPart, role?: FileRole): void {
    const { format, hints, selection } = this.options;
    if (this.printer.isOwn) this.reportDuplicates(part);
    for (const document of part.documents) {
      const before = this.pods;
      const reading = this.readingOf(part, document, role);
      for (const result of objectsIn(part, document, (value) => this.reader.read(value, reading))) {
        const workload = new ManifestWorkload(part, document, result.workload, this.title, hints);
        this.volumes.add(result.workload.pod);
        if (this.printer.isOwn) this.reportProblems(workload, result, reading.mayBeInvalid);
        if (result.pod === undefined) continue;
        const selected = { workload, pod: this.selectedOf(result.pod) };
        if (selected.pod.containers.length === 0 && selection.isPart) continue;
        if (!this.printer.isOwn) {
          this.printer.hasSectionsBefore = true;
          continue;
        }
        this.pods++;
        this.reportPod(selected);
        if (this.isPrinted) this.print(selected);
      }
      const hasPods = this.pods > before;
      const isPrintedWhole = this.printer.isOwn && (format === "yaml" || format === "json");
      if (isPrintedWhole && (hasPods || !selection.isPart)) this.unknown.addTexts(part, document, hasPods);
    }
    if (!this.isPrinted) return;
    try {
      this.printer.endPart(part);
    } catch (error) {
      // The text cannot be changed in place.
      if (!(error instanceof DocumentError) || !(part instanceof ManifestPart)) throw error;
      const place = part.place(error.offset);
      if (role === undefined) throw new InputError(`${place}: ${error.message}`, { cause: error });
      this.reportError(place, error.message);
      this.printer.endPart(part);
    }
    if (this.printer.isOwn && !selection.isPart) this.holdsSecrets ||= printsSecrets(format, part);
  }

  /** Whether anything that was read will be printed. */
  private get isPrinted(): boolean {
    return !this.reader.mustBeRepeated && this.podErrors.lines.isEmpty;
  }

  private print(resolved: ResolvedWorkload): void {
    const { expansionLimit = EXPANSION_LIMIT, format } = this.options;
    const { printer, podErrors } = this;
    printer.addPod(resolved);
    this.holdsSecrets ||= printsSecretTexts(format, resolved.pod);
    const limit = expansionLimit * DOCUMENT_FACTOR;
    if (printer.keptLength <= limit) return;
    const { workload } = resolved;
    const text = `the pods of this document expand to more than ${limit} characters; use -o table, or a larger --expansion-limit`;
    podErrors.overLimit.writeLine(`${workload.placeOf([])}: ${workload.name}: ${text}`);
  }

  private readingOf(part: DocumentPart, document: Node, role: FileRole | undefined) {
    const { selection } = this.options;
    const isSelected = role === undefined || selection.namesWorkloads;
    return {
      listKind: part.list?.kind,
      unknownTexts: part.unknownTexts(document),
      mayBeInvalid: !isSelected,
      onError: role && (({ message, path }) => this.reportError(part.placeOf(document, path), printable(message))),
      onSkipped: (object) => this.reportSkipped(part, document, object),
      isWanted: (workload) => {
        if (!selection.hasWorkload(workload)) return false;
        const owner = workload.ownerPath.reduce<unknown>(memberOf, document.value);
        if (!isSelected && isUnapplied(owner, workload.pod, role)) {
          this.reportUnapplied(new ManifestWorkload(part, document, workload, this.title));
          return false;
        }
        if (this.printer.isOwn) return true;
        this.volumes.add(workload.pod);
        this.others++;
        // Another shard prints a section for it, unless it cannot be resolved.
        const isFirst = this.pods === 0 && !this.printer.hasSectionsBefore;
        if (isFirst && isSelected) this.printer.hasSectionsBefore = true;
        return isFirst && !isSelected;
      },
    } satisfies DocumentReading;
  }

  /** Reports the workloads of an object that is applied in a way that is not known. */
  reportNotEvaluated(part: DocumentPart, why: string): void {
    for (const document of part.documents) {
      const objects = tryOrUndefined(() => readManifestObjects(document.value), ManifestObjectError);
      for (const each of objects?.workloads ?? []) {
        if (!this.options.selection.hasWorkload(each)) continue;
        const workload = new ManifestWorkload(part, document, each, this.title);
        const text = `${workload.name}: not evaluated in ${this.title}: ${why}`;
        this.notEvaluated++;
        this.unresolved.add(`${this.title}: ${why}`, () => ({ place: workload.placeOf([]), text }));
      }
    }
  }

  close(): void {
    const { duplicates, events, podErrors, printer, unknown, unresolved } = this;
    for (const each of [duplicates, events, podErrors, printer, unknown, unresolved]) each.close();
  }

  private selectedOf(pod: ResolvedPod): ResolvedPod {
    const { selection } = this.options;
    if (!selection.isPart) return pod;
    return { ...pod, containers: pod.containers.filter(({ name }) => selection.hasContainer(name)) };
  }

  private reportDuplicates(part: DocumentPart): void {
    if (!(part instanceof ManifestPart)) return;
    for (const { key, first, last } of part.duplicates) {
      const place = part.place(last);
      const name = printable(doubleQuoted(key), MAX_KEY_LENGTH);
      const text = `warning: duplicate key ${name}; this value is used, not the one at ${part.place(first)}`;
      this.duplicates.add(place, () => ({ place, text }));
    }
  }

  private reportSkipped(part: DocumentPart, document: Node, object: SkippedObject): void {
    if (this.options.selection.isPart || !this.printer.isOwn) return;
    this.skipped.add(object);
    const { kind, path, missing, directive } = object;
    const what = missing ?? directive;
    if (what === undefined) return;
    const place = part.placeOf(document, path);
    const field = printable(formatPath(what));
    const reason = missing === undefined ? `it is a patch: it has ${field}` : `${field} is missing`;
    this.unresolved.add(place, () => ({ place, text: `${printable(kind)}: skipped, because ${reason}` }));
  }

  private reportUnapplied(workload: ManifestWorkload): void {
    if (!this.printer.isOwn) return;
    const reason = "it is a patch, incomplete, or part of a test, so it is not applied";
    this.unresolved.add(reason, () => {
      return { place: workload.placeOf([]), text: `${workload.name}: skipped, because ${reason}` };
    });
  }

  /** Reports an error in a file that was found in a directory. */
  private reportError(place: string, message: string): void {
    if (!this.printer.isOwn) return;
    this.errors++;
    this.unresolved.add(`${place}: ${message}`, () => ({ place, text: `${message}; skipped` }));
  }

  private reportProblems(
    workload: ManifestWorkload,
    { problems, overLimit }: WorkloadResult,
    mayBeInvalid: boolean,
  ): void {
    const report = (lines: Spool, path: ManifestPath, message: string) => {
      const [place, text] = [workload.placeOf(path), `${workload.name}: ${message}`];
      if (mayBeInvalid) this.reportError(place, text);
      else lines.writeLine(`${place}: ${text}`);
    };
    for (const { path, message } of problems) {
      report(this.podErrors.invalid, path, `${workload.fieldOf(path)}: ${printable(message)}`);
    }
    if (overLimit !== undefined) report(this.podErrors.overLimit, overLimit.path, printable(overLimit.message));
  }

  private reportPod(resolved: ResolvedWorkload): void {
    const { workload, pod } = resolved;
    this.containers += pod.containers.length;
    for (const container of pod.containers) {
      this.unknowns.addContainer(container);
      this.unknown.add(workload, container);
      const containerPath = container.error?.path ?? container.path;
      const suggestion = suggestionsIn(container);
      for (const event of container.events) {
        this.events.record(workload, { path: containerPath, ...event }, suggestion);
      }
    }
    this.podErrors.add(resolved);
  }
}
