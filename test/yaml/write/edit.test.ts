import { CORE_SCHEMA, loadAll, YAML11_SCHEMA } from "js-yaml";
import { describe, expect, test } from "vitest";
import { KUBERNETES } from "../../../src/yaml/dialect.ts";
import type { Node, Path } from "../../../src/yaml/node.ts";
import { parseManifest } from "../../../src/yaml/parse.ts";
import { type Edit, editedValues, splice } from "../../../src/yaml/write/edit.ts";
import { casesOf } from "../../fixtures.ts";
import { growthExponent, LINEAR } from "../../reference/linearity.ts";
import { fuzzCases, Random } from "../../reference/random.ts";
import { YamlText } from "../../reference/yaml-text.ts";

type Values = Readonly<Record<string, Edit["value"]>>;

/** Edits by dotted paths, which start with the index of the document if there are several. */
function editsOf(documents: readonly Node[], values: Values): Edit[] {
  return Object.entries(values).map(([path, value]): Edit => {
    const steps = path.split(".").map((step) => (/^\d+$/.test(step) ? Number(step) : step));
    const document = documents.length > 1 ? documents[steps.shift() as number]! : documents[0]!;
    return { document, path: steps, value };
  });
}

function edit(text: string, values: Values): string {
  return splice(text, editsOf(parseManifest(text), values));
}

test.each([
  ...casesOf("yaml/edit.md", "A scalar keeps its style where the value allows it"),
  ...casesOf("yaml/edit.md", "Aliases"),
])("%s", (given) => {
  expect(edit(given.text("yaml"), given.pairs("edits"))).toBe(given.text("result"));
});

test("several documents, and JSON objects one after the other", () => {
  expect(edit("a: $(A)\n--- # c\nb: [$(B)]\n", { "0.a": "1", "1.b.0": "x" })).toBe('a: "1"\n--- # c\nb: [x]\n');
  expect(edit('{"a":"$(A)"}\n{"b":["$(B)"]}', { "0.a": "1", "1.b.0": "x" })).toBe('{"a":"1"}\n{"b":["x"]}');
});

test.each([
  ['""\n...\n  |\n  1', "1", '""\n...\n  |-\n  x\n'],
  ["---\n |\n $", "", "---\n |-\n x\n"],
])("a block that is a document stays in its column, where js-yaml reads it: %j", (text, path, result) => {
  const documents = parseManifest(text);
  expect(splice(text, [{ document: documents[Number(path)]!, path: [], value: "x" }])).toBe(result);
  expect(loadAll(result).at(-1)).toBe("x");
});

test.each([
  ["a: x\n \t\n", 'a: "true"\n  \n'],
  ["a: x\t\n \t\t# c\nb: y\n", 'a: "true"\t\n   # c\nb: y\n'],
  ["b:\n  a: x\r\n   \t\r\n   \t \n", 'b:\n  a: "true"\r\n    \r\n     \n'],
])("a tab on the lines after a plain scalar becomes a space if the new value is quoted: %j", (text, result) => {
  expect(edit(text, { [text.startsWith("b") ? "b.a" : "a"]: "true" })).toBe(result);
  expect(parseManifest(result)[0]?.value).toMatchObject(text.startsWith("b") ? { b: { a: "true" } } : { a: "true" });
});

test.each([
  ["!\t1", '!!str\t"true"'],
  ["!<!> \t1", '!!str \t"true"'],
  ["! &a\t1", '!!str &a\t"true"'],
  ["!\t\n 1", '!!str\t\n "true"'],
  ["a: !\t1", 'a: !!str\t"true"'],
  // js-yaml refuses text to the left of its header, or of its anchor, unless there is a tag.
  ["!\n  >-\n x\n", "!!str\n  >-\n true\n"],
  ["! \n  &a \n\nx", '!!str \n  &a \n\n"true"'],
  ["%TAG !! tag:x,2000:\n--- ! 1\n", '%TAG !! tag:x,2000:\n--- !!str "true"\n'],
])("the tag ! of a value that needs quotes becomes !!str: %j", (text, short) => {
  const [document] = parseManifest(text);
  const path = text.startsWith("a") ? ["a"] : [];
  const result = short.replace("!!str", "!<tag:yaml.org,2002:str>");
  expect(splice(text, [{ document: document!, path, value: "true" }])).toBe(result);
  expect(parseManifest(result)[0]?.value).toEqual(path.length === 0 ? "true" : { a: "true" });
  expect(loadAll(result)).toEqual(path.length === 0 ? ["true"] : [{ a: "true" }]);
});

test.each([
  [" #c\r>-\n $(A)\n", 3],
  [">\n\r", 2],
  ["# a\n#c\u2028>-\n $(A)\n", 6],
  ["! #c\u2029&a x\n", 4],
  [">+\n\u2028\r\n...\n1\n", 3],
  ["! \n &a  \n\r\u00e9", 9],
  ["- |\n  a\x85  b\n- x\n", 7],
])("rejects an edit of text where readers differ about the end of a line: %j", (text, offset) => {
  const [document] = parseManifest(text);
  const path = document!.kind === "scalar" ? [] : [1];
  expect(() => splice(text, [{ document: document!, path, value: "true" }])).toThrow(
    expect.objectContaining({ name: "DocumentError", offset }),
  );
  expect(splice(text, [])).toBe(text);
});

test("in JSON, a number that is too large for one, and so a string, becomes a string in quotes", () => {
  expect(edit('{"a":[1e646]}{"b":1}', { "0.a.0": "x" })).toBe('{"a":["x"]}{"b":1}');
  expect(edit("[1.2.3]", { "0": "x" })).toBe("[x]");
});

test("edits text with CR LF", () => {
  expect(edit("a: x #c\r\nb: y\r\n", { a: "true" })).toBe('a: "true" #c\r\nb: y\r\n');
});

test("a tab after a plain scalar is kept if the new value is plain, and in brackets", () => {
  expect(edit("a: x\n \t\n", { a: "z" })).toBe("a: z\n \t\n");
  expect(edit("a: [x\n \t, y]\n", { "a.0": "true" })).toBe('a: ["true"\n \t, y]\n');
});

test.each(["a: x\t", "a: x \t\t# c\nb: y\n", "a: x\t\n"])("a tab on the line of a plain scalar is kept: %j", (text) => {
  expect(edit(text, { a: "true" })).toBe(text.replace("x", '"true"'));
});

test.each([
  [1022, ""],
  [1023, "? "],
])("a key of %i characters on the line of an alias", (length, mark) => {
  const key = "k".repeat(length);
  expect(edit(`- &a {${key}: $(A)}\n- *a\n`, { [`1.${key}`]: "x" })).toBe(
    `- &a {${key}: $(A)}\n- {${mark}"${key}": "x"}\n`,
  );
});

test.each([
  ["- *k : v\n", 1021, "- KEY : v\n"],
  ["- *k : v\n", 1022, "- ? KEY\n  : v\n"],
  ["-   a: b\n    *k \t: v\n", 1021, "-   a: b\n    ? KEY\n    : v\n"],
  ["- {*k : v}\n", 1021, "- {KEY : v}\n"],
  ["- {*k : v}\n", 1022, "- {? KEY : v}\n"],
  ["- [*k : v]\n", 1022, "- [? KEY : v]\n"],
  ["- ? *k\n  : v\n", 1022, "- ? KEY\n  : v\n"],
])("%j: an alias that is a key of %i characters keeps its value if the anchor's changes", (item, length, result) => {
  const key = "k".repeat(length);
  const written = edit(`- &k ${key}\n${item}`, { 0: "x" });
  expect(written).toBe(`- &k x\n${result.replace("KEY", `"${key}"`)}`);
  expect(loadAll(written)).toEqual(parseManifest(written).map(({ value }) => value));
});

test("an alias of a collection keeps the types of its members if the anchor's change", () => {
  const text = "a: &x [1, null, 12345678901234567890, {b: $(A), 'c d': true}, {}]\nb: [*x, &y [$(A)], *y]\n";
  const copy = '[1, null, 12345678901234567890, {"b": "$(A)", "c d": true}, {}]';
  expect(edit(text, { "a.3.b": "x", "b.1.0": "z" })).toBe(
    `a: &x [1, null, 12345678901234567890, {b: x, 'c d': true}, {}]\nb: [${copy}, &y [z], ["$(A)"]]\n`,
  );
});

test.each<[string, Values, string]>([
  ["a: $(A) # c\nb: '$(A)'\n", { a: 8080, b: -1.5 }, "a: 8080 # c\nb: -1.5\n"],
  ['a: [$(A), "$(A)"]\n', { "a.0": true, "a.1": null }, "a: [true, null]\n"],
  ["a: 1\nb: $(A)\n", { b: 12345678901234567890n }, "a: 1\nb: 12345678901234567890\n"],
  // The tag of a string is removed, its anchor is kept.
  ["a: !!str $(A)\n", { a: 1 }, "a: 1\n"],
  ["a: !<!> $(A)\n", { a: 1 }, "a: 1\n"],
  ["a: &x !!str $(A)\nb: *x\n", { a: 1, b: 1 }, "a: &x 1\nb: *x\n"],
  ["a: !!str &x $(A)\nb: *x\n", { a: 1, b: 1 }, "a: &x 1\nb: *x\n"],
  ["a: !  &x\n  $(A)\nb: [*x, !!str\n  '$(A)']\n", { a: 1, "b.0": 1, "b.1": 2 }, "a: &x\n  1\nb: [*x, \n  2]\n"],
  ["a: &x $(A)\nb: *x\n", { a: 1 }, 'a: &x 1\nb: "$(A)"\n'],
  ["a: &x $(A)\nb: *x\n", { b: false }, "a: &x $(A)\nb: false\n"],
  // The line break of a block belongs to it.
  ["a: |\n  $(A)\n\nb: x\n", { a: 1 }, "a: 1\nb: x\n"],
  ["- !!str >- # c\n  $(A)\n- x", { 0: 1 }, "- 1\n- x"],
])("%j: a string becomes a value of another type", (text, changes, result) => {
  expect(edit(text, changes)).toBe(result);
  const documents = parseManifest(text);
  const values = editedValues(documents, editsOf(documents, changes));
  expect(parseManifest(result).map(({ value }) => value)).toEqual(values);
});

test.each([["b"], ["a.0"], ["c"], ["c.1"], ["c.d"], ["a.toString"], ["d"]])("%s does not lead to a string", (path) => {
  const text = "a: text\nc: [x]\nd: 1\n";
  expect(() => edit(text, { [path]: "v" })).toThrow(RangeError);
});

describe("edited random documents have the intended values", () => {
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
      // The generator's keys can collide.
      let hasDuplicates = false;
      const documents = parseManifest(text, KUBERNETES, () => {
        hasDuplicates = true;
      });
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
      // These schemas do not merge as go-yaml does, and take the first of duplicate keys.
      for (const schema of text.includes("<<") || hasDuplicates ? [] : [CORE_SCHEMA, YAML11_SCHEMA]) {
        const values = loadAll(result, { schema });
        for (const { document, path, value } of edits) {
          expect(at(values[documents.indexOf(document)], path), details).toBe(`${value}`.replace(/\p{Cs}/gu, "\ufffd"));
        }
      }
      edited += edits.length;
    }
    expect(edited).toBeGreaterThan(fuzzCases(3000) / 3);
  });
});

describe("linear", () => {
  test.each([
    ["edits", (n: number) => `a:\n${"- $(A)\n".repeat(n)}`],
    ["block scalars with blank lines", (n: number) => `a:\n${"- |\n  $(A)\n\n\n".repeat(n)}`],
    ["aliases", (n: number) => `x: &x $(A)\na:\n${"- *x\n".repeat(n)}`],
    ["merges", (n: number) => `x: &x {k: $(A)}\na:\n${"- <<: *x\n".repeat(n)}`],
  ])("%s", (name, make) => {
    const exponent = growthExponent(
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
    expect(exponent).toBeLessThan(LINEAR);
  });
});

test.each([
  [1021, " ", "", " ", " "],
  [1020, "  ", "", "  ", "  "],
  [1022, " ", "? ", "\n  ", " "],
  [1021, "  ", "? ", "\n  ", " "],
])(
  "the text of an alias that is a key needs `?` if it exceeds 1,024 characters: %d and %j",
  (length, spaces, mark, inBlock, inFlow) => {
    const key = "k".repeat(length);
    const result = `a: &a x\nb:\n  ${mark}"${key}"${inBlock}: 1\nc: {${mark}"${key}"${inFlow}: 1}\n`;
    expect(edit(`a: &a ${key}\nb:\n  *a${spaces}: 1\nc: {*a${spaces}: 1}\n`, { a: "x" })).toBe(result);
    expect(parseManifest(result)[0]!.value).toEqual({ a: "x", b: { [key]: 1 }, c: { [key]: 1 } });
  },
);

test.each(["k".repeat(1022), "'".repeat(2), '"'.repeat(600)])(
  "an alias that is a key in brackets keeps its `?`",
  (key) => {
    const end = `# ${"c".repeat(1000)}\n`;
    const result = `a: &a 'x'\nc: {? ${JSON.stringify(key)} : 1}\n${end}`;
    const written = edit(`a: &a '${key.replaceAll("'", "''")}'\nc: {? *a : 1}\n${end}`, { a: "x" });
    expect(written).toBe(result);
    expect(parseManifest(result)[0]!.value).toEqual({ a: "x", c: { [key]: 1 } });
  },
);
