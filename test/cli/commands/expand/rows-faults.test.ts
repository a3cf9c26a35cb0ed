/** `varexpand expand --rows` when something fails in the middle: no file is partial, and every error is reported. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { beforeEach, expect, test } from "vitest";
import { bash } from "../../processes.ts";
import { FolderPerTest } from "../../temporary.ts";

const folder = new FolderPerTest();
const ROWS = 20_000;

beforeEach(() => {
  folder.file("t", "$(A)-$(A)\n");
  folder.file("r.ndjson", Array.from({ length: ROWS }, (_, i) => `{"A":${i}}\n`).join(""));
});

/** The numbers of the files that are not complete, and of the temporary files. */
function leftIn(name: string): { partial: number; temporary: number; complete: number } {
  const left = { partial: 0, temporary: 0, complete: 0 };
  for (const file of readdirSync(folder.at(name))) {
    const isComplete = () => readFileSync(folder.at(`${name}/${file}`), "utf8") === `${file}-${file}\n`;
    left[file.startsWith(".") ? "temporary" : isComplete() ? "complete" : "partial"]++;
  }
  return left;
}

const WAIT = "until [ -e out/100 ]; do sleep 0.01; done";

test("a killed run leaves complete files and at most one temporary file", { timeout: 120_000 }, () => {
  bash(folder.path, `"$NODE" "$MAIN" expand --rows r.ndjson -o 'out/{A}' t & ${WAIT}; kill -9 $!; wait $!`);
  const { partial, temporary, complete } = leftIn("out");
  expect(partial).toBe(0);
  expect(temporary).toBeLessThanOrEqual(1);
  expect(complete).toBeGreaterThan(0);
});

test("a terminated run removes its temporary file", { timeout: 120_000 }, () => {
  bash(folder.path, `"$NODE" "$MAIN" expand --rows r.ndjson -o 'out/{A}' t & ${WAIT}; kill -TERM $!; wait $!`);
  expect(leftIn("out")).toMatchObject({ partial: 0, temporary: 0 });
});

test("two runs can write the same files", { timeout: 120_000 }, () => {
  const script = "head -2000 r.ndjson > s.ndjson; varexpand expand --rows s.ndjson -o 'out/{A}' t";
  expect(bash(folder.path, `${script} & ${script} && wait $!`).status).toBe(0);
  expect(leftIn("out")).toEqual({ partial: 0, temporary: 0, complete: 2000 });
});

test("a closed pipe ends the run without a message", { timeout: 120_000 }, () => {
  const { stdout, stderr } = bash(folder.path, "varexpand expand --rows r.ndjson t | head -1");
  expect({ stdout, stderr }).toEqual({ stdout: "0-0\n", stderr: "" });
});

test.skipIf(!existsSync("/dev/full"))("a full disk is an error", { timeout: 120_000 }, () => {
  const { status, stderr } = bash(folder.path, "varexpand expand --rows r.ndjson t > /dev/full");
  expect({ status, stderr }).toEqual({ status: 2, stderr: "varexpand: <stdout>: no space left on device\n" });
});
