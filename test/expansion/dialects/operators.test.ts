/** What each dialect makes of texts with every operator: `test/fixtures/dialects/`. The ways to expand a text must agree. */
import { expect, test } from "vitest";
import { compileText } from "../../../src/expansion/compiled/compiled-text.ts";
import { SubstitutionError } from "../../../src/expansion/dialects/evaluation.ts";
import { Substitution } from "../../../src/expansion/dialects/substitution.ts";
import { ChunkExpander } from "../../../src/expansion/streams/chunk-expander.ts";

const VARIABLES = {
  A: "value",
  B: "",
  PATH: "/usr/local/lib.tar.gz",
  LONG: "abcabcabc",
  MIXED: "aBc ÀÉß ΰ İ 日本",
  NUMBER: "12",
  DOLLAR: "${A} $$",
  É: "accent",
  STAR: "a*b?[c]",
  WORDS: "one two  three",
  GREEK: "ᾳᾀΐ ǅ ŉ",
};

const NAMES = ["A", "B", "U"];
const AFTER_NAME = [
  "",
  ":-d",
  "-d",
  ":=d",
  "=d",
  ":+d",
  "+d",
  ":?m",
  "?m",
  ":-",
  ":+",
  ":?",
  ":-${A}",
  ":-${U:-x}",
  ":-$A",
  ":- a b",
];

const TEXTS = [
  ...NAMES.flatMap((name) => AFTER_NAME.map((rest) => `\${${name}${rest}}`)),
  "$A",
  "$A.",
  "$AB",
  "$A_",
  "$1",
  "$",
  "$$",
  "$$$A",
  "$$A",
  "$${A}",
  "$(A)",
  "$ A",
  "$-A",
  "${",
  "${}",
  "${A",
  "${ A}",
  "${A }",
  "${1}",
  "${A.B}",
  "${A-B}",
  "x$A$B${A}y",
  "é$A😀${A}",
  "${É}",
  "$É",
  "${A}}",
  "{${A}}",
  "${DOLLAR}",
  "${A\n}",
  "a\n${U}\n$U",
  "${A:}",
  "${A:-a}b}",
  "${A:-{a}}",
  "${U:-{a}}",
  "${U:-a\\}b}",
  "${U:-'q'}",
  '${U:-"q"}',
  "${U:-a$$b}",
  "${U:-é}",
  "${U:-${U}}",
  "${U:-${U:?deep}}",
  "${#A}",
  "${#B}",
  "${#U}",
  "${#MIXED}",
  "${#}",
  "${#A:-x}",
  "${A^}",
  "${A^^}",
  "${MIXED^^}",
  "${MIXED,,}",
  "${MIXED,}",
  "${É^}",
  "${B^}",
  "${LONG:1}",
  "${LONG:1:2}",
  "${LONG: 1}",
  "${LONG:-1}",
  "${LONG: -2}",
  "${LONG:0:-1}",
  "${LONG:20}",
  "${LONG:2:20}",
  "${LONG:x}",
  "${LONG:1:x}",
  "${LONG:+1}",
  "${LONG:1:}",
  "${LONG::2}",
  "${LONG:1:2:3}",
  "${MIXED:1:6}",
  "${LONG:${NUMBER}}",
  "${LONG:$NUMBER:1}",
  "${LONG#a}",
  "${LONG#*b}",
  "${LONG##*b}",
  "${LONG%c}",
  "${LONG%b*}",
  "${LONG%%b*}",
  "${LONG#x}",
  "${LONG#}",
  "${PATH##*/}",
  "${PATH%.*}",
  "${PATH%%.*}",
  "${PATH#/*/}",
  "${STAR#a*}",
  "${STAR#a\\*}",
  "${STAR#a[*]}",
  "${STAR%[[]c]}",
  "${LONG#[ab]}",
  "${LONG#[!b]}",
  "${LONG#?b}",
  "${LONG##*}",
  "${LONG#**c}",
  "${LONG#[a-b]}",
  "${LONG#[^b-z]}",
  "${LONG#[^a]}",
  "${LONG#[\\\\a]}",
  "${LONG%c]b-a[}",
  "${LONG#[}",
  "${LONG#[a}",
  "${LONG#[a-}",
  "${LONG#[a-]}",
  "${LONG#[-a]}",
  "${LONG#[]a]}",
  "${LONG#[\\\\}",
  "${LONG#a\\\\}",
  "${LONG##[a-c]*[}",
  "${MIXED##*[À-É]}",
  "${MIXED#?????}",
  "${STAR#a[*]b}",
  "${LONG/b/X}",
  "${LONG//b/X}",
  "${LONG/#a/X}",
  "${LONG/%c/X}",
  "${LONG/#b/X}",
  "${LONG/%b/X}",
  "${LONG/b}",
  "${LONG//b}",
  "${LONG//b/}",
  "${LONG//}",
  "${LONG///X}",
  "${LONG/b/${A}}",
  "${LONG/${U}/X}",
  "${PATH//\\//-}",
  "${LONG/b/X/Y}",
  "${LONG/*/X}",
  "${WORDS// /_}",
  "${É/é/e}",
  "${GREEK^^}",
  "${GREEK^}",
  "${GREEK,,}",
  "${A:é}",
  "${A:é:1}",
  "${A:1:é}",
  "${!A}",
  "${A@Q}",
  "${A[0]}",
  "${env:A}",
  "${env:U}",
  "${env:U:-d}",
  "${env:}",
  "${file:/x}",
  "${env:A-B}",
  "${A:env}",
  "$env:A",
];

const SYNTAXES = ["envsubst", "compose", "flux", "otel"] as const;

function outcome(expand: () => string): string {
  try {
    return JSON.stringify(expand());
  } catch (error) {
    if (!(error instanceof SubstitutionError)) throw error;
    const { message, offset, variable } = error;
    return `error at ${offset}: ${variable}: ${message}`;
  }
}

test.each(SYNTAXES)("%s", async (syntax) => {
  const lines = TEXTS.map((text) => {
    const substitution = new Substitution(syntax, VARIABLES, { strict: false });
    const unset: string[] = [];
    const result = outcome(() => substitution.expand(text, ({ offset, name }) => unset.push(`${name} at ${offset}`)));
    const strict = outcome(() => new Substitution(syntax, VARIABLES, { strict: true }).expand(text));
    const notes = [
      ...(unset.length > 0 ? [`not set: ${unset.join(", ")}`] : []),
      ...(strict === result ? [] : [`strict: ${strict}`]),
    ];
    expect(otherWays(syntax, text).map(withoutText), text).toEqual([result, result].map(withoutText));
    return [`${JSON.stringify(text)}: ${result}`, ...notes.map((note) => `    ${note}`)].join("\n");
  });
  await expect(`${lines.join("\n")}\n`).toMatchFileSnapshot(`../../fixtures/dialects/${syntax}.txt`);
});

/** A stream has only a part of what is wrong. */
function withoutText(result: string): string {
  return result.replace(/^(error at \d+): .*: /s, "$1: ");
}

/** The results of a compiled text, and of a stream of single bytes. */
function otherWays(syntax: (typeof SYNTAXES)[number], text: string): string[] {
  const compiled = outcome(() => {
    const value = compileText(text, { syntax, strict: false }).expandEither(
      (name) => VARIABLES[name as keyof typeof VARIABLES],
    );
    return typeof value === "string" ? value : new TextDecoder().decode(value);
  });
  const streamed = outcome(() => {
    const pieces: Uint8Array[] = [];
    const substitution = new Substitution(syntax, VARIABLES, { strict: false });
    const stream = new ChunkExpander(substitution, {
      output: (bytes) => void pieces.push(bytes.slice()),
      unresolved() {},
    });
    for (const byte of new TextEncoder().encode(text)) stream.push(Uint8Array.of(byte));
    stream.end();
    return Buffer.concat(pieces).toString();
  });
  return [compiled, streamed];
}
