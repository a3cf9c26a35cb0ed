/**
 * Every scenario prints what its text says. `APPROVE=NAME npx vitest run test/scenarios` writes the new text of the
 * scenarios whose path contains NAME, and fails once more with the difference.
 */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { FolderPerTest } from "../cli/temporary.ts";
import { parseScenario, SESSION, sessionOf } from "./scenario.ts";

const folder = new FolderPerTest();
const { APPROVE } = process.env;

const SCENARIOS = readdirSync(import.meta.dirname, { recursive: true, encoding: "utf8" })
  .filter((name) => name.endsWith(".txt"))
  .sort();

test.each(SCENARIOS)("%s", async (name) => {
  const path = join(import.meta.dirname, name);
  const text = readFileSync(path, "utf8");
  const session = await sessionOf(parseScenario(text), folder.path);
  const now = text.slice(0, text.indexOf(SESSION)) + session;
  if (APPROVE !== undefined && name.includes(APPROVE)) writeFileSync(path, now);
  expect(now).toBe(text);
});
