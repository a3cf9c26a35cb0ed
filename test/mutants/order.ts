/** The order of the tests for a mutant: those that are likely to kill it and that are fast run first. */

import { folderOf, nameOf } from "./related.ts";
import { isAssembly } from "./sources.ts";

/** The cost of a test file in addition to its own time, for starting a process and loading modules. */
const OVERHEAD_MS = 150;

/** The maximum share of the total time for tests of other folders, all of which run for a mutant that survives. */
const FAR_SHARE = 0.2;

export class TestOrder {
  /** The duration of each test file in ms. */
  private readonly times: ReadonlyMap<string, number>;
  /** The number of mutants of a file or folder that a test killed. */
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
    for (const key of [`${file} ${test}`, `${folderOf(file)} ${test}`])
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
    const ofFolder = isAssembly(file) ? 0 : (this.kills.get(`${folderOf(file)} ${test}`) ?? 0);
    return likeness / Math.max(1, distance) + ofFile + ofFolder / 10;
  }
}

/** Whether a test is in the file's own folder, or, for a scanner, imports the scanner's callers directly. */
function isNear(file: string, test: string, distance: number): boolean {
  return isAssembly(file) ? distance <= 3 : folderOf(file) === folderOf(test);
}
