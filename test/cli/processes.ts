import { type SpawnSyncReturns, spawnSync } from "node:child_process";
import { built } from "../built.ts";
import { executable } from "./executable.ts";

/** The built command. */
export const main = built("dist/cli/main.js");

/** How a process starts the command: the file, and its first arguments. */
export const program: readonly [file: string, ...args: string[]] =
  executable === undefined ? [process.execPath, main] : [executable];

/** Runs lines of bash in a folder, in which `varexpand` is the command. No file grows beyond 64 MiB. */
export function bash(folder: string, script: string): Pick<SpawnSyncReturns<string>, "status" | "stdout" | "stderr"> {
  const { status, stdout, stderr } = spawnSync(
    "bash",
    ["-c", `ulimit -f 65536; PROGRAM=("$@"); varexpand() { "\${PROGRAM[@]}" "$@"; }; ${script}`, "bash", ...program],
    {
      cwd: folder,
      encoding: "utf8",
      env: { ...process.env, NODE: process.execPath, MAIN: main },
      // With a socket as its standard input, bash takes itself for started by sshd, and reads the user's ~/.bashrc.
      stdio: ["ignore", "pipe", "pipe"],
    },
  );
  return { status, stdout, stderr };
}

/**
 * Code that is true if the file descriptor `args[0]` is the command's input: not a module, which some releases of Node.js
 * read with `fs.readSync`, and not a device for random values.
 */
export const IS_INPUT = String.raw`!/\.js$|^\/dev\//.test(fs.readlinkSync("/proc/self/fd/" + args[0]))`;
