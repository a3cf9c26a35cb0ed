/** The bounds of scalars: in a scalar, `$(A)` becomes `v` and `$(N)` becomes a quoted `1`. `# $(A)` is not a scalar. */
import { describe, expect, test } from "vitest";
import { Environment } from "../../../src/expansion/environment.ts";
import { YamlExpansionError, YamlStream } from "../../../src/expansion/streams/yaml-stream.ts";

function expanded(text: string, variables: Record<string, string> = { A: "v", N: "1" }): string {
  const pieces: Uint8Array[] = [];
  const stream = new YamlStream(new Environment(variables), { output: (bytes) => pieces.push(bytes.slice()) });
  stream.push(new TextEncoder().encode(text));
  stream.end();
  return Buffer.concat(pieces).toString();
}

describe("a plain scalar stays a string", () => {
  const QUOTED = "n N no No NO on On ON y Y yes Yes YES off Off OFF null Null NULL true True TRUE false False FALSE";
  // So short, what begins with one of their letters gets quotes, whether it is one of them or not.
  const ALSO_QUOTED = "f t o nil ten fives";
  const PLAIN = "a b c d e g h i j k l m p q r s u v w x z A Z falsey nullable online yesyes trueish offset";
  test.each([
    ["in quotes: a word of YAML 1.1", QUOTED, true],
    ["in quotes: what might be one", ALSO_QUOTED, true],
    ["as it is: a word of other letters, or a longer one", PLAIN, false],
  ])("%s", (_, words, hasQuotes) => {
    for (const word of words.split(" ")) {
      const written = hasQuotes ? `"${word}"` : word;
      expect(expanded("a: $(W)\n", { W: word })).toBe(`a: ${written}\n`);
      expect(expanded("a: [b, $(W)]\n", { W: word })).toBe(`a: [b, ${written}]\n`);
    }
  });

  test.each([
    ["-$(A)", "-v"],
    ["--$(A)", "--v"],
    ["/$(A)", "/v"],
    ["/$(N)", "/1"],
    ["$$$(A)", "$v"],
    ["-$(N)", '"-1"'],
    ["--$(N)", '"--1"'],
    ["-/$(A)", '"-/v"'],
    ["-$$$(A)", '"-$v"'],
    ["+$(A)", '"+v"'],
    ["1$(A)", '"1v"'],
    ["_$(A)", '"_v"'],
    ["^$(A)", "^v"],
    [".$(A)", '".v"'],
    ["é$(A)", '"év"'],
    // Quotes alone would not do: the host looks closer.
    ['1$(A)"', '1v"'],
    ["1$(A)\\", "1v\\"],
    ["1$(A)\n  x", "1v x"],
  ])("%j is %s", (text, written) => {
    expect(expanded(`a: ${text}\n`)).toBe(`a: ${written}\n`);
  });
});

test.each([
  ["a colon ends a key only before white space", "$(A):x: $(A):y # $(A)\n", "v:x: v:y # $(A)\n"],
  ["a colon before a tab", "$(A):\t$(A)\n", "v:\tv\n"],
  ["a colon at the end of a line", "$(A):\n  $(A)\n", "v:\n  v\n"],
  ["a number sign begins a comment only after white space", "a: $(A)#$(A) #$(A)\n", "a: v#v #$(A)\n"],
  ["a number sign after a tab", "a: $(A)\t# $(A)\n", "a: v\t# $(A)\n"],
  ["a number sign after a quote and a space", "a: '$(A)' # $(A)\n", "a: 'v' # $(A)\n"],
  ["a comment alone", "# $(A)\na: $(A)\n  # $(A)\n", "# $(A)\na: v\n  # $(A)\n"],
  ["a directive", "%TAG ! $(A)\n---\n$(A)\n", "%TAG ! $(A)\n---\nv\n"],
  ["an anchor ends at a space", "a: &$(A) $(A)\n", "a: &$(A) v\n"],
  ["an anchor ends at the end of a line", "a: &$(A)\n  $(A)\n", "a: &$(A)\n  v\n"],
  ["an anchor ends in brackets", "[&$(A), *$(A), $(A)]", "[&$(A), *$(A), v]"],
  ["an alias ends in braces", "{a: *$(A)}\n", "{a: *$(A)}\n"],
  ["an alias is a node", "{*a :$(A)}\n", "{*a :v}\n"],
  ["a tag", "a: !x$(A) $(A)\n", "a: !x$(A) v\n"],
  ["a tag in angle brackets", "a: !<x,$(A)]> $(A)\n", "a: !<x,$(A)]> v\n"],
  ["dashes of lists in lists", "- - $(A)\n  - $(N)\n-\t$(A)\n", '- - v\n  - "1"\n-\tv\n'],
  ["a dash without a space", "-$(A): -$(A)\n", "-v: -v\n"],
  ["a question mark", "? $(A)\n: $(A)\n", "? v\n: v\n"],
  ["a question mark in a plain scalar", "a: x?$(A)\n", "a: x?v\n"],
  ["a colon after quotes in braces", `{"$(A)":$(N),'$(A)':$(A)}`, `{"v":"1",'v':v}`],
  ["a colon after brackets in braces", "{[a]:$(N)}", '{[a]:"1"}'],
  ["a colon without a space in braces", "{a:$(N), b: 1}", '{"a:1", b: 1}'],
  ["brackets in brackets", "[[$(A)], {a: [$(N)]}, $(A)]", '[[v], {a: ["1"]}, v]'],
  ["brackets after brackets", "- [$(A)]\n- a]$(A)\n", "- [v]\n- a]v\n"],
  ["brackets within a plain scalar", "a: x[$(A)]{$(A)},$(A)\n", "a: x[v]{v},v\n"],
  ["a comma ends an item", "[x$(A),$(N)]", '[xv,"1"]'],
  ["single quotes in single quotes", "a: '''$(A)''' # '$(A)'\n", "a: '''v''' # '$(A)'\n"],
  ["single quotes at once", "['',$(N),'']", `['',"1",'']`],
  ["double quotes that are escaped", 'a: "\\"$(A)\\\\" # "$(A)\n', 'a: "\\"v\\\\" # "$(A)\n'],
  ["a backslash in single quotes", "a: '$(A)\\' # $(A)\n", "a: 'v\\' # $(A)\n"],
  ["an apostrophe in double quotes", `a: "it's $(A)" # '$(A)\n`, `a: "it's v" # '$(A)\n`],
  ["an apostrophe within a plain scalar", "a: it's $(A) # '$(A)\n", "a: it's v # '$(A)\n"],
  ["escapes that are not part of a reference", 'a: "\\t\\n$(A)\\e"\n', 'a: "\\t\\nv\\u001b"\n'],
  ["escapes that may be", 'a: "\\x24(A)" # \\x24(A)\n', 'a: "v" # \\x24(A)\n'],
  ["escapes that may be, of each kind", '["$\\u0028A)","$(\\U00000041)","$\\\n (A)"]', '["v","v","v"]'],
  ["quotes over lines", "a: '$(A)\n  # $(A)'\nb: $(A)\n", "a: 'v # v'\nb: v\n"],
])("%s", (_, text, output) => {
  expect(expanded(text)).toBe(output);
});

test.each(["{$(N):,a: b}", "{a: b,$(N):}"])(
  "quotes would change what the colon before the end of an item means: %s",
  (text) => {
    expect(() => expanded(text)).toThrow(YamlExpansionError);
  },
);

describe("lines belong to a scalar by their indentation", () => {
  test.each([
    ["a plain scalar goes on", "a: $(N)\n $(A)\nb: $(A)\n", "a: 1 v\nb: v\n"],
    ["it ends before a line that is not indented more", "a:\n  b: $(A)\n  c: $(N)\n", 'a:\n  b: v\n  c: "1"\n'],
    ["it continues after blank lines", "a: $(A)\n\n \n  $(A) # $(A)\n", 'a: "v\\n\\nv" # $(A)\n'],
    ["it ends at a comment", "a: $(A) # $(A)\n  # $(A)\nb: $(N)\n", 'a: v # $(A)\n  # $(A)\nb: "1"\n'],
    ["it ends at a line that is a comment", "a: $(A)\n  # $(A)\nb: $(N)\n", 'a: v\n  # $(A)\nb: "1"\n'],
    ["it ends at ---", "$(A)\n--- # $(A)\n$(A)\n", "v\n--- # $(A)\nv\n"],
    ["it ends at ...", "$(A)\n... # $(A)\n--- $(A)\n", "v\n... # $(A)\n--- v\n"],
    ["it goes on at ----", "$(A)\n---- # $(A)\n", "v ---- # $(A)\n"],
    ["it goes on at ---x", "a: b\n--- $(N)\n---x\n", "a: b\n--- 1 ---x\n"],
    ["it goes on at the root", "$(A)\n$(A)\n", "v v\n"],
    ["in a list", "- $(A)\n  $(A)\n- $(N)\n", '- v v\n- "1"\n'],
    ["in a list of a list", "- - $(A)\n   $(A)\n  - $(N)\n", '- - v v\n  - "1"\n'],
    ["under a dash", "- k: $(N)\n  l: $(N)\n", '- k: "1"\n  l: "1"\n'],
    ["in brackets lines are as they like", "[$(A)\n$(A),\n$(N)\n]\n", '[v v,\n"1"\n]\n'],
    ["a block scalar of one column", "a: |\n # $(A)\n $(A)\nb: $(N) # $(A)\n", 'a: |\n # v\n v\nb: "1" # $(A)\n'],
    [
      "it ends with its entry",
      "a:\n  b: |\n   # $(A)\n  # $(A)\n  c: $(N)\n",
      'a:\n  b: |\n   # v\n  # $(A)\n  c: "1"\n',
    ],
    ["in a list", "- |\n # $(A)\n- $(N)\n", '- |\n # v\n- "1"\n'],
    ["under a key after a dash", "- k: |\n   # $(A)\n  l: $(N)\n", '- k: |\n   # v\n  l: "1"\n'],
    ["after an anchor and a tag", "k: &a !!str |\n # $(A)\nl: $(N)\n", 'k: &a !!str |\n # v\nl: "1"\n'],
    ["under a key with an anchor", " &a k: |\n  # $(A)\n l: $(N)\n", ' &a k: |\n  # v\n l: "1"\n'],
    ["under a key in quotes", ' "k" : >\n  # $(A)\n l: $(N)\n', ' "k" : >\n  # v\n l: "1"\n'],
    ["under a question mark", "? |\n # $(A)\n: |\n # $(A)\n", "? |\n # v\n: |\n # v\n"],
    ["after a key on several lines", "?\n  k\n: |\n # $(A)\nl: $(N)\n", '?\n  k\n: |\n # v\nl: "1"\n'],
    ["with empty lines", "a: |\n\n\n  # $(A)\n\n  # $(A)\n\nb: $(N)\n", 'a: |\n\n\n  # v\n\n  # v\n\nb: "1"\n'],
    [
      "with empty lines of CR LF",
      "a: |\r\n  x\r\n\r\n  b: $(N)\r\nc: $(N)\r\n",
      'a: |\r\n  x\r\n\r\n  b: 1\r\nc: "1"\r\n',
    ],
    ["its header is not part of it", "a: | # $(A)\n  $(A)\n", "a: | # $(A)\n  v\n"],
    ["in the next document", "a:\n   b: 1\n---\nc: |\n # $(A)\nd: $(N)\n", 'a:\n   b: 1\n---\nc: |\n # v\nd: "1"\n'],
  ])("%s", (_, text, output) => {
    expect(expanded(text)).toBe(output);
  });
});
