/**
 * The dialects against their reference implementations in Go. `VAREXPAND_GO_MODULE` is the folder of a Go module that requires
 * github.com/fluxcd/pkg/envsubst and github.com/compose-spec/compose-go/v2; without it, these tests are skipped.
 */
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { composeEnvironment } from "../../../src/cli/commands/envfile/envfile.ts";
import { composeReading } from "../../../src/envfile/readers/compose.ts";
import { SubstitutionError } from "../../../src/expansion/dialects/evaluation.ts";
import { Substitution } from "../../../src/expansion/dialects/substitution.ts";
import { fuzzCases, Random } from "../../reference/random.ts";

const MODULE = process.env.VAREXPAND_GO_MODULE;
/** Texts that one process expands. */
const BATCH = 20_000;

const NAMES = ["A", "B", "EMPTY", "_x", "Path1", "UNSET", "É", "a-b"];
const VALUES = [
  "",
  "1",
  "${A}",
  "$A $$",
  "a}b",
  "é😀",
  "Hello World",
  "a/b/c.tar.gz",
  "ΑΒΓ ǆ İ ᾳ ß",
  "[x]*",
  "\\",
  "1\n2",
];
const COMMON = [..."${}$:-+?=_ ab1*\n\\é😀", ...NAMES, "$$", "${", "${", "}", "}", "{}"];
/** Bytes that are not UTF-8. */
const INVALID = [[0xff], [0xc3], [0xe2, 0x82]].map((bytes) => Buffer.from(bytes));
const WORDS = [":-", ":+", ":?", "${A:-", "${UNSET-", "${UNSET:-", "${EMPTY:+", "${B+", "${B?", "$A"];
const TOKENS = {
  compose: [...COMMON, ...INVALID, ...WORDS],
  flux: [
    ...[
      ...COMMON,
      ...INVALID,
      "#",
      "##",
      "%",
      "%%",
      "/",
      "//",
      "/#",
      "/%",
      "^",
      "^^",
      ",",
      ",,",
      ",^",
      ":",
      "\\/",
      "\\\\",
    ],
    ...["[", "]", "[a-z]", "[^a", ":-", ":=", ":?", ":+", "${#", "${A", "${B", "${Path1", "${UNSET:-"],
    ...["-1", "2", "0", "+3", "99999999999999999999"],
  ],
  "compose-env": [
    ...[...COMMON, ...WORDS, "\n", "\nA=", "\nB: ", "\nexport A=", "\nUNSET\n", "='", '="', "=$A", '"', "'", " #"],
    ...["\\n", "\\$", '\\"', "\\0101", "\\012", "\r\n", "\t", "\u00a0"],
  ],
} as const;
type Language = keyof typeof TOKENS;

interface Case {
  readonly syntax: Language;
  /** Base64, because it can be any bytes. */
  readonly input: string;
  readonly vars: Readonly<Record<string, string>>;
  readonly strict: boolean;
}

function cases(syntax: Language, seed: number, count: number): Case[] {
  const random = new Random(seed);
  const sets = Array.from({ length: 40 }, () => {
    const names = NAMES.filter((name) => name !== "UNSET" && random.below(8) > 0);
    return Object.fromEntries(names.map((name) => [name, random.pick(VALUES)]));
  });
  return Array.from({ length: count }, () => {
    let tokens = Array.from({ length: 1 + random.below(12) }, () => random.pick<string | Buffer>(TOKENS[syntax]));
    if (random.below(2) === 0) {
      const [before, after] = syntax === "compose-env" ? ["A=", ""] : ["${", "}"];
      tokens = [before, random.pick(NAMES), ...tokens, after];
    }
    const input = Buffer.concat(tokens.map((token) => Buffer.from(token as string))).toString("base64");
    return { syntax, input, vars: random.pick(sets), strict: random.below(4) === 0 };
  });
}

/** The result; undefined for an error, and "unknown" if it cannot be known. */
function resultOf({ syntax, input, vars, strict }: Case): unknown {
  const bytes = Buffer.from(input, "base64");
  if (syntax === "compose-env") {
    const reading = composeReading(`${bytes}`, composeEnvironment(new Map(Object.entries(vars))));
    if ("variables" in reading) return Object.fromEntries(reading.variables);
    return "unknown" in reading ? "unknown" : undefined;
  }
  try {
    const substitution = new Substitution(syntax, vars, { strict: strict && syntax === "flux" });
    return Buffer.from(substitution.expandBytes(bytes)).toString("base64");
  } catch (error) {
    if (error instanceof SubstitutionError) return undefined;
    throw error;
  }
}

describe.skipIf(MODULE === undefined)("the same as the reference implementation", () => {
  const folder = mkdtempSync(join(tmpdir(), "references-"));
  const program = join(folder, "references");
  beforeAll(() => {
    const source = join(import.meta.dirname, "..", "..", "reference", "substitution.go");
    execFileSync("go", ["build", "-o", program, source], { cwd: MODULE });
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  test.each(Object.keys(TOKENS) as Language[])("%s", (syntax) => {
    const total = fuzzCases(100_000);
    let expanded = 0;
    for (let at = 0; at < total; at += BATCH) {
      const all = cases(syntax, at / BATCH + 1, Math.min(BATCH, total - at));
      const input = all.map((one) => `${JSON.stringify(one)}\n`).join("");
      const answers = execFileSync(program, { input, maxBuffer: 1 << 28 })
        .toString()
        .split("\n");
      for (const [i, one] of all.entries()) {
        let { output } = JSON.parse(answers[i]!);
        // compose-go accepts a variable without a name, but Docker rejects it.
        if (syntax === "compose-env" && "" in (output ?? {})) output = undefined;
        const result = resultOf(one);
        const text = `seed ${at / BATCH + 1}: ${Buffer.from(one.input, "base64")} with ${JSON.stringify(one.vars)}`;
        if (result !== "unknown") expect({ result }, text).toEqual({ result: output });
        if (output !== undefined) expanded++;
      }
    }
    expect(expanded).toBeGreaterThan(total / 10);
  });
});
