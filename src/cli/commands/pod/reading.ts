/** Reads manifests once, one part in memory at a time, and collects what is printed of their pods. */

import { isAssignmentFormat } from "../../../envfile/writers/formats.ts";
import type { ClusterObjects, SkippedObject } from "../../../kubernetes/cluster/objects.ts";
import { SkippedObjects } from "../../../kubernetes/cluster/skipped-objects.ts";
import {
  WorkloadReader,
  type WorkloadReaderOptions,
  type WorkloadResult,
} from "../../../kubernetes/cluster/workload-reader.ts";
import type { Workload } from "../../../kubernetes/cluster/workloads.ts";
import { formatPath } from "../../../kubernetes/pod/path.ts";
import { namesIn, Suggestions } from "../../../kubernetes/pod/trace/suggestions.ts";
import type { ResolvedPod } from "../../../kubernetes/pod/types.ts";
import { isInShard, type Shard } from "../../../scale/shard/shard.ts";
import { printable } from "../../../text/printable.ts";
import type { Node } from "../../../yaml/node.ts";
import { Spool } from "../../files/spool.ts";
import type { ManifestPart } from "../../manifests/manifest-file.ts";
import type { ManifestStream } from "../../manifests/manifest-stream.ts";
import { ManifestWorkload, type ResolvedWorkload } from "../../manifests/manifest-workload.ts";
import type { Hints } from "../../manifests/needs.ts";
import { GivenVolumes } from "../../manifests/volume-folder.ts";
import type { WorkloadSelection } from "../../manifests/workload-selection.ts";
import { DuplicateWarnings } from "./duplicate-warnings.ts";
import { PodEvents } from "./events.ts";
import { type PodFormat, type PodPrinter, type PrinterOptions, podPrinter } from "./formats.ts";
import { holdsSecrets } from "./secrets-in-output.ts";
import { assignmentProblems } from "./sections.ts";
import { PodUnknowns } from "./unknown.ts";

export interface ReadingOptions extends Omit<WorkloadReaderOptions, "isWanted">, PrinterOptions {
  readonly format: PodFormat;
  /** Each finding has a line of its own. */
  readonly isAll: boolean;
  /** What to do about what is unknown. Default: for manifests. */
  readonly hints?: Hints;
  readonly selection: WorkloadSelection;
}

/** More containers are not named where there should be one. */
const MOST_NAMED = 20;

export class PodReading {
  readonly reader: WorkloadReader;
  readonly printer: PodPrinter;
  readonly events: PodEvents;
  readonly unknown: PodUnknowns;
  /** Lines about patches: objects of a kind that has a pod, without one. */
  readonly patches = new Spool();
  readonly skipped = new SkippedObjects();
  /** Lines about keys that a mapping has more than once. */
  readonly duplicates = new DuplicateWarnings();
  readonly volumes: GivenVolumes;
  pods = 0;
  /** Pods that other shards resolve. */
  others = 0;
  /** The output has values of Secrets. */
  holdsSecrets = false;
  containers = 0;
  private readonly format: PodFormat;
  private readonly hints: Hints | undefined;
  private readonly selection: WorkloadSelection;
  private readonly invalid = new Spool();
  private readonly overLimit = new Spool();
  private readonly notWritable = new Spool();
  private readonly named = new Spool();
  private namedContainers = 0;

  /** @param objects what an earlier reading has found */
  constructor(options: ReadingOptions, now: Date, objects?: ClusterObjects) {
    this.format = options.format;
    this.hints = options.hints;
    this.selection = options.selection;
    this.volumes = new GivenVolumes(options.volumeContents);
    const isWanted = (workload: Workload) => {
      const isSelected = this.selection.hasWorkload(workload);
      if (!isSelected || this.printer.isOwn) return isSelected;
      this.volumes.add(workload.pod);
      this.others++;
      this.printer.hasSectionsBefore ||= this.pods === 0;
      return false;
    };
    this.reader = new WorkloadReader({ ...options, isWanted }, objects);
    this.events = new PodEvents(now, options.isAll);
    this.unknown = new PodUnknowns(options.isAll);
    this.printer = podPrinter(options.format, options);
  }

  /** @throws InputError for an object that cannot be read. */
  add(part: ManifestPart): void {
    const resolved: ResolvedWorkload[] = [];
    if (this.printer.isOwn) this.duplicates.add(part);
    for (const document of part.documents) {
      const skip = (object: SkippedObject) => this.reportSkipped(part, document, object);
      for (const result of part.objectsIn(document, (value) => this.reader.read(value, part.list?.kind, skip))) {
        const workload = new ManifestWorkload(part, document, result.workload, this.hints);
        this.volumes.add(result.workload.pod);
        this.reportProblems(workload, result);
        if (result.pod === undefined) continue;
        const selected = { workload, pod: this.selectedOf(result.pod) };
        if (selected.pod.containers.length === 0 && this.selection.isPart) continue;
        this.pods++;
        resolved.push(selected);
        this.reportPod(selected);
      }
    }
    if (this.reader.mustBeRepeated || !this.problems.isEmpty) return;
    this.printer.add(part, resolved);
    if (!this.printer.isOwn) return;
    this.holdsSecrets ||= holdsSecrets(this.format, this.selection.isPart ? undefined : part, resolved);
  }

  /**
   * Lines about pods that are refused: by the API server, or else because their references expand to too much, or else
   * because the format cannot hold their variables. If there are any, nothing is printed.
   */
  get problems(): Spool {
    if (!this.invalid.isEmpty) return this.invalid;
    if (!this.overLimit.isEmpty) return this.overLimit;
    return this.hasTooMany ? this.named : this.notWritable;
  }

  /** What to do about the problems; undefined if they say it. */
  get advice(): string | undefined {
    if (this.problems.isEmpty || this.problems !== this.named) return undefined;
    const more = this.containers > MOST_NAMED ? `, ${MOST_NAMED} of them named above` : "";
    const rule = `-o ${this.format} writes a file for one container, and there are ${this.containers}${more}`;
    return `${rule}; select one with KIND/NAME, -n and -c, or take -o env or -o table, which list all`;
  }

  /** Whether the format is a file for one container, and there are several. */
  private get hasTooMany(): boolean {
    return this.containers > 1 && isAssignmentFormat(this.format);
  }

  close(): void {
    this.printer.close();
    this.events.close();
    this.unknown.close();
    const { patches, invalid, overLimit, notWritable, named } = this;
    for (const spool of [patches, invalid, overLimit, notWritable, named]) spool.close();
  }

  /** The pod with the containers that are selected. */
  private selectedOf(pod: ResolvedPod): ResolvedPod {
    if (!this.selection.isPart) return pod;
    const { containers, name, namespace } = pod;
    return {
      name,
      namespace,
      containers: containers.filter((container) => this.selection.hasContainer(container.name)),
    };
  }

  private reportSkipped(part: ManifestPart, document: Node, object: SkippedObject): void {
    if (this.selection.isPart || !this.printer.isOwn) return;
    this.skipped.add(object);
    const { kind, path, missing, directive } = object;
    const what = missing ?? directive;
    if (what === undefined) return;
    const place = part.placeOf(document, path);
    const field = printable(formatPath(what));
    const reason = missing === undefined ? `it is a patch: it has ${field}` : `${field} is missing`;
    this.patches.writeLine(`${place}: ${printable(kind)}: skipped, as ${reason}`);
  }

  private reportProblems(workload: ManifestWorkload, { problems, overLimit }: WorkloadResult): void {
    for (const { path, message } of problems) {
      const field = workload.fieldOf(path);
      this.invalid.writeLine(`${workload.placeOf(path)}: ${workload.name}: ${field}: ${printable(message)}`);
    }
    if (overLimit === undefined) return;
    const { message, path } = overLimit;
    this.overLimit.writeLine(`${workload.placeOf(path)}: ${workload.name}: ${printable(message)}`);
  }

  private reportPod(resolved: ResolvedWorkload): void {
    const { workload, pod } = resolved;
    this.containers += pod.containers.length;
    for (const container of pod.containers) {
      const containerPath = container.error?.path ?? container.path;
      const suggestions = new Suggestions(() => namesIn(container));
      for (const event of container.events) {
        this.events.record(workload, { path: containerPath, ...event }, (name) => suggestions.of(name));
      }
      for (const entry of container.unknown) {
        const { name, path, source } = entry;
        // References to services' variables have their own places below.
        if (source.kind === "service") continue;
        this.unknown.addEntry(entry, () => {
          const what = name === "" ? "" : ` (${printable(name)})`;
          const text = `${workload.name}: ${workload.fieldOf(path)}${what}: ${workload.unknownText(entry)}`;
          return { place: workload.placeOf(path), text };
        });
      }
      for (const reference of container.unresolved) {
        const { name, need } = reference;
        if (need === undefined) continue;
        this.unknown.addReference(need, () => {
          const text = `${workload.name}: $(${printable(name)}): ${workload.unknownText(need)}`;
          return { place: workload.placesOf([reference])[0]!, text };
        });
      }
    }
    if (this.format !== "env" && !isAssignmentFormat(this.format)) return;
    if (isAssignmentFormat(this.format)) this.nameContainers(resolved);
    if (this.hasTooMany) return;
    for (const line of assignmentProblems(resolved, this.format)) {
      this.notWritable.write(`${line}; -o table shows it\n`);
    }
  }

  /** Lines for the case that there are several. */
  private nameContainers({ workload, pod }: ResolvedWorkload): void {
    for (const { name, path } of pod.containers) {
      if (this.namedContainers === MOST_NAMED) return;
      this.namedContainers++;
      this.named.writeLine(`${workload.placeOf(path)}: ${workload.name}: container ${printable(name)}`);
    }
  }
}

/** Reads the manifests; a second time if objects that pods refer to follow the pods. */
export function readPods(manifests: readonly ManifestStream[], options: ReadingOptions, shard?: Shard): PodReading {
  const now = new Date();
  const reading = readThrough(manifests, new PodReading(options, now), shard);
  if (!reading.reader.mustBeRepeated) return reading;
  reading.close();
  return readThrough(manifests, new PodReading(options, now, reading.reader.objects), shard);
}

/** A shard reads everything, and has the parts that begin in its range of all bytes. */
function readThrough(manifests: readonly ManifestStream[], reading: PodReading, shard: Shard | undefined): PodReading {
  const { printer } = reading;
  try {
    const sizes = shard === undefined ? [] : manifests.map(({ size }) => size);
    const total = sizes.reduce((sum, size) => sum + size, 0);
    let start = 0;
    for (const [i, manifest] of manifests.entries()) {
      let offset = start;
      if (shard !== undefined) printer.isOwn = isInShard(offset, total, shard);
      for (const part of manifest.parts()) {
        if (shard !== undefined) {
          printer.isOwn = isInShard(offset, total, shard);
          offset += Buffer.byteLength(part.text);
        }
        reading.add(part);
      }
      printer.endFile(manifest.isFound);
      start += sizes[i] ?? 0;
    }
    return reading;
  } catch (error) {
    reading.close();
    throw error;
  }
}
