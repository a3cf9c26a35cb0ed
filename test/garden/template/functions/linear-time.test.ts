import { expect, test } from "vitest";
import { callFunction } from "../../../../src/garden/template/functions/index.ts";
import { growthExponent, LINEAR } from "../../../reference/linearity.ts";

/** Texts on which a careless pattern or loop would look at what it has seen again and again. */
const units: [string, (size: number) => string][] = [
  ["a", (size) => "a".repeat(size)],
  ["spaces", (size) => `${" ".repeat(size)}x`],
  ["line breaks", (size) => "\n".repeat(size)],
  ["blank lines", (size) => " \n".repeat(size / 2)],
  ["brackets", (size) => "(".repeat(size)],
  ["digits and letters", (size) => "a1B".repeat(size / 3)],
  ["capitals", (size) => `${"A".repeat(size)}_a`],
  ["emoji", (size) => "👩\u200d".repeat(size / 3)],
];

const calls: [string, (text: string) => unknown[]][] = [
  ["camelCase", (text) => [text]],
  ["kebabCase", (text) => [text]],
  ["trim", (text) => [text]],
  ["trim", (text) => [text, text]],
  ["indent", (text) => [text, 1]],
  ["replace", (text) => [text, text.slice(0, 1), "xy"]],
  ["split", (text) => [text, text.slice(0, 1)]],
  ["base64Decode", (text) => [text]],
  ["yamlEncode", (text) => [text]],
  ["replace", (text) => [text, hardToFind(text), "x"]],
  ["split", (text) => [text, hardToFind(text)]],
];

/** A text that begins and ends as another one does: what compares from the end, or the beginning, compares much. */
function hardToFind(text: string): string {
  const quarter = text.slice(0, text.length / 4);
  return `${quarter}!${quarter}`;
}

const cases = calls.flatMap(([name, args]) => units.map(([shape, make]) => ({ name, args, shape, make })));

test.each(cases)("$name of $shape takes linear time", ({ name, args, make }) => {
  const texts = new Map<number, unknown[]>();
  const exponent = growthExponent((size) => {
    let prepared = texts.get(size);
    if (prepared === undefined) {
      prepared = args(make(size));
      texts.set(size, prepared);
    }
    callFunction(name, prepared);
  }, 3000);
  expect(exponent).toBeLessThan(LINEAR);
});
