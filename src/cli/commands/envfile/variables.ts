/** The variables of `--envfile`. */

import type { CommandIo } from "../../frame/io.ts";
import { isManifestDialect, manifestSource } from "./manifest.ts";
import { DIALECT, type EnvFileDialect } from "./options.ts";
import { envFileSource } from "./source.ts";

/**
 * The variables of env files. Of files with the same name, the last one's value counts.
 *
 * @throws InputError, InputErrors
 */
export function readEnvFiles(
  files: readonly string[],
  dialect: EnvFileDialect | undefined,
  io: CommandIo,
): Map<string, string> {
  const variables = new Map<string, string>();
  for (const file of files) {
    for (const [name, value] of Object.entries(readVariables(file, dialect, io))) variables.set(name, value);
  }
  return variables;
}

function readVariables(file: string, dialect: EnvFileDialect | undefined, io: CommandIo): Record<string, string> {
  if (dialect !== undefined && isManifestDialect(dialect)) {
    return manifestSource(file, dialect, io, `--${DIALECT}`).variables();
  }
  const dialectOption = dialect === undefined ? `--${DIALECT}` : undefined;
  return envFileSource(file, { profile: "design", dialect: dialect ?? "kep", dialectOption }, io).variables();
}
