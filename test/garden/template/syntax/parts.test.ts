import { describe, expect, test } from "vitest";
import { type TemplatePart, templateParts } from "../../../../src/garden/template/syntax/parts.ts";
import { fuzzCases, Random } from "../../../reference/random.ts";
import { referenceParts } from "../../../reference/template-parts.ts";

const flat = (parts: readonly TemplatePart[]) =>
  parts.flatMap(({ kind, start, content, contentEnd }) => [kind, start, content, contentEnd]);
const partsOf = (source: string) => flat(templateParts(source));

describe("parts", () => {
  test.each<[string, (string | number)[][]]>([
    ["", []],
    ["text $ { } $$ $", [["text", 0, 0, 15]]],
    ["${a}", [["expression", 0, 2, 3]]],
    [
      "${ a }b",
      [
        ["expression", 0, 3, 5],
        ["text", 6, 6, 7],
      ],
    ],
    [
      "x${a}?y",
      [
        ["text", 0, 0, 1],
        ["optional", 1, 3, 4],
        ["text", 6, 6, 7],
      ],
    ],
    ["${a}?", [["optional", 0, 2, 3]]],
    ["${'}'}", [["expression", 0, 2, 5]]],
    ["${'\\'}\"'}", [["expression", 0, 2, 8]]],
    ["$${a}", [["escaped", 0, 1, 5]]],
    [
      "$$${a}",
      [
        ["text", 0, 0, 1],
        ["escaped", 1, 2, 6],
      ],
    ],
    ["$${a", [["text", 0, 0, 4]]],
    [
      "$${'}'}",
      [
        ["escaped", 0, 1, 5],
        ["text", 5, 5, 7],
      ],
    ],
    [
      "${if a}b${else}c${endif}",
      [
        ["if", 0, 4, 6],
        ["text", 7, 7, 8],
        ["else", 8, 10, 14],
        ["text", 15, 15, 16],
        ["endif", 16, 18, 23],
      ],
    ],
    [
      "${ if(a) }${ else }${\nendif }?",
      [
        ["if", 0, 5, 9],
        ["else", 10, 13, 18],
        ["endif", 19, 22, 28],
        ["text", 29, 29, 30],
      ],
    ],
    ["${ifa}", [["expression", 0, 2, 5]]],
    ["${if.a}", [["expression", 0, 2, 6]]],
    ["${if-a}", [["expression", 0, 2, 6]]],
    ["${if\u00e9}", [["expression", 0, 2, 5]]],
    ["${if\u3000a}", [["if", 0, 4, 6]]],
    ["${if`a`}", [["if", 0, 4, 7]]],
    ["${if{a}", [["if", 0, 4, 6]]],
    ["${if@a}", [["if", 0, 4, 6]]],
    ["${if[a}", [["if", 0, 4, 6]]],
    ["${if/a}", [["if", 0, 4, 6]]],
    ["${if:a}", [["if", 0, 4, 6]]],
    ["${if\u007fa}", [["if", 0, 4, 6]]],
    [
      "${ifz}${ifZ}${if0}${if9}",
      [
        ["expression", 0, 2, 5],
        ["expression", 6, 8, 11],
        ["expression", 12, 14, 17],
        ["expression", 18, 20, 23],
      ],
    ],
    ["${else a}", [["expression", 0, 2, 8]]],
    ["${endif.a}", [["expression", 0, 2, 9]]],
    [
      "a${",
      [
        ["text", 0, 0, 1],
        ["unclosed", 1, 3, 3],
      ],
    ],
    ["${a 'b}", [["unquoted", 0, 4, 7]]],
    ["${'\\", [["unquoted", 0, 2, 4]]],
    [
      "\ud800${\udc00}",
      [
        ["text", 0, 0, 1],
        ["expression", 1, 3, 4],
      ],
    ],
  ])("%j", (source, expected) => {
    expect(partsOf(source)).toStrictEqual(expected.flat());
    expect(flat(referenceParts(source))).toStrictEqual(expected.flat());
  });

  test("white space in expressions: that of Unicode and line breaks, not neighboring characters", () => {
    const spaces =
      "\t\n\v\f\r \xa0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000\ufeff";
    for (const space of spaces) {
      expect(partsOf(`\${${space}a}`), JSON.stringify(space)).toStrictEqual(["expression", 0, 3, 4]);
      expect(partsOf(`\${if${space}a}`), JSON.stringify(space)).toStrictEqual(["if", 0, 4, 6]);
      expect(partsOf(`\${else${space}}`), JSON.stringify(space)).toStrictEqual(["else", 0, 2, 7]);
    }
    for (const space of spaces) {
      const code = space.charCodeAt(0);
      for (const beside of [String.fromCharCode(code - 1), String.fromCharCode(code + 1)]) {
        if (spaces.includes(beside)) continue;
        expect(partsOf(`\${${beside}a}`), JSON.stringify(beside)).toStrictEqual(["expression", 0, 2, 4]);
        expect(partsOf(`\${else${beside}}`), JSON.stringify(beside)).toStrictEqual(["expression", 0, 2, 7]);
      }
    }
  });

  test.each(["if", "else", "endif"])("words that differ from %s in some letters, and not in others", (word) => {
    for (let letters = 1; letters < 1 << word.length; letters++) {
      const other = Array.from(word, (letter, i) => ((letters >> i) & 1 ? "x" : letter)).join("");
      const end = 2 + word.length;
      expect(partsOf(`\${${other}}`), other).toStrictEqual(["expression", 0, 2, end]);
      const long = `${"x".repeat(300)}\${${other}}`;
      const parts = ["text", 0, 0, 300, "expression", 300, 302, 300 + end];
      expect(partsOf(long), other).toStrictEqual(parts);
    }
  });

  test.each(["x", "é", "\u3000", "\ud83d\ude00"])("sources of every length, of %j", (filler) => {
    for (const length of [0, 1, 7, 8, 9, 251, 252, 253, 255, 256, 257]) {
      const text = filler.repeat(length).slice(0, length);
      for (const source of [text, `${text}\${a}`, `\${a}${text}`, `\${'${text}'}`, `\${a${text}`]) {
        expect(partsOf(source), source).toStrictEqual(flat(referenceParts(source)));
      }
    }
  });
});

const PIECES = [
  "$",
  "$",
  "${",
  "$${",
  "{",
  "}",
  "}",
  "?",
  "'",
  '"',
  "\\",
  "if",
  "else",
  "endif",
  "a",
  "-",
  ".",
  " ",
  "\n",
  "\u3000",
  "\u00e9",
];

test("seeded: the same parts as the reference's", () => {
  const seed = Number(process.env.VAREXPAND_SEED ?? 1);
  const random = new Random(seed);
  for (let i = 0; i < fuzzCases(20_000); i++) {
    let source = "";
    for (let length = random.below(24); length > 0; length--) source += random.pick(PIECES);
    expect(partsOf(source), `seed ${seed}: ${JSON.stringify(source)}`).toStrictEqual(flat(referenceParts(source)));
  }
});
