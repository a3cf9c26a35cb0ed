/** The buffers of expansion: how much room a scan asks for, and which memory it writes to. */
import { beforeAll, expect, test } from "vitest";
import { Environment } from "../../src/expansion/environment.ts";
import { JsonStream, TextStream } from "../../src/expansion/streams/reference-stream.ts";
import { aligned, bytes, ensure, scratchStart } from "../../src/wasm/arena.ts";
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
