/** The shards' texts, one after the other, are what one process writes: for every way to cut. */
import { describe, expect, test } from "vitest";
import { ShardInput } from "../../../../src/cli/commands/expand/shard-inputs.ts";
import { ShardText } from "../../../../src/cli/commands/expand/shard-text.ts";
import { InputError, InputErrors } from "../../../../src/cli/frame/errors.ts";
import { Environment } from "../../../../src/expansion/environment.ts";
import { referenceExpand } from "../../../reference/expand.ts";
import { fuzzCases, Random } from "../../../reference/random.ts";
import { runInMemory } from "../../memory-io.ts";
import { FolderPerTest } from "../../temporary.ts";

const folder = new FolderPerTest();
const VARIABLES = {
  A: "1",
  EMPTY: "",
  LONG: "long ".repeat(50),
  LINES: "x\ny\n",
  "A\nB": "two lines",
  QUOTED: 'say "hi"',
};
const environment = new Environment(VARIABLES);
const given = Object.entries(VARIABLES).flatMap(([name, value]) => ["-e", `${name}=${value}`]);

type Format = "bytes" | "json" | "yaml";
type Text = string | Uint8Array;

const write = (texts: readonly Text[]) => texts.map((text, i) => folder.file(String(i), text));

/** What one process writes; undefined if it refuses. */
async function atOnce(format: Format, files: readonly string[]): Promise<Buffer | undefined> {
  const { code, bytes } = await runInMemory([
    "expand",
    ...(format === "bytes" ? [] : [`--${format}`]),
    ...given,
    ...files,
  ]);
  return code === 0 ? Buffer.from(bytes) : undefined;
}

/** What the shards write; undefined if any of them refuses. */
function inShards(format: Format, files: readonly string[], count: number): Buffer | undefined {
  const pieces: Buffer[] = [];
  const text = new ShardText(
    files.map((file) => new ShardInput(file)),
    format,
    environment,
  );
  try {
    for (let index = 0; index < count; index++) {
      const slices = text.slices({ index, count });
      for (const _ of text.expand(slices, { output: (bytes) => pieces.push(Buffer.from(bytes)) }));
    }
  } catch (error) {
    if (error instanceof InputError || error instanceof InputErrors) return undefined;
    throw error;
  }
  return Buffer.concat(pieces);
}

const CASES: readonly (readonly [what: string, format: Format, texts: readonly Text[]])[] = [
  ["lines", "bytes", ["a $(A)\nb $(A)\n\n$(EMPTY)\n$(NO) $$ $$(A) $\n".repeat(20)]],
  ["CR LF, and no line end at the end", "bytes", ["a $(A)\r\n\r\nb $(LINES)\r\nc\rd $(A)".repeat(9)]],
  ["names over line ends", "bytes", ["a $(A\nB) b\n$(cmd\n$(A))\n$$(A\n$$$(A)\n)\n".repeat(12)]],
  ["a reference that nothing closes", "bytes", [`${"a $(A)\n".repeat(20)}$(A\n${"b $$ \n".repeat(20)}`]],
  ["a long line", "bytes", [`a\n${"x $(A) ".repeat(12_000)}\nb $(A)\n${"c\n".repeat(50)}`]],
  ["one line", "bytes", ["x $(A) ".repeat(100)]],
  ["what is not UTF-8", "bytes", [Buffer.from("\xef\xbb\xbf$\xff$(A)\n$\xe9\n\xff\n".repeat(20), "latin1")]],
  ["files", "bytes", ["", "a $(A)", "$(", "A)\n", "", "$$", "(A)\nb\n", "\n", ""]],
  ["lines", "json", ['{"a":"$(QUOTED)","b":["$(EMPTY)"]}\n{"$(A)":1}\n\n{"c":"$(A\\u0042) $$"}\n'.repeat(15)]],
  ["a document", "json", [`[\n${'  { "a": "$(A)" },\r\n'.repeat(30)}  "$(LONG)"\n]`]],
  ["broken lines", "json", ['{"a":"$(A\n)"}\n"\\\n$(A\\\n)"\n{"b":"$(A)"\n'.repeat(15)]],
  [
    "files",
    "json",
    ["", '{"a":"$(A)"}', "", '"$(EMPTY)"', "$(EMPTY)", "$(LINES)", '{"b":1}\n', "\ufeff[1]", "2\r", "3"],
  ],
  ["files with nothing", "json", ["$(EMPTY)", "", "$(EMPTY)", '{"a":1}', "$(EMPTY)", "$(EMPTY)", "2"]],
  ["documents", "yaml", ["a: $(A)\nb: |\n  ---\n  $(LINES)\n---\n# comment\nc: $(EMPTY)\n--- $(A)\n...\n".repeat(12)]],
  ["no line end at the end", "yaml", ["---\na: $(A)\n---\n- |+\n  $(LINES)\n\n---\nb: $(A)"]],
  ["CR LF", "yaml", ["a: $(A)\r\n---\r\nb: $(QUOTED)\r\n".repeat(12)]],
  [
    "directives",
    "yaml",
    ["%YAML 1.2\n---\na: $(A)\n...\n# c\n%TAG !e! tag:e,2000:\n\n---\nb: !e!x $(A)\n...\n".repeat(9)],
  ],
  [
    "a byte order mark",
    "yaml",
    ["\ufeffa: $(A)\n---\nb: $(A)\n", "\ufeff---\nc: $(A)\n", "\ufeff", "\ufeff# c\n---\nd: 1\n"],
  ],
  ["marks only", "yaml", ["\ufeff", "", "\ufeff", "a: 1", "\ufeff", "b: $(A)"]],
  [
    "files",
    "yaml",
    [
      "a: 1",
      "",
      "# comment",
      "b: $(EMPTY)",
      "---\nc: 1\n---\nd: $(A)",
      "# x\n---\ne: 1\n",
      "%YAML 1.2\n---\nf\n",
      "g\n",
    ],
  ],
  [
    "files with comments before documents",
    "yaml",
    ["# 1\n---\na: 1\n", "\n# 2\n\n---\nb: 1\n---\n# 3", "# 4\n", "# 5"],
  ],
];

describe.each(CASES)("%s: %s", (_, format, texts) => {
  test("in 1 to 64 shards", async () => {
    const files = write(texts);
    const whole = await atOnce(format, files);
    expect(whole).toBeDefined();
    if (format === "bytes") {
      const values = new Map(Object.entries(VARIABLES).map(([name, value]) => [name, Buffer.from(value)]));
      const lookUp = (name: Uint8Array) => values.get(Buffer.from(name).toString());
      expect(whole).toEqual(Buffer.concat(texts.map((text) => referenceExpand(Buffer.from(text as string), lookUp))));
    }
    for (let count = 1; count <= 64; count++) {
      expect([count, inShards(format, files, count)?.equals(whole!)]).toEqual([count, true]);
    }
  });
});

const WORDS: Readonly<Record<Format, readonly string[]>> = {
  bytes: ["$", "$$", "$(", "(", ")", "\n", "\n", "\r\n", "A", "$(A)", "$(EMPTY)", "$(LINES)", "é", "\ufeff"],
  json: ['"', '"$(A)"', "$(", ")", "\\", "\\u0024", "\n", "\n", "\r", "{", "$(EMPTY)", "\ufeff", "A", ","],
  yaml: [
    ...[
      "---\n",
      "---\n",
      "\n---\n",
      "a: $(A)\n",
      "a: $(EMPTY)\n",
      "- |\n  $(LINES)\n",
      "- |+\n  $(LINES)\n\n",
      "# c\n",
      "\n",
    ],
    ...["...\n", "%YAML 1.2\n", "\r\n", "$(A)", "--- $(A)\n", '"$(QUOTED)"\n', " --- \n", "x", "{a: $(A)}\n"],
  ],
};

test.each(["bytes", "json", "yaml"] as const)("random files of %s", async (format) => {
  let written = 0;
  for (let seed = 0; seed < fuzzCases(400); seed++) {
    const random = new Random(seed);
    const text = () => Array.from({ length: random.below(12) }, () => random.pick(WORDS[format])).join("");
    const texts = Array.from({ length: 1 + random.below(4) }, text);
    const files = write(texts);
    const count = 1 + random.below(9);
    const whole = await atOnce(format, files);
    if (whole !== undefined) written++;
    // What is refused is refused by some shard; another one may have written its part.
    expect([seed, texts, count, inShards(format, files, count)]).toEqual([seed, texts, count, whole]);
  }
  expect(written).toBeGreaterThan(fuzzCases(400) / 8);
});

test("a position is reported in bytes from the start of the file", () => {
  const files = write(["a: 1\n---\nb: $(NO)\n---\nc: [\n"]);
  const text = new ShardText([new ShardInput(files[0]!)], "yaml", environment);
  const found: unknown[] = [];
  const unresolved = (_: ShardInput, name: string, offset: number) => found.push([name, offset]);
  for (const _ of text.expand([{ text: 0, start: 5, end: 18 }], { output() {}, unresolved }));
  expect(found).toEqual([["NO", 12]]);
  expect(() => [...text.expand([{ text: 0, start: 18, end: 27 }], { output() {} })]).toThrow(
    /^\S+0: byte 26: not YAML: /,
  );
});
