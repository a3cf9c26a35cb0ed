/** Where texts are cut: against the shortest reference, and at the places that people would get wrong. */
import { describe, expect, test } from "vitest";
import { ByteSearch, CutError, cutFrom, lastCut, type TextFormat } from "../../../src/scale/shard/split-points.ts";
import { fuzzCases, Random } from "../../reference/random.ts";
import { referenceCuts } from "../../reference/shard-cuts.ts";

/** A text that counts what is read of it. */
class CountedText {
  readonly length: number;
  bytesRead = 0;
  private readonly bytes: Uint8Array;

  constructor(text: string | Uint8Array) {
    this.bytes = typeof text === "string" ? Buffer.from(text) : text;
    this.length = this.bytes.length;
  }

  /** A little at a time, as a pipe or a network may. */
  read(into: Uint8Array, position: number): number {
    const piece = this.bytes.subarray(position, position + Math.min(into.length, 5000));
    into.set(piece);
    this.bytesRead += piece.length;
    return piece.length;
  }
}

/** The text with `|` at every cut. */
function shown(format: TextFormat, text: string): string {
  const search = new ByteSearch(new CountedText(text));
  const cuts = new Set(Array.from(text, (_, offset) => cutFrom(format, search, offset)));
  return Array.from(text, (unit, offset) => (cuts.has(offset) ? `|${unit}` : unit)).join("");
}

test.each([
  ["one line", "|one line"],
  ["a\nb\n\nc", "|a\n|b\n|\n|c"],
  ["a\r\nb\rc\r\n", "|a\r\n|b\rc\r\n"],
  ["$(A)\nb\n", "|$(A)\n|b\n"],
  // One name to one process.
  ["$(cmd\n$(HOST))\nb\n", "|$(cmd\n$(HOST))\n|b\n"],
  ["a $(b\nc\nd) e\nf", "|a $(b\nc\nd) e\n|f"],
  // Nothing closes it: were there a `)` further on, it would.
  ["a\n$(b\nc\nd\n", "|a\n|$(b\nc\nd\n"],
  ["$$(a\nb\n", "|$$(a\n|b\n"],
  ["$$$(a\nb)\nc\n", "|$$$(a\nb)\n|c\n"],
  ["$\n(a\nb\n", "|$\n|(a\n|b\n"],
  ["(a\nb\n", "|(a\n|b\n"],
])("plain text %#", (text, expected) => {
  expect(shown("bytes", text)).toBe(expected);
});

test("in JSON, a reference ends with its line", () => {
  expect(shown("json", '{"a":"$(b"}\n{"c":"d)"}\n[\n1]')).toBe('|{"a":"$(b"}\n|{"c":"d)"}\n|[\n|1]');
});

test.each([
  ["a: 1\n", "|a: 1\n"],
  ["a: 1\n---\nb: 2\n--- c\n", "|a: 1\n|---\nb: 2\n|--- c\n"],
  ["---\na: 1\n---\nb: 2\n", "|---\na: 1\n|---\nb: 2\n"],
  ["a: 1\r\n---\r\nb: 2\r\n", "|a: 1\r\n|---\r\nb: 2\r\n"],
  // Nothing of these begins a document.
  ["a: |\n  ---\n  text\nb: ---\n----\n---c\n--\n", "|a: |\n  ---\n  text\nb: ---\n----\n---c\n--\n"],
  ["a: 1\n...\nb: 2\n", "|a: 1\n...\nb: 2\n"],
  ["a: 1\n...\n---\nb: 2\n", "|a: 1\n...\n|---\nb: 2\n"],
  ["# only\n---\nb: 2\n", "|# only\n|---\nb: 2\n"],
  ["a: 1\n---\n", "|a: 1\n|---\n"],
  // Directives belong to the document that follows.
  ["a: 1\n...\n%YAML 1.2\n---\nb: 2\n---\nc: 3\n", "|a: 1\n...\n%YAML 1.2\n---\nb: 2\n|---\nc: 3\n"],
  ["a: 1\n...\n%TAG ! x:\n# comment\n\r\n---\nb\n", "|a: 1\n...\n%TAG ! x:\n# comment\n\r\n---\nb\n"],
  ["\n%YAML 1.2\n---\nb: 2\n", "|\n%YAML 1.2\n---\nb: 2\n"],
  // A stream does not know yet what these dashes are.
  ["a: 1\n---", "|a: 1\n---"],
])("YAML %#", (text, expected) => {
  expect(shown("yaml", text)).toBe(expected);
});

test.each([
  ["json", "", 0],
  ["json", "a", 0],
  ["json", "a\n", 0],
  ["json", "a\nb", 2],
  ["json", "a\nb\n", 2],
  ["json", "a\n\n", 2],
  ["yaml", "a", 0],
  ["yaml", "a\n---\nb\n", 2],
  ["yaml", "---\na\n", 0],
  ["yaml", "a\n---\nb\n---\nc\n", 8],
  ["yaml", "a\n---\nb\n...\n%YAML 1.2\n---\nc\n", 2],
] as const)("the last cut before the end of %s %j", (format, text, expected) => {
  expect(lastCut(format, new ByteSearch(new CountedText(text)))).toBe(expected);
});

test("random plain texts are cut where the reference cuts them", () => {
  for (let seed = 0; seed < fuzzCases(2000); seed++) {
    const random = new Random(seed);
    const words = ["$", "$$", "$(", "(", ")", "\n", "\n", "\r\n", "A", "$(A)", "é", "\xff"];
    const text = Buffer.from(Array.from({ length: random.below(40) }, () => random.pick(words)).join(""), "latin1");
    const allowed = referenceCuts(text);
    const search = new ByteSearch(new CountedText(text));
    for (let offset = 0; offset <= text.length; offset++) {
      const expected = allowed.find((one) => one >= offset);
      expect([seed, offset, cutFrom("bytes", search, offset)]).toEqual([seed, offset, expected]);
    }
  }
});

describe("of a large text, only the neighbourhood of a cut is read", () => {
  const LINE = "some text with $(NAME) in it, and (more) after\n";
  const text = LINE.repeat(400_000);

  test.each(["bytes", "json"] as const)("%s", (format) => {
    const source = new CountedText(text);
    const at = cutFrom(format, new ByteSearch(source), 10_000_001);
    expect(at).toBe(Math.ceil(10_000_001 / LINE.length) * LINE.length);
    expect(source.bytesRead).toBeLessThanOrEqual(2 * 65_536);
  });

  test("yaml", () => {
    const source = new CountedText("---\na: $(A)\n".repeat(1_000_000));
    expect(cutFrom("yaml", new ByteSearch(source), 6_000_001)).toBe(6_000_012);
    expect(source.bytesRead).toBeLessThanOrEqual(2 * 65_536);
  });
});

describe("what a stream would refuse is not searched to its end", () => {
  const MEBIBYTE = 1 << 20;
  const long = new Uint8Array(200 * MEBIBYTE).fill(0x61);
  long[MEBIBYTE] = 0x0a;

  test("an open reference", () => {
    const text = long.slice();
    text.set(Buffer.from("$("), 10);
    const source = new CountedText(text);
    expect(() => cutFrom("bytes", new ByteSearch(source), 100)).toThrow(
      new CutError(10, 'the reference that begins here is too long; close it with ")"'),
    );
    expect(source.bytesRead).toBeLessThan(70 * MEBIBYTE);
  });

  test("a document of YAML, from both sides", () => {
    const message = 'the YAML document here is too long; write "---" between documents';
    const source = new CountedText(long);
    expect(() => cutFrom("yaml", new ByteSearch(source), 100)).toThrow(new CutError(100, message));
    expect(() => lastCut("yaml", new ByteSearch(source))).toThrow(new CutError(134 * MEBIBYTE, message));
    expect(source.bytesRead).toBeLessThan(140 * MEBIBYTE);
  });

  test("a text without any parenthesis: what is open for so long would be refused", () => {
    const text = long.slice();
    text[150 * MEBIBYTE] = 0x0a;
    const source = new CountedText(text);
    expect(cutFrom("bytes", new ByteSearch(source), 150 * MEBIBYTE)).toBe(150 * MEBIBYTE + 1);
    expect(source.bytesRead).toBeLessThan(70 * MEBIBYTE);
  });
});
