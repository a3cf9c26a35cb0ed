import { describe, expect, test } from "vitest";
import { VariablesError } from "../../../src/garden/variables/error.ts";
import { parseVarfile, VARFILE_LIMIT, varfileFormat } from "../../../src/garden/variables/varfile.ts";
import { jsonErrorOffset } from "../../../src/yaml/json.ts";
import { vectors } from "./vectors.ts";

interface VarfileInput {
  readonly filename: string;
  readonly content: string | null;
}

/** What parsing ends in: the error, which must be ours. */
function failure(source: string, format: "dotenv" | "yaml" | "json", file?: string): VariablesError {
  try {
    parseVarfile(source, format, file);
  } catch (error) {
    if (error instanceof VariablesError) return error;
    throw error;
  }
  throw new Error("it was accepted");
}

describe("recorded varfiles", () => {
  const cases = vectors<VarfileInput>("varfile").filter(({ input }) => input.content !== null);

  test("are all there but the two missing files", () => expect(cases.length).toBe(48));

  test.each(cases.filter(({ error }) => error === undefined))("$id", ({ input, output }) => {
    expect(parseVarfile(input.content!, varfileFormat(input.filename))).toEqual(output);
  });

  test.each(cases.filter(({ error }) => error !== undefined))("$id: $error", ({ input, error }) => {
    const ours = failure(input.content!, varfileFormat(input.filename), input.filename);
    const kind = /single YAML document/.test(error!)
      ? "varfile-documents"
      : /Got: /.test(error!)
        ? "varfile-not-a-map"
        : "syntax";
    expect(ours.code).toBe(kind);
    expect(ours.file).toBe(input.filename);
    expect(ours.message).toMatch(new RegExp(`^${input.filename}:${ours.line}:${ours.column}: `));
    const recordedPlace = /\((\d+):(\d+)\)\n/.exec(error!);
    if (recordedPlace !== null) expect(`${ours.line}:${ours.column}`).toBe(`${recordedPlace[1]}:${recordedPlace[2]}`);
  });
});

test.each([
  ["garden.env", "dotenv"],
  ["a.YAML", "yaml"],
  ["dir.json/a.yml", "yaml"],
  ["dir.json/a", "dotenv"],
  ["a.Json", "json"],
  [".json", "json"],
  ["a.json.bak", "dotenv"],
  ["", "dotenv"],
] as const)("%j is read as %s", (path, format) => {
  expect(varfileFormat(path)).toBe(format);
});

describe("places of errors", () => {
  test.each([
    ["a: 1\n---\nb: 2\n", "yaml", "varfile-documents", 3, 1],
    ["# one\n---\na: 1\n--- # two\n", "yaml", "varfile-documents", 4, 1],
    ["a: 1\n...\nb: 2\n", "yaml", "varfile-documents", 3, 1],
    ["\n  - a\n", "yaml", "varfile-not-a-map", 2, 3],
    ["# c\r\ntext\r\n", "yaml", "varfile-not-a-map", 2, 1],
    ["a: 1\nb: [1\nc: 2\n", "yaml", "syntax", 3, 1],
    ["a: 1\na: 2\n", "yaml", "syntax", 2, 1],
    ['{"a": 1,\n "b": }', "json", "syntax", 2, 7],
    ['{"a": 1,\r\n "b": 2', "json", "syntax", 2, 8],
    ["\n [1]", "json", "varfile-not-a-map", 2, 2],
    ["", "json", "syntax", 1, 1],
  ] as const)("%j (%s): %s at %i:%i", (source, format, code, line, column) => {
    expect(failure(source, format, "v")).toMatchObject({ code, line, column, file: "v" });
    expect(failure(source, format, "v").message).toMatch(`v:${line}:${column}: `);
    expect(failure(source, format).message).toMatch(`line ${line}, column ${column}: `);
  });
});

test.each([
  ["a: 1\na: 2", "v:2:1: invalid YAML: duplicate key"],
  ["a: *b", "v:1:4: invalid YAML: "],
  ["hello", "v:1:1: a varfile must be a map of names to values, not text"],
  ["5", "v:1:1: a varfile must be a map of names to values, not number"],
  ["[a]", "v:1:1: a varfile must be a map of names to values, not a list"],
])("what is wrong with the YAML %j: %s", (source, message) => {
  const found = failure(source, "yaml", "v").message;
  expect(found.startsWith(message)).toBe(true);
  expect(found.includes("twice")).toBe(message.includes("twice"));
});

test.each([
  ["", "v:1:1: the JSON varfile is empty; write {} for no variables"],
  [" \n", "v:2:1: the JSON varfile is empty; write {} for no variables"],
  ['{"a": 1', "v:1:8: the varfile is not valid JSON: unexpected end of file"],
  ['{"a": 1}}', "v:1:9: the varfile is not valid JSON"],
  ['\ufeff{"a": }', "v:1:7: the varfile is not valid JSON"],
  ["null", "v:1:1: a varfile must be a map of names to values, not null"],
  ["[1]", "v:1:1: a varfile must be a map of names to values, not a list"],
  [' "a"', "v:1:2: a varfile must be a map of names to values, not text"],
  ["true", "v:1:1: a varfile must be a map of names to values, not boolean"],
])("what is wrong with the JSON %j: %s", (source, message) => {
  expect(failure(source, "json", "v").message).toBe(message);
});

describe("messages never quote the file", () => {
  test.each([
    ["password: *hunter2", "yaml"],
    ["password: !hunter2", "yaml"],
    ["password: !hunter2!!", "yaml"],
    ["password: !<hunter2 x", "yaml"],
    ['password: "hunter2', "yaml"],
    ["hunter2", "yaml"],
    ["[hunter2]", "json"],
    ['{"password": hunter2}', "json"],
    ['"hunter2"', "json"],
  ] as const)("%s", (source, format) => {
    expect(failure(source, format, "v").message).not.toContain("hunter2");
  });
});

describe("YAML", () => {
  test("an empty file is an empty map", () => {
    for (const source of ["", "\n", "# nothing\n", "---\n", "null", "~", "\ufeff"]) {
      expect(parseVarfile(source, "yaml")).toEqual({});
    }
  });

  test("unknown tags leave the value unchanged, but not an empty value", () => {
    expect(parseVarfile("a: !x [1, !y {b: !z c}]\nd: !!timestamp 2020-01-01\n", "yaml")).toEqual({
      a: [1, { b: "c" }],
      d: "2020-01-01",
    });
    expect(failure("password: !hunter2", "yaml")).toMatchObject({ code: "syntax", line: 1, column: 11 });
  });

  test("aliases that unfold to more than the limit, or into themselves, are refused", () => {
    const lines = ["a0: &a0 [x, x, x, x, x, x, x, x, x, x]"];
    for (let i = 1; i < 12; i++) {
      lines.push(
        `a${i}: &a${i} [${Array(10)
          .fill(`*a${i - 1}`)
          .join(", ")}]`,
      );
    }
    expect(failure(lines.join("\n"), "yaml", "v")).toMatchObject({ code: "limit", file: "v" });
    expect(failure("a: &a [*a]", "yaml", "v")).toMatchObject({ code: "limit" });
    const chain = Array.from({ length: 20_000 }, (_, i) => `a${i}: &a${i} [${i === 0 ? 1 : `*a${i - 1}`}]`);
    expect(failure(chain.join("\n"), "yaml")).toMatchObject({ code: "limit" });
    expect(failure(`a: ${"[".repeat(10_000)}`, "yaml")).toMatchObject({ code: "syntax" });
  });
});

test("JSON nested deeper than a thousand levels is refused", () => {
  expect(failure(`{"a": ${"[".repeat(2000)}${"]".repeat(2000)}}`, "json", "v")).toMatchObject({ code: "limit" });
  const deep = 1_000_000;
  expect(failure(`{"a": ${"[".repeat(deep)}${"]".repeat(deep)}}`, "json", "v")).toMatchObject({ code: "limit" });
});

test("JSON may begin with a byte order mark", () => {
  expect(parseVarfile('\ufeff{"a": 1}', "json")).toEqual({ a: 1 });
});

test.each(["dotenv", "yaml", "json"] as const)("%s keeps keys such as __proto__", (format) => {
  const source = format === "dotenv" ? "__proto__=1\nconstructor=2\n" : '{"__proto__": "1", "constructor": "2"}';
  const variables = parseVarfile(source, format);
  expect(JSON.stringify(variables)).toBe('{"__proto__":"1","constructor":"2"}');
  expect(Object.getPrototypeOf(variables)).toBe(Object.prototype);
});

test("a varfile of 16 MiB is read", () => {
  expect(VARFILE_LIMIT).toBe(16 * 1024 * 1024);
  expect(parseVarfile(`{}${" ".repeat(VARFILE_LIMIT - 2)}`, "json")).toEqual({});
});

test.each(["dotenv", "yaml", "json"] as const)("%s of 100 MB is refused without being parsed", (format) => {
  expect(failure("a".repeat(100_000_000), format, "big")).toMatchObject({ code: "limit", file: "big" });
  expect(failure(" ".repeat(16 * 1024 * 1024 + 1), format).message).toBe("the file is larger than 16 MiB");
});

describe("jsonErrorOffset", () => {
  /** Each text, and the offset of what is wrong. */
  test.each([
    ["", 0],
    [" ", 1],
    ["{", 1],
    ["{bad", 1],
    ["{// c\n}", 1],
    ['{"a":1,}', 7],
    ['{"a" 1}', 5],
    ['{"a":tru}', 5],
    ["[1,]", 3],
    ["[1 2]", 3],
    ['{"a":1}}', 7],
    ['{"a":"\\x"}', 6],
    ['{"a":"x\ny"}', 7],
    ['"abc', 4],
    ['{"a":01}', 6],
    ['{"a":1.}', 6],
    ["[[1]", 4],
    ['{"a":1 "b"}', 7],
    ["'a'", 0],
    ["[,]", 1],
    ["{,}", 1],
    ["[1}", 2],
    ['"\\u12G4"', 1],
    ['"\\', 1],
    ["1 2", 2],
    ["{1:2}", 1],
  ])("%j: %i", (text, offset) => {
    expect(() => JSON.parse(text)).toThrow();
    expect(jsonErrorOffset(text, 1000)).toBe(offset);
  });

  test("the text before the offset is completed, without the text after it", () => {
    const completions = ["", '"', "]", "}", "0", "null", '"a":1}', ":1}", "1]", '"]', '"}', '":1}', "l", "e"];
    const brackets = ["", "]", "}", "]]", "}]", "]}", "}}", "]]]", "}}}"];
    const isCompletable = (prefix: string) =>
      completions.some((some) => brackets.some((rest) => isJson(prefix + some + rest)));
    const alphabet = ["{", "}", "[", "]", ",", ":", '"a"', "1", "null", " "];
    let checked = 0;
    for (let number = 0; number < 1000; number++) {
      const text = [...String(number).padStart(3, "0")].map((digit) => alphabet[Number(digit)]!).join("");
      if (isJson(text)) continue;
      const offset = jsonErrorOffset(text, 1000);
      expect(isCompletable(text.slice(0, offset)), `${text} at ${offset}`).toBe(true);
      if (offset < text.length) expect(isCompletable(text.slice(0, offset + 1)), `${text} at ${offset}`).toBe(false);
      checked++;
    }
    expect(checked).toBeGreaterThan(900);
  });
});

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
