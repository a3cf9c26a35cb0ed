import { checkString } from "../text/argument.ts";
import { scanEnvFile } from "../wasm/assignments.ts";
import { DONE } from "../wasm/codes.ts";
import { stableSource } from "../wasm/input-bytes.ts";
import { keptSource } from "./decoded.ts";
import { EnvFile } from "./envfile.ts";
import { envFileError } from "./error.ts";
import type { Profile } from "./profile.ts";

/** How an env file is read. */
export interface EnvFileOptions {
  /** `design` unless given. */
  readonly profile?: Profile;
  /** The file's path, for the one message of the kubelet that names it. */
  readonly path?: string;
}

/**
 * Parses an env file of KEP-3721: `NAME='value'` lines, values in apostrophes and literal, possibly over several lines.
 * Bytes may be changed afterwards.
 *
 * @throws EnvFileError at the first thing that is not allowed.
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
 * Looks one variable up in an env file, or returns `undefined`; nothing else of the file becomes a string. In the
 * `kubelet` profile, what stands behind the variable's assignment is never read, and so may be wrong.
 *
 * @throws EnvFileError at the first thing that is not allowed, as far as the file is read.
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
  // The scanner compares UTF-8, in which lone surrogates of a text are not told apart: other names are compared here.
  const key = /^[\0-\x7f]*$/.test(name) ? name : undefined;
  const scan = scanEnvFile(stable, profile === "design", key, profile === "kubelet");
  const value = new EnvFile(stable, scan.assignments, profile).get(name);
  if (scan.status !== DONE && (profile === "design" || value === undefined)) {
    throw envFileError(stable, scan, profile, options.path);
  }
  return value;
}

/** Looks variables of one env file up: as `readEnvFileKey` on the same source. */
export type EnvFileLookup = Pick<EnvFile, "get" | "getBytes">;

/** Many look-ups in one source, for which it is scanned once. */
export function envFileLookup(source: string | Uint8Array, options: EnvFileOptions = {}): EnvFileLookup {
  const profile = options.profile ?? "design";
  const stable = stableSource(source, "an env file");
  const scan = scanEnvFile(stable, profile === "design");
  const kept = keptSource(stable, scan);
  const file = new EnvFile(kept, scan.assignments, profile);
  const variables = file.toObject();
  return {
    get(name) {
      // U+FFFD can replace invalid bytes; only the file shows which.
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
