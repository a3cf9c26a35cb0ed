/** One reading of manifests from beginning to end: every pod checked and resolved, one part in memory at a time. */
import type { Profile } from "../envfile/profile.ts";
import { ExpansionLimitError } from "../pod/error.ts";
import { formatPath } from "../pod/path.ts";
import { resolvePod } from "../pod/resolve.ts";
import { validatePod } from "../pod/validate.ts";
import { printable } from "../text/printable.ts";
import type { ManifestPart } from "./manifest-file.ts";
import { PodEvents } from "./pod-events.ts";
import { envProblems, type ResolvedWorkload } from "./pod-output.ts";
import { type PodFormat, type PodPrinter, podPrinter } from "./pod-printer.ts";
import { Spool } from "./spool.ts";
import { type GivenByOptions, Surroundings } from "./surroundings.ts";
import {
  type ClusterObjects,
  type ManifestObjects,
  ownerName,
  placeInPod,
  readObjects,
  type Workload,
} from "./workloads.ts";

export interface ReadingOptions extends GivenByOptions {
  readonly profile: Profile;
  readonly format: PodFormat;
  readonly colors: boolean;
  readonly expansionLimit?: number;
}

export class PodReading {
  /** What the manifests have for pods: as far as it has been read, unless it is another reading's. */
  readonly cluster: ClusterObjects;
  readonly printer: PodPrinter;
  readonly events: PodEvents;
  /** Lines about entries that need more knowledge of the cluster than there is. */
  readonly unknown = new Spool();
  pods = 0;
  private readonly options: ReadingOptions;
  private readonly isClusterKnown: boolean;
  private readonly output = new Spool();
  private readonly invalid = new Spool();
  private readonly overLimit = new Spool();
  private readonly notWritable = new Spool();
  private surroundings: Surroundings | undefined;
  /** Whether pods were resolved without some of the cluster, which stands behind them. */
  private isStale = false;

  /** @param cluster what an earlier reading has found */
  constructor(options: ReadingOptions, now: Date, cluster?: ClusterObjects) {
    this.options = options;
    this.isClusterKnown = cluster !== undefined;
    this.cluster = cluster ?? { services: [], configMaps: [], secrets: [], nodes: [] };
    this.events = new PodEvents(now);
    this.printer = podPrinter(options.format, this.output, options.colors);
  }

  add(part: ManifestPart): void {
    const objects = readObjects(part);
    if (!this.isClusterKnown) this.keep(objects);
    const resolved: ResolvedWorkload[] = [];
    for (const workload of objects.workloads) {
      this.pods++;
      this.validate(workload);
      if (this.isStale || this.invalid.length > 0) continue;
      const pod = this.resolve(workload);
      if (pod !== undefined) resolved.push(pod);
    }
    if (!this.isStale && this.problems.length === 0) this.printer.add(part, resolved);
  }

  /**
   * Lines about pods that are refused: by the API server, or else because their references expand to too much, or else
   * because the format cannot hold their variables. There is nothing to print then.
   */
  get problems(): Spool {
    if (this.invalid.length > 0) return this.invalid;
    return this.overLimit.length > 0 ? this.overLimit : this.notWritable;
  }

  /** Whether there must be another reading, which knows the cluster: nothing that this one says counts. */
  get mustBeRepeated(): boolean {
    return this.isStale && this.invalid.length === 0;
  }

  close(): void {
    for (const spool of [this.output, this.unknown, this.invalid, this.overLimit, this.notWritable]) spool.close();
  }

  private keep({ services, configMaps, secrets, nodes }: ManifestObjects): void {
    const found = services.length + configMaps.length + secrets.length + nodes.length;
    if (found === 0) return;
    if (this.surroundings !== undefined) this.isStale = true;
    // Of texts that are parts of others, the engine keeps all: a copy lets go of the manifest.
    for (const service of services) this.cluster.services.push(structuredClone(service));
    for (const configMap of configMaps) this.cluster.configMaps.push(structuredClone(configMap));
    for (const secret of secrets) this.cluster.secrets.push(structuredClone(secret));
    for (const node of nodes) this.cluster.nodes.push(structuredClone(node));
  }

  /** What the API server would refuse a workload's pod for, one in a line. */
  private validate(workload: Workload): void {
    if (this.isClusterKnown) return;
    for (const { path, message } of validatePod(workload.pod, { profile: this.options.profile })) {
      const field = formatPath([...workload.podPath, ...path]);
      const place = placeInPod(workload, path);
      this.invalid.writeLine(`${place}: ${ownerName(workload)}: ${printable(field)}: ${printable(message)}`);
    }
  }

  private resolve(workload: Workload): ResolvedWorkload | undefined {
    this.surroundings ??= new Surroundings(this.cluster, this.options);
    const { pod, cluster } = this.surroundings.of(workload);
    const { expansionLimit, profile } = this.options;
    try {
      const resolved = {
        workload,
        pod: resolvePod(pod, cluster, {
          profile,
          input: "manifest",
          ...(expansionLimit !== undefined && { expansionLimit }),
        }),
      };
      this.tellOf(resolved);
      if (this.options.format === "env") {
        for (const line of envProblems(resolved)) this.notWritable.write(`${line}; -o table shows it\n`);
      }
      return resolved;
    } catch (error) {
      if (!(error instanceof ExpansionLimitError)) throw error;
      this.overLimit.writeLine(
        `${placeInPod(workload, error.path)}: ${ownerName(workload)}: ${printable(error.message)}`,
      );
      return undefined;
    }
  }

  private tellOf({ workload, pod }: ResolvedWorkload): void {
    for (const container of pod.containers) {
      const containerPath = container.error?.path ?? container.path;
      for (const event of container.events) this.events.record(workload, { path: containerPath, ...event });
      for (const { name, needs, path } of container.unknown) {
        const entry = printable(formatPath([...workload.podPath, ...path]));
        const what = name === "" ? entry : `${entry} (${printable(name)})`;
        const why = `is left as it is: it depends on ${printable(needs)}`;
        this.unknown.writeLine(`${placeInPod(workload, path)}: ${ownerName(workload)}: ${what} ${why}`);
      }
    }
  }
}
