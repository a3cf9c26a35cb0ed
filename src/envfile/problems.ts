import { placeFinder } from "../text/position.ts";
import { scanEnvFile } from "../wasm/assignments.ts";
import { DONE } from "../wasm/codes.ts";
import { EnvFileError, envFileError } from "./error.ts";
import type { EnvFileOptions } from "./parse.ts";

/** Behind these errors, nothing can be read on its own. */
const LAST = ["unclosed-quote", "line-too-long", "file-too-large"];

/**
 * The first `limit` errors in a file: behind each, reading goes on in the next line. (Each costs a scan of the rest of the
 * file: hence the limit.)
 */
export function envFileProblems(source: Uint8Array, options: EnvFileOptions, limit: number): EnvFileError[] {
  const profile = options.profile ?? "design";
  const placeAt = placeFinder(source);
  const problems: EnvFileError[] = [];
  let start = 0;
  while (problems.length < limit) {
    const rest = source.subarray(start);
    const scan = scanEnvFile(rest, profile === "design");
    if (scan.status === DONE) break;
    const { code, offset } = envFileError(rest, scan, profile, options.path);
    problems.push(new EnvFileError(code, placeAt(start + offset), source, profile, options.path ?? ""));
    const lineEnd = source.indexOf(0x0a, start + offset);
    if (LAST.includes(code) || lineEnd === -1) break;
    start = lineEnd + 1;
  }
  return problems;
}
