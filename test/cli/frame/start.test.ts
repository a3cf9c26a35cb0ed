import { expect, test } from "vitest";
import { compileCacheFolder } from "../../../src/cli/frame/start.ts";

test.each([
  [{ HOME: "/home/u" }, "/home/u/.cache/varexpand"],
  [{ HOME: "/home/u", XDG_CACHE_HOME: "/var/caches/u" }, "/var/caches/u/varexpand"],
  [{ HOME: "/home/u", XDG_CACHE_HOME: "relative" }, "/home/u/.cache/varexpand"],
  [{ HOME: "relative" }, undefined],
  [{}, undefined],
])("compiled code is cached below the user's home, never in a shared folder: %j", (env, folder) => {
  expect(compileCacheFolder(env)).toBe(folder);
});
