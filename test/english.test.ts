/**
 * Reports phrases that are not idiomatic in technical documentation, each with a suggestion: in the sources, in the
 * documentation, and in the names of tests.
 *
 * If a use is correct, add it to `ALLOWED` with the reason.
 */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";

const root = join(import.meta.dirname, "..");

/** Each phrase, and what to write instead. */
const PHRASES: readonly (readonly [RegExp, string])[] = [
  [/\bst(?:and|ands|ood)\b(?!-)/i, "is, appears, is at, is on line N"],
  [
    /(?<!\bthere )\b(?:is|are|was|were) no(?! longer| more| other| less| later| matter)(?= [a-z`])/i,
    "is not a …, does not …",
  ],
  [/(?<!\b(?:if|that|reason) there )\b(?:is|are|was|were) none\b/i, "is not a …, does not …, there are no …"],
  [/\bbehind\b/i, "after, following"],
  [/\bin front of\b/i, "before"],
  [/\b(?:told|tells?|telling)\b/i, "report, print, name, say (of a message), distinguish"],
  [/\b(?:somebody|nobody|whoever|everybody)\b/i, "the caller, the user, no one, everyone"],
  [
    /\bas (?:(?:it|they) (?:is|are|was|were) )?written\b(?! (?:by|in) )/i,
    "unchanged, verbatim, literally, not expanded",
  ],
  [
    /\b(?:is|are|be) to look at\b|\bto be looked at\b|\b(?:is|are) (?:not )?looked (?:at|into)\b/i,
    "is read, is checked, is for reading",
  ],
  [/\b(?:comes?|came) (?:again|to an end)\b/i, "repeats, ends"],
  [/\bmend(?:s|ed|ing)?\b/i, "fix"],
  [/\bblanks?\b(?! lines?\b)/i, "space, white space"],
  [/(?<!\bor not )\bat all\b(?! (?:levels|times))/i, "(nothing: delete it)"],
  [/\b(?:colours?|coloured|licences?)\b/i, "the American spelling"],
];

/** Structures of messages, in the strings of the source, and what to write instead. */
const MESSAGES: readonly (readonly [RegExp, string])[] = [
  [/(?:["'`]|: )there (?:is|are) no\b/, "no such X: NAME; missing X; expected X"],
  [/["'`:] ?an? [\w ]+ (?:is|are) expected/, "expected X"],
  [/\bcannot be combined\b/, "X cannot be used with Y"],
  [/: give (?:one|both|either)\b/, "X cannot be used with Y; X requires Y"],
  [/["'`][^"'`]*--[\w-]+ needs\b/, "X requires Y"],
  [/\bneeds a value\b/, "X requires a value"],
];
/** The names of limits. */
const LIMITS: readonly (readonly [RegExp, string])[] = [
  [/\bconst (?:MOST|LARGEST|BIGGEST|LONGEST|HIGHEST|DEEPEST)(?:_|\b)/, "MAX_…"],
  [/\bconst (?:LEAST|SMALLEST|SHORTEST|LOWEST|FEWEST)(?:_|\b)/, "MIN_…"],
];

interface Use {
  /** The files, and the text of the line. */
  readonly file: RegExp;
  readonly text: RegExp;
  readonly reason: string;
}

const ALLOWED: readonly Use[] = [
  {
    file: /^src\/(?:envfile\/error|cli\/variables\/env-file-source)\.ts$/,
    text: /"blank-before-equals-sign"/,
    reason: "a code in the public API",
  },
  {
    file: /compose-unset|guides\/(?:compose|messages)/,
    text: /to a blank string/,
    reason: "a message of docker compose",
  },
  { file: /^src\/text\/glob\.ts$/, text: /blank: \[/, reason: "the name of a POSIX character class" },
  {
    file: /^src\/garden\/variables\/error\.ts$/,
    text: /"there are none"/,
    reason: "in parentheses after a list's name",
  },
];

const FILES = [
  "src",
  "assembly",
  "docs",
  "examples",
  "README.md",
  "CONTRIBUTING.md",
  "SECURITY.md",
  "CHANGELOG.md",
  "test",
];
/** The last group is the title, which can be on another line than `test.each(`. */
const TITLE = /\b(?:test|describe)(?:\.\w+)*\(\s*(["'`])(.*?)\1|^\s*\]\)\((["'`])(.*?)\3|^### (.*)/g;

interface Line {
  readonly number: number;
  readonly text: string;
}

/** The lines to check: all of them, or in a test only the titles. Vectors are results of other programs. */
function linesOf(file: string): Line[] {
  const text = readFileSync(join(root, file), "utf8");
  const lines = text.split("\n").map((text, i) => ({ number: i + 1, text }));
  if (!file.startsWith("test/")) return lines;
  return lines.flatMap(({ number, text }) =>
    Array.from(text.matchAll(TITLE), (match) => ({ number, text: match[2] ?? match[4] ?? match[5] ?? "" })),
  );
}

const COMMENT = /^\s*(?:\*|\/[/*])/;

function patternsFor(file: string, text: string) {
  const isMessage = file.startsWith("src/") && !COMMENT.test(text);
  return [...PHRASES, ...(isMessage ? MESSAGES : []), ...(file.endsWith(".ts") ? LIMITS : [])];
}

function findingsIn(file: string, lines: readonly Line[]): string[] {
  return lines.flatMap(({ number, text }) =>
    patternsFor(file, text).flatMap(([phrase, instead]) => {
      const found = phrase.exec(text)?.[0];
      if (found === undefined || ALLOWED.some((use) => use.file.test(file) && use.text.test(text))) return [];
      return `${file}:${number}: "${found}"; write: ${instead}`;
    }),
  );
}

const files = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard", ...FILES], {
  cwd: root,
  encoding: "utf8",
})
  .split("\n")
  .filter((file) => /\.(?:ts|js|md|html|css|ya?ml)$/.test(file) && !/^test\/(?:vectors\/|english\.test)/.test(file));

const findings = files.map((file) => [file, findingsIn(file, linesOf(file))] as const);

describe("phrases that are not idiomatic", () => {
  test.each(FILES)("%s", (folder) => {
    const inFolder = findings.filter(([file]) => file === folder || file.startsWith(`${folder}/`));
    expect(inFolder.length).toBeGreaterThan(0);
    expect(inFolder.flatMap(([, found]) => found)).toEqual([]);
  });

  test("structures of messages are found in strings, but not in comments", () => {
    const lines = [
      'error("there is no stream")',
      "`${place}: there is no key`",
      "  // there is no key",
      'error("--strict and --no-strict: give one of them")',
      'error("a mapping is expected")',
      'error("--key needs --file")',
      "const MOST_KEPT = 5;",
    ];
    const found = findingsIn(
      "src/x.ts",
      lines.map((text, number) => ({ number, text })),
    );
    expect(found.map((each) => Number(each.split(":")[1]))).toEqual([0, 1, 3, 4, 5, 6]);
  });

  test("are found, and only as entire words", () => {
    const lines = ["a file stands behind", "understand the standard", "there is no such file", "it is no file"];
    expect(
      findingsIn(
        "src/x.ts",
        lines.map((text, number) => ({ number, text })),
      ),
    ).toEqual([
      'src/x.ts:0: "stands"; write: is, appears, is at, is on line N',
      'src/x.ts:0: "behind"; write: after, following',
      'src/x.ts:3: "is no"; write: is not a …, does not …',
    ]);
  });
});
