/** The scanner that reads a JavaScript string itself. Where the runtime has no js-string builtins, an import stands in. */
import { expect, test } from "vitest";
import { loadModule } from "#wasm-module";
import { END, NAME, NO_VALUE, REFERENCE_WORDS, REPORT } from "../../src/wasm/codes.ts";
import type { Scanners } from "../../src/wasm/scanners.ts";

function instantiate(): Scanners {
  const imports = { "wasm:js-string": { charCodeAt: (text: string, index: number) => text.charCodeAt(index) } };
  const scanners = new WebAssembly.Instance(loadModule(), imports).exports as unknown as Scanners;
  const table = scanners.arenaStart() >>> 0;
  scanners.memory.grow(8);
  scanners.environmentReset(table, 0, 0);
  scanners.environmentSelect(table);
  return scanners;
}

test.each<[string, number, number[][]]>([
  [
    "a$(B)$$é",
    0,
    [
      [0, 1, NAME],
      [5, 6, NO_VALUE],
      [7, 8, END],
    ],
  ],
  [
    "a$(B)$$é",
    1,
    [
      [1, 1, NAME],
      [5, 6, NO_VALUE],
      [7, 8, END],
    ],
  ],
  [
    "$(\ud83d\ude00)y",
    0,
    [
      [0, 0, NAME],
      [5, 6, END],
    ],
  ],
  ["$(a", 0, [[0, 3, END]]],
  ["1234567", 3, [[3, 7, END]]],
  ["", 0, [[0, 0, END]]],
])("%j from %i on: its units are copied, and its references found", (string, start, expected) => {
  const scanners = instantiate();
  scanners.scanString(string, start, string.length, REPORT);
  const units = [...string.slice(start)].flatMap((character) => character.split("")).map((unit) => unit.charCodeAt(0));
  expect([...new Uint16Array(scanners.memory.buffer, scanners.textAt() >>> 0, units.length)]).toEqual(units);
  const numbers = new Int32Array(scanners.memory.buffer, scanners.referencesAt() >>> 0);
  const records = expected.map((_, i) => [...numbers.subarray(i * REFERENCE_WORDS, (i + 1) * REFERENCE_WORDS)]);
  expect(records).toEqual(expected);
});
