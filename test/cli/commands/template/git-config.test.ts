import { expect, test } from "vitest";
import { gitConfigValue } from "../../../../src/cli/commands/template/git.ts";

const url = (text: string) => gitConfigValue(text, "remote", "origin", "url");

test.each([
  ['[remote "origin"]\n\turl = x\n', "x"],
  ['[remote "origin"]url=x', "x"],
  ['[REMOTE "origin"]\r\nURL =  a b  \r\n', "a b"],
  ['[remote "origin"]\nurl = "a # b " ; c\n', "a # b "],
  ['[remote "origin"]\nurl = a#b\nurl = c', "a"],
  ['[remote "origin"]\nurl = "a;b" \\\n  c\n', "a;b   c"],
  ['[remote "origin"]\nurl = a\\\r\nb\r\n', "ab"],
  ['[remote "origin"]\nurl = a\\tb\\\\\\"c\\n\n', 'a\tb\\"c\n'],
  ['[remote "origin"]\nurl =\n', ""],
  ['[remote "origin"]\nbare\nurl = first\nurl = second\n', "first"],
  ['[remote "or\\igin"]\nurl = x\n', "x"],
  ['# [remote "origin"]\n; url = no\n[remote "origin"] # url = no\nurl = x\n', "x"],
  ['[remote "origin"]\nurls = no\nx-url = no\nur = no\n', undefined],
  ['[remote "Origin"]\nurl = no\n', undefined],
  ["[remote]\nurl = no\n", undefined],
  ['[remotes "origin"]\nurl = no\n', undefined],
  ['[remote "origin"]\n[branch "main"]\nurl = no\n', undefined],
  ['[remote "origin"\nurl = no\n', undefined],
  ['[remote "ori\ngin"]\nurl = no\n', undefined],
  ['[remote "origin"]\n= x\nurl = no\n', undefined],
  ['[remote "origin"]\nurl\n', undefined],
  ["url = no\n", undefined],
  ["", undefined],
])("%j: %j", (text, value) => expect(url(text)).toBe(value));
