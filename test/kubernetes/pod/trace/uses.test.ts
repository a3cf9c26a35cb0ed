/** The strings of a value that are looked at. */
import { expect, test } from "vitest";
import { visitDollars } from "../../../../src/kubernetes/pod/trace/uses.ts";

function visited(value: unknown): [text: string, path: string][] {
  const found: [string, string][] = [];
  visitDollars(value, ["at"], (text, path) => found.push([text, path.join(".")]));
  return found;
}

test("those with a `$`, in their order, with paths", () => {
  const value = { b: ["$", "x", { c: "a$(B)" }], a: "no", n: null, d: 5, $: "key", z: "$$" };
  expect(visited(value)).toEqual([
    ["$", "at.b.0"],
    ["a$(B)", "at.b.2.c"],
    ["$$", "at.z"],
  ]);
  expect(visited("$(A)")).toEqual([["$(A)", "at"]]);
  expect(visited("plain")).toEqual([]);
});

test("a value that contains itself ends: 256 levels are read", () => {
  const circle: unknown[] = ["$"];
  circle.push(circle);
  expect(visited(circle).length).toBe(256);
});
