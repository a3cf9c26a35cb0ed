/** The scanner that reads a JavaScript string itself. Where the runtime has no js-string builtins, an import replaces them. */
import { expect, test } from "vitest";
import { all } from "#wasm/all";
import { compile } from "../../src/wasm/instance.ts";
import type { Scanners } from "../../src/wasm/scanners.ts";

const imports = { "wasm:js-string": { charCodeAt: (text: string, index: number) => text.charCodeAt(index) } };

test.each(["", "a${b}é", "\ud83d\ude00 ${x}?", "$$${", "\ud800"])(
  "%j: its units are copied, and its parts found",
  (string) => {
    const scanners = new WebAssembly.Instance(compile(all), imports).exports as unknown as Scanners;
    const [text, parts, partsEnd] = [scanners.textAt() >>> 0, scanners.partsAt() >>> 0, scanners.partsEnd() >>> 0];
    const numbers = () => [...new Int32Array(scanners.memory.buffer, parts, (partsEnd - parts) / 4)];
    const units = () => [...new Uint16Array(scanners.memory.buffer, text, string.length)];
    const expected = Array.from({ length: string.length }, (_, i) => string.charCodeAt(i));

    const count = scanners.scanTemplateString(string, string.length, text, parts, partsEnd);
    expect(units()).toEqual(expected);
    const found = numbers();
    new Uint16Array(scanners.memory.buffer, text, string.length).fill(0);
    expect(scanners.copyString(string, string.length, text) >>> 0).toBe(text + 2 * string.length);
    expect(units()).toEqual(expected);
    new Int32Array(scanners.memory.buffer, parts, (partsEnd - parts) / 4).fill(0);
    expect(scanners.scanTemplate16(text, text, text + 2 * string.length, parts, partsEnd)).toBe(count);
    expect(found).toEqual(expect.arrayContaining(numbers()));
  },
);
