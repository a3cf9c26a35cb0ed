import { execFileSync } from "node:child_process";
import { symlinkSync, truncateSync } from "node:fs";
import { beforeEach, describe, expect, test } from "vitest";
import { InputError } from "../../../src/cli/frame/errors.ts";
import {
  CONFIG_FILES_LIMIT,
  CONFIG_TEXT_LIMIT,
  configFileReader,
  configFilesIn,
  findConfigFiles,
  isConfigFile,
  readWithin,
  type Scan,
} from "../../../src/cli/projects/project-files.ts";
import { VariablesError } from "../../../src/garden/variables/error.ts";
import { FolderPerTest } from "../temporary.ts";

const folder = new FolderPerTest();

/** Writes empty files. Returns the config files; `isConfigFile` gives the same answers. */
function configFilesOf(
  paths: readonly string[],
  scan: Scan = { ignoreFiles: [".gardenignore"], isScanned: () => true },
) {
  for (const path of paths) folder.file(path);
  const found = findConfigFiles(folder.path, scan);
  expect(paths.filter((path) => isConfigFile(folder.path, path, scan)).sort()).toEqual(found);
  return found;
}

describe("findConfigFiles", () => {
  test("finds every config file of the project, and no other file", () => {
    const names = ["garden.yml", ".garden.yml", "a.garden.yaml"];
    const below = ["a/.b.garden.yml", "b/garden.yaml", "b/.hidden/garden.yml", "b/c/x.garden.yml"];
    const found = [...names, ...below, "b/debug-info-2/garden.yml", "c/garden.yml/garden.yml"];
    const others = ["garden.env", "xgarden.yml", "garden.yml.bak", "b/garden.json", "Garden.yml"];
    const skipped = [".git", "node_modules/x", "b/.garden", "b/node_modules", "debug-info-1", "debug-info/x"];
    const inSkipped = skipped.map((path) => `${path}/garden.yml`);
    expect(configFilesOf([...found, ...others, ...inSkipped])).toEqual(found.sort());
  });

  test("only files that the project scans, and that no ignore file excludes", () => {
    folder.write({ ".ignored": "b\n", "a/.ignored": "/x.garden.yml\n", ".gardenignore": "*\n" });
    const paths = ["garden.yml", "a/garden.yml", "a/x.garden.yml", "a/c/x.garden.yml", "b/garden.yml", "d/garden.yml"];
    const scan = { ignoreFiles: [".ignored", "none"], isScanned: (path: string) => !path.startsWith("d/") };
    expect(configFilesOf(paths, scan)).toEqual(["a/c/x.garden.yml", "a/garden.yml", "garden.yml"]);
  });

  test("excludes what .gardenignore files list, relative to their folders", () => {
    folder.file(".gardenignore", "# vendor\nvendor/\n*.tmp.garden.yml\n/only-here\n!kept.tmp.garden.yml\n");
    folder.file("b/.gardenignore", "c\r\n/d/*/x.garden.yml\n**/e/**\n");
    const left = [
      "b/f/c.garden.yml",
      "b/only-here/garden.yml",
      "garden.yml",
      "kept.tmp.garden.yml",
      "b/d/x.garden.yml",
    ];
    const out = ["vendor/garden.yml", "b/vendor/a/garden.yml", "a.tmp.garden.yml", "only-here/garden.yml"];
    const below = ["b/c/garden.yml", "b/f/c/garden.yml", "b/d/1/x.garden.yml", "b/g/e/h/garden.yml"];
    expect(configFilesOf([...left, ...out, ...below])).toEqual(left.sort());
  });

  test("does not follow links to folders, which can be circular", () => {
    folder.file("garden.yml");
    symlinkSync(folder.path, folder.at("again"));
    expect(findConfigFiles(folder.path)).toEqual(["garden.yml"]);
  });

  test("names a missing folder", () => {
    expect(() => findConfigFiles(folder.at("nope"))).toThrow(InputError);
    expect(() => findConfigFiles(folder.at("nope"))).toThrow(/nope: no such file or directory/);
  });
});

describe("configFileReader", () => {
  beforeEach(() => {
    folder.file("a/garden.yml", "\u00e4\u00f6");
    folder.file("b/garden.yml", "seven77");
    folder.file("garden.yml", "four");
  });

  const FILES = ["a/garden.yml", "b/garden.yml", "garden.yml"];

  const refusal = (action: () => unknown) => {
    try {
      action();
    } catch (error) {
      if (error instanceof VariablesError) return { code: error.code, message: error.message };
      throw error;
    }
    return undefined;
  };

  test("reads files in order, up to a total limit", () => {
    expect([...FILES, "c/garden.yml"].map(configFileReader(folder.path, 13))).toEqual([
      { file: "a/garden.yml", text: "\u00e4\u00f6" },
      { file: "b/garden.yml", text: "seven77" },
      { file: "garden.yml", text: "four" },
      undefined,
    ]);
    expect(refusal(() => FILES.map(configFileReader(folder.path, 12)))).toEqual({
      code: "limit",
      message:
        "garden.yml: the project's config files have more than 12 characters, including this file; split the project",
    });
    expect(refusal(() => FILES.map(configFileReader(folder.path, 8)))).toMatchObject({
      message: expect.stringMatching(/^b\/garden\.yml: /),
    });
  });

  test("reads at most ten thousand files and 64 Mi characters by default", () => {
    expect({ CONFIG_FILES_LIMIT, CONFIG_TEXT_LIMIT }).toEqual({
      CONFIG_FILES_LIMIT: 10_000,
      CONFIG_TEXT_LIMIT: 67_108_864,
    });
  });

  test("rejects more files", () => {
    expect(findConfigFiles(folder.path, undefined, 3)).toEqual(FILES);
    expect(refusal(() => findConfigFiles(folder.path, undefined, 2))).toEqual({
      code: "limit",
      message: "the project has more than 2 config files; split the project",
    });
  });

  test("the files in the folder itself", () => {
    folder.file("x.garden.yml");
    folder.file("y.yml");
    expect(configFilesIn(folder.path)).toEqual(["garden.yml", "x.garden.yml"]);
  });
});

describe("readWithin", () => {
  /** What reading it fails with. */
  function failure(path: string): VariablesError {
    try {
      readWithin(folder.at("action"), path, `action/${path}`);
    } catch (error) {
      if (error instanceof VariablesError) return error;
      throw error;
    }
    throw new Error("it was read");
  }

  beforeEach(() => {
    folder.file("action/vars.env", "a=1\n");
    folder.file("action/sub/vars.env", "a=2\n");
    folder.file("secret.env", "a=secret\n");
    folder.file("action-2/vars.env", "a=secret\n");
  });

  test.each([
    ["vars.env", "a=1\n"],
    ["./sub/../vars.env", "a=1\n"],
    ["sub/vars.env", "a=2\n"],
    ["nope.env", undefined],
    ["nope/vars.env", undefined],
    ["vars.env/vars.env", undefined],
  ])("%s", (path, text) => {
    expect(readWithin(folder.at("action"), path, path)).toBe(text);
  });

  test.each([
    "../secret.env",
    "sub/../../secret.env",
    "../action-2/vars.env",
    "../nope.env",
    "..",
    ".",
    "/etc/hostname",
  ])("%s leads out of the folder", (path) => {
    expect(failure(path)).toMatchObject({ code: "varfile-outside", file: `action/${path}` });
    expect(failure(path).message).toContain(`the path leads out of ${folder.at("action")}`);
  });

  test("follows a link within the folder, but not out of it", () => {
    symlinkSync("sub/vars.env", folder.at("action/inside.env"));
    symlinkSync("../secret.env", folder.at("action/outside.env"));
    symlinkSync("..", folder.at("action/up"));
    symlinkSync("nothing", folder.at("action/dangling.env"));
    expect(readWithin(folder.at("action"), "inside.env", "f")).toBe("a=2\n");
    expect(failure("outside.env")).toMatchObject({ code: "varfile-outside", file: "action/outside.env" });
    expect(failure("up/secret.env").message).toContain("a link leads out of");
    expect(readWithin(folder.at("action"), "dangling.env", "f")).toBeUndefined();
  });

  test("accepts a link to the folder itself", () => {
    symlinkSync("action", folder.at("link"));
    expect(readWithin(folder.at("link"), "vars.env", "f")).toBe("a=1\n");
  });

  test("a path that is not a file, or cannot be read, is an error that names it", () => {
    symlinkSync("loop.env", folder.at("action/loop.env"));
    execFileSync("mkfifo", [folder.at("action/pipe.env")]);
    for (const path of ["sub", "loop.env", "pipe.env"]) {
      expect(failure(path)).toMatchObject({ code: "varfile-unreadable", file: `action/${path}` });
      expect(failure(path).message).toMatch(`action/${path}: `);
    }
  });

  test("rejects 100 MB without reading them", () => {
    folder.file("action/big.env");
    truncateSync(folder.at("action/big.env"), 100_000_000);
    expect(failure("big.env")).toMatchObject({
      code: "limit",
      message: "action/big.env: the file is larger than 16 MiB",
    });
  });

  test("removes a byte order mark, and reports the position of bytes that are not UTF-8", () => {
    folder.file("action/bom.json", "\ufeff{}");
    expect(readWithin(folder.at("action"), "bom.json", "f")).toBe("{}");
    folder.file("action/latin1.env", Buffer.from("a=1\nb=\xe9\n", "latin1"));
    expect(() => readWithin(folder.at("action"), "latin1.env", "latin1.env")).toThrow(
      "latin1.env:2:3: the file is not valid UTF-8",
    );
  });
});
