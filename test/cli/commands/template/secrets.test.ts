import { expect, test } from "vitest";
import { maskerOf } from "../../../../src/cli/commands/template/project.ts";

/** Messages show 80 characters of a text: a secret that is cut there is one, too. */
test.each([79, 80, 81, 82, 200])("a secret of %i characters, whole or as messages cut it", (length) => {
  const secret = "s".repeat(length);
  const masked = maskerOf({ token: secret });
  for (const text of [`a ${secret} b`, `a ${secret.slice(0, 80)}... b`])
    expect(masked(text).replaceAll("***", "")).not.toContain("s");
});

test("the longest secret is masked first; lines and escapes count", () => {
  const masked = maskerOf({ short: "abc", long: "abcdef", lines: "one\ntwo", quote: 'q"q', port: 8080, on: true });
  expect(masked("abcdef abc")).toBe("*** ***");
  expect(masked('two of one, "q\\"q", q"q')).toBe('*** of ***, "***", ***');
  expect(masked("8080 true null")).toBe("*** true null");
});

test("of two secrets that differ by one character, the longer is masked whole", () => {
  expect(maskerOf({ short: "abc", long: "abcd" })("abcd abc")).toBe("*** ***");
});

test.each(["one\ntwo", "one\r\ntwo", "one\rtwo", "one\n\n  \r\rtwo\n"])(
  "masks each line of %j, but not empty lines or white space",
  (lines) => {
    expect(maskerOf({ lines })("two  of one\n\r")).toBe("***  of ***\n\r");
  },
);
