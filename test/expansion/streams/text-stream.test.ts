import { describe, expect, test } from "vitest";
import { TextStream } from "../../../src/expansion/streams/reference-stream.ts";
import { Environment } from "../../../src/index.ts";
import { growthExponent, LINEAR } from "../../reference/linearity.ts";
import { fuzzCases, Random } from "../../reference/random.ts";

const VARIABLES = { A: "1", LONG: "value ".repeat(50), EMPTY: "", é: "ü", A$$: "dollars" };

interface Streamed {
  readonly output: string;
  readonly unresolved: (readonly [name: string, offset: number])[];
}

/** What comes out of a stream, as Latin-1 so that every byte shows. */
function stream(environment: Environment, pieces: Iterable<Uint8Array>): Streamed {
  const output: Buffer[] = [];
  const unresolved: (readonly [string, number])[] = [];
  const stream = new TextStream(environment, {
    output: (bytes) => output.push(Buffer.from(bytes)),
    unresolved: (name, offset) => unresolved.push([Buffer.from(name).toString("latin1"), offset]),
  });
  for (const piece of pieces) stream.push(piece);
  stream.end();
  return { output: Buffer.concat(output).toString("latin1"), unresolved };
}

/** The same for input that is read into memory, at most `most` bytes at a time. */
function readStream(environment: Environment, input: Uint8Array, size: number, most: number): Streamed {
  const output: Buffer[] = [];
  const unresolved: (readonly [string, number])[] = [];
  const stream = new TextStream(environment, {
    output: (bytes) => output.push(Buffer.from(bytes)),
    unresolved: (name, offset) => unresolved.push([Buffer.from(name).toString("latin1"), offset]),
  });
  let at = 0;
  const read = (into: Uint8Array) => {
    const piece = input.subarray(at, at + Math.min(most, into.length));
    into.set(piece);
    at += piece.length;
    return piece.length;
  };
  while (stream.read(read, size) > 0);
  stream.end();
  expect(stream.consumed).toBe(input.length);
  return { output: Buffer.concat(output).toString("latin1"), unresolved };
}

function* piecesOf(input: Uint8Array, length: number): Generator<Uint8Array> {
  // A buffer that is used again, as files are read.
  const buffer = new Uint8Array(length);
  for (let at = 0; at < input.length; at += length) {
    const piece = input.subarray(at, at + length);
    buffer.set(piece);
    yield buffer.subarray(0, piece.length);
    buffer.fill(0x29);
  }
}

describe("the pieces do not matter", () => {
  test.each([
    "",
    "$",
    "$$",
    "$(",
    "$()",
    "plain text",
    "$(A)$(A) $(NOPE)$(LONG)",
    "$$$(A)$$(A)$$$$(A)$",
    "$(A$$)$(B$(A))$(A",
    "$é$(é)$\u{1d11e}$(\u{1d11e})",
    "$(one\ntwo\nthree)$(EMPTY)$(open $$ and $(nested $$ $",
  ])("%j", (text) => {
    const input = Buffer.from(text);
    const environment = new Environment(VARIABLES);
    const whole = Buffer.from(environment.expandBytes(input)).toString("latin1");
    const expected = stream(environment, [input]);
    expect(expected.output).toBe(whole);
    for (const [name, offset] of expected.unresolved) {
      expect(input.toString("latin1").slice(offset)).toMatch(new RegExp(`^\\$\\(${name.replace(/[$()]/g, "\\$&")}\\)`));
    }
    for (let length = 1; length <= input.length; length++) {
      expect(stream(environment, piecesOf(input, length)), `pieces of ${length}`).toEqual(expected);
      expect(readStream(environment, input, length, length), `reads of ${length}`).toEqual(expected);
      expect(readStream(environment, input, input.length, length), `short reads of ${length}`).toEqual(expected);
    }
  });

  test("random bytes", () => {
    const seed = 1;
    const random = new Random(seed);
    const environment = new Environment(VARIABLES);
    const parts = ["$", "$", "$", "(", "(", ")", "A", "LONG", "é", "\xff", "\xe2\x82", "\xf0\x9d", "x", "\n"];
    for (let run = 0; run < fuzzCases(3000); run++) {
      const text = Array.from({ length: random.below(24) }, () => random.pick(parts)).join("");
      const input = Buffer.from(text, "latin1");
      const message = `seed ${seed}, run ${run}: ${JSON.stringify(text)}`;
      const pieces: Uint8Array[] = [];
      for (let at = 0; at < input.length; ) {
        const length = 1 + random.below(5);
        pieces.push(input.subarray(at, at + length));
        at += length;
      }
      const expected = stream(environment, [input]);
      expect(expected.output, message).toBe(Buffer.from(environment.expandBytes(input)).toString("latin1"));
      expect(stream(environment, pieces), message).toEqual(expected);
      expect(readStream(environment, input, 1 + random.below(9), 1 + random.below(9)), message).toEqual(expected);
    }
  });
});

test("how far the input is used up", () => {
  const stream = new TextStream(new Environment({ A: "1" }), { output() {} });
  const consumed = ["ab$", "(A", "", "x", ")c$(", "d"].map((piece) => {
    stream.push(Buffer.from(piece));
    return stream.consumed;
  });
  expect(consumed).toEqual([2, 2, 2, 2, 8, 8]);
  stream.end();
  expect(stream.consumed).toBe(11);
});

describe("linear in the number of pieces", () => {
  test.each([
    ["one name across all of them", "$(", "x", ""],
    ["…and a closing parenthesis at the end", "$(", "x", ")"],
    ["open references", "", "$(", ""],
    ["dollars", "", "$", ""],
  ])("%s", (_, before, repeated, after) => {
    const environment = new Environment({ A: "1" });
    const piece = Buffer.from(repeated.repeat(64));
    const exponent = growthExponent(
      (count) => {
        const stream = new TextStream(environment, { output() {} });
        stream.push(Buffer.from(before));
        for (let i = 0; i < count; i++) stream.push(piece);
        stream.push(Buffer.from(after));
        stream.end();
      },
      2000,
      4,
    );
    expect(exponent).toBeLessThan(LINEAR);
  });
});

test.each(["text", "$(A)"])("what a sink copies by slice is a copy, also of a Buffer's %s", (text) => {
  const piece = Buffer.from(text);
  const copies: Uint8Array[] = [];
  const stream = new TextStream(new Environment({ A: "1" }), { output: (bytes) => copies.push(bytes.slice()) });
  stream.push(piece);
  piece.fill(0);
  stream.end();
  expect(Buffer.concat(copies).toString()).toBe(text === "text" ? "text" : "1");
});

describe("input that is read into memory", () => {
  const ending = (bytes: Uint8Array) => {
    let at = 0;
    return (into: Uint8Array) => {
      const piece = bytes.subarray(at, at + Math.min(into.length, 1000));
      into.set(piece);
      at += piece.length;
      return piece.length;
    };
  };

  test("a reference that stays open for too long is an error, and the stream ends", () => {
    const stream = new TextStream(new Environment({ A: "1" }), { output() {} }, { maxHeldBytes: 5000 });
    const read = ending(Buffer.from(`$(A)$(${"x".repeat(20_000)}`));
    const readAll = () => {
      while (stream.read(read, 1000) > 0);
    };
    expect(readAll).toThrow("byte 4: a $( begins here and does not end within 5000 bytes");
    expect(readAll).toThrow("the stream cannot be used");
  });

  test("a long reference takes linear time, even if each read is short", () => {
    const exponent = growthExponent((count) => {
      const stream = new TextStream(new Environment({ A: "1" }), { output() {} });
      const read = ending(Buffer.from(`$(${"x".repeat(1000 * count)})`));
      while (stream.read(read, 1000) > 0);
      stream.end();
    }, 1000);
    expect(exponent).toBeLessThan(LINEAR);
  });

  test("an error of the source, or of the sink, is passed on", () => {
    const failing = new TextStream(new Environment(), { output() {} });
    const fail = () => {
      throw new Error("cannot read");
    };
    expect(() => failing.read(fail, 10)).toThrow("cannot read");
    expect(() => failing.push(Buffer.from("a"))).toThrow("the stream cannot be used");
    const full = new TextStream(new Environment({ A: "1" }), {
      output() {
        throw new Error("no space");
      },
    });
    expect(() => full.read(ending(Buffer.from("$(A) b")), 10)).toThrow("no space");
  });
});
