import { expect, test } from "vitest";
import {
  fishProblem,
  shellAssignment,
  shellProblem,
  shellQuoted,
  shellUnquoted,
  specialValueProblem,
} from "../../../src/envfile/writers/shell.ts";

test.each<[name: string, value: string, problem: string | undefined]>([
  ["A", "v", undefined],
  ["_a1", "", undefined],
  ["A", "`id` $(id)", undefined],
  ["1A", "v", '"1A" is not a valid variable name in a shell'],
  ["", "v", '"" is not a valid variable name in a shell'],
  ["A-B", "v", '"A-B" is not a valid variable name in a shell'],
  ["A\n", "v", '"A\\n" is not a valid variable name in a shell'],
  ["A", "secret\0", "the value of A contains NUL, which a shell cannot represent"],
  ["UID", "", undefined],
  ["UID", "1000", undefined],
  ["UID", "-1", undefined],
  ["SECONDS", "1.5", undefined],
  ["SECONDS", "1.", "a shell evaluates the value of SECONDS; it must be a number"],
  ["SECONDS", "--1", "a shell evaluates the value of SECONDS; it must be a number"],
  ["RANDOM", "a[$(id)]", "a shell evaluates the value of RANDOM; it must be a number"],
  ["RANDOM", "1x", "a shell evaluates the value of RANDOM; it must be a number"],
  ["PROMPT_COMMAND", "", undefined],
  ["PROMPT_COMMAND", "id", "a shell runs the value of PROMPT_COMMAND"],
  ["PS1", "> ", undefined],
  ["PS1", "$(id)", "a shell expands the value of PS1 when it prompts"],
  ["RPROMPT", "`id`", "a shell expands the value of RPROMPT when it prompts"],
  ["PS9", "$(id)", undefined],
])("a shell sets %j to %j", (name, value, problem) => {
  expect(shellProblem(name, value)).toBe(problem);
});

test.each(["OLDPWD", "exit_status", "history2", "A_fish", "A"])("fish sets %s", (name) => {
  expect(fishProblem(name)).toBeUndefined();
});

const PROMPTS = "PS0 PS1 PS2 PS3 PS4 PROMPT PROMPT2 PROMPT3 PROMPT4 RPROMPT RPROMPT2 RPS1 RPS2 SPROMPT prompt";

test.each(PROMPTS.split(" "))("a prompt expands %s", (name) => {
  for (const value of ["$(id)", "$", "a`id`"])
    expect(shellProblem(name, value)).toBe(`a shell expands the value of ${name} when it prompts`);
  expect(shellProblem(name, "> ")).toBeUndefined();
});

const NUMBERS =
  "ARGC BASHPID BAUD COLUMNS DIRSTACKSIZE EGID EPOCHREALTIME EPOCHSECONDS ERRNO EUID FUNCNEST GID HISTCMD HISTSIZE " +
  "KEYTIMEOUT KSHEGID KSHGID KSHUID LINENO LINES LISTMAX LOGCHECK MAILCHECK OPTIND PGRP PIPESTATUS PPID RANDOM " +
  "REPORTMEMORY REPORTTIME SAVEHIST SECONDS SHLVL SRANDOM TMOUT TRY_BLOCK_ERROR TRY_BLOCK_INTERRUPT TTYIDLE UID USER_ID ZSH_SUBSHELL";

test.each(NUMBERS.split(" "))("a shell evaluates %s", (name) => {
  for (const value of ["", "7", "-12", "3.14", ".5", "-.5"]) expect(shellProblem(name, value)).toBeUndefined();
  for (const value of ["x", "$", "1 ", "\n1", "1\n", "+1", "1-", "1.x", "1.2.3", "0x1"])
    expect(shellProblem(name, value)).toBe(`a shell evaluates the value of ${name}; it must be a number`);
});

test("a value's own problem does not depend on the name being one of a shell", () => {
  expect(specialValueProblem("A-B", "\0")).toBeUndefined();
  expect(specialValueProblem("PROMPT_COMMAND", "id")).toBe("a shell runs the value of PROMPT_COMMAND");
});

test.each([
  ["", "A="],
  ["plain./:,@%+-_1", "A=plain./:,@%+-_1"],
  ["=ls", "A='=ls'"],
  ["two words", "A='two words'"],
  ["$(id)", "A='$(id)'"],
  ["~", "A='~'"],
])("an assignment has quotes where a shell needs them: %j", (value, assignment) => {
  expect(shellAssignment("A", value)).toBe(assignment);
});

test("the ASCII characters of an assignment without quotes", () => {
  const ascii = Array.from({ length: 128 }, (_, code) => String.fromCharCode(code));
  const plain = ascii.filter((character) => shellAssignment("A", character) === `A=${character}`);
  expect(plain.join("")).toBe("%+,-./0123456789:@ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz");
});

test.each([
  ["", "''"],
  ["a b", "'a b'"],
  ['$(A) `b` \\ "c"', "'$(A) `b` \\ \"c\"'"],
  ["it's", "'it'\\''s'"],
  ["a\\'b", `'a'"\\\\"''\\''b'`],
  ["a\\\\b\\c\\", `'a'"\\\\\\\\"'b\\c'"\\\\"''`],
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
