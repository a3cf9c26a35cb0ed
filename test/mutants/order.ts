/** In which order tests are tried on a mutant: those that are likely to kill it, and cheap, first. */

import { nameOf, roomOf } from "./related.ts";
import { isAssembly } from "./sources.ts";

/** What a file of tests costs beside its own time: a process begins, modules are loaded. */
const OVERHEAD_MS = 150;

/** The part of the time of all tests that those of other rooms may take: a mutant that lives meets all of them. */
const FAR_SHARE = 0.2;

export class TestOrder {
  /** How long each file of tests takes, in ms. */
  private readonly times: ReadonlyMap<string, number>;
  /** How many mutants of a file (or room) a test has killed. */
  private readonly kills = new Map<string, number>();

  constructor(times: ReadonlyMap<string, number>) {
    this.times = times;
  }

  /** @param related the tests that reach the file, with their distances */
  testsFor(file: string, related: ReadonlyMap<string, number>): string[] {
    const ordered = [...related]
      .map(([test, distance]) => ({ test, worth: this.likelihood(file, test, distance) / this.cost(test) }))
      .sort((a, b) => b.worth - a.worth);
    let far = FAR_SHARE * this.costOfAll();
    return ordered
      .map(({ test }) => test)
      .filter((test) => {
        if (isNear(file, test, related.get(test)!)) return true;
        far -= this.cost(test);
        return far >= 0;
      });
  }

  /** Remembers which test killed a mutant of a file. */
  learn(file: string, test: string): void {
    for (const key of [`${file} ${test}`, `${roomOf(file)} ${test}`])
      this.kills.set(key, (this.kills.get(key) ?? 0) + 1);
  }

  private costOfAll(): number {
    let sum = 0;
    for (const test of this.times.keys()) sum += this.cost(test);
    return sum;
  }

  private cost(test: string): number {
    return (this.times.get(test) ?? 1000) + OVERHEAD_MS;
  }

  private likelihood(file: string, test: string, distance: number): number {
    const likeness = nameOf(file) === nameOf(test) ? 1 : isNear(file, test, distance) ? 0.5 : 0.1;
    const ofFile = this.kills.get(`${file} ${test}`) ?? 0;
    const ofRoom = isAssembly(file) ? 0 : (this.kills.get(`${roomOf(file)} ${test}`) ?? 0);
    return likeness / Math.max(1, distance) + ofFile + ofRoom / 10;
  }
}

/** A test of the file's own room; of a scanner, one that is near the host's files that call it. */
function isNear(file: string, test: string, distance: number): boolean {
  return isAssembly(file) ? distance <= 3 : roomOf(file) === roomOf(test);
}
