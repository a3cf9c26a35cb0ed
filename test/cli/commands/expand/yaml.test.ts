import { describe, expect, test } from "vitest";
import { runInMemory } from "../../memory-io.ts";
import { TemporaryFolder } from "../../temporary.ts";

const values = ["-e", "PORT=80", "-e", "TEXT=one\ntwo"];

test("keeps strings as strings, and keeps comments", async () => {
  const stdin = "port: $(PORT) # $(PORT)\n---\n$(PORT): |\n  $(TEXT)\n";
  const expected = 'port: "80" # $(PORT)\n---\n"80": |\n  one\n  two\n';
  for (let readsOf = 1; readsOf <= stdin.length; readsOf++) {
    const { code, output, messages } = await runInMemory(["expand", "--yaml", ...values], { stdin, readsOf });
    expect({ code, output, messages }).toEqual({ code: 0, output: expected, messages: [] });
  }
});

test("--strict reports the position of every reference, for any chunk size", async () => {
  const stdin = "é: $(X)\n---\nb: |\n  x\n  $(Y)\n";
  for (const readsOf of [1, 3, 1000]) {
    const { code, output, messages } = await runInMemory(["expand", "--yaml", "--strict", ...values], {
      stdin,
      readsOf,
    });
    expect({ code, output }).toEqual({ code: 1, output: stdin });
    expect(messages).toEqual([
      "<stdin>:1:4: $(X) is not expanded: the variable is not defined",
      "<stdin>:5:3: $(Y) is not expanded: the variable is not defined",
    ]);
  }
});

test("writes the documents before the first rejected one, and lists every rejected one", async () => {
  const stdin = "a: $(PORT)\n---\nb: 'x\n  $(TEXT)\n---\nc: ]$(PORT)\n";
  const { code, output, messages } = await runInMemory(["expand", "--yaml", ...values], { stdin });
  expect({ code, output }).toEqual({ code: 2, output: 'a: "80"\n' });
  expect(messages).toHaveLength(2);
  expect(messages[0]).toMatch(/^<stdin>:4:10: not YAML: unexpected end of the document within a single quoted scalar/);
  expect(messages[1]).toMatch(/^<stdin>:6:4: not YAML: expected the node content, but found '\]'/);
});

test("rejects --yaml with --json", async () => {
  const { code, output, messages } = await runInMemory(["expand", "--yaml", "--json"], { stdin: "a: 1\n" });
  expect({ code, output }).toEqual({ code: 2, output: "" });
  expect(messages[0]).toContain("--yaml");
});

describe("several files", () => {
  const folder = new TemporaryFolder();

  async function expanded(format: string, ...contents: (string | Uint8Array)[]) {
    const files = contents.map((content, i) => folder.file(`file${i}`, content));
    const { code, output, messages } = await runInMemory(["expand", format, ...values, ...files], {});
    expect({ code, messages }).toEqual({ code: 0, messages: [] });
    return output;
  }

  test.each<[string[], string]>([
    [["x: 1", "y: $(PORT)"], 'x: 1\n---\ny: "80"'],
    [["x: 1\n", "---\ny: 1\n"], "x: 1\n---\ny: 1\n"],
    [["x: 1\r\n", "--- $(PORT)"], 'x: 1\r\n--- "80"'],
    [["x: |+\n  a\n", "\n# c\n---\ny: 1\n"], "x: |+\n  a\n...\n\n# c\n---\ny: 1\n"],
    [["x: 1\n", "# c\ny: $(PORT)\n"], 'x: 1\n---\n# c\ny: "80"\n'],
    [["x: 1\n", "%YAML 1.2\n---\ny: 1\n"], "x: 1\n...\n%YAML 1.2\n---\ny: 1\n"],
    [["x: 1\n", "# only a comment"], "x: 1\n...\n# only a comment"],
    [["x: 1", "", "y: 2"], "x: 1\n---\ny: 2"],
    [["", "y: 2"], "y: 2"],
    [["x: 1\n", "\ufeffy: 2\n"], "x: 1\n---\ny: 2\n"],
    [["x: 1\n", "----\n"], "x: 1\n---\n----\n"],
    [["x: 1\n", " ---\n"], "x: 1\n---\n ---\n"],
    [["x: 1\n", "- a\n", "{b: c}"], "x: 1\n---\n- a\n---\n{b: c}"],
    [["\ufeffx: 1"], "\ufeffx: 1"],
    [["# c"], "# c"],
  ])("%j", async (contents, expected) => {
    expect(await expanded("--yaml", ...contents)).toBe(expected);
  });

  test("starts each JSON file on its own line", async () => {
    expect(await expanded("--json", '{"a":"$(PORT)"}', "1", "", "2\n", "3")).toBe('{"a":"80"}\n1\n2\n3');
  });
});

test.each([
  ["a: [1,$(PORT)\nb: 2", 2, 1],
  ["a: {b: $(PORT)\n---\nc: 1\n", 1, 15],
  ["a: [{b: $(PORT)]\n", 1, 16],
  ["a: [1, 2]\nb: [[1], '$(PORT)'\n", 2, 19],
])("brackets that are not closed: %j is refused", async (stdin, line, column) => {
  const { code, output, messages } = await runInMemory(["expand", "--yaml", ...values], { stdin });
  expect({ code, output }).toEqual({ code: 2, output: "" });
  expect(messages).toHaveLength(1);
  expect(messages[0]).toMatch(`<stdin>:${line}:${column}: not YAML: `);
});

test("prints deeply nested brackets", async () => {
  const stdin = `${"[".repeat(70)}$(PORT)${"]".repeat(70)}`;
  const { code, output } = await runInMemory(["expand", "--yaml", ...values], { stdin });
  expect({ code, output }).toEqual({ code: 0, output: stdin.replace("$(PORT)", '"80"') });
});

describe("rejects invalid YAML with its position, even if no reference is ambiguous", () => {
  test.each([
    ["a: [1\nb: $PORT # $\n", "2:1: not YAML: a comma is missing, or a [ or { before this is not closed"],
    ["a: $(PORT)\nb: c: d\n", "2:5: not YAML: "],
    ["a: 1\n b: 2\n", "2:3: not YAML: "],
    ["a: 'x\n", "1:6: not YAML: "],
    ["- a\nb: 1\n", "2:1: not YAML: "],
    ["a: $(PORT)\n\tb: 1\n", "2:1: not YAML: "],
    ["a: @x\n", "1:4: not YAML: "],
  ])("%j", async (stdin, expected) => {
    for (const readsOf of [1, 1000]) {
      const { code, output, messages } = await runInMemory(["expand", "--yaml", ...values], { stdin, readsOf });
      expect({ code, output }).toEqual({ code: 2, output: "" });
      expect(messages).toHaveLength(1);
      expect(messages[0]).toContain(`<stdin>:${expected}`);
    }
  });

  test("earlier documents are printed, and each later one is reported with its position", async () => {
    const stdin = "a: $(PORT)\n---\n[1\n---\nb: 1\n---\nc: ]$(PORT)\n---\n# é\n'\n...\nd: {\n";
    for (const readsOf of [1, 7, 1000]) {
      const { code, output, messages } = await runInMemory(["expand", "--yaml", ...values], { stdin, readsOf });
      expect({ code, output }).toEqual({ code: 2, output: 'a: "80"\n' });
      expect(messages.map((line) => line.split(": ", 2).join(": "))).toEqual([
        "<stdin>:3:3: not YAML",
        "<stdin>:7:4: not YAML",
        "<stdin>:10:2: not YAML",
        "<stdin>:12:5: not YAML",
      ]);
    }
  });

  test("bytes that are not UTF-8", async () => {
    const stdin = new Uint8Array(Buffer.from("a: $(PORT)\nb: \xff\n---\nc: $(PORT)\n", "latin1"));
    const { code, output, messages } = await runInMemory(["expand", "--yaml", ...values], { stdin });
    expect({ code, output, messages }).toEqual({
      code: 2,
      output: "",
      messages: ["<stdin>:2:4: not YAML: the text is not valid UTF-8"],
    });
  });
});

test.each([
  "%YAML 1.2\n---\na: 1\n",
  "%TAG !e! tag:example.org,2000:\n# $\n\n---\na: !e!x 1\n",
  "a: 1\n...\n%YAML 1.1\n---\nb: 2\n",
  "\ufeffa: 1\n---\n\ufeffb: 2\n",
  "",
  "# nothing\n",
  "---\n---\n",
  "a: !Ref x\nb: &c [*c]\n? [1, 2]\n: {a, b: }\n",
  "a: 0o7\r\nb: |\r\n  x\r\n",
])("%j is YAML", async (stdin) => {
  for (const readsOf of [1, 5, 1000]) {
    const { code, output, messages } = await runInMemory(["expand", "--yaml", ...values], { stdin, readsOf });
    expect({ code, output, messages }).toEqual({ code: 0, output: stdin, messages: [] });
  }
});
