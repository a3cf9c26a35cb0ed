/** The built command as a shard in a system that fails: there is a whole part, or none. */
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { createWriteStream, ftruncateSync, openSync, readdirSync, readFileSync, writeSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { PIECE } from "../../../../src/cli/commands/expand/file.ts";
import { bash, IS_INPUT, main } from "../../processes.ts";
import { FolderPerTest } from "../../temporary.ts";

const folder = new FolderPerTest();
const names = () => readdirSync(folder.at("out")).sort();
const MEBIBYTE = 1 << 20;

/** Runs the command with a module that is loaded first and changes `node:fs`. */
function withFaults(preload: string, ...args: readonly string[]) {
  const code = `import fs from "node:fs"; import { syncBuiltinESMExports } from "node:module"; ${preload}; syncBuiltinESMExports();`;
  return spawnSync(process.execPath, ["--import", `data:text/javascript,${encodeURIComponent(code)}`, main, ...args], {
    cwd: folder.path,
    encoding: "utf8",
  });
}

describe("no space", () => {
  test("for the part: the file system is full", () => {
    folder.file("text", "$(A) some text\n".repeat(20_000));
    const { status, stderr } = bash(folder.path, "ulimit -f 100; varexpand expand --shard 0/2 -o out -e A=1 text");
    expect({ status, stderr }).toEqual({ status: 2, stderr: "varexpand: out/part-00000-of-00002: file too large\n" });
    expect(names()).toEqual(["job.json"]);
    expect(bash(folder.path, "varexpand expand --shard 0/2 -o out -e A=1 text").status).toBe(0);
    expect(names()).toEqual(["events-00000-of-00002.ndjson", "job.json", "part-00000-of-00002"]);
  });

  test("for the events", () => {
    folder.file("text", "$(A)\n".repeat(20_000));
    const { status, stderr } = bash(folder.path, "ulimit -f 500; varexpand expand --shard 0/1 -o out text");
    expect({ status, stderr }).toEqual({ status: 2, stderr: "varexpand: out/part-00000-of-00001: file too large\n" });
    expect(names()).toEqual(["job.json"]);
  });

  test("on a small disk", (context) => {
    // Only root may mount one, and not everywhere.
    const script = `mkdir out && mount -t tmpfs -o size=300k tmpfs out && {
      varexpand expand --shard 0/1 -o out -e A=1 text; echo "exit $?"; ls -A out; umount out; }`;
    folder.file("text", "$(A) some text\n".repeat(50_000));
    const { status, stdout, stderr } = bash(folder.path, script);
    context.skip(status !== 0, "no small disk can be mounted here");
    expect({ stdout, stderr }).toEqual({
      stdout: "exit 2\njob.json\n",
      stderr: "varexpand: out/part-00000-of-00001: no space left on device\n",
    });
  });

  test.each([
    ["fsyncSync", 2],
    ["renameSync", 1],
    ["renameSync", 2],
  ])("in %s, call %i", (call, nth) => {
    folder.file("text", "$(A)\n");
    const error = 'Object.assign(new Error("ENOSPC: no space left on device, x"), { code: "ENOSPC" })';
    // The first two are of job.json and its folder.
    const after = call === "fsyncSync" ? nth + 1 : nth;
    const preload = `const real = fs.${call}; let n = 0; fs.${call} = (...args) => { if (++n === ${after}) throw ${error}; return real(...args); }`;
    const { status, stderr } = withFaults(preload, "expand", "--shard", "0/1", "-o", "out", "-e", "A=1", "text");
    expect({ status, stderr }).toEqual({
      status: 2,
      stderr: "varexpand: out/part-00000-of-00001: no space left on device\n",
    });
    expect(names().filter((name) => name.startsWith(".") || name.startsWith("part-"))).toEqual([]);
  });
});

test("a file system without links", () => {
  folder.file("text", "$(A)\n");
  const preload = 'fs.linkSync = () => { throw Object.assign(new Error("EPERM: x, link"), { code: "EPERM" }); }';
  for (const index of [0, 1]) {
    const args = ["expand", "--shard", `${index}/2`, "-o", "out", "-e", "A=1", "text"];
    expect(withFaults(preload, ...args)).toMatchObject({ status: 0, stderr: "" });
  }
  expect(names().filter((name) => !name.startsWith("events-"))).toEqual([
    "job.json",
    "part-00000-of-00002",
    "part-00001-of-00002",
  ]);
});

describe("another process enters the folder at the same time", () => {
  const args = ["expand", "--shard", "0/2", "-o", "out", "-e", "A=1", "text"];
  const job = () => readFileSync(folder.at("out/job.json"), "utf8");
  /** Code that runs another process to its end. */
  const enter = (...other: string[]) =>
    `child.spawnSync(process.execPath, ${JSON.stringify([main, "expand", ...other, "-o", "out", "text"])})`;
  const withOther = (preload: string) => withFaults(`import child from "node:child_process"; ${preload}`, ...args);
  const refused = {
    status: 2,
    stderr:
      "varexpand: out/job.json: the folder belongs to another job, which differs in the variables; use another folder\n",
  };

  test("for the same job, and finishes first", () => {
    folder.file("text", "$(A)\n");
    const result = withOther(`const real = fs.readdirSync; let n = 0; fs.readdirSync = (...args) => {
      if (++n === 1) ${enter("--shard", "1/2", "-e", "A=1")};
      return real(...args);
    }`);
    expect(result).toMatchObject({ status: 0, stderr: "" });
    expect(names().filter((name) => name.startsWith("part-"))).toEqual(["part-00000-of-00002", "part-00001-of-00002"]);
  });

  test.each(["EEXIST", "EPERM"])("for another job, where link fails with %s", (code) => {
    folder.file("text", "$(A)\n");
    const result = withOther(`fs.linkSync = () => {
      ${enter("--shard", "1/2", "-e", "A=other")};
      fs.copyFileSync("out/job.json", "other.json");
      throw Object.assign(new Error("x"), { code: "${code}" });
    }`);
    expect(result).toMatchObject(refused);
    expect(job()).toBe(readFileSync(folder.at("other.json"), "utf8"));
    expect(names().filter((name) => name.startsWith("part-"))).toEqual(["part-00001-of-00002"]);
  });

  test("that has created job.json but not written it yet", () => {
    folder.file("text", "$(A)\n");
    expect(withFaults("", ...args).status).toBe(0);
    folder.file("job.json", job());
    folder.file("out/job.json");
    const result = withFaults(
      `const real = fs.openSync; let n = 0; fs.openSync = (path, ...rest) => {
        if (path === "out/job.json" && ++n === 2) fs.copyFileSync("job.json", path);
        return real(path, ...rest);
      }`,
      ...args.with(2, "1/2"),
    );
    expect(result).toMatchObject({ status: 0, stderr: "" });
  });
});

test("writes no part if a file changes while a shard reads it", () => {
  folder.file("text", "$(A)\n".repeat(10));
  const preload = `const real = fs.readSync;
    fs.readSync = (...args) => { if (${IS_INPUT}) fs.utimesSync("text", 1, 1); return real(...args); }`;
  const { status, stderr } = withFaults(preload, "expand", "--shard", "0/1", "-o", "out", "-e", "A=1", "text");
  expect({ status, stderr }).toEqual({
    status: 2,
    stderr: "varexpand: text: the file has changed since the shard began\n",
  });
  expect(names()).toEqual(["job.json"]);
});

describe("a shard that is stopped in the middle", () => {
  /** A shard that has begun to write, and goes on when something is written to the returned pipe. */
  async function begun() {
    folder.file("text", "$(A) some text\n".repeat(300_000));
    // After the first piece, every read waits for a byte.
    const preload = `const real = fs.readSync; let n = 0; fs.readSync = (fd, into, ...rest) => {
      if (into.length >= ${PIECE} && ++n === 3) { fs.writeSync(1, "middle"); real(0, Buffer.alloc(1)); }
      return real(fd, into, ...rest);
    }`;
    const code = `import fs from "node:fs"; import { syncBuiltinESMExports } from "node:module"; ${preload}; syncBuiltinESMExports();`;
    const args = ["expand", "--shard", "0/1", "-o", "out", "-e", "A=1", "text"];
    const child = spawn(
      process.execPath,
      ["--import", `data:text/javascript,${encodeURIComponent(code)}`, main, ...args],
      { cwd: folder.path, stdio: ["pipe", "pipe", "inherit"] },
    );
    await once(child.stdout, "data");
    return child;
  }
  const expected = "1 some text\n".repeat(300_000);
  const rerun = (...more: string[]) =>
    spawnSync(process.execPath, [main, "expand", "--shard", "0/1", "-o", "out", "-e", "A=1", ...more, "text"], {
      cwd: folder.path,
      encoding: "utf8",
    });

  test("killed: its files do not affect the next run, and --clean-temp removes them", async () => {
    const child = await begun();
    child.kill("SIGKILL");
    await once(child, "exit");
    expect(names().filter((name) => !name.startsWith("."))).toEqual(["job.json"]);
    expect(names().length).toBe(3);
    expect(rerun("--clean-temp")).toMatchObject({ status: 0, stderr: "out: removed 2 temporary files or folders\n" });
    expect(names()).toEqual(["events-00000-of-00001.ndjson", "job.json", "part-00000-of-00001"]);
    expect(readFileSync(folder.at("out/part-00000-of-00001"), "utf8") === expected).toBe(true);
  });

  test("SIGTERM: it removes its files", async () => {
    const child = await begun();
    child.kill("SIGTERM");
    child.stdin.end("x");
    expect(await once(child, "exit")).toEqual([null, "SIGTERM"]);
    expect(names()).toEqual(["job.json"]);
  });

  test("two at once: both succeed and write one part", async () => {
    const child = await begun();
    expect(rerun()).toMatchObject({ status: 0, stderr: "" });
    child.stdin.end("x");
    expect(await once(child, "exit")).toEqual([0, null]);
    expect(names()).toEqual(["events-00000-of-00001.ndjson", "job.json", "part-00000-of-00001"]);
    expect(readFileSync(folder.at("out/part-00000-of-00001"), "utf8") === expected).toBe(true);
  });
});

test("reads of a file of 1 TiB only the shard's range and a little around its ends", () => {
  const TEBIBYTE = 2 ** 40;
  const descriptor = openSync(folder.at("text"), "w");
  ftruncateSync(descriptor, TEBIBYTE);
  // The rest of the file has no line ends, and takes no room on the disk.
  const part = TEBIBYTE / 2 ** 19;
  const lines = "$(A) 456789012345678901234567890\n".repeat(70_000);
  writeSync(descriptor, lines, 3 * part - 1000);
  const preload = `const real = fs.readSync; let sum = 0;
    fs.readSync = (...args) => { const count = real(...args); if (${IS_INPUT}) sum += count; return count; };
    process.on("exit", () => fs.writeFileSync("sum", String(sum)))`;
  const args = ["expand", "--shard", `3/${2 ** 19}`, "-o", "out", "-e", "A=1", "text"];
  expect(withFaults(preload, ...args)).toMatchObject({ status: 0, stderr: "" });
  const written = readFileSync(folder.at("out/part-000003-of-524288"), "utf8");
  expect(written.slice(0, 66)).toBe("1 456789012345678901234567890\n1 456789012345678901234567890\n1 4567");
  expect(Number(readFileSync(folder.at("sum"), "utf8")) - part).toBeLessThan(10 * 65_536);
});

test("a line of 100 MB is read in pieces", async () => {
  const file = createWriteStream(folder.at("text"));
  const piece = Buffer.from("x$(A) ".repeat(MEBIBYTE / 8));
  for (let i = 0; i < 134; i++) if (!file.write(piece)) await once(file, "drain");
  file.end("\nlast\n");
  await once(file, "finish");
  const run = (index: number) =>
    spawnSync(process.execPath, [main, "expand", "--shard", `${index}/3`, "-o", "out", "-e", "A=", "text"], {
      cwd: folder.path,
      encoding: "utf8",
    });
  for (const index of [0, 1, 2]) expect(run(index)).toMatchObject({ status: 0, stderr: "" });
  const parts = [0, 1, 2].map((index) => readFileSync(folder.at(`out/part-0000${index}-of-00003`), "utf8"));
  expect(parts[0] === `${"x ".repeat((134 * MEBIBYTE) / 8)}\n`).toBe(true);
  expect(parts.slice(1)).toEqual(["", "last\n"]);
});
