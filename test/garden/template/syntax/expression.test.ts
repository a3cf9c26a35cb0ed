import { describe, expect, test } from "vitest";
import type { TemplateErrorCode } from "../../../../src/garden/index.ts";
import { resolveTemplateString, TemplateError } from "../../../../src/index.ts";
import { failure } from "../failure.ts";

const context = {
  a: 2,
  "a-b": 3,
  b: 5,
  s: "text",
  t: true,
  f: false,
  n: null,
  empty: "",
  list: [1, [2, 3], { k: "v" }],
  map: { x: { y: "deep" }, "with.dot": 1, "": "blank", 7: "seven", null: "word" },
  item: "no loop",
  else: { endif: "word" },
  ifconfig: { a: "if" },
  if: { a: "just if" },
  "\u00fcn\u00ef": "umlaut",
};

function values(table: readonly (readonly [template: string, value: unknown])[]): void {
  test.each(table)("%j is %j", (template, value) => {
    expect(resolveTemplateString(template, context)).toStrictEqual(value);
  });
}

function errors(table: readonly (readonly [template: string, code: TemplateErrorCode, offset: number])[]): void {
  test.each(table)("%j is an error: %s at %i", (template, code, offset) => {
    let caught: unknown;
    try {
      resolveTemplateString(template, context);
    } catch (error) {
      caught = error;
    }
    expect(caught).toBeInstanceOf(TemplateError);
    expect(caught).toMatchObject({ code, offset });
  });
}

describe("text and expressions", () => {
  values([
    ["", ""],
    ["$", "$"],
    ["$$", "$$"],
    ["}", "}"],
    ["${a}", 2],
    ["${ a }", 2],
    [" ${a}", " 2"],
    ["${a}${a}", "22"],
    ["${n}|${t}|${list}|${map}", "null|true|1,2,3,[object Object]|[object Object]"],
    ["$${a}", "${a}"],
    ["$$${a}", "$${a}"],
    ["$${a", "$${a"],
    ["$${a ${b}", "${a ${b}"],
    ["$${'}'}", "${'}'}"],
    ["${'}'}", "}"],
    ["${'\\'}'}", "'}"],
    ["${a}?", 2],
    ["${nope}?", undefined],
    ["<${nope}?>", "<>"],
    ["${nope}??", "?"],
    ["${nope || n}?", null],
  ]);
  errors([
    ["${", "parse", 0],
    ["ab${a} ${", "parse", 7],
    ["${}", "parse", 2],
    ["${  }", "parse", 4],
    ["${'a}", "parse", 2],
    ["${a b}", "parse", 4],
    ["${nope} ?", "missing-key", 2],
  ]);
});

describe("numbers", () => {
  values([
    ["${0}", 0],
    ["${1.5}", 1.5],
    ["${5.}", 5],
    ["${.5}", 0.5],
    ["${1E-2}", 0.01],
    ["${0x1F}", 31],
    ["${1e400}", Number.POSITIVE_INFINITY],
    // A sign is an extension.
    ["${-1}", -1],
    ["${+1}", 1],
    ["${-.5e1}", -5],
    ["${-0x10}", -16],
    ["${a - -1}", 3],
    ["${list[1][0] + -2}", 0],
    ["${[-1, +2]}", [-1, 2]],
  ]);
  errors([
    ["${- 1}", "parse", 2],
    ["${--1}", "parse", 2],
    ["${-a}", "parse", 2],
    ["${a -1}", "parse", 4],
    ["${1_000}", "parse", 2],
    ["${0b1}", "parse", 2],
    ["${12ab}", "parse", 2],
    ["${1.2.3}", "parse", 5],
    ["${1e}", "parse", 2],
    ["${0x}", "parse", 2],
    ["${007}", "missing-key", 2],
    ["${1.a}", "missing-key", 2],
  ]);
});

describe("string literals", () => {
  values([
    ["${'a\\n\\t\\'\\\"\\\\'}", "a\n\t'\"\\"],
    ['${"\\x41\\u00e9\\0"}', "A\u00e9\0"],
    ["${'\\b\\f\\n\\r\\t\\v'}", "\b\f\n\r\t\v"],
    ["${'\\0a'}", "\0a"],
    ["${'\\uD83D\\ude00\\x0a'}", "\u{1f600}\n"],
    ["${'\\q\\$'}", "q$"],
    ["${'a\\\rb\\\r\n\\\u2028c'}", "abc"],
    ["${'a\\\nb\\\r\nc'}", "abc"],
    ["${'x${a}y'}", "x2y"],
    ["${'${a}'}", 2],
    ["${\"${'${a}'}\"}", 2],
    ["${'$${a}'}", "${a}"],
    ["${'\\${a}'}", 2],
    ["${'\\u0024{a}'}", 2],
    ["${'${if t}yes${endif}'}", "yes"],
    ["${'${nope}?'}", undefined],
    ["${'${nope}?' || 'x'}", "x"],
  ]);
  errors([
    ["${'a\nb'}", "parse", 4],
    ["${'\\1'}", "parse", 3],
    ["${'\\x4'}", "parse", 3],
    ["${'\\u004g'}", "parse", 3],
    ["${'\\00'}", "parse", 3],
    ["${'\\9'}", "parse", 3],
    ["${'\\t\u2028'}", "parse", 5],
    ["${'ab${c d}'}", "parse", 9],
    ["${'\\'\\'${c d}'}", "parse", 11],
    ["${'\\x41${nope}'}", "missing-key", 9],
    ["${'${'x'}'}", "parse", 3],
    ["${`a`}", "parse", 2],
  ]);
});

describe("lookups", () => {
  values([
    ["${map.x.y}", "deep"],
    ["${map['x'].y}", "deep"],
    ["${map[ 'with.dot' ]}", 1],
    ["${map['']}", "blank"],
    ["${map.7}", "seven"],
    ["${map[7]}", "seven"],
    ["${map.07}", "seven"],
    ["${list.1.0}", 2],
    ["${list['1'][0]}", 2],
    ["${list[a].k}", "v"],
    ["${list.length}", 3],
    ["${map['null']}", "word"],
    ["${else.endif}", "word"],
    ["${\u00fcn\u00ef}", "umlaut"],
    ["${\\u0061}", 2],
    ["${\\u006cis\\u0074[0]}", 1],
    ["${m\\u0061p.x.\\u0079}", "deep"],
    ["${item}", "no loop"],
    ["${a-b}", 3],
    // Garden reads whatever begins with `if` as a block.
    ["${ifconfig.a}", "if"],
    ["${if.a}", "just if"],
    // On any expression: an extension.
    ["${(map).x}", { y: "deep" }],
    ["${(map.x).y}", "deep"],
    ["${split('a.b', '.')[0]}", "a"],
    ["${split('a.b', '.').1}", "b"],
    ["${[1, 2][1]}", 2],
    ["${[map][0].x.y}", "deep"],
    ["${[1, 2, 3][a]}", 3],
    ["${(map)['wi' + 'th.dot']}", 1],
    ["${('${list}')[0]}", 1],
    ["${jsonDecode('{\"a\":{\"b\":1}}').a['b']}", 1],
    ["${(nope).x || 'default'}", "default"],
    ["${split('a', '.')[3] || 'default'}", "default"],
  ]);
  errors([
    ["${map.nope.x}", "missing-key", 6],
    ["${map['nope']}", "missing-key", 6],
    ["${map.toString}", "missing-key", 6],
    ["${map.constructor}", "missing-key", 6],
    ["${map.__proto__}", "missing-key", 6],
    ["${hasOwnProperty}", "missing-key", 2],
    ["${__proto__}", "missing-key", 2],
    ["${list.map}", "missing-key", 7],
    ["${list[-1]}", "missing-key", 7],
    ["${list[0.5]}", "missing-key", 7],
    ["${list['01']}", "missing-key", 7],
    ["${(map).nope}", "missing-key", 8],
    ["${s.length}", "type", 4],
    ["${s[0]}", "type", 4],
    ["${n.x || 1}", "type", 4],
    ["${map[t]}", "type", 6],
    ["${map[n]}", "type", 6],
    ["${map[list]}", "type", 6],
    ["${map .x}", "parse", 6],
    ["${map. x}", "parse", 6],
    ["${map ['x']}", "parse", 6],
    ["${map.}", "parse", 6],
    ["${map.null}", "parse", 6],
    ["${map.typeof}", "parse", 6],
    ["${map.1a}", "parse", 6],
    ["${'s'[0]}", "parse", 5],
    ["${null.x}", "parse", 6],
    ["${s.f(1)}", "parse", 5],
  ]);
});

describe("operators", () => {
  values([
    ["${1 + 2 * 3}", 7],
    ["${(1 + 2) * 3}", 9],
    ["${20 - 7 - 4}", 9],
    ["${7%4*2/3}", 2],
    ["${-7 % 4}", -3],
    ["${1 / 0}", Number.POSITIVE_INFINITY],
    ["${1 + 1 < 3 == true && !false || false ? 'y' : 'n'}", "y"],
    ["${t || nope}", true],
    ["${f || nope || 'd'}", "d"],
    ["${nope && t}", false],
    ["${t && nope}", false],
    ["${empty && t}", ""],
    ["${nope ? 1 : 2}", 2],
    ["${t ? 1 : nope}", 1],
    ["${f?1:2}", 2],
    ["${t ? f ? 1 : 2 : 3}", 2],
    ["${f ? 1 : f ? 2 : 3}", 3],
    ["${!nope}", true],
    ["${!!list}", true],
    ["${!upper(nope)}", true],
    ["${typeof nope}", "undefined"],
    ["${typeof n}", "object"],
    ["${typeof typeof a}", "string"],
    ["${!typeof a}", false],
    ["${(nope == 1) || 'd'}", "d"],
    ["${[nope] || 'd'}", "d"],
    ["${[] == []}", false],
    ["${list == list}", true],
    ["${1 == '1'}", false],
    ["${1 != '1'}", true],
    ["${[2 < 2, 2 <= 2, 2 > 2, 2 >= 2]}", [false, true, false, true]],
    ["${'abc' contains 'a'}", true],
    ["${'abc' contains 'd'}", false],
    ["${[1, 2] contains 2}", true],
    ["${['1'] contains 1}", false],
    ["${'a1' contains 1}", true],
    ["${map contains 'x'}", true],
    ["${map contains 'toString'}", false],
    ["${map contains 7}", true],
    ["${'abc'contains'b'}", true],
    ["${!(list contains 9)}", true],
    ["${'a' + 'b'}", "ab"],
    ["${[1] + [2]}", [1, 2]],
    // Line breaks between tokens are an extension.
    ["${\n  t\r\n    ? 'a'\n    : 'b'\n}", "a"],
    ["${1\n+\n2}", 3],
    ["${upper(\n  s\n)}", "TEXT"],
  ]);
  errors([
    ["${1+2}", "parse", 3],
    ["${1 +2}", "parse", 4],
    ["${1+ 2}", "parse", 3],
    ["${1 ++ 2}", "parse", 4],
    ["${2 ** 3}", "parse", 5],
    ["${a = 1}", "parse", 4],
    ["${a === 1}", "parse", 6],
    ["${a ?? b}", "parse", 5],
    ["${a ? b}", "parse", 7],
    ["${a contains b contains a}", "parse", 15],
    ["${[1,,2]}", "parse", 5],
    ["${[1 2]}", "parse", 5],
    ["${f(1 2)}", "parse", 6],
    ["${f(1,)}", "parse", 6],
    ["${{}}", "parse", 2],
    ["${1 + 'a'}", "type", 4],
    ["${'a' + 1}", "type", 6],
    ["${'a' + n}", "type", 6],
    ["${map + map}", "type", 6],
    ["${'4' * 2}", "type", 6],
    ["${1 < 2 < 3}", "type", 8],
    ["${a contains 1}", "type", 4],
    ["${list contains list}", "type", 7],
    ["${[0] contains 0 + 1}", "type", 17],
    ["${nope == null}", "missing-key", 2],
    ["${a == nope}", "missing-key", 7],
    ["${nope || nope2}", "missing-key", 10],
    ["${t ? nope : 1}", "missing-key", 6],
    ["${upper(nope)}", "missing-key", 8],
    ["${upper(1)}", "function", 2],
    ["${t && nofunc()}", "function", 7],
  ]);
});

describe("casts, an extension", () => {
  values([
    ["${number('2') + 1}", 3],
    ["${boolean('false') || 'no'}", "no"],
  ]);
});

describe("blocks", () => {
  values([
    ["${if t}a${endif}", "a"],
    ["${if f}a${endif}", ""],
    ["${if f}a${else}b${endif}", "b"],
    ["<${if t}a${if f}b${else}c${endif}d${else}e${endif}>", "<acd>"],
    ["${if t}${a}${endif}", 2],
    ["${if f}${else}${if t}${list}${endif}${endif}", context.list],
    ["${if t}${endif}", ""],
    ["${ if t }a${ else }b${ endif }", "a"],
    ["${if(t)}a${endif}", "a"],
    ["${if !t}a${endif}b", "b"],
    ["${if'x'}a${endif}", "a"],
    ["${if t}", true],
    ["${if f}${nope}${else}ok${endif}", "ok"],
    ["${if t}a${else}?${endif}?", "a?"],
    ["a\n${if t}\n  b\n${endif}\n", "a\n\n  b\n\n"],
    // As Garden reads it, because it has no other reading.
    ["${ifa}x${endif}", "x"],
    ["${ift}a${iff}b${else}c${endif}d${endif}", "acd"],
    ["${if t}a${endif}${ift}b${endif}", "ab"],
  ]);
  errors([
    ["${if t}a", "parse", 0],
    ["ab${if t}", "parse", 2],
    ["a${endif}", "parse", 1],
    ["a${else}b", "parse", 1],
    ["${if t}a${endif}b${endif}", "parse", 17],
    ["${1 *}${endif}", "parse", 5],
    ["${endif}${1 *}", "parse", 0],
    ["${if t}a${else}b${else}c${endif}", "parse", 16],
    ["${if t}?a${endif}", "parse", 7],
    ["${if}a${endif}", "parse", 4],
    ["${else if t}", "parse", 7],
    ["${if nope}a${endif}", "missing-key", 5],
  ]);
});

describe("what messages say", () => {
  test.each([
    ["${a", '"${" is not closed; add "}"'],
    ["${'a}", "the string literal is not closed"],
    ["${'a\nb'}", "a string literal cannot contain a line break; write \\n"],
    ["${'\\t\nb'}", "a string literal cannot contain a line break; write \\n"],
    ["${'\\1'}", "invalid escape sequence in a string literal"],
    ["${}", "an expression is missing"],
    ["${1 *}", "the expression is incomplete"],
    ["${a = 1}", 'unexpected "="'],
    ["${\u{1f600}}", 'unexpected "\u{1f600}"'],
    ["${a ? b}", 'the "?" has no ":" after it'],
    ["${1 +2}", '"+" must have a space on both sides'],
    ["${1- 2}", '"-" must have a space on both sides'],
    ["${12ab}", "a name cannot start with a digit"],
    ["${map.null}", 'the key "null" must be in brackets: ["null"]'],
    ["${map.typeof}", 'the key "typeof" must be in brackets: ["typeof"]'],
    ["${if t}a", 'the block has no "${endif}"'],
    ["${if t}?a${endif}", 'a block cannot be optional; remove the "?" after "${if …}"'],
    ["${if t}a${else}b${else}c${endif}", 'the block has a second "${else}"'],
    ["a${else}b", '"${else}" without a preceding "${if …}"'],
    ["a${endif}", '"${endif}" without a preceding "${if …}"'],
    ["${1 + 'a'}", '"+" requires two numbers, two strings, or two lists, not a number and a string'],
    ["${'4' * 2}", '"*" requires two numbers, not a string and a number'],
    ["${a contains 1}", 'the left operand of "contains" must be a string, list, or map, not a number'],
    ["${list contains list}", 'the right operand of "contains" must be a string, number, boolean, or null, not a list'],
    ["${map[t]}", "a key in brackets must be a string or a number, not a boolean"],
    ["${s.length}", "s is a string, so it has no key length"],
    ["${n.x}", "n is null, so it has no key x"],
    ["${(1).x}", "the value is a number, so it has no key x"],
  ])("%j: %s", (template, reason) => {
    expect(failure(() => resolveTemplateString(template, context)).reason).toBe(reason);
  });
});
