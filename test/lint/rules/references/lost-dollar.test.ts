/** Each `$$` in a value, by the text around it and by the values of other variables. */
import { expect, test } from "vitest";
import { foundBy, pod } from "../../looked.ts";

/** How many places of a value are reported, each a `$$`. */
function countIn(value: string, others = ""): number {
  const text = pod(`env:\n${others}\n- name: B\n  value: ${JSON.stringify(value)}`);
  const found = foundBy("lost-dollar", text).filter((line) => line.includes(" lost-dollar: "));
  expect(found).toEqual(found.map(() => "«$$» lost-dollar: $$ becomes a single $; write $$$$ if two are intended"));
  return found.length;
}

test.each<[value: string, count: number]>([
  ["$$", 1],
  ["a$$b", 1],
  ["$$a$$ $$", 3],
  ["$$x(", 1],
  ["$(A)$$", 1],
  ["$$A", 1],
  ["$$$$", 0],
  ["$$$", 0],
  ["a$$$b", 0],
  ["$$(", 0],
  ["$$(x", 0],
  ["$$(A)", 0],
  ["$$()", 0],
  ["$a $", 0],
  ["a$(", 0],
  ["$( $$", 1],
  ["$() $$", 1],
])("%j: %d", (value, count) => {
  expect(countIn(value)).toBe(count);
});

test.each<[title: string, others: string, value: string, count: number]>([
  ["the value of another variable", "- {name: A, value: x$y}", "x$$y", 0],
  ["a value with it", "- {name: A, value: x$y}", "ax$$yz $$", 1],
  ["a value several times", "- {name: A, value: $y$}", "$$y$$y$$", 0],
  ["a later variable", "- {name: A, value: a}", "x$$y", 1],
  ["a value without a dollar", "- {name: A, value: x}", "x$$", 1],
])("with %s, %s: %s in %d places", (_, others, value, count) => {
  expect(countIn(value, others)).toBe(count);
});

test("a $$ is not reported in commands, in keys of ConfigMaps, and in names", () => {
  const map = "kind: ConfigMap\nmetadata: {name: c}\ndata: {K: a$$b}\n---\n";
  const text = map + pod("args: [a$$b]\nenvFrom: [{configMapRef: {name: c}}]\nenv: [{name: A$$, value: a}]");
  expect(foundBy("lost-dollar", text)).toEqual([]);
});
