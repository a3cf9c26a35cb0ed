import { describe, expect, test } from "vitest";
import { Environment, YamlExpansionError, YamlExpansionStream } from "../../src/index.ts";
import { growsLinearly } from "../reference/linearity.ts";

const variables = {
  A: "plain",
  DB: "db.local:80/x?y=z&v",
  PORT: "80",
  YES: "yes",
  EMPTY: "",
  MAP: "a: b",
  COMMENT: "x #y",
  LIST: "a, b]",
  QUOTES: `it's "so"`,
  LINES: "one\ntwo",
  BREAKS: "x\n",
  BLANK: " x ",
  DASHES: "---",
  MERGE: "<<",
  NUL: "\0",
  é: "日本",
  "two words": "2w",
  "it's": "its",
};

function inPieces(text: string, size: number, environment = new Environment(variables)) {
  const pieces: Uint8Array[] = [];
  const unresolved: [string, number, number, number][] = [];
  const stream = new YamlExpansionStream(environment, {
    output: (bytes) => pieces.push(bytes.slice()),
    unresolved(name, offset) {
      const { line, column } = stream.place(offset);
      unresolved.push([new TextDecoder().decode(name), offset, line, column]);
    },
  });
  const bytes = new TextEncoder().encode(text);
  let error: unknown;
  for (let at = 0; at < bytes.length; at += size) stream.push(bytes.subarray(at, at + size));
  try {
    stream.end();
  } catch (thrown) {
    error = thrown;
  }
  expect(stream.consumed).toBe(bytes.length);
  return { text: Buffer.concat(pieces).toString(), unresolved, error };
}

describe("literally", () => {
  test.each([
    ["nothing to expand", "a: [1, 'x'] # $\n", "a: [1, 'x'] # $\n"],
    ["plain", "a: $(A) x\n", "a: plain x\n"],
    ["plain, an address", "a: http://$(DB)\n", "a: http://db.local:80/x?y=z&v\n"],
    ["plain, a number", "port: $(PORT)\n", 'port: "80"\n'],
    ["plain, a number in parts", "a: 1$(PORT)\n", 'a: "180"\n'],
    ["plain, a word of YAML 1.1", "a: $(YES)\n", 'a: "yes"\n'],
    ["plain, nothing", "a: $(EMPTY)\n", 'a: ""\n'],
    ["plain, a mapping", "a: $(MAP)\n", 'a: "a: b"\n'],
    ["plain, a comment", "a: $(COMMENT)\n", 'a: "x #y"\n'],
    ["plain, blanks", "a: $(BLANK)\n", 'a: " x "\n'],
    ["plain, quotes", "a: $(QUOTES)\n", `a: it's "so"\n`],
    ["plain, lines", "a: $(LINES)\n", 'a: "one\\ntwo"\n'],
    ["plain, a zero", "a: $(NUL)\n", 'a: "\\u0000"\n'],
    ["plain, not ASCII", "a: ü$(é)\n", "a: ü日本\n"],
    ["plain, on two lines", "a: $(A)\n  $(PORT)\nb: c\n", "a: plain\n  80\nb: c\n"],
    ["plain, on two lines, a number first", "a: $(PORT)\n  $(PORT)\nb: c\n", "a: 80 80\nb: c\n"],
    ["plain, as a reference over two lines", "a: $(two\n  words)\nb: c\n", "a: 2w\nb: c\n"],
    ["plain, a reference within", "a: $(NONE) $(PORT)\n", "a: $(NONE) 80\n"],
    ["plain, without a value", "a: 1$(NONE) # $(A)\n", "a: 1$(NONE) # $(A)\n"],
    ["plain, open", "a: $(A\nb: )\n", "a: $(A\nb: )\n"],
    ["plain, escaped", "a: $$(A) $$\n", "a: $(A) $\n"],
    ["a key", "$(A): 1\n$(PORT) : 2\n? $(MAP)\n: 3\n", 'plain: 1\n"80" : 2\n? "a: b"\n: 3\n'],
    ["a key that would merge", "a: &a {b: c}\nd: {$(MERGE): *a }\n", 'a: &a {b: c}\nd: {"<<": *a }\n'],
    ["single", "a: '$(PORT) it''s $(A)'\n", "a: '80 it''s plain'\n"],
    ["single, quotes", "a: '$(QUOTES)'\n", `a: 'it''s "so"'\n`],
    ["single, lines", "a: '$(LINES)'\n", 'a: "one\\ntwo"\n'],
    ["single, a quote in the name", "a: '$(it''s)'\n", "a: 'its'\n"],
    ["single, on two lines, blanks", "a: '$(BLANK)\n  x'\n", "a: ' x  x'\n"],
    ["double", 'a: "$(PORT)\\t\\"$(A)\\""\n', 'a: "80\\t\\"plain\\""\n'],
    ["double, quotes", 'a: "$(QUOTES)"\n', 'a: "it\'s \\"so\\""\n'],
    ["double, a line that is no marker", 'a: "$(A)\n  ---\n----\n---$(A)"\n', 'a: "plain\n  ---\n----\n---plain"\n'],
    ["double, lines", 'a: "$(LINES)"\n', 'a: "one\\ntwo"\n'],
    ["double, an escaped reference", 'a: "$\\x28A) \\u0024(\\U00000041)"\n', 'a: "plain plain"\n'],
    ["double, a reference without a $", 'a: "\\x24(A)"\n', 'a: "plain"\n'],
    ["double, over an escaped line break", 'a: "$\\\n  (A)"\n', 'a: "plain"\n'],
    ["literal", "a: | # $(A)\n  $(A)\n  - $(PORT)\n\nb: c\n", "a: | # $(A)\n  plain\n  - 80\n\nb: c\n"],
    ["literal, lines", "a: |\n  $(LINES)\n  x\n", "a: |\n  one\n  two\n  x\n"],
    ["literal, a line that would be blank", "a: |\n  $(EMPTY)\nb: c\n", 'a: "\\n"\nb: c\n'],
    ["literal, more indented", "a: |2-\n   $(BLANK)\nb: c\n", "a: |2-\n    x \nb: c\n"],
    ["literal, a script", "a: |\n  $(date\n  $(A))\n", "a: |\n  $(date\n  $(A))\n"],
    ["literal, CR LF", "a: |\r\n  $(LINES)\r\nb: c\r\n", "a: |\r\n  one\r\n  two\r\nb: c\r\n"],
    ["literal, at the end", "a: |\n  $(LINES)", "a: |\n  one\n  two"],
    ["literal, at the end, more line breaks", "a: |\n  $(BREAKS)", "a: |+\n  x\n\n"],
    ["literal, blanks at the end", "a: |\n  $(LINES)\n  ", "a: |\n  one\n  two\n  "],
    ["literal, a line of blanks at the end", "a: |\n  $(NUL)\n    ", 'a: "\\u0000\\n  \\n"'],
    ["folded, a line of blanks at the end", "a: >\n  $(LINES)\n   ", 'a: "one\\ntwo\\n \\n"'],
    ["literal, every line, blanks at the end", "a: |+\n  $(NUL)\n  ", 'a: "\\u0000\\n"\n  '],
    ["literal, every line, more at the end", "a: |+\n  $(NUL)\n\n  ", 'a: "\\u0000\\n\\n"\n\n  '],
    ["literal, every line, at the end", "a: |+\n  $(LINES)\n", "a: |\n  one\n  two\n"],
    ["literal, every line, two at the end", "a: |+\n  $(BREAKS)\n", "a: |+\n  x\n\n"],
    ["literal, every line, two and blanks", "a: |+\n  $(BREAKS)\n  ", "a: |+\n  x\n\n  "],
    ["single, a line that would be a marker", "'x\n$(DASHES)'\n", "'x ---'\n"],
    ["double, a line that begins like a marker", 'a: "b\n---$(QUOTES)"\n', 'a: "b ---it\'s \\"so\\""\n'],
    ["a byte order mark within a line", "a: x\ufeff$(A)\n", "a: x\ufeffplain\n"],
    ["a document behind an unclear one that ends with dots", "a: ]\n...\nb: $(A)\n---\n", "a: ]\n...\nb: plain\n---\n"],
    ["a document behind an unclear one", "a: ]\n--- $(A)\n---\n", "a: ]\n--- plain\n---\n"],
    ["folded", "a: >-\n  $(A)\n  $(PORT)\nb: c\n", "a: >-\n  plain\n  80\nb: c\n"],
    ["folded, lines", "- >\n $(LINES)\n x\n", "- >\n one\n\n two x\n"],
    ["in brackets", "[$(A),$(PORT), '$(LIST)', $(LIST)]", `[plain,"80", 'a, b]', "a, b]"]`],
    ["in braces", '{"a":$(PORT), $(A):$(DB)}\n', '{"a":"80", "plain:db.local:80/x?y=z&v"}\n'],
    ["JSON", '{"a": ["$(QUOTES)", 1]}\n', '{"a": ["it\'s \\"so\\"", 1]}\n'],
    ["a tag in angle brackets", "a: !<$(A), }> $(PORT)\n", 'a: !<$(A), }> "80"\n'],
    ["anchors, aliases, tags", "a: &$(A) !!str $(PORT)\nb: *$(A)\n", 'a: &$(A) !!str "80"\nb: *$(A)\n'],
    [
      "a directive, markers",
      "%YAML 1.2 # $(A)\n---\n$(A)\n...\n--- '$(PORT)'\n",
      "%YAML 1.2 # $(A)\n---\nplain\n...\n--- '80'\n",
    ],
    ["what looks like a marker", "a: '$(DASHES)'\n--- $(DASHES)\n", "a: '---'\n--- \"---\"\n"],
    ["a byte order mark", "\ufeffa: $(PORT)\n", '\ufeffa: "80"\n'],
    ["tabs", "a:\t$(PORT)\t# x\n", 'a:\t"80"\t# x\n'],
    ["nothing", "", ""],
  ])("%s", (_, input, output) => {
    for (let size = 1; size <= input.length + 1; size++) {
      const outcome = inPieces(input, size);
      expect(outcome).toEqual({ text: output, unresolved: outcome.unresolved, error: undefined });
    }
  });
});

test("references without a value are reported with their places, in order", () => {
  const text = "a: é$(X)\nb: \"\\t $(Y) $(Y)\"\n--- |\n---\n'$(Z)': |\n  one\n  $(A) $(X)\n";
  for (let size = 1; size <= text.length; size++) {
    expect(inPieces(text, size).unresolved).toEqual([
      ["X", 5, 1, 5],
      ["Y", 17, 2, 8],
      ["Y", 22, 2, 13],
      ["Z", 39, 5, 2],
      ["X", 61, 7, 8],
    ]);
  }
});

describe("a reference without a value has its own place, however it is written", () => {
  test.each([
    ["with escapes", 'a: "\\t$(\\x58)$(\\u0058) $\\x28X)"\n', [6, 13, 23]],
    ["a dollar that is an escape", 'a: "\\x24(X)$(X)\\U00000024(X)"\n', [4, 11, 15]],
    ["over two lines", "a: $(two\n  nowhere) $(X)\n", [3, 20]],
    ["over two lines, in single quotes", "a: '''$(it''s\n  X) $(X)'\n", [6, 19]],
    ["over an escaped line break", 'a: "$\\\n  (X) $(X)"\n', [4, 13]],
    ["behind what looks like one", "a: $$(X) $(X) $$$(X)\n", [9, 16]],
    ["within one that is none", "a: $($(X) $(X)\n", [3, 10]],
    ["in a folded scalar", "a: >\n  é $(X)\n  $(no\n  thing) $(X)\n", [10, 17, 31]],
    ["in a key", "$(X): $(X)\n", [0, 6]],
    ["beside one that has one", "a: $(MAP) $(X)\n", [10]],
  ])("%s", (_, text, offsets) => {
    expect(inPieces(text, text.length).unresolved.map(([, offset]) => offset)).toEqual(offsets);
  });
});

test("a variable that is set later is seen", () => {
  const environment = new Environment({ A: "x" });
  expect(inPieces("$(A)", 9, environment).text).toBe("x");
  environment.set("A", "1");
  expect(inPieces("$(A)", 9, environment).text).toBe('"1"');
});

describe("what cannot be told from other text is refused, with its place", () => {
  test.each([
    ["a quote without a partner", 'a: x\nb: "$(A)\n', [[2, 5, "A"]]],
    ["a bracket without a partner", "a: $(A)]\nb: ]$(A)\n", [[2, 5, "A"]]],
    ["a block scalar around everything", "--- |\n$(A)\n", [[2, 1, "A"]]],
    ["lines that end in CR", "a: b\rc: $(A)\r", [[1, 9, "A"]]],
    [
      "a byte order mark, and then a line that ends in CR",
      "a: b\n\ufeffc: $(A)\n---\na: b\rc: $(A)\r",
      [
        [2, 5, "A"],
        [4, 9, "A"],
      ],
    ],
    [
      "a line that ends in CR, and then a byte order mark",
      "a: b\rc: $(A)\r\n---\na: b\n\ufeffc: $(A)\n",
      [
        [1, 9, "A"],
        [4, 5, "A"],
      ],
    ],
    [
      "documents between clear ones",
      "a\r: $$\n---\nb: $(A)\n---\n\ufeffc: $(A)\n",
      [
        [1, 5, ""],
        [5, 5, "A"],
      ],
    ],
    ["an open reference around it", "a: ] $( $(b: $(A)$(\n", [[1, 6, " $(b: $(A"]]],
    [
      "a byte order mark, then CR, all at once",
      "\ufeff\ufeffa: $(A)\n---\na\r: $$\n---\n",
      [
        [1, 6, "A"],
        [3, 5, ""],
      ],
    ],
    [
      "CR, then a byte order mark, all at once",
      "a\r: $(A)\n---\n\ufeffa: $$\n---\n",
      [
        [1, 5, "A"],
        [3, 5, ""],
      ],
    ],
    ["a line that begins like a marker", "a: ]\n---x\nb: $(A)\n", [[3, 4, "A"]]],
    ["a block scalar in brackets", "a: [ |\n  $(A)\n ]\n", [[2, 3, "A"]]],
    [
      "a quote over the beginning of a document",
      "a: '$(A)\n--- '\nb: $(PORT)\n",
      [
        [1, 5, "A"],
        [3, 4, "PORT"],
      ],
    ],
    ["a tag over the end of a line", "a: !<x $(A)\n--- a>b\n", [[1, 8, "A"]]],
    ["a quote over the end of a document", 'a: "$(A)\n...\n"\n', [[1, 5, "A"]]],
    ["a quote over an escaped line break and a document's end", 'a: "$(A)\\\n---\n"\n', [[1, 5, "A"]]],
    ["a backslash that escapes nothing, rewritten for a value", 'a: "\\q $(QUOTES)"\n', [[1, 8, "QUOTES"]]],
    ["an escape without its digits", 'a: "\\u{41} $(A)"\n', [[1, 12, "A"]]],
    ["an escape that is no character", 'a: "\\U00110000 $(A)"\n', [[1, 16, "A"]]],
    ["a dollar of eight digits", 'a: ] "\\U00000024"\n', [[1, 7, ""]]],
    ["a parenthesis of four digits", 'a: ] "\\u0028"\n', [[1, 7, ""]]],
    ["an escape that may be a dollar", 'a: ] "\\x24"\n', [[1, 7, ""]]],
    ["an escape that may be a parenthesis", 'a: ] "$\\U00000028A)"\n', [[1, 7, ""]]],
    ["a byte order mark in the middle", "a: b\n\ufeffc: $$\n", [[2, 5, ""]]],
    [
      "several documents",
      "a: ]$(A)\n---\nb: $(A)\n---\nc: ]$(PORT)$(A)\n",
      [
        [1, 5, "A"],
        [5, 5, "PORT"],
      ],
    ],
  ])("%s", (_, text, places) => {
    for (let size = 1; size <= text.length; size++) {
      const { error } = inPieces(text, size);
      expect(error).toBeInstanceOf(YamlExpansionError);
      const { refusals, message, code } = error as YamlExpansionError;
      expect(refusals.map(({ line, column, name }) => [line, column, name])).toEqual(places);
      expect(code).toBe("unclear-yaml");
      expect(message).toContain(`line ${places[0]![0]}, column ${places[0]![1]}: $(${places[0]![2]})`);
      for (const value of ["plain", "80"]) expect(message).not.toContain(value);
    }
  });

  test.each([
    ["an open reference", "a: ] $( $(A\n"],
    ["a closed parenthesis before it", "a: ] ) $(A\n"],
    ["a dollar alone", "a: ] $ $A $\n"],
    ["escapes of other characters", 'a: ] "\\x25 \\u0029 \\x2"\n'],
  ])("%s is no reason", (_, text) => {
    expect(inPieces(text, 100)).toEqual({ text, unresolved: [], error: undefined });
  });

  test("references without a value are reported all the same, in order, and their places count the mark", () => {
    const text = "\ufeffa: $(X)\n---\nb: ]$(A)\n---\nc: $(Y)\n---\nd: $(A)]$(A)]\ne: ]$(A)\n---\nf: $(Z)\n";
    for (const size of [1, 7, text.length * 3]) {
      const { unresolved, error } = inPieces(text, size);
      expect(unresolved).toEqual([
        ["X", 6, 1, 5],
        ["Y", 31, 5, 4],
        ["Z", 70, 10, 4],
      ]);
      expect((error as YamlExpansionError).refusals.map(({ offset, line }) => [offset, line])).toEqual([
        [19, 3],
        [58, 8],
      ]);
    }
  });

  test("a byte order mark in front of a later piece is odd", () => {
    const { error } = inPieces("a: b\n---\n\ufeffc: $(A)\n---\n", 1);
    expect((error as YamlExpansionError).refusals).toHaveLength(1);
  });

  test("the message escapes what does not show in a name; the name itself is as it was", () => {
    const name = `\u001b[2J\n\r\u0000\u007f\u009b31m\u2028\u202e\u2066\u200b\ufeffé"${"x".repeat(300)}`;
    const { error } = inPieces(`a: ] $(${name})\n`, 1000);
    const { refusals, message } = error as YamlExpansionError;
    expect(refusals[0]!.name).toBe(name);
    expect(message).toMatch(
      /^line 1, column 6: \$\(\\x1b\[2J\\n\\r\\x00\\x7f\\u009b31m\\u2028\\u202e\\u2066\\u200b\\ufeffé/,
    );
    expect(message).toMatch(/x\.\.\.\) cannot be expanded: /);
    expect(message).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u);
    expect(message.length).toBeLessThan(500);
  });

  test("documents before it come out whole, and none from it on", () => {
    const text = "a: $(A)\n---\nb: $(PORT)\n---\nc: $(A)\nd: ]$(A)\n---\ne: $(A)\n";
    for (let size = 1; size <= text.length; size++) {
      expect(inPieces(text, size).text).toBe('a: plain\n---\nb: "80"\n');
    }
  });

  test("so does a line break alone", () => {
    const text = "\n---\nb: ]$(A)\n---\n";
    for (let size = 1; size <= text.length; size++) expect(inPieces(text, size).text).toBe("\n");
  });

  test("without a reference, it passes", () => {
    const text = 'a: ] @ `\n\ufeff\r%"\n';
    expect(inPieces(text, 100)).toEqual({ text, unresolved: [], error: undefined });
  });
});

describe("time grows with the input's length", () => {
  const inputs: [string, (size: number) => string][] = [
    ["documents", (size) => "--- $(PORT)\n".repeat(size / 12)],
    ["open quotes", (size) => `${'"$(A)\n---\n'.repeat(size / 10)}`],
    ["open references", (size) => `a: ${"$(".repeat(size / 2)}`],
    ["brackets", (size) => "[".repeat(size)],
    ["blank lines behind plain scalars", (size) => `${`- $(A)${"\n".repeat(30)}`.repeat(size / 36)}`],
    ["blank lines", (size) => `- $(LINES)${"\n \n".repeat(size / 3)}`],
    ["a long block scalar", (size) => `a: |\n${"  $(LINES)\n".repeat(size / 11)}`],
    ["many block scalars", (size) => "- |\n $(LINES)\n".repeat(size / 14)],
    ["scalars of many lines", (size) => `a: ${"$(PORT)\n ".repeat(size / 9)}`],
    ["references without a value in a line", (size) => `a: ${"$(X)".repeat(size / 4)}`],
    ["such scalars in a line", (size) => `[${"$(X),".repeat(size / 5)}]`],
    ["byte order marks", (size) => `${"\ufeffa: $\n---\n".repeat(size / 12)}`],
    ["carriage returns", (size) => "a: $(PORT)\r\n".repeat(size / 12)],
  ];
  /** These come in one piece: what goes wrong with the whole text is not hidden by small ones. */
  const wholes: [string, (size: number) => string][] = [
    ["references without a value over two lines", (size) => `a: ${"$(X\n  Y) ".repeat(size / 10)}`],
    ["references without a value with escapes", (size) => `a: "${"$(X\\x41) ".repeat(size / 10)}"`],
    ["references without a value, some of them escaped", (size) => `a: "${"$$(X) $(X) ".repeat(size / 11)}"`],
    ["an unclear document with open references", (size) => `a: ]${"$(".repeat(size / 2)}`],
    ["an unclear document with escapes", (size) => `a: ]${"\\U000".repeat(size / 5)}`],
    ["refusals", (size) => "a: $(A)]\n---\n".repeat(size / 13)],
    ["byte order marks in many documents", (size) => "\ufeffa: $\n---\n".repeat(size / 12)],
    ["lone CR in many documents", (size) => "a\r: $\n---\n".repeat(size / 10)],
    ["a lone CR far behind byte order marks", (size) => `${"\ufeffa: $\n---\n".repeat(size / 12)}\r`],
    ["documents far in front of a $", (size) => `${"--- a\n".repeat(size / 6)}--- $(A)\n---\n`],
    ["unclear documents far in front of a $", (size) => `${"a: b]\n---\n".repeat(size / 10)}$(A)\n---\n`],
    ["rewritten scalars", (size) => "- $(MAP)\n".repeat(size / 9)],
    ["keys without a value", (size) => "$(X): 1\n".repeat(size / 8)],
    ["apostrophes that open", (size) => "'$(A)\n---\n".repeat(size / 10)],
    ["apostrophes", (size) => `${"'".repeat(size)}$(A)`],
    ["nested brackets", (size) => `${"[".repeat(size / 2)}$(A)${"]".repeat(size / 2)}`],
    ["nested braces", (size) => `${"{a: ".repeat(size / 5)}$(MAP)${"}".repeat(size / 5)}`],
    ["a block scalar's empty lines", (size) => `a: |+\n  $(LINES)\n${"\n".repeat(size)}b: c\n`],
    ["a folded scalar's empty lines", (size) => `a: >\n  $(LINES)\n${"\n  x\n".repeat(size / 5)}b: c\n`],
    ["escapes", (size) => `a: "${'\\x41\\n\\"'.repeat(size / 8)}$(MAP)"`],
    ["open tags", (size) => `${"- !<x\n".repeat(size / 6)}- $(A)`],
    ["NULs", (size) => `${'- "\0\n'.repeat(size / 5)}$(A)`],
  ];
  const isLinear = (make: (size: number) => string, pieceOf: (text: string) => number) => {
    const texts = new Map<number, string>();
    return growsLinearly((size) => {
      const text = texts.get(size) ?? make(size);
      texts.set(size, text);
      inPieces(text, pieceOf(text));
    }, 16_384);
  };
  test.each(inputs)("%s", (_, make) => {
    expect(isLinear(make, () => 4096)).toBe(true);
  });
  test.each(wholes)("in one piece: %s", (_, make) => {
    expect(isLinear(make, (text) => 3 * text.length)).toBe(true);
  });
  test.each([
    ["markers alone", "---\n"],
    ["documents", "--- $(A)\n"],
    ["one document", "a: $(A)\n"],
  ])("byte by byte: %s", (_, part) => {
    expect(
      isLinear(
        (size) => part.repeat(size / 16),
        () => 1,
      ),
    ).toBe(true);
  });
});
