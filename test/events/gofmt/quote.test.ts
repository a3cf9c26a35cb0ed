import { expect, test } from "vitest";
import { compareStrings } from "../../../src/events/gofmt/go-order.ts";
import { canBackquote, characterOf, quote, quoteCharacter } from "../../../src/events/gofmt/quote.ts";

test("every ASCII character, as Go quotes it", () => {
  const ascii = String.fromCharCode(...Array(128).keys());
  expect(quote(ascii)).toBe(
    '"\\x00\\x01\\x02\\x03\\x04\\x05\\x06\\a\\b\\t\\n\\v\\f\\r\\x0e\\x0f\\x10\\x11\\x12\\x13\\x14\\x15\\x16\\x17' +
      "\\x18\\x19\\x1a\\x1b\\x1c\\x1d\\x1e\\x1f !\\\"#$%&'()*+,-./0123456789:;<=>?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[\\\\]^_`" +
      'abcdefghijklmnopqrstuvwxyz{|}~\\x7f"',
  );
});

test("the order of strings is that of their UTF-8 bytes", () => {
  const strings = ["", "A", "a", "a\0", "aa", "b", "é", "\ud7ff", "\ue000", "\uffff", "\u{10000}", "\u{10ffff}"];
  for (const a of strings) {
    for (const b of strings) {
      expect(Math.sign(compareStrings(a, b)), `${JSON.stringify(a)} and ${JSON.stringify(b)}`).toBe(
        Math.sign(Buffer.compare(Buffer.from(a), Buffer.from(b))),
      );
    }
  }
});

test("beyond ASCII, what is printable stays, unless only ASCII may", () => {
  expect(quote("\x80é€\u2028\u{1f600}\u{e0001}")).toBe('"\\u0080é€\\u2028\u{1f600}\\U000e0001"');
  expect(quote("é€\u{1f600}", true)).toBe('"\\u00e9\\u20ac\\U0001f600"');
  expect(quote("\uffff\u{10000}", true)).toBe('"\\uffff\\U00010000"');
  expect(quote("\ud800\udfff".split("").reverse().join(""))).toBe('"\ufffd\ufffd"');
  expect(quote("\ud800", true)).toBe('"\\ufffd"');
});

test("a character as a literal: the other quotation mark stands as it is", () => {
  expect(quoteCharacter(0x27n, false)).toBe("'\\''");
  expect(quoteCharacter(0x22n, false)).toBe("'\"'");
  expect(quoteCharacter(0xe9n, true)).toBe("'\\u00e9'");
});

test("code points without a character are U+FFFD", () => {
  const code = (codePoint: bigint) => characterOf(codePoint).codePointAt(0);
  for (const known of [0, 1, 0xd7ff, 0xe000, 0x10ffff]) expect(code(BigInt(known))).toBe(known);
  for (const unknown of [-1n, 0xd800n, 0xdfffn, 0x110000n, 1n << 64n]) expect(code(unknown)).toBe(0xfffd);
});

test("what can stand between backquotes", () => {
  const refused = Array.from({ length: 0x100 }, (_, code) => code).filter(
    (code) => !canBackquote(`a${String.fromCharCode(code)}b`),
  );
  const controls = Array.from({ length: 0x20 }, (_, code) => code).filter((code) => code !== 9);
  expect(refused).toEqual([...controls, 0x60, 0x7f]);
  expect(canBackquote("\ufeff")).toBe(false);
  expect(canBackquote("")).toBe(true);
});
