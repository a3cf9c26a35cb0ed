import { isMap } from "../template/values.ts";
import type { ScopedLevel } from "./scope.ts";

/** Which of many levels may say something about a variable: so that a question looks at these only. */
export class LevelIndex {
  /** By a variable's first key, from the lowest level to the highest. */
  private readonly byKey = new Map<string, number[]>();
  /** Levels of which only their values tell what they say something about. */
  private readonly open: number[] = [];

  /** @param first the index of the lowest level that counts */
  constructor(levels: readonly ScopedLevel[], first: number) {
    for (let i = first; i < levels.length; i++) {
      const { tree } = levels[i]!;
      if (!isMap(tree)) this.open.push(i);
      else for (const key of Object.keys(tree)) addTo(this.byKey, key, i);
    }
  }

  get keys(): Iterable<string> {
    return this.byKey.keys();
  }

  /** Whether there are levels that may say something about any variable. */
  get isOpen(): boolean {
    return this.open.length > 0;
  }

  /** The levels that may say something about a variable with this first key, from the lowest to the highest. */
  levelsWith(key: string): number[] {
    return [...(this.byKey.get(key) ?? []), ...this.open].sort((a, b) => a - b);
  }
}

export function addTo<T>(map: Map<string, T[]>, key: string, item: T): void {
  const items = map.get(key);
  if (items === undefined) map.set(key, [item]);
  else items.push(item);
}
