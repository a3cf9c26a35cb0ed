import { describe, expect, test } from "vitest";
import { YamlStream } from "../../../src/expansion/streams/yaml-stream.ts";
import { Environment, YamlExpansionError } from "../../../src/index.ts";
import { casesOf } from "../../fixtures.ts";
import { growthExponent, LINEAR } from "../../reference/linearity.ts";

const FIXTURES = "streams/yaml.md";
const variables = casesOf(FIXTURES, "Variables")[0]!.pairs("variables");

function inPieces(text: string, size: number, environment = new Environment(variables)) {
  const pieces: Uint8Array[] = [];
  const unresolved: [string, number, number, number][] = [];
  const stream = new YamlStream(environment, {
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

test.each(casesOf(FIXTURES, "Expanded"))("%s", (given) => {
  const input = given.text("yaml");
  for (let size = 1; size <= input.length + 1; size++) {
    const outcome = inPieces(input, size);
    expect(outcome).toEqual({ text: given.text("output"), unresolved: outcome.unresolved, error: undefined });
  }
});

test.each(casesOf(FIXTURES, "References without a value"))("references without a value: %s", (given) => {
  const text = given.text("yaml");
  for (let size = 1; size <= text.length; size++) {
    const unresolved = inPieces(text, size).unresolved.map(
      ([name, offset, line, column]) => `${offset} ${line}:${column} ${name}`,
    );
    expect(unresolved).toEqual(given.lines("unresolved").map((line) => line.text));
  }
});

test("a refusal after a document of several lines has the column in its own line", () => {
  const stream = new YamlStream(new Environment(), { output() {} });
  for (const piece of ["a: b\nc: d\n--- {a: &x [ $(A)\n", "---\n"]) stream.push(Buffer.from(piece));
  expect(() => stream.end()).toThrow("line 3, column 18: the text ends before a [ or { is closed");
});

test.each(['%\n---\n"\n---\n', '# c\n%YAML\n--- [\n---\na: "$(A)\n', "%YAML 1.2\n---\na: $(A)\n", "a: b\n---\n[\n"])(
  "a byte order mark before %j changes no document, whatever the pieces are",
  (text) => {
    const wanted = inPieces(`\ufeff${text}`, text.length + 3);
    for (let size = 1; size <= text.length; size++) expect(inPieces(`\ufeff${text}`, size)).toEqual(wanted);
  },
);

test("a variable whose name is empty is one like any other", () => {
  for (const value of ["x", "x y", "yes", "a: b", "# c"]) {
    const empty = new Environment({ "": value });
    const named = new Environment({ N: value });
    for (const text of [
      "a: $()\n",
      "a: '$() $()'\n",
      'a: "$()"\n',
      "- $()\n-  b $()\n",
      "{ $(): [$()] }\n",
      "a: >\n  $()\n",
    ]) {
      const { text: output, error } = inPieces(text, 1000, empty);
      expect({ output, error }).toEqual({
        output: inPieces(text.replaceAll("$()", "$(N)"), 1000, named).text,
        error: undefined,
      });
    }
  }
});

test("lines at the end of a document keep all their breaks, whatever the next document is like", () => {
  const environment = new Environment({ B: "one\n\n  two\n" });
  let output = "";
  const stream = new YamlStream(environment, {
    output(bytes) {
      output += new TextDecoder().decode(bytes);
    },
  });
  stream.push(new TextEncoder().encode(": >\n $(B)\n---\n\r.\n---\n"));
  stream.end();
  expect(output).toBe(": |+\n one\n\n   two\n\n---\n\r.\n---\n");
});

test("a variable that is set later is seen", () => {
  const environment = new Environment({ A: "x" });
  expect(inPieces("$(A)", 9, environment).text).toBe("x");
  environment.set("A", "1");
  expect(inPieces("$(A)", 9, environment).text).toBe('"1"');
});

describe("text that is not YAML, or that readers interpret differently, is rejected with its position", () => {
  test.each(casesOf(FIXTURES, "Refused"))("%s", (given) => {
    const text = given.text("yaml");
    const problems = given.lines("refused").map((line) => line.text);
    for (let size = 1; size <= text.length; size++) {
      const { error } = inPieces(text, size);
      expect(error).toBeInstanceOf(YamlExpansionError);
      const { refusals, message, code } = error as YamlExpansionError;
      expect(refusals.map(({ line, column, name, problem }) => [line, column, name, problem])).toEqual(
        problems.map((problem) => {
          const [, line, column, text] = /^(\d+):(\d+) (.*)$/.exec(problem)!;
          return [Number(line), Number(column), "", text];
        }),
      );
      expect(code).toBe("unclear-yaml");
      expect(message.split("\n")[0]).toBe(problems[0]!.replace(/^(\d+):(\d+) /, "line $1, column $2: "));
      for (const value of ["plain", "80"]) expect(message).not.toContain(value);
    }
  });

  test("after 20 problems, no more documents are read, and no more references are reported", () => {
    const bad = "a: ]$(A)\n---\n";
    for (const [count, names] of [
      [19, ["X"]],
      [20, []],
    ] as const) {
      const text = `${bad.repeat(count)}a: $(X)\n---\n${bad}b: $(Y)\n`;
      for (const size of [1, 40, text.length]) {
        const { error, unresolved } = inPieces(text, size);
        expect(unresolved.map(([name]) => name)).toEqual(names);
        expect((error as YamlExpansionError).refusals).toHaveLength(20);
      }
    }
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
        [18, 3],
        [57, 8],
      ]);
    }
  });

  test("bytes that are not UTF-8 have the position of the first one", () => {
    const stream = new YamlStream(new Environment({ A: "a: b" }), { output() {} });
    stream.push(Buffer.from("é: 1\n---\nk: x$(A)\x80\n---\nb: [\xc3]]$(A)\n", "latin1"));
    expect(() => stream.end()).toThrow(/^line 1, column 1: the text is not valid UTF-8\nline 3, column 9: /);
  });

  test("the output has the documents before the rejected one, and none from it on", () => {
    const text = "a: $(A)\n---\nb: $(PORT)\n---\nc: $(A)\nd: ]$(A)\n---\ne: $(A)\n";
    for (let size = 1; size <= text.length; size++) {
      expect(inPieces(text, size).text).toBe('a: plain\n---\nb: "80"\n');
    }
  });

  test("so does a line break alone", () => {
    const text = "\n---\nb: ]$(A)\n---\n";
    for (let size = 1; size <= text.length; size++) expect(inPieces(text, size).text).toBe("\n");
  });

  test.each([
    [
      "a byte order mark before a later chunk",
      "a: b\n---\n\ufeffc: $(A)\n---\n",
      "line 3, column 1: readers of YAML differ about",
    ],
    ["a reference in a scalar with a CR", 'a: "$(A)\r x"\n', "line 1, column 9: readers of YAML differ about"],
  ])("%s", (_, text, message) => {
    expect(String(inPieces(text, 1).error)).toContain(message);
  });

  test("without a reference, characters that readers interpret differently do not matter", () => {
    const text = 'a: "x\u2028y" # \u0085\n---\n\ufeffb: c\n';
    expect(inPieces(text, 100)).toEqual({ text, unresolved: [], error: undefined });
  });
});

describe("time grows with the input's length", () => {
  const inputs: [string, (size: number) => string][] = [
    ["documents", (size) => "--- $(PORT)\n".repeat(size / 12)],
    ["open quotes", (size) => `${'"$(A)\n---\n'.repeat(size / 10)}`],
    ["open references", (size) => `a: ${"$(".repeat(size / 2)}`],
    ["brackets", (size) => "[".repeat(size)],
    ["blank lines after plain scalars", (size) => `${`- $(A)${"\n".repeat(30)}`.repeat(size / 36)}`],
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
    ["a lone CR long after byte order marks", (size) => `${"\ufeffa: $\n---\n".repeat(size / 12)}\r`],
    ["documents long before a $", (size) => `${"--- a\n".repeat(size / 6)}--- $(A)\n---\n`],
    ["unclear documents long before a $", (size) => `${"a: b]\n---\n".repeat(size / 10)}$(A)\n---\n`],
    ["rewritten scalars", (size) => "- $(MAP)\n".repeat(size / 9)],
    // Larger than the others: the memory of a small mapping is still in the cache, which makes it faster.
    ["keys without a value", (size) => "$(X): 1\n".repeat(size / 2)],
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
  const exponentOf = (make: (size: number) => string, pieceOf: (text: string) => number) => {
    const texts = new Map<number, string>();
    return growthExponent((size) => {
      const text = texts.get(size) ?? make(size);
      texts.set(size, text);
      inPieces(text, pieceOf(text));
    }, 16_384);
  };
  test.each(inputs)("%s", (_, make) => {
    expect(exponentOf(make, () => 4096)).toBeLessThan(LINEAR);
  });
  test.each(wholes)("in one piece: %s", (_, make) => {
    expect(exponentOf(make, (text) => 3 * text.length)).toBeLessThan(LINEAR);
  });
  test.each([
    ["markers alone", "---\n"],
    ["documents", "--- $(A)\n"],
    ["one document", "a: $(A)\n"],
  ])("byte by byte: %s", (_, part) => {
    expect(
      exponentOf(
        (size) => part.repeat(size / 16),
        () => 1,
      ),
    ).toBeLessThan(LINEAR);
  });
});
