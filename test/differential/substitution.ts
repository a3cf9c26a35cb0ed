/** The dialects of `${NAME}` against GNU envsubst, and against the Go implementations of Flux and Compose. */
import { execFileSync } from "node:child_process";
import { composeReading } from "../../src/envfile/readers/docker-compose.ts";
import { composeEnvironment } from "../../src/expansion/dialects/compose-environment.ts";
import { SubstitutionError } from "../../src/expansion/dialects/evaluation.ts";
import { Substitution } from "../../src/expansion/dialects/substitution.ts";
import type { Random } from "../reference/random.ts";
import { hasTool } from "../tools.ts";
import { answersInGo, type GoCase, NO_GO_MODULE, outputOf } from "./go.ts";
import type { Suite } from "./suite.ts";

const ENVSUBST_VALUES = { A: "1", B: "${A} $A $$", EMPTY: "", _x: "a}b", AB: "é😀" };
const ENVSUBST_TOKENS = [
  ..."${}ABx1_-+:?= \n\\é😀",
  ...["$$", "${", "$A", "${A}", "${B}", "${UNSET}", "${UNSET:-", "${EMPTY-", "${_x:+y}", "${A?m}", "{}"],
];
/** Between texts, so that one process expands them all. */
const SEPARATOR = "\u0001";

export const envsubst: Suite<string> = {
  name: "envsubst",
  missing: hasTool("envsubst", "--version") ? undefined : "install gettext",
  batch: 20_000,
  make: (random) => Array.from({ length: 1 + random.below(9) }, () => random.pick(ENVSUBST_TOKENS)).join(""),
  ours: (text) => new Substitution("envsubst", ENVSUBST_VALUES).expand(text),
  theirs(texts) {
    const options = { input: texts.join(SEPARATOR), env: ENVSUBST_VALUES, maxBuffer: 1 << 28 };
    return execFileSync("envsubst", options).toString().split(SEPARATOR);
  },
};

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

interface Case extends GoCase {
  readonly syntax: Language;
  readonly strict: boolean;
}

function caseOf(syntax: Language, random: Random): Case {
  const names = NAMES.filter((name) => name !== "UNSET" && random.below(8) > 0);
  const vars = Object.fromEntries(names.map((name) => [name, random.pick(VALUES)]));
  let tokens = Array.from({ length: 1 + random.below(12) }, () => random.pick<string | Buffer>(TOKENS[syntax]));
  if (random.below(2) === 0) {
    const [before, after] = syntax === "compose-env" ? ["A=", ""] : ["${", "}"];
    tokens = [before, random.pick(NAMES), ...tokens, after];
  }
  const input = Buffer.concat(tokens.map((token) => Buffer.from(token as string))).toString("base64");
  return { syntax, input, vars, strict: random.below(4) === 0 };
}

function resultOf({ syntax, input, vars, strict }: Case): unknown {
  const bytes = Buffer.from(input, "base64");
  if (syntax === "compose-env") {
    const reading = composeReading(`${bytes}`, composeEnvironment(new Map(Object.entries(vars))));
    if ("variables" in reading) return Object.fromEntries(reading.variables);
    return "unknown" in reading ? undefined : null;
  }
  try {
    const substitution = new Substitution(syntax, vars, { strict: strict && syntax === "flux" });
    return Buffer.from(substitution.expandBytes(bytes)).toString("base64");
  } catch (error) {
    if (error instanceof SubstitutionError) return null;
    throw error;
  }
}

function answers(cases: readonly Case[]): unknown[] {
  return answersInGo(cases).map((answer, i) => {
    const output = outputOf(answer);
    // compose-go accepts a variable without a name, but Docker rejects it.
    return cases[i]!.syntax === "compose-env" && "" in ((output ?? {}) as object) ? null : output;
  });
}

export const substitutionSuites = (Object.keys(TOKENS) as Language[]).map(
  (syntax): Suite<Case> => ({
    name: syntax,
    missing: NO_GO_MODULE,
    batch: 20_000,
    make: (random) => caseOf(syntax, random),
    ours: resultOf,
    theirs: answers,
  }),
);
