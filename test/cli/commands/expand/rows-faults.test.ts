/** `varexpand expand --rows` when something fails in the middle: no file is partial, and every error is reported. */
import { appendFileSync, existsSync, readdirSync, readFileSync } from "node:fs";
import { beforeEach, describe, expect, test } from "vitest";
import { runInMemory } from "../../memory-io.ts";
import { bash } from "../../processes.ts";
import { FolderPerTest } from "../../temporary.ts";

const folder = new FolderPerTest();
const ROWS = 20_000;

beforeEach(() => {
  folder.file("t", "$(A)-$(A)\n");
  folder.file("r.ndjson", Array.from({ length: ROWS }, (_, i) => `{"A":${i}}\n`).join(""));
});

/** The numbers of the files that are not complete, and of the temporary files and folders. */
function leftIn(name: string): { partial: number; temporary: number; complete: number } {
  const left = { partial: 0, temporary: 0, complete: 0 };
  for (const file of readdirSync(folder.at(name))) {
    const isComplete = () => readFileSync(folder.at(`${name}/${file}`), "utf8") === `${file}-${file}\n`;
    left[file.startsWith(".") ? "temporary" : isComplete() ? "complete" : "partial"]++;
  }
  return left;
}

/** Ends a run that has written 100 files to its temporary folder. */
const end = (signal: string, out = "out") =>
  `"$NODE" "$MAIN" expand --rows r.ndjson -o '${out}/{A}' t & until [ -e .varexpand-*/new/${out}/100 -o -e ${out}/.varexpand-*/new/100 ]; do sleep 0.01; done; kill -${signal} $!; wait $!`;

describe.each([
  ["a folder that does not exist", [], "out"],
  ["a folder that exists", ["5", "7"], "out"],
  ["folders that do not exist", [], "out/deep"],
] as const)("%s", (_, existing, out) => {
  beforeEach(() => {
    for (const name of existing) folder.file(`${out}/${name}`, `${name}-${name}\n`);
  });
  const expectUnchanged = () => {
    if (existing.length > 0) expect(leftIn(out)).toEqual({ partial: 0, temporary: 0, complete: existing.length });
    expect(readdirSync(folder.path).sort()).toEqual(existing.length > 0 ? ["out", "r.ndjson", "t"] : ["r.ndjson", "t"]);
  };

  test("a run that is killed leaves only what --clean-temp removes", { timeout: 120_000 }, () => {
    bash(folder.path, end("9", out));
    const isNamed = (name: string) => !name.startsWith(".");
    expect(readdirSync(folder.path).filter(isNamed).sort()).toEqual(
      existing.length > 0 ? ["out", "r.ndjson", "t"] : ["r.ndjson", "t"],
    );
    const cleaned = `varexpand expand --clean-temp -o '${out}/{A}'`;
    expect(bash(folder.path, cleaned).stderr).toBe(`${out}/{A}: removed 1 temporary file or folder\n`);
    expectUnchanged();
  });

  test.each(["TERM", "INT", "HUP"])("a run that is ended by SIG%s leaves nothing", { timeout: 120_000 }, (signal) => {
    bash(folder.path, `set -m; ${end(signal, out)}`);
    expectUnchanged();
  });

  test("two runs can write the same files", { timeout: 120_000 }, () => {
    const script = `varexpand expand --rows s.ndjson -o '${out}/{A}' t`;
    const { status, stderr } = bash(folder.path, `head -500 r.ndjson > s.ndjson; ${script} & ${script} && wait $!`);
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
    expect(leftIn(out)).toEqual({ partial: 0, temporary: 0, complete: 500 });
    expect(readdirSync(folder.path).sort()).toEqual(["out", "r.ndjson", "s.ndjson", "t"]);
  });
});

test("a closed pipe ends the run without a message", { timeout: 120_000 }, () => {
  const { stdout, stderr } = bash(folder.path, "varexpand expand --rows r.ndjson t | head -1");
  expect({ stdout, stderr }).toEqual({ stdout: "0-0\n", stderr: "" });
});

test.skipIf(!existsSync("/dev/full"))("a full disk is an error", { timeout: 120_000 }, () => {
  const { status, stderr } = bash(folder.path, "varexpand expand --rows r.ndjson t > /dev/full");
  expect({ status, stderr }).toEqual({ status: 2, stderr: "varexpand: <stdout>: no space left on device\n" });
});

test.each([
  ["-o 'out/{A}'", "size=64k,nr_inodes=200"],
  ["--append -o 'out/{A}'", "size=64k,nr_inodes=200"],
  ["--append -o 'out/{A}'", "size=400k"],
  ["-o 'out/new/{A}'", "size=400k"],
  ["-o out/all", "size=64k"],
])("a full disk: %s (%s) changes nothing", { timeout: 120_000 }, (output, options) => {
  const mounted = `mkdir out && mount -t tmpfs -o ${options} tmpfs out 2> /dev/null || exit 0; echo old > out/1`;
  const run = `varexpand expand --rows r.ndjson ${output} t; code=$?`;
  const { stdout, stderr } = bash(folder.path, `${mounted}; ${run}; cp -r out copy; umount out; echo $code`);
  // Not every container can mount a file system.
  if (stdout === "") return;
  expect(stdout).toBe("2\n");
  expect(stderr).toMatch(/^varexpand: (?:r\.ndjson:\d+: row \d+: )?out\/(?:new\/)?\w+: no space left on device\n$/);
  expect(readdirSync(folder.at("copy"))).toEqual(["1"]);
  expect(readFileSync(folder.at("copy/1"), "utf8")).toBe("old\n");
});

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
