/** Options that Node.js processes anywhere on its command line, before any code of this program runs. */
import { UsageError } from "./errors.ts";

/** Their file can set `NODE_OPTIONS`, and so name code to load. Node.js ignores them after the first `--`. */
const ENV_FILE = /^--env-file(?:-if-exists)?(?:=|$)/;
/** Node.js 22 and later process them after `--`, too. */
const CONFIG_FILE = /^--experimental-(?:default-)?config-file(?:=|$)/;

/** @throws UsageError for an option of Node.js: its file may have been executed, so nothing else must happen */
export function refuseNodeOptions(args: readonly string[]): void {
  const terminator = args.includes("--") ? args.indexOf("--") : args.length;
  const at = args.findIndex((arg, i) => CONFIG_FILE.test(arg) || (i < terminator && ENV_FILE.test(arg)));
  if (at === -1) return;
  const name = args[at]!.replace(/=.*/s, "");
  const hint = at < terminator ? "to set variables from a file, use --envfile FILE" : "pass it to the command in sh -c";
  throw new UsageError(`${name}: Node.js processes this option itself and may already have executed the file; ${hint}`);
}
