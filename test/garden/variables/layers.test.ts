import { describe, expect, test } from "vitest";
import { Layers } from "../../../src/garden/variables/layers.ts";
import { mergeVariables } from "../../../src/garden/variables/merge.ts";

const asIs = (value: unknown) => value;

describe("a view", () => {
  const base = { a: 1, b: { x: 1, y: null }, n: null, gone: 1 };
  const patches = [
    { a: 2, b: { z: 3 }, ["__proto__"]: { p: 1 } },
    { gone: null, n: null, c: undefined },
    { gone: 4, a: null, b: { x: null }, n: 5 },
  ];

  test("is the merged map of what lay there when it was made, keys in order", () => {
    const layers = new Layers(base);
    const views = [layers.view(asIs, [])];
    for (const patch of patches) {
      layers.add(patch);
      views.push(layers.view(asIs, []));
    }
    // The last first, and again: what one has looked up helps the others.
    for (const i of [3, 0, 2, 1, 3, 2, 1, 0]) {
      const expected = mergeVariables(base, ...patches.slice(0, i));
      expect(JSON.stringify(views[i])).toBe(JSON.stringify(expected));
      expect(Object.keys(views[i]!)).toEqual(Object.keys(expected));
      for (const name of ["a", "b", "gone", "n", "c", "__proto__", "constructor"]) {
        expect(Object.hasOwn(views[i]!, name), `${i} ${name}`).toBe(Object.hasOwn(expected, name));
      }
    }
    expect(views[3]!.a).toBeUndefined();
    expect(views[2]!.a).toBe(2);
    expect((views[0] as Record<symbol, unknown>)[Symbol.iterator]).toBeUndefined();
    expect(views[0]!.n).toBeNull();
  });

  test("is completed name by name, also by names of its own", () => {
    const layers = new Layers({ a: 1 });
    const view = layers.view((value, name) => value ?? (name === "b" ? 2 : undefined), ["b", "a"]);
    expect({ ...view }).toEqual({ a: 1, b: 2 });
    expect(Object.keys(view)).toEqual(["a", "b"]);
  });

  test("merges a name once, and says what was copied", () => {
    let copied = 0;
    const layers = new Layers({ m: { a: 1, b: 2 } }, (entries) => {
      copied += entries;
    });
    layers.add({ m: { c: 3 } });
    const first = layers.view(asIs, []);
    layers.add({ m: { d: 4 } });
    const second = layers.view(asIs, []);
    expect([second.m, first.m, second.m]).toEqual([
      { a: 1, b: 2, c: 3, d: 4 },
      { a: 1, b: 2, c: 3 },
      { a: 1, b: 2, c: 3, d: 4 },
    ]);
    expect(copied).toBe(5);
    expect(Object.keys(second)).toEqual(["m"]);
    expect(copied).toBe(8);
  });
});
