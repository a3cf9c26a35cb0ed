import { afterEach, expect, test, vi } from "vitest";
import { printable, visibleLines, visibleText } from "../../src/text/printable.ts";

afterEach(() => vi.unstubAllGlobals());

test("invisible characters are escaped, and the text is one line", () => {
  expect(
    visibleText("a\u001b[31m\r\nb\u0085\u2028\u2029c\u202e\u2066\u200d\ufeff\u{e0001}\ud800d é 漢 \u{1f600}"),
  ).toBe("a\\u001b[31m\\r\\nb\\u0085\\u2028\\u2029c\\u202e\\u2066\\u200d\\ufeff\\udb40\\udc01\\ud800d é 漢 \u{1f600}");
});

test.each([
  ["", ""],
  [" ~", " ~"],
  ["\0", "\\u0000"],
  ["a\x1f", "a\\u001f"],
  ["\x7f", "\\u007f"],
  ["\x9f\xa0", "\\u009f\xa0"],
  ["\t\b\f\v", "\\t\\b\\f\\u000b"],
])("%j is shown as %s", (text, shown) => {
  expect(visibleText(text)).toBe(shown);
  expect(visibleLines(text)).toBe(shown);
});

test.each([
  ["::stop-commands::T", "\\u003a:stop-commands::T"],
  [" \u00a0::Error file=a::b", " \u00a0\\u003a:Error file=a::b"],
  ["::add-mask", "\\u003a:add-mask"],
  ["a ##[group]b##vso[task.setvariable x]c", "a \\u0023#[group]b\\u0023#vso[task.setvariable x]c"],
  ["###[error]", "#\\u0023#[error]"],
])("a command of CI servers, %j, is shown as %s", (text, shown) => {
  expect(visibleText(text)).toBe(shown);
});

test.each(["::", "::1", "[::]:80", "::ffff:10.0.0.1", "::fe80%eth0", "std::string", "a ::error::", "## [a]", "#[a]"])(
  "%s is not a command",
  (text) => expect(visibleText(text)).toBe(text),
);

test("line breaks are kept", () => {
  expect(visibleLines("a\u009b\n\u202eb\r\n")).toBe("a\\u009b\n\\u202eb\\r\n");
});

test("JSON with such characters keeps its value", () => {
  const value = {
    "k\u{e0001}": ["\u007f\u0080\u00ad\u061c\u2028\u2069\u{1d173}\n\u0000\ud800", "\u{1f468}\u200d\u{1f469}"],
  };
  const text = visibleLines(JSON.stringify(value, undefined, 2));
  expect(JSON.parse(text)).toEqual(value);
  expect(text).not.toMatch(/[^\n\P{Cc}]|\p{Cf}|\u2028/u);
});

test.each([
  ["abc", "abc"],
  ["abcd", "abc..."],
  ["ab\u{1f600}", "ab..."],
  ["a\u{1f600}", "a\u{1f600}"],
  ["a\u{1f600}b", "a\u{1f600}..."],
  ["ab\uffffc", "ab\uffff..."],
  ["ab\u{10000}", "ab..."],
  ["\n\n\n", "\\n\\n\\n"],
  ["\n\n\n\n", "\\n\\n\\n..."],
])("three characters of %j are shown, and no lone surrogate", (text, shown) => {
  expect(printable(text, 3)).toBe(shown);
});

test("200 characters are shown by default", () => {
  expect(printable("a".repeat(200))).toBe("a".repeat(200));
  expect(printable("a".repeat(201))).toBe(`${"a".repeat(200)}...`);
});

test("on an engine without Unicode's tables, all text that is not ASCII is escaped", async () => {
  vi.resetModules();
  vi.stubGlobal(
    "RegExp",
    class extends RegExp {
      constructor(pattern: string, flags: string) {
        if (pattern.includes("\\p{")) throw new SyntaxError("invalid property name");
        super(pattern, flags);
      }
    },
  );
  const poor = await import("../../src/text/printable.ts");
  expect(poor.visibleText("a é~\u{1f600}\u001b")).toBe("a \\u00e9~\\ud83d\\ude00\\u001b");
  expect(poor.visibleLines("é\n")).toBe("\\u00e9\n");
  expect(poor.printable("aé", 1)).toBe("a...");
});
