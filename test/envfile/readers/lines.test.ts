/** How each reader reads single lines: `test/fixtures/env-file-lines.txt`. */
import { expect, test } from "vitest";
import { compareReadings } from "../../../src/envfile/readers/compare.ts";
import { composeEnvironment } from "../../../src/expansion/dialects/compose-environment.ts";

const VALUES = [
  "x",
  "",
  " x",
  "x ",
  "x y",
  "'x'",
  '"x"',
  "'x' y",
  "'x'y",
  "'x'# c",
  "'x' # c",
  "x#y",
  "x #y",
  "x\\ty",
  "#x",
  "''",
  '""',
  "'",
  '"',
  "'x",
  '"x',
  "x'",
  'x"',
  "'a b'",
  '"a b"',
  '"a\\nb"',
  "'a\\nb'",
  "a\\nb",
  '"a\\tb\\"c"',
  '"a\\\\b"',
  "a\\\\b",
  "x\\",
  "'a\nb'",
  '"a\nb"',
  "$Y",
  "${Y}",
  '"$Y"',
  "'$Y'",
  "${Y:-z}",
  "$$",
  "\\$Y",
  '"\\$Y"',
  "$(x)",
  "`x`",
  "`a b`",
  "~",
  "*",
  "a;b",
  "a&b",
  "a|b",
  "a>b",
  "(a)",
  "a=b",
  "=x",
  "é",
  "\u00a0x",
  "\tx",
  "x\t",
  "x\r",
  "'it'\\''s'",
  '"a"b"c"',
  "!x",
  "{a,b}",
  "%x",
  "x,",
  "[x]",
] as const;

const LINES = [
  ...VALUES.map((value) => `A=${value}`),
  "A",
  "A:",
  "A: x",
  "A : x",
  "A =x",
  " A=x",
  "\tA=x",
  "export A=x",
  "export A",
  "export  A=x",
  "exportA=x",
  "export=x",
  "1A=x",
  "A.B=x",
  "A-B=x",
  "A B=x",
  "É=x",
  "'A'=x",
  '"A"=x',
  "=x",
  "# A=x",
  " # A=x",
  "#A",
  "",
  " ",
  "A=x\nA=y",
  "A=x B=y",
  "A=1; B=2",
  "A=x\r\nB=y\r\n",
  "\ufeffA=x",
  "A=x\n\n\nB=y",
  "A=\nB=y",
  "A=x #\nB=y",
  "A[0]=x",
  "A+=x",
  "_=x",
  "PATH=x",
  "A=\0",
  "A=x\n}",
  "readonly A=x",
  "set A=x",
  ". file",
  "A=${B}\nB=x",
  "B=x\nA=${B}$B",
] as const;

/** Each reader's variables, or why it rejects the file. Readers with the same result share a line. */
function report(line: string): string {
  const { agreed, differences, readers } = compareReadings(new TextEncoder().encode(line), () =>
    composeEnvironment(new Map()),
  );
  const results = new Map<string, string[]>();
  for (const { id, refusal, refused, variables } of readers) {
    const place = refused === undefined ? "" : ` at ${refused.line}:${refused.column}`;
    const result = variables === undefined ? `${refusal}${place}` : JSON.stringify(Object.fromEntries(variables));
    results.set(result, [...(results.get(result) ?? []), id]);
  }
  const rows = Array.from(results, ([result, ids]) => `    ${ids.join(", ")}: ${result}`);
  return [`${JSON.stringify(line)}: ${agreed} agreed, ${differences.size} different`, ...rows].join("\n");
}

test("single lines and short files", async () => {
  const text = `${LINES.map(report).join("\n")}\n`.replace(
    /[\u00a0\u0085\ufeff]/g,
    (space) => `\\u${space.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
  await expect(text).toMatchFileSnapshot("../../fixtures/env-file-lines.txt");
});
