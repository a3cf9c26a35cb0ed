import { checkString } from "../text/argument.ts";
import { placeFinder } from "../text/position.ts";
import { scanEnvFile } from "../wasm/assignments.ts";
import { DONE } from "../wasm/codes.ts";
import { stableSource } from "../wasm/input-bytes.ts";
import { keptSource } from "./decoded.ts";
import { EnvFile } from "./envfile.ts";
import { EnvFileError, envFileError } from "./error.ts";
import type { Profile } from "./profile.ts";

/** The options of `parseEnvFile` and `readEnvFileKey`. */
export interface EnvFileOptions {
  /** Default: `design`. */
  readonly profile?: Profile;
  /** The file's path, which one of the kubelet's messages contains. */
  readonly path?: string;
}

/**
 * Parses a KEP-3721 env file of `NAME='value'` assignments. Values are literal, in apostrophes, and can have several
 * lines. The source is copied, so callers can reuse its buffer.
 *
 * @throws EnvFileError at the first error
 * @example parseEnvFile("# db\nHOST='db'\nPORT='5432'\n").toObject() // { HOST: "db", PORT: "5432" }
 */
export function parseEnvFile(source: string | Uint8Array, options: EnvFileOptions = {}): EnvFile {
  const profile = options.profile ?? "design";
  const stable = stableSource(source, "an env file");
  const scan = scanEnvFile(stable, profile === "design");
  if (scan.status !== DONE) throw envFileError(stable, scan, profile, options.path);
  return new EnvFile(keptSource(stable, scan), scan.assignments, profile);
}

/**
 * Looks up one variable in an env file without decoding other values. In the `kubelet` profile, text after the variable's
 * assignment is not read, so errors there are not reported.
 *
 * @returns undefined if the file does not assign the variable
 * @throws EnvFileError at the first error in the part that is read
 * @example readEnvFileKey("HOST='db'\nPORT='5432'\n", "PORT") // "5432"
 */
export function readEnvFileKey(
  source: string | Uint8Array,
  name: string,
  options: EnvFileOptions = {},
): string | undefined {
  checkString(name, "name");
  const profile = options.profile ?? "design";
  const stable = stableSource(source, "an env file");
  // The scanner compares UTF-8, in which lone surrogates are all equal. Such names are compared as text below.
  const key = /^[\0-\x7f]*$/.test(name) ? name : undefined;
  const scan = scanEnvFile(stable, profile === "design", key, profile === "kubelet");
  const value = new EnvFile(stable, scan.assignments, profile).get(name);
  if (scan.status !== DONE && (profile === "design" || value === undefined)) {
    throw envFileError(stable, scan, profile, options.path);
  }
  return value;
}

export type EnvFileLookup = Pick<EnvFile, "get" | "getBytes">;

/** Like `readEnvFileKey`, for many keys of one source, which is scanned once. */
export function envFileLookup(source: string | Uint8Array, options: EnvFileOptions = {}): EnvFileLookup {
  const profile = options.profile ?? "design";
  const stable = stableSource(source, "an env file");
  const scan = scanEnvFile(stable, profile === "design");
  const kept = keptSource(stable, scan);
  const file = new EnvFile(kept, scan.assignments, profile);
  const variables = file.toObject();
  return {
    get(name) {
      // U+FFFD can replace different invalid bytes, so compare such names as bytes.
      const isCertain = !name.includes("\ufffd");
      const value = isCertain ? (Object.hasOwn(variables, name) ? variables[name] : undefined) : file.get(name);
      if (scan.status !== DONE && (profile === "design" || value === undefined)) {
        throw envFileError(kept, scan, profile, options.path);
      }
      return value;
    },
    getBytes: (name) => file.getBytes(name),
  };
}

/** The rest of the file cannot be read after these errors. */
const LAST = ["unclosed-quote", "line-too-long", "file-too-large"];

/**
 * Finds the first `limit` errors in a file, and continues with the next line after each. The limit bounds the work, because
 * each error costs a scan of the rest of the file.
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
