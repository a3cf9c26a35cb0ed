/** The check of regular expressions finds those that are not linear, and those that it cannot check. */
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { TemporaryFolder } from "./cli/temporary.ts";
import { missing } from "./tools.ts";

const folder = new TemporaryFolder();
const scripts = join(import.meta.dirname, "../scripts");
const isInstalled = existsSync(join(scripts, "node_modules/recheck")) || missing("recheck (npm run tools)");

test.skipIf(!isInstalled).each([
  ["a literal that is linear", "/^a*b$/.test(text)", undefined],
  ["a literal that is exponential", "/^(?:a|a)*$/.test(text)", "exponential"],
  ["a literal that is quadratic", "text.replace(/ +$/, '')", "2nd degree polynomial"],
  ["an expression of constants", "const A = 'a*'; const B = `${A}b`; new RegExp(`^${B}`, 'u')", undefined],
  ["a quadratic expression of constants", "const A = 'a*'; RegExp(`${A}b`)", "2nd degree polynomial"],
  ["an expression of input", "new RegExp(`^(?:${text})$`)", "not constant"],
  ["a quadratic pattern of Unicode", "unicodeTest(/a/, '\\\\p{L}*b')", "2nd degree polynomial"],
])("%s", (what, code, problem) => {
  const file = folder.file(`${what}/a.ts`, `${code};\n`);
  const program = join(scripts, "expressions.js");
  const { status, stderr } = spawnSync(process.execPath, [program, dirname(file)]);
  expect([status, `${stderr}`.includes(problem ?? " ")]).toEqual([
    problem === undefined ? 0 : 1,
    problem !== undefined,
  ]);
});
