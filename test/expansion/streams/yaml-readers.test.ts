/**
 * The output if a value needs quotes. All readers must accept it: those of YAML 1.1 and 1.2, and above all that of
 * Kubernetes (sigs.k8s.io/yaml with go-yaml v2), which ends a plain scalar in brackets at `?` and has no escape sequence
 * for a lone surrogate. (Checked with go-yaml v2 and v3, sigs.k8s.io/yaml, PyYAML, and libyaml.)
 */
import { expect, test } from "vitest";
import { Environment } from "../../../src/expansion/environment.ts";
import { YamlStream } from "../../../src/expansion/streams/yaml-stream.ts";
import { parseManifest } from "../../../src/yaml/parse.ts";
import { splice } from "../../../src/yaml/write/edit.ts";

const IN_BLOCK = "a: $(V)";
const IN_BRACKETS = "[$(V)]";
const WITHIN_IN_BRACKETS = "[x$(V)y]";
/** The scanner expands this itself. */
const SCANNED = "a: [$(V)]";

function expanded(text: string, value: string): string {
  const pieces: Uint8Array[] = [];
  const stream = new YamlStream(new Environment({ V: value }), {
    output: (bytes) => pieces.push(bytes.slice()),
  });
  stream.push(new TextEncoder().encode(text));
  stream.end();
  return Buffer.concat(pieces).toString();
}

/** The same, by an edit of the one string that is a value. */
function spliced(text: string, value: string): string {
  const document = parseManifest(text)[0]!;
  const { a = undefined } = document.value as { a?: unknown };
  const path = Array.isArray(document.value) ? [0] : Array.isArray(a) ? ["a", 0] : ["a"];
  const before = String(Object.values(document.value as object)[0]);
  return splice(text, [{ document, path, value: before.replace("$(V)", () => value) }]);
}

test.each([
  ["a?b", "a: a?b", '["a?b"]', '["xa?by"]'],
  ["?", 'a: "?"', '["?"]', '["x?y"]'],
  ["?a", 'a: "?a"', '["?a"]', '["x?ay"]'],
  ["a?", "a: a?", '["a?"]', '["xa?y"]'],
  ["http://h/p?x=1", "a: http://h/p?x=1", '["http://h/p?x=1"]', '["xhttp://h/p?x=1y"]'],
  ["x ?y", "a: x ?y", '["x ?y"]', '["xx ?yy"]'],
  [":?", 'a: ":?"', '[":?"]', '["x:?y"]'],
  ["a,b", "a: a,b", '["a,b"]', '["xa,by"]'],
  ["[", 'a: "["', '["["]', '["x[y"]'],
  ["]", 'a: "]"', '["]"]', '["x]y"]'],
  ["{", 'a: "{"', '["{"]', '["x{y"]'],
  ["}", 'a: "}"', '["}"]', '["x}y"]'],
  ["a: b", 'a: "a: b"', '["a: b"]', '["xa: by"]'],
  ["a:", 'a: "a:"', '["a:"]', '["xa:y"]'],
  [":", 'a: ":"', '[":"]', '["x:y"]'],
  ["a #b", 'a: "a #b"', '["a #b"]', '["xa #by"]'],
  ["a#b", "a: a#b", "[a#b]", "[xa#by]"],
  ["#", 'a: "#"', '["#"]', "[x#y]"],
  ["&a", 'a: "&a"', '["&a"]', "[x&ay]"],
  ["*a", 'a: "*a"', '["*a"]', "[x*ay]"],
  ["!a", 'a: "!a"', '["!a"]', "[x!ay]"],
  ["|", 'a: "|"', '["|"]', "[x|y]"],
  [">", 'a: ">"', '[">"]', "[x>y]"],
  ["%", 'a: "%"', '["%"]', "[x%y]"],
  ["@", 'a: "@"', '["@"]', "[x@y]"],
  ["`", 'a: "`"', '["`"]', "[x`y]"],
  ["'", 'a: "\'"', '["\'"]', "[x'y]"],
  ['"', "a: '\"'", "['\"']", '[x"y]'],
  ["\\", "a: \\", "[\\]", "[x\\y]"],
  ["-", 'a: "-"', '["-"]', "[x-y]"],
  ["- a", 'a: "- a"', '["- a"]', "[x- ay]"],
  ["-a", "a: -a", "[-a]", "[x-ay]"],
  ["--a", "a: --a", "[--a]", "[x--ay]"],
  ["---", 'a: "---"', '["---"]', "[x---y]"],
  ["...", 'a: "..."', '["..."]', "[x...y]"],
  ["yes", 'a: "yes"', '["yes"]', "[xyesy]"],
  ["n", 'a: "n"', '["n"]', "[xny]"],
  ["null", 'a: "null"', '["null"]', "[xnully]"],
  ["~", 'a: "~"', '["~"]', "[x~y]"],
  ["=", 'a: "="', '["="]', "[x=y]"],
  ["<<", 'a: "<<"', '["<<"]', "[x<<y]"],
  ["0o7", 'a: "0o7"', '["0o7"]', "[x0o7y]"],
  ["0X1F", 'a: "0X1F"', '["0X1F"]', "[x0X1Fy]"],
  ["1_000", 'a: "1_000"', '["1_000"]', "[x1_000y]"],
  [".inf", 'a: ".inf"', '[".inf"]', "[x.infy]"],
  ["2001-01-01", 'a: "2001-01-01"', '["2001-01-01"]', "[x2001-01-01y]"],
  ["/", "a: /", "[/]", "[x/y]"],
  [" a", 'a: " a"', '[" a"]', "[x ay]"],
  ["a ", 'a: "a "', '["a "]', "[xa y]"],
  ["a\tb", 'a: "a\\tb"', '["a\\tb"]', '["xa\\tby"]'],
  ["a\nb", 'a: "a\\nb"', '["a\\nb"]', '["xa\\nby"]'],
  ["a\r", 'a: "a\\r"', '["a\\r"]', '["xa\\ry"]'],
  ["\u0000", 'a: "\\u0000"', '["\\u0000"]', '["x\\u0000y"]'],
  ["\u0007", 'a: "\\u0007"', '["\\u0007"]', '["x\\u0007y"]'],
  ["\u001b", 'a: "\\u001b"', '["\\u001b"]', '["x\\u001by"]'],
  ["\u007f", 'a: "\\u007f"', '["\\u007f"]', '["x\\u007fy"]'],
  ["\u0085", 'a: "\\u0085"', '["\\u0085"]', '["x\\u0085y"]'],
  ["\u009b", 'a: "\\u009b"', '["\\u009b"]', '["x\\u009by"]'],
  ["\u00a0", 'a: "\u00a0"', '["\u00a0"]', "[x\u00a0y]"],
  ["\u2028", 'a: "\\u2028"', '["\\u2028"]', '["x\\u2028y"]'],
  ["\ufeff", 'a: "\\ufeff"', '["\\ufeff"]', '["x\\ufeffy"]'],
  ["\uffff", 'a: "\\uffff"', '["\\uffff"]', '["x\\uffffy"]'],
  ["é", "a: é", "[é]", "[xéy]"],
  ["😀", "a: 😀", "[😀]", "[x😀y]"],
])("%j: expanded as text, or as the edit of a manifest", (value, inBlock, inBrackets, withinInBrackets) => {
  for (const write of [expanded, spliced]) {
    expect(write(IN_BLOCK, value)).toBe(inBlock);
    expect(write(IN_BRACKETS, value)).toBe(inBrackets);
    expect(write(WITHIN_IN_BRACKETS, value)).toBe(withinInBrackets);
  }
});

test.each([
  // The scanner gives quotes to all that begins with neither a letter nor `/`, and none for a colon that ends nothing.
  ["1.2.3", IN_BLOCK, 'a: "1.2.3"', "a: 1.2.3"],
  ["_", IN_BLOCK, 'a: "_"', "a: _"],
  ["a:b", SCANNED, "a: [a:b]", 'a: ["a:b"]'],
  ["x12:30y", SCANNED, "a: [x12:30y]", 'a: ["x12:30y"]'],
  ["\ud800", WITHIN_IN_BRACKETS, '["x\ufffdy"]', "[x\ufffdy]"],
])("%j in %j: either is right", (value, text, asText, asEdit) => {
  expect(expanded(text, value)).toBe(asText);
  expect(spliced(text, value)).toBe(asEdit);
});

test.each([
  ["a key in braces", "{$(V): 1}", "a?b", '{"a?b": 1}'],
  ["a key in a block", "$(V): 1", "a?b", "a?b: 1"],
  ["a key that would merge", "{$(V): 1}", "<<", '{"<<": 1}'],
  ["what stood in the text", "[a?b $(V)]", "x", '["a?b x"]'],
  ["the second line in brackets", "[a\n $(V), b]", "x?", '["a x?", b]'],
  ["the second line in brackets, nothing to see", "[a\n $(V), b]", "x", "[a x, b]"],
  ["in quotes in brackets", `["$(V)", '$(V)']`, "a?b", `["a?b", 'a?b']`],
  ["after the brackets", "- [x]\n- $(V)", "a?b", "- [x]\n- a?b"],
  ["after brackets in brackets", "[[x], $(V)]", "a?b", '[[x], "a?b"]'],
  ["with a reference that stays", "[$(V)$(N)]", "a?b", '["a?b$(N)"]'],
])("%s", (_, text, value, output) => {
  expect(expanded(text, value)).toBe(output);
});

test("every ASCII character, alone and within, is the same string again", () => {
  for (let code = 1; code < 0x80; code++) {
    const character = String.fromCharCode(code);
    for (const value of [character, `x${character}`, `${character}x`, `x ${character}`, `${character} x`]) {
      for (const text of [IN_BLOCK, IN_BRACKETS, WITHIN_IN_BRACKETS, "{a: $(V)}", "{$(V): a}", "a: |\n  $(V)\n"]) {
        const wanted = JSON.stringify(parseManifest(text)[0]!.value).replace("$(V)", () =>
          JSON.stringify(value).slice(1, -1),
        );
        const message = JSON.stringify([text, value]);
        expect(parseManifest(expanded(text, value))[0]!.value, message).toEqual(JSON.parse(wanted));
        if (text !== "{$(V): a}")
          expect(parseManifest(spliced(text, value))[0]!.value, message).toEqual(JSON.parse(wanted));
        // No plain scalar in brackets has a `?`: readers other than this one end it there.
        if (/^[[{]/.test(text))
          expect(expanded(text, value).replace(/"(?:[^"\\]|\\.)*"|'[^']*'/g, "")).not.toContain("?");
      }
    }
  }
});
