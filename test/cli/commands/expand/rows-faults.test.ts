/** `varexpand expand --rows` when something fails in the middle: no file is partial, and every error is reported. */
import { appendFileSync, existsSync, readdirSync, readFileSync } from "node:fs";
import { beforeEach, expect, test } from "vitest";
import { runInMemory } from "../../memory-io.ts";
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
  const script = "head -500 r.ndjson > s.ndjson; varexpand expand --rows s.ndjson -o 'out/{A}' t";
  expect(bash(folder.path, `${script} & ${script} && wait $!`).status).toBe(0);
  expect(leftIn("out")).toEqual({ partial: 0, temporary: 0, complete: 500 });
});

test("a closed pipe ends the run without a message", { timeout: 120_000 }, () => {
  const { stdout, stderr } = bash(folder.path, "varexpand expand --rows r.ndjson t | head -1");
  expect({ stdout, stderr }).toEqual({ stdout: "0-0\n", stderr: "" });
});

test.skipIf(!existsSync("/dev/full"))("a full disk is an error", { timeout: 120_000 }, () => {
  const { status, stderr } = bash(folder.path, "varexpand expand --rows r.ndjson t > /dev/full");
  expect({ status, stderr }).toEqual({ status: 2, stderr: "varexpand: <stdout>: no space left on device\n" });
});

test.skipIf(process.getuid?.() !== 0 || process.platform !== "linux")(
  "a full disk leaves complete files only",
  { timeout: 120_000 },
  () => {
    const mounted = "mkdir out && mount -t tmpfs -o size=64k,nr_inodes=200 tmpfs out";
    const run = `varexpand expand --rows r.ndjson -o 'out/{A}' t; code=$?`;
    const copied = "cp -r out copy; umount out; echo $code";
    const { stdout, stderr } = bash(folder.path, `${mounted} 2> /dev/null || exit 0; ${run}; ${copied}`);
    // Not every container can mount a file system.
    if (stdout === "") return;
    expect(stdout).toBe("2\n");
    expect(stderr).toMatch(/^varexpand: r\.ndjson:\d+: row \d+: out\/\d+: no space left on device\n$/);
    expect(leftIn("copy")).toMatchObject({ partial: 0, temporary: 0 });
  },
);

test.each([
  ["r.csv", "A,B\n", (i: number) => `${i},${i}\n`],
  ["r.ndjson", "", (i: number) => `{"A":${i}}\n`],
])("%s that grows while it is read is an error, and the cut row is not written", async (name, header, row) => {
  const count = 60_000;
  const rows = folder.file(name, header + Array.from({ length: count }, (_, i) => row(i)).join(""));
  let output = "";
  const result = await runInMemory(["expand", "--rows", rows, folder.at("t")], {
    onWrite(data) {
      output += data;
      // An unfinished row, in which a field seems complete.
      if (output.length === data.length) appendFileSync(rows, row(12).slice(0, 4));
    },
  });
  expect(result.code).toBe(2);
  expect(result.messages).toEqual([`varexpand: ${rows}: the file has grown while it was read`]);
  expect(output).toBe(Array.from({ length: count }, (_, i) => `${i}-${i}\n`).join(""));
});

test("a row of 100 MB", { timeout: 300_000 }, () => {
  const row = `node -e 'const x = "x".repeat(25 << 20); process.stdout.write("A\\n\\"" + x + x + x + x + "\\"\\n")'`;
  const { stdout, stderr } = bash(folder.path, `${row} | varexpand expand --rows - --rows-format csv t | wc -c`);
  expect({ stdout: stdout.trim(), stderr }).toEqual({ stdout: `${2 * (100 << 20) + 2}`, stderr: "" });
});

test("memory does not depend on the number of rows", { timeout: 300_000 }, () => {
  const rows = `node -e 'for (let i = 0; i < 400; i++) console.log("{\\"A\\":\\"x\\"}\\n".repeat(2500).trimEnd())'`;
  const expand = '"$NODE" --max-old-space-size=32 "$MAIN" expand --rows - --rows-format ndjson t';
  const { stdout, stderr } = bash(folder.path, `${rows} | ${expand} | wc -l`);
  expect({ stdout: stdout.trim(), stderr }).toEqual({ stdout: "1000000", stderr: "" });
});
