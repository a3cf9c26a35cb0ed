/** Levels of variables, and what each level sees of those below it, without copies. */

import { getOwn, setKey } from "../../text/own-keys.ts";
import type { Variables } from "../template/values.ts";
import { type CountEntries, mergePatch } from "./merge.ts";

/** The patch of a layer to one name. */
interface Entry {
  readonly layer: number;
  readonly patch: unknown;
  /** The value of the name with this patch, after its first lookup. */
  merged?: { readonly value: unknown };
}

/** A map and JSON Merge Patches to it. */
export class Layers {
  private readonly base: Readonly<Variables>;
  private readonly patches: Readonly<Variables>[] = [];
  private readonly byName = new Map<string, Entry[]>();
  private readonly count: CountEntries | undefined;

  constructor(base: Readonly<Variables>, count?: CountEntries) {
    this.base = base;
    this.count = count;
  }

  add(patch: Readonly<Variables>): void {
    const layer = this.patches.push(patch) - 1;
    for (const name of Object.keys(patch)) {
      if (patch[name] === undefined) continue;
      const entries = this.byName.get(name);
      if (entries === undefined) this.byName.set(name, [{ layer, patch: patch[name] }]);
      else entries.push({ layer, patch: patch[name] });
    }
  }

  /**
   * The map with all patches so far. The value of a name is merged when it is looked up.
   *
   * @param complete returns the value in the view for the merged value of a name (undefined if it has none)
   * @param moreNames names whose values come only from `complete`
   */
  view(complete: (value: unknown, name: string) => unknown, moreNames: readonly string[]): Readonly<Variables> {
    const end = this.patches.length;
    const known = new Map<string, unknown>();
    const valueOf = (name: string) => {
      if (!known.has(name)) known.set(name, complete(this.valueOf(name, end), name));
      return known.get(name);
    };
    let names: string[] | undefined;
    return new Proxy<Variables>(
      {},
      {
        get: (_, name) => (typeof name === "string" ? valueOf(name) : undefined),
        getOwnPropertyDescriptor: (_, name) => {
          const value = typeof name === "string" ? valueOf(name) : undefined;
          return value === undefined ? undefined : { value, enumerable: true, configurable: true, writable: true };
        },
        ownKeys: () => {
          names ??= [...new Set([...this.namesBelow(end), ...moreNames])];
          return names;
        },
      },
    );
  }

  private valueOf(name: string, end: number): unknown {
    const entries = this.byName.get(name) ?? [];
    let low = 0;
    for (let high = entries.length; low < high; ) {
      const middle = (low + high) >> 1;
      if (entries[middle]!.layer < end) low = middle + 1;
      else high = middle;
    }
    let known = low - 1;
    while (known >= 0 && entries[known]!.merged === undefined) known--;
    let value = known < 0 ? getOwn(this.base, name) : entries[known]!.merged!.value;
    for (let i = known + 1; i < low; i++) {
      const { patch } = entries[i]!;
      value = patch === null ? undefined : mergePatch(value, patch, this.count);
      entries[i]!.merged = { value };
    }
    return value;
  }

  /** The names after `end` patches, in the order of the merged map. */
  private namesBelow(end: number): string[] {
    const names: Record<string, unknown> = {};
    const layers = [this.base, ...this.patches.slice(0, end)];
    for (const [i, layer] of layers.entries()) {
      const keys = Object.keys(layer);
      this.count?.(keys.length);
      for (const name of keys) {
        if (i > 0 && layer[name] === null) delete names[name];
        else if (i === 0 || layer[name] !== undefined) setKey(names, name, true);
      }
    }
    return Object.keys(names);
  }
}
