import { describe, expect, test } from "vitest";
import {
  ELSE,
  ENDIF,
  ESCAPED,
  EXPRESSION,
  IF,
  OPTIONAL,
  PART_WORDS,
  TEXT,
  UNCLOSED,
  UNQUOTED,
} from "../../src/wasm/codes.ts";
import { scanTemplateParts as scan } from "../../src/wasm/template.ts";
import { fuzzCases, Random } from "../reference/random.ts";
import { numbersOf, referenceParts } from "../reference/template-parts.ts";

const scanTemplateParts = (source: string) => numbersOf(scan(source));

describe("parts", () => {
  test.each<[string, number[][]]>([
    ["", []],
    ["text $ { } $$ $", [[TEXT, 0, 0, 15]]],
    ["${a}", [[EXPRESSION, 0, 2, 3]]],
    [
      "${ a }b",
      [
        [EXPRESSION, 0, 3, 5],
        [TEXT, 6, 6, 7],
      ],
    ],
    [
      "x${a}?y",
      [
        [TEXT, 0, 0, 1],
        [OPTIONAL, 1, 3, 4],
        [TEXT, 6, 6, 7],
      ],
    ],
    ["${a}?", [[OPTIONAL, 0, 2, 3]]],
    ["${'}'}", [[EXPRESSION, 0, 2, 5]]],
    ["${'\\'}\"'}", [[EXPRESSION, 0, 2, 8]]],
    ["$${a}", [[ESCAPED, 0, 1, 5]]],
    [
      "$$${a}",
      [
        [TEXT, 0, 0, 1],
        [ESCAPED, 1, 2, 6],
      ],
    ],
    ["$${a", [[TEXT, 0, 0, 4]]],
    [
      "$${'}'}",
      [
        [ESCAPED, 0, 1, 5],
        [TEXT, 5, 5, 7],
      ],
    ],
    [
      "${if a}b${else}c${endif}",
      [
        [IF, 0, 4, 6],
        [TEXT, 7, 7, 8],
        [ELSE, 8, 10, 14],
        [TEXT, 15, 15, 16],
        [ENDIF, 16, 18, 23],
      ],
    ],
    [
      "${ if(a) }${ else }${\nendif }?",
      [
        [IF, 0, 5, 9],
        [ELSE, 10, 13, 18],
        [ENDIF, 19, 22, 28],
        [TEXT, 29, 29, 30],
      ],
    ],
    ["${ifa}", [[EXPRESSION, 0, 2, 5]]],
    ["${if.a}", [[EXPRESSION, 0, 2, 6]]],
    ["${if-a}", [[EXPRESSION, 0, 2, 6]]],
    ["${if\u00e9}", [[EXPRESSION, 0, 2, 5]]],
    ["${if\u3000a}", [[IF, 0, 4, 6]]],
    ["${if`a`}", [[IF, 0, 4, 7]]],
    ["${if{a}", [[IF, 0, 4, 6]]],
    ["${if@a}", [[IF, 0, 4, 6]]],
    ["${if[a}", [[IF, 0, 4, 6]]],
    ["${if/a}", [[IF, 0, 4, 6]]],
    ["${if:a}", [[IF, 0, 4, 6]]],
    ["${if\u007fa}", [[IF, 0, 4, 6]]],
    [
      "${ifz}${ifZ}${if0}${if9}",
      [
        [EXPRESSION, 0, 2, 5],
        [EXPRESSION, 6, 8, 11],
        [EXPRESSION, 12, 14, 17],
        [EXPRESSION, 18, 20, 23],
      ],
    ],
    ["${else a}", [[EXPRESSION, 0, 2, 8]]],
    ["${endif.a}", [[EXPRESSION, 0, 2, 9]]],
    [
      "a${",
      [
        [TEXT, 0, 0, 1],
        [UNCLOSED, 1, 3, 3],
      ],
    ],
    ["${a 'b}", [[UNQUOTED, 0, 4, 7]]],
    ["${'\\", [[UNQUOTED, 0, 2, 4]]],
    [
      "\ud800${\udc00}",
      [
        [TEXT, 0, 0, 1],
        [EXPRESSION, 1, 3, 4],
      ],
    ],
  ])("%j", (source, expected) => {
    expect(scanTemplateParts(source)).toStrictEqual(expected.flat());
    expect(referenceParts(source)).toStrictEqual(expected.flat());
  });

  test("white space in expressions: that of Unicode and line breaks, not neighboring characters", () => {
    const spaces =
      "\t\n\v\f\r \xa0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000\ufeff";
    for (const space of spaces) {
      expect(scanTemplateParts(`\${${space}a}`), JSON.stringify(space)).toStrictEqual([EXPRESSION, 0, 3, 4]);
      expect(scanTemplateParts(`\${if${space}a}`), JSON.stringify(space)).toStrictEqual([IF, 0, 4, 6]);
      expect(scanTemplateParts(`\${else${space}}`), JSON.stringify(space)).toStrictEqual([ELSE, 0, 2, 7]);
    }
    for (const space of spaces) {
      const code = space.charCodeAt(0);
      for (const beside of [String.fromCharCode(code - 1), String.fromCharCode(code + 1)]) {
        if (spaces.includes(beside)) continue;
        expect(scanTemplateParts(`\${${beside}a}`), JSON.stringify(beside)).toStrictEqual([EXPRESSION, 0, 2, 4]);
        expect(scanTemplateParts(`\${else${beside}}`), JSON.stringify(beside)).toStrictEqual([EXPRESSION, 0, 2, 7]);
      }
    }
  });

  test.each(["if", "else", "endif"])("words that differ from %s in some letters, and not in others", (word) => {
    for (let letters = 1; letters < 1 << word.length; letters++) {
      const other = Array.from(word, (letter, i) => ((letters >> i) & 1 ? "x" : letter)).join("");
      const end = 2 + word.length;
      expect(scanTemplateParts(`\${${other}}`), other).toStrictEqual([EXPRESSION, 0, 2, end]);
      const long = `${"x".repeat(300)}\${${other}}`;
      const parts = [TEXT, 0, 0, 300, EXPRESSION, 300, 302, 300 + end];
      expect(scanTemplateParts(long), other).toStrictEqual(parts);
    }
  });

  const BATCHES = ["a${b}?", "a${b}", "${b}", "$${b}", "${if b}${else}é${endif}"];
  test.each(["", "c", "${", "$${d}", "${b}?", "${b", "é", "${é}"])("more than one batch, and then %j", (end) => {
    for (const piece of BATCHES) {
      for (const count of [1, 15, 16, 17, 42, 43, 511, 512, 513, 1100]) {
        const source = piece.repeat(count) + end;
        const parts = scanTemplateParts(source);
        expect(scan(source).count).toBe(parts.length / PART_WORDS);
        expect(parts.join() === referenceParts(source).join(), `${count} times ${piece}`).toBe(true);
      }
    }
  });

  test.each(["x", "é", "\u3000", "\ud83d\ude00"])(
    "sources of every length around those of the buffers, of %j",
    (filler) => {
      for (const length of [0, 1, 7, 8, 9, 251, 252, 253, 255, 256, 257]) {
        const text = filler.repeat(length).slice(0, length);
        for (const source of [text, `${text}\${a}`, `\${a}${text}`, `\${'${text}'}`, `\${a${text}`]) {
          expect(scanTemplateParts(source), source).toStrictEqual(referenceParts(source));
        }
      }
    },
  );

  test.each([29, 30, 31, 32, 33, 34, 35])("a long template of %d parts", (count) => {
    const source = Array.from({ length: count }, (_, i) => (i % 2 ? "${bb}" : "a".repeat(30))).join("");
    const parts = scan(source);
    expect(numbersOf(parts)).toStrictEqual(referenceParts(source));
    expect(parts.count).toBe(count);
    // The cursor can begin again.
    expect(numbersOf(parts.rewind())).toStrictEqual(referenceParts(source));
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
    // What is longer than 256 units goes another way in, if it is ASCII.
    if (random.below(4) === 0) source = `${"x".repeat(random.pick([235, 300, 2040]))}${source}`;
    expect(scanTemplateParts(source), `seed ${seed}: ${JSON.stringify(source)}`).toStrictEqual(referenceParts(source));
  }
});
