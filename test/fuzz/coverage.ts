/** Counts how often each branch ran, like AFL: in eight classes. */
import { allScanners } from "../../src/wasm/all-scanners.ts";

/** The class of each count, as a bit. */
const CLASSES = Uint8Array.from({ length: 256 }, (_, n) =>
  n === 0 ? 0 : n < 4 ? 1 << (n - 1) : n < 8 ? 8 : n < 16 ? 16 : n < 32 ? 32 : n < 128 ? 64 : 128,
);

/** A counter and a class: `counter * 256 + class`. */
export type Features = readonly number[];

export interface Counting {
  clear(): void;
  /** The branches that ran since `clear`. */
  features(): Features;
}

export class Coverage implements Counting {
  private readonly host: Uint8Array;
  private readonly scanners: number;
  private readonly words: Uint32Array;

  /** @param host the number of counters of the host. @param scanners those of the scanners */
  constructor(host: number, scanners: number) {
    const { $coverage } = globalThis as unknown as { $coverage: Uint8Array };
    const padded = Math.ceil(host / 4) * 4;
    this.host = $coverage.subarray(0, padded);
    this.words = new Uint32Array($coverage.buffer, 0, padded / 4);
    this.scanners = scanners;
  }

  clear(): void {
    this.host.fill(0);
    this.ofScanners().fill(0);
  }

  /** The counters of the scanners follow those of the host. */
  features(): Features {
    const features: number[] = [];
    const { host, words } = this;
    for (let word = 0; word < words.length; word++) {
      if (words[word] === 0) continue;
      for (let i = 4 * word; i < 4 * word + 4; i++) if (host[i] !== 0) features.push(i * 256 + CLASSES[host[i]!]!);
    }
    this.ofScanners().forEach((n, i) => {
      if (n !== 0) features.push((host.length + i) * 256 + CLASSES[n]!);
    });
    return features;
  }

  /** A new view each time, because the memory can grow and the instance can be replaced. */
  private ofScanners(): Uint8Array {
    const { memory, coverageAt } = allScanners() as unknown as Instrumented;
    return new Uint8Array(memory.buffer, coverageAt() >>> 0, this.scanners);
  }
}

interface Instrumented {
  readonly memory: WebAssembly.Memory;
  coverageAt(): number;
}

/** The features that some input has reached. */
export class Reached {
  private readonly classes = new Map<number, number>();

  /** The number of counters. */
  get size(): number {
    return this.classes.size;
  }

  counters(): Iterable<number> {
    return this.classes.keys();
  }

  /** Records features. Returns those that no input had reached before. */
  add(features: Features): Features {
    return features.filter((feature) => {
      const counter = feature >> 8;
      const known = this.classes.get(counter) ?? 0;
      if ((known & feature) !== 0) return false;
      this.classes.set(counter, known | (feature & 0xff));
      return true;
    });
  }
}
