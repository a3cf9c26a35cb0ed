import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

const command = join(import.meta.dirname, "..", "..", "dist", "cli", "main.js");
const MEBIBYTE = 1 << 20;
let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "varexpand-threads-"));
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** What the built command writes for a file: its length and a digest. */
function expanded(file: string, ...options: string[]): { length: number; digest: string } {
  const args = [command, "expand", "-e", "NAME=value", "-e", 'QUOTE="', ...options, file];
  const { stdout, stderr, status } = spawnSync(process.execPath, args, { maxBuffer: 256 * MEBIBYTE });
  expect({ stderr: String(stderr), status }).toEqual({ stderr: "", status: 0 });
  return { length: stdout.length, digest: createHash("sha256").update(stdout).digest("hex") };
}

/** 33 MiB of lines whose length has no factor in common with a segment's: every border of segments is met somewhere. */
function repeated(line: string): Buffer {
  return Buffer.from(line.repeat(Math.ceil((33 * MEBIBYTE) / Buffer.byteLength(line))));
}

const lines = "$(NAME) $$(NAME) and $(NONE), é$é$(QUOTE)\n";

describe("the output does not depend on the number of threads", () => {
  test("references across the borders of segments", () => {
    const file = join(folder, "references");
    const input = repeated(lines);
    writeFileSync(file, input);
    const one = expanded(file, "--threads", "1");
    const length = Buffer.byteLength('value $(NAME) and $(NONE), é$é"\n') * (input.length / Buffer.byteLength(lines));
    expect(one.length).toBe(length);
    for (const threads of ["2", "3", "9"]) expect(expanded(file, "--threads", threads)).toEqual(one);
    expect(expanded(file)).toEqual(one);
  });

  test("a reference that is open over several segments, and one that is never closed", () => {
    const file = join(folder, "open");
    const open = Buffer.from(`$(${"$$ n".repeat((9 * MEBIBYTE) / 4)})`);
    const never = Buffer.from(`$(${"$$ $(".repeat(MEBIBYTE)}`);
    writeFileSync(file, Buffer.concat([repeated(lines).subarray(0, 13 * MEBIBYTE - 1), open, repeated(lines), never]));
    const one = expanded(file, "--threads", "1");
    for (const threads of ["2", "5"]) expect(expanded(file, "--threads", threads)).toEqual(one);
  });

  test("NDJSON", () => {
    const file = join(folder, "ndjson");
    writeFileSync(file, repeated('{"$(NAME)":"$(QUOTE) \\\\ $$ and text, so that a line is not short: é"}\n'));
    const one = expanded(file, "--json", "--threads", "1");
    for (const threads of ["2", "4"]) expect(expanded(file, "--json", "--threads", threads)).toEqual(one);
  });
});

test.each(["0", "-1", "1.5", "many", ""])("--threads=%s is a usage error", (threads) => {
  const { stderr, status } = spawnSync(process.execPath, [command, "expand", `--threads=${threads}`, command]);
  expect(status).toBe(2);
  expect(String(stderr)).toContain("--threads");
});
