/** The options of a substitution, the names that a dialect allows, and its errors. */
import { describe, expect, test } from "vitest";
import { type ListedReference, SubstitutionError } from "../../../src/expansion/dialects/evaluation.ts";
import { Substitution } from "../../../src/expansion/dialects/substitution.ts";
import type { Syntax } from "../../../src/expansion/unexpanded.ts";

const SYNTAXES = ["envsubst", "compose", "flux", "otel"] as const;

/** The output, or the text that is malformed. */
function outcome(expand: () => string): string | { malformed: string } {
  try {
    return expand();
  } catch (error) {
    if (!(error instanceof SubstitutionError)) throw error;
    expect(error.reason).toBe("malformed");
    return { malformed: error.variable };
  }
}

test.each<[syntax: Syntax, strict: boolean | undefined, isStrict: boolean]>([
  ...SYNTAXES.flatMap((syntax): [Syntax, boolean | undefined, boolean][] => [
    [syntax, undefined, syntax === "flux"],
    [syntax, false, false],
    [syntax, true, true],
  ]),
])("%s, strict: %s; an unset variable is an error: %s", (syntax, strict, isStrict) => {
  const substitution = new Substitution(syntax, {}, { strict });
  expect(substitution.strict).toBe(isStrict);
  const expand = () => substitution.expandAll(["", "é${U}"]);
  if (!isStrict) expect(expand()).toEqual(["", "é"]);
  else {
    const message = 'the variable "U" is not set; give it a value';
    expect(expand).toThrow(expect.objectContaining({ reason: "unset", variable: "U", offset: 1, message }));
  }
  const unset: unknown[] = [];
  expect(substitution.expandAll(["${U}", "é ${U}"], (one) => unset.push(one))).toEqual(["", "é "]);
  expect(unset).toEqual([0, 2].map((offset) => ({ name: "U", offset, syntax, reason: "unset" })));
});

test.each(["$U", "é$U"])("%s: what the function throws for an unset variable does not change", (text) => {
  const thrown = Object.freeze(new Error("stop"));
  const expand = () =>
    new Substitution("compose", {}).expand(text, () => {
      throw thrown;
    });
  expect(expand).toThrow(thrown);
});

test.each(["toString", "bash"])("%s is not a dialect", (syntax) => {
  const message = `syntax must be one of envsubst, compose, flux, otel, otel-collector, not ${syntax}`;
  expect(() => new Substitution(syntax as Syntax, {})).toThrow(new TypeError(message));
});

describe("what looks like a name", () => {
  const NAMES = ["A-B", "A:-B", "A:=B", "1A", "env:A", "é", "A.B", "A B"];
  const values = { ...Object.fromEntries(NAMES.map((name) => [name, "wrong"])), _: "_", z_9: "z", A: "a" };
  const malformed = { malformed: "" };
  test.each<[text: string, ...results: Record<Syntax, string | { malformed: string }>[Syntax][]]>([
    ["${A-B}", "${A-B}", "a", malformed, malformed],
    ["${A:-B}", "${A:-B}", "a", "a", "a"],
    ["${A:=B}", "${A:=B}", malformed, "a", malformed],
    ["${1A}", "${1A}", malformed, "wrong", malformed],
    ["${env:A}", "${env:A}", malformed, "", "a"],
    ["${é}", "${é}", malformed, "wrong", malformed],
    ["${A.B}", "${A.B}", malformed, malformed, malformed],
    ["${A B}", "${A B}", malformed, malformed, malformed],
    ["${A }", "${A }", malformed, malformed, malformed],
    ["${ A}", "${ A}", malformed, malformed, malformed],
    ["${A\n}", "${A\n}", malformed, malformed, malformed],
    ["${}", "${}", malformed, malformed, malformed],
    ["${_}${z_9}", "_z", "_z", "_z", "_z"],
    ["$_ $z_9.", "_ z.", "_ z.", "$_ $z_9.", "$_ $z_9."],
    ["$A-B $1A $é $ A", "a-B $1A $é $ A", "a-B $1A $é $ A", "$A-B $1A $é $ A", "$A-B $1A $é $ A"],
    ["$U$u_1$Z|", "|", "|", "$U$u_1$Z|", "$U$u_1$Z|"],
    ["$$A", "$a", "$A", "$A", "$A"],
    ["$${A}", "$a", "${A}", "${A}", "${A}"],
    ["$$$A", "$$a", "$a", "$$A", "$$A"],
    ["$$${A}", "$$a", "$a", "$a", "$a"],
    ["${A}$", "a$", "a$", "a$", "a$"],
  ])("%j", (text, ...results) => {
    for (const [i, syntax] of SYNTAXES.entries()) {
      const substitution = new Substitution(syntax, values, { strict: false });
      const expected = results[i] === malformed ? { malformed: text.split("\n")[0] } : results[i];
      expect(
        outcome(() => substitution.expand(text)),
        syntax,
      ).toEqual(expected);
    }
  });
});

test.each<[text: string, result: string | undefined]>([
  ["${U:-}", ""],
  ["${U:- x }", " x "],
  ["${A:-x}", "1"],
  ["${B:-x}", "x"],
  ["${env:U:-x}${env:A:-x}", "x1"],
  ["${envA}${env}", ""],
  ["${U:-x:-y}", "x:-y"],
  ["${U:-{}}", "{}"],
  ["${U:-$A}", "$A"],
  ["${", "${"],
  ["${A", "${A"],
  ["${A$$}", "${A$}"],
  ["${A$$}${A}", "${A$}1"],
  ["${A:-x", "${A:-x"],
  ["${U:-a\nb}", undefined],
  ["${ENV:A}", undefined],
  ["${:-x}", undefined],
  ["${A:x}", undefined],
  ["${A-x}", undefined],
  ["${env:}", undefined],
  ["${env:A:}", undefined],
  ["${env:env:A}", undefined],
])("%j in OpenTelemetry's configuration", (text, result) => {
  const otel = new Substitution("otel", { A: "1", B: "" });
  const problem = "expected ${NAME}, ${env:NAME}, or ${NAME:-default}; write $$ for a dollar sign";
  if (result !== undefined) expect(otel.expand(text)).toBe(result);
  else expect(() => otel.expand(text)).toThrow(problem);
});

describe("malformed text in an error", () => {
  test.each<[syntax: Syntax, text: string, variable: string]>([
    ...(["compose", "flux"] as const).flatMap((syntax): [Syntax, string, string][] => [
      [syntax, `\${${"-".repeat(50)}`, `\${${"-".repeat(38)}`],
      [syntax, "${-\nb}", "${-"],
      [syntax, "x${-}é", "${-}é"],
    ]),
    ...(["compose", "flux", "otel"] as const).flatMap((syntax): [Syntax, string, string][] => [
      // 40 bytes, or less if they end in a character.
      [syntax, `\${-${"x".repeat(36)}é}`, `\${-${"x".repeat(36)}`],
      [syntax, `\${-${"x".repeat(35)}é}`, `\${-${"x".repeat(35)}é`],
      [syntax, `\${-${"x".repeat(36)}}}`, `\${-${"x".repeat(36)}}`],
    ]),
  ])("%s, %j: %j", (syntax, text, variable) => {
    expect(outcome(() => new Substitution(syntax, {}).expand(text))).toEqual({ malformed: variable });
  });

  test.each([
    ["compose", "${B:-}", 1 + 5 * 100],
    ["flux", "${B:-", 1],
  ] as const)("%s: references that are nested too deep", (syntax, shown, offset) => {
    const text = `x${"${B:-".repeat(101)}${"}".repeat(101)}`;
    expect(() => new Substitution(syntax, {}).expand(text)).toThrow(
      expect.objectContaining({
        reason: "malformed",
        variable: expect.stringMatching(new RegExp(`^${shown.replace(/[${}]/g, "\\$&")}`)),
        message: "references are nested more than 100 levels deep; write $$ for a dollar sign",
        offset,
      }),
    );
  });

  test("NUL bytes are malformed only in Flux, and half of a character stays in a text without a reference", () => {
    for (const syntax of SYNTAXES) {
      const substitution = new Substitution(syntax, {});
      for (const text of ["a\0b", "a\0b$"]) {
        const isAllowed = syntax !== "flux";
        expect(outcome(() => substitution.expand(text))).toEqual(isAllowed ? text : { malformed: "\0" });
        expect(outcome(() => substitution.expandBytes(Buffer.from(text)).join())).toEqual(
          isAllowed ? Buffer.from(text).join() : { malformed: "\0" },
        );
        expect(outcome(() => `${substitution.expandInto(Buffer.from(text), new Uint8Array(9)).written}`)).toEqual(
          isAllowed ? `${text.length}` : { malformed: "\0" },
        );
      }
      expect(substitution.expand("\ud800")).toBe("\ud800");
      expect(substitution.expand("\ud800$")).toBe("\ufffd$");
    }
  });
});

describe("some names are expanded, and the output is expanded again", () => {
  const values = { A: "$v ${B} $$", E: "", B: "wrong" };
  const rest = { B: "b", v: "wrong" };
  test.each<[syntax: Syntax, text: string, first: string, both: string]>([
    ["envsubst", "$A $B ${B} $U$ $$", "$v ${B} $$ $B ${B} $ $$", "wrong b $$ b b $ $$"],
    ["compose", "$A $B ${B} $U$ |", "$$v $${B} $$$$ $B ${B} $ |", "$v ${B} $$ b b $ |"],
    ["compose", "$$ $${A} $$A $1", "$$ $${A} $$A $1", "$ ${A} $A $1"],
    ["compose", "${A:-x}${B:-x}${U-x}", "$$v $${B} $$$$${B:-x}x", "$v ${B} $$bx"],
    ["compose", "${E:-${B}}${A:+${B}}", "${E:-${B}}${A:+${B}}", "bb"],
    ["compose", "${A:-${B}}${B:-${A}}", "$$v $${B} $$$$${B:-${A}}", "$v ${B} $$b"],
    ["flux", "${A} $A ${B} $ |", "$$v $${B} $$$$ $A ${B} $ |", "$v ${B} $$ $A b $ |"],
    ["flux", "$$ $${A} $$A $1", "$$ $${A} $$A $1", "$ ${A} $A $1"],
    ["flux", "${#A}${#B}${E:-$}${U:=x}", "10${#B}$$x", "101$x"],
    ["flux", "${A:1:1}${B:1}${A/v/${B}}", "v${B:1}${A/v/${B}}", "v$b ${B} $$"],
    ["otel", "${A} $A ${env:B} $ |", "$$v $${B} $$$$ $A ${env:B} $ |", "$v ${B} $$ $A b $ |"],
    ["otel", "$$ $${A} $$A $1", "$$ $${A} $$A $1", "$ ${A} $A $1"],
    ["otel", "${E:-$}${env:U:-x}${B:-x}", "$$x${B:-x}", "$xb"],
  ])("%s, %j", (syntax, text, first, both) => {
    const only = new Set(["A", "E", "U"]);
    const output = new Substitution(syntax, values, { only, strict: false }).expand(text);
    expect(output).toBe(first);
    // What the first expansion left, and values of its own, are all that the second one changes.
    const second = new Substitution(syntax, { ...rest, A: values.A, E: "" }, { strict: false });
    expect(second.expand(output)).toBe(both);
  });
});

describe("references are listed, with what follows their names", () => {
  test.each<[syntax: Syntax, text: string, ...listed: [name: string, isRequired?: boolean, word?: string][]]>([
    ["envsubst", "$A ${B} $$ $A ${A:-x}", ["A"], ["B"], ["A"]],
    ["compose", "$A ${B} $$ $$A", ["A"], ["B"]],
    ["compose", "${A:-x}${B-${C}}${D:-}", ["A", false, "x"], ["B", false, "${C}"], ["C"], ["D", false, ""]],
    ["compose", "${A:+${B}}${C:?m}${D?${E:-é}}", ["A", false], ["B"], ["C", true], ["D", true], ["E", false, "é"]],
    ["flux", "$A ${B} $$ ${C:-}", ["B"], ["C", false, ""]],
    ["flux", "${A:=${B:-x}y}${C=d}", ["A", false, "${B:-x}y"], ["B", false, "x"], ["C", false, "d"]],
    ["flux", "${A:+${B}}${C:?m}", ["A", false, "${B}"], ["B"], ["C", false, "m"]],
    ["flux", "${#A}${B^^}${C/${D}/x}${E:1}${F##x}", ["A"], ["B"], ["C"], ["D"], ["E"], ["F"]],
    ["otel", "$A ${B} $$ ${env:C:-x}${env:D}${E:-}", ["B"], ["C", false, "x"], ["D"], ["E", false, ""]],
  ])("%s, %j", (syntax, text, ...listed) => {
    const found: unknown[] = [];
    const unset: string[] = [];
    const list = (reference: ListedReference) => found.push([reference.isRequired, reference.default]);
    new Substitution(syntax, {}, { list }).expand(text, ({ name }) => unset.push(name));
    expect(unset).toEqual(listed.map(([name]) => name));
    expect(found).toEqual(listed.map(([, isRequired, word]) => [isRequired, word]));
  });
});
