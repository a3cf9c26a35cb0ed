import { expect, test } from "vitest";
import { shellQuoted, shellUnquoted } from "../../src/envfile/shell-quote.ts";

test.each([
  ["", "''"],
  ["a b", "'a b'"],
  ['$(A) `b` \\ "c"', "'$(A) `b` \\ \"c\"'"],
  ["it's", "'it'\\''s'"],
  ["''", "''\\'''\\'''"],
  ["a\nb", "'a\nb'"],
])("%j as a word is %s", (text, word) => {
  expect(shellQuoted(text)).toBe(word);
  expect(shellUnquoted(word)).toBe(text);
});

test.each([
  ["plain", "plain"],
  ["'a'b\"c\"", "abc"],
  ['"a\'b"', "a'b"],
  ["'a\"b'", 'a"b'],
  ["'a\\b'", "a\\b"],
  ["a\\ b", "a b"],
  ["a\\'b", "a'b"],
  ['a\\"b\\"', 'a"b"'],
  ["a\\\\b", "a\\b"],
  ["a\\\nb", "a\nb"],
  ['"a\\"b"', 'a"b'],
  ['"\\$\\`\\\\"', "$`\\"],
  ['"\\n\\a"', "\\n\\a"],
  ['"a\nb\\\\"c', "a\nb\\c"],
  ["'open", "open"],
  ['"open', "open"],
  ['"open\\', "open"],
  ["open\\", "open"],
  ["''", ""],
  ['""', ""],
])("a shell reads %s as %j", (word, text) => {
  expect(shellUnquoted(word)).toBe(text);
});
