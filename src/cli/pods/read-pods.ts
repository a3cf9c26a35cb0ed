/** Reads apply sets, and shows their pods. */

import { isInShard, type Shard } from "../../scale/shard/shard.ts";
import type { InputSets, SetManifest } from "../manifests/input-sets.ts";
import { PodReading, type ReadingOptions } from "./reading.ts";

/**
 * Reads the pods of apply sets. A single manifest, which can be of any length, is read once, or twice if the objects that
 * pods refer to follow them. Of other sets, the objects are read first.
 */
export function readPods(sets: InputSets, options: ReadingOptions, shard?: Shard): PodReading {
  const { onlyManifest } = sets;
  return onlyManifest === undefined
    ? readSets(sets, new PodReading(options, new Date()), shard)
    : readStream(onlyManifest, options, shard);
}

export function readStream(manifest: SetManifest, options: ReadingOptions, shard?: Shard): PodReading {
  const now = new Date();
  const first = new PodReading(options, now);
  readManifest(manifest, first, new ShardRange([manifest], shard));
  if (!first.reader.mustBeRepeated) return first;
  first.close();
  const second = new PodReading(options, now, first.reader.again());
  readManifest(manifest, second, new ShardRange([manifest], shard));
  return second;
}

function readSets(sets: InputSets, reading: PodReading, shard: Shard | undefined): PodReading {
  const all = sets.sets.map((set) => ({ set, manifests: sets.manifestsOf(set) }));
  const range = new ShardRange(
    all.flatMap(({ manifests }) => manifests),
    shard,
  );
  for (const { manifests, set } of all) {
    const objects = sets.objectsOf(set);
    reading.title = set.title;
    if (set.kind !== "files") {
      if (set.path !== undefined) reading.unknowns.addFluxSources(set.path);
      const reason = sets.reasonOf(set);
      for (const part of sets.notEvaluated(set)) reading.reportNotEvaluated(part, reason);
    }
    for (const manifest of manifests) {
      reading.use(objects.of(manifest.name), set.isComplete);
      readManifest(manifest, reading, range);
    }
  }
  return reading;
}

/** A shard reads everything, but resolves only the parts that begin in its range. */
class ShardRange {
  private readonly shard: Shard | undefined;
  private readonly total: number;
  private offset = 0;

  constructor(manifests: readonly SetManifest[], shard: Shard | undefined) {
    this.shard = shard;
    this.total = shard === undefined ? 0 : manifests.reduce((sum, { size }) => sum + size, 0);
  }

  /** Whether the next part is in the range. */
  get isOwn(): boolean {
    return this.shard === undefined || isInShard(this.offset, this.total, this.shard);
  }

  advance(size: () => number): void {
    if (this.shard !== undefined) this.offset += size();
  }
}

function readManifest(manifest: SetManifest, reading: PodReading, range: ShardRange): void {
  const { printer } = reading;
  try {
    printer.isOwn = range.isOwn;
    for (const part of manifest.parts()) {
      printer.isOwn = range.isOwn;
      range.advance(() => manifest.sizeOf(part));
      reading.add(part, manifest.role);
    }
    printer.endFile(manifest.isFound);
  } catch (error) {
    reading.close();
    throw error;
  }
}
