/** Reads manifests from beginning to end, and a second time if their pods need what follows them. */

import { isInShard, type Shard } from "../../../scale/shard/shard.ts";
import type { ManifestStream } from "../../manifests/manifest-stream.ts";
import { PodReading, type ReadingOptions } from "./reading.ts";

/** Reads the manifests, and reads them again if the objects that pods refer to follow the pods. */
export function readPods(manifests: readonly ManifestStream[], options: ReadingOptions, shard?: Shard): PodReading {
  const now = new Date();
  const reading = readThrough(manifests, new PodReading(options, now), shard);
  if (!reading.reader.mustBeRepeated) return reading;
  reading.close();
  return readThrough(manifests, new PodReading(options, now, reading.reader.objects), shard);
}

/** A shard reads everything, but resolves only the parts that begin in its range of bytes. */
function readThrough(manifests: readonly ManifestStream[], reading: PodReading, shard: Shard | undefined): PodReading {
  const { printer } = reading;
  try {
    const sizes = shard === undefined ? [] : manifests.map(({ size }) => size);
    const total = sizes.reduce((sum, size) => sum + size, 0);
    let start = 0;
    for (const [i, manifest] of manifests.entries()) {
      const role = manifest.input.isFound ? reading.options.roleOf?.(manifest.input.file) : undefined;
      let offset = start;
      if (shard !== undefined) printer.isOwn = isInShard(offset, total, shard);
      for (const part of manifest.parts()) {
        if (shard !== undefined) {
          printer.isOwn = isInShard(offset, total, shard);
          offset += Buffer.byteLength(part.text);
        }
        reading.add(reading.options.flux?.applied(part, manifest.input.file) ?? part, role);
      }
      printer.endFile(manifest.input.isFound);
      start += sizes[i] ?? 0;
    }
    return reading;
  } catch (error) {
    reading.close();
    throw error;
  }
}
