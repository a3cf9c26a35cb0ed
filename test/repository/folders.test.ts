import { expect, test } from "vitest";
import { Folders } from "../../src/repository/folders.ts";

test("each path is resolved once, and remains without a host that resolves", () => {
  const asked: string[] = [];
  const host = { list: () => undefined, read: () => undefined };
  const realPath = (path: string) => {
    asked.push(path);
    return `/real${path}`;
  };
  const folders = new Folders({ ...host, realPath });
  expect(["/a", "/b", "/a"].map((path) => folders.realPath(path))).toEqual(["/real/a", "/real/b", "/real/a"]);
  expect(asked).toEqual(["/a", "/b"]);
  expect(new Folders(host).realPath("/a")).toBe("/a");
});

test.each<[folder: string, top: string | undefined]>([
  ["/a/r/b/c", "/a/r"],
  ["/a/r", "/a/r"],
  ["/a/s/b/c", "/a/s"],
  ["/a/s", "/a/s"],
  ["/a/st", undefined],
  ["/", undefined],
])("the root of the repository of %s, or the outermost folder that is searched: %s", (folder, top) => {
  const list = (each: string) => (each === "/a/r" ? [".git/"] : []);
  const folders = new Folders({ list, read: () => undefined }, ["/a/s/b", "/a/s", "/a/r/b"]);
  expect(folders.topOf(folder)).toBe(top);
});
