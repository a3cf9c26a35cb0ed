/** `.varexpand.yaml`. */
import { mkdirSync } from "node:fs";
import { afterEach, describe, expect, test, vi } from "vitest";
import { InputError } from "../../../src/cli/frame/errors.ts";
import type { CommandIo } from "../../../src/cli/frame/io.ts";
import { isConfig, readLintConfig } from "../../../src/cli/lint-settings/config.ts";
import { nearestConfig } from "../../../src/cli/lint-settings/config-file.ts";
import { FolderPerTest } from "../temporary.ts";

const folder = new FolderPerTest();
const io = {} as CommandIo;
afterEach(() => vi.restoreAllMocks());
const read = (text: string) => readLintConfig(folder.file("a/.varexpand.yaml", text), io);

test("its name", () => {
  expect([".varexpand.yaml", "a/.varexpand.yaml", ".varexpand.yml", "x.varexpand.yaml"].map(isConfig)).toEqual([
    true,
    true,
    false,
    false,
  ]);
});

test("is the nearest one, up to the root of the repository", () => {
  folder.write({ ".varexpand.yaml": "", "repo/.git/HEAD": "", "repo/a/b/c": "" });
  expect(nearestConfig(folder.at("repo/a/b"))).toBeUndefined();
  folder.write({ "repo/.varexpand.yaml": "" });
  expect(nearestConfig(folder.at("repo/a/b"))).toBe(folder.at("repo/.varexpand.yaml"));
  folder.write({ "repo/a/b/.varexpand.yaml": "" });
  expect(nearestConfig(folder.at("repo/a/b"))).toBe(folder.at("repo/a/b/.varexpand.yaml"));
});

test("a directory with its name, even the working directory, cannot be read", () => {
  mkdirSync(folder.at(".varexpand.yaml"));
  vi.spyOn(process, "cwd").mockReturnValue(folder.at(".varexpand.yaml"));
  expect(() => readLintConfig(undefined, io, process.cwd())).toThrow(
    new InputError(`${folder.at(".varexpand.yaml")}: is a directory`),
  );
});

describe("what it says", () => {
  const functions = { dialectOf: expect.any(Function), isKnown: expect.any(Function), sources: [] };
  const nothing = { ...functions, options: {}, rules: new Map(), ignore: [], templates: [], envFiles: undefined };

  test("applies to its own folder", () => {
    expect(read("rules: {lost-dollar: off}\n")).toEqual({
      ...nothing,
      folder: folder.at("a"),
      rules: new Map([["lost-dollar", "off"]]),
    });
    expect(readLintConfig(undefined, io, folder.at("a/b")).rules.size).toBe(1);
  });

  test("is empty if the checked folder does not have one", () => {
    folder.file(".git/HEAD");
    expect(readLintConfig(undefined, io, folder.at("b"))).toEqual({ ...nothing, folder: folder.at("b") });
  });

  test.each(["", "# later\n", "---\n", "null\n", "rules:\nknown:\n"])("is empty: %j", (text) => {
    expect(read(text)).toEqual({ ...nothing, folder: folder.at("a") });
  });

  test.each([
    ["known: []\n---\nknown: []\n", "3:1: the configuration is one document"],
    ["[]\n", "1:1: expected a mapping"],
    ["none: 1\n", '1:1: unknown key "none"; known: rules, ignore, known, templates, envFiles'],
  ])("is wrong: %j", (text, message) => {
    expect(() => read(text)).toThrow(InputError);
    expect(() => read(text)).toThrow(message);
  });
});
