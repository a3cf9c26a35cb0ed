import { DONE } from "../wasm/codes.ts";
import { scanEnvFile } from "../wasm/envfile.ts";
import { stableSource } from "../wasm/input-bytes.ts";
import { keptSource } from "./decoded.ts";
import { EnvFile } from "./envfile.ts";
import { envFileError } from "./error.ts";
import type { EnvFileOptions } from "./parse.ts";

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
      // U+FFFD may stand for bytes that are not valid: only the file can tell.
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
