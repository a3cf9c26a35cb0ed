/** The buffers of expansion: how much room a scan asks for, and which memory it writes to. */
import { beforeAll, describe, expect, test } from "vitest";
import { Environment } from "../../src/expansion/environment.ts";
import { JsonStream, TextStream } from "../../src/expansion/streams/reference-stream.ts";
import { aligned, bytes, ensure, scratchStart } from "../../src/wasm/arena.ts";
import { byteScanner, type ChunkHandler, expandByteChunk, expandChunk } from "../../src/wasm/byte-expansion.ts";
import { OUTPUT, STEP, UNRESOLVED } from "../../src/wasm/capacities.ts";
import { OUTPUT_FULL } from "../../src/wasm/codes.ts";
import { expansionScanners } from "../../src/wasm/expansion-scanners.ts";
import { wasmInstance } from "../../src/wasm/instance.ts";
import { Stopped } from "../../src/wasm/stopped.ts";

/** The scanners store whole blocks, so they can write up to this many bytes after the end of the output. */
const BLOCKS = 64;

beforeAll(() => void expansionScanners());

test("the room for output is enough for what grows most: a dollar and an invalid byte, which become four bytes", () => {
  const environment = new Environment({});
  for (const count of [0, 1, 31, 32, 33, 1000, 65_536]) {
    const input = Buffer.from("$\xff".repeat(count), "latin1");
    const output = environment.expandBytes(input);
    expect(Buffer.from(output).equals(Buffer.from("$\ufffd".repeat(count)))).toBe(true);
    expect(wasmInstance().scanners.outputRoom(input.length) >>> 0).toBeGreaterThanOrEqual(output.length + BLOCKS);
  }
});

test("before a value, its room and the rest's are asked for together", () => {
  const environment = new Environment({ A: "v".repeat(1000) });
  environment.compiledBytes().select();
  const { scanners } = wasmInstance();
  const input = Buffer.from(`$(A)${"-".repeat(500)}`);
  const text = aligned(scratchStart());
  const output = aligned(text + input.length);
  const room = scanners.outputRoom(input.length) >>> 0;
  ensure(output + 3000);
  bytes().set(input, text);
  // The value alone would fit.
  expect(room).toBe(1072);
  const status = scanners.expandBytes(text, text + input.length, output, output + room, 0, 0, true, text);
  const stopped = new Stopped(scanners);
  expect({ status, room: stopped.room }).toEqual({ status: OUTPUT_FULL, room: 1000 + 1072 });
});

const variables = new Environment({ A: "1", LONG: "v".repeat(2 * STEP) });

/** Expands bytes that must not be read again before the last `unread`; `isLoaded` reads them straight into memory. */
function expandText(text: string, isLast: boolean, { known = 0, isLoaded = false, mostNames = Infinity } = {}) {
  const input = Buffer.from(text);
  const names: string[] = [];
  const outputs: string[] = [];
  let read = 0;
  let rest: string | undefined;
  const advance = (unread: number) => {
    if (unread < read) throw new Error(`${unread} after ${read}`);
    read = unread;
  };
  const handler: ChunkHandler = {
    output(bytes, unread) {
      advance(unread);
      outputs.push(Buffer.from(bytes).toString());
    },
    get unresolved() {
      if (names.length >= mostNames) return undefined;
      return (name: Uint8Array, offset: number, unread: number) => {
        advance(unread);
        names.push(`${Buffer.from(name)}@${offset}`);
      };
    },
  };
  const chunk = {
    length: isLoaded ? input.length + 10 : input.length,
    subarray(start: number, end: number) {
      expect(start).toBeGreaterThanOrEqual(read);
      return input.subarray(start, end);
    },
  };
  const loading = {
    load(into: Uint8Array) {
      expect(into.length).toBe(chunk.length);
      into.set(input);
      chunk.length = input.length;
    },
    keep(bytes: Uint8Array) {
      rest = Buffer.from(bytes).toString();
    },
  };
  const table = variables.compiledBytes();
  const progress = isLoaded
    ? expandChunk(byteScanner, table, Object.assign(chunk, loading), isLast, known, handler)
    : expandByteChunk(table, chunk, isLast, known, handler);
  if (isLoaded) expect(rest).toBe(input.subarray(progress.used).toString());
  return { ...progress, output: outputs.join(""), names, pieces: outputs.length, read };
}

describe.each([false, true])("a chunk, loaded into memory: %s", (isLoaded) => {
  test.each<[text: string, used: number, known: number, output: string, whole?: string, ...names: string[]]>([
    ["ab", 2, 0, "ab"],
    ["ab$(A)", 6, 0, "ab1"],
    ["ab$", 2, 0, "ab", "ab$"],
    ["ab$(", 2, 2, "ab", "ab$("],
    ["ab$(A", 2, 3, "ab", "ab$(A"],
    ["$(A)$(NAME", 4, 6, "1", "1$(NAME"],
    ["$(A)$$", 6, 0, "1$"],
    ["$(A)$$(", 7, 0, "1$("],
    ["é$(N)$(A)$(É)-$(A", 16, 3, "é$(N)1$(É)-", "é$(N)1$(É)-$(A", "N@2", "É@10"],
  ])("%j", (text, used, known, output, whole = output, ...names) => {
    expect(expandText(text, false, { isLoaded })).toMatchObject({ used, known, output, names });
    const { length } = Buffer.from(text);
    expect(expandText(text, true, { isLoaded })).toMatchObject({ used: length, known: 0, output: whole, names });
  });

  test.each([10, STEP - 3, STEP, STEP + 1, 3 * STEP])(
    "an open reference of %i bytes, and then more of it",
    (length) => {
      const open = "$(".padEnd(length, "N");
      const first = expandText(`--${open}`, false, { isLoaded });
      expect(first).toMatchObject({ used: 2, known: length, output: "--", names: [] });
      const more = { used: length + 1, known: 0, output: `${open})`, names: [`${open.slice(2)}@0`] };
      expect(expandText(`${open})`, false, { isLoaded, known: length })).toMatchObject(more);
      const still = { used: 0, known: length + 5, output: "", names: [], pieces: 0 };
      expect(expandText(`${open}NNNNN`, false, { isLoaded, known: length })).toMatchObject(still);
    },
  );

  test.each([1, UNRESOLVED - 1, UNRESOLVED, UNRESOLVED + 1, 2 * UNRESOLVED + 1])("%i names", (count) => {
    const references = Array.from({ length: count }, (_, i) => `$(N${i})`);
    const text = `${references.join("")}$(A)`;
    const names = Array.from(text.matchAll(/\$\((N\d+)\)/g), ({ 1: name, index }) => `${name}@${index}`);
    const { output, ...rest } = expandText(text, true, { isLoaded });
    expect(rest).toMatchObject({ used: text.length, known: 0, names });
    expect(output === `${references.join("")}1`).toBe(true);
    // Names are no longer recorded after the first ones.
    const some = expandText(text, true, { isLoaded, mostNames: 1 });
    expect(some.output === output).toBe(true);
    expect(some.names.length).toBeLessThanOrEqual(UNRESOLVED);
    expect(some.names).toEqual(names.slice(0, some.names.length));
    expect(expandText(text, true, { isLoaded, mostNames: 0 }).names).toEqual([]);
  });

  test("values that are longer than the room for output come in pieces", () => {
    const count = Math.ceil((3 * OUTPUT) / (2 * STEP));
    const { output, pieces, ...rest } = expandText("-$(LONG)".repeat(count), true, { isLoaded });
    expect(rest).toEqual({ used: 8 * count, known: 0, names: [], read: 8 * count });
    expect(output === `-${"v".repeat(2 * STEP)}`.repeat(count)).toBe(true);
    expect(pieces).toBeGreaterThan(1);
  });
});

test.each([TextStream, JsonStream])(
  "%o: without a function for unresolved references, their names are not recorded anywhere",
  (Stream) => {
    const environment = new Environment({ A: "1" });
    environment.expand("$(A)");
    const { scanners } = wasmInstance();
    const statics = () =>
      Buffer.from(new Uint8Array(scanners.memory.buffer, 0, scanners.seedAt() >>> 0)).toString("hex");
    let output = "";
    const stream = new Stream(environment, { output: (bytes) => (output += Buffer.from(bytes)) });
    const text = `"${"$(NONE) ".repeat(3000)}$(A)"`;
    stream.push(Buffer.from("$"));
    const before = statics().slice(0, 1024);
    stream.push(Buffer.from(text));
    stream.end();
    expect(output).toBe(`$"${"$(NONE) ".repeat(3000)}1"`);
    expect(statics().slice(0, 1024)).toBe(before);
  },
);
