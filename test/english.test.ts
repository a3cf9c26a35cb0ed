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

function findingsIn(file: string, lines: readonly Line[]): string[] {
  return lines.flatMap(({ number, text }) =>
    PHRASES.flatMap(([phrase, instead]) => {
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
