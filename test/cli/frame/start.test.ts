import { afterEach, describe, expect, test, vi } from "vitest";
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

describe("the version of Node.js", () => {
  afterEach(() => vi.unstubAllGlobals());

  /** Starts a program that prints "started", as if this process had that version and these arguments. */
  async function startedOn(version: string, ...args: string[]) {
    const written: string[] = [];
    const stub = Object.create(process, {
      argv: { value: ["node", "varexpand", ...args] },
      env: { value: {} },
      exitCode: { value: 0, writable: true },
      stderr: { value: { write: (text: string) => written.push(text) } },
      versions: { value: { node: version } },
    });
    vi.stubGlobal("process", stub);
    // The module checks the version when it is loaded.
    const copy = `../../../src/cli/frame/start.ts?${version}-${args.length}`;
    const { start } = await import(/* @vite-ignore */ copy);
    await start(async () => ({ main: async () => void written.push("started") }));
    return { code: stub.exitCode, written };
  }

  test.each(["20.19.0", "20.20.2", "22.12.0", "22.20.1", "23.0.0", "24.1.0", "100.0.0"])(
    "%s is supported",
    async (version) => expect(await startedOn(version, "run")).toEqual({ code: 0, written: ["started"] }),
  );

  test.each(["0.12.18", "18.20.8", "19.19.0", "20.18.3", "20.9.0", "21.19.0", "22.11.0", "22.0.0"])(
    "%s is not supported: nothing is loaded, and the exit code is that of a failure of the command",
    async (version) => {
      const written = [`varexpand: unsupported Node.js ${version}; use 20.19 or a later 20.x, or 22.12 or later\n`];
      expect(await startedOn(version, "expand", "run")).toEqual({ code: 2, written });
      expect(await startedOn(version)).toEqual({ code: 2, written });
      expect(await startedOn(version, "run")).toEqual({ code: 125, written });
    },
  );
});
