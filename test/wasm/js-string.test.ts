/** The scanner that reads JavaScript strings itself, where the runtime has no js-string builtins: an import stands in. */
import { expect, test } from "vitest";
import { loadModule } from "#wasm-module";
import { LINES, REFERENCE_WORDS } from "../../src/wasm/codes.ts";
import type { Scanners } from "../../src/wasm/scanners.ts";

function instantiate(): Scanners {
  const imports = { "wasm:js-string": { charCodeAt: (text: string, index: number) => text.charCodeAt(index) } };
  return new WebAssembly.Instance(loadModule(), imports).exports as unknown as Scanners;
}

const RECORDS = 3 * REFERENCE_WORDS;

test.each([
  ["a$(B)$$é", 0],
  ["a$(B)$$é", 1],
  ["$(\ud83d\ude00)y", 0],
  ["$(a", 0],
  ["1234567", 3],
  ["", 0],
])("%j from %i on: the units are copied, and scanned as if the host had copied them", (string, start) => {
  const reading = instantiate();
  const text = reading.textAt() >>> 0;
  reading.scanString(string, start, string.length, text, LINES);
  const units = [...string.slice(start)].flatMap((character) => character.split("")).map((unit) => unit.charCodeAt(0));
  expect([...new Uint16Array(reading.memory.buffer, text, units.length)]).toEqual(units);

  const given = instantiate();
  new Uint16Array(given.memory.buffer, given.textAt() >>> 0, units.length).set(units);
  given.scanReferences(given.textAt(), given.textAt() + 2 * units.length, start, LINES, true);
  const recordsOf = (scanners: Scanners) => [
    ...new Int32Array(scanners.memory.buffer, scanners.referencesAt() >>> 0, RECORDS),
  ];
  expect(recordsOf(reading)).toEqual(recordsOf(given));
});
