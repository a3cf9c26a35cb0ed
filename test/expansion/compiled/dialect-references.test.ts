import { expect, test } from "vitest";
import { dialectReferences } from "../../../src/expansion/compiled/dialect-references.ts";
import { compileText, Substitution, SubstitutionError, type Syntax } from "../../../src/index.ts";

test.each<[syntax: Syntax, text: string, references: Record<string, string>]>([
  ["envsubst", "$A ${B}$$C ${D-x}", { $A: "A@0", "${B}": "B@3", $C: "C@8" }],
  [
    "compose",
    "$A ${B:-x$C}${D?${E-}}$$F ${G+x}$H",
    { $A: "A@0", "${B:-x$C}": "B@3- C@9", "${D?${E-}}": "D@12 E@16-", "${G+x}": "G@26", $H: "H@32" },
  ],
  [
    "flux",
    "x$A ${B:-x${C}}${#D}$${E}${F/${G}/x}",
    { "${B:-x${C}}": "B@4- C@10", "${#D}": "D@15", "${F/${G}/x}": "F@25 G@29" },
  ],
  ["otel", "$A ${env:B:-x}${C}$${D}${E:-}", { "${env:B:-x}": "B@3-", "${C}": "C@14", "${E:-}": "E@23-" }],
])("the references of %s, and the names in each, with - for a default: %s", (syntax, text, references) => {
  const found = dialectReferences(syntax, text).map(({ start, end, names }) => [
    text.slice(start, end),
    names.map(({ name, offset, hasDefault }) => `${name}@${offset}${hasDefault ? "-" : ""}`).join(" "),
  ]);
  expect(found).toEqual(Object.entries(references));
});

test.each<[syntax: Syntax, text: string, names: string, malformed: string[]]>([
  ["compose", "${A} ${-} ${B:-${-}} ${ $C", "ABC", ["${-} ${B:-${-}} ${ $C", "${ $C"]],
  ["flux", "${A} ${-} ${B} ${ ${C", "AB", ["${-} ${B} ${ ${C", "${ ${C", "${C"]],
  ["otel", "${A} ${-} ${B} ${ ${C", "AB", ["${-} ${B} ${ ${C"]],
])("what is malformed in %s, and the references around it: %s", (syntax, text, names, malformed) => {
  const errors: SubstitutionError[] = [];
  const references = dialectReferences(syntax, text, (error) => errors.push(error));
  expect(references.map((one) => one.names[0]!.name).join("")).toBe(names);
  expect(errors.map(({ variable }) => variable)).toEqual(malformed);
  expect(errors.map(({ offset }) => text.slice(offset))).toEqual(malformed);
  expect(() => dialectReferences(syntax, text)).toThrow(errors[0]);
});

test.each(["$A $A", "${A} ${A}"])("plain references look a variable up once: %s", (text) => {
  const names: string[] = [];
  const lookup = (name: string) => {
    names.push(name);
    return "1";
  };
  expect(compileText(text, { syntax: "envsubst" }).expand(lookup)).toBe("1 1");
  expect(names).toEqual(["A"]);
});

test.each(["${A}", "${A:-x}", "${U:-${A}}", "é${A+$A}"])(
  "an error of the function is passed on unchanged: %s",
  (text) => {
    const error = Object.assign(new Error("no such variable"), { offset: 7 });
    const lookup = (name: string) => {
      if (name === "U") return undefined;
      throw error;
    };
    expect(() => compileText(text, { syntax: "compose" }).expand(lookup)).toThrow(error);
    expect(error.offset).toBe(7);
  },
);

test.each([
  ["${U:?m}", "required", "U", 0],
  ["é${U:?m}", "required", "U", 1],
  ["é${A}${U:-${U?}}", "required", "U", 10],
  ["é$A${U:-${-}}", "malformed", "${-}}", 8],
])("the offset of an error in a text of Compose: %s", (text, reason, variable, offset) => {
  for (const [source, bytes] of [
    [text, 0],
    [new TextEncoder().encode(text), text.startsWith("é") ? 1 : 0],
  ] as const) {
    const expand = () => compileText(source, { syntax: "compose" }).expand({ A: "1" });
    expect(expand).toThrow(SubstitutionError);
    expect(expand).toThrow(expect.objectContaining({ reason, variable, offset: offset + bytes }));
  }
});

test.each<[text: string, result: string, ...names: string[]]>([
  ["${A:-${}}", "1", "A"],
  ["${A-${}}", "1", "A"],
  ["${A?${}}", "1", "A"],
  ["${A:?${-}}x$A", "1x1", "A"],
  ["${U:+${}}", "", "U"],
  ["${A}${U+${}}", "1", "A", "U"],
  ["${A:-${U:+${}}}", "1", "A", "U"],
  ["${U:-${A:-${}}}", "1", "U", "A"],
  ["${U:+${A:+${}}}", "", "U", "A"],
  // The reference ends at the last brace of the text.
  ["${A:-{${}", "1", "A"],
  ["é${U:+{${}", "é", "U"],
])("malformed text in a word that is not used is not an error: %s", (text, result, ...names) => {
  for (const source of [text, new TextEncoder().encode(text)]) {
    const compiled = compileText(source, { syntax: "compose" });
    expect(compiled.names.map(({ name }) => name)).toEqual(names);
    expect(compiled.expand({ A: "1" })).toBe(result);
    const fails = [{}, { A: "" }, { A: "", U: "2" }, { A: "1", U: "2" }].map((row) => {
      try {
        return compiled.expand(row) === undefined;
      } catch (error) {
        return error instanceof SubstitutionError;
      }
    });
    expect(fails).toContain(true);
  }
  expect(new Substitution("compose", { A: "1" }).expand(text)).toBe(result);
});

test.each(["envsubst", "compose", "flux", "otel"] as const)(
  "%s: half of a character in a value is U+FFFD",
  (syntax) => {
    const text = compileText("a${A}b", { syntax });
    for (const A of ["1", "\ud800", "\ud83d\ude00", "x\udc00"]) {
      for (const variables of [{ A }, new Map([["A", A]]), () => A]) {
        expect(text.expand(variables)).toBe(new Substitution(syntax, { A }).expand("a${A}b"));
        expect(text.expand(variables)).toBe(`a${A.replace(/\p{Cs}/u, "\ufffd")}b`);
      }
    }
  },
);

test("after 20 malformed references, the rest is not read, because each one can extend to the end", () => {
  const offsets: number[] = [];
  const text = "${A:-".repeat(100_000);
  expect(dialectReferences("compose", text, ({ offset }) => offsets.push(offset))).toEqual([]);
  expect(offsets).toEqual(Array.from({ length: 20 }, (_, i) => 5 * i));
});
