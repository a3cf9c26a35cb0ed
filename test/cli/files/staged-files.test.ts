/** Files that appear together: all of them, or none. */
import * as fs from "node:fs";
import { chmodSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync } from "node:fs";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { OutputFolder } from "../../../src/cli/files/output-folder.ts";
import { StagedFiles } from "../../../src/cli/files/staged-files.ts";
import { FolderPerTest } from "../temporary.ts";

const faults = vi.hoisted((): { [name: string]: ((...args: never[]) => unknown) | undefined } => ({}));

vi.mock("node:fs", async (original) => {
  const real = await original<typeof fs>();
  const replaced = (["renameSync", "linkSync"] as const).map((name) => [
    name,
    (...args: never[]) => (faults[name] ?? (real[name] as (...args: never[]) => unknown))(...args),
  ]);
  return { ...real, ...Object.fromEntries(replaced) };
});

const folder = new FolderPerTest();
const read = (name: string) => readFileSync(folder.at(name), "utf8");
const staged = (name = "out") => new StagedFiles(new OutputFolder(folder.at(name), () => {}));
const all = () => readdirSync(folder.path, { recursive: true }).sort();
const lines: string[] = [];
const report = (line: string) => void lines.push(line);
const fail = (code: string) => {
  throw Object.assign(new Error(`${code}: ${code}, x`), { code });
};

beforeEach(() => {
  lines.length = 0;
});
afterEach(() => {
  for (const name of Object.keys(faults)) delete faults[name];
});

describe.each([
  ["that does not exist", false],
  ["that exists", true],
])("a folder %s", (_, exists) => {
  beforeEach(() => {
    if (exists) mkdirSync(folder.at("out/deep"), { recursive: true });
  });
  const before = () => (exists ? ["out", "out/deep"] : []);

  test("nothing appears before the end, then everything does", () => {
    const files = staged("out/deep");
    files.write("a", "1");
    files.append("b/c", "2");
    files.append("b/c", "3");
    const piece = files.create("b/d");
    piece.write(Buffer.from("4"));
    piece.write(Buffer.from("5"));
    piece.close();
    expect(all().filter((path) => !`${path}`.includes(".varexpand-"))).toEqual(before());
    files.commit(report);
    files.end();
    expect([read("out/deep/a"), read("out/deep/b/c"), read("out/deep/b/d"), lines]).toEqual(["1", "23", "45", []]);
    expect(all()).toEqual(["out", "out/deep", "out/deep/a", "out/deep/b", "out/deep/b/c", "out/deep/b/d"]);
  });

  test("without an end, nothing changes", () => {
    const files = staged("out/deep");
    files.write("a", "1");
    files.create("b").write(Buffer.from("2"));
    files.end();
    expect(all()).toEqual(before());
  });

  test("without files, nothing is made", () => {
    const files = staged("out/deep");
    files.commit(report);
    files.end();
    expect(all()).toEqual(before());
  });
});

test("a folder that another process makes in the meantime", () => {
  const files = staged("out/deep");
  files.write("b/c", "1");
  files.write("d", "2");
  folder.file("out/deep/b/old", "old");
  folder.file("out/deep/d", "old");
  files.commit(report);
  files.end();
  expect([read("out/deep/b/c"), read("out/deep/b/old"), read("out/deep/d")]).toEqual(["1", "old", "2"]);
  expect(readdirSync(folder.path)).toEqual(["out"]);
});

describe("a rename fails", () => {
  const prepare = () => {
    for (const name of ["a", "c"]) folder.file(`out/${name}`, `old ${name}`);
    chmodSync(folder.at("out/a"), 0o640);
    const files = staged();
    for (const name of ["a", "b", "new/deep/x", "c", "d"]) files.write(name, "new");
    return files;
  };
  const expectRestored = (files: StagedFiles) => {
    expect(() => files.commit(report)).toThrow(`${folder.at("out/c")}: EIO`);
    files.end();
    expect([read("out/a"), read("out/c"), statSync(folder.at("out/a")).mode & 0o777]).toEqual([
      "old a",
      "old c",
      0o640,
    ]);
    expect(all()).toEqual(["out", "out/a", "out/c"]);
  };

  test("what was there before is there again", async () => {
    const { renameSync } = await vi.importActual<typeof fs>("node:fs");
    faults.renameSync = ((from: string, to: string) =>
      to.endsWith("/c") ? fail("EIO") : renameSync(from, to)) as never;
    expectRestored(prepare());
  });

  test("where the file system has no hard links", async () => {
    const { renameSync } = await vi.importActual<typeof fs>("node:fs");
    faults.linkSync = () => fail("EPERM");
    faults.renameSync = ((from: string, to: string) =>
      to.endsWith("/c") ? fail("EIO") : renameSync(from, to)) as never;
    expectRestored(prepare());
  });

  test("of a folder that did not exist", () => {
    faults.renameSync = () => fail("EIO");
    const files = staged("new/deep");
    files.write("a", "1");
    expect(() => files.commit(report)).toThrow(`${folder.at("new/deep")}: EIO`);
    files.end();
    expect(all()).toEqual([]);
  });
});

test("warnings are reported once, with the number of files", () => {
  for (const name of ["a", "b", "c"]) {
    folder.file(`out/${name}`);
    fs.linkSync(folder.at(`out/${name}`), folder.at(name));
  }
  const files = staged();
  for (const name of ["a", "b", "c"]) files.write(name, "new");
  files.commit(report);
  files.end();
  expect(lines).toEqual([
    `${folder.at("out/a")}: replaced by a new file; the other hard link keeps the old content (and 2 more)`,
  ]);
});

test("a link that is planted after the check is not followed", () => {
  mkdirSync(folder.at("out"));
  mkdirSync(folder.at("elsewhere"));
  folder.file("secret", "secret");
  for (const [plant, name] of [
    [() => symlinkSync("../secret", folder.at("out/a")), "a"],
    [() => symlinkSync("../elsewhere", folder.at("out/b")), "b/a"],
  ] as const) {
    const files = staged();
    files.write("0", "1");
    files.write(name, "1");
    plant();
    expect(() => files.commit(report)).toThrow("is a symbolic link");
    files.end();
  }
  expect([read("secret"), all()]).toEqual(["secret", ["elsewhere", "out", "out/a", "out/b", "secret"]]);
});

test.each([
  ["a file", (path: string) => fs.writeFileSync(path, ""), "not a directory"],
  ["a link to nothing", (path: string) => symlinkSync("none", path), "is a symbolic link"],
])("%s is not a folder", (_, make, message) => {
  make(folder.at("out"));
  expect(() => staged()).toThrow(message);
  expect(() => staged("out/deep")).toThrow(message);
});

test("a folder that is named through a link is the user's choice; .. after a folder that does not exist is an error", () => {
  mkdirSync(folder.at("real"));
  symlinkSync("real", folder.at("link"));
  const files = staged("link");
  files.write("a", "1");
  files.commit(report);
  files.end();
  expect(read("real/a")).toBe("1");
  expect(() => new OutputFolder(`${folder.path}/none/../out`, () => {})).toThrow("no such file or directory");
});
