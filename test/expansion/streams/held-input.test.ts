import { describe, expect, test } from "vitest";
import { HeldInput, REFERENCE as REFERENCE_HELD } from "../../../src/expansion/streams/held-input.ts";
import { ChunkExpander, Environment, type ExpansionSink, expandChunks, HeldInputError } from "../../../src/index.ts";
import type { Chunk } from "../../../src/wasm/byte-expansion.ts";
import { Random } from "../../reference/random.ts";

const environment = new Environment({ A: "1" });
const REFERENCE =
  'a $( begins here and does not end within 20 bytes; close it with ")", or write $$( if it is not a reference';
const DOCUMENT = 'a YAML document begins here and does not end within 20 bytes; write "---" between documents';

const streams = [
  ["text", "text", "xy$(A)", "z$(", "", REFERENCE],
  ["json", "json", '["$(A)",', '"$(', "", REFERENCE],
  ["json, with escapes", "json", '["$(A)",', '"\\u0024(\\n', "", REFERENCE],
  ["yaml", "yaml", "a: $(A)\n--- # a document\n", "a: ", "--- # a document\n", DOCUMENT],
] as const;

describe.each(streams)("%s: what may be held back", (_, format, before, open, heldBefore, reason) => {
  /** The output, and the error if there is one. */
  function run(input: string, size: number, maxHeldBytes?: number) {
    let output = "";
    const sink: ExpansionSink = { output: (bytes) => (output += Buffer.from(bytes)) };
    const stream = new ChunkExpander(environment, sink, { format, maxHeldBytes });
    const bytes = Buffer.from(input);
    try {
      for (let at = 0; at < bytes.length; at += size) stream.push(bytes.subarray(at, at + size));
      stream.end();
      return { output, error: undefined, stream };
    } catch (error) {
      return { output, error: error as HeldInputError, stream };
    }
  }

  const heldFrom = before.length - heldBefore.length + (format === "yaml" ? 0 : open.search(/[$\\]/));

  test("as much as the limit", () => {
    const held = (heldBefore + open).length - (format === "yaml" ? 0 : open.search(/[$\\]/));
    const input = before + open + "x".repeat(Math.max(0, 20 - held));
    if (held > 20) return;
    for (const size of [1, 3, 7, 1000]) expect(run(input, size, 20).error, `pieces of ${size}`).toBeUndefined();
  });

  test("one byte more is an error, with nothing of it in the output, and the stream is at its end", () => {
    const input = before + open + "x".repeat(30);
    for (const size of [1, 3, 7, 1000]) {
      const { output, error, stream } = run(input, size, 20);
      expect(error).toBeInstanceOf(HeldInputError);
      expect({ ...error, message: error!.message }).toEqual({
        name: "HeldInputError",
        code: "held-input-limit",
        offset: heldFrom,
        limit: 20,
        reason,
        message: `byte ${heldFrom}: ${reason}, or raise maxHeldBytes`,
      });
      const whole = run(before + (format === "yaml" ? "" : open.slice(0, open.search(/[$\\]/))), 1000).output;
      expect(whole.startsWith(output) && output.length > 0).toBe(true);
      expect(() => stream.push(Buffer.from("x"))).toThrow(/begin a new stream/);
      expect(() => stream.end()).toThrow(/begin a new stream/);
    }
  });

  test("no limit", () => {
    const { output, error } = run(`${before}${open}${"x".repeat(100)}`, 10, Number.POSITIVE_INFINITY);
    expect([error, output.length > 100]).toEqual([undefined, true]);
  });

  test("text without anything open is not held, however long it is", () => {
    if (format === "yaml") return;
    const { output, error } = run(`${before}"${"x".repeat(1000)}"\n`, 10, 20);
    expect([error, output.length > 1000]).toEqual([undefined, true]);
  });

  test("as an option of expandChunks", async () => {
    const chunks = [Buffer.from(before + open), Buffer.alloc(100, "x")];
    const all = async () => {
      for await (const _ of expandChunks(chunks, environment, { format, maxHeldBytes: 20 }));
    };
    await expect(all).rejects.toThrow(HeldInputError);
  });
});

test("the limit is a number of bytes", () => {
  for (const maxHeldBytes of [-1, Number.NaN, "x" as unknown as number]) {
    expect(() => new ChunkExpander(environment, { output() {} }, { maxHeldBytes })).toThrow(/maxHeldBytes is a number/);
  }
});

test.each(["output", "unresolved"])("a sink whose %s fails leaves everything else usable", (failing) => {
  const stream = new ChunkExpander(environment, {
    output() {},
    unresolved() {},
    [failing]() {
      throw new Error("disk full");
    },
  });
  expect(() => stream.push(Buffer.from("$(A)$(NONE)"))).toThrow("disk full");
  expect(environment.expand("$(A)")).toBe("1");
  expect(Buffer.from(environment.expandBytes(Buffer.from("$(A)"))).toString()).toBe("1");
});

test("64 MiB may be held back, unless a limit says otherwise", () => {
  expect(new HeldInput({}, REFERENCE_HELD).limit).toBe(67_108_864);
  expect(new HeldInput({ maxHeldBytes: 0 }, REFERENCE_HELD).limit).toBe(0);
});

test("what is held grows in few, larger and larger buffers, not in one for each piece", () => {
  const held = new HeldInput({}, REFERENCE_HELD);
  const buffers = new Set<ArrayBufferLike>();
  for (let i = 0; i < 1000; i++) {
    held.add(Buffer.from("0123456789"));
    buffers.add(held.subarray(0).buffer);
  }
  expect(Buffer.from(held.subarray(0)).toString()).toBe("0123456789".repeat(1000));
  expect(buffers.size).toBeLessThan(15);
});

test("what is held is scanned again only with twice as much, however short the reads are", () => {
  const held = new HeldInput({}, REFERENCE_HELD);
  const input = Buffer.from(`$(${"x".repeat(5000)}`);
  let at = 0;
  const read = (into: Uint8Array) => {
    const piece = input.subarray(at, ++at);
    into.set(piece);
    return piece.length;
  };
  let scans = 0;
  const scan = (chunk: Chunk) => {
    scans++;
    const bytes = new Uint8Array(chunk.length);
    chunk.load!(bytes);
    chunk.keep!(bytes.subarray(0, chunk.length));
    return 0;
  };
  while (held.useWith(read, Math.max(10, held.length), () => expect.unreachable(), scan) > 0);
  expect(Buffer.compare(held.subarray(0), input)).toBe(0);
  expect(scans).toBeLessThan(20);
});

test.each([
  [1 << 20, true],
  [(1 << 20) + 1, false],
])("a buffer of %i bytes stays where short pieces follow: %s", (length, stays) => {
  const held = new HeldInput({}, REFERENCE_HELD);
  held.add(new Uint8Array(length));
  const { buffer } = held.subarray(0);
  held.use(() => length);
  held.add(Buffer.from("x"));
  expect(held.subarray(0).buffer === buffer).toBe(stays);
});

test.each(["text", "json", "yaml"] as const)("%s: a stream whose sink fails, or calls it, is at its end", (format) => {
  const piece = Buffer.from("---\n$(A)\n---\n");
  const sink = {
    output() {
      throw new Error("disk full");
    },
  };
  const failing = new ChunkExpander(environment, sink, { format });
  expect(() => failing.push(piece)).toThrow("disk full");
  expect(() => failing.push(piece)).toThrow(/begin a new stream/);
  const calling: ChunkExpander = new ChunkExpander(environment, { output: () => calling.push(piece) }, { format });
  expect(() => calling.push(piece)).toThrow(/its sink called it/);
});

test("what is held is the input that was not used, in pieces of any length, that callers change", () => {
  const random = new Random(20_261_126);
  const held = new HeldInput({}, REFERENCE_HELD);
  let expected: number[] = [];
  let consumed = 0;
  for (let step = 0; step < 500; step++) {
    const piece = Uint8Array.from({ length: random.pick([0, 1, 5, 40]) }, () => random.below(256));
    expected.push(...piece);
    const isBorrowed = random.below(2) === 0;
    if (isBorrowed) held.borrow(piece);
    else held.add(piece);
    expect([...held.subarray(0)]).toEqual(expected);
    const used = random.pick([0, expected.length, random.below(expected.length + 1)]);
    if (isBorrowed || random.below(2) === 0) {
      held.use(() => {
        const from = random.below(used + 1);
        expect([...held.subarray(from, used)]).toEqual(expected.slice(from, used));
        if (random.below(2) === 0) {
          held.own(from);
          piece.fill(0);
        }
        expect([...held.subarray(from)]).toEqual(expected.slice(from));
        return used;
      });
      expected = expected.slice(used);
      consumed += used;
    }
    piece.fill(0);
    expect([...held.subarray(0)]).toEqual(expected);
    expect([held.length, held.consumed]).toEqual([expected.length, consumed]);
  }
});
