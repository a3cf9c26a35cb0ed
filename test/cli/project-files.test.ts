import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { InputError } from "../../src/cli/errors.ts";
import { findConfigFiles, readConfigFiles, readWithin } from "../../src/cli/project-files.ts";
import { VariablesError } from "../../src/variables/error.ts";

let root: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "varexpand-project-"));
});

afterEach(() => rmSync(root, { recursive: true }));

function write(path: string, text = ""): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}

describe("findConfigFiles", () => {
  test("finds every config file of the project, and no other file", () => {
    for (const path of ["garden.yml", "b/garden.yaml", "b/c/x.garden.yml", "a.garden.yaml", "a/.b.garden.yml"])
      write(path);
    for (const path of ["garden.env", "xgarden.yml", "garden.yml.bak", "b/garden.json", "Garden.yml"]) write(path);
    for (const path of [".git/garden.yml", "node_modules/x/garden.yml", "b/.hidden/garden.yml"]) write(path);
    mkdirSync(join(root, "d/garden.yml"), { recursive: true });
    expect(findConfigFiles(root)).toEqual([
      "a.garden.yaml",
      "a/.b.garden.yml",
      "b/c/x.garden.yml",
      "b/garden.yaml",
      "garden.yml",
    ]);
  });

  test("does not follow links to folders, which may lead back", () => {
    write("garden.yml");
    symlinkSync(root, join(root, "again"));
    expect(findConfigFiles(root)).toEqual(["garden.yml"]);
  });

  test("names a folder that is not there", () => {
    expect(() => findConfigFiles(join(root, "nope"))).toThrow(InputError);
    expect(() => findConfigFiles(join(root, "nope"))).toThrow(/nope: no such file or directory/);
  });
});

describe("readConfigFiles", () => {
  beforeEach(() => {
    write("garden.yml", "four");
    write("a/garden.yml", "\u00e4\u00f6");
    write("b/garden.yml", "seven77");
  });

  const refusal = (files: number, characters: number) => {
    try {
      readConfigFiles(root, files, characters);
    } catch (error) {
      if (error instanceof VariablesError) return { code: error.code, message: error.message };
      throw error;
    }
    return undefined;
  };

  test("gives the files in the order of their paths, up to both limits", () => {
    expect(readConfigFiles(root, 3, 13)).toEqual([
      { file: "a/garden.yml", text: "\u00e4\u00f6" },
      { file: "b/garden.yml", text: "seven77" },
      { file: "garden.yml", text: "four" },
    ]);
    expect(readConfigFiles(root)).toHaveLength(3);
  });

  test("refuses more files, and more text of all together", () => {
    expect(refusal(2, 13)).toEqual({
      code: "limit",
      message: "the project has more than 2 config files; divide the project",
    });
    expect(refusal(3, 12)).toEqual({
      code: "limit",
      message: "garden.yml: up to here, the project's config files have more than 12 characters; divide the project",
    });
    expect(refusal(3, 8)).toMatchObject({ message: expect.stringMatching(/^b\/garden\.yml: /) });
  });
});

describe("readWithin", () => {
  /** What reading it fails with. */
  function failure(path: string): VariablesError {
    try {
      readWithin(join(root, "action"), path, `action/${path}`);
    } catch (error) {
      if (error instanceof VariablesError) return error;
      throw error;
    }
    throw new Error("it was read");
  }

  beforeEach(() => {
    write("action/vars.env", "a=1\n");
    write("action/sub/vars.env", "a=2\n");
    write("secret.env", "a=secret\n");
    write("action-2/vars.env", "a=secret\n");
  });

  test.each([
    ["vars.env", "a=1\n"],
    ["./sub/../vars.env", "a=1\n"],
    ["sub/vars.env", "a=2\n"],
    ["nope.env", undefined],
    ["nope/vars.env", undefined],
    ["vars.env/vars.env", undefined],
  ])("%s", (path, text) => {
    expect(readWithin(join(root, "action"), path, path)).toBe(text);
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
    expect(failure(path).message).toContain(`the path leads out of ${join(root, "action")}`);
  });

  test("a link may stay within the folder, and not lead out of it", () => {
    symlinkSync("sub/vars.env", join(root, "action/inside.env"));
    symlinkSync("../secret.env", join(root, "action/outside.env"));
    symlinkSync("..", join(root, "action/up"));
    symlinkSync("nothing", join(root, "action/dangling.env"));
    expect(readWithin(join(root, "action"), "inside.env", "f")).toBe("a=2\n");
    expect(failure("outside.env")).toMatchObject({ code: "varfile-outside", file: "action/outside.env" });
    expect(failure("up/secret.env").message).toContain("a link leads out of");
    expect(readWithin(join(root, "action"), "dangling.env", "f")).toBeUndefined();
  });

  test("the folder itself may be reached by a link", () => {
    symlinkSync("action", join(root, "link"));
    expect(readWithin(join(root, "link"), "vars.env", "f")).toBe("a=1\n");
  });

  test("what is no file, or cannot be read, is an error that names it", () => {
    symlinkSync("loop.env", join(root, "action/loop.env"));
    execFileSync("mkfifo", [join(root, "action/pipe.env")]);
    for (const path of ["sub", "loop.env", "pipe.env"]) {
      expect(failure(path)).toMatchObject({ code: "varfile-unreadable", file: `action/${path}` });
      expect(failure(path).message).toMatch(`action/${path}: `);
    }
  });

  test("100 MB are refused without being read", () => {
    write("action/big.env");
    truncateSync(join(root, "action/big.env"), 100_000_000);
    expect(failure("big.env")).toMatchObject({
      code: "limit",
      message: "action/big.env: the file is larger than 16 MiB",
    });
  });

  test("a byte order mark is no part of the text, and what is not UTF-8 has its place named", () => {
    write("action/bom.json", "\ufeff{}");
    expect(readWithin(join(root, "action"), "bom.json", "f")).toBe("{}");
    writeFileSync(join(root, "action/latin1.env"), Buffer.from("a=1\nb=\xe9\n", "latin1"));
    expect(() => readWithin(join(root, "action"), "latin1.env", "latin1.env")).toThrow(
      "latin1.env:2:3: the file is not valid UTF-8",
    );
  });
});
