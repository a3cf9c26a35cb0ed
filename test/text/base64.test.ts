import { expect, test } from "vitest";
import { decodeBase64, encodeBase64 } from "../../src/text/base64.ts";
import { referenceDecode, referenceEncode } from "../reference/base64.ts";
import { fuzzCases, Random } from "../reference/random.ts";

test("texts of many lengths", () => {
  for (const length of [0, 1, 2, 3, 4, 190, 191, 192, 193, 254, 255, 256, 257, 258, 259, 1000]) {
    for (const text of ["a".repeat(length), "é".repeat(length), `${"a".repeat(length)}é`, "\ud800".repeat(length)]) {
      const encoded = encodeBase64(text);
      expect(encoded, `${length}`).toBe(referenceEncode(text));
      for (const form of [encoded, encoded.replace(/=+$/, ""), encoded.replace(/.$/, " ")]) {
        expect(decodeBase64(form), `${length}: ${form.slice(-4)}`).toBe(referenceDecode(form));
      }
    }
  }
});

test.each([
  ["a lone surrogate", "\ud83d", "77+9"],
  ["U+0000 and U+007F", "\0\x7f", "AH8="],
  ["U+0080", "\x80", "woA="],
  ["a byte order mark", "\ufeffa", "77u/YQ=="],
])("%s", (_, text, encoded) => {
  expect(encodeBase64(text)).toBe(encoded);
  expect(decodeBase64(encoded)).toBe(text.replaceAll("\ud83d", "\ufffd"));
});

test.each([4095, 4096, 4097, 100_000])("%i characters of two bytes", (length) => {
  const text = "é".repeat(length);
  expect(encodeBase64(text)).toBe(Buffer.from(text).toString("base64"));
  expect(decodeBase64(encodeBase64(text))).toBe(text);
});

test("characters outside the alphabets are skipped, in short and long texts", () => {
  for (const long of ["", "YWJj".repeat(100)]) {
    const text = "abc".repeat(long.length / 4);
    for (const [form, end] of [
      ["YQ=Yg==", "a"],
      ["Y Q\n=\t=", "a"],
      ["Y.Q", "a"],
      ["-_-_", "\ufffd\ufffd\ufffd"],
      ["YR==", "a"],
      ["Y", ""],
      // Node's Buffer reads the low bytes of these, which are in the alphabet.
      ["\u0141\u0141\u0141\u0141", ""],
      ["éYQ==", "a"],
      ["YWI=====", "ab"],
    ] as const) {
      expect(decodeBase64(long + form), `${long.length} ${form}`).toBe(text + end);
    }
  }
});

test("random texts", () => {
  const seed = 1;
  const random = new Random(seed);
  for (let i = 0; i < fuzzCases(2000); i++) {
    let text = "";
    const characters = random.pick([[..."ABCabc019+/-_== \n.~éw6nih\u0141", "😀"], [..."ABCabc019+/"]]);
    for (let length = random.pick([3, 12, 257, 300]) + random.below(4); length > 0; length--)
      text += random.pick(characters);
    const context = `seed ${seed}, case ${i}: ${JSON.stringify(text)}`;
    expect(encodeBase64(text), context).toBe(referenceEncode(text));
    expect(decodeBase64(text), context).toBe(referenceDecode(text));
  }
});
