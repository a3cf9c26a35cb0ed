/**
 * Options that Node.js itself processes anywhere on the command line, before any code of this program runs. They have no
 * effect if a program of the package was started by its own name (see launcher.sh).
 */
import { UsageError } from "./errors.ts";

/** The file can set `NODE_OPTIONS`, which can load code. Node.js ignores these options after the first `--`. */
const ENV_FILE = /^--env-file(?:-if-exists)?(?:=|$)/;
/** Node.js 22 and later process these options after `--`, too. */
const CONFIG_FILE = /^--experimental-(?:default-)?config-file(?:=|$)/;

/** @throws UsageError for an option of Node.js, which may have executed code that the file names */
export function refuseNodeOptions(args: readonly string[]): void {
  const terminator = args.includes("--") ? args.indexOf("--") : args.length;
  const at = args.findIndex((arg, i) => CONFIG_FILE.test(arg) || (i < terminator && ENV_FILE.test(arg)));
  if (at === -1) return;
  const name = args[at]!.replace(/=.*/s, "");
  const hint = at < terminator ? "to set variables from a file, use --envfile FILE" : "pass it to the command in sh -c";
  throw new UsageError(`${name}: Node.js processes this option itself; ${hint}`);
}
