import { expect, test } from "vitest";
import { baseName, foldersAbove, parentOf, pathFrom } from "../../src/text/paths.ts";

test.each([
  ["/a/b", "/a", "b"],
  ["/a", "/", "a"],
  ["/", "/", ""],
])("%s is in %s, and is named %j", (path, folder, name) => {
  expect([parentOf(path), baseName(path)]).toEqual([folder, name]);
});

test.each([
  ["/a", "b", "/a/b"],
  ["/a/", "./b//c/.", "/a/b/c"],
  ["/a/b", "../../../c", "/c"],
  ["/a", "/b/../c", "/c"],
  ["/", "", "/"],
])("from %s, %j is %s", (folder, name, path) => expect(pathFrom(folder, name)).toBe(path));

test.each([
  ["/a/b/c", ["/a/b", "/a", "/"]],
  ["/a", ["/"]],
  ["/", ["/"]],
])("the folders above %s are %j", (path, folders) => expect(foldersAbove(path)).toEqual(folders));
