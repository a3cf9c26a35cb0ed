import { mkdirSync, rmSync, symlinkSync } from "node:fs";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { descriptorOf } from "../../../src/cli/files/descriptor-path.ts";
import { TemporaryFolder } from "../temporary.ts";

const folder = new TemporaryFolder();
const at = (name: string) => folder.at(`out/${name}`);

beforeEach(() => mkdirSync(at("."), { recursive: true }));
afterEach(() => rmSync(at("."), { recursive: true }));

describe("descriptorOf", () => {
  test.each([
    ["/dev/stdin", 0],
    ["/dev/stdout", 1],
    ["/dev/stderr", 2],
    ["/dev/fd/17", 17],
    ["/proc/self/fd/0", 0],
    [`/proc/${process.pid}/fd/1`, 1],
    ["/proc/thread-self/fd/1", 1],
    ["/dev/../dev/fd/3", 3],
    ["/proc/1/fd/1", process.pid === 1 ? 1 : undefined],
    ["/dev/null", undefined],
    ["/dev/fd", undefined],
    ["/dev/fd/x", undefined],
    ["/none/fd/1", undefined],
    ["/none/dev/stdout", undefined],
    ["/dev/stdout/none", undefined],
  ])("%s: %j", (path, expected) => {
    expect(descriptorOf(path)).toBe(expected);
  });

  test("links, and links to links, are followed; an endless chain ends", () => {
    symlinkSync("/dev/fd/5", at("one"));
    symlinkSync("one", at("two"));
    symlinkSync("/proc/self/fd", at("folder"));
    symlinkSync("loop", at("loop"));
    folder.file("out/file", "");
    expect(["one", "two", "folder/7", "loop", "file", "none"].map((name) => descriptorOf(at(name)))).toEqual([
      5,
      5,
      7,
      undefined,
      undefined,
      undefined,
    ]);
  });
});
