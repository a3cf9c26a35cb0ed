import { expect, test } from "vitest";
import { Engine, type Find, smallestSet } from "./engine.ts";
import { type FuzzTarget, seedOf } from "./input.ts";

/** Reaches one more branch for each character of "$(A)" that the text starts with, and fails after the last one. */
function staircase(): { target: FuzzTarget; branches: number[] } {
  const branches: number[] = [];
  const run = ({ text }: { text: string }) => {
    for (let i = 0; i < 4 && text[i] === "$(A)"[i]; i++) branches.push(i);
    if (text.startsWith("$(A)")) throw new RangeError("at the end of the stairs");
  };
  return { target: { name: "stairs", tokens: ["$", "(", "A", ")"], seeds: [seedOf("x", [])], run }, branches };
}

test("inputs that reach new branches are kept and mutated until one fails, which is reported in its smallest form", async () => {
  const { target, branches } = staircase();
  const finds: Find[] = [];
  const counting = {
    clear: () => void branches.splice(0),
    features: () => branches.map((branch) => branch * 256 + 1),
  };
  const engine = new Engine(target, counting, 1, { begins: () => {}, found: (find) => finds.push(find) });
  await engine.start([]);
  for (let i = 0; i < 100 && finds.length === 0; i++) await engine.runUntil(performance.now() + 50);
  expect(finds[0]?.input).toEqual({ text: "$(A)", values: [], sizes: [] });
  expect(finds[0]?.message).toContain("at the end of the stairs");
  expect([...engine.reached.counters()]).toEqual([0, 1, 2]);
  expect((await engine.smallest()).map(({ input, adds }) => [input.text, adds])).toEqual([["$(A", 3]]);
});

test("the smallest set reaches every counter with the shortest inputs", () => {
  const entry = (text: string, ...counters: number[]) => ({
    input: seedOf(text),
    features: counters.map((counter) => counter * 256 + 1),
  });
  const entries = [entry("long", 1, 2), entry("b", 2), entry("ab", 1, 2), entry("c", 3), entry("none")];
  expect(smallestSet(entries).map(({ input, adds }) => [input.text, [...adds]])).toEqual([
    ["ab", [1, 2]],
    ["c", [3]],
  ]);
});
