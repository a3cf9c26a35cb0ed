import { expect, test } from "vitest";
import { drawOrder, shardOf } from "./draw.ts";
import { mutantsOf } from "./enumerate.ts";
import { idOf, type Mutant } from "./mutant.ts";
import { globPattern } from "./sources.ts";

const SMALL = "export function f(a) { if (a < 1) return true; }";
const LARGE = Array.from({ length: 40 }, (_, i) => `export function f${i}(a) { b = a + ${i}; g("${i}"); }`).join("\n");

const files = ["src/a.ts", "src/b.ts", "src/c.ts"];
const all: Mutant[] = [
  ...files.flatMap((file) => mutantsOf(file, SMALL)),
  ...mutantsOf("src/large.ts", LARGE),
  ...mutantsOf("assembly/d.ts", SMALL),
];
const even = () => 1;

test("a seed makes one order, with every mutant once", () => {
  const order = drawOrder(all, 1, even).map(idOf);
  expect(order).toEqual(drawOrder(all, 1, even).map(idOf));
  expect(order).not.toEqual(drawOrder(all, 2, even).map(idOf));
  expect([...order].sort()).toEqual(all.map(idOf).sort());
});

test("the mutants drawn from a file do not change when another file changes", () => {
  const changed = all.map((mutant) => (mutant.file === "src/b.ts" ? { ...mutant, before: "else" } : mutant));
  const of = (mutants: readonly Mutant[]) =>
    drawOrder(mutants, 1, even)
      .filter(({ file }) => file === "src/large.ts")
      .map(idOf);
  expect(of(changed)).toEqual(of(all));
});

test("files that are added put out as many as are drawn of them, hardly more", () => {
  const draw = (mutants: readonly Mutant[]) => drawOrder(mutants, 1, even).slice(0, 40).map(idOf);
  const many = Array.from({ length: 40 }, (_, i) => mutantsOf(`src/${i}.ts`, LARGE)).flat();
  const before = draw(many);
  const after = draw([...many, ...mutantsOf("src/new.ts", LARGE), ...mutantsOf("src/newer.ts", SMALL)]);
  const added = after.filter((id) => id.startsWith("src/new"));
  const gone = before.filter((id) => !after.includes(id));
  expect(added.length).toBeGreaterThan(0);
  expect(gone.length).toBeLessThanOrEqual(added.length + 1);
});

test("files alike have alike many, whatever is drawn", () => {
  const alike = Array.from({ length: 20 }, (_, i) => mutantsOf(`src/${i}.ts`, LARGE)).flat();
  const drawn = drawOrder(alike, 7, even).slice(0, 60);
  for (let i = 0; i < 20; i++) {
    const count = drawn.filter(({ file }) => file === `src/${i}.ts`).length;
    expect([2, 3, 4]).toContain(count);
  }
});

test("every operator takes part early, however few its mutants are", () => {
  const operators = new Set(all.map(({ operator }) => operator));
  const early = drawOrder(all, 3, even).slice(0, 3 * operators.size);
  expect(new Set(early.map(({ operator }) => operator))).toEqual(operators);
});

test("a file with more weight is drawn more often", () => {
  const heavier = drawOrder(all, 5, (file) => (file.startsWith("assembly/") ? 4 : 1)).slice(0, 20);
  const count = (file: string) => heavier.filter((mutant) => mutant.file === file).length;
  expect(count("assembly/d.ts")).toBeGreaterThan(count("src/a.ts"));
});

test("the shards of a draw are all of it", () => {
  const order = [1, 2, 3, 4, 5, 6, 7];
  expect([1, 2, 3].map((index) => shardOf(order, { index, count: 3 }))).toEqual([
    [1, 4, 7],
    [2, 5],
    [3, 6],
  ]);
});

test("a glob's star ends at a slash", () => {
  expect(globPattern("src/*.ts").test("src/a.ts")).toBe(true);
  expect(globPattern("src/*.ts").test("src/a/b.ts")).toBe(false);
  expect(globPattern("src/**").test("src/a/b.ts")).toBe(true);
  expect(globPattern("**/b.ts").test("src/a/b.ts")).toBe(true);
  expect(globPattern("src/a.ts").test("src/axts")).toBe(false);
});
