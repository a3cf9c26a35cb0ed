/** Flux's operators at their limits: each result is that of the reference implementation, `envsubst` of fluxcd/pkg. */
import { describe, expect, test } from "vitest";
import { SubstitutionError } from "../../../src/expansion/dialects/evaluation.ts";
import { Substitution } from "../../../src/expansion/dialects/substitution.ts";

const expand = (text: string, A: string, P = "") => new Substitution("flux", { A, P, B: "", N: "2" }).expand(text);

describe("a pattern removes the shortest and the longest beginning, and the shortest and the longest end", () => {
  test.each<[value: string, pattern: string, ...results: [string, string, string, string]]>([
    ["hello", "hello", "", "", "", ""],
    ["hello", "hell", "o", "o", "hello", "hello"],
    ["hello", "llo", "hello", "hello", "he", "he"],
    ["hello", "l", "hello", "hello", "hello", "hello"],
    ["hello", "x", "hello", "hello", "hello", "hello"],
    ["", "*", "", "", "", ""],
    ["", "x", "", "", "", ""],
    ["", "[", "", "", "", ""],
    ["hello", "*", "ello", "", "hell", ""],
    ["hello", "***", "ello", "", "hell", ""],
    ["hello", "*l", "lo", "o", "hello", "hello"],
    ["hello", "h*", "ello", "", "", ""],
    ["hello", "e*", "hello", "hello", "h", "h"],
    ["hello", "h*l", "lo", "o", "hello", "hello"],
    ["hello", "***o", "", "", "hell", ""],
    ["hello", "*ll*o", "", "", "he", ""],
    ["hello", "*l*l*", "o", "", "he", ""],
    ["hello", "*e*", "llo", "", "h", ""],
    ["hello", "hello*", "", "", "", ""],
    ["hello", "*x", "hello", "hello", "hello", "hello"],
    ["hello", "h*x", "hello", "hello", "hello", "hello"],
    ["abcabc", "*b", "cabc", "c", "abcabc", "abcabc"],
    ["abcabc", "*b*", "cabc", "", "abca", ""],
    ["abcabc", "b*", "abcabc", "abcabc", "abca", "a"],
    ["abcabc", "a*c", "abc", "", "abc", ""],
    ["abcabc", "*bc", "abc", "", "abca", ""],
    ["abcabc", "a?c", "abc", "abc", "abc", "abc"],
    ["hello", "?", "ello", "ello", "hell", "hell"],
    ["hello", "?????", "", "", "", ""],
    ["hello", "??????", "hello", "hello", "hello", "hello"],
    ["hello", "?*", "ello", "", "hell", ""],
    ["hello", "*?", "ello", "", "hell", ""],
    // Classes. The patterns of the last two columns are reversed, so most of these are not valid there.
    ["hello", "[h]", "ello", "ello", "hello", "hello"],
    ["hello", "[ha]", "ello", "ello", "hello", "hello"],
    ["hello", "[^h]", "hello", "hello", "hello", "hello"],
    ["hello", "[^^]", "ello", "ello", "hello", "hello"],
    ["hello", "[\\^h]", "ello", "ello", "hello", "hello"],
    ["hello", "[a-h]", "ello", "ello", "hello", "hello"],
    ["hello", "[h-h]", "ello", "ello", "hello", "hello"],
    ["hello", "[i-h]", "hello", "hello", "hello", "hello"],
    ["hello", "[i-z]", "hello", "hello", "hello", "hello"],
    ["hello", "[^i-z]", "ello", "ello", "hello", "hello"],
    ["hello", "[ag-i]", "ello", "ello", "hello", "hello"],
    ["hello", "[a-\\h]", "ello", "ello", "hello", "hello"],
    ["hello", "[a\\-z]", "hello", "hello", "hello", "hello"],
    ["-", "[a\\-z]", "", "", "-", "-"],
    ["hello", "[[h]", "ello", "ello", "hello", "hello"],
    ["hello", "[h\\]]", "ello", "ello", "hello", "hello"],
    ["hello", "[h]]", "hello", "hello", "hello", "hello"],
    ["hello", "h[e]l[l]o", "", "", "hello", "hello"],
    ["hello", "h[^\\e]", "hello", "hello", "hello", "hello"],
    ["hello", "[abh]*", "ello", "", "hello", "hello"],
    ["hello", "*[l]", "lo", "o", "hello", "hello"],
    ["hello", "*[l]*[o]", "", "", "hello", "hello"],
    ["hello", "]o[", "hello", "hello", "hell", "hell"],
    ["hello", "]z-m[", "hello", "hello", "hell", "hell"],
    ["hello", "*]z-m[", "hello", "hello", "hell", ""],
    // Invalid patterns remove nothing.
    ["hello", "[", "hello", "hello", "hello", "hello"],
    ["hello", "[]", "hello", "hello", "hello", "hello"],
    ["hello", "[^]", "hello", "hello", "hello", "hello"],
    ["hello", "[]h]", "hello", "hello", "hello", "hello"],
    ["hello", "[h", "hello", "hello", "hello", "hello"],
    ["hello", "[h-", "hello", "hello", "hello", "hello"],
    ["hello", "[ah-]", "hello", "hello", "hello", "hello"],
    ["hello", "[-h]", "hello", "hello", "hello", "hello"],
    ["hello", "[h-i-j]", "hello", "hello", "hello", "hello"],
    ["hello", "[\\", "hello", "hello", "hello", "hello"],
    ["hello", "[\\]", "hello", "hello", "hello", "hello"],
    ["hello", "h[", "hello", "hello", "hello", "hello"],
    ["hello", "*[", "hello", "hello", "hello", "hello"],
    ["hello", "h\\", "hello", "hello", "hello", "hello"],
    // Escape sequences.
    ["hello", "\\h", "ello", "ello", "hello", "hello"],
    ["hello", "h\\ello", "", "", "", ""],
    ["a*b[c]\\d", "a\\*", "b[c]\\d", "b[c]\\d", "", ""],
    ["a*b[c]\\d", "a[*]", "b[c]\\d", "b[c]\\d", "a*b[c]\\d", "a*b[c]\\d"],
    ["a*b[c]\\d", "*\\[", "c]\\d", "c]\\d", "a*b[c]\\d", "a*b[c]\\d"],
    ["a*b[c]\\d", "*[[]", "c]\\d", "c]\\d", "a*b[c]\\d", "a*b[c]\\d"],
    ["a*b[c]\\d", "*[^[]", "*b[c]\\d", "", "a*b[c]\\d", "a*b[c]\\d"],
    ["a*b[c]\\d", "*]", "\\d", "\\d", "a*b[c]\\d", "a*b[c]\\d"],
    ["a*b[c]\\d", "*\\\\", "d", "d", "a*b[c]\\d", "a*b[c]\\d"],
    ["a*b[c]\\d", "*[\\\\]", "d", "d", "a*b[c]\\d", "a*b[c]\\d"],
    // Characters beyond ASCII. A `*` matches bytes, and a `?` matches a character or a byte of one.
    ["日é", "?", "\ufffd\ufffdé", "é", "日\ufffd", "日"],
    ["é日", "é", "日", "日", "é日", "é日"],
    ["日é", "é", "日é", "日é", "日", "日"],
    ["日é", "[日]", "é", "é", "日é", "日é"],
    ["日é", "[一-龥]", "é", "é", "日é", "日é"],
    ["日é", "[^日]", "\ufffd\ufffdé", "\ufffd\ufffdé", "日é", "日é"],
    ["日é", "*[À-ÿ]", "", "", "日é", "日é"],
    ["hello", "[é]", "hello", "hello", "hello", "hello"],
  ])("%j, %j", (value, pattern, ...results) => {
    expect(["#", "##", "%", "%%"].map((operator) => expand(`\${A${operator}\${P}}`, value, pattern))).toEqual(results);
  });

  test.each([
    ["${A#${B:-[${A:1:1}]}}", "é\ufffd", "é\ufffd"],
    ["${A#${B:-[a-${A:1:1}]}}", "é\ufffd", "é\ufffd"],
    ["${A#${B:-[^${A:2:3}]}}", "é\ufffd", "\ufffd"],
    ["${A##${B:-*[${A:2:3}]}}", "é\ufffd", ""],
    ["${A%${B:-${A:1:1}}}", "é\ufffd", "é"],
    ["${A%%${B:-${A:1:1}}}", "é\ufffd", "é"],
  ])("%s of %j, whose pattern has a part of a character", (text, value, result) => {
    expect(expand(text, value)).toBe(result);
  });
});

describe("a position and a length select bytes", () => {
  test.each<[value: string, position: string, length: string | undefined, result: string]>([
    ["hello", "0", undefined, "hello"],
    ["hello", "4", undefined, "o"],
    ["hello", "5", undefined, ""],
    ["hello", "6", undefined, ""],
    ["hello", "+2", undefined, "llo"],
    ["hello", "-1", undefined, "o"],
    ["hello", "-5", undefined, "hello"],
    ["hello", "-6", undefined, "hello"],
    ["hello", "-0", undefined, "hello"],
    ["hello", "02", undefined, "llo"],
    ["hello", "-9223372036854775808", undefined, "hello"],
    ["hello", "1", "0", ""],
    ["hello", "1", "3", "ell"],
    ["hello", "1", "4", "ello"],
    ["hello", "1", "5", "ello"],
    ["hello", "1", "+2", "el"],
    ["hello", "-3", "2", "ll"],
    ["hello", "-9", "2", "he"],
    ["hello", "-1", "2", "o"],
    ["hello", "9", "2", ""],
    ["hello", "9", "-2", ""],
    ["é", "0", "1", "\ufffd"],
    ["é", "2", undefined, ""],
    ["", "0", undefined, ""],
    ["", "1", "-1", ""],
    // The value is not changed if one of them is not a number.
    ...[
      "",
      "x",
      "1x",
      " 1",
      "1 ",
      "1.0",
      "1e0",
      "0x1",
      "+",
      "--1",
      "9223372036854775808",
      "-9223372036854777856",
    ].flatMap((text): [string, string, string | undefined, string][] => [
      ["hello", text, undefined, "hello"],
      ["hello", text, "2", "hello"],
      ["hello", "1", text, "hello"],
    ]),
  ])("%j, position %j, length %j", (value, position, length, result) => {
    const substitution = new Substitution("flux", { A: value, P: position, L: length ?? "" });
    expect(substitution.expand(length === undefined ? "${A:${P}}" : "${A:${P}:${L}}")).toBe(result);
  });
});

describe("one occurrence, all, the beginning, and the end are replaced", () => {
  test.each<[value: string, args: string, ...results: [string, string, string, string]]>([
    ["a/b/a", "a/X", "X/b/a", "X/b/X", "X/b/a", "a/b/X"],
    ["a/b/a", "b/X", "a/X/a", "a/X/a", "a/b/a", "a/b/a"],
    // Without a replacement, the text is removed, but not from the beginning or the end.
    ["a/b/a", "a/", "/b/a", "/b/", "a/b/a", "a/b/a"],
    ["a/b/a", "\\//-", "a-b/a", "a-b-a", "a/b/a", "a/b/a"],
    ["a/b/a", "a\\/b/\\/", "//a", "//a", "//a", "a/b/a"],
    ["a/b/a", "a/$&", "$&/b/a", "$&/b/$&", "$&/b/a", "a/b/$&"],
    ["a/b/a", "a/$$", "$/b/a", "$/b/$", "$/b/a", "a/b/$"],
    ["a/b/a", "a/\\\\", "\\/b/a", "\\/b/\\", "\\/b/a", "a/b/\\"],
    ["a/b/a", "a/\\n", "\\n/b/a", "\\n/b/\\n", "\\n/b/a", "a/b/\\n"],
    ["a/b/a", "a//X", "X/b/a", "X/b/X", "X/b/a", "a/b/X"],
    ["a/b/a", "a/X/Y", "X/Y/b/a", "X/Y/b/X/Y", "X/Y/b/a", "a/b/X/Y"],
    ["a/b/a", "a/${N}", "2/b/a", "2/b/2", "2/b/a", "a/b/2"],
    ["a2a", "${N}/-", "a-a", "a-a", "a2a", "a2a"],
    ["aé", "${B}/-", "-aé", "-a-é-", "-aé", "aé-"],
    ["a$\\a", "$$/-", "a-\\a", "a-\\a", "a$\\a", "a$\\a"],
    ["a$\\a", "\\\\/-", "a$-a", "a$-a", "a$\\a", "a$\\a"],
    ["", "a/X", "", "", "", ""],
  ])("%j, %j", (value, args, ...results) => {
    expect(["/", "//", "/#", "/%"].map((operator) => expand(`\${A${operator}${args}}`, value))).toEqual(results);
  });
});

describe("the first character or all get another case", () => {
  test.each<[value: string, ...results: [string, string, string, string]]>([
    ["hELLO éÀß", "HELLO éÀß", "HELLO ÉÀß", "hELLO éÀß", "hello éàß"],
    ["Éa", "Éa", "ÉA", "éa", "éa"],
    ["éA", "ÉA", "ÉA", "éA", "éa"],
    ["", "", "", "", ""],
    // One character remains one.
    ["ﬁx", "ﬁx", "ﬁX", "ﬁx", "ﬁx"],
    ["İX", "İX", "İX", "iX", "ix"],
    ["ᾀx", "ᾈx", "ᾈX", "ᾀx", "ᾀx"],
    ["ῳῼ", "ῼῼ", "ῼῼ", "ῳῼ", "ῳῳ"],
    ["ᾶᾲ", "ᾶᾲ", "ᾶᾲ", "ᾶᾲ", "ᾶᾲ"],
    ["ΑΣ", "ΑΣ", "ΑΣ", "αΣ", "ασ"],
  ])("%j", (value, ...results) => {
    expect(["^", "^^", ",", ",,"].map((operator) => expand(`\${A${operator}}`, value))).toEqual(results);
  });
});

describe("arguments", () => {
  test.each<[text: string, result: string]>([
    ["${B:-}", ""],
    ["${B:-x y}", "x y"],
    ["${B:-${N}${N}}", "22"],
    ["${B:-x${N}y}", "x2y"],
    ["${B:-${B:=${B=${N}}}}", "2"],
    ["${B:-$N $$ $${N}}", "$N $$ $2"],
    ["${B:-\\}}", "\\}"],
    ["${B:-a:b/c}", "a:b/c"],
    ["${B==}", "="],
    ["${B:?x}${B:+y}${A:+z}", "xyhello"],
    ["${A:1::2}", "el"],
    ["${A:1:2:3}", "hello"],
    ["${A:1é}", "hello"],
    ["${A:${N}:1}${A:1:${N}}${A#${B:-h}}", "lelello"],
    ["${A#h/e}${A%\\}", "hellohello"],
  ])("%s", (text, result) => {
    expect(expand(text, "hello")).toBe(result);
  });

  test.each([
    ["${A:\xff}${A:\xe2\x82:1}${A:1:\xff}", "hellohellohello"],
    ["${A#\xff}${A//\xff/x}${A/l/\xff}${B:-\xff}", "hellohellohe\xfflo\xff"],
  ])("%j, with bytes that are not UTF-8", (text, result) => {
    const output = new Substitution("flux", { A: "hello", B: "" }).expandBytes(Buffer.from(text, "latin1"));
    expect(Buffer.from(output).toString("latin1")).toBe(result);
  });

  const NEEDS_WORD = "the operator needs a word";
  const BRACE = "expected }";
  const AFTER_NAME = "expected } after the name";
  const NAME = "expected a variable name after ${";
  const UNCLOSED = "the closing } is missing";
  const SLASH = "expected / after the text to replace";
  const NO_PART = "the position and the length do not select a part of the value";
  test.each<[text: string, problem: string]>([
    ["${A:}", NEEDS_WORD],
    ["${A::2}", NEEDS_WORD],
    ["${A:1:}", NEEDS_WORD],
    ["${A::}", NEEDS_WORD],
    ["${A#}", NEEDS_WORD],
    ["${A##}", NEEDS_WORD],
    ["${A%%}", NEEDS_WORD],
    ["${A///X}", NEEDS_WORD],
    ["${A:é}", "expected a position after the colon"],
    ["${A:1:-1}", NO_PART],
    ["${A:9:-9}", NO_PART],
    ["${A:-${A:1:-1}}", NO_PART],
    ["${A/a}", SLASH],
    ["${A//}", SLASH],
    ["${A/#}", SLASH],
    ["${A/a${N}/X}", SLASH],
    ["${A/${N}", SLASH],
    ["${A/a/x${N}}", BRACE],
    ["${A/x/y", BRACE],
    ["${A:${N}${N}}", BRACE],
    ["${A:$${N}}", BRACE],
    ["${A:1:$${N}}", BRACE],
    ["${A#$${N}}", BRACE],
    ["${A:1${N}}", BRACE],
    ["${A:1:2${N}}", BRACE],
    ["${A:${N}:${N}:1}", BRACE],
    ["${A#${N}x}", BRACE],
    ["${A%x", BRACE],
    ["${A^^^}", BRACE],
    ["${A,x}", BRACE],
    ["${A^${N}}", BRACE],
    ["${A^", BRACE],
    ["${A:1", BRACE],
    ["${A", AFTER_NAME],
    ["${A-x}", AFTER_NAME],
    ["${A }", AFTER_NAME],
    ["${A${N}}", AFTER_NAME],
    ["${B:-x${N", AFTER_NAME],
    ["${#A}${#A:-x}", AFTER_NAME],
    ["${", NAME],
    ["${}", NAME],
    ["${#}", NAME],
    ["${##A}", NAME],
    ["${${N}}", NAME],
    ["${B:-x${}}", NAME],
    ["${A:", UNCLOSED],
    ["${A:-", UNCLOSED],
    ["${A:-${N}", UNCLOSED],
    ["${A/", UNCLOSED],
    ["${A/x/", UNCLOSED],
    ["${A#", UNCLOSED],
    ["${A:1:", UNCLOSED],
  ])("%s: %s", (text, problem) => {
    const outermost = text.startsWith("${#A}") ? 5 : 0;
    expect(() => expand(`é ${text}`, "hello")).toThrow(
      expect.objectContaining({
        constructor: SubstitutionError,
        reason: "malformed",
        message: `${problem}; write $$ for a dollar sign`,
        offset: 2 + outermost,
        variable: text.slice(outermost),
      }),
    );
  });
});
