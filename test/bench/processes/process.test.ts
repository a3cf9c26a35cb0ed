import { createHash } from "node:crypto";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { hashOfOutput, isInstalled, run } from "../../../bench/processes/process.ts";

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "varexpand-process-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const node = (source: string) => ({ file: process.execPath, args: ["-e", source] });

test("a program gets its input and its variables, and nothing else of ours", async () => {
  const stdin = join(folder, "input");
  writeFileSync(stdin, "text");
  const { PATH } = process.env;
  const copy = "process.stdin.pipe(process.stdout); process.stdout.write(JSON.stringify(process.env))";
  const output = join(folder, "output");
  const hash = await hashOfOutput({ ...node(copy), variables: { A: "1" }, stdin }, output);
  expect(hash).toBe(
    createHash("sha256")
      .update(`${JSON.stringify({ PATH, A: "1" })}text`)
      .digest("hex"),
  );
  expect(existsSync(output)).toBe(false);
});

test("one that fails is an error with what it said", async () => {
  await expect(run(node("console.error('no luck'); process.exitCode = 3"))).rejects.toThrow(
    "node ended with 3: no luck",
  );
  await expect(run({ file: join(folder, "missing"), args: [] })).rejects.toThrow("ENOENT");
});

test("whether a program is installed", () => {
  expect(isInstalled(process.execPath)).toBe(true);
  expect(isInstalled(join(folder, "missing"))).toBe(false);
});
