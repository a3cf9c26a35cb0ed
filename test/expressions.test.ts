/** The check of regular expressions finds those that are not linear, and those that it cannot check. */
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { TemporaryFolder } from "./cli/temporary.ts";
import { missing } from "./tools.ts";

const folder = new TemporaryFolder();
const scripts = join(import.meta.dirname, "../scripts");
const isInstalled = existsSync(join(scripts, "node_modules/recheck")) || missing("recheck (npm run tools)");

interface Case {
  readonly what: string;
  readonly code: string;
  /** Part of the message; undefined if the expression is accepted. */
  readonly problem?: string;
}

const CASES: readonly Case[] = [
  { what: "a literal that is linear", code: "/^a*b$/.test(text)" },
  { what: "a literal that is exponential", code: "/^(?:a|a)*$/.test(text)", problem: "exponential" },
  { what: "a literal that is quadratic", code: "text.replace(/ +$/, '')", problem: "2nd degree polynomial" },
  { what: "an expression of constants", code: "const A = 'a*'; const B = `${A}b`; new RegExp(`^${B}`, 'u')" },
  {
    what: "a quadratic expression of constants",
    code: "const C = 'a*'; RegExp(`${C}c`)",
    problem: "2nd degree polynomial",
  },
  { what: "an expression of input", code: "new RegExp(`^(?:${text})$`)", problem: "not constant" },
  {
    what: "a quadratic pattern of Unicode",
    code: "unicodeTest(/a/, '\\\\p{L}*d')",
    problem: "2nd degree polynomial",
  },
];

test.skipIf(!isInstalled)("expressions that are not linear, or not constant, are problems", () => {
  for (const { code, what } of CASES) folder.file(`src/${what.replaceAll(" ", "-")}.ts`, `${code};\n`);
  const program = join(scripts, "expressions.js");
  const { status, stderr } = spawnSync(process.execPath, [program, folder.at("src")], { encoding: "utf8" });
  const problems = CASES.map(({ what }) => [
    what,
    stderr.split("\n").find((line) => line.includes(`/${what.replaceAll(" ", "-")}.ts:1: `)),
  ]);
  expect(problems).toEqual(
    CASES.map(({ what, problem }) => [what, problem === undefined ? undefined : expect.stringContaining(problem)]),
  );
  expect(status).toBe(1);
});
