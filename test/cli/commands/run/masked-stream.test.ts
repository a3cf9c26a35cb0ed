import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { MaskedStream } from "../../../../src/cli/commands/run/masked-stream.ts";
import { SecretPatterns } from "../../../../src/cli/manifests/secret-patterns.ts";

const bytes = (text: string) => new Uint8Array(Buffer.from(text));
const patterns = (secrets: readonly string[]) => new SecretPatterns(secrets.map(bytes));

/** What comes out with each piece, and at the end. */
function masked(secrets: readonly string[], pieces: readonly string[]): string[] {
  const stream = new MaskedStream(patterns(secrets));
  const outputs = pieces.map((piece) => Buffer.from(stream.push(bytes(piece))).toString());
  return [...outputs, Buffer.from(stream.flush()).toString()];
}

describe("holds back only text that can become a secret", () => {
  test.each<[secrets: string[], pieces: string[], outputs: string[]]>([
    [["secret"], ["a secret b"], ["a *** b", ""]],
    [["secret"], ["a sec", "ret", " b"], ["a ", "***", " b", ""]],
    [["secret"], ["a sec", "ond"], ["a ", "second", ""]],
    [["secret"], ["sec"], ["", "sec"]],
    [["secret"], ["s", "e", "c", "r", "e", "t"], ["", "", "", "", "", "***", ""]],
    [["secret"], ["ssecret", "secsecret"], ["s***", "sec***", ""]],
    [["line one\nline two"], ["line one\n", "line two\n"], ["", "***\n", ""]],
    [["secret"], ["secretsecret"], ["******", ""]],
    [
      ["secret", "secret2"],
      ["secret", "2", "secret", "x"],
      ["***", "", "***", "x", ""],
    ],
    [
      ["abcdef", "defghi"],
      ["abcdef", "ghi!"],
      ["***", "!", ""],
    ],
    [
      ["abcdef", "bcd"],
      ["abcd", "x abcdef"],
      ["", "a***x ***", ""],
    ],
    [
      ["xxSECRET1yySECRET2zz", "SECRET1", "SECRET2"],
      ["xxSECRET1yySECRET2", "zz."],
      ["", "***.", ""],
    ],
    [
      ["xxSECRET1yySECRET2zz", "SECRET1", "SECRET2"],
      ["xxSECRET1yySECRET2", "za"],
      ["", "xx***yy***za", ""],
    ],
    [["aaaaaa"], ["aaaaaaaaa", "aaa", "b"], ["***", "", "b", ""]],
    [["pässword"], ["p\u00e4ssword", "pä"], ["***", "", "pä"]],
    [[], ["secret"], ["secret", ""]],
  ])("%j in %j", (secrets, pieces, outputs) => {
    expect(masked(secrets, pieces)).toEqual(outputs);
  });
});

/** Each byte that belongs to some secret, found by trying all; then `***` for each run of secrets that overlap. */
function reference(secrets: readonly string[], text: string): string {
  const found: [start: number, end: number][] = [];
  for (let start = 0; start < text.length; start++) {
    for (const secret of secrets) if (text.startsWith(secret, start)) found.push([start, start + secret.length]);
  }
  let output = "";
  let at = 0;
  for (let i = 0; i < found.length; ) {
    const [start] = found[i]!;
    let [, end] = found[i]!;
    while (i < found.length && found[i]![0] < end) end = Math.max(end, found[i++]![1]);
    output += `${text.slice(at, start)}***`;
    at = end;
  }
  return output + text.slice(at);
}

test("equals masking every secret at every position, for any chunk size", () => {
  const secret = fc.string({ unit: fc.constantFrom("a", "b", "c"), minLength: 1, maxLength: 6 });
  const piece = fc.string({ unit: fc.constantFrom("a", "b", "c"), maxLength: 12 });
  fc.assert(
    fc.property(fc.array(secret, { maxLength: 5 }), fc.array(piece, { maxLength: 8 }), (secrets, pieces) => {
      expect(masked(secrets, pieces).join("")).toBe(reference(secrets, pieces.join("")));
    }),
    { numRuns: 2000, seed: 20_261_130 },
  );
});

test("bytes that are not UTF-8 are unchanged", () => {
  const stream = new MaskedStream(patterns(["secret"]));
  expect(stream.push(Uint8Array.of(0xff, 0, 0x73))).toEqual(Buffer.from([0xff, 0]));
  expect(stream.flush()).toEqual(Buffer.from([0x73]));
});

test("a secret that is as long as an argument can be, byte by byte", () => {
  const secret = `${"ab".repeat(60_000)}!`;
  const stream = new MaskedStream(patterns([secret]));
  const text = bytes(`${"ab".repeat(100_000)}!\n`);
  let output = "";
  for (let at = 0; at < text.length; at++) output += Buffer.from(stream.push(text.subarray(at, at + 1))).toString();
  expect(output).toBe(`${"ab".repeat(40_000)}***\n`);
});

test("pieces of all sizes, of which a part is held back, are unchanged", () => {
  const stream = new MaskedStream(patterns([`${"x".repeat(50_000)}!`]));
  let [input, output] = ["", ""];
  for (const [i, length] of [40_000, 30_000, 20_000, 70_000, 10, 65_536, 65_537, 25_000].entries()) {
    // The end of each second piece can be the beginning of a secret.
    const piece = i % 2 === 0 ? "a".repeat(length) : "a".repeat(length / 2) + "x".repeat(length / 2);
    input += piece;
    output += Buffer.from(stream.push(bytes(piece))).toString();
  }
  expect(output + Buffer.from(stream.flush()).toString() === input).toBe(true);
});
