/** Characters in texts with one character for each byte, as Go decodes them: a byte that is not UTF-8 is one by itself. */
import { expect, test } from "vitest";
import { type ListedReference, runeAt, runesOf } from "../../../src/expansion/dialects/evaluation.ts";
import { Substitution } from "../../../src/expansion/dialects/substitution.ts";

const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** The character that the first bytes are, if any number of them is valid. */
function referenceRune(text: string): { code: number; length: number } {
  for (let length = 1; length <= Math.min(4, text.length); length++) {
    try {
      return { code: decoder.decode(Buffer.from(text.slice(0, length), "latin1")).codePointAt(0)!, length };
    } catch {}
  }
  return { code: 0xfffd, length: 1 };
}

test("every first byte, with continuations at the limits of what is valid", () => {
  const second = ["", "\x7f", "\x80", "\x8f", "\x90", "\x9f", "\xa0", "\xbf", "\xc0"];
  const later = ["", "\x7f", "\x80", "\xbd", "\xbf", "\xc0"];
  const ends = second.flatMap((one) => later.flatMap((two) => later.map((three) => one + two + three)));
  for (let first = 0x7f; first < 256; first++) {
    const texts = ends.map((end) => String.fromCharCode(first) + end);
    const runes = texts.map((text) => [text, runeAt(`x${text}`, 1)]);
    expect(runes).toEqual(texts.map((text) => [text, referenceRune(text)]));
  }
});

test("the characters of a text are all of it", () => {
  const bytes = (text: string) => Buffer.from(text).toString("latin1");
  const runes = ["a", bytes("é"), "\xc3", "a", bytes("\u0800"), "\xe2", "\x82", bytes("😀"), bytes("\ufffd"), "\xff"];
  expect(runesOf(runes.join(""))).toEqual(runes);
});

test("a default that is listed has its characters, not their bytes", () => {
  const listed: ListedReference[] = [];
  new Substitution("compose", {}, { list: (reference) => listed.push(reference) }).expand("${B:-dé}", () => {});
  expect(listed.map((one) => one.default)).toEqual(["dé"]);
});

test.each(["envsubst", "compose", "flux", "otel"] as const)("a byte order mark stays: %s", (syntax) => {
  const substitution = new Substitution(syntax, { A: "\ufeffa" });
  expect(substitution.expand("\ufeffx${A}")).toBe("\ufeffx\ufeffa");
  expect(substitution.expand("${A}x")).toBe("\ufeffax");
  expect(substitution.expand("\ufeff${A}é")).toBe("\ufeff\ufeffaé");
});

test("offsets in a string count its code units, a byte order mark included", () => {
  const offsets: number[] = [];
  const substitution = new Substitution("compose", {});
  substitution.expand("\ufeff$U é$U 😀${U:-$U}", ({ offset }) => offsets.push(offset));
  expect(offsets).toEqual([1, 5, 15]);
  expect(() => substitution.expand("\ufeff${U?}")).toThrow(expect.objectContaining({ offset: 1 }));
});

test.each([
  [true, undefined],
  [false, undefined],
  [true, true],
  [false, true],
])("a variable that is not set, by expandInto and expandBytes: strict %s, reported %s", (strict, isReported) => {
  const unset: unknown[] = [];
  const report = isReported ? (one: unknown) => void unset.push(one) : undefined;
  const substitution = new Substitution("envsubst", { A: "1" }, { strict });
  const input = Buffer.from("$A$U$A");
  const expand = () => {
    const output = new Uint8Array(10);
    const { read, written } = substitution.expandInto(input, output, report);
    expect(substitution.expandBytes(input, report)).toEqual(output.slice(0, written));
    return [read, Buffer.from(output.subarray(0, written)).toString()];
  };
  if (strict && !isReported) {
    expect(expand).toThrow(expect.objectContaining({ reason: "unset", variable: "U", offset: 2 }));
    expect(() => substitution.expandBytes(input)).toThrow(expect.objectContaining({ reason: "unset", offset: 2 }));
  } else {
    expect(expand()).toEqual([6, "11"]);
  }
  expect(unset).toEqual(isReported ? Array(2).fill({ name: "U", offset: 2, syntax: "envsubst", reason: "unset" }) : []);
});
