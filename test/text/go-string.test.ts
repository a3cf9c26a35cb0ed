import { afterEach, expect, test, vi } from "vitest";
import { compareStrings, quote } from "../../src/text/go-string.ts";

afterEach(() => vi.unstubAllGlobals());

test("quotes every ASCII character as Go does", () => {
  const ascii = String.fromCharCode(...Array(128).keys());
  expect(quote(ascii)).toBe(
    '"\\x00\\x01\\x02\\x03\\x04\\x05\\x06\\a\\b\\t\\n\\v\\f\\r\\x0e\\x0f\\x10\\x11\\x12\\x13\\x14\\x15\\x16\\x17' +
      "\\x18\\x19\\x1a\\x1b\\x1c\\x1d\\x1e\\x1f !\\\"#$%&'()*+,-./0123456789:;<=>?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[\\\\]^_`" +
      'abcdefghijklmnopqrstuvwxyz{|}~\\x7f"',
  );
});

test.each([
  ["", '""'],
  [" ~!#[]", '" ~!#[]"'],
  ["\n", '"\\n"'],
  ['"', '"\\""'],
  ["\\", '"\\\\"'],
  ["a\x7f", '"a\\x7f"'],
  ["\x1fa", '"\\x1fa"'],
  ["a\nb", '"a\\nb"'],
])("%j is quoted as %s", (text, quoted) => expect(quote(text)).toBe(quoted));

test("beyond ASCII, printable characters are kept, unless only ASCII is allowed", () => {
  expect(quote("\x80é€\u2028\u{1f600}\u{e0001}")).toBe('"\\u0080é€\\u2028\u{1f600}\\U000e0001"');
  expect(quote("é€\u{1f600}", true)).toBe('"\\u00e9\\u20ac\\U0001f600"');
  expect(quote("\uffff\u{10000}", true)).toBe('"\\uffff\\U00010000"');
  expect(quote("\udfff\ud800")).toBe('"\ufffd\ufffd"');
  expect(quote("\ud800", true)).toBe('"\\ufffd"');
});

test("on an engine without Unicode's tables, characters beyond ASCII are escaped", async () => {
  vi.resetModules();
  vi.stubGlobal(
    "RegExp",
    class {
      constructor() {
        throw new SyntaxError("invalid property name");
      }
    },
  );
  const poor = await import("../../src/text/go-string.ts");
  expect(poor.quote("a é\n\u{1f600}")).toBe('"a \\u00e9\\n\\U0001f600"');
});

test("strings are ordered by their UTF-8 bytes", () => {
  const strings = ["", "A", "a", "a\0", "aa", "b", "é", "\ud7ff", "\ue000", "\uffff", "\u{10000}", "\u{10ffff}"];
  for (const a of strings) {
    for (const b of strings) {
      expect(Math.sign(compareStrings(a, b)), `${JSON.stringify(a)} and ${JSON.stringify(b)}`).toBe(
        Math.sign(Buffer.compare(Buffer.from(a), Buffer.from(b))),
      );
    }
  }
});
