/** Where references of Compose end, in whole texts and in texts that come in two pieces. */
import { describe, expect, test } from "vitest";
import { SubstitutionError } from "../../../src/expansion/dialects/evaluation.ts";
import { Substitution } from "../../../src/expansion/dialects/substitution.ts";
import { ChunkExpander } from "../../../src/expansion/streams/chunk-expander.ts";

const compose = new Substitution("compose", { A: "value", B: "", C: undefined as unknown as string });

/** The output, or the text that is malformed and its offset. */
function outcome(expand: () => string) {
  try {
    return expand();
  } catch (error) {
    if (!(error instanceof SubstitutionError)) throw error;
    return [error.reason, error.variable, error.offset];
  }
}

function streamed(pieces: readonly Uint8Array[], substitution = compose): string {
  const outputs: Uint8Array[] = [];
  const stream = new ChunkExpander(substitution, { output: (bytes) => void outputs.push(bytes.slice()) });
  for (const piece of pieces) stream.push(piece);
  stream.end();
  return Buffer.concat(outputs).toString();
}

const MALFORMED = (variable: string, offset: number) => ["malformed", variable, offset];

test("a name without braces consists of letters, digits, and `_`", () => {
  const others = Object.fromEntries([..."-./:@[`{"].map((each) => [`A${each}`, "wrong"]));
  const named = new Substitution("compose", { ...others, A: "a", A0: "0", A9: "9", Az: "z", AZ: "Z", A_: "_" });
  const text = "$A- $A. $A/ $A: $A@ $A[ $A` $A{ $A0 $A9 $Az $AZ $A_";
  const expected = "a- a. a/ a: a@ a[ a` a{ 0 9 z Z _";
  expect([named.expand(text), streamed([Buffer.from(text)], named)]).toEqual([expected, expected]);
});

describe("a reference ends", () => {
  test.each<[text: string, expected: string | (string | number)[]]>([
    // At the brace that balances its own …
    ["${U:-a}b}", "ab}"],
    ["${U:-{a}}", "{a}"],
    ["${U:-{a}}}", "{a}}"],
    ["${U:-{a}b{c}}d}", "{a}b{c}d}"],
    ["${U:-}", ""],
    ["${A:+{a}}b", "{a}b"],
    ["${U:-${A}}}", "value}"],
    ["${U:-${U:-${A}}}", "value"],
    // … without the character after a brace that opens …
    ["${U:-{}}x}", "{}}x"],
    ["${U:-{}x}y}", "{}x}y"],
    ["${U:-{{a}}", "{{a}"],
    ["${U:-{{a}b}c}", "{{a}bc}"],
    ["${U:-{}}}", "{}}"],
    // … or else at the last one of its line.
    ["${U:-{}", "{"],
    ["${U:-{}\n}", "{\n}"],
    ["${U:-{a}", "{a"],
    ["${U:-{a}b", "{ab"],
    ["${U:-{a}b\n}", "{ab\n}"],
    ["${U:-{{}{a}b", "{{}{ab"],
    ["${U:-{\n}", MALFORMED("${U:-{", 0)],
    ["${U:-{", MALFORMED("${U:-{", 0)],
    ["${U:-a\n}", MALFORMED("${U:-a", 0)],
    ["x${U:-", MALFORMED("${U:-", 1)],
    ["${U:-\n", MALFORMED("${U:-", 0)],
    // References in a word end within it.
    ["${U:-${U:-a}", MALFORMED("${U:-a}", 5)],
    ["${U:-${A}", MALFORMED("${A}", 5)],
    ["${U:-$A", MALFORMED("${U:-$A", 0)],
    ["${U:-$A}", "value"],
    ["${U:-$}", "$"],
    ["${U:-$$}", "$"],
    ["${U:-$$A}", "$A"],
    ["${U:-é$A}é", "évalueé"],
    // A word that is not used is not evaluated.
    ["${A:-${-}}", "value"],
    ["${B:+${-}}", ""],
    ["${U+${-}}", ""],
    ["${B-${-}}", ""],
    // A variable that is set to undefined is not set.
    ["${C-d}", "d"],
    ["${C+d}", ""],
    ["${C?m}", ["required", "C", 0]],
    // What follows the name.
    ["${A", MALFORMED("${A", 0)],
    ["${A:", MALFORMED("${A:", 0)],
    ["${A=}", MALFORMED("${A=}", 0)],
    ["${A:=d}", MALFORMED("${A:=d}", 0)],
    ["${A }", MALFORMED("${A }", 0)],
    ["${}", MALFORMED("${}", 0)],
    ["${1A}", MALFORMED("${1A}", 0)],
    ["$1A ${_1:-x} $_1.", "$1A x ."],
  ])("%j", (text, expected) => {
    expect(outcome(() => compose.expand(text))).toEqual(expected);
    const bytes = Buffer.from(text);
    // A stream does not have the rest of a text that is malformed.
    const place = (result: ReturnType<typeof outcome>) =>
      typeof result === "string" ? result : [result[0], result[2]];
    for (let cut = 0; cut <= bytes.length; cut++) {
      const found = outcome(() => streamed([bytes.subarray(0, cut), bytes.subarray(cut)]));
      expect(place(found), `${cut}`).toEqual(place(expected as ReturnType<typeof outcome>));
    }
  });
});

test.each([
  ["${U?}", "the variable is required; set it"],
  ["${U:?}", "the variable is required; set it"],
  ["${B:?m}", "the variable is required: m; set it"],
  ["é${U?é $A}", "the variable is required: é value; set it"],
  ["${U?${U}}", "the variable is required; set it"],
  ["${U", "expected } or one of :- - :+ + :? ? after the name; write $$ for a dollar sign"],
  ["${U:-", "expected a closing } in the line; write $$ for a dollar sign"],
  ["${", "expected a variable name after ${; write $$ for a dollar sign"],
])("the message for %s", (text, message) => {
  expect(() => compose.expand(text)).toThrow(expect.objectContaining({ message }));
});

describe("a name can contain what Go's (?i) matches as s and k", () => {
  const sign = new Substitution("compose", { ſ: "long s", K: "kelvin", Aſ: "both", B: "value", Bſ: "two" });

  test.each([
    ["$ſ.", "long s."],
    ["$K.", "kelvin."],
    ["${K}", "kelvin"],
    ["$Aſ-${ſ:-word}", "both-long s"],
    ["$Bſ$BK.$B", "two.value"],
    ["$Bé$Bž", "valueévaluež"],
    ["$Aé", "é"],
    ["$é", "$é"],
    ["$AK${U:-$K}", "kelvin"],
  ])("%s", (text, expected) => {
    const bytes = Buffer.from(text);
    expect(sign.expand(text, () => {})).toBe(expected);
    expect(Buffer.from(sign.expandBytes(bytes, () => {})).toString()).toBe(expected);
    for (let cut = 0; cut <= bytes.length; cut++) {
      const pieces = [bytes.subarray(0, cut), bytes.subarray(cut)];
      expect(streamed(pieces, sign), `cut at ${cut}`).toBe(expected);
    }
  });
});
