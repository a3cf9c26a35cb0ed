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
