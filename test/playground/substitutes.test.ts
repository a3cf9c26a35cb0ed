/** The page's own reader of YAML does what the package does. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
// @ts-expect-error: the build has no types
import { SUBSTITUTES } from "../../.ci/playground.js";
import { callFunction } from "../../src/template/functions/index.ts";
import { GARDEN } from "../../src/yaml/dialect.ts";
import type { DocumentError } from "../../src/yaml/error.ts";
import { parseYaml } from "../../src/yaml/parse.ts";
import { documentOf } from "../../src/yaml/write-value.ts";
import { fuzzCases, Random } from "../reference/random.ts";
import { gardenVectors } from "../template/garden.ts";

interface Engine {
  callFunction: typeof callFunction;
  documentOf: typeof documentOf;
  parseYaml: typeof parseYaml;
  GARDEN: typeof GARDEN;
}

const ENGINE: Engine = { callFunction, documentOf, parseYaml, GARDEN };
let page: Engine;
const folder = mkdtempSync(join(tmpdir(), "varexpand-substitutes-"));

beforeAll(async () => {
  const outfile = join(folder, "page.mjs");
  await build({
    absWorkingDir: join(import.meta.dirname, "../.."),
    stdin: {
      contents: `
        export { GARDEN } from "./src/yaml/dialect.ts";
        export { parseYaml } from "./src/yaml/parse.ts";
        export { documentOf } from "./src/yaml/write-value.ts";
        export { callFunction } from "./src/template/functions/index.ts";`,
      resolveDir: join(import.meta.dirname, "../.."),
    },
    bundle: true,
    format: "esm",
    platform: "node",
    alias: SUBSTITUTES,
    outfile,
  });
  page = await import(pathToFileURL(outfile).href);
}, 60_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** What a call gives, or how it fails. */
function told(run: () => unknown): unknown {
  try {
    return { value: run() };
  } catch (error) {
    return { error: (error as Error).message };
  }
}

/** What reading a text gives; of what is wrong with its syntax, nothing: each reader has its own words. */
function read(engine: Engine, text: string, multiDocument = true): unknown {
  const result = told(() => engine.callFunction("yamlDecode", [text, multiDocument]));
  return (result as { error?: string }).error?.includes("the text is not valid YAML") ? "broken" : result;
}

function readDocument({ parseYaml: parse, GARDEN: dialect }: Engine, text: string): unknown {
  try {
    return parse(text, dialect).map(({ value }) => value);
  } catch (error) {
    const { code } = error as DocumentError;
    if (code === undefined) throw error;
    return code;
  }
}

const SCALARS = [
  ..."a|b c|é😀|x:y|it's|true|False|null|~|1|-0|017|0x1f|0o17|0b11|1_000|1.5|1e3|.5|-.inf|.NaN|12:30|yes|<<|=|-x|?x|:x|a#b".split(
    "|",
  ),
  ..."2020-01-01|2020-02-30|2001-12-14t21:59:43.10-05:00|2001-12-14 21:59:43|http://h:80/p?q=1&r=2|/v2/x#y|$(A)|$x|1.2.3".split(
    "|",
  ),
  ...`'it''s'|'a  b'|'#'|"q\\"\\n\\u00e9\\/"|"\\x41\\
  b"|'two

   lines '|"x
  y"|two
  lines|""|''`.split("|"),
  ..."!!str 1|!!int '0x1f'|!!int x|!!float 1|!!bool yes|!!null ''|!!binary aGk=|!!binary x|!!seq ''|!!map|! 1|!foo x|!!timestamp 2020-01-01".split(
    "|",
  ),
  ..."*a|*b|&c x|&d [1, 2]|&e {k: v}|*e|!!str &f x|# comment".split("|"),
];
const COLLECTIONS = [
  ...[
    "[]",
    "{}",
    "[a, 1, [b]]",
    "{a: 1, b: [c]}",
    "{a: b, <<: {c: d}}",
    "[a: b]",
    "{ }",
    "[a,]",
    '{"a":1}',
    "[ *a ]",
    "{a, b}",
  ],
  ...[
    "!!set {a, b}",
    "!!omap [a: 1, b: 2]",
    "!!omap [a: 1, a: 2]",
    "!!pairs [a: 1, a: 2]",
    "!!pairs [a]",
    "!!set {a: 1}",
  ],
  ...[
    "{a: 1, a: 2}",
    "[http://h/p?q=1]",
    "{x: $(A)?}",
    "&a [*a]",
    "!!seq [a]",
    "!!map {a: 1}",
    "!!foo [a]",
    "{[a, {}]: 1, {}: 2}",
  ],
  ...[
    "{[[a]]: 1}",
    "{2020-01-01: a, ~: b, true: c, 1.0: d}",
    "{__proto__: 1}",
    "!!str [a]",
    "!!seq {a: 1}",
    "[a\n  , b\n  ]",
  ],
];
const KEYS = [
  "a",
  "b",
  "k e",
  "'q'",
  '"w"',
  "1",
  "true",
  "~",
  "<<",
  "&g h",
  "!!str 3",
  "é",
  "2020-01-01",
  "[x]",
  "__proto__",
];
const BLOCKS = ["|", ">", "|-", ">-", "|+", ">+", "|2", "> # c"];

/** A document as people write it, mistakes apart. */
function randomText(random: Random): string {
  const documents = Array.from({ length: 1 + (random.below(4) === 0 ? 1 : 0) }, () => {
    return random.below(6) === 0
      ? `${random.pick([...SCALARS, ...COLLECTIONS]).replace(/^#.*/, "a")}\n`
      : randomBlock(random, 0, 0);
  });
  const head = random.pick(["", "", "", "---\n", "# c\n", "%YAML 1.2\n---\n", "%TAG !y! tag:yaml.org,2002:\n---\n"]);
  const text = head + documents.join(random.pick(["---\n", "...\n---\n", "--- # c\n"]));
  return random.below(10) === 0 ? text.replaceAll("\n", "\r\n") : text;
}

function randomBlock(random: Random, indent: number, depth: number): string {
  const pad = " ".repeat(indent);
  const isList = random.below(3) === 0;
  return Array.from({ length: 1 + random.below(3) }, () => {
    const head = isList ? `${pad}-` : `${pad}${random.pick(KEYS)}:`;
    const kind = random.below(10);
    if (kind === 0) return `${head}\n`;
    if (kind < 3 && depth < 4) {
      const inner = randomBlock(random, indent + 2, depth + 1);
      if (isList && random.below(2) === 0) return `${head} ${inner.slice(indent + 2)}`;
      return `${head}${random.pick(["", "", " &a", " !!map", " # c"])}\n${inner}`;
    }
    if (kind < 5) {
      const lines = Array.from({ length: random.below(5) }, () =>
        random.pick(["", "x", "two words", " more", "# no", "t\tt"]),
      );
      const written = lines.map((line) => (line === "" ? "" : `${pad}  ${line}`));
      return `${head} ${random.pick(BLOCKS)}\n${written.map((line) => `${line}\n`).join("")}`;
    }
    const value = random.pick(kind < 7 ? COLLECTIONS : SCALARS).replaceAll("\n", `\n${pad}`);
    return `${head} ${value}${random.pick(["", "", " # c"])}\n`;
  }).join("");
}

describe("YAML", () => {
  test("the reference's calls give what they give with the package", () => {
    const calls = gardenVectors().flatMap(({ input }) => {
      return Array.from(
        JSON.stringify(input).matchAll(/yaml(?:Decode|Encode)\((?:\\"|')(.*?)(?:\\"|')\)/g),
        ([, text]) => text!,
      );
    });
    expect(calls.length).toBeGreaterThan(5);
    for (const text of calls) expect(read(page, text), text).toStrictEqual(read(ENGINE, text));
  });

  test("random documents have the same values, and the same ones are broken", () => {
    const count = fuzzCases(4000);
    const random = new Random(1);
    for (let i = 0; i < count; i++) {
      const text = randomText(random);
      expect(read(page, text), text).toStrictEqual(read(ENGINE, text));
      expect(readDocument(page, text), text).toStrictEqual(readDocument(ENGINE, text));
    }
  });

  /** The page's reader knows YAML as go-yaml v2 reads it. */
  test.each([
    ["a tab where a block's indentation ends", "a: |\n  \tb\n"],
    ["a tab behind a dash", "-\ta\n"],
    ["no key in the first line", ": a\n"],
    ["the end of a document that has not begun", "...\na: 1\n"],
  ])("the package takes %s", (_, text) => {
    expect(read(ENGINE, text)).not.toBe("broken");
    expect(read(page, text)).toBe("broken");
  });

  test.each([
    ["a bracket that ends in the column of its key", "a: {b: c\n}\n"],
    ["text behind the end of a document", "a\n... b\n"],
  ])("the page takes %s", (_, text) => {
    expect(read(ENGINE, text)).toBe("broken");
    expect(read(page, text)).not.toBe("broken");
  });

  test("a colon before a comma belongs to the key", () => {
    expect([read(ENGINE, "{a:,}"), read(page, "{a:,}")]).toEqual([
      { value: [{ a: null }] },
      { value: [{ "a:": null }] },
    ]);
  });

  test("says the same of what is wrong behind the syntax", () => {
    for (const text of ["{a: 1, a: 2}", "a: *b", "!foo a", "!foo [a]", "!foo {a: b}", "!!int x", "<<: 1", "!!seq a"]) {
      const errorOf = ({ callFunction: call }: Engine) => told(() => call("yamlDecode", [text]));
      expect(errorOf(page), text).toStrictEqual(errorOf(ENGINE));
    }
  });

  const PARTS = [
    ..."a|b c|é|😀|\n|\n\n|\n\n| |  |\t|- |: |:| #|'|\"|\\\\|{|[|---|...|? |true|~|1|0x1|1_0|2020-01-01|\0|\x07|\x85|\xa0|\u2028|\ufeff|\r".split(
      "|",
    ),
    ...["word ".repeat(30), "x".repeat(90), "x".repeat(1030), " lead", "\ud800", "two  blanks ".repeat(9)],
  ];
  const OTHERS = [
    null,
    true,
    false,
    0,
    -0,
    1,
    -1.5,
    1e21,
    1e-7,
    1.5e-9,
    1 / 0,
    -1 / 0,
    Number.NaN,
    undefined,
    [],
    {},
    () => 1,
  ];
  const DATES = [new Date(0), new Date("2022-01-01"), new Date(1e14), new Uint8Array([1, 2, 3]), new Uint8Array()];

  function randomValue(random: Random, depth: number): unknown {
    const kind = random.below(depth < 4 ? 10 : 7);
    if (kind < 5) return randomString(random);
    if (kind < 7) return random.pick(random.below(5) === 0 ? [...DATES, ...OTHERS] : OTHERS.slice(0, -1));
    const members = Array.from({ length: random.below(4) }, () => randomValue(random, depth + 1));
    return kind === 7 ? members : Object.fromEntries(members.map((member) => [randomString(random), member]));
  }

  const randomString = (random: Random) =>
    Array.from({ length: random.below(4) }, () => random.pick(PARTS)).join(random.pick(["", " "]));

  test("random values are written alike", () => {
    const count = fuzzCases(8000);
    const random = new Random(2);
    for (let i = 0; i < count; i++) {
      const value = randomValue(random, 0);
      const encoded = (engine: Engine) => told(() => engine.callFunction("yamlEncode", [value]));
      const written = (engine: Engine) => told(() => engine.documentOf(value));
      expect(encoded(page)).toStrictEqual(encoded(ENGINE));
      expect(written(page)).toStrictEqual(written(ENGINE));
    }
  });
});
