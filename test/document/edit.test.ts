import { CORE_SCHEMA, loadAll, YAML11_SCHEMA } from "js-yaml";
import { describe, expect, test } from "vitest";
import { type Edit, editedValues, splice } from "../../src/document/edit.ts";
import type { Node, Path } from "../../src/document/node.ts";
import { parseManifest } from "../../src/document/parse.ts";
import { growsLinearly } from "../reference/linearity.ts";
import { fuzzCases, Random } from "../reference/random.ts";
import { YamlText } from "../reference/yaml-text.ts";

/** Edits by dotted paths, the documents' numbers first where there are several. */
function edit(text: string, changes: Record<string, string>): string {
  const documents = parseManifest(text);
  const edits = Object.entries(changes).map(([path, value]): Edit => {
    const steps = path.split(".").map((step) => (/^\d+$/.test(step) ? Number(step) : step));
    const document = documents.length > 1 ? documents[steps.shift() as number]! : documents[0]!;
    return { document, path: steps, value };
  });
  return splice(text, edits);
}

describe("a scalar keeps its style where the value allows it", () => {
  test.each([
    ["plain", "a: $(A) # why\n", "x", "a: x # why\n"],
    ["plain, with blanks", "a: $(A)\n", "x y", "a: x y\n"],
    ["plain, an address", "a: $(A)\n", "http://10.0.0.1:80/?a=b&c", "a: http://10.0.0.1:80/?a=b&c\n"],
    ["plain, an IP address", "a: $(A)\n", "10.0.0.1", "a: 10.0.0.1\n"],
    ["plain, a flag", "a: $(A)\n", "--name=x", "a: --name=x\n"],
    ["plain, dashes", "a: $(A)\n", "---", 'a: "---"\n'],
    ["plain, another flag", "a: $(A)\n", "-c", "a: -c\n"],
    ["plain, a number", "a: $(A)\n", "8080", 'a: "8080"\n'],
    ["plain, a boolean", "a: $(A)\n", "on", 'a: "on"\n'],
    ["plain, null", "a: $(A)\n", "null", 'a: "null"\n'],
    ["plain, nothing", "a: $(A)\n", "", 'a: ""\n'],
    ["plain, a date", "a: $(A)\n", "2026-01-02", 'a: "2026-01-02"\n'],
    ["plain, minutes", "a: $(A)\n", "1:30", 'a: "1:30"\n'],
    ["plain, quotes", "a: $(A)\n", '{"a": "b"}', `a: '{"a": "b"}'\n`],
    ["plain, a key", "a: $(A)\n", "b: c", 'a: "b: c"\n'],
    ["plain, a comment", "a: $(A)\n", "b #c", 'a: "b #c"\n'],
    ["plain, lines", "a: $(A)\n", "b\nc", 'a: "b\\nc"\n'],
    ["plain, blank end", "a: $(A)\n", "b ", 'a: "b "\n'],
    ["plain on two lines", "a: $(A)\n  b\nc: d\n", "x b", "a: x b\nc: d\n"],
    ["plain in a list", "[ $(A),b ]", "x", "[ x,b ]", "0"],
    ["plain in a list, a comma", "[$(A), b]", "x,y", '["x,y", b]', "0"],
    ["plain in a list, a colon", "[$(A), b]", "x:y", '["x:y", b]', "0"],
    ["plain in braces", "{a: $(A)}", "x}", '{a: "x}"}'],
    ["no text behind a tag", "a: !!str # c\n", "x", "a: !!str x # c\n"],
    ["no text behind a tag, in a list", "[!!str, b]", "1", '[!!str "1", b]', "0"],
    ["no text behind a tag for bytes", "a: !!binary\n", "x", 'a: !!binary "eA=="\n'],
    ["no text behind an anchor", "a: !!str &b\nc: *b\n", "x", 'a: !!str &b x\nc: ""\n'],
    ["single", "a: '$(A)'\n", "it's 1", "a: 'it''s 1'\n"],
    ["single, lines", "a: '$(A)'\n", "1\n2", 'a: "1\\n2"\n'],
    ["double", 'a: "$(A)" # c\n', 'x "\\', 'a: "x \\"\\\\" # c\n'],
    [
      "double, control characters",
      'a: "$(A)"\n',
      "\u0000\u001b\u0085\u2028\ufeff\ud800",
      'a: "\\u0000\\u001b\\u0085\\u2028\\ufeff\ufffd"\n',
    ],
    ["literal", "a: | # c\n  $(A)\n  b\nc: d\n", "1\n\n 2\nb\n", "a: | # c\n  1\n\n   2\n  b\nc: d\n"],
    ["literal, no end", "a: |\n  $(A)\nc: d\n", "1\n2", "a: |-\n  1\n  2\nc: d\n"],
    ["literal, more ends", "a: |-\n  $(A)\nc: d\n", "1\n\n", "a: |+\n  1\n\nc: d\n"],
    ["literal, blank lines behind", "a: |\n  $(A)\n\n\nc: d\n", "1\n", "a: |\n  1\n\n\nc: d\n"],
    ["literal, indented begin", "a: |\n  $(A)\nc: d\n", " 1\n", 'a: " 1\\n"\nc: d\n'],
    ["literal, indented begin, indicated", "a: |2\n   $(A)\nc: d\n", " 1\n", "a: |2\n   1\nc: d\n"],
    ["literal, nothing", "a: |\n  $(A)\nc: d\n", "", 'a: ""\nc: d\n'],
    ["literal, a control character", "a: |\n  $(A)\nc: d\n", "a\rb", 'a: "a\\rb"\nc: d\n'],
    ["literal with CR LF", "a: |\r\n  $(A)\r\n  b\r\nc: d\r\n", "1\nb\n", "a: |\r\n  1\r\n  b\r\nc: d\r\n"],
    ["literal at the end of a file", "a: |\n  $(A)", "1", "a: |-\n  1\n"],
    ["folded", "a: >-\n  $(A)\n  b\n\n  c\nd: e\n", "1 b\nc", "a: >-\n  1 b\n\n  c\nd: e\n"],
    ["folded, an indented line", "a: >\n  $(A)\nd: e\n", "1\n  2\n", "a: |\n  1\n    2\nd: e\n"],
    ["a key that looks like a header", '"a | #b": |\n  $(A)\n', "1\n", '"a | #b": |\n  1\n', "a | #b"],
    ["with a tag", "a: !!str $(A)\n", "1", 'a: !!str "1"\n'],
    ["base64", "a: !!binary JChBKQ==\n", "é", 'a: !!binary "w6k="\n'],
    ["JSON", '{"a":"$(A)","b":1}', 'x"\n', '{"a":"x\\"\\n","b":1}'],
  ])("%s", (_, text, value, expected, path = "a") => {
    expect(edit(text, { [path]: value })).toBe(expected);
  });
});

describe("aliases", () => {
  test.each([
    [
      "numbers that JSON does not have",
      "a: &x [.nan, -.inf, $(A)]\nb: *x\n",
      { "b.2": "v" },
      'a: &x [.nan, -.inf, $(A)]\nb: [.nan, -.inf, "v"]\n',
    ],
    ["an alias of its own", "a: &x $(A)\nb: *x\n", { b: "1" }, 'a: &x $(A)\nb: "1"\n'],
    ["the anchor alone", "a: &x $(A)\nb: *x # c\n", { a: "1" }, 'a: &x "1"\nb: "$(A)" # c\n'],
    ["both alike", "a: &x $(A)\nb: *x\n", { a: "v", b: "v" }, "a: &x v\nb: *x\n"],
    ["both, differently", "a: &x $(A)\nb: *x\n", { a: "v", b: "w" }, 'a: &x v\nb: "w"\n'],
    [
      "inside an alias",
      "a: &x [sh, $(A), 1, {b: null}]\nb: *x\n",
      { "b.1": "v" },
      'a: &x [sh, $(A), 1, {b: null}]\nb: ["sh", "v", 1, {"b": null}]\n',
    ],
    [
      "an alias inside an anchor",
      "a: &x {k: &y $(A)}\nb: &z [*y ]\nc: *z\n",
      { "a.k": "v", "b.0": "v", "c.0": "v" },
      "a: &x {k: &y v}\nb: &z [*y ]\nc: *z\n",
    ],
    ["a key", "a: &x $(A)\n*x : b\n", { a: "v" }, 'a: &x v\n"$(A)" : b\n'],
    [
      "merged",
      "a: &x\n  k: $(A)\n  l: 1\nb:\n  m: 2\n  <<: *x # c\n",
      { "b.k": "v" },
      'a: &x\n  k: $(A)\n  l: 1\nb:\n  m: 2\n  <<: {"k": "v", "l": 1} # c\n',
    ],
    [
      "merged, the anchor alone",
      "a: &x {k: $(A)}\nb: [{<<: *x }]\n",
      { "a.k": "v" },
      'a: &x {k: v}\nb: [{<<: {"k": "$(A)"} }]\n',
    ],
    [
      "merged, both alike",
      "a: &x {k: $(A)}\nb: {<<: *x }\n",
      { "a.k": "v", "b.k": "v" },
      "a: &x {k: v}\nb: {<<: *x }\n",
    ],
    [
      "merged again",
      "a: &x {k: $(A)}\nb: &y {<<: *x }\nc: {<<: *y }\n",
      { "b.k": "v" },
      'a: &x {k: $(A)}\nb: &y {<<: {"k": "v"} }\nc: {<<: {"k": "$(A)"} }\n',
    ],
    [
      "merged in a list",
      "a: &x {k: $(A)}\nb: {<<: [*x , {l: $(A)}]}\n",
      { "b.k": "v", "b.l": "w" },
      'a: &x {k: $(A)}\nb: {<<: [{"k": "v"} , {l: w}]}\n',
    ],
    [
      "merged over a key",
      "a: &x {k: $(A)}\nb: {k: $(B), <<: *x }\n",
      { "b.k": "v" },
      'a: &x {k: $(A)}\nb: {k: $(B), <<: {"k": "v"} }\n',
    ],
    [
      "merged under a key",
      "a: &x {k: $(A)}\nb: {<<: *x , k: $(B)}\n",
      { "b.k": "v" },
      "a: &x {k: $(A)}\nb: {<<: *x , k: v}\n",
    ],
  ])("%s", (_, text, changes, expected) => {
    expect(edit(text, changes as Record<string, string>)).toBe(expected);
  });
});

test("several documents, and JSON objects one after the other", () => {
  expect(edit("a: $(A)\n--- # c\nb: [$(B)]\n", { "0.a": "1", "1.b.0": "x" })).toBe('a: "1"\n--- # c\nb: [x]\n');
  expect(edit('{"a":"$(A)"}\n{"b":["$(B)"]}', { "0.a": "1", "1.b.0": "x" })).toBe('{"a":"1"}\n{"b":["x"]}');
});

test.each([["b"], ["a.0"], ["c"], ["c.1"], ["c.d"], ["a.toString"], ["d"]])("%s leads to no string", (path) => {
  const text = "a: text\nc: [x]\nd: 1\n";
  expect(() => edit(text, { [path]: "v" })).toThrow(RangeError);
});

describe("read again, random documents are what was intended", () => {
  const pieces = [
    "a",
    "$(A)",
    " ",
    "  ",
    "\n",
    "\n\n",
    "'",
    '"',
    "\\",
    ":",
    ": ",
    "#",
    " #",
    "-",
    "- ",
    "{",
    "}",
    "[",
    "]",
    ",",
    "&a",
    "*a",
    "!",
    "|",
    ">",
    "%",
    "@",
    "`",
    "é",
    "\u{1d11e}",
    "\t",
    "\r",
    "\u0085",
    "\u2028",
    "\u0000",
    "\ud800",
    "1",
    "0x",
    ".",
    "e",
    "yes",
    "null",
    "~",
    "<<",
    "=",
    "?",
    "---",
    "...",
    "2026-01-01",
  ];

  function stringPaths(value: unknown, path: Path, into: Path[]): Path[] {
    if (typeof value === "string") into.push(path);
    else if (Array.isArray(value)) value.forEach((item, i) => void stringPaths(item, [...path, i], into));
    else if (typeof value === "object" && value !== null) {
      for (const [key, member] of Object.entries(value)) stringPaths(member, [...path, key], into);
    }
    return into;
  }

  function at(value: unknown, path: Path): unknown {
    return path.reduce<unknown>((inner, step) => (inner as Record<string | number, unknown>)[step], value);
  }

  test("with comments kept, and the same strings for YAML 1.1 and 1.2", () => {
    const seed = 7;
    const random = new Random(seed);
    let edited = 0;
    for (let run = 0; run < fuzzCases(3000); run++) {
      const generator = new YamlText(random);
      const text = Array.from({ length: 1 + random.below(2) }, () => `---\n${generator.document()}`).join("");
      const message = `seed ${seed}, run ${run}:\n${text}`;
      let documents: Node[];
      try {
        documents = parseManifest(text);
      } catch (error) {
        // The generator's keys may collide, and nothing else may be wrong with what it makes.
        expect((error as { code: string }).code, message).toBe("duplicate-key");
        continue;
      }
      const edits: Edit[] = [];
      for (const document of documents) {
        for (const path of stringPaths(document.value, [], [])) {
          if (random.below(3) > 0) continue;
          const value = Array.from({ length: random.below(5) }, () => random.pick(pieces)).join("");
          edits.push({ document, path, value });
        }
      }
      const result = splice(text, edits);
      const details = `${message}\nedits ${JSON.stringify(edits.map(({ path, value }) => [path, value]))}\nresult:\n${result}`;
      const wanted = editedValues(documents, edits);
      expect(
        parseManifest(result).map((document) => document.value),
        details,
      ).toEqual(wanted);
      for (let i = 1; i <= generator.comments; i++) expect(result, details).toMatch(new RegExp(`# c${i}\\b`));
      // With merges, a key may have another value to begin with: these do not go by what comes later.
      for (const schema of text.includes("<<") ? [] : [CORE_SCHEMA, YAML11_SCHEMA]) {
        const values = loadAll(result, { schema });
        for (const { document, path, value } of edits) {
          expect(at(values[documents.indexOf(document)], path), details).toBe(value.replace(/\p{Cs}/gu, "\ufffd"));
        }
      }
      edited += edits.length;
    }
    expect(edited).toBeGreaterThan(1000);
  });
});

describe("linear", () => {
  test.each([
    ["edits", (n: number) => `a:\n${"- $(A)\n".repeat(n)}`],
    ["block scalars with blank lines", (n: number) => `a:\n${"- |\n  $(A)\n\n\n".repeat(n)}`],
    ["aliases", (n: number) => `x: &x $(A)\na:\n${"- *x\n".repeat(n)}`],
    ["merges", (n: number) => `x: &x {k: $(A)}\na:\n${"- <<: *x\n".repeat(n)}`],
  ])("%s", (name, make) => {
    const isLinear = growsLinearly(
      (n) => {
        const text = make(n);
        const [document] = parseManifest(text);
        const inner = name === "merges" ? ["k"] : [];
        splice(
          text,
          Array.from({ length: n }, (_, i) => ({ document: document!, path: ["a", i, ...inner], value: `v${i}` })),
        );
      },
      500,
      4,
    );
    expect(isLinear).toBe(true);
  });
});
