import * as fs from "node:fs";
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync } from "node:fs";
import { setImmediate } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { writeAtomically } from "../../../src/cli/files/atomic-write.ts";
import { temporaryId } from "../../../src/cli/files/temporary-file.ts";
import { InputError } from "../../../src/cli/frame/errors.ts";
import { fullDevice, TemporaryFolder } from "../temporary.ts";

const faults = vi.hoisted((): { [name: string]: ((...args: never[]) => unknown) | undefined } => ({}));

vi.mock("node:fs", async (original) => {
  const real = await original<typeof fs>();
  const replaced = (["writeSync", "renameSync", "fchownSync", "fchmodSync"] as const).map((name) => [
    name,
    (...args: never[]) => (faults[name] ?? (real[name] as (...args: never[]) => unknown))(...args),
  ]);
  return { ...real, ...Object.fromEntries(replaced) };
});

const folder = new TemporaryFolder();
const at = (name: string) => folder.at(`out/${name}`);
const names = () => readdirSync(at(".")).sort();
const MEBIBYTE = 1 << 20;

beforeEach(() => mkdirSync(at("."), { recursive: true }));
afterEach(() => {
  fs.rmSync(at("."), { recursive: true });
  for (const name of Object.keys(faults)) delete faults[name];
  vi.restoreAllMocks();
});

const signals = () => ["SIGINT", "SIGTERM", "SIGHUP"].map((signal) => process.listenerCount(signal));

test("writes a new file as the user's mask has it", async () => {
  const mask = process.umask(0o027);
  await writeAtomically(at("new"), "1").finally(() => process.umask(mask));
  expect(readFileSync(at("new"), "utf8")).toBe("1");
  expect(statSync(at("new")).mode & 0o777).toBe(0o640);
});

test.each([0o600, 0o666, 0o751, 0o4755, 0o2751, 0o1644])("takes an old one's place, with its mode %o", async (mode) => {
  folder.file("out/old", "1");
  chmodSync(at("old"), mode);
  await writeAtomically(at("old"), "2");
  expect(readFileSync(at("old"), "utf8")).toBe("2");
  expect(statSync(at("old")).mode & 0o7777).toBe(mode);
  expect(names()).toEqual(["old"]);
});

test.each([
  ["a file", "file"],
  ["a file elsewhere", "../elsewhere"],
  ["a folder", "."],
  ["a device", "/dev/null"],
  ["nothing", "none"],
  ["itself", "link"],
])("does not write through a link to %s", async (_, to) => {
  folder.file("elsewhere", "1");
  folder.file("out/file", "1");
  symlinkSync(to, at("link"));
  await expect(writeAtomically(at("link"), "2")).rejects.toThrow(
    new InputError(`${at("link")}: is a symbolic link; write to the file that it refers to, or remove the link`),
  );
  expect([readFileSync(folder.at("elsewhere"), "utf8"), readFileSync(at("file"), "utf8")]).toEqual(["1", "1"]);
  expect([fs.readlinkSync(at("link")), names()]).toEqual([to, ["file", "link"]]);
});

test("keeps the owner where that is allowed, and otherwise reports it and drops setuid and setgid", async ({
  skip,
}) => {
  skip(process.getuid?.() !== 0, "only root may give files away");
  folder.file("out/old", "1");
  fs.chownSync(at("old"), 12345, 54321);
  await writeAtomically(at("old"), "2");
  expect(statSync(at("old"))).toMatchObject({ uid: 12345, gid: 54321 });
  faults.fchownSync = () => {
    throw Object.assign(new Error("EPERM: operation not permitted, fchown"), { code: "EPERM" });
  };
  chmodSync(at("old"), 0o6755);
  const lines: string[] = [];
  await writeAtomically(at("old"), "3", (line) => lines.push(line));
  expect(readFileSync(at("old"), "utf8")).toBe("3");
  const { uid, mode } = statSync(at("old"));
  expect({ uid, mode: mode & 0o7777 }).toEqual({ uid: 0, mode: 0o755 });
  const reason = "the new file has a different owner or group; this user is not allowed to set the old one";
  expect(lines).toEqual([`${at("old")}: ${reason}`]);
});

test("reports other hard links, which keep the old content", async () => {
  folder.file("out/old", "1");
  const lines: string[] = [];
  const report = (line: string) => lines.push(line);
  for (const [i, others] of ["the other hard link keeps", "the 2 other hard links keep"].entries()) {
    for (let link = 0; link <= i; link++) fs.linkSync(at("old"), at(`link-${i}-${link}`));
    await writeAtomically(at("old"), `${i + 2}`, report);
    expect(readFileSync(at(`link-${i}-0`), "utf8")).toBe(`${i + 1}`);
    expect(lines.pop()).toBe(`${at("old")}: replaced by a new file; ${others} the old content`);
  }
  await writeAtomically(at("old"), "4", report);
  expect(lines).toEqual([]);
});

test("other users cannot read it before it has its mode", async () => {
  folder.file("out/old", "1");
  chmodSync(at("old"), 0o604);
  let before: number | undefined;
  faults.fchmodSync = () => {
    before = statSync(at(names().find((name) => name !== "old")!)).mode & 0o777;
  };
  await writeAtomically(at("old"), "2");
  expect(before).toBe(0o600);
});

test("writes all where the system takes a little at a time", async () => {
  const { writeSync } = await vi.importActual<typeof fs>("node:fs");
  faults.writeSync = ((descriptor: number, bytes: Uint8Array, from: number, length: number) =>
    writeSync(descriptor, bytes, from, Math.min(length, 100_001))) as never;
  const text = "é€x".repeat(300_000);
  await writeAtomically(at("new"), text);
  expect(readFileSync(at("new"), "utf8") === text).toBe(true);
});

test("a name as long as names can be", async () => {
  const name = "n".repeat(255);
  await writeAtomically(at(name), "1");
  await writeAtomically(at(name), "2");
  expect(names()).toEqual([name]);
  expect(readFileSync(at(name), "utf8")).toBe("2");
});

test("a file that cannot be written is named, and no temporary file remains", async () => {
  folder.file("out/file", "1");
  symlinkSync("loop", at("loop"));
  const full = fullDevice(at("full"));
  const before = names();
  const long = at("n".repeat(256));
  for (const [path, words] of [
    [at("."), "is a directory"],
    [at("none/x"), "no such file or directory"],
    [at("file/x"), "not a directory"],
    [at("loop"), "is a symbolic link; write to the file that it refers to, or remove the link"],
    [long, "name too long"],
    [at("nul\0"), "a file's name cannot contain NUL"],
    [full, "no space left on device"],
    ["/dev/fd/999", "bad file descriptor"],
  ] as const) {
    const name = path.replace("\0", "\\u0000");
    await expect(writeAtomically(path, "x")).rejects.toThrow(new InputError(`${name}: ${words}`));
  }
  expect(names()).toEqual(before);
});

describe.each(["writeSync", "fchmodSync", "renameSync"])("%s fails", (name) => {
  test("the old file stays, and nothing is left", async () => {
    folder.file("out/old", "1");
    const listeners = signals();
    faults[name] = () => {
      expect(names()).toHaveLength(2);
      throw Object.assign(new Error("ENOSPC: no space left on device, x"), { code: "ENOSPC" });
    };
    await expect(writeAtomically(at("old"), "2")).rejects.toThrow(
      new InputError(`${at("old")}: no space left on device`),
    );
    expect(readFileSync(at("old"), "utf8")).toBe("1");
    expect(names()).toEqual(["old"]);
    expect(signals()).toEqual(listeners);
  });
});

test("a file of someone else under the temporary name stays", async () => {
  vi.spyOn(crypto, "randomUUID").mockReturnValue("taken" as never);
  const temporary = `.varexpand-${temporaryId()}.tmp`;
  folder.file(`out/${temporary}`, "foreign");
  folder.file(`out/new.${process.pid}.tmp`, "foreign too");
  await expect(writeAtomically(at("new"), "1")).rejects.toThrow(new InputError(`${at("new")}: file already exists`));
  expect(names()).toEqual([temporary, `new.${process.pid}.tmp`]);
  expect(readFileSync(at(temporary), "utf8")).toBe("foreign");
});

test("two at once: one of the two, whole, at every moment", async () => {
  const texts = ["1", "2"].map((digit) => digit.repeat(3 * MEBIBYTE));
  let isDone = false;
  const writing = Promise.all(texts.map((text) => writeAtomically(at("both"), text))).finally(() => {
    isDone = true;
  });
  let looks = 0;
  while (!isDone) {
    if (existsSync(at("both"))) expect(texts.includes(readFileSync(at("both"), "utf8"))).toBe(true);
    looks++;
    await setImmediate();
  }
  await writing;
  expect(looks).toBeGreaterThan(1);
  expect(texts.includes(readFileSync(at("both"), "utf8"))).toBe(true);
  expect(names()).toEqual(["both"]);
});

describe.each([
  ["SIGINT", 130],
  ["SIGTERM", 143],
  ["SIGHUP", 129],
] as const)("%s", (signal, code) => {
  /** Where the signal kills, nothing comes after it; here, an exit does instead. */
  function watchEnd() {
    const kill = vi.spyOn(process, "kill").mockReturnValue(true);
    const exit = vi.spyOn(process, "exit").mockImplementation((code) => {
      throw new Error(`exit ${code}`);
    });
    return { kill, exit };
  }

  test("while it is written: the old file stays, nothing is left, and the process ends by the signal", async () => {
    folder.file("out/old", "1");
    const listeners = signals();
    const { kill } = watchEnd();
    const { writeSync } = await vi.importActual<typeof fs>("node:fs");
    let writes = 0;
    faults.writeSync = ((...args: Parameters<typeof writeSync>) => {
      writes++;
      process.emit(signal, signal);
      return writeSync(...args);
    }) as never;
    await expect(writeAtomically(at("old"), "2".repeat(5 * MEBIBYTE))).rejects.toThrow(`exit ${code}`);
    expect(writes).toBe(1);
    expect(kill.mock.calls).toEqual([[process.pid, signal]]);
    expect(readFileSync(at("old"), "utf8")).toBe("1");
    expect(names()).toEqual(["old"]);
    expect(signals()).toEqual(listeners);
  });

  test("when it takes its place: it is whole, and the process ends by the signal", async () => {
    watchEnd();
    const { renameSync } = await vi.importActual<typeof fs>("node:fs");
    faults.renameSync = ((...args: Parameters<typeof renameSync>) => {
      renameSync(...args);
      process.emit(signal, signal);
    }) as never;
    await expect(writeAtomically(at("new"), "2")).rejects.toThrow(`exit ${code}`);
    expect(readFileSync(at("new"), "utf8")).toBe("2");
    expect(names()).toEqual(["new"]);
  });
});
